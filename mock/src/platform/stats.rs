//! Statistics: numbers of token requests by grant, of refusals, and of calls by path family.

use serde::Serialize;

use super::echo::Family;
use super::reply::PlatformReply;

/// The response to `GET /_waybill/stats`.
#[derive(Debug, Default, Serialize)]
pub(super) struct Stats {
    token_requests: u64,
    password_grants: u64,
    refresh_grants: u64,
    refused_token_requests: u64,
    calls: Calls,
}

#[derive(Debug, Default, Serialize)]
struct Calls {
    platform: u64,
    proxy: u64,
    commerce: u64,
}

/// The grant type of a token request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grant {
    Password,
    Refresh,
}

impl Stats {
    pub(super) fn call(&mut self, family: Family) {
        let count = match family {
            Family::Platform => &mut self.calls.platform,
            Family::Proxy => &mut self.calls.proxy,
            Family::Commerce => &mut self.calls.commerce,
        };
        *count += 1;
    }

    /// Counts a token request that the identity provider handled, and returns a log line.
    pub(super) fn token_request(&mut self, grant: Option<Grant>, reply: &PlatformReply) -> String {
        self.token_requests += 1;
        let name = match grant {
            Some(Grant::Password) => {
                self.password_grants += 1;
                "password"
            }
            Some(Grant::Refresh) => {
                self.refresh_grants += 1;
                "refresh_token"
            }
            None => "unknown grant",
        };
        let status = reply.response.status();
        if !status.is_success() {
            self.refused_token_requests += 1;
        }
        format!("token request {}: {name}, {}", self.token_requests, status.as_u16())
    }

    /// Counts a token request that a fault replaced or dropped, and returns a log line.
    pub(super) fn faulty_token_request(&mut self, reply: &PlatformReply) -> String {
        self.token_requests += 1;
        self.refused_token_requests += 1;
        let outcome = match reply.fault {
            Some(_) => "dropped".to_owned(),
            None => reply.response.status().as_u16().to_string(),
        };
        format!("token request {}: fault, {outcome}", self.token_requests)
    }
}
