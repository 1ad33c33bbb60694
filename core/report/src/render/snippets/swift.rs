//! Code for Foundation, with `URLRequest`.

use super::quoted;
use crate::ExampleRequest;

pub(super) fn snippet(request: &ExampleRequest, name: &str) -> String {
    let ExampleRequest { method, url, headers, body } = request;
    let is_changed = method != "GET" || !headers.is_empty() || body.is_some();
    let keyword = if is_changed { "var" } else { "let" };
    let mut lines = vec![format!("{keyword} {name} = URLRequest(url: URL(string: {})!)", text(url))];
    if method != "GET" || body.is_some() {
        lines.push(format!("{name}.httpMethod = {}", text(method)));
    }
    lines.extend(
        headers
            .iter()
            .map(|(field, value)| format!("{name}.addValue({}, forHTTPHeaderField: {})", text(value), text(field))),
    );
    lines.extend(body.iter().map(|body| format!("{name}.httpBody = Data({}.utf8)", body_text(body))));
    lines.join("\n")
}

fn text(text: &str) -> String {
    quoted(text, |char| format!("\\u{{{char:x}}}"), &[])
}

/// Writes an extended string literal, in which JSON needs no escapes.
fn body_text(body: &str) -> String {
    if body.contains("\"#") || body.contains("\\#") || !body.contains('"') || body.contains(['\n', '\r']) {
        return text(body);
    }
    format!("#\"{body}\"#")
}
