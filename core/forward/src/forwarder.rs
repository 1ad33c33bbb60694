//! The requests under way: each is matched, decided by the host, sent by a client, and answered.

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

/// A request under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RequestId(u64);

impl RequestId {
    /// The id as a number below 2^53.
    #[must_use]
    pub const fn as_number(self) -> u64 {
        self.0
    }

    /// The id that a number is of.
    #[must_use]
    pub const fn from_number(number: u64) -> RequestId {
        RequestId(number)
    }
}

/// What comes of a request of the app.
#[derive(Debug)]
pub enum Received {
    /// The app gets this.
    Refused(RefusedRequest),
    /// A browser asked whether a page may ask: the app gets this, without a body.
    Answered(AnswerHead),
    /// The list allows it: the host says whether the user may touch these objects.
    Authorize(Authorization),
}

/// What the host decides: [`Forwarder::permit`] or [`Forwarder::deny`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authorization {
    /// The request.
    pub id: RequestId,
    /// The user of the session.
    pub user: String,
    /// The name of the operation.
    pub operation: String,
    /// The values of its parameters by name: those of the path, then those of the query.
    pub parameters: Vec<(String, String)>,
}

/// What is sent for a request.
#[derive(Debug, Clone)]
pub struct Permitted {
    /// The call, for a client's engine.
    pub call: Call,
    /// The most bytes of the app's body that are passed on: where more come, [`Forwarder::refuse_body`].
    pub body_bytes: u64,
}

struct Live {
    operation: usize,
    request_id: String,
    origin: Option<String>,
    /// The call, until the host decides.
    call: Option<Call>,
    /// When its call ends, whatever becomes of it.
    deadline: Timestamp,
}

/// How long after its deadline a request counts as under way that nobody decided or ended.
const GRACE_MILLIS: i64 = 10_000;

/// Takes requests of the app and answers of the platform. It holds no credential.
pub struct Forwarder {
    list: AllowList,
    rates: RateLimit,
    live: BTreeMap<RequestId, Live>,
    next: u64,
}

impl Forwarder {
    /// A forwarder for what the list allows.
    #[must_use]
    pub fn new(list: AllowList) -> Forwarder {
        let rates = RateLimit::new(list.limits.requests_per_minute);
        Forwarder { list, rates, live: BTreeMap::new(), next: 1 }
    }

    /// The list.
    #[must_use]
    pub fn list(&self) -> &AllowList {
        &self.list
    }

    /// How many requests are under way.
    #[must_use]
    pub fn live_count(&self) -> usize {
        self.live.len()
    }

    /// A request of the app, with its user's session where it has one that the host has verified.
    pub fn receive(&mut self, request: &InboundRequest, session: Option<&Session>, now: Timestamp) -> Received {
        let origin = self.list.allowed_origin(request);
        let refuse = |cause, log: String| {
            Received::Refused(RefusedRequest::new(cause, &request.request_id, origin.as_deref(), log))
        };
        if let Some(problem) = request.framing_problem() {
            return refuse(Cause::Malformed, problem.to_owned());
        }
        if request.header_bytes() > self.list.limits.header_bytes {
            return refuse(Cause::HeadersTooLarge, format!("the header fields take {} bytes", request.header_bytes()));
        }
        if let Some(answer) = self.list.answer_preflight(request) {
            return Received::Answered(answer);
        }
        let Some(session) = session else { return refuse(Cause::NoSession, "there is no session".to_owned()) };
        if let Err(wait) = self.rates.take(&session.user, now) {
            return refuse(Cause::TooMany(wait), "the user asks more often than the list allows".to_owned());
        }
        if self.live.len() >= self.list.limits.concurrent {
            // A host that failed while it decided will not come back to it.
            self.live.retain(|_, live| live.deadline.plus_millis(GRACE_MILLIS) > now);
        }
        if self.live.len() >= self.list.limits.concurrent {
            return refuse(Cause::TooMany(1000), "as many requests are under way as the list allows".to_owned());
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
        let unlisted = || not_found("the list has no operation of this method and path".to_owned());
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

    /// The user may touch these objects: what is sent for the request.
    ///
    /// # Errors
    /// `forward.request` where the request is not waiting for this decision.
    pub fn permit(&mut self, id: RequestId) -> Result<Permitted, Error> {
        let live = self.live.get_mut(&id).ok_or_else(|| unknown(id))?;
        let call = live.call.take().ok_or_else(|| unknown(id))?;
        let body_bytes = self.list.operations.get(live.operation).map_or(0, |operation| operation.body_bytes);
        Ok(Permitted { call, body_bytes })
    }

    /// The user may not touch these objects, or nobody can say so: what the app gets. The request is over.
    ///
    /// # Errors
    /// `forward.request` where no such request is under way.
    pub fn deny(&mut self, id: RequestId) -> Result<RefusedRequest, Error> {
        let refused = self.refuse(id, Cause::NotFound, "the host did not permit it");
        self.end(id);
        refused
    }

    /// More of the app's body came than the list allows: what the app gets. The call is to be cancelled; the request is over.
    ///
    /// # Errors
    /// `forward.request` where no such request is under way.
    pub fn refuse_body(&mut self, id: RequestId) -> Result<RefusedRequest, Error> {
        let refused = self.refuse(id, Cause::BodyTooLarge, "the body is longer than the list allows");
        self.end(id);
        refused
    }

    /// The platform answered: what the app gets. The request is under way until its body has ended: [`Forwarder::end`].
    ///
    /// # Errors
    /// `forward.request` where no such request is under way.
    pub fn answer(&self, id: RequestId, head: &ResponseHead, search: &BodySearch) -> Result<ForwardedAnswer, Error> {
        Ok(self.app_side(id)?.forward_response(head, search))
    }

    /// The call failed: what the app gets. The request is over.
    ///
    /// # Errors
    /// `forward.request` where no such request is under way.
    pub fn fail(&mut self, id: RequestId, error: &Error, search: &BodySearch) -> Result<ForwardedAnswer, Error> {
        let answer = self.app_side(id).map(|app| app.failure(error, search));
        self.end(id);
        answer
    }

    /// The request is over: its answer was passed on, or the app has gone. One that is over already stays so, and one that is
    /// not ended makes room for others some seconds after its call's deadline.
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
    Error::new(code::FORWARD_REQUEST, format!("request {} is not under way, or was decided already", id.as_number()))
}

/// The media type of the body, where there is one.
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
        return Err((Cause::MediaType, format!("`{name}`: the list names no body of this media type")));
    }
    // Parameters such as a boundary belong to the body.
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
