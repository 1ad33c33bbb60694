//! The direction in which values are sent. It determines if narrower or wider schemas are the breaking ones.

use std::fmt;

/// The direction in which values are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From the caller to the service.
    Request,
    /// From the service to the caller.
    Response,
}

impl Direction {
    /// Returns the name used in reports: `request` or `response`.
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
