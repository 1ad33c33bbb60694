//! Refresh tokens that reached Keycloak more than once, and why.

use std::collections::BTreeMap;

use super::super::ledger::Grant;
use super::judge::Seen;
use super::monitor::Script;
use super::record::FleetRecord;
use super::registry::Instance;

/// How long before its sending a last try is noted, or after it is it heard of.
const NOTED_WITHIN: i64 = 2_000;
/// How long after its waking a process sends what it was about to send.
const SENT_WITHIN: i64 = 3_000;

/// Why a refresh token was sent that had been sent before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    /// Its sender said that nothing else was left.
    LastTry,
    /// Its sender had saved that it would be sent, and did nothing for a while before it sent it.
    Frozen,
    /// The store lost the save that said that it had been sent.
    LostSave,
}

/// One sending too many.
#[derive(Debug)]
pub(super) struct Replay {
    pub(super) at: i64,
    pub(super) token: String,
    pub(super) sender: Option<Instance>,
    pub(super) cause: Option<Cause>,
}

/// All of them, in their order.
pub(super) fn find(seen: &Seen, record: &FleetRecord) -> Vec<Replay> {
    let mut sent: BTreeMap<&str, i64> = BTreeMap::new();
    let mut replays = Vec::new();
    for (place, request) in seen.ledger.tokens.iter().enumerate() {
        let Grant::Refresh(token) = &request.grant else { continue };
        // Those that never reached Keycloak cost nothing.
        let reached = request.answered.is_some();
        if let Some(before) = sent.get(token.as_str()).filter(|_| reached) {
            let sender = seen.senders.get(&place).copied();
            let cause = cause(seen, record, sender, *before, request.at);
            replays.push(Replay { at: request.at, token: token.clone(), sender, cause });
        }
        if reached {
            sent.insert(token, request.at);
        }
    }
    replays
}

fn cause(seen: &Seen, record: &FleetRecord, sender: Option<Instance>, before: i64, at: i64) -> Option<Cause> {
    let is_last_try = |(noted, who, code): &(i64, Instance, String)| {
        Some(*who) == sender && code == "token.last-try" && (noted - at).abs() <= NOTED_WITHIN
    };
    if record.notes.iter().any(is_last_try) {
        return Some(Cause::LastTry);
    }
    let own = seen.asked.iter().filter(|asked| asked.sender == sender && asked.script == Script::Save && asked.wrote);
    let saved = own.filter(|asked| asked.at <= at).map(|asked| asked.at).max();
    let was_frozen = record.freezes.iter().any(|freeze| {
        Some(freeze.instance) == sender
            && saved.is_some_and(|saved| saved <= freeze.from)
            && (freeze.to..=freeze.to.saturating_add(SENT_WITHIN)).contains(&at)
    });
    if was_frozen {
        return Some(Cause::Frozen);
    }
    record.losses.iter().any(|lost| (before..=at).contains(lost)).then_some(Cause::LostSave)
}

/// A sentence for each that has none of these causes.
pub(super) fn without_cause(replays: &[Replay], allowed: &[Cause]) -> Vec<String> {
    let others = replays.iter().filter(|replay| !replay.cause.is_some_and(|cause| allowed.contains(&cause)));
    others
        .map(|Replay { at, token, sender, cause }| {
            format!("{token} reached Keycloak once more at {at}, from {sender:?}; cause: {cause:?}")
        })
        .collect()
}

/// How many there are of each cause.
pub(super) fn counted(replays: &[Replay]) -> String {
    let count = |cause| replays.iter().filter(|replay| replay.cause == cause).count();
    format!(
        "{} replays: {} last tries, {} after a freeze, {} after a loss of the store, {} without a cause",
        replays.len(),
        count(Some(Cause::LastTry)),
        count(Some(Cause::Frozen)),
        count(Some(Cause::LostSave)),
        count(None)
    )
}
