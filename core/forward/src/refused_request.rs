//! What the app gets where nothing is forwarded, or nothing comes back: problem details (RFC 9457) that say nothing of why.

use serde_json::json;

use super::answer::AnswerHead;

/// A refusal: what the app gets, and what the log gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedRequest {
    /// Status and header fields of what the app gets.
    pub head: AnswerHead,
    /// Its body: problem details with the request's id.
    pub body: Vec<u8>,
    /// Why, for the host's log alone: it may name the path that was sent, and holds no header field, no body and no secret.
    pub log: String,
}

/// What the app is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    Malformed,
    NoSession,
    NotFound,
    BodyTooLarge,
    MediaType,
    /// With how many milliseconds to wait.
    TooMany(i64),
    HeadersTooLarge,
    /// The platform refused or answered what cannot be passed on.
    BadAnswer,
    /// With how many milliseconds to wait, where that is known.
    Unavailable(Option<i64>),
    TimedOut,
    /// The platform refused what the app asked for with this status.
    Status(u16),
}

impl Cause {
    const fn status(self) -> u16 {
        match self {
            Cause::Malformed => 400,
            Cause::NoSession => 401,
            Cause::NotFound => 404,
            Cause::BodyTooLarge => 413,
            Cause::MediaType => 415,
            Cause::TooMany(_) => 429,
            Cause::HeadersTooLarge => 431,
            Cause::BadAnswer => 502,
            Cause::Unavailable(_) => 503,
            Cause::TimedOut => 504,
            Cause::Status(status) => status,
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Cause::Malformed => "the request is malformed",
            Cause::NoSession => "sign in first",
            Cause::NotFound => "there is nothing here",
            Cause::BodyTooLarge => "the body is too large",
            Cause::MediaType => "the body's media type is not accepted",
            Cause::TooMany(_) => "too many requests",
            Cause::HeadersTooLarge => "the header fields are too large",
            Cause::BadAnswer => "the service behind this one gave no usable answer",
            Cause::Unavailable(_) => "the service is not available at the moment",
            Cause::TimedOut => "the service behind this one did not answer in time",
            Cause::Status(_) => "the request was refused",
        }
    }

    const fn wait(self) -> Option<i64> {
        match self {
            Cause::TooMany(millis) => Some(millis),
            Cause::Unavailable(millis) => millis,
            _ => None,
        }
    }
}

impl RefusedRequest {
    /// `origin`: the origin that may read it.
    pub(super) fn new(cause: Cause, request_id: &str, origin: Option<&str>, log: impl Into<String>) -> RefusedRequest {
        let status = cause.status();
        let mut headers = vec![
            ("cache-control".to_owned(), "no-store".to_owned()),
            ("content-type".to_owned(), "application/problem+json".to_owned()),
        ];
        if cause == Cause::NoSession {
            headers.push(("www-authenticate".to_owned(), "Bearer".to_owned()));
        }
        if let Some(millis) = cause.wait() {
            // Whole seconds, and never too few.
            let seconds = (millis.max(1) + 999) / 1000;
            headers.push(("retry-after".to_owned(), seconds.to_string()));
        }
        let mut head = AnswerHead { status, headers };
        head.allow_origin(origin);
        let problem =
            json!({ "type": "about:blank", "title": cause.title(), "status": status, "requestId": request_id });
        RefusedRequest { head, body: problem.to_string().into_bytes(), log: log.into() }
    }
}
