//! Adopts records that another process, or this one earlier, stored: rows 25 and 26.

use waybill_base::internal::TimestampExt as _;
use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::super::context::Context;
use super::super::errors;
use super::super::held_tokens::{AccessToken, CLOCK_DIFFERENCE, HeldTokens, RefreshToken};
use super::super::seen::{Seen, TokenDigest, digest};
use super::super::state::BackOff;
use super::super::stored::Stored;
use super::{Record, RefusedPassword, salted};

/// Time after another process's time-out, in milliseconds, before a refresh token that it sent may be tried once more.
const AFTER_ANOTHER: i64 = 10_000;

/// A record that was newer than the known one, and was adopted.
pub(in crate::token) struct AdoptedRecord {
    /// The back-off of the record's writer.
    pub(in crate::token) back_off: Option<BackOff>,
}

impl Record {
    /// True if this record is already known.
    pub(in crate::token) fn is_known(&self, stored: &Stored) -> bool {
        stored.knows(&self.digest)
    }

    /// Drops the refresh token that the host set during the exchange, if another process was given it too and may have sent it.
    /// The record then has the outcome.
    pub(in crate::token) fn forget_given(&self, held: &mut HeldTokens) {
        held.given.take_if(|given| self.has_seen(&digest(&given.secret)));
    }

    fn has_seen(&self, token: &TokenDigest) -> bool {
        self.seen_given.contains(token) || self.seen_sent.contains(token)
    }

    /// True if its access token was obtained after the stored one, and its refresh token was never seen. Such a record has a
    /// lower number if the store lost its data, because numbers then start at one again.
    fn is_of_later_login(&self, held: &HeldTokens) -> bool {
        let (Some(theirs), Some(own)) = (&self.access, &held.access) else { return false };
        let is_seen = self.refresh_digest().is_some_and(|token| held.seen.holds_digest(&token));
        theirs.obtained_at > own.obtained_at && !is_seen
    }

    /// True if the tokens here are newer than the record. The record then has a lower number, a refresh token that was replaced,
    /// or a lower generation and no refresh token.
    pub(in crate::token) fn is_older(&self, context: &Context) -> bool {
        let HeldTokens { refresh, seen, generation, .. } = &context.held;
        let held = refresh.as_ref().map(|refresh| digest(&refresh.secret));
        let is_replaced = |token: &TokenDigest| seen.holds_digest(token) && held.as_ref() != Some(token);
        let given = self.given.as_ref().map(|given| digest(&given.secret));
        let tokens = [self.refresh_digest(), given];
        self.seq < context.stored.seq
            || tokens.iter().flatten().any(is_replaced)
            || (held.is_some() && tokens == [None, None] && self.generation < *generation)
    }
}

/// Compares the store's record with the known one, and adopts it if it is newer.
pub(in crate::token) fn adopt_if_newer(record: Option<Record>, context: &mut Context) -> Option<AdoptedRecord> {
    match record {
        Some(record) if context.stored.knows(&record.digest) => {
            note_record(Some(&record), &mut context.stored);
            None
        }
        Some(record) if record.seq >= context.stored.seq => Some(AdoptedRecord { back_off: adopt(record, context) }),
        None if context.stored.seq == 0 => None,
        less => reconcile_with_less(less, context),
    }
}

/// Handles a store that lost data: it was emptied, restored, or failed over to a replica that lagged behind.
fn reconcile_with_less(record: Option<Record>, context: &mut Context) -> Option<AdoptedRecord> {
    // row 25
    let older = match record {
        Some(record) if record.is_of_later_login(&context.held) => {
            context
                .note("store.older", "the shared store lost its newer record, and another process has logged in since");
            return Some(AdoptedRecord { back_off: adopt(record, context) });
        }
        other => other,
    };
    context.note(
        "store.older",
        "the shared store returned an older record than before; this process stores its tokens again",
    );
    let stored = context.stored.refresh;
    if let Some(refresh) = context.held.refresh.as_mut() {
        // Another process may have sent it meanwhile, unless the store never had it.
        refresh.spent |= stored == Some(digest(&refresh.secret));
    }
    note_record(older.as_ref(), &mut context.stored);
    context.stored.is_dirty = true;
    None
}

/// Notes the store's record, so that the next save replaces it.
pub(in crate::token) fn note_record(record: Option<&Record>, stored: &mut Stored) {
    stored.seq = record.map_or(0, |record| record.seq);
    stored.record = record.map(|record| record.digest);
    stored.refresh = record.and_then(Record::refresh_digest);
    stored.attempted = None;
}

/// Adopts a record. Returns the back-off of its writer.
pub(in crate::token) fn adopt(mut record: Record, context: &mut Context) -> Option<BackOff> {
    // row 26
    let (now, timeout) = (context.now, context.times.timeout);
    let has_dropped = forget_dropped(&mut record, &context.stored);
    let keeps_own = keeps_own_refresh(&record, &context.held, &context.stored);
    note_record(Some(&record), &mut context.stored);
    context.stored.is_dirty = has_dropped || keeps_own;
    let held = &mut context.held;
    merge_seen(&record, &mut held.seen);
    if let Some(password) = &mut held.password {
        let is_same = |refused: &RefusedPassword| salted(&refused.salt, &password.secret) == refused.digest;
        password.refused |= record.refused.as_ref().is_some_and(is_same);
    }
    if keeps_own {
        held.generation = held.generation.max(record.generation);
        if let Some(access) = &mut held.access {
            access.generation = held.generation;
        }
    } else {
        held.login_lifetime = record.base_life;
        adopt_refresh(record.given.or(record.refresh), held, now.plus_millis(timeout).plus_millis(AFTER_ANOTHER));
        let access = record.access.filter(|token| token.obtained_at <= now.plus_millis(CLOCK_DIFFERENCE));
        adopt_access(access, record.generation, held);
    }
    let (until, attempt) = record.back_off.filter(|(until, _)| *until > now)?;
    let error = errors::unavailable("another process reported it");
    Some(BackOff { until, attempt, error })
}

/// Removes tokens from a record that the host no longer trusts. Returns true if there were any.
fn forget_dropped(record: &mut Record, stored: &Stored) -> bool {
    let is_dropped = |token: &Secret| stored.dropped.contains(&digest(token));
    let access = record.access.take_if(|token| is_dropped(&token.secret));
    let refresh = record.refresh.take_if(|token| is_dropped(&token.secret));
    access.is_some() || refresh.is_some()
}

/// True if the store never had the refresh token stored here.
fn keeps_own_refresh(record: &Record, held: &HeldTokens, stored: &Stored) -> bool {
    let Some(own) = held.refresh.as_ref().map(|refresh| digest(&refresh.secret)) else { return false };
    stored.refresh != Some(own) && record.refresh_digest() != Some(own) && !record.has_seen(&own)
}

fn merge_seen(record: &Record, seen: &mut Seen) {
    let mut merged = Seen::default();
    let (given, sent) = seen.digests();
    for digest in record.seen_given.iter().chain(given) {
        merged.add_given_digest(*digest);
    }
    for digest in record.seen_sent.iter().chain(sent) {
        merged.add_sent_digest(*digest);
    }
    *seen = merged;
}

fn adopt_refresh(refresh: Option<RefreshToken>, held: &mut HeldTokens, last_try_from: Timestamp) {
    let own = held.refresh.take();
    held.refresh = refresh.map(|mut refresh| {
        match own.as_ref().filter(|own| own.secret == refresh.secret) {
            // It was sent from here, or was already spent in an earlier record.
            Some(own) if own.spent => (refresh.spent, refresh.last_try_from) = (true, own.last_try_from),
            _ if refresh.spent => refresh.last_try_from = Some(last_try_from),
            Some(_) | None => {}
        }
        refresh
    });
    if let Some(replaced) = own.filter(|own| held.refresh.as_ref().is_none_or(|held| held.secret != own.secret)) {
        held.seen.add_sent(&replaced.secret);
    }
}

fn adopt_access(access: Option<AccessToken>, generation: u64, held: &mut HeldTokens) {
    let own = held.access.take();
    held.access = match (access, own) {
        (Some(access), Some(own)) if access.secret == own.secret => Some(own),
        (Some(access), _) => {
            held.generation = held.generation.max(generation).saturating_add(1);
            Some(AccessToken { generation: held.generation, ..access })
        }
        (None, _) => None,
    };
}
