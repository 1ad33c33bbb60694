//! The choice of a described response and its status.

use http::StatusCode;
use waybill_openapi::operation::Response;

use crate::request::prefer::describe_preference;
use crate::response::Problem;

/// Smallest and largest status of a final response. 1xx responses are interim (RFC 9110 section 15.2).
const FIRST: u16 = 200;
const LAST: u16 = 599;

/// Chooses the response that the request prefers, else the first success, else the first redirection, else `default`,
/// else the first response.
pub(super) fn choose<'r>(responses: &'r [Response], code: Option<&str>) -> Result<(StatusCode, &'r Response), Problem> {
    if let Some(code) = code {
        return choose_code(responses, code);
    }
    let chosen = success(responses).or_else(|| find(responses, "default")).or(responses.first());
    let chosen = chosen.ok_or_else(|| {
        Problem::new(StatusCode::NOT_IMPLEMENTED, "No response is described", "the operation describes no response")
    })?;
    Ok((status_of(responses, chosen), chosen))
}

/// Returns the first success, else the first redirection. Exact statuses take precedence over ranges.
fn success(responses: &[Response]) -> Option<&Response> {
    let of_class = |class| {
        let of_class = || responses.iter().filter(move |response| response.status.starts_with(class));
        of_class().find(|response| class_of(&response.status).is_none()).or_else(|| of_class().next())
    };
    of_class('2').or_else(|| of_class('3'))
}

/// Returns the response for a status, for a class such as `5XX`, or for `default`.
fn choose_code<'r>(responses: &'r [Response], code: &str) -> Result<(StatusCode, &'r Response), Problem> {
    let default = || find(responses, "default");
    let chosen = if let Some(status) = final_status(code) {
        describing(responses, status).or_else(default).map(|chosen| (status, chosen))
    } else if let Some(class) = class_of(code) {
        let of_class = || responses.iter().find(|response| response.status.starts_with(class));
        let chosen = find(responses, code).or_else(of_class);
        let first = || final_status(&format!("{class}00"));
        chosen
            .map(|chosen| (status_of(responses, chosen), chosen))
            .or_else(|| default().and_then(|chosen| Some((first()?, chosen))))
    } else {
        find(responses, code).map(|chosen| (status_of(responses, chosen), chosen))
    };
    chosen.ok_or_else(|| {
        let known: Vec<&str> = responses.iter().map(|response| response.status.as_str()).collect();
        let preferred = describe_preference("code", code);
        let is_code = code.is_empty() || is_default(code) || final_status(code).is_some() || class_of(code).is_some();
        let advice = if is_code { String::new() } else { format!(", which is not a status from {FIRST} to {LAST}") };
        let detail = format!("{preferred}{advice}; the operation describes {}", known.join(", "));
        Problem::new(StatusCode::BAD_REQUEST, "No such response", detail)
    })
}

/// True if responses with this status never have a body, regardless of the description (RFC 9110 section 6.4.1).
pub(super) fn is_bodiless(status: &str) -> bool {
    status.starts_with('1') || status == "204" || status == "304"
}

fn find<'r>(responses: &'r [Response], status: &str) -> Option<&'r Response> {
    responses.iter().find(|response| response.status.eq_ignore_ascii_case(status))
}

/// Returns the response that describes a status, directly or by its class.
fn describing(responses: &[Response], status: StatusCode) -> Option<&Response> {
    let class = status.as_str().get(..1).unwrap_or_default();
    find(responses, status.as_str()).or_else(|| find(responses, &format!("{class}XX")))
}

/// Returns the status to send. For a class, it is the first status that no other response describes. For `default`, it
/// is such a status from 500 if a success is described, else 200.
fn status_of(responses: &[Response], chosen: &Response) -> StatusCode {
    let first = match class_of(&chosen.status) {
        Some(class) => class.to_digit(10).and_then(|class| u16::try_from(class).ok()).unwrap_or(2) * 100,
        None if is_default(&chosen.status) && success(responses).is_some() => 500,
        None => return final_status(&chosen.status).unwrap_or(StatusCode::OK),
    };
    let of_others = |status: &StatusCode| {
        describing(responses, *status).is_some_and(|describing| !std::ptr::eq(describing, chosen))
    };
    let mut statuses = (first..first + 100).filter_map(|code| StatusCode::from_u16(code).ok());
    statuses.find(|status| !of_others(status)).unwrap_or(StatusCode::OK)
}

fn is_default(code: &str) -> bool {
    code.eq_ignore_ascii_case("default")
}

/// Returns the digit of a class of final statuses, such as `5XX`.
fn class_of(code: &str) -> Option<char> {
    match code.as_bytes() {
        [class @ b'2'..=b'5', b'X' | b'x', b'X' | b'x'] => Some(char::from(*class)),
        _ => None,
    }
}

fn final_status(code: &str) -> Option<StatusCode> {
    let code = code.parse().ok().filter(|code| (FIRST..=LAST).contains(code))?;
    StatusCode::from_u16(code).ok()
}
