//! Names of a description's files: internal URIs, the names that a host is asked for, and the names in messages.

use std::borrow::Cow;
use std::fmt;

use super::known_key::KnownKey;
use super::uri;
use crate::tree::{Arena, NodeId};

/// Returns the part of a name before the file name: directories, or a release such as `v1.4.0:`.
fn folder(name: &str) -> &str {
    name.rfind(['/', '\\', ':']).and_then(|at| name.get(..=at)).unwrap_or_default()
}

/// Returns the URI of the root document called `name`. References are relative to it.
pub(super) fn root_uri(name: &str, arena: &Arena<'_>) -> String {
    let uri = if uri::is_absolute(name) && name.contains("://") {
        spelled(name)
    } else {
        // A file name is not a URI, so characters with a meaning in URIs are escaped first.
        let file = name.get(folder(name).len()..).unwrap_or_default();
        uri::spelled(&file.replace('%', "%25").replace('?', "%3F").replace('#', "%23"))
    };
    // OpenAPI 3.2.0, section 4.1.2.2.1: a document can set its own URI.
    match arena.string_at(NodeId::ROOT, KnownKey::SelfUri) {
        Some(own) => uri::resolve(&uri, uri::split(&own).0),
        None => uri,
    }
}

/// Normalises an absolute URI for the resolution of references, and removes its fragment.
pub(super) fn spelled(absolute: &str) -> String {
    uri::spelled(uri::split(absolute).0)
}

/// A file that a host is asked for: a path relative to the root document's directory, or an absolute URI (`https://…`,
/// `file:///…`). Paths use `/` and are percent-encoded (`schemas/my%20pet.yaml`, `../common.json`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedFile(pub(super) String);

impl WantedFile {
    /// Creates the request for the file at `uri`, relative to the root document if possible. The root is called `name` and has
    /// the URI `root`.
    pub(super) fn new(name: &str, root: &str, uri: &str) -> WantedFile {
        let is_absolute = uri::is_absolute(name) && name.contains("://");
        WantedFile(if is_absolute { uri.to_owned() } else { uri::seen_from(root, uri) })
    }

    /// Returns the relative path or URI.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the file's name in messages and locations, if the root document is called `root`.
    #[must_use]
    pub fn name_beside(&self, root: &str) -> String {
        if uri::is_absolute(&self.0) {
            return uri::shown(&self.0).into_owned();
        }
        let folder = folder(root);
        let (release, folder) = folder.split_at(folder.find(':').map_or(0, |at| at + 1));
        format!("{release}{}", uri::without_dots(&format!("{folder}{}", uri::decoded(&self.0))))
    }

    /// Returns the decoded path, or `None` if it is an address and not a local file. `file:` URIs are absolute paths (RFC 8089
    /// section 2).
    #[must_use]
    pub fn path(&self) -> Option<String> {
        let asked = self.as_str();
        let local = asked.strip_prefix("file:").map(|local| {
            let path = local.strip_prefix("//").map_or(local, |rest| rest.strip_prefix("localhost").unwrap_or(rest));
            (path.starts_with('/') && !path.starts_with("//")).then_some(path)
        });
        let path = local.unwrap_or_else(|| (!uri::is_absolute(asked) && !asked.starts_with("//")).then_some(asked));
        path.map(|path| uri::decoded(path).into_owned())
    }

    /// Returns the content of the file in `files`, whose keys are paths relative to the root document's directory, or URIs.
    ///
    /// # Errors
    /// A message if the file is not in `files`.
    pub fn find_among(&self, files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, String> {
        let found = files.iter().find(|(path, _)| self.is_at(path));
        let missing = || format!("`{self}` was not supplied; supply it, or bundle the description into one file");
        found.map(|(_, bytes)| bytes.clone()).ok_or_else(missing)
    }

    /// Returns true if `path` is a host's name for this file.
    fn is_at(&self, path: &str) -> bool {
        let plain: Cow<'_, str> = if path.contains('\\') { path.replace('\\', "/").into() } else { path.into() };
        path == self.0 || self.path().is_some_and(|own| uri::without_dots(&plain) == own)
    }
}

impl fmt::Display for WantedFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(asked: &str) -> WantedFile {
        WantedFile(asked.to_owned())
    }

    #[test]
    fn files_are_named_beside_the_root() {
        for (name, asked, expected) in [
            ("openapi.yaml", "schemas/pet.yaml", "schemas/pet.yaml"),
            ("api/v1/openapi.yaml", "../my%20pet.yaml", "api/my pet.yaml"),
            ("v1.4.0:openapi.yaml", "pet.yaml", "v1.4.0:pet.yaml"),
            ("v1.4.0:api/openapi.yaml", "pet.yaml", "v1.4.0:api/pet.yaml"),
            ("v1.4.0:api/openapi.yaml", "../pet.yaml", "v1.4.0:pet.yaml"),
            ("standard input", "pet.yaml", "pet.yaml"),
            ("api/openapi.yaml", "https://a.example/x", "https://a.example/x"),
        ] {
            assert_eq!(wanted(asked).name_beside(name), expected, "{name} {asked}");
        }
    }

    #[test]
    fn a_file_of_this_machine_has_a_path() {
        for (asked, path) in [
            ("my%20pet.yaml", Some("my pet.yaml")),
            ("../pet.yaml", Some("../pet.yaml")),
            ("/etc/pet.yaml", Some("/etc/pet.yaml")),
            ("file:///etc/my%20pet.yaml", Some("/etc/my pet.yaml")),
            ("file://localhost/etc/pet.yaml", Some("/etc/pet.yaml")),
            ("file:/etc/pet.yaml", Some("/etc/pet.yaml")),
            ("file:pet.yaml", None),
            ("file://host/etc/pet.yaml", None),
            ("file:////host/pet.yaml", None),
            ("//host/pet.yaml", None),
            ("https://a.example/pet.yaml", None),
            ("urn:example:pet", None),
        ] {
            assert_eq!(wanted(asked).path().as_deref(), path, "{asked}");
        }
    }

    #[test]
    fn a_path_may_be_spelled_as_a_path_or_as_a_uri() {
        for path in ["my pet.yaml", "./my pet.yaml", "my%20pet.yaml", ".\\my pet.yaml"] {
            assert!(wanted("my%20pet.yaml").is_at(path), "{path}");
        }
        assert!(!wanted("my%20pet.yaml").is_at("pet.yaml"));
    }
}
