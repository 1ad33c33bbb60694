//! Normalization of server URLs for comparison.

use waybill_openapi::internal::erased_path;

/// Returns a server URL without insignificant parts: variable names, case of scheme and host (RFC 3986 section
/// 6.2.2.1), default port, and a path of only `/` (section 6.2.3).
pub(crate) fn normalize_server_url(url: &str) -> String {
    let erased = erased_path(url).0;
    let authority = erased.find("://").map_or(0, |at| at + 3);
    let end = erased.get(authority..).and_then(|rest| rest.find('/')).map_or(erased.len(), |at| authority + at);
    match (authority, erased.split_at_checked(end)) {
        (1.., Some((origin, path))) => {
            let origin = origin.to_ascii_lowercase();
            let port = if origin.starts_with("https:") { ":443" } else { ":80" };
            let origin = origin.strip_suffix(port).unwrap_or(&origin);
            format!("{origin}{}", if path == "/" { "" } else { path })
        }
        (_, _) => erased,
    }
}
