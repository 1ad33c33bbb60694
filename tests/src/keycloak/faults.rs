//! What goes wrong at the token endpoint, and in which order: drawn from a seed, so that a run can be had again.

/// Milliseconds a token exchange may take in a run; the host's configuration says so.
pub(super) const TOKEN_TIMEOUT_MS: i64 = 2_500;
/// The life of access tokens in a run, in seconds.
pub(super) const LIFESPAN: u32 = 5;
/// The life of the one token that is long enough to be refused by the API at an age at which it is renewed, in seconds.
pub(super) const LONG_LIFESPAN: u32 = 40;

/// What happens to one token request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// Nothing.
    None,
    /// The provider acts, and the connection ends without an answer.
    AnswerLost,
    /// The connection is reset before the provider hears of the request.
    ResetBefore,
    /// The provider acts, and the connection is reset.
    ResetAfter,
    /// 503, and the provider hears nothing.
    UnavailableBefore,
    /// The provider acts, and the answer is 503.
    UnavailableAfter,
    /// A page instead of an answer, with status 200; the provider hears nothing.
    HtmlBefore,
    /// The provider acts, and a gateway answers with its page, with status 502.
    HtmlAfter,
    /// 429 with `Retry-After`; the provider hears nothing.
    RateLimited,
    /// 302; the provider hears nothing.
    Redirected,
    /// 400 with `invalid_request`; the provider hears nothing.
    BadRequest,
    /// The provider acts, and its answer comes late, but in time.
    Slow,
    /// The provider hears nothing, and no answer comes.
    HangBefore,
    /// The provider acts, and no answer comes.
    HangAfter,
    /// The provider acts, and half of its answer comes.
    Truncated,
    /// The client is stopped until a moment after its deadline; the answer comes meanwhile.
    StoppedBriefly,
    /// The client is stopped until long after its deadline; the answer comes meanwhile.
    StoppedLong,
    /// An administrator has logged the user out.
    LoggedOut,
    /// Somebody has tried passwords until the account was locked, and an administrator has logged the user out.
    Locked,
    /// Nothing; but the API refuses the token before its time.
    Revoked,
}

impl Fault {
    /// All but `None`.
    pub(super) const ALL: [Self; 19] = [
        Self::AnswerLost,
        Self::ResetBefore,
        Self::ResetAfter,
        Self::UnavailableBefore,
        Self::UnavailableAfter,
        Self::HtmlBefore,
        Self::HtmlAfter,
        Self::RateLimited,
        Self::Redirected,
        Self::BadRequest,
        Self::Slow,
        Self::HangBefore,
        Self::HangAfter,
        Self::Truncated,
        Self::StoppedBriefly,
        Self::StoppedLong,
        Self::LoggedOut,
        Self::Locked,
        Self::Revoked,
    ];

    /// Those that show what a provider of any kind makes of them: it acts, neither locks accounts nor changes how long its
    /// tokens live, and the client is not stopped, which is the client's own affair.
    pub(super) fn of_any_provider() -> Vec<Self> {
        let fits = |fault: &Self| fault.reaches_provider() && fault.stopped().is_none();
        Self::ALL.into_iter().filter(|fault| fits(fault) && !matches!(fault, Self::Locked | Self::Revoked)).collect()
    }

    /// What ledgers and results call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::AnswerLost => "answer-lost",
            Self::ResetBefore => "reset-before",
            Self::ResetAfter => "reset-after",
            Self::UnavailableBefore => "503-before",
            Self::UnavailableAfter => "503-after",
            Self::HtmlBefore => "html-before",
            Self::HtmlAfter => "html-after",
            Self::RateLimited => "429",
            Self::Redirected => "302",
            Self::BadRequest => "400",
            Self::Slow => "slow",
            Self::HangBefore => "hang-before",
            Self::HangAfter => "hang-after",
            Self::Truncated => "truncated",
            Self::StoppedBriefly => "stopped-briefly",
            Self::StoppedLong => "stopped-long",
            Self::LoggedOut => "logged-out",
            Self::Locked => "locked",
            Self::Revoked => "revoked",
        }
    }

    /// Whether the provider hears of the request.
    pub(super) fn reaches_provider(self) -> bool {
        !matches!(
            self,
            Self::ResetBefore
                | Self::UnavailableBefore
                | Self::HtmlBefore
                | Self::RateLimited
                | Self::Redirected
                | Self::BadRequest
                | Self::HangBefore
        )
    }

    /// Whether it is one for refreshes alone: a login cannot tell of what ended another, and sets the life that tokens of
    /// a session that is not about to end have.
    pub(super) fn needs_refresh(self) -> bool {
        self.ends_login() || self == Self::Revoked
    }

    /// Whether somebody else ends the login before the request.
    pub(super) fn ends_login(self) -> bool {
        matches!(self, Self::LoggedOut | Self::Locked)
    }

    /// How long the client is stopped from its request on, in milliseconds.
    pub(super) fn stopped(self) -> Option<i64> {
        match self {
            // Within half a second after the deadline: the engine gives no grace there.
            Self::StoppedBriefly => Some(TOKEN_TIMEOUT_MS + 250),
            Self::StoppedLong => Some(TOKEN_TIMEOUT_MS + 1_300),
            _ => None,
        }
    }
}

/// The faults of a run in their order: each once, with an exchange left alone before most of them, and the first.
pub(super) fn draw_faults(draw: &mut Draw, faults: &[Fault]) -> Vec<Fault> {
    let mut faults = faults.to_vec();
    for end in (1..faults.len()).rev() {
        faults.swap(end, draw.index(end + 1));
    }
    let mut plan = vec![Fault::None];
    for fault in faults {
        plan.push(fault);
        if draw.below(2) == 0 {
            plan.push(Fault::None);
        }
    }
    plan
}

/// Numbers from a seed: `SplitMix64`, for which any seed is as good as another.
#[derive(Clone, Debug)]
pub(super) struct Draw(u64);

impl Draw {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A place in a list of so many.
    fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or_default()
    }

    /// A number below `bound`, which is not zero.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

#[cfg(test)]
mod tests {
    use super::{Draw, Fault, draw_faults};

    #[test]
    fn a_seed_gives_every_fault_once_in_an_order_of_its_own() {
        let plan = |seed| draw_faults(&mut Draw::new(seed), &Fault::ALL);
        let mut faults: Vec<Fault> = plan(1).into_iter().filter(|fault| *fault != Fault::None).collect();
        assert_eq!(plan(1), plan(1));
        assert_ne!(plan(1), plan(2));
        faults.sort_unstable();
        assert_eq!(faults, Fault::ALL);
    }
}
