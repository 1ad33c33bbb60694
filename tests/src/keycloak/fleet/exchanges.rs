//! The token requests of a fleet: who sent each, and kills at the points of an exchange that matter.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::super::proxy::Watch;
use super::redis;
use super::registry::{Instance, Registry};

/// How long the store takes no writes while a process has its answer: longer than it needs to ask for the save.
const UNSAVED: Duration = Duration::from_millis(150);

/// The point of an exchange at which the process that makes it is killed; each comes after the save before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Point {
    /// Its request is out, and the provider never hears of it.
    Request,
    /// The provider has acted, and the process does not know.
    Answer,
    /// It has the answer, and has not saved what came of it.
    Commit,
}

impl Point {
    pub(super) const ALL: [Self; 3] = [Self::Request, Self::Answer, Self::Commit];

    /// Where it is, after "killed".
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Request => "before the provider heard its request",
            Self::Answer => "before it heard the answer",
            Self::Commit => "before it saved what came of it",
        }
    }
}

/// Told of each token request by the proxy.
#[derive(Debug)]
pub(super) struct Exchanges {
    registry: Arc<Registry>,
    proxy: u16,
    store: u16,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// By the request's place in the ledger; those that are missing were gone before they could be found.
    senders: BTreeMap<usize, Instance>,
    /// Kills to come, one for each request that comes.
    next: VecDeque<Point>,
    /// The kill that happens to a request.
    now: BTreeMap<usize, Point>,
    kills: BTreeMap<Point, usize>,
}

impl Exchanges {
    /// For a proxy and a store on these ports.
    pub(super) fn new(registry: Arc<Registry>, proxy: u16, store: u16) -> Self {
        Self { registry, proxy, store, state: Mutex::default() }
    }

    /// Has whoever sends the next token request killed, or the one after those that are killed before.
    pub(super) fn kill_at(&self, point: Point) {
        self.state().next.push_back(point);
    }

    /// Who sent each request, and how many were killed at which point.
    pub(super) fn seen(&self) -> (BTreeMap<usize, Instance>, BTreeMap<Point, usize>) {
        let state = self.state();
        (state.senders.clone(), state.kills.clone())
    }

    /// Kills the sender where this is the point; gives whether it did.
    fn kill(&self, place: usize, point: Point) -> bool {
        let sender = {
            let mut state = self.state();
            if state.now.get(&place) != Some(&point) {
                return false;
            }
            *state.kills.entry(point).or_default() += 1;
            state.senders.get(&place).copied()
        };
        if let Some(sender) = sender {
            self.registry.kill(sender);
        }
        sender.is_some()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch for Exchanges {
    fn on_request(&self, port: u16, place: usize) -> bool {
        let sender = self.registry.owner_of(port, self.proxy);
        if let Some(sender) = sender {
            let mut state = self.state();
            state.senders.insert(place, sender);
            if let Some(point) = state.next.pop_front() {
                state.now.insert(place, point);
            }
        }
        !self.kill(place, Point::Request)
    }

    fn on_answer(&self, place: usize) -> bool {
        if self.state().now.get(&place) == Some(&Point::Commit) {
            // Its save waits until it is no more; a server drops what a client asked for that is gone.
            let _ = redis::command(self.store, "CLIENT PAUSE 1000 WRITE");
        }
        !self.kill(place, Point::Answer)
    }

    fn on_relay(&self, place: usize) {
        if self.state().now.get(&place) == Some(&Point::Commit) {
            thread::sleep(UNSAVED);
            self.kill(place, Point::Commit);
            let _ = redis::command(self.store, "CLIENT UNPAUSE");
        }
    }
}
