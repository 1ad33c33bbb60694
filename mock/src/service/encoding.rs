//! Content codings: gzip and deflate for requests, gzip for responses if the client accepts it (RFC 9110 section 8.4).

use std::borrow::Cow;
use std::io::{Read, Write};

use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, VARY};
use http::{HeaderMap, HeaderValue, Response, StatusCode};

use crate::request::fields::{first_field, join_fields};
use crate::response::Problem;
use flate2::Compression;
use flate2::read::{MultiGzDecoder, ZlibDecoder};
use flate2::write::GzEncoder;

/// Maximum size of a request body in bytes. Larger bodies get status 413.
pub const BODY_LIMIT: usize = 64 * 1024 * 1024;

/// Minimum size of compressed responses, in bytes.
const WORTH_COMPRESSING: usize = 1024;

/// Returns the decoded body.
pub(super) fn decode<'a>(headers: &HeaderMap, body: &'a [u8]) -> Result<Cow<'a, [u8]>, Problem> {
    let coding = first_field(headers, CONTENT_ENCODING).map(|coding| coding.trim().to_ascii_lowercase());
    match coding.as_deref() {
        None | Some("" | "identity") => Ok(Cow::Borrowed(body)),
        Some("gzip" | "x-gzip") => inflate(MultiGzDecoder::new(body)),
        Some("deflate") => inflate(ZlibDecoder::new(body)),
        Some(other) => {
            let sentence = format!("the Content-Encoding is {other}; gzip and deflate are supported");
            Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body cannot be decoded", sentence))
        }
    }
}

fn inflate<'a>(reader: impl Read) -> Result<Cow<'a, [u8]>, Problem> {
    let mut body = Vec::new();
    let refuse = |status, sentence: String| Err(Problem::new(status, "The body cannot be decoded", sentence));
    match reader.take(BODY_LIMIT as u64 + 1).read_to_end(&mut body) {
        Ok(_) if body.len() <= BODY_LIMIT => Ok(Cow::Owned(body)),
        Ok(_) => refuse(StatusCode::PAYLOAD_TOO_LARGE, format!("the body unpacks to more than {BODY_LIMIT} bytes")),
        Err(error) => refuse(StatusCode::BAD_REQUEST, format!("the body does not match its Content-Encoding: {error}")),
    }
}

/// Compresses a response if the client accepts gzip and the body is long enough.
pub(super) fn encode(request: &HeaderMap, response: Response<Vec<u8>>) -> Response<Vec<u8>> {
    if response.body().len() < WORTH_COMPRESSING || !accepts_gzip(request) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 4), Compression::fast());
    match encoder.write_all(&body).and_then(|()| encoder.finish()) {
        Ok(compressed) => {
            head.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            head.headers.append(VARY, HeaderValue::from_static("accept-encoding"));
            Response::from_parts(head, compressed)
        }
        Err(_) => Response::from_parts(head, body),
    }
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    join_fields(headers, ACCEPT_ENCODING.as_str()).unwrap_or_default().split(',').any(|coding| {
        let (name, parameters) = coding.split_once(';').unwrap_or((coding, ""));
        let refused =
            parameters.trim().strip_prefix("q=").is_some_and(|q| q.trim().parse().is_ok_and(|q: f32| q == 0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: http::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn encoded_body_decodes_to_the_original() {
        let body = vec![b'a'; 4000];
        let encoded = encode(&headers(ACCEPT_ENCODING, "br, gzip;q=0.5"), Response::new(body.clone()));
        assert_eq!(encoded.headers()[CONTENT_ENCODING], "gzip");
        assert!(encoded.body().len() < 100);
        let decoded = decode(encoded.headers(), encoded.body()).unwrap();
        assert_eq!(*decoded, body);
        assert_eq!(encode(&headers(ACCEPT_ENCODING, "gzip;q=0"), Response::new(body.clone())).body(), &body);
    }

    #[test]
    fn a_body_that_unpacks_to_too_much_is_refused() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        for _ in 0..=BODY_LIMIT / 1_000_000 {
            encoder.write_all(&vec![0; 1_000_000]).unwrap();
        }
        let bomb = encoder.finish().unwrap();
        let problem = decode(&headers(CONTENT_ENCODING, "gzip"), &bomb).unwrap_err();
        assert_eq!(problem.status, StatusCode::PAYLOAD_TOO_LARGE);
    }

    #[test]
    fn other_codings_and_broken_bodies_are_refused() {
        let status = |coding, body: &[u8]| decode(&headers(CONTENT_ENCODING, coding), body).unwrap_err().status;
        assert_eq!(status("br", b"x"), StatusCode::UNSUPPORTED_MEDIA_TYPE);
        assert_eq!(status("gzip", b"no gzip"), StatusCode::BAD_REQUEST);
    }
}
