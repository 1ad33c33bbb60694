//! A reference model of the token machine, written from its table alone and held beside the engine.
//!
//! It is naive on purpose: lists that are searched from one end to the other, one branch for each row, marked with the
//! row's name, in the order of the table (`core/src/token/rows.md`). Whoever doubts the engine reads this beside the table.
//! It knows commerce calls of one environment alone; exchanges have names instead of the engine's numbers, so that the order
//! in which waiters are served, of which the table says nothing, does not matter.

mod answer;
mod calls;
mod data;
mod events;
mod exchange;
mod need;
mod observe;
mod replay;

pub use answer::{Answer, Tokens};
pub use data::Model;
pub use observe::{Observer, difference};
pub use replay::{Replayed, replay, scope};

use waybill_core::{ErrorKind, Retry};

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
}
