//! A request that was sent, with what is needed to explain its failure.

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
    /// Time of sending.
    pub(super) at: Timestamp,
    /// Expiry that the identity provider reported.
    pub(super) expires_at: Option<Timestamp>,
}

/// A request, and the credential it carried last if it was sent.
pub(super) struct SentRequest<'a> {
    pub(super) head: &'a RequestHead,
    pub(super) route: &'a Route,
    pub(super) credential: Credential,
    pub(super) sent: Option<&'a SentCredential>,
    /// Unverified claims of the key or token.
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

    /// Returns the expiry of the credential: the one that the identity provider reported, else the one in its claims.
    pub(super) fn expires_at(&self) -> Option<Timestamp> {
        self.sent?.expires_at.or_else(|| self.claims.as_ref()?.expires_at)
    }

    /// Returns the name of the credential, for messages.
    pub(super) const fn credential_name(&self) -> &'static str {
        match self.credential {
            Credential::ApiKey => "API key",
            Credential::AccessToken => "access token",
        }
    }

    /// Returns the path below the base URL, percent-encoded, without the query.
    pub(super) fn path(&self) -> &'a str {
        let base = self.route.base_url(self.environment).map_or("", String::as_str);
        let below = self.head.url.strip_prefix(base).unwrap_or(&self.head.url);
        below.split('?').next().unwrap_or_default()
    }

    /// True if the request went to the environment's mock service.
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
    /// Returns the base URL of this route, if the environment has one.
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
