//! A reference model of the token machine, written from its table alone and held beside the engine.
//!
//! It is naive on purpose: lists that are searched from one end to the other, one branch for each row, marked with the
//! row's name, in the order of the table (`core/access/src/token/rows.md`). Whoever doubts the engine reads this beside the table.
//! It knows commerce calls of one environment alone. Exchanges have names instead of the engine's numbers, so that the order
//! in which waiters are served, of which the table says nothing, does not matter.

mod adopt;
mod answer;
mod calls;
mod data;
mod events;
mod exchange;
mod host;
mod lock;
mod need;
mod observe;
mod record;
mod replay;
mod save;
mod state;

pub use answer::{Answer, Tokens};
pub use data::Model;
pub use observe::{Observer, difference};
pub use replay::{Replayed, replay, scope};

use std::time::Duration;

use waybill_core::{Config, ErrorKind, Retry, Secret, StoreFailure};

/// What a model is made from.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// The password held at first.
    pub password: Option<String>,
    /// The refresh token held at first.
    pub refresh: Option<String>,
    /// Randomness of the waits.
    pub seed: u64,
    /// Time-out of a token exchange; 30 s where not given.
    pub timeout: Option<i64>,
    /// Of the short wait, in milliseconds.
    pub retry_wait: Option<i64>,
    /// The identity providers of the other environments.
    pub foreign_providers: Vec<String>,
    /// Whose login it is.
    pub account: Account,
    /// Where processes share the login through a store: whether they log in for themselves while it is down.
    pub login_while_down: Option<bool>,
}

impl From<&Config> for Setup {
    /// What the model of the environment served is made from; nothing of a login that is not there.
    fn from(config: &Config) -> Self {
        let own = config.environments.iter().find(|environment| environment.name == config.environment);
        let auth_url = own.and_then(|own| own.auth_url.clone()).unwrap_or_default();
        let credentials = config.credentials.iter().find(|held| held.environment == config.environment);
        let login = credentials.and_then(|credentials| credentials.login.as_ref());
        let millis = |span: Option<Duration>| span.and_then(|span| i64::try_from(span.as_millis()).ok());
        let secret = |secret: &Option<Secret>| secret.as_ref().map(|secret| secret.expose().to_owned());
        Self {
            password: login.and_then(|login| secret(&login.password)),
            refresh: login.and_then(|login| secret(&login.refresh_token)),
            seed: config.seed,
            timeout: millis(config.token_timeout),
            retry_wait: millis(config.token_retry_wait),
            foreign_providers: config
                .environments
                .iter()
                .filter_map(|other| other.auth_url.clone())
                .filter(|other| *other != auth_url)
                .collect(),
            account: Account {
                environment: config.environment.clone(),
                realm: login.map(|login| login.realm.clone()).unwrap_or_default(),
                user: login.map(|login| login.username.clone()).unwrap_or_default(),
                auth_url,
            },
            login_while_down: config.shared_store.map(|store| store.login_while_down),
        }
    }
}

/// Whose login it is, as records name it.
#[derive(Debug, Clone, Default)]
pub struct Account {
    /// The name of the environment.
    pub environment: String,
    /// Its identity provider.
    pub auth_url: String,
    /// The realm.
    pub realm: String,
    /// The user.
    pub user: String,
}

/// One thing that happens to an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A commerce call begins.
    Begin {
        /// Whether its method is idempotent.
        idempotent: bool,
        /// Its body.
        body: Body,
        /// When it fails.
        deadline: Option<i64>,
    },
    /// The head of an answer came.
    Head {
        /// To which request.
        exchange: Exchange,
        /// Its status.
        status: u16,
        /// Its headers, names in lower case.
        headers: Vec<(String, String)>,
    },
    /// The body of an answer came.
    Body {
        /// To which request.
        exchange: Exchange,
        /// The body.
        body: String,
        /// Whether that is all of it.
        complete: bool,
    },
    /// A request ended without an answer.
    Failure {
        /// Which request.
        exchange: Exchange,
        /// Whether no byte of it was written.
        not_sent: bool,
    },
    /// Time passed.
    Time,
    /// The caller no longer wants a call.
    Cancel(u64),
    /// The client is closed.
    Close,
    /// Credentials are set.
    SetCredentials {
        /// The password, where one is given.
        password: Option<String>,
        /// The refresh token, where one is given.
        refresh: Option<String>,
    },
    /// The access token is no longer trusted, and with `tokens` the refresh token neither.
    Invalidate {
        /// Whether both are dropped.
        tokens: bool,
    },
    /// The shared store answered.
    Store {
        /// What was asked with that ticket.
        ticket: u64,
        /// The answer.
        answer: StoreAnswer,
    },
    /// A snapshot is restored.
    Restore(String),
    /// The state is exported.
    Export,
}

/// An answer of the shared store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreAnswer {
    /// The lock is held, or a newer record came without it.
    Locked {
        /// The record's text.
        record: Option<String>,
        /// What time it is there.
        store_time: i64,
    },
    /// The record was saved.
    Saved {
        /// Under that number.
        seq: u64,
    },
    /// It was not, for another holds the lock, or another number stands there.
    Conflict,
    /// Neither could be done.
    Failed(StoreFailure),
}

/// What of a call's body matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    /// There is none.
    Empty,
    /// There are bytes.
    Bytes,
    /// The caller streams one that can be sent again.
    Replayable,
    /// The caller streams one that can be sent once.
    Once,
}

/// The name of an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exchange {
    /// The token request of that number, from 1.
    Token(u64),
    /// A call's request.
    Call {
        /// The call's number.
        call: u64,
        /// 1, and 2 where it is sent again.
        attempt: u64,
    },
}

/// What is sent to the identity provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grant {
    /// The password.
    Password(String),
    /// The refresh token.
    Refresh(String),
}

/// One thing that an input causes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// A token request is sent.
    SendToken {
        /// Its name.
        exchange: Exchange,
        /// What it carries.
        grant: Grant,
        /// Its deadline.
        deadline: i64,
    },
    /// A call is sent.
    SendCall {
        /// Its name.
        exchange: Exchange,
        /// The access token it carries.
        access: String,
        /// Its deadline.
        deadline: Option<i64>,
    },
    /// A body is read.
    Read(Exchange),
    /// An exchange is dropped.
    Abort(Exchange),
    /// Something is noted, under this code.
    Note(String),
    /// A call is over: its answer is the caller's.
    Response {
        /// The call.
        call: u64,
        /// The request whose answer it is.
        exchange: Exchange,
    },
    /// A call failed.
    Failed {
        /// The call.
        call: u64,
        /// How.
        failure: Failure,
    },
    /// The engine is closed.
    Closed,
    /// The store's lock is asked for.
    Lock {
        /// With that ticket.
        ticket: u64,
        /// How long it may be held, in milliseconds.
        lease: i64,
        /// The number of the record that is known.
        known_seq: u64,
    },
    /// A record is to be saved.
    Save {
        /// Under the lock of that ticket.
        ticket: u64,
        /// The record's text.
        record: String,
        /// The number that has to stand in the store.
        expected_seq: u64,
    },
    /// The lock is released.
    Unlock {
        /// The ticket of the lock.
        ticket: u64,
    },
}

/// How a call failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The error's code.
    pub code: String,
    /// Whose fault it was.
    pub kind: ErrorKind,
    /// Whether trying again helps.
    pub retry: Retry,
}

impl Failure {
    fn new(code: &str, kind: ErrorKind, retry: Retry) -> Self {
        Self { code: code.to_owned(), kind, retry }
    }
}

/// All that one input causes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// What is done, and when the engine is woken.
    Step {
        /// What is done.
        acts: Vec<Act>,
        /// When it is woken.
        wake_at: Option<i64>,
    },
    /// The input does not fit: it changes nothing.
    Misuse,
    /// The input is refused, with this code: it changes nothing.
    Refused(String),
    /// The state, as a snapshot holds it.
    Exported(String),
}
