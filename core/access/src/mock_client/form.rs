//! Encodes the files of an upload as a form (RFC 7578).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::HeaderValue;
use sha2::{Digest as _, Sha256};
use waybill_base::error::{Error, code};
use waybill_base::internal::ErrorExt as _;

use super::answer::MockRequest;
use super::operation::DefinitionFile;

/// Path for uploads.
const PATH: &str = "/api/artifact/upload";

/// Checks that the files can be uploaded.
///
/// # Errors
/// `request.invalid` if there is no file, or a file has no path.
pub(super) fn check(files: &[DefinitionFile]) -> Result<(), Error> {
    if files.is_empty() {
        let error = Error::new(code::REQUEST_INVALID, "the upload has no file".to_owned());
        return Err(error.remedy("add the file that defines the services, and the files that it refers to"));
    }
    if let Some(position) = files.iter().position(|file| file.path.is_empty()) {
        let error = Error::new(code::REQUEST_INVALID, format!("file {} of the upload has no path", position + 1));
        return Err(
            error.remedy("give each file the path by which other files refer to it; for a single file, its name")
        );
    }
    Ok(())
}

/// Creates the upload request of a definition.
///
/// # Errors
/// `request.invalid` if its files cannot be uploaded.
pub(super) fn request(url: &str, files: &[DefinitionFile]) -> Result<MockRequest, Error> {
    check(files)?;
    let boundary = make_boundary(files);
    let mut body = Vec::new();
    for DefinitionFile { path, content } in files {
        // A path may contain characters that end a quoted string (RFC 7578 section 4.2).
        let path = path.replace('"', "%22").replace(['\r', '\n'], " ");
        let head =
            format!("--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{path}\"\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    let content_type = HeaderValue::try_from(format!("multipart/form-data; boundary={boundary}"))
        .map_err(|_| Error::new(code::REQUEST_INVALID, "the form's boundary is not valid in a header".to_owned()))?;
    Ok(MockRequest::post(url, PATH, content_type, body))
}

/// Returns a boundary that occurs in no file. It is a digest of the files, and no file contains its own digest.
fn make_boundary(files: &[DefinitionFile]) -> String {
    let mut digest = Sha256::new();
    for file in files {
        digest.update(&file.content);
    }
    // A boundary may have up to 70 of these characters (RFC 2046 section 5.1.1).
    format!("waybill-{}", URL_SAFE_NO_PAD.encode(digest.finalize()))
}
