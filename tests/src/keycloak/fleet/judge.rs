//! What must not have happened to a fleet: a call that was lost though somebody could have served it, a process that is not
//! served once all is well, two exchanges under one lock, a secret that shows.

use std::collections::BTreeMap;
use std::io;

use super::super::ledger::{Grant, Ledger};
use super::exchanges::Point;
use super::locks;
use super::members::Fleet;
use super::monitor::Asked;
use super::record::FleetRecord;
use super::recordings::Counted;
use super::registry::Instance;
use super::timeline;

/// What a run left, as the proxy, Keycloak, the store and the processes tell it.
pub(super) struct Seen {
    pub(super) ledger: Ledger,
    /// By the place of a token request in the ledger.
    pub(super) senders: BTreeMap<usize, Instance>,
    pub(super) kills_at: BTreeMap<Point, usize>,
    /// What the store was asked.
    pub(super) asked: Vec<Asked>,
    /// How often Keycloak says that a refresh token was used again.
    pub(super) reuses: usize,
    /// Where a secret shows.
    shown: Vec<String>,
    /// What processes recorded, and where that is not what engine and model do.
    counted: Counted,
    unforeseen: Vec<String>,
}

impl Seen {
    /// Looks at all that is left, once the processes have been heard for the last time.
    pub(super) fn gather(fleet: &mut Fleet) -> io::Result<Self> {
        let (monitored, asked) = fleet.monitor.end();
        let (senders, kills_at) = fleet.exchanges.seen();
        let events = fleet.proxy.admin.events(&fleet.user.realm)?;
        let texts = [
            ("what processes say", fleet.record.texts.join("\n")),
            ("the store's file or slow log", fleet.redis.shown()?),
            ("what the store's monitor says", monitored),
            ("a host's log", fleet.logs()?),
        ];
        let ledger = fleet.proxy.ledger().clone();
        fleet.write("timeline.txt", &timeline::write(&fleet.record, &ledger, &senders, &asked))?;
        let is_shown = |text: &str| text.contains(&fleet.password) || fleet.secrets.shown_in(text).is_some();
        let shown = texts.iter().filter(|(_, text)| is_shown(text));
        Ok(Self {
            ledger,
            senders,
            kills_at,
            asked,
            reuses: events.iter().filter(|event| event.to_string().contains("reuse")).count(),
            shown: shown.map(|(place, _)| format!("a secret shows in {place}")).collect(),
            counted: fleet.recordings.count(),
            unforeseen: fleet.recordings.judge(&fleet.secrets),
        })
    }

    /// How many of the exchanges were logins with a password, and how many refreshes.
    pub(super) fn exchanges(&self) -> (usize, usize) {
        let logins = self.ledger.tokens.iter().filter(|request| request.grant == Grant::Password).count();
        (logins, self.ledger.tokens.len() - logins)
    }

    /// Exchanges that were made under no lock, or under one that another was made under.
    pub(super) fn unlocked_exchanges(&self, record: &FleetRecord) -> Vec<String> {
        locks::judge(&locks::given(&self.asked, &record.losses), &self.ledger.tokens, &self.senders)
    }

    /// What is wrong whatever is run.
    pub(super) fn common_complaints(&self, record: &FleetRecord) -> Vec<String> {
        let unserved =
            record.unserved.iter().map(|process| format!("process {process} is not served though all is well"));
        let ended = record.ended.iter().map(|process| format!("process {process} ended by itself"));
        let told = self.shown.iter().chain(&self.unforeseen).cloned();
        told.chain(unserved).chain(ended).collect()
    }

    /// The numbers of a run.
    pub(super) fn summary(&self, record: &FleetRecord) -> String {
        let (logins, refreshes) = self.exchanges();
        let Counted { steps, reloads, degraded_logins } = self.counted;
        let points: Vec<String> =
            self.kills_at.iter().map(|(point, count)| format!("{count} {}", point.name())).collect();
        let notes: Vec<String> = record.notes().iter().map(|(code, count)| format!("{code} {count}")).collect();
        format!(
            "{} calls, {} failed, slowest served {} ms; {steps} steps foretold, {reloads} records read; {refreshes} refreshes, \
             {logins} logins, {degraded_logins} of them without the store, {} locks, {} reuses seen by Keycloak; kills: {} at random, {}; {} restarts with other keys, {} freezes, {} disturbances of the store; notes: {}",
            record.calls,
            record.failed.len(),
            record.slowest,
            locks::given(&self.asked, &record.losses).len(),
            self.reuses,
            record.kills,
            if points.is_empty() { "none at a point of an exchange".to_owned() } else { points.join(", ") },
            record.rotations,
            record.freezes.len(),
            record.outages.len(),
            if notes.is_empty() { "none".to_owned() } else { notes.join(", ") }
        )
    }
}
