//! Refusals: problem details (RFC 9457) that do not reveal the reason to the app.

use serde_json::json;

use super::answer::AnswerHead;

/// A refusal, with a response for the app and a message for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedRequest {
    /// Status and header fields of the response.
    pub head: AnswerHead,
    /// Body of the response: problem details with the request's id.
    pub body: Vec<u8>,
    /// Reason, for the host's log only. It may contain the request's path, but no header field, body or secret.
    pub log: String,
}

/// The reason that the app sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    Malformed,
    NoSession,
    NotFound,
    BodyTooLarge,
    MediaType,
    /// Milliseconds to wait.
    TooMany(i64),
    HeadersTooLarge,
    /// The platform's response or rejection cannot be passed on.
    BadAnswer,
    /// Milliseconds to wait, if known.
    Unavailable(Option<i64>),
    TimedOut,
    /// The platform rejected the app's request with this status.
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
            Cause::NotFound => "not found",
            Cause::BodyTooLarge => "the body is too large",
            Cause::MediaType => "the body's media type is not accepted",
            Cause::TooMany(_) => "too many requests",
            Cause::HeadersTooLarge => "the header fields are too large",
            Cause::BadAnswer => "the upstream service sent no usable response",
            Cause::Unavailable(_) => "the service is currently unavailable",
            Cause::TimedOut => "the upstream service did not respond in time",
            Cause::Status(_) => "the request was rejected",
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
    /// Creates a refusal. `origin` is the origin whose pages may read it.
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
            // Rounds up to whole seconds.
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
