//! Which way values travel, and who is reached by a definition: the two things variance is decided by.

use std::fmt;

/// Which way the values travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From the caller to the service.
    Request,
    /// From the service to the caller.
    Response,
}

impl Direction {
    /// The name used in reports: `request` or `response`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Request => "request",
            Direction::Response => "response",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
