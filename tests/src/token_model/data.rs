//! What the machine holds: the table's section "Data", letter by letter, and the words defined below it.

use super::calls::{Call, Stage};
use super::record::digest;
use super::state::{InExchange, State};
use super::{Account, Act, Grant, Setup};

/// T: the access token.
#[derive(Debug, Clone)]
pub(super) struct Access {
    pub(super) secret: String,
    pub(super) obtained_at: i64,
    pub(super) expires_at: i64,
    pub(super) life: i64,
    pub(super) generation: u64,
    pub(super) bad: bool,
}

/// R: the refresh token.
#[derive(Debug, Clone)]
pub(super) struct Refresh {
    pub(super) secret: String,
    pub(super) expires_at: Option<i64>,
    pub(super) spent: bool,
    pub(super) exhausted: bool,
    /// When a *last try* of one that another process sent is due.
    pub(super) last_try_from: Option<i64>,
}

impl Refresh {
    /// One of which nothing but its text is known.
    pub(super) const fn new(secret: String) -> Self {
        Self { secret, expires_at: None, spent: false, exhausted: false, last_try_from: None }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Waiter {
    pub(super) call: u64,
    pub(super) began: i64,
    pub(super) patience: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Open,
    Closing,
    Closed,
}

/// The store that processes share.
#[derive(Debug, Clone, Default)]
pub(super) struct Shared {
    pub(super) login_while_down: bool,
    /// How many tickets were issued.
    pub(super) tickets: u64,
    /// How far the store's clock is ahead of this process's.
    pub(super) ahead: i64,
}

/// What is known of the record that the store holds.
#[derive(Debug, Clone, Default)]
pub(super) struct Stored {
    /// *the number of a record*.
    pub(super) seq: u64,
    pub(super) record: Option<String>,
    /// The digest of its refresh token.
    pub(super) refresh: Option<String>,
    /// What was to be saved last, and may be there or not.
    pub(super) attempted: Option<(String, Option<String>)>,
    /// Whether something changed that is not stored.
    pub(super) is_dirty: bool,
    /// Digests of what row 21 or 22 dropped, until that is stored; the last 32.
    pub(super) dropped: Vec<String>,
}

/// One environment's machine, and the calls that use it.
#[derive(Debug, Clone)]
pub struct Model {
    pub(super) state: State,
    pub(super) access: Option<Access>,
    pub(super) refresh: Option<Refresh>,
    pub(super) password: Option<String>,
    pub(super) is_refused: bool,
    pub(super) waiters: Vec<Waiter>,
    /// N: the refresh token that the host gave while X is not over.
    pub(super) given_meanwhile: Option<String>,
    /// Digests of the refresh tokens that the host gave, the last 32.
    pub(super) given: Vec<String>,
    /// Digests of the refresh tokens that were sent, the last 32.
    pub(super) sent: Vec<String>,
    pub(super) account: Account,
    /// The store that is shared with other processes, where there is one.
    pub(super) shared: Option<Shared>,
    pub(super) stored: Stored,
    pub(super) generation: u64,
    pub(super) flights: u64,
    pub(super) base_life: Option<i64>,
    pub(super) last_ok: Option<i64>,
    pub(super) rejected_times: Vec<i64>,
    /// Failures in a row: B.attempt.
    pub(super) attempt: u32,
    /// When row 22 last ended a refusal.
    pub(super) refusal_ended: Option<i64>,
    pub(super) calls: Vec<Call>,
    pub(super) calls_begun: u64,
    pub(super) phase: Phase,
    pub(super) last_seen: i64,
    pub(super) timeout: i64,
    pub(super) retry_wait: i64,
    pub(super) foreign_providers: Vec<String>,
    pub(super) random: u64,
}

impl Model {
    /// The machine before its first input.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let mut model = Self {
            state: State::Idle,
            access: None,
            refresh: None,
            password: setup.password.clone(),
            is_refused: false,
            waiters: Vec::new(),
            given_meanwhile: None,
            given: Vec::new(),
            sent: Vec::new(),
            account: setup.account.clone(),
            shared: setup.login_while_down.map(|login_while_down| Shared { login_while_down, ..Shared::default() }),
            stored: Stored::default(),
            generation: 0,
            flights: 0,
            base_life: None,
            last_ok: None,
            rejected_times: Vec::new(),
            attempt: 0,
            refusal_ended: None,
            calls: Vec::new(),
            calls_begun: 0,
            phase: Phase::Open,
            last_seen: i64::MIN,
            timeout: setup.timeout.unwrap_or(30_000),
            retry_wait: setup.retry_wait.unwrap_or(2_000),
            foreign_providers: setup.foreign_providers.clone(),
            random: setup.seed,
        };
        if let Some(refresh) = &setup.refresh {
            model.take_refresh(refresh.clone());
        }
        model
    }

    /// A refresh token that the host gives becomes R.
    pub(super) fn take_refresh(&mut self, refresh: String) {
        remember(&mut self.given, digest(&refresh));
        self.stored.is_dirty = true;
        self.refresh = Some(Refresh::new(refresh));
    }

    /// *usable*.
    pub(super) fn is_usable(&self, now: i64) -> bool {
        let Some(access) = &self.access else { return false };
        let left = access.expires_at.saturating_sub(now);
        // margin
        let margin = if access.life >= 30_000 { 30_000 } else { (access.life / 2).max(1_000) };
        // gap
        let gap = (access.life / 2).clamp(1_000, 5_000);
        let inside_gap = self.last_ok.is_some_and(|last_ok| now.saturating_sub(last_ok) < gap);
        !access.bad && access.obtained_at <= now.saturating_add(5_000) && (left >= margin || (inside_gap && left > 0))
    }

    /// How long the access token stays *good enough*; 0 where it is not.
    pub(super) fn good_for(&self, now: i64) -> i64 {
        let Some(access) = &self.access else { return 0 };
        if access.bad || access.obtained_at > now.saturating_add(5_000) {
            return 0;
        }
        let least = (access.life / 4).min(5_000);
        access.expires_at.saturating_sub(now).saturating_sub(least).max(0)
    }

    /// *good enough*.
    pub(super) fn is_good_enough(&self, now: i64) -> bool {
        self.good_for(now) > 0
    }

    /// Whether the access token is neither bad nor over.
    pub(super) fn is_unexpired(&self, now: i64) -> bool {
        self.access.as_ref().is_some_and(|access| !access.bad && access.expires_at > now)
    }

    /// The password, where one is held that was not refused.
    pub(super) fn held_password(&self) -> Option<String> {
        self.password.clone().filter(|_| !self.is_refused)
    }

    /// *pick*: what to send, and whether it is a *last try*.
    pub(super) fn pick(&self, now: i64) -> Option<(Grant, bool)> {
        if let Some(refresh) = &self.refresh {
            // R usable
            let is_current = refresh.expires_at.is_none_or(|expires_at| expires_at > now);
            if !refresh.spent && !refresh.exhausted && is_current {
                return Some((Grant::Refresh(refresh.secret.clone()), false));
            }
        }
        if let Some(password) = self.held_password() {
            return Some((Grant::Password(password), false));
        }
        // last try
        let is_due = |refresh: &&Refresh| refresh.last_try_from.is_none_or(|from| from <= now);
        let refresh = self.refresh.as_ref().filter(|refresh| refresh.spent).filter(is_due)?;
        (!self.is_good_enough(now)).then(|| (Grant::Refresh(refresh.secret.clone()), true))
    }

    /// *patience* of a waiter of that call, who began to wait then, in an X that began then. It is fixed when w begins to wait,
    /// and anew when X goes on with another exchange: half the time is counted from there.
    pub(super) fn patience(&self, call: u64, began: i64, x_began: i64, now: i64) -> Option<i64> {
        if !self.is_good_enough(now) {
            return None;
        }
        let of_exchange = x_began.saturating_add(2_000);
        let of_token = now.saturating_add(self.good_for(now) / 2);
        let of_waiter = self.deadline(call).map(|deadline| began.saturating_add(deadline.saturating_sub(began) / 4));
        Some(of_exchange.min(of_token).min(of_waiter.unwrap_or(i64::MAX)))
    }

    /// *short wait*: whether w waits in B until then.
    pub(super) fn is_short_wait(&self, waiter: &Waiter, until: i64) -> bool {
        until <= waiter.began.saturating_add(self.retry_wait)
            && self.deadline(waiter.call).is_none_or(|deadline| until < deadline)
    }

    /// When the call fails.
    pub(super) fn deadline(&self, call: u64) -> Option<i64> {
        self.calls.iter().find(|held| held.id == call).and_then(|held| held.deadline)
    }

    /// The wait of a back-off without `Retry-After`: full jitter, base 0.5 s, doubled, at most 30 s (`SplitMix64`).
    pub(super) fn draw_wait(&mut self) -> i64 {
        self.draw(500_u64.saturating_mul(1_u64.checked_shl(self.attempt).unwrap_or(u64::MAX)).min(30_000))
    }

    /// A wait of at most so long.
    pub(super) fn draw(&mut self, bound: u64) -> i64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        i64::try_from(mixed % (bound + 1)).unwrap_or(i64::MAX)
    }

    /// `wake_at`: the earliest of X.deadline, patience, deadlines, and B.until where somebody waits.
    pub(super) fn wake_at(&self, now: i64) -> Option<i64> {
        let mut times: Vec<i64> = self.calls.iter().filter_map(|call| call.deadline).collect();
        times.extend(self.calls.iter().filter_map(|call| match &call.stage {
            Stage::Sent { head: Some(head), .. } => Some(head.body_until),
            Stage::Sent { .. } | Stage::Waiting => None,
        }));
        match &self.state {
            State::Exchange(_, waits_for) => {
                times.push(waits_for.deadline());
                times.extend(
                    self.waiters.iter().filter_map(|waiter| waiter.patience).filter(|patience| *patience > now),
                );
            }
            State::BackOff { until, .. } if !self.waiters.is_empty() => times.push(*until),
            State::BackOff { .. } | State::Idle | State::Rejected { .. } | State::Misconfigured { .. } => {}
        }
        times.into_iter().min()
    }

    /// *Clock set back*: what was measured by it moves back by the difference; T and R do not.
    pub(super) fn note_time(&mut self, now: i64) {
        let back = self.last_seen.saturating_sub(now).max(0);
        self.last_seen = now;
        let move_back = |time: &mut i64| *time = time.saturating_sub(back);
        match &mut self.state {
            State::Exchange(InExchange { began, .. }, waits_for) => {
                move_back(began);
                waits_for.times_mut().into_iter().for_each(move_back);
            }
            State::BackOff { until, .. } => move_back(until),
            State::Misconfigured { at, .. } | State::Rejected { at, .. } => move_back(at),
            State::Idle => {}
        }
        for waiter in &mut self.waiters {
            move_back(&mut waiter.began);
            waiter.patience.iter_mut().for_each(move_back);
        }
        for call in &mut self.calls {
            call.deadline.iter_mut().for_each(move_back);
            if let Stage::Sent { head: Some(head), .. } = &mut call.stage {
                move_back(&mut head.body_until);
            }
        }
        self.last_ok.iter_mut().for_each(move_back);
        self.refusal_ended.iter_mut().for_each(move_back);
        self.rejected_times.iter_mut().for_each(move_back);
        self.refresh.iter_mut().filter_map(|refresh| refresh.last_try_from.as_mut()).for_each(move_back);
    }

    /// Notes something.
    pub(super) fn note(code: &str, acts: &mut Vec<Act>) {
        acts.push(Act::Note(code.to_owned()));
    }
}

/// The last 32.
pub(super) fn remember(list: &mut Vec<String>, refresh: String) {
    list.retain(|known| *known != refresh);
    list.push(refresh);
    if list.len() > 32 {
        list.remove(0);
    }
}
