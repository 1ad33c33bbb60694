//! Example requests as client code in several languages. Each snippet can be pasted unchanged, and all send the same
//! bytes.

mod curl;
mod kotlin;
mod swift;
#[cfg(test)]
mod tests;
mod typescript;

use crate::ExampleRequest;

/// A language of snippets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SnippetLanguage {
    /// A shell with curl.
    Curl,
    /// TypeScript with `fetch`.
    TypeScript,
    /// Kotlin with `java.net.http`.
    Kotlin,
    /// Swift with `URLRequest`.
    Swift,
}

impl SnippetLanguage {
    /// All languages, in display order.
    pub const ALL: [SnippetLanguage; 4] =
        [SnippetLanguage::Curl, SnippetLanguage::TypeScript, SnippetLanguage::Kotlin, SnippetLanguage::Swift];

    /// Returns the language's name for code fences, such as `ts`.
    #[must_use]
    pub const fn fence_name(self) -> &'static str {
        match self {
            SnippetLanguage::Curl => "sh",
            SnippetLanguage::TypeScript => "ts",
            SnippetLanguage::Kotlin => "kotlin",
            SnippetLanguage::Swift => "swift",
        }
    }
}

impl ExampleRequest {
    /// Returns the request as code, without a final line end. `name` must be an identifier in all languages. It names a
    /// constant, or appears in a comment above.
    #[must_use]
    pub fn snippet(&self, language: SnippetLanguage, name: &str) -> String {
        match language {
            SnippetLanguage::Curl => curl::snippet(self, name),
            SnippetLanguage::TypeScript => typescript::snippet(self, name),
            SnippetLanguage::Kotlin => kotlin::snippet(self, name),
            SnippetLanguage::Swift => swift::snippet(self, name),
        }
    }
}

/// Quotes text with the escapes that JavaScript, Kotlin and Swift share. `other` escapes unprintable characters, and
/// `escaped` are further characters to escape.
fn quoted(text: &str, other: impl Fn(u32) -> String, escaped: &[char]) -> String {
    let mut quoted = String::from("\"");
    for char in text.chars() {
        match char {
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '"' | '\\' => quoted.extend(['\\', char]),
            _ if escaped.contains(&char) => quoted.extend(['\\', char]),
            _ if char.is_control() || matches!(char, '\u{2028}' | '\u{2029}') => {
                quoted.push_str(&other(u32::from(char)));
            }
            _ => quoted.push(char),
        }
    }
    quoted.push('"');
    quoted
}
