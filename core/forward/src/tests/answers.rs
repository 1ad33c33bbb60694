//! Tests of responses to the app.

use ::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use waybill_base::error::{Error, ErrorResponse};
use waybill_base::http::ResponseHead;

use super::*;

fn head(status: u16, fields: &[(&str, &str)]) -> ResponseHead {
    let mut headers = HeaderMap::new();
    for (name, value) in fields {
        headers.append(HeaderName::try_from(*name).unwrap(), HeaderValue::from_str(value).unwrap());
    }
    ResponseHead { status: StatusCode::from_u16(status).unwrap(), headers }
}

fn search() -> BodySearch {
    BodySearch::new([Secret::new(KEY.to_owned())])
}

/// Returns the response to the app for its orders if the platform responds with `head`.
fn answered(head: &ResponseHead) -> ForwardedAnswer {
    let mut forwarder = Forwarder::new(list());
    let received = forwarder.receive(&request("GET", "/users/user-1/orders", &[]), Some(&usual()), at(0));
    let Received::Authorize(authorization) = received else { panic!("{received:?}") };
    forwarder.permit(authorization.id).unwrap();
    forwarder.answer(authorization.id, head, &search()).unwrap()
}

#[test]
fn answers_keep_listed_headers_alone() {
    let fields = [
        ("content-type", "application/json"),
        ("etag", "\"1\""),
        ("x-total", "5"),
        ("connection", "x-total"),
        ("set-cookie", "a=b"),
        ("location", "/keys"),
        ("x-internal", "1"),
        ("cache-control", "public, max-age=60"),
    ];
    let ForwardedAnswer::Pass(passed) = answered(&head(200, &fields)) else { panic!("a success passes") };
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let expected =
        [pair("cache-control", "private, max-age=60"), pair("content-type", "application/json"), pair("etag", "\"1\"")];
    assert_eq!((passed.status, passed.headers.as_slice()), (200, &expected[..]));
    for control in ["no-store, max-age=60", "public", "max-age=x"] {
        let ForwardedAnswer::Pass(passed) = answered(&head(200, &[("cache-control", control)])) else {
            panic!("passes")
        };
        assert_eq!(passed.headers, [pair("cache-control", "no-store")], "{control}");
    }
    let repeated = answered(&head(200, &[("etag", &format!("\"{KEY}\""))]));
    assert!(matches!(repeated, ForwardedAnswer::Refused(refusal) if refusal.head.status == 502));
}

#[test]
fn redirects_are_not_passed_on_and_not_modified_is() {
    for (status, expected) in [(302, 502), (303, 502), (307, 502), (300, 502)] {
        let answer = answered(&head(status, &[("location", "https://platform.example/keys")]));
        assert!(matches!(answer, ForwardedAnswer::Refused(refusal) if refusal.head.status == expected), "{status}");
    }
    assert!(matches!(answered(&head(304, &[])), ForwardedAnswer::Pass(head) if head.status == 304));
}

/// Returns the response to the app for a flow that failed with `error`.
fn failed(error: &Error) -> ForwardedAnswer {
    let mut forwarder = Forwarder::new(list());
    let asked = request("POST", "/flows/f/execute?mode=test", &JSON_BODY);
    let received = forwarder.receive(&asked, Some(&usual()), at(0));
    let Received::Authorize(authorization) = received else { panic!("{received:?}") };
    forwarder.permit(authorization.id).unwrap();
    let answer = forwarder.fail(authorization.id, error, &search()).unwrap();
    assert_eq!(forwarder.live_count(), 0);
    answer
}

fn api_error(code: waybill_base::error::ErrorCode, status: u16, body: &str, complete: bool) -> Error {
    let mut error = Error::new(code, format!("the platform said {status}"));
    error.status = Some(status);
    let head = head(status, &[("content-type", "application/problem+json"), ("set-cookie", "a=b")]);
    error.response = Some(Box::new(ErrorResponse { head, body: body.as_bytes().to_vec(), complete }));
    error
}

#[test]
fn failures_do_not_reveal_the_back_ends_credentials() {
    for (error, expected) in [
        (api_error(code::API_UNAUTHORIZED, 401, "key", true), 502),
        (api_error(code::API_FORBIDDEN, 403, "tenant", true), 404),
        (api_error(code::API_INSUFFICIENT_SCOPE, 403, "scope", true), 502),
        (api_error(code::API_NOT_FOUND, 404, "none", true), 404),
        (api_error(code::API_RATE_LIMITED, 429, "slow", true), 503),
        (api_error(code::API_UNAVAILABLE, 503, "down", true), 502),
        (api_error(code::API_REFUSED, 400, "unlisted", true), 400),
        (Error::new(code::TOKEN_UNAVAILABLE, "no token".to_owned()), 503),
        (Error::new(code::TOKEN_CREDENTIALS_REJECTED, "no token".to_owned()), 503),
        (Error::new(code::CALL_DEADLINE, "late".to_owned()), 504),
        (Error::new(code::TRANSPORT_LOST, "lost".to_owned()), 502),
        (Error::new(code::TRANSPORT_NOT_SENT, "refused".to_owned()), 502),
        (Error::new(code::REQUEST_PARAMETER, "a slash".to_owned()), 404),
        (Error::new(code::CLIENT_CLOSED, "closed".to_owned()), 503),
    ] {
        let ForwardedAnswer::Refused(refusal) = failed(&error) else { panic!("{error:?} is passed on") };
        assert_eq!(refusal.head.status, expected, "{error:?}");
        assert!(refusal.log.contains(error.code.as_str()), "{}", refusal.log);
        let body = String::from_utf8(refusal.body).unwrap();
        assert!(!body.contains(&error.message) && body.contains("\"requestId\":\"r-1\""), "{body}");
    }
}

#[test]
fn body_of_a_listed_error_passes_unless_it_has_a_credential() {
    let ForwardedAnswer::Whole(head, body) = failed(&api_error(code::API_REFUSED, 422, "{\"field\":\"name\"}", true))
    else {
        panic!("422 is listed")
    };
    assert_eq!((head.status, body.as_slice()), (422, &b"{\"field\":\"name\"}"[..]));
    assert!(head.headers.iter().all(|(name, _)| name != "set-cookie"));
    for error in [api_error(code::API_REFUSED, 422, KEY, true), api_error(code::API_REFUSED, 422, "{}", false)] {
        assert!(matches!(failed(&error), ForwardedAnswer::Refused(refusal) if refusal.head.status == 422));
    }
}
