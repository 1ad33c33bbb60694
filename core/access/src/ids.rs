//! Ids of calls, exchanges and lock tickets: numbers that count upwards from 1, below 2^53 so that every language holds
//! them exactly.

/// One call, from `begin` to its `Done`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(u64);

/// One request and its answer; a call that is retried has several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExchangeId(u64);

/// One request for the shared store's lock, from `Lock` to `Unlock`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TicketId(u64);

impl CallId {
    /// The id with this number, as another language held it.
    #[must_use]
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// The number another language holds.
    #[must_use]
    pub const fn as_number(self) -> u64 {
        self.0
    }
}

impl ExchangeId {
    /// The id with this number, as another language held it.
    #[must_use]
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// The number another language holds.
    #[must_use]
    pub const fn as_number(self) -> u64 {
        self.0
    }
}

impl TicketId {
    /// The id with this number, as another language held it.
    #[must_use]
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// The number another language holds.
    #[must_use]
    pub const fn as_number(self) -> u64 {
        self.0
    }
}
