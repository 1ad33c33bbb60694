//! What an administrator does at Keycloak: realms, users, logging them out, locking them, and reading what happened.

use std::io;
use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::wire::{Answer, Ask, ask};

/// An administrator's token lives for a minute.
const TOKEN_AGE: Duration = Duration::from_secs(30);
/// Failed logins that lock a user.
const FAILURES: usize = 3;
/// Longer than a run: a lock ends when the administrator ends it.
const LOCK_SECONDS: u32 = 900;

/// The client of the platform's rules.
pub(super) const CLIENT: &str = "commerce";

/// The administrator of one Keycloak, or of another provider that answers in its place.
#[derive(Debug)]
pub(super) struct Admin {
    pub(super) address: SocketAddr,
    password: String,
    token: Mutex<Option<(String, Instant)>>,
}

/// A user of a realm.
#[derive(Clone, Debug)]
pub(super) struct User {
    pub(super) realm: String,
    pub(super) name: String,
    pub(super) id: String,
}

impl Admin {
    pub(super) fn new(address: SocketAddr, password: String) -> Self {
        Self { address, password, token: Mutex::default() }
    }

    /// A realm as the platform's rules want it: the public client, tokens that live for seconds, every refresh token good
    /// for one use, accounts that lock.
    pub(super) fn create_realm(&self, name: &str, lifespan: u32) -> io::Result<()> {
        let realm = json!({
            "realm": name, "enabled": true, "sslRequired": "none", "clients": [client(CLIENT, true)],
            "accessTokenLifespan": lifespan, "revokeRefreshToken": true, "refreshTokenMaxReuse": 0,
            "bruteForceProtected": true, "failureFactor": FAILURES, "waitIncrementSeconds": LOCK_SECONDS,
            "maxFailureWaitSeconds": LOCK_SECONDS, "quickLoginCheckMilliSeconds": 0,
            "eventsEnabled": true, "eventsListeners": ["jboss-logging"],
            "enabledEventTypes": ["LOGIN", "LOGIN_ERROR", "REFRESH_TOKEN", "REFRESH_TOKEN_ERROR"],
        });
        self.send("POST", "/admin/realms", Some(&realm)).map(drop)
    }

    /// Has the realm count no failed logins: while it does, it refuses one of two logins of a user that come at the same moment.
    pub(super) fn let_logins_overlap(&self, realm: &str) -> io::Result<()> {
        self.change_realm(realm, &json!({ "bruteForceProtected": false }))
    }

    /// How long the realm's access tokens live from now on, in seconds.
    pub(super) fn set_lifespan(&self, realm: &str, seconds: u32) -> io::Result<()> {
        self.change_realm(realm, &json!({ "accessTokenLifespan": seconds }))
    }

    /// Gives these settings of a realm other values.
    pub(super) fn change_realm(&self, realm: &str, change: &Value) -> io::Result<()> {
        self.send("PUT", &format!("/admin/realms/{realm}"), Some(change)).map(drop)
    }

    /// One more public client, to which the password grant is open or not.
    pub(super) fn create_client(&self, realm: &str, id: &str, direct_grants: bool) -> io::Result<()> {
        let client = client(id, direct_grants);
        self.send("POST", &format!("/admin/realms/{realm}/clients"), Some(&client)).map(drop)
    }

    pub(super) fn create_user(&self, realm: &str, name: &str, password: &str) -> io::Result<User> {
        let user = json!({
            "username": name, "enabled": true, "emailVerified": true, "email": format!("{name}@shop.example"),
            "firstName": "Ann", "lastName": "Clerk",
            "credentials": [{ "type": "password", "value": password, "temporary": false }],
        });
        self.send("POST", &format!("/admin/realms/{realm}/users"), Some(&user))?;
        let found = self.send("GET", &format!("/admin/realms/{realm}/users?username={name}&exact=true"), None)?;
        let id = found.json().pointer("/0/id").and_then(Value::as_str).map(str::to_owned);
        let id = id.ok_or_else(|| io::Error::other(format!("the provider does not find the user {name}")))?;
        Ok(User { realm: realm.to_owned(), name: name.to_owned(), id })
    }

    pub(super) fn set_password(&self, user: &User, password: &str) -> io::Result<()> {
        let credential = json!({ "type": "password", "value": password, "temporary": false });
        let path = format!("/admin/realms/{}/users/{}/reset-password", user.realm, user.id);
        self.send("PUT", &path, Some(&credential)).map(drop)
    }

    /// Whether the account may be used at all.
    pub(super) fn enable(&self, user: &User, enabled: bool) -> io::Result<()> {
        let path = format!("/admin/realms/{}/users/{}", user.realm, user.id);
        self.send("PUT", &path, Some(&json!({ "enabled": enabled }))).map(drop)
    }

    /// Ends the user's sessions.
    pub(super) fn log_out(&self, user: &User) -> io::Result<()> {
        self.send("POST", &format!("/admin/realms/{}/users/{}/logout", user.realm, user.id), None).map(drop)
    }

    /// Locks the account as an attacker would, by wrong passwords, and waits until it is.
    pub(super) fn lock(&self, user: &User) -> io::Result<()> {
        let state = format!("/admin/realms/{}/attack-detection/brute-force/users/{}", user.realm, user.id);
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(20) {
            self.log_in(user, "not-the-password", &self.address.to_string())?;
            if self.send("GET", &state, None)?.json().get("disabled") == Some(&Value::Bool(true)) {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Err(io::Error::other("the provider did not lock the account"))
    }

    pub(super) fn unlock(&self, user: &User) -> io::Result<()> {
        let path = format!("/admin/realms/{}/attack-detection/brute-force/users/{}", user.realm, user.id);
        self.send("DELETE", &path, None).map(drop)
    }

    /// A login of the user's own, as a sign-in page does it; `host` is the provider's name for whoever uses the tokens.
    pub(super) fn log_in(&self, user: &User, password: &str, host: &str) -> io::Result<Answer> {
        let form = format!("grant_type=password&client_id={CLIENT}&username={}&password={password}", user.name);
        let headers = [("content-type", "application/x-www-form-urlencoded")];
        let path = token_path(&user.realm);
        ask(self.address, &Ask { method: "POST", path: &path, host, headers: &headers, body: form.as_bytes() })
    }

    /// What happened to the logins of a realm, the latest first. Those that failed name no user.
    pub(super) fn events(&self, realm: &str) -> io::Result<Vec<Value>> {
        let path = format!("/admin/realms/{realm}/events?max=10000");
        let found = self.send("GET", &path, None)?.json();
        Ok(found.as_array().cloned().unwrap_or_default())
    }

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> io::Result<Answer> {
        let bearer = format!("Bearer {}", self.token()?);
        let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
        let body = body.map(ToString::to_string).unwrap_or_default();
        let host = self.address.to_string();
        let answer = ask(self.address, &Ask { method, path, host: &host, headers: &headers, body: body.as_bytes() })?;
        if answer.status >= 300 {
            let said = String::from_utf8_lossy(&answer.body).into_owned();
            return Err(io::Error::other(format!(
                "the provider answered {} to {method} {path}: {said}",
                answer.status
            )));
        }
        Ok(answer)
    }

    fn token(&self) -> io::Result<String> {
        let mut held = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((token, since)) = held.as_ref()
            && since.elapsed() < TOKEN_AGE
        {
            return Ok(token.clone());
        }
        let form = format!("grant_type=password&client_id=admin-cli&username=administrator&password={}", self.password);
        let headers = [("content-type", "application/x-www-form-urlencoded")];
        let (path, host) = (token_path("master"), self.address.to_string());
        let answer = ask(
            self.address,
            &Ask { method: "POST", path: &path, host: &host, headers: &headers, body: form.as_bytes() },
        )?;
        let token = answer.text("access_token");
        let token = token.ok_or_else(|| io::Error::other("the provider does not know its administrator"))?;
        *held = Some((token.clone(), Instant::now()));
        Ok(token)
    }
}

/// A public client, as the platform's rules want it.
fn client(id: &str, direct_grants: bool) -> Value {
    json!({
        "clientId": id, "enabled": true, "publicClient": true, "directAccessGrantsEnabled": direct_grants,
        "standardFlowEnabled": false,
    })
}

/// Where tokens are asked for.
pub(super) fn token_path(realm: &str) -> String {
    format!("/realms/{realm}/protocol/openid-connect/token")
}
