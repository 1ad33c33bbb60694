//! Parses an allow-list from JSON, and rejects lists that would forward more or less than they appear to.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use waybill_base::error::{Error, code};

use super::allow_list::{
    AllowList, AllowedOperation, AllowedRoute, Binding, BoundParameter, ForwardLimits, Pattern, Segment,
};
use super::headers::{is_token, is_withheld_from_app, is_withheld_from_platform};

/// Maximum timeout, in seconds: one hour.
const MAX_SECONDS: u32 = 3600;

/// Response header fields that are passed on by default.
const USUAL_ANSWER_HEADERS: [&str; 2] = ["content-language", "content-type"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListText {
    #[serde(default, rename = "$schema")]
    _schema: Option<String>,
    #[serde(default)]
    tenant: Option<ClaimText>,
    #[serde(default)]
    seller: Option<ClaimText>,
    #[serde(default)]
    origins: Vec<String>,
    #[serde(default)]
    limits: LimitsText,
    operations: Vec<OperationText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimText {
    claim: String,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct LimitsText {
    body_bytes: Option<u64>,
    header_bytes: Option<usize>,
    timeout_seconds: Option<u32>,
    concurrent: Option<usize>,
    requests_per_minute: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct OperationText {
    name: String,
    route: RouteText,
    method: String,
    template: String,
    #[serde(default)]
    path: BTreeMap<String, BindingText>,
    #[serde(default)]
    query: BTreeMap<String, BindingText>,
    #[serde(default)]
    request_headers: Vec<String>,
    #[serde(default)]
    media_types: Vec<String>,
    body_bytes: Option<u64>,
    answer_headers: Option<Vec<String>>,
    #[serde(default)]
    error_bodies: Vec<u16>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RouteText {
    Platform,
    Commerce,
    CommerceProxy,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct BindingText {
    claim: Option<String>,
    one_of: Option<Vec<String>>,
    pattern: Option<String>,
    any: Option<String>,
    #[serde(default)]
    required: bool,
}

impl AllowList {
    /// Parses a list. `waybill forward schema` prints its JSON Schema.
    ///
    /// # Errors
    /// `forward.list` with the location and the reason:
    /// - invalid JSON or an unknown member
    /// - a template parameter without a binding, or with two
    /// - one name in both `path` and `query`
    /// - two operations with the same method and path
    /// - a header that is never passed on
    /// - a route whose claim is missing
    pub fn read(json: &[u8]) -> Result<AllowList, Error> {
        let text: ListText = serde_json::from_slice(json).map_err(|error| refused(&error.to_string()))?;
        let ListText { _schema: _, tenant, seller, origins, limits, operations } = text;
        let limits = read_limits(&limits)?;
        for origin in &origins {
            if !is_origin(origin) {
                return Err(refused(&format!(
                    "`origins`: `{origin}` is not an origin: write only the scheme and the host, such as https://app.example"
                )));
            }
        }
        let (tenant_claim, seller_claim) = (tenant.map(|text| text.claim), seller.map(|text| text.claim));
        let mut read: Vec<AllowedOperation> = Vec::new();
        for (position, text) in operations.into_iter().enumerate() {
            let place =
                if text.name.is_empty() { format!("operation {}", position + 1) } else { format!("`{}`", text.name) };
            let operation = read_operation(text, &limits).map_err(|reason| refused(&format!("{place}: {reason}")))?;
            let needs = match operation.route {
                AllowedRoute::Commerce if tenant_claim.is_none() => Some(("commerce", "tenant")),
                AllowedRoute::CommerceProxy if seller_claim.is_none() => Some(("commerce-proxy", "seller")),
                _ => None,
            };
            if let Some((route, member)) = needs {
                return Err(refused(&format!(
                    "{place}: the route `{route}` needs `{member}`: {{\"claim\": ...}} at the top of the list"
                )));
            }
            if let Some(other) = read.iter().find(|other| are_asked_alike(other, &operation)) {
                let reason = format!("{place} and `{}` have the same method and path", other.name);
                return Err(refused(&reason));
            }
            if read.iter().any(|other| other.name == operation.name) {
                return Err(refused(&format!("two operations are named {place}")));
            }
            read.push(operation);
        }
        Ok(AllowList { tenant_claim, seller_claim, origins, limits, operations: read })
    }
}

fn refused(reason: &str) -> Error {
    Error::new(code::FORWARD_LIST, format!("the allow-list is invalid: {reason}"))
}

fn read_limits(text: &LimitsText) -> Result<ForwardLimits, Error> {
    let LimitsText { body_bytes, header_bytes, timeout_seconds, concurrent, requests_per_minute } = *text;
    let usual = ForwardLimits::default();
    if let Some(seconds) = timeout_seconds.filter(|seconds| !(1..=MAX_SECONDS).contains(seconds)) {
        return Err(refused(&format!("`limits.timeoutSeconds` must be from 1 to {MAX_SECONDS}, and is {seconds}")));
    }
    for (name, is_zero) in
        [("concurrent", concurrent == Some(0)), ("requestsPerMinute", requests_per_minute == Some(0))]
    {
        if is_zero {
            return Err(refused(&format!("`limits.{name}` is 0, so no request would be forwarded")));
        }
    }
    Ok(ForwardLimits {
        body_bytes: body_bytes.unwrap_or(usual.body_bytes),
        header_bytes: header_bytes.unwrap_or(usual.header_bytes),
        timeout_millis: timeout_seconds.map_or(usual.timeout_millis, |seconds| i64::from(seconds) * 1000),
        concurrent: concurrent.unwrap_or(usual.concurrent),
        requests_per_minute: requests_per_minute.unwrap_or(usual.requests_per_minute),
    })
}

/// Returns true if a string is an origin as browsers send it (RFC 6454 section 6.2).
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.:[]".contains(&byte);
    host.is_some_and(|host| !host.is_empty() && host.bytes().all(is_plain))
}

fn read_operation(text: OperationText, limits: &ForwardLimits) -> Result<AllowedOperation, String> {
    let OperationText { name, route, method, template, path, query, .. } = &text;
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err("`name` must be visible ASCII characters without spaces".to_owned());
    }
    if method.is_empty()
        || !method.bytes().all(|byte| byte.is_ascii_uppercase())
        || matches!(method.as_str(), "CONNECT" | "TRACE")
    {
        return Err(format!("`method` must be in upper case, such as GET, and not CONNECT or TRACE; it is `{method}`"));
    }
    let segments = read_template(template)?;
    let bound = bind_path(&segments, path)?;
    let query_bound = bind_query(query, &bound)?;
    let route = match route {
        RouteText::Platform => AllowedRoute::Platform,
        RouteText::Commerce => AllowedRoute::Commerce,
        RouteText::CommerceProxy => AllowedRoute::CommerceProxy,
    };
    let request_headers = read_header_names("requestHeaders", &text.request_headers, is_withheld_from_platform)?;
    let answer_headers = match &text.answer_headers {
        Some(names) => read_header_names("answerHeaders", names, is_withheld_from_app)?,
        None => USUAL_ANSWER_HEADERS.map(str::to_owned).to_vec(),
    };
    if let Some(status) = text.error_bodies.iter().find(|status| !is_open_status(**status)) {
        return Err(format!(
            "`errorBodies` has {status}: it may list only 400 and 402 to 499, except 403, 404 and 429"
        ));
    }
    let media_types = read_media_types(&text.media_types)?;
    Ok(AllowedOperation {
        route,
        path: bound,
        query: query_bound,
        request_headers,
        media_types,
        body_bytes: text.body_bytes.unwrap_or(limits.body_bytes).min(limits.body_bytes),
        answer_headers,
        error_bodies: text.error_bodies,
        segments,
        name: text.name,
        method: text.method,
        template: text.template,
    })
}

/// Binds each parameter of the template.
fn bind_path(segments: &[Segment], path: &BTreeMap<String, BindingText>) -> Result<Vec<BoundParameter>, String> {
    let names: Vec<&String> = segments
        .iter()
        .filter_map(|segment| match segment {
            Segment::Parameter(name) => Some(name),
            Segment::Literal(_) => None,
        })
        .collect();
    if let Some(name) = path.keys().find(|name| !names.contains(name)) {
        return Err(format!("`path` binds `{name}`, which the template does not have"));
    }
    let mut bound = Vec::new();
    for name in names {
        let binding = path.get(name).ok_or_else(|| {
            format!("the path parameter `{name}` has no binding: give it `claim`, `oneOf`, `pattern`, or `any` with the reason")
        })?;
        bound.push(BoundParameter { name: name.clone(), binding: read_binding(name, binding)?, required: true });
    }
    Ok(bound)
}

/// Binds the query parameters. The host decides by name, so a path parameter must not have the same name.
fn bind_query(query: &BTreeMap<String, BindingText>, path: &[BoundParameter]) -> Result<Vec<BoundParameter>, String> {
    let mut bound = Vec::new();
    for (name, binding) in query {
        if path.iter().any(|other| other.name == *name) {
            return Err(format!(
                "`path` and `query` both bind `{name}`, but the host gets one value for each name: rename the path \
                 parameter in `template` and `path`; requests do not contain its name"
            ));
        }
        bound.push(BoundParameter {
            name: name.clone(),
            binding: read_binding(name, binding)?,
            required: binding.required,
        });
    }
    Ok(bound)
}

/// Returns true if an error of this status is caused by the app, so that its body may be passed on.
pub(super) fn is_open_status(status: u16) -> bool {
    (400..500).contains(&status) && !matches!(status, 401 | 403 | 404 | 429)
}

fn read_media_types(names: &[String]) -> Result<Vec<String>, String> {
    let is_media_type =
        |name: &str| name.split_once('/').is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype));
    match names.iter().find(|name| !is_media_type(name) || name.contains('*')) {
        Some(name) => Err(format!("`mediaTypes` has `{name}`: write complete media types, such as application/json")),
        None => Ok(names.iter().map(|name| name.to_ascii_lowercase()).collect()),
    }
}

fn read_header_names(member: &str, names: &[String], is_withheld: fn(&str) -> bool) -> Result<Vec<String>, String> {
    let mut read = BTreeSet::new();
    for name in names.iter().map(|name| name.to_ascii_lowercase()) {
        if !is_token(&name) {
            return Err(format!("`{member}` has `{name}`, which is not a header name"));
        }
        if is_withheld(&name) {
            return Err(format!("`{member}` has `{name}`, which is never forwarded"));
        }
        read.insert(name);
    }
    Ok(read.into_iter().collect())
}

fn read_binding(name: &str, text: &BindingText) -> Result<Binding, String> {
    let BindingText { claim, one_of, pattern, any, required: _ } = text;
    let given = [claim.is_some(), one_of.is_some(), pattern.is_some(), any.is_some()];
    if given.into_iter().filter(|given| *given).count() != 1 {
        return Err(format!("the parameter `{name}` must be bound to one of `claim`, `oneOf`, `pattern` and `any`"));
    }
    if let Some(claim) = claim {
        return if claim.is_empty() {
            Err(format!("the claim of `{name}` has no name"))
        } else {
            Ok(Binding::Claim(claim.clone()))
        };
    }
    if let Some(values) = one_of {
        return if values.is_empty() {
            Err(format!("`oneOf` of `{name}` is empty, so no value would be accepted"))
        } else {
            Ok(Binding::OneOf(values.clone()))
        };
    }
    if let Some(text) = pattern {
        let pattern =
            Pattern::read(text).map_err(|reason| format!("the pattern of `{name}` is not supported: {reason}"))?;
        return Ok(Binding::Pattern(pattern));
    }
    let reason = any.clone().unwrap_or_default();
    if reason.trim().is_empty() {
        return Err(format!("`any` of `{name}` must give the reason why every value is allowed"));
    }
    Ok(Binding::Any { reason })
}

fn read_template(template: &str) -> Result<Vec<Segment>, String> {
    let Some(rest) = template.strip_prefix('/') else { return Err("`template` must begin with `/`".to_owned()) };
    let mut names = BTreeSet::new();
    let mut segments = Vec::new();
    for segment in rest.split('/') {
        if let Some(name) = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            if name.is_empty() || name.contains(['{', '}']) {
                return Err(format!("`template` has the segment `{segment}`, which has no parameter name"));
            }
            if !names.insert(name) {
                return Err(format!("`template` names the parameter `{name}` twice"));
            }
            segments.push(Segment::Parameter(name.to_owned()));
            continue;
        }
        if segment.contains(['{', '}']) {
            return Err(format!("`template` has the segment `{segment}`: a parameter must be a whole segment"));
        }
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,=:@".contains(&byte);
        if segment.is_empty() || matches!(segment, "." | "..") || !segment.bytes().all(is_plain) {
            return Err(format!("`template` has the segment `{segment}`, which is not safe in a request path"));
        }
        segments.push(Segment::Literal(segment.to_owned()));
    }
    Ok(segments)
}

/// Returns true if the same requests match both operations.
fn are_asked_alike(one: &AllowedOperation, other: &AllowedOperation) -> bool {
    let is_alike = |(one, other): (&Segment, &Segment)| match (one, other) {
        (Segment::Literal(one), Segment::Literal(other)) => one == other,
        (Segment::Parameter(_), Segment::Parameter(_)) => true,
        _ => false,
    };
    one.method == other.method
        && one.segments.len() == other.segments.len()
        && one.segments.iter().zip(&other.segments).all(is_alike)
}
