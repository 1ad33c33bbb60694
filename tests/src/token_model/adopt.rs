//! Rows 25 and 26: a record or a snapshot, held against what is known.

use waybill_core::{ErrorKind, Retry};

use super::data::{Access, Model, Refresh, remember};
use super::record::{Record, RecordRefresh, digest};
use super::state::End;
use super::{Act, Failure};

/// What came of the record that the lock brought.
pub(super) enum Adopted {
    /// It was taken over, and its writer backs off, or does not.
    Newer(Option<End>),
    /// It says no more than is known.
    Nothing,
}

impl Model {
    /// Rows 25 and 26 on what the store told with its lock.
    pub(super) fn adopt_if_newer(&mut self, record: Option<Record>, now: i64, acts: &mut Vec<Act>) -> Adopted {
        match record {
            Some(record) if self.knows(&record) => {
                self.know(Some(&record));
                Adopted::Nothing
            }
            Some(record) if record.seq >= self.stored.seq => Adopted::Newer(self.adopt(&record, now)),
            None if self.stored.seq == 0 => Adopted::Nothing,
            // row 25: a peer has logged in since the store lost what it held
            Some(record) if self.is_of_later_login(&record) => {
                Self::note("store.older", acts);
                Adopted::Newer(self.adopt(&record, now))
            }
            // row 25
            less => {
                Self::note("store.older", acts);
                if let Some(refresh) = &mut self.refresh {
                    refresh.spent |= self.stored.refresh == Some(digest(&refresh.secret));
                }
                self.know(less.as_ref());
                self.stored.is_dirty = true;
                Adopted::Nothing
            }
        }
    }

    pub(super) fn knows(&self, record: &Record) -> bool {
        self.stored.record.as_ref() == Some(&record.text)
            || self.stored.attempted.as_ref().is_some_and(|(attempted, _)| *attempted == record.text)
    }

    /// That is what the store holds.
    pub(super) fn know(&mut self, record: Option<&Record>) {
        self.stored.seq = record.map_or(0, |record| record.seq);
        self.stored.record = record.map(|record| record.text.clone());
        self.stored.refresh = record.and_then(Record::refresh_digest);
        self.stored.attempted = None;
    }

    fn has_seen(&self, token: &str) -> bool {
        self.given.iter().chain(&self.sent).any(|seen| seen == token)
    }

    fn is_of_later_login(&self, record: &Record) -> bool {
        let (Some(theirs), Some(own)) = (&record.access, &self.access) else { return false };
        theirs.obtained_at > own.obtained_at && !record.refresh_digest().is_some_and(|token| self.has_seen(&token))
    }

    /// *older than what is held*, of a snapshot.
    pub(super) fn is_older(&self, record: &Record) -> bool {
        let held = self.refresh.as_ref().map(|refresh| digest(&refresh.secret));
        let tokens: Vec<String> =
            record.refresh_digest().into_iter().chain(record.given.as_deref().map(digest)).collect();
        record.seq < self.stored.seq
            || tokens.iter().any(|token| self.has_seen(token) && held.as_ref() != Some(token))
            || (held.is_some() && tokens.is_empty() && record.generation < self.generation)
    }

    /// Row 26: what it holds replaces what is held. The wait of its writer, where that is not over.
    pub(super) fn adopt(&mut self, record: &Record, now: i64) -> Option<End> {
        let mut record = record.clone();
        let is_dropped = |token: &str| self.stored.dropped.contains(&digest(token));
        let dropped_access = record.access.take_if(|access| is_dropped(&access.token)).is_some();
        let dropped_refresh = record.refresh.take_if(|refresh| is_dropped(&refresh.token)).is_some();
        // A refresh token, held or given meanwhile, that the store never had.
        let keeps_own = self.refresh.as_ref().map(|refresh| digest(&refresh.secret)).is_some_and(|own| {
            self.stored.refresh.as_ref() != Some(&own)
                && record.refresh_digest().as_ref() != Some(&own)
                && !record.has_seen(&own)
        });
        self.know(Some(&record));
        self.stored.is_dirty = dropped_access || dropped_refresh || keeps_own;
        merge(&record.seen_given, &mut self.given);
        merge(&record.seen_sent, &mut self.sent);
        self.is_refused |= self.password.as_ref().is_some_and(|password| record.refuses(password));
        if keeps_own {
            self.generation = self.generation.max(record.generation);
            if let Some(access) = &mut self.access {
                access.generation = self.generation;
            }
        } else {
            self.base_life = Some(record.base_life);
            self.adopt_refresh_of(&record, now);
            self.adopt_access_of(&record, now);
        }
        let wait = record.back_off.filter(|wait| wait.until > now)?;
        let error = Failure::new("token.unavailable", ErrorKind::Provider, Retry::Never);
        Some(End::BackOff { until: wait.until, attempt: wait.attempt, error })
    }

    fn adopt_refresh_of(&mut self, record: &Record, now: i64) {
        let own = self.refresh.take();
        let theirs = match (&record.given, &record.refresh) {
            (Some(given), _) => Some(Refresh::new(given.clone())),
            (None, Some(RecordRefresh { token, expires_at, spent, exhausted })) => Some(Refresh {
                expires_at: *expires_at,
                spent: *spent,
                exhausted: *exhausted,
                ..Refresh::new(token.clone())
            }),
            (None, None) => None,
        };
        self.refresh = theirs.map(|theirs| match &own {
            // It was sent from here, or read as spent before.
            Some(own) if own.secret == theirs.secret && own.spent => {
                Refresh { spent: true, last_try_from: own.last_try_from, ..theirs }
            }
            _ if theirs.spent => {
                // *a last try with a store*
                let given_up = now.saturating_add(self.timeout);
                Refresh { last_try_from: Some(given_up.saturating_add(10_000)), ..theirs }
            }
            _ => theirs,
        });
        if let Some(own) = own.filter(|own| self.refresh.as_ref().is_none_or(|held| held.secret != own.secret)) {
            remember(&mut self.sent, digest(&own.secret));
        }
    }

    fn adopt_access_of(&mut self, record: &Record, now: i64) {
        let theirs = record.access.as_ref().filter(|access| access.obtained_at <= now.saturating_add(5_000));
        let Some(theirs) = theirs else {
            self.access = None;
            return;
        };
        if self.access.as_ref().is_some_and(|own| own.secret == theirs.token) {
            return;
        }
        self.generation = self.generation.max(record.generation).saturating_add(1);
        self.access = Some(Access {
            secret: theirs.token.clone(),
            obtained_at: theirs.obtained_at,
            expires_at: theirs.expires_at,
            life: theirs.life,
            generation: self.generation,
            bad: theirs.bad,
        });
    }
}

/// The last 32: theirs, then one's own.
fn merge(theirs: &[String], own: &mut Vec<String>) {
    let mut merged = Vec::new();
    for token in theirs.iter().chain(own.iter()) {
        remember(&mut merged, token.clone());
    }
    *own = merged;
}
