//! The requests in progress. Each is matched, authorised by the host, sent by a client, and answered.

use std::collections::BTreeMap;

use waybill_access::Call;
use waybill_base::error::{Error, code};
use waybill_base::http::{RequestBody, ResponseHead};
use waybill_base::internal::TimestampExt as _;
use waybill_base::time::Timestamp;

use super::allow_list::{AllowList, AllowedOperation};
use super::answer::{AnswerHead, AppSide, ForwardedAnswer};
use super::body_search::BodySearch;
use super::headers::nominated;
use super::inbound::InboundRequest;
use super::limits::RateLimit;
use super::refused_request::{Cause, RefusedRequest};
use super::session::Session;
use super::target::Target;

/// Id of a request in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RequestId(u64);

impl RequestId {
    /// Returns the id as a number below 2^53.
    #[must_use]
    pub const fn as_number(self) -> u64 {
        self.0
    }

    /// Creates an id from its number.
    #[must_use]
    pub const fn from_number(number: u64) -> RequestId {
        RequestId(number)
    }
}

/// The result of [`Forwarder::receive`].
#[derive(Debug)]
pub enum Received {
    /// A refusal to send to the app.
    Refused(RefusedRequest),
    /// The response to a preflight request. It has no body.
    Answered(AnswerHead),
    /// The list allows the request. The host decides if the user may access these objects.
    Authorize(Authorization),
}

/// A request that the host decides with [`Forwarder::permit`] or [`Forwarder::deny`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authorization {
    /// Id of the request.
    pub id: RequestId,
    /// The session's user.
    pub user: String,
    /// Name of the operation.
    pub operation: String,
    /// Parameters as names and values: path parameters first, then query parameters.
    pub parameters: Vec<(String, String)>,
}

/// A permitted request, ready to send.
#[derive(Debug, Clone)]
pub struct Permitted {
    /// The call, for a client's engine.
    pub call: Call,
    /// Maximum size of the app's body, in bytes. If more bytes come, call [`Forwarder::refuse_body`].
    pub body_bytes: u64,
}

struct Live {
    operation: usize,
    request_id: String,
    origin: Option<String>,
    /// The call, until the host decides.
    call: Option<Call>,
    /// Time at which the call ends at the latest.
    deadline: Timestamp,
}

/// Time after the deadline during which a request without decision or end still uses a slot.
const GRACE_MILLIS: i64 = 10_000;

/// Processes requests of the app and responses of the platform. It stores no credential.
pub struct Forwarder {
    list: AllowList,
    rates: RateLimit,
    live: BTreeMap<RequestId, Live>,
    next: u64,
}

impl Forwarder {
    /// Creates a forwarder.
    #[must_use]
    pub fn new(list: AllowList) -> Forwarder {
        let rates = RateLimit::new(list.limits.requests_per_minute);
        Forwarder { list, rates, live: BTreeMap::new(), next: 1 }
    }

    /// Returns the allow-list.
    #[must_use]
    pub fn list(&self) -> &AllowList {
        &self.list
    }

    /// Returns the number of requests in progress.
    #[must_use]
    pub fn live_count(&self) -> usize {
        self.live.len()
    }

    /// Receives a request of the app. Pass a `session` only if the host has verified it.
    pub fn receive(&mut self, request: &InboundRequest, session: Option<&Session>, now: Timestamp) -> Received {
        let origin = self.list.allowed_origin(request);
        let refuse = |cause, log: String| {
            Received::Refused(RefusedRequest::new(cause, &request.request_id, origin.as_deref(), log))
        };
        if let Some(problem) = request.framing_problem() {
            return refuse(Cause::Malformed, problem.to_owned());
        }
        if request.header_bytes() > self.list.limits.header_bytes {
            return refuse(Cause::HeadersTooLarge, format!("the header fields have {} bytes", request.header_bytes()));
        }
        if let Some(answer) = self.list.answer_preflight(request) {
            return Received::Answered(answer);
        }
        let Some(session) = session else { return refuse(Cause::NoSession, "there is no session".to_owned()) };
        if let Err(wait) = self.rates.take(&session.user, now) {
            return refuse(Cause::TooMany(wait), "the user sends more requests than the list allows".to_owned());
        }
        if self.live.len() >= self.list.limits.concurrent {
            // A host that failed before it decided never ends the request.
            self.live.retain(|_, live| live.deadline.plus_millis(GRACE_MILLIS) > now);
        }
        if self.live.len() >= self.list.limits.concurrent {
            return refuse(Cause::TooMany(1000), "the list allows no more requests at the same time".to_owned());
        }
        match self.match_request(request, session, now) {
            Err((cause, log)) => refuse(cause, log),
            Ok((operation, call)) => {
                let id = RequestId(self.next);
                self.next += 1;
                let parameters = call.parameters.iter().chain(&call.query).cloned().collect();
                let name = self.list.operations.get(operation).map_or_else(String::new, |own| own.name.clone());
                let (request_id, deadline) =
                    (request.request_id.clone(), now.plus_millis(self.list.limits.timeout_millis));
                let live = Live { operation, request_id, origin, call: Some(call), deadline };
                self.live.insert(id, live);
                Received::Authorize(Authorization { id, user: session.user.clone(), operation: name, parameters })
            }
        }
    }

    fn match_request(
        &self,
        request: &InboundRequest,
        session: &Session,
        now: Timestamp,
    ) -> Result<(usize, Call), (Cause, String)> {
        let not_found = |log: String| (Cause::NotFound, log);
        let target = Target::read(&request.target).map_err(|problem| not_found(problem.to_owned()))?;
        let unlisted = || not_found("the list has no operation with this method and path".to_owned());
        let position = self.list.find(&request.method, &target.segments).ok_or_else(unlisted)?;
        let operation = self.list.operations.get(position).ok_or_else(unlisted)?;
        let about = |reason: String| not_found(format!("`{}`: {reason}", operation.name));
        let parameters = operation.bind(target, session).map_err(about)?;
        let route = self.list.route(operation.route, session).map_err(about)?;
        let content_type = check_body(operation, request)?;
        let mut call = Call::new(route, &operation.method, &operation.template);
        (call.parameters, call.query) = (parameters.path, parameters.query);
        call.headers = passed_headers(operation, request);
        call.headers.extend(content_type.map(|media_type| ("content-type".to_owned(), media_type)));
        call.body = if request.has_body { RequestBody::Caller { replayable: false } } else { RequestBody::Empty };
        call.deadline = Some(now.plus_millis(self.list.limits.timeout_millis));
        Ok((position, call))
    }

    /// Permits the request and returns the call to send.
    ///
    /// # Errors
    /// `forward.request` if the request does not wait for a decision.
    pub fn permit(&mut self, id: RequestId) -> Result<Permitted, Error> {
        let live = self.live.get_mut(&id).ok_or_else(|| unknown(id))?;
        let call = live.call.take().ok_or_else(|| unknown(id))?;
        let body_bytes = self.list.operations.get(live.operation).map_or(0, |operation| operation.body_bytes);
        Ok(Permitted { call, body_bytes })
    }

    /// Rejects the request and returns the response for the app. Also for requests that the host cannot decide. This
    /// ends the request.
    ///
    /// # Errors
    /// `forward.request` if no such request is in progress.
    pub fn deny(&mut self, id: RequestId) -> Result<RefusedRequest, Error> {
        let refused = self.refuse(id, Cause::NotFound, "the host denied it");
        self.end(id);
        refused
    }

    /// Rejects the request because its body is too large, and returns the response for the app. This ends the request.
    /// The host has to cancel the call.
    ///
    /// # Errors
    /// `forward.request` if no such request is in progress.
    pub fn refuse_body(&mut self, id: RequestId) -> Result<RefusedRequest, Error> {
        let refused = self.refuse(id, Cause::BodyTooLarge, "the body is longer than the list allows");
        self.end(id);
        refused
    }

    /// Converts the platform's response for the app. The request stays in progress until [`Forwarder::end`], after its
    /// body.
    ///
    /// # Errors
    /// `forward.request` if no such request is in progress.
    pub fn answer(&self, id: RequestId, head: &ResponseHead, search: &BodySearch) -> Result<ForwardedAnswer, Error> {
        Ok(self.app_side(id)?.forward_response(head, search))
    }

    /// Converts a failed call to a response for the app. This ends the request.
    ///
    /// # Errors
    /// `forward.request` if no such request is in progress.
    pub fn fail(&mut self, id: RequestId, error: &Error, search: &BodySearch) -> Result<ForwardedAnswer, Error> {
        let answer = self.app_side(id).map(|app| app.failure(error, search));
        self.end(id);
        answer
    }

    /// Ends a request, because its response was passed on or the app has disconnected. Has no effect on a request that
    /// has ended. A request that is never ended gives up its slot some seconds after its call's deadline.
    pub fn end(&mut self, id: RequestId) {
        self.live.remove(&id);
    }

    fn refuse(&self, id: RequestId, cause: Cause, log: &str) -> Result<RefusedRequest, Error> {
        let app = self.app_side(id)?;
        Ok(app.refuse(cause, format!("`{}`: {log}", app.operation.name)))
    }

    fn app_side(&self, id: RequestId) -> Result<AppSide<'_>, Error> {
        let live = self.live.get(&id).ok_or_else(|| unknown(id))?;
        let operation = self.list.operations.get(live.operation).ok_or_else(|| unknown(id))?;
        Ok(AppSide { operation, request_id: &live.request_id, origin: live.origin.as_deref() })
    }
}

fn unknown(id: RequestId) -> Error {
    Error::new(
        code::FORWARD_REQUEST,
        format!("request {} is not in progress, or has been decided already", id.as_number()),
    )
}

/// Returns the value of `content-type` if there is a body.
fn check_body(operation: &AllowedOperation, request: &InboundRequest) -> Result<Option<String>, (Cause, String)> {
    if !request.has_body {
        return Ok(None);
    }
    let name = &operation.name;
    if request.body_length().is_some_and(|length| length > operation.body_bytes) {
        return Err((Cause::BodyTooLarge, format!("`{name}`: the body is longer than the list allows")));
    }
    let given = request.header("content-type").unwrap_or_default();
    let essence = given.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if !operation.media_types.contains(&essence) || request.header("content-encoding").is_some() {
        return Err((Cause::MediaType, format!("`{name}`: the list allows no body of this media type")));
    }
    // Keep the parameters, such as a boundary: the body needs them.
    Ok(Some(given.to_owned()))
}

fn passed_headers(operation: &AllowedOperation, request: &InboundRequest) -> Vec<(String, String)> {
    let nominated = nominated(&request.headers);
    let named = request.headers.iter().map(|(name, value)| (name.to_ascii_lowercase(), value.clone()));
    named.filter(|(name, _)| operation.request_headers.contains(name) && !nominated.contains(name)).collect()
}

impl std::fmt::Debug for Forwarder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Forwarder").field("live", &self.live.len()).finish_non_exhaustive()
    }
}
