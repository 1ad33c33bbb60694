//! Release tags, in the form `v<MAJOR>.<MINOR>.<PATCH>`.

use std::fmt;
use std::str::FromStr;

use waybill_base::error::{Error, code};

use super::{ParseVersionError, Version};

/// A release tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag {
    /// The version: the tag without its `v`.
    pub version: Version,
}

/// The reason why a string is not a release tag.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseTagError {
    /// A string without a lower-case `v` at the start.
    #[error("a release's tag is a lower-case v and its version, as in v1.4.0")]
    NoPrefix,
    /// An invalid version after the `v`.
    #[error("a release's tag is v<MAJOR>.<MINOR>.<PATCH>: {0}")]
    Version(ParseVersionError),
}

impl Tag {
    /// Parses a tag or version: `1.4.0` and `v1.4.0` both mean `v1.4.0`.
    ///
    /// # Errors
    /// Returns a [`ParseTagError`] with the reason if the string is neither.
    pub fn named_by(text: &str) -> Result<Tag, ParseTagError> {
        // For a string that looks like a version, report the version error and not the missing `v`.
        if text.starts_with(|char: char| char.is_ascii_digit()) {
            return text.parse().map(|version| Tag { version }).map_err(ParseTagError::Version);
        }
        text.parse()
    }

    /// Returns the tag of the highest version below this one, or `None` if this is the first release. The tags' dates
    /// are irrelevant: v1.4.1 follows v1.4.0 even if v2.0.0 exists. Names that are not release tags are skipped.
    #[must_use]
    pub fn find_previous<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Option<Tag> {
        let tags = names.into_iter().filter_map(|name| name.parse::<Tag>().ok());
        tags.filter(|tag| *tag < self).max()
    }
}

impl From<ParseTagError> for Error {
    fn from(error: ParseTagError) -> Error {
        Error::new(code::TAG_INVALID, error.to_string())
    }
}

impl FromStr for Tag {
    type Err = ParseTagError;

    fn from_str(text: &str) -> Result<Tag, ParseTagError> {
        let version = text.strip_prefix('v').ok_or(ParseTagError::NoPrefix)?;
        Ok(Tag { version: version.parse().map_err(ParseTagError::Version)? })
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_v_and_a_version() {
        assert_eq!("v1.4.0".parse::<Tag>().unwrap().to_string(), "v1.4.0");
    }

    #[test]
    fn a_version_means_its_tag() {
        for text in ["1.4.0", "v1.4.0"] {
            assert_eq!(Tag::named_by(text).unwrap().to_string(), "v1.4.0");
        }
        let reason = ParseTagError::Version(ParseVersionError::NotThreeNumbers);
        assert_eq!(Tag::named_by("1.4"), Err(reason), "and no word of a prefix");
        assert_eq!(Tag::named_by("release-1.4.0"), Err(ParseTagError::NoPrefix));
    }

    #[test]
    fn the_previous_release_is_the_highest_lower_one() {
        let names = ["v1.4.0", "v2.0.0", "v1.10.0", "1.4.9", "v1.4.1-rc.1", "latest", "v1.3.0"];
        let previous = |text: &str| Tag::named_by(text).unwrap().find_previous(names).map(|tag| tag.to_string());
        assert_eq!(previous("1.4.1").as_deref(), Some("v1.4.0"), "whatever came out later");
        assert_eq!(previous("2.0.0").as_deref(), Some("v1.10.0"));
        assert_eq!(previous("1.3.0"), None, "the first release");
    }

    #[test]
    fn anything_else_is_refused_with_its_reason() {
        for (text, reason) in [
            ("1.4.0", ParseTagError::NoPrefix),
            ("V1.4.0", ParseTagError::NoPrefix),
            ("release-1.4.0", ParseTagError::NoPrefix),
            ("v1.4", ParseTagError::Version(ParseVersionError::NotThreeNumbers)),
            ("v1.4.0-rc", ParseTagError::Version(ParseVersionError::PreReleaseOrBuild)),
            ("v1.4.0 ", ParseTagError::Version(ParseVersionError::NotANumber)),
            ("v01.4.0", ParseTagError::Version(ParseVersionError::LeadingZero)),
        ] {
            assert_eq!(text.parse::<Tag>(), Err(reason), "{text}");
        }
    }
}
