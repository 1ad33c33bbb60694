//! Code for a POSIX shell. Single quotes keep all characters literal (IEEE Std 1003.1-2024, section 2.2.2).

use crate::ExampleRequest;

pub(super) fn snippet(request: &ExampleRequest, name: &str) -> String {
    let ExampleRequest { method, url, headers, body } = request;
    let mut words = vec!["curl".to_owned()];
    match method.as_str() {
        "GET" if body.is_none() => {}
        "HEAD" => words.push("--head".to_owned()),
        method => words.push(format!("-X {method}")),
    }
    words.push(quoted(url));
    words.extend(headers.iter().map(|(name, value)| format!("-H {}", quoted(&format!("{name}: {value}")))));
    // `printf` writes carriage returns, because they cannot be copied inside quotes.
    let piped = body.as_deref().filter(|body| body.contains('\r'));
    if piped.is_some() {
        words.push("--data-binary @-".to_owned());
    } else {
        words.extend(body.iter().map(|body| format!("--data-raw {}", quoted(body))));
    }
    let writer = piped.map(|body| format!("printf %b {} |\n  ", quoted(&escaped(body)))).unwrap_or_default();
    format!("# {name}\n{writer}{}", words.join(" "))
}

/// Escapes text for `printf %b` (IEEE Std 1003.1-2024, `printf`).
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\r', "\\r").replace('\n', "\\n")
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
