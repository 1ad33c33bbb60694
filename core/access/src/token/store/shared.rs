//! The store shared with other processes, and the tickets issued for its lock.

use crate::TicketId;
use crate::store::SharedStore;

/// The store shared with other processes.
pub(in crate::token) struct Store {
    pub(super) settings: SharedStore,
    /// Number of tickets issued.
    tickets: u64,
    /// Lead of the store's clock over ours, in milliseconds.
    pub(in crate::token) difference: i64,
}

impl Store {
    pub(in crate::token) const fn new(settings: SharedStore) -> Self {
        Self { settings, tickets: 0, difference: 0 }
    }

    /// True if this ticket was ever issued.
    pub(in crate::token) const fn has_issued(&self, ticket: TicketId) -> bool {
        1 <= ticket.as_number() && ticket.as_number() <= self.tickets
    }

    pub(super) fn issue(&mut self) -> TicketId {
        self.tickets += 1;
        TicketId::from_number(self.tickets)
    }
}
