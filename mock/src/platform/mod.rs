//! The development platform: an identity provider and echoes for the three path families, with faults on demand.
//!
//! It does no I/O: [`Platform::handle`] takes a request and the time and returns the reply and its delay. The same
//! requests at the same times get the same bytes. The identity provider follows the measured behavior of Keycloak.

mod config;
mod control;
mod echo;
mod fault;
mod form;
mod identity;
mod reply;
mod stats;
mod token;

use http::header::HOST;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Request, StatusCode, Uri};
use waybill_base::time::Timestamp;

use crate::request::origin::{self, Foreign};

pub use config::{Client, Lifespans, PlatformConfig};
pub use echo::Family;
pub use fault::{FAULT_HEADER, Fault, FaultSyntax, Scope};
pub use reply::{Drop, PlatformReply};

use fault::Faults;
use identity::Identity;
use stats::Stats;

/// Maximum size of a request body in bytes. Larger bodies get status 413.
pub const BODY_LIMIT: usize = 16 * 1024 * 1024;

/// The development platform with its state.
#[derive(Debug)]
pub struct Platform {
    config: PlatformConfig,
    identity: Identity,
    faults: Faults,
    stats: Stats,
}

/// The decision about a request whose body is unread.
#[derive(Debug)]
pub enum PlatformAdmission {
    /// Read the body, up to the limit, and call [`Platform::handle`].
    Read {
        /// Maximum body size in bytes. [`Platform::too_long`] is the reply to longer bodies.
        limit: usize,
    },
    /// Execute this reply without reading the body.
    Reply(Box<PlatformReply>),
}

/// The target of a path.
#[derive(Clone, Copy)]
enum Place<'a> {
    Token { realm: &'a str },
    Echo { family: Family, path: &'a str },
    Control { path: &'a str },
    Nowhere,
}

impl Platform {
    /// Creates a platform without logins.
    #[must_use]
    pub fn new(config: PlatformConfig) -> Platform {
        let identity = Identity::new(&config);
        Platform { config, identity, faults: Faults::default(), stats: Stats::default() }
    }

    /// Decides about a request before its body is read. Optional, because [`Platform::handle`] makes the same decision.
    pub fn admit(&mut self, head: &Parts) -> PlatformAdmission {
        let place = place(head.uri.path());
        if let Some(reply) = place.refuse_foreign(&head.uri, &head.headers) {
            return PlatformAdmission::Reply(Box::new(reply));
        }
        let dropped = place.scope().map(|scope| self.faults.take_if(&head.headers, scope, Fault::drops_before_reading));
        match dropped {
            Some(Ok(Some(fault))) => PlatformAdmission::Reply(Box::new(self.prevent(place, &fault))),
            Some(Ok(None) | Err(_)) | None => PlatformAdmission::Read { limit: BODY_LIMIT },
        }
    }

    /// Returns the reply to a request whose body is longer than [`BODY_LIMIT`].
    #[must_use]
    pub fn too_long() -> PlatformReply {
        let sentence = format!("the development platform reads at most {BODY_LIMIT} bytes of a body");
        PlatformReply::refusal(StatusCode::PAYLOAD_TOO_LARGE, &sentence)
    }

    /// Handles a request. `now` determines the lifetimes of tokens and should not go backwards.
    pub fn handle(&mut self, request: &Request<Vec<u8>>, now: Timestamp) -> PlatformReply {
        let place = place(request.uri().path());
        if let Some(reply) = place.refuse_foreign(request.uri(), request.headers()) {
            return reply;
        }
        if let Place::Control { path } = place {
            return self.control(path, request);
        }
        let fault = place.scope().map_or(Ok(None), |scope| self.faults.take(request.headers(), scope));
        match fault {
            Err(syntax) => PlatformReply::refusal(StatusCode::BAD_REQUEST, &syntax.to_string()),
            Ok(Some(fault)) if fault.prevents_the_request() => self.prevent(place, &fault),
            Ok(Some(fault)) => fault.disturb(self.respond(place, request, now)),
            Ok(None) => self.respond(place, request, now),
        }
    }

    fn respond(&mut self, place: Place<'_>, request: &Request<Vec<u8>>, now: Timestamp) -> PlatformReply {
        match place {
            Place::Token { realm } => {
                let (grant, reply) = self.identity.token(&self.config, realm, request, now);
                let line = self.stats.token_request(grant, &reply);
                PlatformReply { log_line: Some(line), ..reply }
            }
            Place::Echo { family, path } => {
                self.stats.call(family);
                echo::echo_request(family, path, request, |token| self.identity.access(&self.config, token, now))
            }
            Place::Control { .. } | Place::Nowhere => {
                let known = "/auth, /api/v1, /api/commerce, /commerce/api, /_waybill";
                PlatformReply::refusal(StatusCode::NOT_FOUND, &format!("the development platform serves {known}"))
            }
        }
    }

    /// Counts a request that a fault prevents, and returns the fault's reply.
    fn prevent(&mut self, place: Place<'_>, fault: &Fault) -> PlatformReply {
        let reply = fault.reply();
        let log_line = match place {
            Place::Token { .. } => Some(self.stats.faulty_token_request(&reply)),
            Place::Echo { family, .. } => {
                self.stats.call(family);
                None
            }
            Place::Control { .. } | Place::Nowhere => None,
        };
        PlatformReply { log_line, ..reply }
    }
}

impl Place<'_> {
    fn scope(self) -> Option<Scope> {
        match self {
            Place::Token { .. } => Some(Scope::Token),
            Place::Echo { family, .. } => Some(family.scope()),
            Place::Control { .. } | Place::Nowhere => None,
        }
    }

    /// Returns the reply to a request to the control interface that a page of another site may have sent. Requests
    /// without exactly one `Host`, or whose target names another one, are rejected too.
    fn refuse_foreign(self, uri: &Uri, headers: &HeaderMap) -> Option<PlatformReply> {
        let Place::Control { .. } = self else { return None };
        let host = headers.get(HOST).map(HeaderValue::as_bytes);
        let is_named =
            host.is_some() && uri.authority().is_none_or(|authority| Some(authority.as_str().as_bytes()) == host);
        let sentence = match origin::check(headers, &[]) {
            Err(Foreign { header, value }) => format!("the {header} of the request is `{value}`"),
            Ok(()) if is_named => return None,
            Ok(()) => "the Host of the request is missing, or differs from its target".to_owned(),
        };
        let sentence = format!("{sentence}: only programs and pages of this host can use /_waybill/");
        Some(PlatformReply::refusal(StatusCode::FORBIDDEN, &sentence))
    }
}

fn place(path: &str) -> Place<'_> {
    if let Some(path) = path.strip_prefix("/_waybill/") {
        return Place::Control { path };
    }
    if let Some(realm) = path.strip_prefix("/auth/realms/").and_then(|rest| rest.strip_suffix(config::TOKEN_PATH)) {
        return Place::Token { realm };
    }
    for family in Family::ALL {
        if let Some(path) = path.strip_prefix(family.base_path())
            && (path.is_empty() || path.starts_with('/'))
        {
            return Place::Echo { family, path };
        }
    }
    Place::Nowhere
}
