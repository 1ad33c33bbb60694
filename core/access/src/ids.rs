//! Ids of calls, exchanges and lock tickets. They count up from 1 and stay below 2^53, so that every language holds them
//! exactly.

macro_rules! declare_ids {
    ($($(#[$doc:meta])+ $name:ident;)+) => {
        $($(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u64);

        impl $name {
            /// Returns the id with a number from another language.
            #[must_use]
            pub const fn from_number(number: u64) -> Self {
                Self(number)
            }

            /// Returns the number for another language.
            #[must_use]
            pub const fn as_number(self) -> u64 {
                self.0
            }
        })+
    };
}

declare_ids! {
    /// One call, from `begin` to its `Done`.
    CallId;
    /// One request and its answer; a call that is retried has several.
    ExchangeId;
    /// One request for the shared store's lock, from `Lock` to `Unlock`.
    TicketId;
}
