//! The verdict and its sentence: the required version step, compared with the declared versions.

use waybill_base::internal::order::Listed as _;
use waybill_diff::release;
use waybill_diff::release::{Version, VersionStep};

use super::render::count;
use super::{Bump, Counts, Problem, Report, Verdict};

impl Verdict {
    /// Compares the step that the changes require with two versions, as written in the descriptions or tags.
    ///
    /// A version that is not `MAJOR.MINOR.PATCH` declares no step. If only a part was compared (`complete` is false),
    /// `honoured` is never `Some(true)`.
    #[must_use]
    pub fn new(
        required: Option<Bump>,
        counts: &Counts,
        complete: bool,
        previous: Option<&str>,
        current: Option<&str>,
    ) -> Verdict {
        let version = |text: Option<&str>| text.and_then(|text| text.parse::<Version>().ok());
        let versions = version(previous).zip(version(current));
        let judged = release::VersionVerdict::new(required, versions);
        let sentence = match (required, versions) {
            (None, _) if !complete => "nothing changed in the part that could be compared".to_owned(),
            (None, None) => "nothing changed".to_owned(),
            (None, Some((previous, current))) if previous == current => format!("nothing changed (both are {current})"),
            (None, Some((previous, current))) => format!("nothing changed between {previous} and {current}"),
            (Some(bump), None) => format!("a {bump} release is required: {}", reason(bump, counts, complete)),
            (Some(bump), Some((previous, current))) => sentence(
                &judged,
                VersionStep::between(previous, current),
                (previous, current),
                &reason(bump, counts, complete),
            ),
        };
        let part = if complete || required.is_none() { "" } else { ", compared only in part" };
        Verdict {
            required_bump: required,
            declared_bump: judged.declared,
            honoured: judged.honoured.filter(|honoured| complete || !honoured),
            sentence: sentence + part,
        }
    }
}

impl Report {
    /// Returns the problems of parts that could not be read or compared.
    pub(crate) fn unread(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(|problem| !problem.is_warning())
    }

    /// Returns this report with the versions of two releases, instead of the descriptions' own versions.
    ///
    /// A tag identifies a release more reliably than `info.version`, which many publishers never update.
    #[must_use]
    pub fn released_as(mut self, previous: Version, current: Version) -> Report {
        let (previous, current) = (previous.to_string(), current.to_string());
        let required = self.verdict.required_bump;
        self.verdict = Verdict::new(required, &self.counts, self.complete, Some(&previous), Some(&current));
        self.previous.version = Some(previous);
        self.current.version = Some(current);
        self
    }
}

fn sentence(
    judged: &release::VersionVerdict,
    step: VersionStep,
    (previous, current): (Version, Version),
    reason: &str,
) -> String {
    let version = match (step, judged.should_be) {
        (VersionStep::Up(_), Some(should_be)) => format!("{current} should be {should_be}: "),
        (VersionStep::Up(bump), None) => format!("{current} is a {bump} release: "),
        (VersionStep::Same, Some(should_be)) => {
            return format!("{reason}: raise info.version from {current} to {should_be}");
        }
        (VersionStep::Same | VersionStep::Down, _) => {
            format!("{current} is lower than {previous}, so the version is not checked: ")
        }
    };
    version + reason
}

/// Returns the changes that require the step. If nothing breaks, these are all changes, and the undecided ones are named
/// as such.
fn reason(bump: Bump, counts: &Counts, complete: bool) -> String {
    let Counts { breaking, risky, additive, docs, lowered, .. } = *counts;
    let (kinds, undecided) = match bump {
        Bump::Major => (vec![(breaking, "breaking")], 0),
        Bump::Minor => (vec![(risky, "risky"), (additive, "additive")], counts.undecided()),
        Bump::Patch => (vec![(docs, "docs")], counts.undecided()),
    };
    let total: usize = kinds.iter().map(|(number, _)| number).sum();
    let named: Vec<String> =
        kinds.iter().filter(|(number, _)| *number > 0).map(|(number, kind)| format!("{number} {kind}")).list();
    let noun = if total == 1 { "change" } else { "changes" };
    let decided = match named.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last} {noun}", first.join(", ")),
        _ => format!("{} {noun}", named.concat()),
    };
    if undecided > 0 {
        let open = format!("{} could not be decided", count(undecided, "change"));
        return if total == 0 { open } else { format!("{decided}, and {open}") };
    }
    // What was not compared may break something, and so may what only the publisher's levels call harmless.
    if breaking + lowered == 0 && complete { decided + ", nothing breaks" } else { decided }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BREAKING: Counts = Counts {
        breaking: 2,
        risky: 1,
        additive: 9,
        docs: 14,
        unproved: 0,
        unclassified: 0,
        lowered: 0,
        operations_affected: 31,
    };
    const ADDITIVE: Counts = Counts { breaking: 0, risky: 1, ..BREAKING };
    const DOCS: Counts = Counts { breaking: 0, risky: 0, additive: 0, docs: 1, ..BREAKING };

    fn sentence_of(required: Option<Bump>, counts: &Counts, previous: &str, current: &str) -> String {
        Verdict::new(required, counts, true, Some(previous), Some(current)).sentence
    }

    #[test]
    fn a_step_too_small_names_the_version_it_should_be() {
        assert_eq!(
            sentence_of(Some(Bump::Major), &BREAKING, "1.4.0", "1.5.0"),
            "1.5.0 should be 2.0.0: 2 breaking changes"
        );
        assert_eq!(
            sentence_of(Some(Bump::Minor), &ADDITIVE, "1.4.0", "1.4.1"),
            "1.4.1 should be 1.5.0: 1 risky and 9 additive changes, nothing breaks"
        );
    }

    #[test]
    fn sufficient_version_step_is_named_with_its_changes() {
        assert_eq!(
            sentence_of(Some(Bump::Major), &BREAKING, "1.4.0", "2.0.0"),
            "2.0.0 is a major release: 2 breaking changes"
        );
        assert_eq!(
            sentence_of(Some(Bump::Patch), &DOCS, "1.4.0", "1.4.1"),
            "1.4.1 is a patch release: 1 docs change, nothing breaks"
        );
        assert_eq!(sentence_of(None, &Counts::default(), "1.4.0", "1.4.1"), "nothing changed between 1.4.0 and 1.4.1");
    }

    #[test]
    fn verdict_reports_versions_that_do_not_increase() {
        assert_eq!(
            sentence_of(Some(Bump::Major), &BREAKING, "1.4.0", "1.4.0"),
            "2 breaking changes: raise info.version from 1.4.0 to 2.0.0"
        );
        assert_eq!(
            sentence_of(Some(Bump::Major), &BREAKING, "1.4.0", "1.3.0"),
            "1.3.0 is lower than 1.4.0, so the version is not checked: 2 breaking changes"
        );
        assert_eq!(
            sentence_of(Some(Bump::Major), &BREAKING, "2026-01", "2026-02"),
            "a major release is required: 2 breaking changes"
        );
        assert_eq!(sentence_of(None, &Counts::default(), "1.4.0", "1.4.0"), "nothing changed (both are 1.4.0)");
    }

    #[test]
    fn nothing_breaks_is_never_claimed_beside_an_undecided_change() {
        let undecided = Counts { unproved: 1, unclassified: 1, ..Counts::default() };
        let sentence = |counts: &Counts| sentence_of(Some(Bump::Minor), counts, "1.4.0", "1.5.0");
        assert_eq!(sentence(&undecided), "1.5.0 is a minor release: 2 changes could not be decided");
        assert_eq!(
            sentence(&Counts { unclassified: 0, ..undecided }),
            "1.5.0 is a minor release: 1 change could not be decided"
        );
        assert_eq!(
            sentence(&Counts { risky: 1, additive: 9, ..undecided }),
            "1.5.0 is a minor release: 1 risky and 9 additive changes, and 2 changes could not be decided"
        );
        assert_eq!(
            sentence_of(Some(Bump::Minor), &undecided, "1.4.0", "1.4.0"),
            "2 changes could not be decided: raise info.version from 1.4.0 to 1.5.0"
        );
    }

    #[test]
    fn a_comparison_in_part_never_calls_a_step_large_enough() {
        let verdict = Verdict::new(Some(Bump::Patch), &DOCS, false, Some("1.4.0"), Some("1.4.1"));
        assert_eq!(verdict.honoured, None);
        assert_eq!(verdict.sentence, "1.4.1 is a patch release: 1 docs change, compared only in part");
        let verdict = Verdict::new(Some(Bump::Major), &BREAKING, false, Some("1.4.0"), Some("1.4.1"));
        assert_eq!(verdict.honoured, Some(false));
        let verdict = Verdict::new(None, &Counts::default(), false, None, None);
        assert_eq!(verdict.sentence, "nothing changed in the part that could be compared");
    }
}
