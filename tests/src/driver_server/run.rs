//! What the server remembers of one host's run of one scenario: the counts it shows, the plan's position, the tokens.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use super::script::{Act, Plan, Script};

/// What `GET /seen/<run>/<scenario>` shows.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Seen {
    /// Requests that are neither token requests nor requests to a redirect's target.
    pub calls: u64,
    /// Token requests.
    pub tokens: u64,
    /// The grant types of the token requests that were read, in order.
    pub grants: Vec<String>,
    /// Token answers with tokens that were written whole.
    pub issued: u64,
    /// Requests to the target of a redirect.
    pub targets: u64,
    /// Calls without the credential (and header) their path family asks for.
    pub refused_credentials: u64,
    /// Requests that are over: answered and read whole, or their connection gone.
    pub ended: u64,
    /// Connections the client let go before it had its whole answer.
    pub disconnects: u64,
    /// Body bytes written in answers to calls.
    pub sent_bytes: u64,
    /// Body bytes read from calls.
    pub received_bytes: u64,
    /// Body bytes read from calls that were not the pattern's.
    pub damaged_bytes: u64,
}

/// The kinds of requests a plan tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Call,
    Token,
    Target,
}

/// All runs of all scenarios, made when first asked for.
pub(super) struct Runs {
    plans: HashMap<String, Plan>,
    started: Mutex<BTreeMap<(String, String), Arc<Run>>>,
    pub(super) origin: String,
    pub(super) refused: String,
}

impl Runs {
    pub(super) fn new(script: Script, origin: String, refused: String) -> Runs {
        let plans = script.scenarios.into_iter().map(|scenario| (scenario.name, scenario.server.unrolled())).collect();
        Runs { plans, started: Mutex::default(), origin, refused }
    }

    /// The run's state, or nothing for a scenario the script does not have.
    pub(super) fn get(&self, scenario: &str, run: &str) -> Option<Arc<Run>> {
        let plan = self.plans.get(scenario)?;
        let mut started = lock(&self.started);
        let run = started.entry((scenario.to_owned(), run.to_owned())).or_insert_with(|| {
            let origin = format!("{}/{scenario}/{run}", self.origin);
            Arc::new(Run { origin, plan: plan.clone(), state: Mutex::default() })
        });
        Some(Arc::clone(run))
    }
}

/// One host's run of one scenario.
pub(super) struct Run {
    pub(super) origin: String,
    plan: Plan,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    seen: Seen,
    released: bool,
    tokens_made: u64,
}

impl Run {
    /// Counts a request and says what is to be done with it; nothing planned is a plain 404.
    pub(super) fn next_act(&self, kind: Kind) -> Option<Act> {
        let mut state = lock(&self.state);
        let (count, plan) = match kind {
            Kind::Call => (&mut state.seen.calls, &self.plan.calls),
            Kind::Token => (&mut state.seen.tokens, &self.plan.tokens),
            Kind::Target => {
                state.seen.targets += 1;
                return None;
            }
        };
        let index = usize::try_from(*count).unwrap_or(usize::MAX);
        *count += 1;
        plan.get(index).or(plan.last()).cloned()
    }

    /// Changes the counts.
    pub(super) fn count(&self, change: impl FnOnce(&mut Seen)) {
        change(&mut lock(&self.state).seen);
    }

    pub(super) fn seen(&self) -> Seen {
        lock(&self.state).seen.clone()
    }

    pub(super) fn release(&self) {
        lock(&self.state).released = true;
    }

    pub(super) fn released(&self) -> bool {
        lock(&self.state).released
    }

    /// A fresh pair: access and refresh token.
    pub(super) fn make_tokens(&self) -> (String, String) {
        let mut state = lock(&self.state);
        state.tokens_made += 1;
        (access_token(state.tokens_made), format!("canary-refresh-{}", state.tokens_made))
    }

    /// Whether `token` is the access token made last.
    pub(super) fn is_current(&self, token: &str) -> bool {
        token == access_token(lock(&self.state).tokens_made)
    }
}

fn access_token(number: u64) -> String {
    format!("canary-access-{number}")
}

/// A panic of another connection's thread leaves plain counts behind, which stay usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
