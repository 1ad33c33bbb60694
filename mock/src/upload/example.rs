//! Files with handwritten examples for operations of an imported service.

use std::sync::Arc;

use super::error::{BadExample, UploadError};
use super::file::UploadedFile;
use super::unpack::{Binary, Decoded, decode, split};
use crate::catalogue::ImportedService;
use crate::soap::{Example, Examples};

/// Reads the examples in these files. If `operation` is `None`, each file determines its operation.
pub(crate) fn read_examples(
    files: Vec<UploadedFile>,
    service: &ImportedService,
    operation: Option<&str>,
) -> Result<Examples, UploadError> {
    let (exports, files) = split(files)?;
    if let Some((path, _)) = exports.into_iter().next() {
        return Err(UploadError::ExportAsExample(path));
    }
    let Decoded { files, binaries } = decode(files)?;
    if let Some(Binary { path, what }) = binaries.into_iter().next() {
        return Err(UploadError::Binary { file: path, what });
    }
    let mut examples = Examples::new();
    for (path, text) in files.iter() {
        let found = read_example(service, path, text, operation)?;
        if let Some(twin) = examples.insert(found.0, found.1) {
            return Err(UploadError::SameExample { file: path.to_owned(), operation: twin.operation.clone() });
        }
    }
    Ok(examples)
}

/// Reads one example. `file` is its name in errors.
pub(super) fn read_example(
    service: &ImportedService,
    file: &str,
    text: &str,
    operation: Option<&str>,
) -> Result<(String, Arc<Example>), UploadError> {
    let Some(soap) = service.soap() else {
        return Err(UploadError::ExampleOfRest(service.id.clone()));
    };
    let example = soap.read_example(text, operation).map_err(|error| BadExample { file: file.to_owned(), error })?;
    Ok((example.operation.clone(), Arc::new(example)))
}
