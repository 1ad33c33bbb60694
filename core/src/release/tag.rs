//! The tag rule: a release is tagged `v<MAJOR>.<MINOR>.<PATCH>` and nothing else names one.

use std::fmt;
use std::str::FromStr;

use super::{ParseVersionError, Version};

/// A tag that names a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag {
    /// The version the tag names, which is the tag without its `v`.
    pub version: Version,
}

/// Why a text is not a release's tag.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseTagError {
    /// The text does not start with a lower-case `v`.
    #[error("a release's tag starts with a lower-case v, as in v1.4.0")]
    NoPrefix,
    /// What follows the `v` is not a version.
    #[error("a release's tag is v<MAJOR>.<MINOR>.<PATCH>: {0}")]
    Version(ParseVersionError),
}

impl FromStr for Tag {
    type Err = ParseTagError;

    fn from_str(text: &str) -> Result<Tag, ParseTagError> {
        let version = text.strip_prefix('v').ok_or(ParseTagError::NoPrefix)?;
        Ok(Tag { version: version.parse().map_err(ParseTagError::Version)? })
    }
}

impl Tag {
    /// The release before this one: the tag of the highest lower version, whenever it was made. v1.4.1 follows v1.4.0 even
    /// where there is a v2.0.0 already. None where this is the first.
    #[must_use]
    pub fn previous(self, tags: impl IntoIterator<Item = Tag>) -> Option<Tag> {
        tags.into_iter().filter(|tag| *tag < self).max()
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
    fn a_release_follows_the_highest_lower_version() {
        let tag = |text: &str| text.parse::<Tag>().unwrap();
        let tags = ["v2.0.0", "v1.4.0", "v1.10.0", "v1.4.1", "v0.9.0"].map(tag);
        for (current, previous) in [
            ("v1.4.1", Some("v1.4.0")),
            ("v1.5.0", Some("v1.4.1")),
            ("v2.0.0", Some("v1.10.0")),
            ("v3.0.0", Some("v2.0.0")),
            ("v0.9.0", None),
            ("v0.1.0", None),
        ] {
            assert_eq!(tag(current).previous(tags), previous.map(tag), "{current}");
        }
    }

    #[test]
    fn anything_else_is_refused_with_its_reason() {
        for (text, reason) in [
            ("1.4.0", ParseTagError::NoPrefix),
            ("V1.4.0", ParseTagError::NoPrefix),
            ("release-1.4.0", ParseTagError::NoPrefix),
            ("v1.4", ParseTagError::Version(ParseVersionError::NotThreeNumbers)),
            ("v1.4.0-rc", ParseTagError::Version(ParseVersionError::NotANumber)),
            ("v1.4.0 ", ParseTagError::Version(ParseVersionError::NotANumber)),
            ("v01.4.0", ParseTagError::Version(ParseVersionError::LeadingZero)),
        ] {
            assert_eq!(text.parse::<Tag>(), Err(reason), "{text}");
        }
    }
}
