//! The files of one upload, and the resolution of references between them.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Decoded files by their path.
#[derive(Debug, Clone, Default)]
pub(crate) struct Files {
    /// Shared, because many services may use the same files.
    texts: BTreeMap<String, Arc<str>>,
    /// Paths by their last segment, in the order of arrival.
    names: BTreeMap<String, Vec<String>>,
}

/// The target of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// The path of a file of the upload.
    File(String),
    /// A URL that the upload has no file for.
    Remote(String),
    /// A path that the upload has no file for.
    Missing(String),
    /// Several files that have the last segment of the reference. None has its path.
    Ambiguous(Vec<String>),
}

/// The files that a service was imported from. Services of one upload share them.
#[derive(Debug)]
pub(crate) struct Source {
    /// Path of the main file, which was read first.
    pub(crate) main: String,
    /// The main file and all files that it refers to, directly or indirectly.
    pub(crate) files: Arc<Files>,
}

impl Files {
    pub(crate) fn new() -> Files {
        Files::default()
    }

    /// Adds a file. Returns false if the path exists already; the first file is kept then.
    pub(crate) fn add(&mut self, path: &str, text: impl Into<Arc<str>>) -> bool {
        let path = normalize(path);
        if self.texts.contains_key(&path) {
            return false;
        }
        self.names.entry(last_segment(&path).to_owned()).or_default().push(path.clone());
        self.texts.insert(path, text.into());
        true
    }

    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(|text| &**text)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(path, text)| (path.as_str(), &**text))
    }

    /// Returns the files with these paths. Their content is shared, not copied.
    pub(crate) fn select(&self, paths: &[String]) -> Files {
        let mut selected = Files::new();
        for (path, text) in paths.iter().filter_map(|path| self.texts.get_key_value(path)) {
            selected.add(path, Arc::clone(text));
        }
        selected
    }

    /// Returns the file that `location`, written in the file `base`, refers to. Matches the path, else the last segment
    /// if only one file has it. URLs are matched by their last segment too, because people upload local copies of such
    /// files.
    pub(crate) fn resolve(&self, base: &str, location: &str) -> Resolved {
        let location = location.trim();
        let location = location.split_once('#').map_or(location, |(before, _)| before);
        let remote = is_remote(location);
        let path = if remote { location.to_owned() } else { join(base, &decode(location)) };
        if self.texts.contains_key(&path) {
            return Resolved::File(path);
        }
        let name = last_segment(location.split_once('?').map_or(location, |(before, _)| before));
        let name = decode(name);
        let same = self.names.get(&name).filter(|_| !name.is_empty()).map_or(&[][..], Vec::as_slice);
        match same {
            [only] => Resolved::File(only.clone()),
            [] if remote => Resolved::Remote(location.to_owned()),
            [] => Resolved::Missing(location.to_owned()),
            _ => Resolved::Ambiguous(same.to_vec()),
        }
    }
}

/// Returns the path that a missing file at `location` would have, as seen from `base`. Returns `location` itself if
/// that path would be outside the upload.
pub(crate) fn missing_path(base: &str, location: &str) -> String {
    let folders = base.matches('/').count();
    let climbs =
        location.split(['/', '\\']).take_while(|segment| matches!(*segment, "." | "..")).filter(|s| *s == "..");
    if location.starts_with(['/', '\\']) || location.contains(':') || climbs.count() > folders {
        return location.to_owned();
    }
    join(base, &decode(location))
}

/// True if a location has a scheme (RFC 3986, 3.1) other than `file`. A single letter is a drive.
fn is_remote(location: &str) -> bool {
    let Some((scheme, _)) = location.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    is_scheme && scheme.len() > 1 && !scheme.eq_ignore_ascii_case("file")
}

fn decode(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

fn last_segment(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Resolves `location` against the folder of `base`.
fn join(base: &str, location: &str) -> String {
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    if location.starts_with('/') { normalize(location) } else { normalize(&format!("{folder}/{location}")) }
}

/// Removes `.`, `..` and empty segments. A `..` at the top is ignored, so paths cannot leave the upload.
fn normalize(path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    for segment in path.split(['/', '\\']) {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop();
            }
            name => segments.push(name),
        }
    }
    segments.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(paths: &[&str]) -> Files {
        let mut files = Files::new();
        for path in paths {
            assert!(files.add(path, String::new()), "{path}");
        }
        files
    }

    #[test]
    fn reference_resolves_relative_to_its_file() {
        let files = files(&["wsdl/main.wsdl", "xsd/types.xsd", "wsdl/types.xsd"]);
        assert_eq!(files.resolve("wsdl/main.wsdl", "../xsd/types.xsd"), Resolved::File("xsd/types.xsd".into()));
        assert_eq!(files.resolve("wsdl/main.wsdl", "types.xsd"), Resolved::File("wsdl/types.xsd".into()));
    }

    #[test]
    fn reference_to_a_missing_path_finds_a_unique_base_name() {
        let files = files(&["main.wsdl", "types.xsd"]);
        assert_eq!(files.resolve("main.wsdl", "../schemas/types.xsd"), Resolved::File("types.xsd".into()));
        assert_eq!(
            files.resolve("main.wsdl", "http://carrier.example/x/types.xsd"),
            Resolved::File("types.xsd".into())
        );
    }

    #[test]
    fn several_files_of_one_name_are_not_chosen_among() {
        let files = files(&["main.wsdl", "a/types.xsd", "b/types.xsd"]);
        let both = vec!["a/types.xsd".to_owned(), "b/types.xsd".to_owned()];
        assert_eq!(files.resolve("main.wsdl", "c/types.xsd"), Resolved::Ambiguous(both));
    }

    #[test]
    fn references_are_missing_files_or_remote_addresses() {
        let files = files(&["main.wsdl"]);
        assert_eq!(files.resolve("main.wsdl", "types.xsd"), Resolved::Missing("types.xsd".into()));
        for address in ["https://carrier.example/types.xsd", "ftp://h/t.xsd", "urn:types", "URN:x:types"] {
            assert_eq!(files.resolve("main.wsdl", address), Resolved::Remote(address.into()));
        }
        for path in ["FILE:///t.xsd", "C:/t.xsd", "1:t.xsd", "a b:t.xsd", ":t.xsd"] {
            assert_eq!(files.resolve("main.wsdl", path), Resolved::Missing(path.into()));
        }
    }

    #[test]
    fn nothing_climbs_out_of_the_upload() {
        let files = files(&["main.wsdl", "etc/passwd"]);
        assert_eq!(files.resolve("main.wsdl", "../../../etc/passwd"), Resolved::File("etc/passwd".into()));
        assert_eq!(files.resolve("main.wsdl", "file:///etc/hosts"), Resolved::Missing("file:///etc/hosts".into()));
    }
}
