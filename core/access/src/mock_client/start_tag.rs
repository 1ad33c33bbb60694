//! Reads the namespace of an XML text's first element, to check a payload. The rest is not parsed.

/// The name of an element: namespace and local name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ElementName {
    /// Empty if the element has no namespace.
    pub(super) namespace: String,
    pub(super) local: String,
}

/// Skips a byte-order mark, an XML declaration and comments. Returns the text from its first element on.
///
/// # Errors
/// A description of the text that comes instead of an element.
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
        rest = inside.split_once(closing).ok_or("has a comment or an instruction that is not closed")?.1.trim_start();
    }
    if rest.starts_with("<!") {
        return Err("starts with a document type declaration, which SOAP does not allow");
    }
    if rest.starts_with('<') { Ok(rest) } else { Err("is not an XML element") }
}

/// Returns the name of the text's first element.
///
/// # Errors
/// A description of the problem in its start tag.
pub(super) fn read_name(text: &str) -> Result<ElementName, &'static str> {
    const BROKEN: &str = "starts with an invalid tag";
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

/// Unescapes a namespace. Namespaces are URIs, in which only `&` has to be escaped.
fn unescape(value: &str) -> String {
    value.replace("&amp;", "&").replace("&#38;", "&").replace("&#x26;", "&")
}
