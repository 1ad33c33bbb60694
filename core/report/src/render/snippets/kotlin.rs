//! Code for any JVM, with `java.net.http`.

use super::quoted;
use crate::ExampleRequest;

pub(super) fn snippet(request: &ExampleRequest, name: &str) -> String {
    let ExampleRequest { method, url, headers, body } = request;
    let mut calls: Vec<String> =
        headers.iter().map(|(name, value)| format!("    .header({}, {})", text(name), text(value))).collect();
    match (method.as_str(), body) {
        ("GET", None) => {}
        (method, None) => calls.push(format!("    .method({}, HttpRequest.BodyPublishers.noBody())", text(method))),
        (method, Some(body)) => {
            calls.push(format!(
                "    .method({}, HttpRequest.BodyPublishers.ofString({}))",
                text(method),
                body_text(body)
            ));
        }
    }
    calls.push("    .build()".to_owned());
    format!("val {name} = HttpRequest.newBuilder(URI({}))\n{}", text(url), calls.join("\n"))
}

fn text(text: &str) -> String {
    quoted(text, |char| format!("\\u{char:04x}"), &['$'])
}

/// Writes a raw string, in which JSON needs no escapes. A raw string reads every line end as `\n`.
fn body_text(body: &str) -> String {
    if body.contains(['$', '\r', '\n']) || body.contains("\"\"\"") || body.ends_with('"') || !body.contains('"') {
        return text(body);
    }
    format!("\"\"\"{body}\"\"\"")
}
