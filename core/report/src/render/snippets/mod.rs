//! A request as code that sends it, in the languages that callers are written in: each piece can be pasted as it stands, and
//! sends the same bytes.

mod curl;
mod kotlin;
mod swift;
#[cfg(test)]
mod tests;
mod typescript;

use crate::ExampleRequest;

/// A language of examples.
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
    /// All of them, in the order in which they are shown.
    pub const ALL: [SnippetLanguage; 4] =
        [SnippetLanguage::Curl, SnippetLanguage::TypeScript, SnippetLanguage::Kotlin, SnippetLanguage::Swift];

    /// The name of the language behind a code fence, such as `ts`.
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
    /// The request as code, without a line end at its end. `name` is an identifier in all languages: what a constant is called,
    /// or what a comment above says.
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

/// A text between double quotes, with the escapes that all of JavaScript, Kotlin and Swift know; `other` writes what is
/// neither printable nor known to them.
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
