//! Where a relative reference of one document leads: RFC 3986, section 5.2, for URIs and for plain paths alike.

/// The address that `reference` has in a document at `base`. Both may be URIs or paths within an upload; a fragment is
/// dropped, as it names a place within the document that is meant.
pub(crate) fn resolve(base: &str, reference: &str) -> String {
    let reference = without_fragment(reference.trim());
    if scheme(reference).is_some() {
        return reference.to_owned();
    }
    let (authority, path) = split_authority(without_query(without_fragment(base)));
    if reference.is_empty() {
        return format!("{authority}{path}");
    }
    if let Some(rest) = reference.strip_prefix("//") {
        return format!("{}//{rest}", scheme(base).map(|scheme| format!("{scheme}:")).unwrap_or_default());
    }
    if reference.starts_with('?') {
        return format!("{authority}{path}{reference}");
    }
    let (reference_path, query) = reference.split_at(reference.find('?').unwrap_or(reference.len()));
    let joined = if reference_path.starts_with('/') {
        reference_path.to_owned()
    } else {
        let folder = path.rfind('/').map_or("", |slash| path.get(..=slash).unwrap_or_default());
        let root = if folder.is_empty() && !authority.is_empty() { "/" } else { "" };
        format!("{root}{folder}{reference_path}")
    };
    format!("{authority}{}{query}", remove_dot_segments(&joined))
}

fn without_fragment(text: &str) -> &str {
    text.split_once('#').map_or(text, |(before, _)| before)
}

fn without_query(text: &str) -> &str {
    text.split_once('?').map_or(text, |(before, _)| before)
}

/// The scheme of an absolute URI. A single letter is a drive of Windows, whose paths are relative to nothing either.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let mut characters = scheme.chars();
    let starts = characters.next().is_some_and(|first| first.is_ascii_alphabetic());
    (starts && characters.all(|next| next.is_ascii_alphanumeric() || matches!(next, '+' | '-' | '.'))).then_some(scheme)
}

/// `scheme://authority` (or `scheme:`) and what follows it.
fn split_authority(base: &str) -> (&str, &str) {
    let Some(scheme) = scheme(base) else { return ("", base) };
    let after_scheme = scheme.len() + 1;
    let rest = base.get(after_scheme..).unwrap_or_default();
    let end = match rest.strip_prefix("//") {
        Some(authority) => after_scheme + 2 + authority.find('/').unwrap_or(authority.len()),
        None => after_scheme,
    };
    base.split_at(end)
}

/// RFC 3986, section 5.2.4; a path that is relative keeps the `..` that lead out of it.
fn remove_dot_segments(path: &str) -> String {
    let absolute = path.starts_with('/');
    let mut kept: Vec<&str> = Vec::new();
    for segment in path.trim_start_matches('/').split('/') {
        match segment {
            "." => {}
            ".." if kept.last().is_some_and(|last| *last != "..") => {
                kept.pop();
            }
            ".." if absolute => {}
            other => kept.push(other),
        }
    }
    format!("{}{}", if absolute { "/" } else { "" }, kept.join("/"))
}
