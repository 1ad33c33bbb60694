//! What an engine is made from.

use crate::environment::{Credentials, Environment};
use crate::store::SharedStore;

/// One engine is one environment and the credentials held for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// All environments the host knows; they are checked as a set.
    pub environments: Vec<Environment>,
    /// Name of the one served.
    pub environment: String,
    /// All credentials the host holds. Those of `environment` are kept; the others only guard against mix-ups.
    pub credentials: Vec<Credentials>,
    /// Randomness for the spread of retries: any number that differs between processes.
    pub seed: u64,
    /// Time-out of a token exchange in milliseconds; 30 000 where not given.
    pub token_timeout_ms: Option<i64>,
    /// How long a call without a token may wait for the next try after a token exchange failed, in milliseconds; 2 000 where
    /// not given. Where that try comes later the call fails at once, and its error says when.
    pub token_retry_wait_ms: Option<i64>,
    /// That the login's tokens are shared with other processes; `None` keeps them in this one.
    pub shared_store: Option<SharedStore>,
}
