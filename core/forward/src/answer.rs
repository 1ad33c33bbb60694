//! Converts the platform's response to the app's. Only listed header fields pass, and the status does not reveal the
//! back end's own authorisation.

use waybill_base::error::{Error, ErrorKind, Retry, code};
use waybill_base::http::ResponseHead;
use waybill_base::time::millis_of_span;

use super::allow_list::AllowedOperation;
use super::body_search::BodySearch;
use super::headers::{is_withheld_from_app, nominated};
use super::read::is_open_status;
use super::refused_request::{Cause, RefusedRequest};

/// Status and header fields of the response to the app. Names are in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerHead {
    /// The status.
    pub status: u16,
    /// The header fields, in order.
    pub headers: Vec<(String, String)>,
}

/// The response to the app for a forwarded request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ForwardedAnswer {
    /// The platform's response: this head. Its body has to pass through a [`BodySearch`].
    Pass(AnswerHead),
    /// A client error whose body the app may read: complete head and body.
    Whole(AnswerHead, Vec<u8>),
    /// A refusal to send to the app.
    Refused(RefusedRequest),
}

/// Context for the response to the app.
pub(super) struct AppSide<'r> {
    pub(super) operation: &'r AllowedOperation,
    pub(super) request_id: &'r str,
    pub(super) origin: Option<&'r str>,
}

impl AppSide<'_> {
    pub(super) fn refuse(&self, cause: Cause, log: impl Into<String>) -> RefusedRequest {
        RefusedRequest::new(cause, self.request_id, self.origin, log)
    }

    /// Converts a response that is not an error.
    pub(super) fn forward_response(&self, head: &ResponseHead, search: &BodySearch) -> ForwardedAnswer {
        let status = head.status.as_u16();
        if !head.status.is_success() && status != 304 {
            let log = format!("the platform returned {status}, which is not passed on");
            return ForwardedAnswer::Refused(self.refuse(Cause::BadAnswer, log));
        }
        match self.head(head, search) {
            Some(head) => ForwardedAnswer::Pass(head),
            None => ForwardedAnswer::Refused(
                self.refuse(Cause::BadAnswer, "a header of the response contains a credential"),
            ),
        }
    }

    /// Converts a failed call.
    pub(super) fn failure(&self, error: &Error, search: &BodySearch) -> ForwardedAnswer {
        let cause = cause_of(error);
        let log = format!("{}: {}", error.code, error.message);
        if let (Cause::Status(status), Some(response)) = (cause, &error.response)
            && self.operation.error_bodies.contains(&status)
            && response.complete
            && !search.is_in(&response.body)
            && let Some(head) = self.head(&response.head, search)
        {
            return ForwardedAnswer::Whole(head, response.body.clone());
        }
        ForwardedAnswer::Refused(self.refuse(cause, log))
    }

    /// Returns the head with the listed fields, or `None` if a field contains a credential.
    fn head(&self, head: &ResponseHead, search: &BodySearch) -> Option<AnswerHead> {
        let text = |value: &http::HeaderValue| value.to_str().ok().map(str::to_owned);
        let fields: Vec<(String, String)> =
            head.headers.iter().filter_map(|(name, value)| Some((name.as_str().to_owned(), text(value)?))).collect();
        let nominated = nominated(&fields);
        let is_passed = |name: &String| {
            self.operation.answer_headers.contains(name) && !nominated.contains(name) && !is_withheld_from_app(name)
        };
        let mut headers = vec![("cache-control".to_owned(), cache_control(&fields))];
        headers.extend(fields.into_iter().filter(|(name, _)| is_passed(name)));
        if headers.iter().any(|(_, value)| search.is_in(value.as_bytes())) {
            return None;
        }
        let mut head = AnswerHead { status: head.status.as_u16(), headers };
        head.allow_origin(self.origin);
        Some(head)
    }
}

/// Returns the `cache-control` value for the app. Responses are `private`, and `no-store` unless the platform sends a
/// `max-age`.
fn cache_control(fields: &[(String, String)]) -> String {
    let values = fields.iter().filter(|(name, _)| name == "cache-control").flat_map(|(_, value)| value.split(','));
    let directives: Vec<String> = values.map(|value| value.trim().to_ascii_lowercase()).collect();
    let is_kept_out =
        directives.iter().any(|directive| directive.starts_with("no-store") || directive.starts_with("no-cache"));
    let age = directives.iter().find_map(|directive| directive.strip_prefix("max-age=")?.parse::<u32>().ok());
    match age {
        Some(seconds) if !is_kept_out => format!("private, max-age={seconds}"),
        _ => "no-store".to_owned(),
    }
}

fn cause_of(error: &Error) -> Cause {
    let wait = match error.retry {
        Retry::After(span) => Some(millis_of_span(span)),
        Retry::Never | Retry::AfterSignIn => None,
    };
    if error.code == code::API_INSUFFICIENT_SCOPE {
        return Cause::BadAnswer;
    }
    match (error.kind(), error.status) {
        // A value that is invalid in every call cannot name an existing object.
        (ErrorKind::Api, Some(403 | 404)) | (ErrorKind::Request, _) => Cause::NotFound,
        (ErrorKind::Api, Some(429)) => Cause::Unavailable(Some(wait.unwrap_or(1000))),
        (ErrorKind::Api, Some(status)) if is_open_status(status) => Cause::Status(status),
        (ErrorKind::Provider | ErrorKind::Configuration | ErrorKind::Closed, _) => Cause::Unavailable(wait),
        (ErrorKind::Deadline, _) => Cause::TimedOut,
        _ => Cause::BadAnswer,
    }
}
