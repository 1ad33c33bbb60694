//! Ids of calls, exchanges and lock tickets. They count up from 1 and stay below 2^53, so that every language holds them
//! exactly.

/// The id of a call, from `begin` to its `Done`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(u64);

/// The id of an exchange: one request and its response. A call that is sent again has several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExchangeId(u64);

/// The id of a lock request, from `Lock` to `Unlock`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TicketId(u64);

impl CallId {
    /// Creates an id from its number, as another language holds it.
    #[must_use]
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// Returns the number, for another language.
    #[must_use]
    pub const fn as_number(self) -> u64 {
        self.0
    }
}

impl ExchangeId {
    /// Creates an id from its number, as another language holds it.
    #[must_use]
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// Returns the number, for another language.
    #[must_use]
    pub const fn as_number(self) -> u64 {
        self.0
    }
}

impl TicketId {
    /// Creates an id from its number, as another language holds it.
    #[must_use]
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// Returns the number, for another language.
    #[must_use]
    pub const fn as_number(self) -> u64 {
        self.0
    }
}
