//! Removes all operations from a description, to represent an interface before its first or after its last release.

use std::borrow::Cow;

use super::error::ReadError;
use super::limits::Limits;
use super::loader;
use crate::tree::NodeId;

/// Returns the description `name` as JSON with empty `paths` and without `webhooks` or `x-webhooks`. Compared with it, all
/// operations of the original are new, and nothing else differs.
///
/// # Errors
/// A [`ReadError`] if the text is neither JSON nor YAML.
pub fn remove_operations(name: &str, bytes: &[u8], limits: &Limits) -> Result<Vec<u8>, ReadError> {
    let (mut built, source) = loader::read(name, Cow::Borrowed(bytes), limits)?;
    built.arena.set_source(source);
    let arena = built.arena;
    let mut written = "{".to_owned();
    for member in arena.children(NodeId::ROOT).filter(|_| arena.is_object(NodeId::ROOT)) {
        if matches!(arena.key_text(member), "paths" | "webhooks" | "x-webhooks") {
            continue;
        }
        arena.write_key(member, &mut written);
        written.push(':');
        // Aliases multiply the output, but the parser has limited their number.
        arena.write_json(member, usize::MAX / 2, &mut written);
        written.push(',');
    }
    written.push_str("\"paths\":{}}");
    Ok(written.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_operations_go() {
        let json =
            br#"{"openapi": "3.1.0", "paths": {"/a": {}}, "info": {"title": "T", "version": "1.0.0"}, "webhooks": {}, "x-webhooks": {"a": {}}}"#;
        let yaml = b"openapi: 3.1.0\npaths:\n  /a: {}\ninfo: {title: T, version: 1.0.0}\n";
        let expected = r#"{"openapi":"3.1.0","info":{"title":"T","version":"1.0.0"},"paths":{}}"#;
        for text in [&json[..], yaml] {
            let removed = remove_operations("a", text, &Limits::default()).unwrap();
            assert_eq!(String::from_utf8(removed).unwrap(), expected);
        }
        assert!(remove_operations("a", b"{", &Limits::default()).is_err());
    }
}
