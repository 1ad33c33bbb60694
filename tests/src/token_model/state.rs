//! The machine's states. X waits for the provider, and with a shared store for its lock and its saves too.

use super::{Failure, Grant};

#[derive(Debug, Clone)]
pub(super) enum State {
    /// E, or H where an access token is held.
    Idle,
    /// X, and what it waits for.
    Exchange(InExchange, WaitsFor),
    /// B.
    BackOff { until: i64, error: Failure },
    /// J.
    Rejected { error: Failure, at: i64 },
    /// C.
    Misconfigured { error: Failure, at: i64 },
}

/// What X holds, whatever it waits for.
#[derive(Debug, Clone)]
pub(super) struct InExchange {
    /// When X was entered, whatever it waits for now.
    pub(super) began: i64,
    /// Whether T is row 9's fallback.
    pub(super) has_fallback: bool,
    /// The ticket of the store's lock, while it is held.
    pub(super) lock: Option<u64>,
    /// Whether row 13s has asked the store already.
    pub(super) has_asked_again: bool,
    /// Saves before sending that met a conflict.
    pub(super) conflicts: u32,
}

#[derive(Debug, Clone)]
pub(super) enum WaitsFor {
    /// The store's lock.
    Lock { ticket: u64, deadline: i64, reason: LockReason },
    /// A save before something is sent, or before X ends.
    Save { deadline: i64, next: AfterSave },
    /// A while, before a login is made without the store.
    Spread { until: i64 },
    /// The provider.
    Provider(Flight),
    /// A save of what came of the exchange.
    Commit { deadline: i64, end: End, based_on: Option<String>, is_second: bool },
}

/// The request to the provider that is in flight.
#[derive(Debug, Clone)]
pub(super) struct Flight {
    pub(super) number: u64,
    pub(super) grant: Grant,
    /// What R.spent was before it was sent.
    pub(super) was_spent: bool,
    pub(super) sent_at: i64,
    pub(super) deadline: i64,
    /// Status and `Retry-After` header, once the head came.
    pub(super) head: Option<(u16, Option<String>)>,
    /// Whether its one grace was given.
    pub(super) had_grace: bool,
}

/// Why the lock is asked for.
#[derive(Debug, Clone)]
pub(super) enum LockReason {
    /// A token is needed, or a change is to be stored; where no newer record is there, X ends so.
    Renew { otherwise: End },
    /// Row 13s: the provider refused the refresh token of that digest, with that code.
    Refused { code: String, digest: String },
    /// Row 5v: what came of the exchange was not saved, for a conflict.
    Commit { end: End, based_on: Option<String> },
}

#[derive(Debug, Clone)]
pub(super) enum AfterSave {
    Send { grant: Grant, was_spent: bool },
    Settle(End),
}

/// How X ends.
#[derive(Debug, Clone)]
pub(super) enum End {
    /// In E or H.
    Rest,
    BackOff {
        until: i64,
        attempt: u32,
        error: Failure,
    },
    Reject {
        error: Failure,
        at: i64,
    },
    Misconfigure {
        error: Failure,
        at: i64,
    },
}

impl InExchange {
    /// X, entered then.
    pub(super) const fn new(began: i64) -> Self {
        Self { began, has_fallback: false, lock: None, has_asked_again: false, conflicts: 0 }
    }
}

impl WaitsFor {
    pub(super) const fn deadline(&self) -> i64 {
        match self {
            Self::Lock { deadline, .. }
            | Self::Save { deadline, .. }
            | Self::Spread { until: deadline }
            | Self::Provider(Flight { deadline, .. })
            | Self::Commit { deadline, .. } => *deadline,
        }
    }

    /// How X ends, where that is known already.
    pub(super) const fn end_mut(&mut self) -> Option<&mut End> {
        match self {
            Self::Lock { reason: LockReason::Renew { otherwise: end }, .. }
            | Self::Lock { reason: LockReason::Commit { end, .. }, .. }
            | Self::Save { next: AfterSave::Settle(end), .. }
            | Self::Commit { end, .. } => Some(end),
            Self::Lock { .. } | Self::Save { .. } | Self::Spread { .. } | Self::Provider(_) => None,
        }
    }

    /// B, J and C end, where X would have ended there.
    pub(super) fn end_in_rest(&mut self) {
        if let Some(end) = self.end_mut() {
            *end = End::Rest;
        }
    }

    /// The clock was set back: every time that was measured by it.
    pub(super) fn times_mut(&mut self) -> Vec<&mut i64> {
        match self {
            Self::Lock { deadline, reason, .. } => {
                let end = match reason {
                    LockReason::Renew { otherwise: end } | LockReason::Commit { end, .. } => end.time_mut(),
                    LockReason::Refused { .. } => None,
                };
                std::iter::once(deadline).chain(end).collect()
            }
            Self::Save { deadline, next: AfterSave::Settle(end) } | Self::Commit { deadline, end, .. } => {
                std::iter::once(deadline).chain(end.time_mut()).collect()
            }
            Self::Save { deadline, .. } | Self::Spread { until: deadline } => vec![deadline],
            Self::Provider(flight) => vec![&mut flight.sent_at, &mut flight.deadline],
        }
    }
}

impl End {
    const fn time_mut(&mut self) -> Option<&mut i64> {
        match self {
            Self::Rest => None,
            Self::BackOff { until: time, .. } | Self::Reject { at: time, .. } | Self::Misconfigure { at: time, .. } => {
                Some(time)
            }
        }
    }

    /// The wait and the failures in a row, as a record has them.
    pub(super) const fn wait(&self) -> Option<(i64, u32)> {
        match self {
            Self::BackOff { until, attempt, .. } => Some((*until, *attempt)),
            Self::Rest | Self::Reject { .. } | Self::Misconfigure { .. } => None,
        }
    }
}
