//! The configuration of an engine.

use std::time::Duration;

use crate::environment::{Credentials, Environment};
use crate::store::SharedStore;

/// The configuration of an engine, which serves one environment with its credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// All environments that the host knows. They are checked together.
    pub environments: Vec<Environment>,
    /// Name of the environment to serve.
    pub environment: String,
    /// All credentials of the host. The engine uses those of `environment`; the others only guard against mix-ups.
    pub credentials: Vec<Credentials>,
    /// Seed for the jitter of retries: any number that differs between processes.
    pub seed: u64,
    /// Time-out of a token exchange, from a millisecond to an hour. Default: 30 seconds.
    pub token_timeout: Option<Duration>,
    /// Maximum time that a call without a token waits for the next try after a failed token exchange, up to an hour. Default:
    /// 2 seconds. If the next try comes later, the call fails at once, and its error says when to retry.
    pub token_retry_wait: Option<Duration>,
    /// Store that shares the login's tokens with other processes. `None` keeps them in this process.
    pub shared_store: Option<SharedStore>,
}

impl Config {
    /// Creates a configuration with one environment and its credentials, default times, and no shared store. `credentials`
    /// must name the same environment. `seed` is any number that differs between processes.
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
