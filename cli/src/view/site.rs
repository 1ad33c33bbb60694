//! The served files: the page, the list of comparisons and the descriptions, in a folder with a secret name.

use std::collections::HashMap;
use std::net::SocketAddr;

use bytes::Bytes;
use http::HeaderValue;

use super::comparisons::Comparisons;

/// Marker that is replaced by the page's settings.
const MARK: &str = "<!--waybill:settings-->";

/// Document of the page.
const INDEX: &str = "index.html";

/// The list of comparisons.
const LIST: &str = "comparisons.json";

/// Path of the event stream that a page keeps open.
const STREAM: &str = "stream";

/// Media type of descriptions, so that a browser never executes their content.
const PLAIN: &str = "text/plain; charset=utf-8";

/// A file as it is served.
#[derive(Debug)]
pub(super) struct File {
    pub(super) content_type: &'static str,
    pub(super) bytes: Bytes,
}

/// The resource at a path.
#[derive(Debug)]
pub(super) enum Found<'s> {
    File(&'s File),
    Stream,
}

/// All resources of the server.
#[derive(Debug)]
pub(super) struct Site {
    host: String,
    folder: String,
    address: String,
    policy: Option<HeaderValue>,
    files: HashMap<String, File>,
}

impl Site {
    /// Creates a site at this address, with a page that consists of these files.
    pub(super) fn new(
        address: SocketAddr,
        secret: &str,
        page: &[(&'static str, &'static [u8])],
        comparisons: Comparisons,
    ) -> Site {
        let mut files = HashMap::new();
        for (path, bytes) in page {
            let bytes = if *path == INDEX { with_settings(bytes) } else { Bytes::from_static(bytes) };
            files.insert((*path).to_owned(), File { content_type: content_type(path), bytes });
        }
        let Comparisons { list, files: described } = comparisons;
        files.insert(LIST.to_owned(), File { content_type: content_type(LIST), bytes: list.into() });
        for (path, bytes) in described {
            files.insert(path, File { content_type: PLAIN, bytes: bytes.into() });
        }
        let (host, folder) = (address.to_string(), format!("/{secret}/"));
        let index = page.iter().find(|(path, _)| *path == INDEX);
        let policy = index.and_then(|(_, index)| find_policy(&String::from_utf8_lossy(index)));
        Site { address: format!("http://{host}{folder}"), host, folder, policy, files }
    }

    /// Returns the policy from the page's document. It is also sent as a header, because the page's worker only uses that
    /// of its response.
    pub(super) fn policy(&self) -> Option<&HeaderValue> {
        self.policy.as_ref()
    }

    /// Returns the address of the page.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Returns the required value of `Host`.
    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// Returns the resource at the path of a request.
    pub(super) fn find(&self, path: &str) -> Option<Found<'_>> {
        let within = percent_decode(path.strip_prefix(&self.folder)?)?;
        match within.as_str() {
            "" => self.files.get(INDEX).map(Found::File),
            STREAM => Some(Found::Stream),
            path => self.files.get(path).map(Found::File),
        }
    }
}

/// Returns the Content-Security-Policy in a document's `meta` element.
fn find_policy(index: &str) -> Option<HeaderValue> {
    let (_, rest) = index.split_once("<meta http-equiv=\"Content-Security-Policy\" content=\"")?;
    let (policy, _) = rest.split_once('"')?;
    HeaderValue::from_str(policy).ok()
}

fn with_settings(index: &[u8]) -> Bytes {
    let settings = format!(
        "<meta name=\"waybill-comparisons\" content=\"{LIST}\"><meta name=\"waybill-stream\" content=\"{STREAM}\">"
    );
    String::from_utf8_lossy(index).replacen(MARK, &settings, 1).into_bytes().into()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// Decodes the escapes of a path (RFC 3986 section 2.1). Returns `None` if an escape is broken or the result is not UTF-8.
fn percent_decode(path: &str) -> Option<String> {
    let mut decoded = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        decoded.push(if byte == b'%' { hex(rest.next()?)? * 16 + hex(rest.next()?)? } else { byte });
    }
    String::from_utf8(decoded).ok()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}
