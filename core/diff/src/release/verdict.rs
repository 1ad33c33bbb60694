//! The check that a release's version bump is large enough for its changes.

use super::{Bump, Version};

/// The difference between two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VersionStep {
    /// A higher current version. The first number that differs determines the bump.
    Up(Bump),
    /// Equal versions.
    Same,
    /// A lower current version.
    Down,
}

/// The version bump that the changes between two releases require, compared with the actual bump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VersionVerdict {
    /// The required bump, or `None` if nothing changed.
    pub required: Option<Bump>,
    /// The actual bump. `None` if a version is unknown, if both are equal, or if the version decreases.
    pub declared: Option<Bump>,
    /// True if the actual bump is at least the required one. `None` if something changed and the versions are unknown
    /// or decrease.
    pub honoured: Option<bool>,
    /// The version that the release should have had, if its version is too low.
    pub should_be: Option<Version>,
}

impl VersionStep {
    /// Returns the step from `previous` to `current`.
    #[must_use]
    pub fn between(previous: Version, current: Version) -> VersionStep {
        match current.cmp(&previous) {
            std::cmp::Ordering::Less => VersionStep::Down,
            std::cmp::Ordering::Equal => VersionStep::Same,
            std::cmp::Ordering::Greater if current.major != previous.major => VersionStep::Up(Bump::Major),
            std::cmp::Ordering::Greater if current.minor != previous.minor => VersionStep::Up(Bump::Minor),
            std::cmp::Ordering::Greater => VersionStep::Up(Bump::Patch),
        }
    }
}

impl VersionVerdict {
    /// Compares the `required` bump with the two versions, if both are known.
    ///
    /// Two equal versions with a change between them are not honoured: the current one has to be higher. If the current
    /// version is lower, the result is undecided, because the two were probably given in the wrong order.
    #[must_use]
    pub fn new(required: Option<Bump>, versions: Option<(Version, Version)>) -> VersionVerdict {
        let silent = VersionVerdict { required, declared: None, honoured: None, should_be: None };
        let (Some(required), Some((previous, current))) = (required, versions) else {
            let declared = versions.and_then(|(previous, current)| match VersionStep::between(previous, current) {
                VersionStep::Up(bump) => Some(bump),
                VersionStep::Same | VersionStep::Down => None,
            });
            return VersionVerdict { declared, honoured: required.is_none().then_some(true), ..silent };
        };
        let should_be = Some(previous.after(required));
        match VersionStep::between(previous, current) {
            VersionStep::Up(bump) if bump >= required => {
                VersionVerdict { declared: Some(bump), honoured: Some(true), ..silent }
            }
            VersionStep::Up(bump) => {
                VersionVerdict { declared: Some(bump), honoured: Some(false), should_be, ..silent }
            }
            VersionStep::Same => VersionVerdict { honoured: Some(false), should_be, ..silent },
            VersionStep::Down => silent,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(required: Option<Bump>, previous: &str, current: &str) -> VersionVerdict {
        VersionVerdict::new(required, Some((previous.parse().unwrap(), current.parse().unwrap())))
    }

    #[test]
    fn the_first_number_that_differs_names_the_step() {
        for (previous, current, step) in [
            ("1.4.0", "2.0.0", VersionStep::Up(Bump::Major)),
            ("1.4.0", "2.5.1", VersionStep::Up(Bump::Major)),
            ("1.4.0", "1.5.3", VersionStep::Up(Bump::Minor)),
            ("1.4.0", "1.4.1", VersionStep::Up(Bump::Patch)),
            ("1.4.0", "1.4.0", VersionStep::Same),
            ("1.4.0", "1.3.9", VersionStep::Down),
        ] {
            assert_eq!(
                VersionStep::between(previous.parse().unwrap(), current.parse().unwrap()),
                step,
                "{previous} {current}"
            );
        }
    }

    #[test]
    fn too_small_version_step_names_the_required_version() {
        let found = verdict(Some(Bump::Major), "1.4.2", "1.5.0");
        assert_eq!((found.honoured, found.should_be), (Some(false), Some("2.0.0".parse().unwrap())));
        let found = verdict(Some(Bump::Minor), "1.4.2", "1.4.3");
        assert_eq!((found.honoured, found.should_be), (Some(false), Some("1.5.0".parse().unwrap())));
    }

    #[test]
    fn a_step_as_large_or_larger_is_honoured() {
        assert_eq!(verdict(Some(Bump::Major), "1.4.2", "2.0.0").honoured, Some(true));
        assert_eq!(verdict(Some(Bump::Patch), "1.4.2", "2.0.0").honoured, Some(true));
        assert_eq!(verdict(None, "1.4.2", "1.4.3").honoured, Some(true));
    }

    #[test]
    fn versions_below_one_follow_the_same_table() {
        let found = verdict(Some(Bump::Major), "0.3.1", "0.4.0");
        assert_eq!((found.honoured, found.should_be), (Some(false), Some("1.0.0".parse().unwrap())));
    }

    #[test]
    fn the_same_version_twice_holds_no_change() {
        let found = verdict(Some(Bump::Patch), "1.4.0", "1.4.0");
        assert_eq!((found.declared, found.honoured), (None, Some(false)));
        assert_eq!(found.should_be, Some("1.4.1".parse().unwrap()));
        assert_eq!(verdict(None, "1.4.0", "1.4.0").honoured, Some(true));
    }

    #[test]
    fn a_smaller_current_version_and_an_unknown_one_are_not_judged() {
        let silent = VersionVerdict { required: Some(Bump::Major), declared: None, honoured: None, should_be: None };
        assert_eq!(verdict(Some(Bump::Major), "1.4.0", "1.3.0"), silent);
        assert_eq!(VersionVerdict::new(Some(Bump::Major), None), silent);
    }
}
