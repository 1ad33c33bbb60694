//! What a run of a fleet is made of.

use std::time::Duration;

/// Keys by their ids and the byte that they consist of.
pub(super) const OLD_KEY: (&str, u8) = ("2026-11", 7);
pub(super) const NEW_KEY: (&str, u8) = ("2026-12", 9);

/// What processes log in with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    Password,
    WrongPassword,
    RefreshToken,
}

/// What a fleet is made of.
#[derive(Debug)]
pub(super) struct Plan {
    /// Of the realm and of all files.
    pub(super) name: &'static str,
    pub(super) hosts: Vec<(String, Vec<String>)>,
    pub(super) size: usize,
    /// Seconds that a token lives.
    pub(super) lifespan: u32,
    pub(super) held: Held,
    /// How long an exchange may take.
    pub(super) token_timeout_ms: u64,
    /// Between two calls of one process.
    pub(super) between_calls: Duration,
    /// How far the clock of the first process is from the others'; it changes sides with each life.
    pub(super) clock_offset_ms: i64,
    /// The store has neither lock nor checks; only the first host can have such a one.
    pub(super) is_unsafe: bool,
    /// Processes log in for themselves while the store is down.
    pub(super) login_while_down: bool,
    /// Whether it is looked up who asked the store: dear where many processes ask.
    pub(super) looks_up: bool,
}

impl Plan {
    /// Eight processes with a password and tokens of six seconds, which call all the time.
    pub(super) fn new(name: &'static str, hosts: Vec<(String, Vec<String>)>) -> Self {
        Self {
            name,
            hosts,
            size: 8,
            lifespan: 6,
            held: Held::Password,
            token_timeout_ms: 5_000,
            between_calls: Duration::from_millis(150),
            clock_offset_ms: 0,
            is_unsafe: false,
            login_while_down: false,
            looks_up: true,
        }
    }
}
