//! The keys of `responses`: a status, a class of statuses, or `default` (OpenAPI 3.1.1 section 4.8.16.2).

use super::named_set::Named;

/// A key of a Responses Object.
#[derive(Debug, Clone)]
pub enum Status {
    /// A status code.
    One(u16),
    /// A class of statuses by first digit, such as `2XX`.
    Class(u16),
    /// `default`: all statuses that have no entry.
    Default {
        /// True if it only covers errors, because another entry is a success.
        failures: bool,
    },
    /// A key that the specification does not define.
    Other(String),
}

impl Status {
    /// Parses a key of a Responses Object.
    pub fn parse(name: &str) -> Status {
        let class = || {
            let digit = name.strip_suffix("XX").or_else(|| name.strip_suffix("xx"))?;
            digit.parse().ok().filter(|digit| (1..=5).contains(digit))
        };
        match (name, name.parse()) {
            ("default", _) => Status::Default { failures: false },
            (_, Ok(status)) if (100..600).contains(&status) => Status::One(status),
            _ => class().map_or_else(|| Status::Other(name.to_owned()), Status::Class),
        }
    }

    /// Returns this status as one of the `others` of its operation. `default` only covers errors if another one is a success.
    #[must_use]
    pub fn beside(self, others: &[Status]) -> Status {
        match self {
            Status::Default { .. } => Status::Default { failures: others.iter().any(Status::is_success) },
            named => named,
        }
    }

    /// Returns true if it includes a status below 400. `default` is treated as an error.
    pub fn is_success(&self) -> bool {
        match self {
            Status::One(status) => *status < 400,
            Status::Class(digit) => *digit < 4,
            Status::Default { .. } | Status::Other(_) => false,
        }
    }

    /// Returns true if responses with this status have no content (RFC 9110 sections 15.2, 15.3.5, 15.3.6 and 15.4.5).
    pub fn is_without_content(&self) -> bool {
        matches!(self, Status::One(100..200 | 204 | 205 | 304) | Status::Class(1))
    }
}

impl PartialEq for Status {
    fn eq(&self, other: &Status) -> bool {
        match (self, other) {
            (Status::One(left), Status::One(right)) | (Status::Class(left), Status::Class(right)) => left == right,
            (Status::Default { .. }, Status::Default { .. }) => true,
            (Status::Other(left), Status::Other(right)) => left == right,
            (Status::One(_) | Status::Class(_) | Status::Default { .. } | Status::Other(_), _) => false,
        }
    }
}

impl Named for Status {
    fn covers(&self, other: &Status) -> bool {
        match (self, other) {
            (Status::Class(digit), Status::One(status)) => status / 100 == *digit,
            (Status::Default { failures }, Status::One(_) | Status::Class(_)) => !failures || !other.is_success(),
            (Status::One(_) | Status::Class(_) | Status::Other(_), _)
            | (Status::Default { .. }, Status::Default { .. } | Status::Other(_)) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_holds_its_statuses_and_default_all_of_them() {
        for (wide, narrow, expected) in [
            ("2XX", "200", true),
            ("2xx", "299", true),
            ("2XX", "300", false),
            ("default", "404", true),
            ("default", "5XX", true),
            ("default", "default", false),
            ("200", "2XX", false),
            ("6XX", "600", false),
            ("default", "x-note", false),
        ] {
            assert_eq!(Status::parse(wide).covers(&Status::parse(narrow)), expected, "{wide} {narrow}");
        }
        assert_eq!(Status::parse("2xx"), Status::parse("2XX"));
    }

    #[test]
    fn default_holds_no_success_where_one_is_named() {
        let named = [Status::parse("200"), Status::parse("404")];
        let default = Status::parse("default").beside(&named);
        assert!(default.covers(&Status::parse("409")) && !default.covers(&Status::parse("201")));
        assert!(Status::parse("default").beside(&named[1..]).covers(&Status::parse("201")));
        assert_eq!(default, Status::parse("default"));
    }

    #[test]
    fn default_is_for_failures() {
        let success = |name| Status::parse(name).is_success();
        assert_eq!(
            ["200", "304", "1XX", "404", "5XX", "default"].map(success),
            [true, true, true, false, false, false]
        );
    }
}
