//! Loads a description from bytes: encoding, format, limits, and the other files that a host has to fetch.

use std::borrow::Cow;

use waybill_base::error::{ErrorCode, code};

use super::description::{Description, ResolvedDescription};
use super::documents::Documents;
use super::error::{Fault, Place, ReadError, ReadProblem};
use super::known_key::VOCABULARY;
use super::limits::Limits;
use super::misplaced;
use super::misplaced::find_misplaced;
use super::ref_resolver::{File, RefResolver};
use super::spec_version::SpecVersion;
use super::swagger;
use super::utf8::decode;
use super::version::version_of;
use super::wanted_file::{self, WantedFile};
use super::yaml;
use crate::tree::{Built, NodeId, ParseErrorKind, read_json};

const NOT_UTF8: &str = "found bytes that are not UTF-8: save the file as UTF-8";

/// A description that is being loaded. It requests the files that it refers to, and then becomes a [`Description`].
///
/// A file is requested if a reference in the description points into it. [`finish`](Loader::finish) can be called at any time.
/// References into missing files then become problems.
#[derive(Debug)]
pub struct Loader<'a> {
    name: String,
    documents: Documents<'a>,
    version: SpecVersion,
    limits: Limits,
    resolver: RefResolver,
    /// The file that is requested from the host.
    wanted: Option<WantedFile>,
    unreadable: Vec<ReadProblem>,
}

impl<'a> Loader<'a> {
    /// Parses the root document. Messages call it `name` (its path or URI). The format is JSON if the first character is `{` or
    /// `[`, and YAML otherwise.
    ///
    /// # Errors
    /// A [`ReadError`] if the document has a wrong encoding, exceeds a limit or is not JSON or YAML. Also if it is not an object
    /// or has an unsupported version.
    pub fn new(name: &str, bytes: impl Into<Cow<'a, [u8]>>, limits: &Limits) -> Result<Loader<'a>, ReadError> {
        let (built, source) = read(name, bytes.into(), limits)?;
        let mut documents = Documents::new(built, source);
        let version = version_of(&documents).map_err(|fault| fault.locate(name, documents.source()))?;
        let root = wanted_file::root_uri(name, &documents);
        documents.has_media_type_references = version == SpecVersion::V3_2;
        let mut is_delayed = false;
        if version == SpecVersion::V2_0 {
            is_delayed = misplaced::is_found_in_swagger(&mut documents);
            let view = swagger::view(documents, limits);
            documents = view.map_err(|(fault, source)| fault.locate(name, &source))?;
        }
        let mut links = RefResolver::new(&mut documents, root.clone(), version.is_modern());
        if version == SpecVersion::V2_0 && (is_delayed || links.wanted().is_some()) {
            // The conversion of Swagger 2.0 depends on the targets of its references, so it waits for the files.
            documents = swagger::as_written(documents);
            links = RefResolver::new(&mut documents, root, false);
        }
        let mut reading = Loader {
            name: name.to_owned(),
            documents,
            version,
            limits: *limits,
            resolver: links,
            wanted: None,
            unreadable: Vec::new(),
        };
        reading.ask();
        Ok(reading)
    }

    /// Returns the next file to provide. The host decides which addresses and paths it loads, and can reject a file with
    /// [`provide`](Loader::provide).
    #[must_use]
    pub fn next_file(&self) -> Option<&WantedFile> {
        self.wanted.as_ref()
    }

    /// Provides the file of [`next_file`](Loader::next_file): its bytes, or the reason why it was not loaded, as a lower-case
    /// sentence with the fix. An unreadable file becomes a problem of the description.
    ///
    /// # Errors
    /// A [`ReadError`] `reading.not-wanted` if another file is requested. Nothing is changed then.
    pub fn provide(&mut self, file: &WantedFile, bytes_or_why: Result<Cow<'a, [u8]>, String>) -> Result<(), ReadError> {
        self.provide_from(file, None, bytes_or_why)
    }

    /// Like [`provide`](Loader::provide), for a file whose absolute URI `at` differs from the requested one, for example after a
    /// redirect. The references of the file are resolved against `at` (RFC 3986 section 5.1.3).
    ///
    /// # Errors
    /// The same as for [`provide`](Loader::provide).
    pub fn provide_from(
        &mut self,
        file: &WantedFile,
        at: Option<&str>,
        bytes_or_why: Result<Cow<'a, [u8]>, String>,
    ) -> Result<(), ReadError> {
        if self.next_file() != Some(file) {
            let expected = self.next_file().map_or_else(|| "no file".to_owned(), |wanted| format!("`{wanted}`"));
            let message =
                format!("expected {expected}, was supplied with `{file}`: supply the file that `next_file` returns");
            let place = Place { file: None, pointer: String::new(), line: 1, column: 1 };
            return Err(ReadError { code: code::READING_NOT_WANTED, file: self.name.clone(), place, message });
        }
        let taken = match bytes_or_why {
            Ok(bytes) => self.add_file(file, at, bytes),
            Err(why) => File::Refused(why),
        };
        self.resolver.provide(&mut self.documents, taken);
        self.ask();
        Ok(())
    }

    /// Returns the description, with a problem for each part that could only be read partially.
    #[must_use]
    pub fn finish(self) -> Description<'a> {
        let Loader { name, mut documents, version, limits, resolver: mut links, wanted: _, mut unreadable } = self;
        let mut misplaced = find_misplaced(&documents, links.members());
        if !misplaced.is_empty() {
            let followed = misplaced::follow(documents, links, &limits);
            (documents, links) = (followed.documents, followed.links);
            unreadable.extend(followed.problems);
            misplaced = find_misplaced(&documents, links.members());
        }
        if documents.is_swagger {
            (documents, links) = swagger::view_of_files(documents, &links, &limits);
            misplaced = find_misplaced(&documents, links.members());
        }
        Description { resolved: ResolvedDescription::new(name, documents, version, links, misplaced, unreadable) }
    }

    /// Requests the next file, unless the limit of files is reached.
    fn ask(&mut self) {
        self.wanted = None;
        while let Some(uri) = self.resolver.wanted() {
            if self.documents.files().len() + 1 < self.limits.files {
                self.wanted = Some(WantedFile::new(&self.name, self.resolver.root(), uri));
                return;
            }
            let why =
                format!("a description can have at most {} files; bundle some of them into one", self.limits.files);
            self.resolver.provide(&mut self.documents, File::Refused(why));
        }
    }

    fn add_file(&mut self, file: &WantedFile, at: Option<&str>, bytes: Cow<'a, [u8]>) -> File {
        let documents = &mut self.documents;
        // A file beside the root with the same content is the root document, referenced by its file name.
        if !file.as_str().contains('/') && *bytes == *documents.source().as_bytes() {
            return File::Read(NodeId::ROOT);
        }
        let left = self.limits.total_bytes.saturating_sub(documents.total_bytes());
        if bytes.len() > left || !documents.has_room(bytes.len()) {
            let limit = self.limits.total_bytes;
            return File::Refused(format!(
                "all files of a description together can have at most {limit} bytes, and this file exceeds the limit; remove unneeded parts"
            ));
        }
        // Each value takes at least one byte, so surplus values come from aliases. Their limit applies to all files together.
        let copies = documents.len().saturating_sub(documents.total_bytes());
        let limits = Limits { alias_nodes: self.limits.alias_nodes.saturating_sub(copies), ..self.limits };
        let name = file.name_beside(&self.name);
        match read(&name, bytes, &limits) {
            Ok((built, source)) => {
                let uri =
                    at.map_or_else(|| self.resolver.wanted().unwrap_or(file.as_str()).to_owned(), wanted_file::spelled);
                let root = documents.append(built, source, uri.clone(), name);
                self.resolver.found(uri, root);
                File::Read(root)
            }
            Err(ReadError { code, file, place, message }) => {
                let place = Place { file: Some(file), ..place };
                self.unreadable.push(ReadProblem { code: code.as_str(), message, place });
                File::Unreadable
            }
        }
    }
}

/// Reads one file. Messages call it `name`.
pub(crate) fn read<'a>(
    name: &str,
    bytes: Cow<'a, [u8]>,
    limits: &Limits,
) -> Result<(Built<'a>, Cow<'a, str>), ReadError> {
    if let Some((code, message)) = check_size_and_encoding(&bytes, limits) {
        let place = Place { file: None, pointer: String::new(), line: 1, column: 1 };
        return Err(ReadError { code, file: name.to_owned(), place, message });
    }
    let source = decode(name, bytes, (code::DESCRIPTION_ENCODING, NOT_UTF8))?;
    let start = if source.starts_with('\u{feff}') { 3 } else { 0 };
    let built = parse(name, &source, start, limits).map_err(|fault| fault.locate(name, &source))?;
    Ok((built, source))
}

/// Parses JSON if the first character begins an object, an array or a comment, and YAML otherwise. If the name has a YAML
/// extension and the JSON is invalid, parses it as YAML, where the first character can be the same.
fn parse<'a>(name: &str, source: &str, start: usize, limits: &Limits) -> Result<Built<'a>, Fault> {
    let text = source.get(start..).unwrap_or_default();
    let is_commented = ["//", "/*"].iter().any(|comment| text.trim_start().starts_with(comment));
    if !is_commented && !text.trim_start().starts_with(['{', '[']) {
        return yaml::parse(source, start, limits);
    }
    let called_yaml = [".yaml", ".yml"].iter().any(|ending| name.to_ascii_lowercase().ends_with(ending));
    match read_json(source, start, limits.depth, VOCABULARY) {
        Err(fault) if called_yaml && fault.kind == ParseErrorKind::Syntax => yaml::parse(source, start, limits),
        read => Ok(read?),
    }
}

fn check_size_and_encoding(bytes: &[u8], limits: &Limits) -> Option<(ErrorCode, String)> {
    if bytes.len() > limits.bytes.min(u32::MAX as usize - 1) {
        let (most, found) = (limits.bytes, bytes.len());
        let message = format!("expected at most {most} bytes, found {found}: check that this is the intended file");
        return Some((code::DESCRIPTION_LIMIT, message));
    }
    if let Some(encoding) = detect_wide_encoding(bytes) {
        let message = format!("found {encoding}; OpenAPI descriptions must be UTF-8: save the file as UTF-8");
        return Some((code::DESCRIPTION_ENCODING, message));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Some((code::DESCRIPTION_SYNTAX, "expected an OpenAPI description, found an empty file".to_owned()));
    }
    None
}

/// Detects UTF-16 and UTF-32 by byte order mark or zero bytes.
fn detect_wide_encoding(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] | [_, 0, 0, 0, ..] | [0, 0, 0, _, ..] => Some("UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..] => Some("UTF-16"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = r#"{"openapi": "3.1.0", "paths": {"/a": {"$ref": "a.yaml"}, "/b": {"$ref": "b.yaml"}}}"#;

    /// Returns the problems of a description if all its other files have this text.
    fn problems(limits: Limits, file: &str) -> Vec<String> {
        let mut reading = Loader::new("api/openapi.json", ROOT.as_bytes(), &limits).unwrap();
        while let Some(wanted) = reading.next_file().cloned() {
            reading.provide(&wanted, Ok(file.as_bytes().to_vec().into())).unwrap();
        }
        let description = reading.finish();
        let describe = |problem: &ReadProblem| {
            format!("{} {}: {}", problem.place.file.as_deref().unwrap_or("root"), problem.code, problem.message)
        };
        description.problems().iter().map(describe).collect()
    }

    #[test]
    fn json_behind_a_comment_is_refused_for_the_comment() {
        for comment in ["// Made by hand", "/* Made by hand */"] {
            let text = format!("{comment}\n{ROOT}");
            let error = Loader::new("openapi.json", text.as_bytes(), &Limits::default()).unwrap_err();
            assert!(error.message.contains("found a comment, which JSON does not allow: remove it"), "{error}");
        }
    }

    #[test]
    fn a_description_has_as_many_files_as_it_may() {
        let limited = |files| problems(Limits { files, ..Limits::default() }, "get: {}");
        assert_eq!(limited(3), [""; 0]);
        let refused = limited(2);
        assert_eq!(refused.len(), 1, "{refused:#?}");
        let says = "root reference.external: `b.yaml` is in a file that could not be loaded: a description can have at most 2 files";
        assert!(refused[0].starts_with(says), "{refused:#?}");
        assert_eq!(limited(0).len(), 2);
    }

    #[test]
    fn all_files_together_have_as_many_bytes_as_they_may() {
        let file = "get: {}";
        let limited = |total_bytes| problems(Limits { total_bytes, ..Limits::default() }, file);
        assert_eq!(limited(ROOT.len() + 2 * file.len() + 2), [""; 0]);
        let refused = limited(ROOT.len() + file.len() + 2);
        assert_eq!(refused.len(), 1, "{refused:#?}");
        assert!(refused[0].contains("all files of a description together can have"), "{refused:#?}");
    }

    #[test]
    fn aliases_of_all_files_count_together() {
        let ten = |name: &str| vec![format!("*{name}"); 10].join(", ");
        let file = format!("x-0: &a [{}]\nx-1: &b [{}]\nx-2: [{}]\n", ["1"; 10].join(", "), ten("a"), ten("b"));
        let limited = |alias_nodes| problems(Limits { alias_nodes, ..Limits::default() }, &file);
        assert_eq!(limited(5_000), [""; 0]);
        let refused = limited(2_000);
        assert_eq!(refused.len(), 1, "{refused:#?}");
        assert!(refused[0].starts_with("api/b.yaml description.limit: "), "{refused:#?}");
    }

    #[test]
    fn a_file_over_a_limit_is_a_problem_in_it() {
        let limited = |limits| problems(limits, "get: {x-a: {x-b: {x-c: {x-d: {x-e: 1}}}}}");
        for limits in
            [Limits { depth: 5, ..Limits::default() }, Limits { bytes: ROOT.len(), depth: 5, ..Limits::default() }]
        {
            let refused = limited(limits);
            assert_eq!(refused.len(), 2, "{refused:#?}");
            assert!(refused[0].starts_with("api/a.yaml description.limit: "), "{refused:#?}");
        }
    }

    #[test]
    fn a_file_that_is_not_wanted_changes_nothing() {
        let mut reading = Loader::new("openapi.json", ROOT.as_bytes(), &Limits::default()).unwrap();
        let [a, b, c] = ["a.yaml", "b.yaml", "c.yaml"].map(|path| WantedFile(path.to_owned()));
        let refused = reading.provide(&b, Ok(b"get: {}".as_slice().into())).unwrap_err();
        assert_eq!(refused.code, "reading.not-wanted");
        assert!(refused.message.contains("expected `a.yaml`"), "{refused}");
        assert!(refused.message.contains("the file that `next_file` returns"), "{refused}");
        assert_eq!(reading.next_file(), Some(&a));
        reading.provide(&a, Err("it is gone: add it".to_owned())).unwrap();
        reading.provide(&b, Ok(b"get: {}".as_slice().into())).unwrap();
        assert!(reading.provide(&c, Err(String::new())).is_err());
        assert_eq!(reading.finish().problems().len(), 1);
    }

    const TWICE: &str = r#"{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {
        "/a": {"get": {"responses": {"200": {"description": "first"}}}},
        "/b": {"get": {"responses": {}}},
        "/a": {"post": {"responses": {"204": {"description": "second"}}}}}}"#;

    #[test]
    fn last_of_duplicate_keys_counts_and_the_rest_are_reported() {
        let description = Loader::new("d", TWICE.as_bytes(), &Limits::default()).unwrap().finish();
        assert_eq!(description.operation_count(), 2);
        let [problem] = description.problems() else { panic!("one key is there twice") };
        assert_eq!((problem.code, problem.place.line, problem.place.column), ("description.duplicate-key", 4, 9));
        assert_eq!(
            problem.message,
            "duplicate key `/a`, first at line 2, column 9; the last one is compared: keep one"
        );
    }

    #[test]
    fn a_description_without_the_overridden_members_is_the_same() {
        let once: serde_json::Value = serde_json::from_str(TWICE).unwrap();
        let digest = |text: &str| {
            let read = Loader::new("d", text.as_bytes(), &Limits::default()).unwrap().finish();
            read.resolved.arena().digest(NodeId::ROOT)
        };
        assert_eq!(digest(TWICE), digest(&once.to_string()));
    }
}
