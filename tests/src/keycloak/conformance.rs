//! Keycloak as a provider of the conformance list: a realm of its own for each scenario.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::admin::{Admin, User, token_path};
use super::wire::{self, Answer, Ask, ask};
use crate::conformance::{Arrangement, Facts, Provider, Request};

/// How long access tokens live, in seconds.
const LIFESPAN: u32 = 60;
const USERNAME: &str = "ada";

/// A realm that nobody asked anything yet.
pub(super) struct Realm {
    admin: Arc<Admin>,
    user: User,
    password: String,
    foreign: String,
}

/// Makes the realms, one after the other.
pub(super) struct Realms {
    admin: Arc<Admin>,
    password: String,
    foreign: String,
    made: u32,
}

impl Realms {
    pub(super) fn new(admin: Arc<Admin>) -> io::Result<Self> {
        let password = format!("canary-password-{}", std::process::id());
        admin.create_realm("conformance-foreign", LIFESPAN)?;
        let user = admin.create_user("conformance-foreign", USERNAME, &password)?;
        let tokens = admin.log_in(&user, &password, &admin.address.to_string())?;
        let foreign = tokens.text("refresh_token").ok_or(io::ErrorKind::InvalidData)?;
        Ok(Self { admin, password, foreign, made: 0 })
    }

    /// A realm whose sessions last so many seconds.
    pub(super) fn make(&mut self, session_max_s: u32) -> io::Result<Realm> {
        let Self { admin, password, foreign, made } = self;
        *made += 1;
        let name = format!("conformance-{made}");
        admin.create_realm(&name, LIFESPAN)?;
        admin.create_client(&name, "portal", false)?;
        admin.change_realm(&name, &json!({ "ssoSessionMaxLifespan": session_max_s }))?;
        let user = admin.create_user(&name, USERNAME, password)?;
        Ok(Realm { admin: Arc::clone(admin), user, password: password.clone(), foreign: foreign.clone() })
    }
}

impl Provider for Realm {
    fn facts(&self) -> Facts {
        let User { realm, name, .. } = &self.user;
        Facts::from([
            ("issuer", format!("http://{}/realms/{realm}", self.admin.address)),
            ("realm", realm.clone()),
            ("username", name.clone()),
            ("USERNAME", name.to_uppercase()),
            ("password", self.password.clone()),
            ("foreign", self.foreign.clone()),
        ])
    }

    fn now(&self) -> i64 {
        wire::now()
    }

    fn ask(&mut self, request: &Request<'_>) -> io::Result<Answer> {
        let Request { realm, method, content_type, form } = *request;
        let headers = [("content-type", content_type)];
        let headers = if content_type.is_empty() { &[] } else { headers.as_slice() };
        let (path, host) = (token_path(realm), self.admin.address.to_string());
        ask(self.admin.address, &Ask { method, path: &path, host: &host, headers, body: form.as_bytes() })
    }

    fn arrange(&mut self, what: Arrangement) -> io::Result<()> {
        match what {
            Arrangement::DisableUser => self.admin.enable(&self.user, false),
            Arrangement::EnableUser => self.admin.enable(&self.user, true),
            Arrangement::LockUser => self.admin.lock(&self.user),
            Arrangement::UnlockUser => self.admin.unlock(&self.user),
            Arrangement::LogUserOut => self.admin.log_out(&self.user),
        }
    }

    fn wait(&mut self, time: Duration) {
        thread::sleep(time);
    }
}
