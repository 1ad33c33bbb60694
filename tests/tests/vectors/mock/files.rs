//! The bytes that a vector sends: written out, from a file of `tests/`, or the body of an earlier answer.

use serde_json::Value;

use super::answer::Answer;
use super::{folder, text};

/// What `file` or `body` says, with each `replace` made once; nothing where there is neither.
pub(super) fn written(described: &Value, answers: &[Answer]) -> Vec<u8> {
    let mut written = if let Some(path) = described["file"].as_str() {
        let file = folder().join(path);
        std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    } else if let Some(number) = described["body_of"].as_u64() {
        answers[usize::try_from(number).unwrap() - 1].body.clone()
    } else {
        described["body"].as_str().unwrap_or_default().to_owned()
    };
    for replace in described["replace"].as_array().into_iter().flatten() {
        let (old, new) = (text(&replace[0]), text(&replace[1]));
        assert!(written.contains(&old), "there is no {old}");
        written = written.replacen(&old, &new, 1);
    }
    written.into_bytes()
}

/// The files as a form.
pub(super) fn upload(files: &[Value], answers: &[Answer]) -> Vec<u8> {
    let files = files.iter().map(|file| (text(&file["path"]), written(file, answers)));
    form::write(files)
}

/// Forms with files (RFC 7578).
pub(super) mod form {
    pub(crate) const CONTENT_TYPE: &str = "multipart/form-data; boundary=form";

    /// A part called `file` for each.
    pub(super) fn write(files: impl Iterator<Item = (String, Vec<u8>)>) -> Vec<u8> {
        let mut form = Vec::new();
        for (path, content) in files {
            let head = format!("--form\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{path}\"\r\n\r\n");
            form.extend_from_slice(head.as_bytes());
            form.extend_from_slice(&content);
            form.extend_from_slice(b"\r\n");
        }
        form.extend_from_slice(b"--form--\r\n");
        form
    }
}
