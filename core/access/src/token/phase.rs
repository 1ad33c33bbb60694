//! Operations on the phases of an exchange: deadlines, clock changes, and outcomes that are cleared.

use waybill_base::time::Timestamp;

use super::state::{
    AfterSave, BackOff, Committing, ExchangeOutcome, ExchangePhase, LockReason, Locking, Misconfigured, Rejected,
    Saving, Sending,
};

impl ExchangePhase {
    /// Returns the deadline of this phase.
    pub(super) const fn deadline(&self) -> Timestamp {
        match self {
            Self::Lock(Locking { deadline, .. })
            | Self::Save(Saving { deadline, .. })
            | Self::Send(Sending { deadline, .. })
            | Self::Commit(Committing { deadline, .. })
            | Self::Spread { until: deadline } => *deadline,
        }
    }

    /// Returns the back-off that this phase leads to.
    pub(super) const fn back_off(&self) -> Option<&BackOff> {
        match self {
            Self::Commit(Committing { then, .. }) => then.back_off(),
            Self::Save(Saving { next: AfterSave::Settle(outcome), .. }) => outcome.back_off(),
            Self::Lock(Locking { reason, .. }) => reason.back_off(),
            Self::Save(_) | Self::Spread { .. } | Self::Send(_) => None,
        }
    }

    /// Moves the times of this phase after the clock was set back.
    pub(super) fn moved(self, moved: impl Fn(Timestamp) -> Timestamp) -> Self {
        match self {
            Self::Lock(Locking { ticket, deadline, reason }) => {
                Self::Lock(Locking { ticket, deadline: moved(deadline), reason: reason.moved(moved) })
            }
            Self::Save(Saving { deadline, next }) => {
                Self::Save(Saving { deadline: moved(deadline), next: next.changed(|outcome| outcome.moved(moved)) })
            }
            Self::Spread { until } => Self::Spread { until: moved(until) },
            Self::Send(sending) => {
                Self::Send(Sending { sent_at: moved(sending.sent_at), deadline: moved(sending.deadline), ..sending })
            }
            Self::Commit(Committing { deadline, then, based_on, is_second }) => {
                let deadline = moved(deadline);
                Self::Commit(Committing { deadline, then: then.moved(moved), based_on, is_second })
            }
        }
    }

    /// Returns this phase without the rejection or back-off that it would lead to.
    pub(super) fn forgiven(self) -> Self {
        match self {
            Self::Lock(locking) => Self::Lock(locking.forgiven()),
            Self::Save(Saving { deadline, next }) => {
                Self::Save(Saving { deadline, next: next.changed(|_| ExchangeOutcome::Rest) })
            }
            Self::Commit(committing) => Self::Commit(Committing { then: ExchangeOutcome::Rest, ..committing }),
            Self::Spread { .. } | Self::Send(_) => self,
        }
    }
}

impl Locking {
    fn forgiven(self) -> Self {
        let reason = match self.reason {
            LockReason::Renew { .. } => LockReason::Renew { otherwise: ExchangeOutcome::Rest },
            LockReason::Commit { based_on, .. } => LockReason::Commit { then: ExchangeOutcome::Rest, based_on },
            LockReason::Refused { .. } => self.reason,
        };
        Self { reason, ..self }
    }

    /// Returns this wait for the lock with another reason: to renew, if that is still needed once the lock is acquired.
    pub(super) fn renewing(self) -> Self {
        Self { reason: LockReason::Renew { otherwise: ExchangeOutcome::Rest }, ..self }
    }
}

impl LockReason {
    const fn back_off(&self) -> Option<&BackOff> {
        match self {
            Self::Renew { otherwise: outcome } | Self::Commit { then: outcome, .. } => outcome.back_off(),
            Self::Refused { .. } => None,
        }
    }

    fn moved(self, moved: impl Fn(Timestamp) -> Timestamp) -> Self {
        match self {
            Self::Renew { otherwise } => Self::Renew { otherwise: otherwise.moved(moved) },
            Self::Commit { then, based_on } => Self::Commit { then: then.moved(moved), based_on },
            Self::Refused { .. } => self,
        }
    }
}

impl AfterSave {
    fn changed(self, change: impl FnOnce(ExchangeOutcome) -> ExchangeOutcome) -> Self {
        match self {
            Self::Send(grant) => Self::Send(grant),
            Self::Settle(outcome) => Self::Settle(change(outcome)),
        }
    }
}

impl ExchangeOutcome {
    fn moved(self, moved: impl Fn(Timestamp) -> Timestamp) -> Self {
        match self {
            Self::Rest => Self::Rest,
            Self::BackOff(back_off) => Self::BackOff(BackOff { until: moved(back_off.until), ..back_off }),
            Self::Reject(rejected) => Self::Reject(Rejected { at: moved(rejected.at), ..rejected }),
            Self::Misconfigure(misconfigured) => {
                Self::Misconfigure(Misconfigured { at: moved(misconfigured.at), ..misconfigured })
            }
        }
    }
}
