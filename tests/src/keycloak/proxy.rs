//! Between a host and Keycloak: passes token requests on, spoils what the plan says, and serves the API that takes the tokens.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use super::admin::{Admin, User};
use super::connection;
use super::faults::{Draw, Fault};
use super::host::Host;
use super::ledger::{Grant, Ledger};
use super::secrets::Secrets;

/// What one proxy knows.
#[derive(Debug)]
pub(super) struct Proxy {
    pub(super) address: SocketAddr,
    pub(super) provider: SocketAddr,
    pub(super) admin: Arc<Admin>,
    pub(super) secrets: Arc<Secrets>,
    user: Mutex<Option<User>>,
    host: Mutex<Option<Arc<Host>>>,
    plan: Mutex<VecDeque<Fault>>,
    draw: Mutex<Option<Draw>>,
    ledger: Mutex<Ledger>,
    tokens: Mutex<HashMap<String, Issued>>,
    watch: OnceLock<Arc<dyn Watch>>,
}

/// Somebody who is told of each token request, and may do something to the process that sent it. A request is named by its
/// place in the ledger.
pub(super) trait Watch: fmt::Debug + Send + Sync {
    /// A request came from this port, and the provider has not heard of it. Gives whether it is to.
    fn on_request(&self, port: u16, place: usize) -> bool;
    /// The provider has answered, and the client has not heard of it. Gives whether it is to.
    fn on_answer(&self, place: usize) -> bool;
    /// The answer was written to the client.
    fn on_relay(&self, place: usize);
}

/// An access token that Keycloak gave through the proxy: when, and when it ends, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Issued {
    pub(super) at: i64,
    pub(super) expires_at: i64,
    /// The API refuses it before its time.
    pub(super) revoked: bool,
}

impl Proxy {
    /// A proxy on a port of its own, which serves until the process ends. Without a draw its API refuses no good token.
    pub(super) fn start(
        provider: SocketAddr,
        admin: Arc<Admin>,
        secrets: Arc<Secrets>,
        plan: Vec<Fault>,
        draw: Option<Draw>,
    ) -> io::Result<Arc<Self>> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let proxy = Arc::new(Self {
            address: listener.local_addr()?,
            provider,
            admin,
            secrets,
            user: Mutex::default(),
            host: Mutex::default(),
            plan: Mutex::new(plan.into()),
            draw: Mutex::new(draw),
            ledger: Mutex::default(),
            tokens: Mutex::default(),
            watch: OnceLock::new(),
        });
        let shared = Arc::clone(&proxy);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let proxy = Arc::clone(&shared);
                thread::spawn(move || connection::serve(&stream, &proxy));
            }
        });
        Ok(proxy)
    }

    /// The host whose requests these are, so that it can be stopped, and the user it acts for.
    pub(super) fn attach(&self, host: Arc<Host>, user: User) {
        *lock(&self.host) = Some(host);
        *lock(&self.user) = Some(user);
    }

    pub(super) fn host(&self) -> io::Result<Arc<Host>> {
        lock(&self.host).clone().ok_or_else(|| io::Error::other("no host is attached"))
    }

    pub(super) fn user(&self) -> io::Result<User> {
        lock(&self.user).clone().ok_or_else(|| io::Error::other("no user is attached"))
    }

    /// Has somebody told of each token request; the first who asks for it.
    pub(super) fn watch_with(&self, watch: Arc<dyn Watch>) {
        let _ = self.watch.set(watch);
    }

    pub(super) fn watch(&self) -> Option<&dyn Watch> {
        self.watch.get().map(Arc::as_ref)
    }

    /// Has the API take every good token from now on.
    pub(super) fn refuse_never(&self) {
        *lock(&self.draw) = None;
    }

    /// What happens to the next token request: the next fault of the plan that fits it.
    pub(super) fn next_fault(&self, grant: &Grant) -> Fault {
        let mut plan = lock(&self.plan);
        let fits = |fault: &Fault| matches!(grant, Grant::Refresh(_)) || !fault.needs_refresh();
        plan.iter().position(fits).and_then(|position| plan.remove(position)).unwrap_or(Fault::None)
    }

    /// Whether every fault of the plan has happened.
    pub(super) fn is_through(&self) -> bool {
        lock(&self.plan).is_empty()
    }

    /// Whether the API refuses a good token now: one request in a hundred, where it does at all.
    pub(super) fn refuses_now(&self) -> bool {
        lock(&self.draw).as_mut().is_some_and(|draw| draw.below(100) == 0)
    }

    pub(super) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        lock(&self.ledger)
    }

    pub(super) fn issue(&self, token: &str, issued: Issued) {
        lock(&self.tokens).insert(token.to_owned(), issued);
    }

    pub(super) fn issued(&self, token: &str) -> Option<Issued> {
        lock(&self.tokens).get(token).copied()
    }
}

/// A panic of another connection's thread leaves plain data behind, which stays usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
