//! Parsing of multipart forms (RFC 7578). The complete body is available, so no future ever waits.

use std::borrow::Cow;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use multer::{Constraints, Multipart, SizeLimit};

use super::fields::first_field;

/// Maximum number of parts in a form.
const PARTS: usize = 10_000;

/// A part of a form.
#[derive(Debug)]
pub(crate) struct FormPart {
    pub(crate) name: String,
    /// Name of the uploaded file, or `None` for a plain field.
    pub(crate) file_name: Option<String>,
    /// Declared content type.
    pub(crate) content_type: Option<String>,
    pub(crate) content: Bytes,
}

/// The reason why a body is not a valid form.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FormError {
    #[error("the Content-Type is not multipart/form-data with a boundary")]
    NotAForm,
    #[error("the form is invalid: {0}")]
    Malformed(String),
    #[error("the form does not end with --{0}--: the body is incomplete, or has another boundary")]
    Incomplete(String),
    #[error("the form has more than {PARTS} parts")]
    TooManyParts,
}

/// Returns the parts of a form in their order.
pub(crate) fn read(content_type: &str, body: Bytes) -> Result<Vec<FormPart>, FormError> {
    let boundary = multer::parse_boundary(content_type).map_err(|_| FormError::NotAForm)?;
    let stream = futures_util::stream::iter([Ok::<Bytes, std::convert::Infallible>(body)]);
    let constraints = Constraints::new().size_limit(SizeLimit::new());
    let mut form = Multipart::with_constraints(stream, boundary.clone(), constraints);
    let explain = |error: multer::Error| match error {
        multer::Error::IncompleteStream
        | multer::Error::IncompleteHeaders
        | multer::Error::IncompleteFieldData { .. } => FormError::Incomplete(boundary.clone()),
        other => FormError::Malformed(other.to_string()),
    };
    let mut parts = Vec::new();
    while let Some(field) = complete(form.next_field())?.map_err(explain)? {
        if parts.len() == PARTS {
            return Err(FormError::TooManyParts);
        }
        let name = field.name().unwrap_or_default().to_owned();
        let file_name = field.file_name().map(str::to_owned);
        let content_type = first_field(field.headers(), http::header::CONTENT_TYPE).map(Cow::into_owned);
        let content = complete(field.bytes())?.map_err(explain)?;
        parts.push(FormPart { name, file_name, content_type, content });
    }
    Ok(parts)
}

/// Polls a future that never has to wait, and returns its result.
fn complete<T>(future: impl Future<Output = T>) -> Result<T, FormError> {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    // The stream ends after one item. A future that waits for more sees the end when it is polled again.
    for _ in 0..3 {
        if let Poll::Ready(done) = future.as_mut().poll(&mut context) {
            return Ok(done);
        }
    }
    Err(FormError::Malformed("it ends too early".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(body: &str) -> Result<Vec<(String, Option<String>, String)>, FormError> {
        let parts = read("multipart/form-data; boundary=X", Bytes::from(body.to_owned()))?;
        let text = |part: FormPart| (part.name, part.file_name, String::from_utf8(part.content.to_vec()).unwrap());
        Ok(parts.into_iter().map(text).collect())
    }

    #[test]
    fn fields_and_files_are_read_in_their_order() {
        let body = "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wsdl\"\r\nContent-Type: text/xml\r\n\r\n<a/>\r\n\
                    --X\r\nContent-Disposition: form-data; name=\"version\"\r\n\r\n2.0\r\n--X--\r\n";
        let expected = vec![
            ("file".to_owned(), Some("a.wsdl".to_owned()), "<a/>".to_owned()),
            ("version".to_owned(), None, "2.0".to_owned()),
        ];
        assert_eq!(form(body), Ok(expected));
    }

    #[test]
    fn a_form_that_breaks_off_is_refused() {
        let body = "--X\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n<a/>";
        assert!(matches!(form(body), Err(FormError::Incomplete(_))));
        assert!(matches!(form(""), Err(FormError::Incomplete(_))));
    }

    #[test]
    fn wrong_content_type_is_rejected() {
        assert_eq!(read("text/xml", Bytes::new()).unwrap_err(), FormError::NotAForm);
        assert_eq!(read("multipart/form-data", Bytes::new()).unwrap_err(), FormError::NotAForm);
    }
}
