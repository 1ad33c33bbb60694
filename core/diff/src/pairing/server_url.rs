//! URLs of servers: their normalized form for comparison, and their addresses.

use waybill_base::internal::order::{self, Listed as _};
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription, erased_path};

/// Number of paths that a URL with variables may have to be listed.
const LISTED_PATHS: usize = 64;

/// Returns a server URL without insignificant parts: variable names, case of scheme and host (RFC 3986 section
/// 6.2.2.1), default or empty port, a path of only `/` (section 6.2.3), dot segments and needless encoding.
pub(crate) fn normalize_server_url(url: &str) -> String {
    let erased = erased_path(url).0;
    let (origin, path) = split_url(&erased);
    let path = normalize_path(path);
    if origin.is_empty() {
        return path;
    }
    let origin = origin.to_ascii_lowercase();
    let port = if origin.starts_with("https:") { ":443" } else { ":80" };
    let origin = origin.strip_suffix(port).unwrap_or(&origin).trim_end_matches(':');
    format!("{origin}{}", if path == "/" { "" } else { &path })
}

/// Returns a path without dot segments and needless percent-encoding (RFC 3986 sections 6.2.2.2 and 6.2.2.3).
fn normalize_path(path: &str) -> String {
    let mut segments: Vec<String> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "." => {}
            // The first segment of a path from the root is empty.
            ".." if segments.last().is_some_and(|last| !last.is_empty() && last != "..") => {
                segments.pop();
            }
            _ => segments.push(decode_unreserved(segment)),
        }
    }
    segments.join("/")
}

/// Decodes letters, digits and marks that need no percent-encoding (RFC 3986 section 2.3).
fn decode_unreserved(segment: &str) -> String {
    let mut pieces = segment.split('%');
    let mut decoded = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (code, rest) = piece.split_at_checked(2).unwrap_or(("", piece));
        let byte = u8::from_str_radix(code, 16).ok().map(char::from);
        match byte.filter(|char| char.is_ascii_alphanumeric() || matches!(char, '-' | '.' | '_' | '~')) {
            Some(char) => decoded.push(char),
            None => decoded.extend(["%", &code.to_ascii_uppercase()]),
        }
        decoded.push_str(rest);
    }
    decoded
}

/// Returns the normalized URL of a server. With a suffix, it is followed by the start of a path, and a slash at its end is
/// left out.
pub(crate) fn with_suffix(url: &str, suffix: Option<&str>) -> String {
    match suffix {
        Some(suffix) => normalize_server_url(&format!("{}{suffix}", url.trim_end_matches('/'))),
        None => normalize_server_url(url),
    }
}

/// Splits a URL into scheme and authority, and the rest. A relative URL has no authority.
fn split_url(url: &str) -> (&str, &str) {
    let Some(authority) = url.find("://").map(|at| at + 3).or_else(|| url.starts_with("//").then_some(2)) else {
        return ("", url);
    };
    let end = url.get(authority..).and_then(|rest| rest.find('/')).map_or(url.len(), |at| authority + at);
    url.split_at_checked(end).unwrap_or((url, ""))
}

/// Returns the host and port of a URL, without its scheme. Empty for a relative URL.
pub(crate) fn host_of(url: &str) -> String {
    let normalized = normalize_server_url(url);
    let origin = split_url(&normalized).0;
    origin.split_once("//").map_or("", |(_, host)| host).to_owned()
}

/// Returns the path of a URL without a slash at its end.
pub(crate) fn path_of(url: &str) -> &str {
    split_url(url).1.trim_end_matches('/')
}

/// The default address of a URL.
pub(crate) struct DefaultAddress {
    pub(crate) url: String,
    /// True if the URL has no other address.
    pub(crate) is_only: bool,
}

/// Returns the default address of a server, or `None` if a variable has no default.
pub(crate) fn default_address(description: &ResolvedDescription<'_>, server: NodeId) -> Option<DefaultAddress> {
    let arena = description.arena();
    let url = arena.string_at(server, KnownKey::Url).unwrap_or_default();
    let mut address = DefaultAddress { url: String::new(), is_only: true };
    let mut rest = &*url;
    for name in erased_path(&url).1 {
        let variable = server_variable(description, server, name)?;
        let default = arena.string_at(variable, KnownKey::Default)?;
        if let Some((before, behind)) = rest.split_once(&format!("{{{name}}}")) {
            address.url.extend([before, &default]);
            rest = behind;
        }
        let listed = arena.member(variable, KnownKey::Enum);
        address.is_only &= listed.is_some_and(|list| arena.children(list).count() == 1);
    }
    address.url.push_str(rest);
    Some(address)
}

/// The paths of a server's addresses.
#[derive(Debug, Clone, Default)]
pub(crate) struct ServerPaths {
    /// The paths without a slash at their end. The first one is that of the default address.
    pub(crate) listed: Vec<String>,
    /// True if there are others, because a variable may have any value.
    pub(crate) is_open: bool,
}

/// Returns the paths of a server's addresses.
pub(crate) fn server_paths(description: &ResolvedDescription<'_>, server: NodeId) -> ServerPaths {
    let arena = description.arena();
    let url = arena.string_at(server, KnownKey::Url).unwrap_or_default();
    let path = path_of(&url);
    let names = erased_path(path).1;
    // All occurrences of a variable have one value, so only the default of a repeated one is used.
    let is_open = order::sorted_unique(names.iter().copied()).len() < names.len();
    let mut found = ServerPaths { listed: vec![String::new()], is_open };
    let mut rest = path;
    for name in names {
        let Some((before, behind)) = rest.split_once(&format!("{{{name}}}")) else { continue };
        let variable = server_variable(description, server, name);
        let default = variable.and_then(|variable| arena.string_at(variable, KnownKey::Default));
        let list = variable.and_then(|variable| arena.member(variable, KnownKey::Enum));
        let listed = list.into_iter().flat_map(|list| arena.children(list)).filter_map(|value| arena.string(value));
        let values = default.into_iter().chain(listed).list();
        if list.is_none() || found.listed.len() * values.len() > LISTED_PATHS {
            found.is_open = true;
        }
        let kept = if found.is_open { values.get(..1).unwrap_or_default() } else { &values };
        if kept.is_empty() {
            continue;
        }
        rest = behind;
        if let [value] = kept {
            // Copies of the path for each of many variables would take quadratic time.
            found.listed.iter_mut().for_each(|path| path.extend([before, value]));
            continue;
        }
        let with = |path: &String| kept.iter().map(|value| format!("{path}{before}{value}")).list();
        found.listed = found.listed.iter().flat_map(with).list();
    }
    for path in &mut found.listed {
        path.push_str(rest);
    }
    for path in &mut found.listed {
        normalize_path(path).trim_end_matches('/').clone_into(path);
    }
    found
}

/// Returns the variable of a server with this name.
pub(crate) fn server_variable(description: &ResolvedDescription<'_>, server: NodeId, name: &str) -> Option<NodeId> {
    let arena = description.arena();
    arena.get(arena.member(server, KnownKey::Variables)?, arena.keys().find(name)?)
}
