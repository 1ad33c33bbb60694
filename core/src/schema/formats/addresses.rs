//! E-mail addresses, host names and addresses of hosts.

use std::net::{Ipv4Addr, Ipv6Addr};

/// A mailbox (RFC 5321 section 4.1.2), in any script where it is `international` (RFC 6531).
pub(super) fn is_email(text: &str, international: bool) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let is_atom = |character: char| {
        character.is_ascii_alphanumeric()
            || "!#$%&'*+-/=?^_`{|}~".contains(character)
            || international && !character.is_ascii()
    };
    let quoted = local.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let is_local = match quoted {
        Some(inside) => !inside.contains('"') && !inside.ends_with('\\'),
        None => local.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_atom)),
    };
    let literal = domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_domain = match literal {
        Some(address) => is_ipv4(address) || address.strip_prefix("IPv6:").is_some_and(is_ipv6),
        None => is_hostname(domain) || international && !domain.is_empty() && !domain.contains(' '),
    };
    is_local && local.len() <= 64 && is_domain
}

/// RFC 1123 section 2.1.
pub(super) fn is_hostname(text: &str) -> bool {
    let is_label = |label: &str| {
        let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        // Two hyphens there mark a prefix, of which there is one (RFC 5891 section 4.2.3.1).
        let is_marked = label.get(2..4) == Some("--") && !label.to_ascii_lowercase().starts_with("xn--");
        matches!(label.len(), 1..=63)
            && !label.starts_with('-')
            && !label.ends_with('-')
            && !is_marked
            && label.bytes().all(is_inside)
    };
    text.len() <= 253 && text.split('.').all(is_label)
}

pub(super) fn is_ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

pub(super) fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}
