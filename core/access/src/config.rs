//! What an engine is made from.

use std::time::Duration;

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
    /// Time-out of a token exchange, from a millisecond to an hour; 30 seconds where not given.
    pub token_timeout: Option<Duration>,
    /// How long a call without a token may wait for the next try after a token exchange failed, up to an hour; 2 seconds
    /// where not given. Where that try comes later the call fails at once, and its error says when.
    pub token_retry_wait: Option<Duration>,
    /// That the login's tokens are shared with other processes; `None` keeps them in this one.
    pub shared_store: Option<SharedStore>,
}

impl Config {
    /// One environment with its credentials, which both name it; times as they are where not given, and no shared store.
    /// `seed`: any number that differs between processes.
    #[must_use]
    pub fn new(environment: Environment, credentials: Credentials, seed: u64) -> Config {
        Config {
            environment: environment.name.clone(),
            environments: vec![environment],
            credentials: vec![credentials],
            seed,
            token_timeout: None,
            token_retry_wait: None,
            shared_store: None,
        }
    }
}
