//! Builds the request of a token exchange (RFC 6749 sections 4.3.2 and 6), for the platform's URL path.

use ::http::header::{ACCEPT, CONTENT_TYPE};
use ::http::{HeaderMap, HeaderValue, Method};
use waybill_base::http::{RequestBody, RequestHead};

use super::held_tokens::{Grant, HeldTokens};
use crate::environment::Issuers;
use crate::store::LoginDigest;

/// Client id that the platform's identity provider knows.
pub(crate) const CLIENT_ID: &str = "commerce";

/// The user whose tokens the machine keeps.
pub(crate) struct Account {
    /// Name of the environment, for messages.
    pub(crate) environment: String,
    /// The identity provider's URL.
    pub(crate) auth_url: String,
    /// The provider's realm.
    pub(crate) realm: String,
    /// The user's name.
    pub(crate) username: String,
    /// Issuers of other environments, whose tokens must not be used.
    pub(crate) issuers: Issuers,
}

impl Account {
    /// Returns the name of the login in a shared store.
    pub(super) fn digest(&self) -> LoginDigest {
        let Self { environment, auth_url, realm, username, issuers: _ } = self;
        LoginDigest::new(environment, auth_url, realm, CLIENT_ID, username)
    }
}

/// Builds the token request of a grant. Returns `None` if the secret that the grant sends is missing.
pub(super) fn token_request(account: &Account, held: &HeldTokens, grant: Grant) -> Option<(RequestHead, RequestBody)> {
    let mut form = form_urlencoded::Serializer::new(String::new());
    match grant {
        Grant::Refresh { .. } => form
            .append_pair("grant_type", "refresh_token")
            .append_pair("client_id", CLIENT_ID)
            .append_pair("refresh_token", held.refresh.as_ref()?.secret.expose()),
        Grant::Password { .. } => form
            .append_pair("grant_type", "password")
            .append_pair("client_id", CLIENT_ID)
            .append_pair("username", &account.username)
            .append_pair("password", held.password.as_ref()?.secret.expose()),
    };
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    let url = format!("{}/realms/{}/protocol/openid-connect/token", account.auth_url, account.realm);
    Some((RequestHead { method: Method::POST, url, headers }, RequestBody::Bytes(form.finish().into_bytes())))
}
