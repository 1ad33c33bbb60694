//! Converts a draft to a request: URL, header fields and body. Parameters are serialised in their style (OpenAPI 3.1.1
//! section 4.8.12.3).

use percent_encoding::utf8_percent_encode;
use serde_json::Value;
use waybill_base::internal::ENCODED;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription, resolved};
use waybill_openapi::operation::{Location, Operation, Parameter, Style};

use super::Endpoint;
use super::body::write_body;
use super::draft::{Argument, Draft, is_json, is_same};
use crate::ExampleRequest;

/// Maximum length of a URL, in bytes.
const MAX_URL_BYTES: usize = 400;

/// Server for descriptions without a usable one (RFC 2606 section 3).
const NO_SERVER: &str = "https://api.example.com";

/// Methods that `fetch` rejects (WHATWG Fetch section 2.2.1).
const NEVER_SENT_ALIKE: [&str; 3] = ["TRACE", "TRACK", "CONNECT"];

/// Header fields that clients set themselves.
const OF_THE_CLIENT: [&str; 7] =
    ["host", "connection", "date", "expect", "transfer-encoding", "upgrade", "content-length"];

/// Converts a draft to a request. `None` if a value does not fit into a few lines.
pub(super) fn write_request(at: Endpoint<'_>, draft: &Draft) -> Option<ExampleRequest> {
    let written = write_target(at, draft)?;
    let request = ExampleRequest { url: server(resolved(at.description), at.operation) + &written.url, ..written };
    request.is_plain().then_some(request)
}

/// Converts a draft to a request whose URL is only the path and query.
pub(super) fn write_target(at: Endpoint<'_>, draft: &Draft) -> Option<ExampleRequest> {
    let operation = at.operation;
    let mut url = operation.path.clone();
    let (mut query, mut headers, mut cookies) = (Vec::new(), Vec::new(), Vec::new());
    let body = match &draft.body {
        Some(body) => Some(write_body(at, body)?),
        None => None,
    };
    headers.extend(body.iter().map(|body| ("Content-Type".to_owned(), body.content_type.clone())));
    for argument in &draft.arguments {
        let parameter =
            operation.parameters.iter().find(|parameter| is_same(argument, parameter.location, &parameter.name))?;
        let argument = &as_content(parameter, argument)?;
        match parameter.location {
            Location::Path => url = url.replace(&format!("{{{}}}", parameter.name), &write_path(parameter, argument)?),
            Location::Query => query.extend(write_query(parameter, argument)?),
            Location::Header => headers.push((parameter.name.clone(), write_plain(argument)?)),
            Location::Cookie => cookies.push(format!("{}={}", parameter.name, encode(&write_plain(argument)?))),
            Location::QueryString => return None,
        }
    }
    if !query.is_empty() {
        url = format!("{url}?{}", query.join("&"));
    }
    if !cookies.is_empty() {
        headers.push(("Cookie".to_owned(), cookies.join("; ")));
    }
    let path = url.split('?').next().unwrap_or_default();
    // Dot segments and unescaped delimiters would change the path.
    let is_path = !operation.path.contains(['?', '#']) && path.split('/').all(|segment| !matches!(segment, "." | ".."));
    let method = operation.method.as_str();
    let is_refused_by_fetch =
        NEVER_SENT_ALIKE.contains(&method) || (matches!(method, "GET" | "HEAD") && body.is_some());
    let is_sent_alike = !is_refused_by_fetch
        && headers.iter().all(|(name, _)| !OF_THE_CLIENT.iter().any(|own| name.eq_ignore_ascii_case(own)));
    let is_short = url.len() <= MAX_URL_BYTES && is_path && is_sent_alike;
    let body = body.map(|body| body.text);
    let request = ExampleRequest { method: operation.method.clone(), url, headers, body };
    (is_short && request.is_plain()).then_some(request)
}

/// Serialises the value of a parameter that has a media type (OpenAPI 3.1.1 section 4.8.12.2).
fn as_content(parameter: &Parameter, argument: &Argument) -> Option<Argument> {
    let Some(content) = &parameter.content else { return Some(argument.clone()) };
    let text = if is_json(&content.range) { argument.value.to_string() } else { scalar(&argument.value)? };
    Some(Argument { value: Value::String(text), ..argument.clone() })
}

/// Returns the URL of an operation's server, without a final slash. The first server with a plain absolute URL is used.
fn server(description: &ResolvedDescription<'_>, operation: &Operation) -> String {
    let arena = description.arena();
    let is_own = |path: &str| path == operation.path;
    let entries = description.operation_entries();
    let own = entries.iter().find(|entry| is_own(&entry.path) && entry.method == operation.method);
    let holders = own.into_iter().flat_map(|own| [own.operation, own.entry, own.item]).chain([NodeId::ROOT]);
    let mut lists = holders.filter_map(|holder| arena.member(holder, KnownKey::Servers));
    let servers = lists.next().into_iter().flat_map(|list| arena.children(list));
    let mut urls = servers.filter_map(|server| read_server(description, server));
    let is_address = |url: &str| {
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        rest.is_some_and(|rest| {
            !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~:/%".contains(&byte))
        })
    };
    urls.find(|url| is_address(url)).map_or_else(|| NO_SERVER.to_owned(), |url| url.trim_end_matches('/').to_owned())
}

/// Returns the URL of a server with the default values of its variables (OpenAPI 3.1.1 section 4.8.5).
fn read_server(description: &ResolvedDescription<'_>, server: NodeId) -> Option<String> {
    let arena = description.arena();
    let mut url = arena.string_at(server, KnownKey::Url)?.into_owned();
    let variables = arena.member(server, KnownKey::Variables).into_iter().flat_map(|all| arena.children(all));
    for variable in variables {
        let value = arena.string_at(variable, KnownKey::Default)?;
        url = url.replace(&format!("{{{}}}", arena.key_text(variable)), &value);
    }
    Some(if url.starts_with('/') { format!("{NO_SERVER}{url}") } else { url })
}

pub(super) fn encode(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// Returns a scalar as text, or `None` for arrays, objects and null.
pub(super) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns a scalar, or the scalars of an array.
pub(super) fn scalars(value: &Value) -> Option<Vec<String>> {
    // Servers that decode first would split elements at these delimiters.
    let is_one = |text: &String| !text.contains([',', ';', '|', ' ', '\t', '.', '&', '=']);
    match value {
        Value::Array(elements) if elements.is_empty() => None,
        Value::Array(elements) => {
            let texts: Option<Vec<String>> = elements.iter().map(scalar).collect();
            texts.filter(|texts| texts.iter().all(is_one))
        }
        value => Some(vec![scalar(value)?]),
    }
}

fn write_path(parameter: &Parameter, argument: &Argument) -> Option<String> {
    let values: Vec<String> = scalars(&argument.value)?.iter().map(|value| encode(value)).collect();
    let is_empty = values.iter().all(String::is_empty);
    let name = encode(&parameter.name);
    match parameter.style {
        _ if is_empty => None,
        Style::Label => Some(format!(".{}", values.join(if parameter.explode { "." } else { "," }))),
        Style::Matrix if parameter.explode => Some(format!(";{name}={}", values.join(&format!(";{name}=")))),
        Style::Matrix => Some(format!(";{name}={}", values.join(","))),
        _ => Some(values.join(",")),
    }
}

fn write_query(parameter: &Parameter, argument: &Argument) -> Option<Vec<String>> {
    let name = encode(&parameter.name);
    if let Value::Object(members) = &argument.value {
        let pair = |(member, value): (&String, &Value)| {
            let (member, value) = (encode(member), encode(&scalar(value)?));
            match parameter.style {
                Style::DeepObject => Some(format!("{name}%5B{member}%5D={value}")),
                Style::Form if parameter.explode => Some(format!("{member}={value}")),
                _ => None,
            }
        };
        return if members.is_empty() { None } else { members.iter().map(pair).collect() };
    }
    let values: Vec<String> = scalars(&argument.value)?.iter().map(|value| encode(value)).collect();
    if parameter.explode && parameter.style == Style::Form {
        return Some(values.iter().map(|value| format!("{name}={value}")).collect());
    }
    let between = match parameter.style {
        Style::SpaceDelimited => "%20",
        Style::PipeDelimited => "%7C",
        Style::TabDelimited => "%09",
        _ => ",",
    };
    Some(vec![format!("{name}={}", values.join(between))])
}

fn write_plain(argument: &Argument) -> Option<String> {
    let text = scalars(&argument.value)?.join(",");
    // Surrounding white space is not part of a header's value (RFC 9110 section 5.5).
    (!text.is_empty() && text.trim() == text).then_some(text)
}
