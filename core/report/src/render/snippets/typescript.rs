//! Code for any runtime with `fetch`.

use super::quoted;
use crate::ExampleRequest;

pub(super) fn snippet(request: &ExampleRequest, name: &str) -> String {
    let ExampleRequest { method, url, headers, body } = request;
    let mut options = Vec::new();
    if method != "GET" || body.is_some() {
        options.push(format!("  method: {},", text(method)));
    }
    if !headers.is_empty() {
        let headers: Vec<String> =
            headers.iter().map(|(name, value)| format!("{}: {}", text(name), text(value))).collect();
        options.push(format!("  headers: {{ {} }},", headers.join(", ")));
    }
    options.extend(body.iter().map(|body| format!("  body: {},", body_text(body))));
    let options = if options.is_empty() { String::new() } else { format!(", {{\n{}\n}}", options.join("\n")) };
    format!("const {name} = await fetch({}{options});", text(url))
}

fn text(text: &str) -> String {
    quoted(text, |char| format!("\\u{char:04x}"), &[])
}

/// Writes a template literal, in which JSON needs the fewest escapes.
fn body_text(body: &str) -> String {
    if body.contains(['`', '$', '\\', '\r']) || !body.contains('"') {
        return text(body);
    }
    format!("`{body}`")
}
