//! Release versions: three ordered numbers, incremented by a [`Bump`] (Semantic Versioning 2.0.0, items 2, 6, 7, 8).

use std::fmt;
use std::str::FromStr;

use waybill_base::error::{Error, code};

/// The version of a release: `MAJOR.MINOR.PATCH`, without pre-release or build metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Incremented for a breaking change.
    pub major: u64,
    /// Incremented for an addition.
    pub minor: u64,
    /// Incremented for a fix.
    pub patch: u64,
}

/// The number of a version to increment, ordered from the smallest to the largest step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bump {
    /// A bug fix.
    Patch,
    /// An addition: a new endpoint, a new optional parameter.
    Minor,
    /// A breaking change: an endpoint or parameter removed, a response type changed, a new required parameter.
    Major,
}

/// The reason why a string is not a release version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ParseVersionError {
    /// Fewer or more than three parts.
    #[error("a version has three numbers, as in 1.4.0")]
    NotThreeNumbers,
    /// A pre-release or build part after the numbers (items 9 and 10).
    #[error("a release's version is its three numbers alone, without a pre-release or build part such as -rc.1 or +7")]
    PreReleaseOrBuild,
    /// A part that is empty or contains characters other than the digits 0 to 9.
    #[error("each part of a version is a number, and nothing follows the third one")]
    NotANumber,
    /// A part with a leading zero (item 2).
    #[error("a version's numbers have no leading zero")]
    LeadingZero,
    /// A part that does not fit into 64 bits.
    #[error("a version's number is larger than {}", u64::MAX)]
    TooLarge,
}

impl Version {
    /// Returns the version one `bump` after this one. The number is incremented, and those to its right become zero.
    #[must_use]
    pub fn after(self, bump: Bump) -> Version {
        let Version { major, minor, patch } = self;
        match bump {
            Bump::Major => Version { major: major.saturating_add(1), minor: 0, patch: 0 },
            Bump::Minor => Version { major, minor: minor.saturating_add(1), patch: 0 },
            Bump::Patch => Version { major, minor, patch: patch.saturating_add(1) },
        }
    }
}

/// Returns the version after `previous` that satisfies the required bumps of all descriptions. If nothing changed, the
/// patch number is incremented, because each release needs a new version.
#[must_use]
pub fn next_version(previous: Version, required: impl IntoIterator<Item = Option<Bump>>) -> Version {
    previous.after(required.into_iter().flatten().max().unwrap_or(Bump::Patch))
}

/// Returns true for a pre-release version (item 9), such as 1.5.0-rc.1. Such a version is valid, but it does not name a
/// release.
#[must_use]
pub fn is_pre_release(text: &str) -> bool {
    let is_identifier = |part: &str| {
        let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
        let allowed = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        !part.is_empty() && allowed && !(is_number && part.len() > 1 && part.starts_with('0'))
    };
    let without_build = text.split('+').next().unwrap_or(text);
    let release = without_build.split_once('-');
    release.is_some_and(|(version, rest)| version.parse::<Version>().is_ok() && rest.split('.').all(is_identifier))
}

impl Bump {
    /// Returns `major`, `minor` or `patch`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Bump::Major => "major",
            Bump::Minor => "minor",
            Bump::Patch => "patch",
        }
    }
}

impl From<ParseVersionError> for Error {
    fn from(error: ParseVersionError) -> Error {
        Error::new(code::VERSION_INVALID, error.to_string())
    }
}

impl FromStr for Version {
    type Err = ParseVersionError;

    fn from_str(text: &str) -> Result<Version, ParseVersionError> {
        let numbers = text.split(['-', '+']).next().unwrap_or(text);
        if numbers.len() < text.len() && numbers.parse::<Version>().is_ok() {
            return Err(ParseVersionError::PreReleaseOrBuild);
        }
        let mut parts = text.split('.');
        let (Some(major), Some(minor), Some(patch), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(ParseVersionError::NotThreeNumbers);
        };
        Ok(Version { major: number(major)?, minor: number(minor)?, patch: number(patch)? })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl fmt::Display for Bump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn number(part: &str) -> Result<u64, ParseVersionError> {
    if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseVersionError::NotANumber);
    }
    if part.len() > 1 && part.starts_with('0') {
        return Err(ParseVersionError::LeadingZero);
    }
    part.parse().map_err(|_| ParseVersionError::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        text.parse().unwrap()
    }

    #[test]
    fn a_version_is_three_numbers_and_prints_as_it_was_written() {
        for text in ["0.0.0", "1.4.0", "10.20.30", "18446744073709551615.0.0"] {
            assert_eq!(version(text).to_string(), text);
        }
    }

    #[test]
    fn anything_else_is_refused_with_its_reason() {
        for (text, reason) in [
            ("", ParseVersionError::NotThreeNumbers),
            ("1.4", ParseVersionError::NotThreeNumbers),
            ("1.4.0.1", ParseVersionError::NotThreeNumbers),
            ("1.4.", ParseVersionError::NotANumber),
            ("1.4.0-rc.1", ParseVersionError::PreReleaseOrBuild),
            ("1.4.0-rc", ParseVersionError::PreReleaseOrBuild),
            ("1.4.0+7", ParseVersionError::PreReleaseOrBuild),
            ("1.+4.0", ParseVersionError::NotANumber),
            ("1.4.٣", ParseVersionError::NotANumber),
            ("1.04.0", ParseVersionError::LeadingZero),
            ("18446744073709551616.0.0", ParseVersionError::TooLarge),
        ] {
            assert_eq!(text.parse::<Version>(), Err(reason), "{text}");
        }
    }

    #[test]
    fn a_pre_release_is_a_version_with_identifiers_behind_it() {
        for text in ["1.5.0-rc.1", "1.5.0-alpha", "1.5.0-0.3.7", "1.5.0-x-y-z.4", "1.5.0-rc.1+build.5"] {
            assert!(is_pre_release(text), "{text}");
        }
        for text in
            ["1.5.0", "1.5-rc.1", "v1.5.0-rc.1", "1.5.0-", "1.5.0-rc..1", "1.5.0-01", "1.5.0-rc 1", "1.5.0+7-x", ""]
        {
            assert!(!is_pre_release(text), "{text}");
        }
    }

    #[test]
    fn versions_are_ordered_by_number_not_by_text() {
        assert!(version("1.10.0") > version("1.9.9"));
        assert!(version("2.0.0") > version("1.10.0"));
    }

    #[test]
    fn a_bump_moves_one_number_and_clears_those_to_its_right() {
        assert_eq!(version("1.4.2").after(Bump::Major), version("2.0.0"));
        assert_eq!(version("1.4.2").after(Bump::Minor), version("1.5.0"));
        assert_eq!(version("1.4.2").after(Bump::Patch), version("1.4.3"));
        assert!(Bump::Major > Bump::Minor && Bump::Minor > Bump::Patch);
    }

    #[test]
    fn next_version_takes_the_largest_step_and_at_least_a_patch() {
        let next = |required: &[Option<Bump>]| next_version(version("1.4.2"), required.iter().copied()).to_string();
        assert_eq!(next(&[Some(Bump::Minor), Some(Bump::Major), None]), "2.0.0");
        assert_eq!(next(&[None, Some(Bump::Minor)]), "1.5.0");
        assert_eq!(next(&[None]), "1.4.3");
        assert_eq!(next(&[]), "1.4.3");
    }
}
