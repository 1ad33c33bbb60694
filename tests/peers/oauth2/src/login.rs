//! A login kept with the `oauth2` crate: the grants as its documentation shows them, and around them what it leaves to the
//! application. One set of tokens for all calls, one renewal at a time, and the password where the refresh token is refused.
//!
//! - the password, and the client without redirects: <https://docs.rs/oauth2/5.0.0/oauth2/#resource-owner-password-credentials-grant>
//! - the refresh token: <https://docs.rs/oauth2/5.0.0/oauth2/struct.Client.html#method.exchange_refresh_token>

use std::time::{Duration, Instant};

use oauth2::basic::{BasicClient, BasicErrorResponseType, BasicRequestTokenError, BasicTokenResponse};
use oauth2::reqwest::{self, StatusCode, redirect};
use oauth2::{
    AuthType, ClientId, EndpointNotSet, EndpointSet, HttpClientError, RefreshToken, ResourceOwnerPassword,
    ResourceOwnerUsername, TokenResponse as _, TokenUrl,
};
use tokio::sync::Mutex;

type Client = BasicClient<EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;
type ExchangeError = BasicRequestTokenError<HttpClientError<reqwest::Error>>;

/// Why a call has no answer.
pub enum Failure {
    /// A person has to sign in.
    SignInAgain,
    /// The password was refused.
    CredentialsRejected,
    /// The token exchange failed.
    Exchange(String),
    /// The call itself failed.
    Call(reqwest::Error),
}

/// What a person gave.
pub struct Credentials {
    pub username: String,
    pub password: Option<String>,
    pub refresh_token: Option<String>,
}

pub struct Login {
    client: Client,
    http: reqwest::Client,
    username: ResourceOwnerUsername,
    /// Whoever renews holds it, and who comes meanwhile waits and finds the new tokens.
    held: Mutex<Held>,
}

struct Held {
    password: Option<ResourceOwnerPassword>,
    refresh: Option<RefreshToken>,
    access: String,
    expires_at: Instant,
    renew_at: Instant,
}

impl Login {
    pub fn new(client_id: &str, token_url: String, timeout: Duration, given: Credentials) -> Self {
        let client = BasicClient::new(ClientId::new(client_id.to_owned()))
            .set_token_uri(TokenUrl::new(token_url).expect("the token endpoint is a URL"))
            .set_auth_type(AuthType::RequestBody);
        let http = reqwest::Client::builder()
            // Following redirects opens the client up to SSRF vulnerabilities, says the crate's documentation.
            .redirect(redirect::Policy::none())
            .timeout(timeout)
            .build()
            .expect("a client without TLS can be built");
        let now = Instant::now();
        let held = Held {
            password: given.password.map(ResourceOwnerPassword::new),
            refresh: given.refresh_token.map(RefreshToken::new),
            access: String::new(),
            expires_at: now,
            renew_at: now,
        };
        let username = ResourceOwnerUsername::new(given.username);
        Self { client, http, username, held: Mutex::new(held) }
    }

    /// A request with the token; where the API refuses it, once more with a new one.
    pub async fn get(&self, url: &str) -> Result<StatusCode, Failure> {
        let token = self.token(None).await?;
        match self.send(url, &token).await? {
            StatusCode::UNAUTHORIZED => self.send(url, &self.token(Some(&token)).await?).await,
            status => Ok(status),
        }
    }

    async fn send(&self, url: &str, token: &str) -> Result<StatusCode, Failure> {
        let answer = self.http.get(url).bearer_auth(token).send().await.map_err(Failure::Call)?;
        let status = answer.status();
        answer.bytes().await.map_err(Failure::Call)?;
        Ok(status)
    }

    /// A token that is good, and not one that the API refused.
    async fn token(&self, refused: Option<&str>) -> Result<String, Failure> {
        let mut held = self.held.lock().await;
        let now = Instant::now();
        if refused == Some(held.access.as_str()) {
            (held.expires_at, held.renew_at) = (now, now);
        }
        if now < held.renew_at {
            return Ok(held.access.clone());
        }
        match self.renew(&mut held).await {
            // The token held serves until its end, whatever became of the renewal.
            Err(failure) if Instant::now() >= held.expires_at => Err(failure),
            _ => Ok(held.access.clone()),
        }
    }

    async fn renew(&self, held: &mut Held) -> Result<(), Failure> {
        if let Some(refresh) = &held.refresh {
            match self.client.exchange_refresh_token(refresh).request_async(&self.http).await {
                Ok(tokens) => {
                    held.keep(&tokens);
                    return Ok(());
                }
                Err(error) if is_invalid_grant(&error) => held.refresh = None,
                Err(error) => return Err(Failure::Exchange(error.to_string())),
            }
        }
        let password = held.password.as_ref().ok_or(Failure::SignInAgain)?;
        match self.client.exchange_password(&self.username, password).request_async(&self.http).await {
            Ok(tokens) => {
                held.keep(&tokens);
                Ok(())
            }
            Err(error) if is_invalid_grant(&error) => {
                // Sent again, a wrong password would lock the account.
                held.password = None;
                Err(Failure::CredentialsRejected)
            }
            Err(error) => Err(Failure::Exchange(error.to_string())),
        }
    }
}

impl Held {
    fn keep(&mut self, tokens: &BasicTokenResponse) {
        let (now, life) = (Instant::now(), tokens.expires_in().unwrap_or_default());
        self.access.clone_from(tokens.access_token().secret());
        self.refresh = tokens.refresh_token().cloned().or_else(|| self.refresh.take());
        self.expires_at = now + life;
        self.renew_at = now + life.saturating_sub(renewal_margin(life));
    }
}

/// A token is renewed so long before its end: half a minute, and at most a fifth of its life.
fn renewal_margin(life: Duration) -> Duration {
    Duration::from_secs(30).min(life / 5)
}

fn is_invalid_grant(error: &ExchangeError) -> bool {
    let ExchangeError::ServerResponse(said) = error else { return false };
    *said.error() == BasicErrorResponseType::InvalidGrant
}
