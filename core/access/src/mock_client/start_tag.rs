//! The namespace of the first element of an XML text, without reading the rest: what a payload's place in a body is decided by.

/// The name of an element: its namespace, and its local name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ElementName {
    /// Empty where it is in none.
    pub(super) namespace: String,
    pub(super) local: String,
}

/// The text from its first element on: without a byte-order mark, an XML declaration and comments.
///
/// # Errors
/// Says what stands there instead of an element.
pub(super) fn skip_prolog(text: &str) -> Result<&str, &'static str> {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let (opening, closing) = if rest.starts_with("<?") {
            ("<?", "?>")
        } else if rest.starts_with("<!--") {
            ("<!--", "-->")
        } else {
            break;
        };
        let inside = rest.strip_prefix(opening).unwrap_or(rest);
        rest = inside.split_once(closing).ok_or("has a comment or an instruction that does not end")?.1.trim_start();
    }
    if rest.starts_with("<!") {
        return Err("begins with a document type, which SOAP does not allow");
    }
    if rest.starts_with('<') { Ok(rest) } else { Err("is no XML element") }
}

/// The name of the element that a text begins with.
///
/// # Errors
/// Says what is wrong with its start tag.
pub(super) fn read_name(text: &str) -> Result<ElementName, &'static str> {
    const BROKEN: &str = "begins with a start tag that cannot be read";
    let inside = text.strip_prefix('<').ok_or(BROKEN)?;
    let name_end = inside.find(|c: char| c.is_whitespace() || c == '>' || c == '/').ok_or(BROKEN)?;
    let (name, mut rest) = inside.split_at(name_end);
    let (prefix, local) = name.split_once(':').unwrap_or(("", name));
    let wanted = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
    let mut namespace = None;
    loop {
        rest = rest.trim_start();
        if rest.starts_with('>') || rest.starts_with("/>") {
            break;
        }
        let (attribute, after) = rest.split_once('=').ok_or(BROKEN)?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\'')).ok_or(BROKEN)?;
        let (value, after) = after.get(1..).and_then(|value| value.split_once(quote)).ok_or(BROKEN)?;
        if attribute.trim() == wanted {
            namespace = Some(unescape(value));
        }
        rest = after;
    }
    if local.is_empty() || local.contains(['<', '&']) {
        return Err(BROKEN);
    }
    if !prefix.is_empty() && namespace.is_none() {
        return Err("begins with an element whose prefix it does not declare");
    }
    Ok(ElementName { namespace: namespace.unwrap_or_default(), local: local.to_owned() })
}

/// Namespaces are URIs, in which `&` is all that has to be escaped.
fn unescape(value: &str) -> String {
    value.replace("&amp;", "&").replace("&#38;", "&").replace("&#x26;", "&")
}
