//! What of a request that was sent matters to the meaning of its failure.

use ::http::Method;
use waybill_base::error::PathFamily;
use waybill_base::http::RequestHead;
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::Route;
use super::request::{Credential, PreparedRequest};
use crate::environment::{Environment, Issuers};
use crate::token::Claims;

/// The key or token that a request carried.
#[derive(Debug, Clone)]
pub(super) struct SentCredential {
    pub(super) secret: Secret,
    /// When it was sent.
    pub(super) at: Timestamp,
    /// When it expires, by what the identity provider said.
    pub(super) expires_at: Option<Timestamp>,
}

/// A request, with what it carried last where it was sent.
pub(super) struct SentRequest<'a> {
    pub(super) head: &'a RequestHead,
    pub(super) route: &'a Route,
    pub(super) credential: Credential,
    pub(super) sent: Option<&'a SentCredential>,
    /// What the key or token says of itself.
    pub(super) claims: Option<Claims>,
    pub(super) environment: &'a Environment,
    pub(super) issuers: &'a Issuers,
}

impl<'a> SentRequest<'a> {
    pub(super) fn new(
        request: &'a PreparedRequest,
        sent: Option<&'a SentCredential>,
        environment: &'a Environment,
        issuers: &'a Issuers,
    ) -> Self {
        let PreparedRequest { head, route, credential, .. } = request;
        let claims = sent.and_then(|sent| Claims::read(&sent.secret));
        Self { head, route, credential: *credential, sent, claims, environment, issuers }
    }

    pub(super) fn method(&self) -> &Method {
        &self.head.method
    }

    pub(super) fn secret(&self) -> Option<&'a Secret> {
        self.sent.map(|sent| &sent.secret)
    }

    /// When what it carried expires: by what the identity provider said, else by what it says of itself.
    pub(super) fn expires_at(&self) -> Option<Timestamp> {
        self.sent?.expires_at.or_else(|| self.claims.as_ref()?.expires_at)
    }

    /// What its credential is called.
    pub(super) const fn credential_name(&self) -> &'static str {
        match self.credential {
            Credential::ApiKey => "API key",
            Credential::AccessToken => "access token",
        }
    }

    /// The path below the base URL, percent-encoded, without the query.
    pub(super) fn path(&self) -> &'a str {
        let base = self.route.base_url(self.environment).map_or("", String::as_str);
        let below = self.head.url.strip_prefix(base).unwrap_or(&self.head.url);
        below.split('?').next().unwrap_or_default()
    }

    /// Whether it went to the environment's mock service.
    pub(super) fn is_to_mock_service(&self) -> bool {
        let below = |mock: &String| self.head.url.strip_prefix(mock.as_str());
        self.environment
            .mock_url
            .as_ref()
            .and_then(below)
            .is_some_and(|rest| rest.starts_with(['/', '?']) || rest.is_empty())
    }
}

impl Route {
    /// The base URL that the route's paths are below, where the environment has it.
    pub(super) const fn base_url<'e>(&self, environment: &'e Environment) -> Option<&'e String> {
        match self {
            Route::Platform => environment.base_url.as_ref(),
            Route::Commerce { .. } => environment.commerce_url.as_ref(),
            Route::CommerceProxy { .. } => environment.proxy_url.as_ref(),
        }
    }

    pub(super) const fn path_family(&self) -> PathFamily {
        match self {
            Route::Platform => PathFamily::Platform,
            Route::Commerce { .. } => PathFamily::Commerce,
            Route::CommerceProxy { .. } => PathFamily::CommerceProxy,
        }
    }
}
