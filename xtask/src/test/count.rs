//! Reads the number of tests from a test runner's output.

use std::fmt;

/// The test counts of one or more runners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tests {
    pub(super) passed: u32,
    pub(super) failed: u32,
    pub(super) skipped: u32,
}

impl Tests {
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
        }
    }
}

impl fmt::Display for Tests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { passed, failed: 0, skipped: 0 } => write!(f, "{passed} tests"),
            Self { passed, failed, skipped } => write!(f, "{passed} passed, {failed} failed, {skipped} skipped"),
        }
    }
}

/// Reads `test result: ok. 3 passed; 0 failed; 0 ignored; ...`, once for each file: cargo's own runner and wasm-bindgen's.
pub(super) fn cargo(output: &str) -> Option<Tests> {
    total(output.lines().filter_map(|line| {
        let counts = line.strip_prefix("test result:")?;
        Some(Tests {
            passed: before(counts, "passed")?,
            failed: before(counts, "failed")?,
            skipped: before(counts, "ignored").unwrap_or(0),
        })
    }))
}

/// Reads `Summary [   1.2s] 45 tests run: 44 passed (1 slow), 1 failed, 2 skipped`.
pub(super) fn nextest(output: &str) -> Option<Tests> {
    total(output.lines().filter_map(|line| {
        let counts = line.trim_start().strip_prefix("Summary [")?;
        Some(Tests {
            passed: before(counts, "passed").unwrap_or(0),
            failed: before(counts, "failed").unwrap_or(0) + before(counts, "timed out").unwrap_or(0),
            skipped: before(counts, "skipped").unwrap_or(0),
        })
    }))
}

/// Reads `ℹ pass 12`, `ℹ fail 0`, `ℹ skipped 0` and `ℹ todo 0`: Node's own runner.
pub(super) fn node(output: &str) -> Option<Tests> {
    let after = |name: &str| {
        let numbers = output.lines().filter_map(|line| line.strip_prefix(name)?.trim().parse::<u32>().ok());
        numbers.fold(None, |sum, number| Some(sum.unwrap_or(0) + number))
    };
    Some(Tests {
        passed: after("ℹ pass ")?,
        failed: after("ℹ fail ")? + after("ℹ cancelled ").unwrap_or(0),
        skipped: after("ℹ skipped ").unwrap_or(0) + after("ℹ todo ").unwrap_or(0),
    })
}

/// Reads `[WARNING] Tests run: 7, Failures: 0, Errors: 0, Skipped: 1` without a class name: Maven's sum.
pub(super) fn maven(output: &str) -> Option<Tests> {
    total(output.lines().filter(|line| !line.contains(" -- in ") && !line.contains("Time elapsed")).filter_map(
        |line| {
            let (_, counts) = line.split_once("Tests run: ")?;
            let after = |name: &str| counts.split_once(name).and_then(|(_, rest)| first_number(rest));
            let (failed, skipped) = (after("Failures: ")? + after("Errors: ")?, after("Skipped: ")?);
            Some(Tests { passed: first_number(counts)?.saturating_sub(failed + skipped), failed, skipped })
        },
    ))
}

/// Reads the output of `XCTest` after `All tests`: `Executed 10 tests, with 1 test skipped and 2 failures (0 unexpected)`. Also
/// reads Swift Testing's `Test run with 4 tests in 1 suite passed`.
pub(super) fn swift(output: &str) -> Option<Tests> {
    let mut all = false;
    total(output.lines().filter_map(|line| {
        if line.contains("Test Suite 'All tests'") || line.contains("Test Suite 'Selected tests'") {
            all = true;
        }
        if let Some((_, counts)) = line.split_once("Executed ").filter(|_| all) {
            all = false;
            let run = first_number(counts)?;
            let failed = before(counts, "failure").unwrap_or(0);
            let skipped = before(counts, "test skipped").or_else(|| before(counts, "tests skipped")).unwrap_or(0);
            return Some(Tests { passed: run.saturating_sub(failed + skipped), failed, skipped });
        }
        let (_, counts) = line.split_once("Test run with ")?;
        let run = first_number(counts)?;
        let failed = if counts.contains(" failed ") { before(counts, "issue").unwrap_or(1).min(run) } else { 0 };
        Some(Tests { passed: run - failed, failed, skipped: 0 })
    }))
}

fn total(counts: impl Iterator<Item = Tests>) -> Option<Tests> {
    counts.fold(None, |sum: Option<Tests>, tests| Some(sum.unwrap_or_default().plus(tests)))
}

/// Returns the number before a word: `7` in `... 7 passed; ...`.
fn before(text: &str, word: &str) -> Option<u32> {
    let (front, _) = text.split_once(word)?;
    front.split_whitespace().next_back()?.parse().ok()
}

/// Returns the number at the start of a text.
fn first_number(text: &str) -> Option<u32> {
    text.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Tests, cargo, maven, nextest, node, swift};

    fn tests(passed: u32, failed: u32, skipped: u32) -> Tests {
        Tests { passed, failed, skipped }
    }

    #[test]
    fn cargo_counts_are_added_over_files() {
        let output = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
                      test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 filtered out\n";
        assert_eq!(cargo(output), Some(tests(4, 2, 1)));
        assert_eq!(cargo("error: could not compile"), None);
    }

    #[test]
    fn nextest_says_its_numbers_in_the_summary() {
        assert_eq!(nextest("     Summary [   0.012s] 4 tests run: 4 passed, 0 skipped"), Some(tests(4, 0, 0)));
        let output = "     Summary [  61.2s] 45/50 tests run: 43 passed (1 slow), 2 failed, 1 skipped";
        assert_eq!(nextest(output), Some(tests(43, 2, 1)));
    }

    #[test]
    fn node_says_each_number_on_a_line() {
        assert_eq!(
            node("ℹ tests 13\nℹ pass 12\nℹ fail 1\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\n"),
            Some(tests(12, 1, 0))
        );
    }

    #[test]
    fn maven_sums_after_its_classes() {
        let output = "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in dev.waybill.A\n\
                      [INFO] Results:\n[WARNING] Tests run: 7, Failures: 1, Errors: 1, Skipped: 1\n";
        assert_eq!(maven(output), Some(tests(4, 2, 1)));
    }

    #[test]
    fn swift_runs_two_frameworks() {
        let output = "Test Suite 'A' passed at x.\n\t Executed 9 tests, with 0 failures (0 unexpected) in 1 seconds\n\
                      Test Suite 'All tests' passed at x.\n\t Executed 10 tests, with 0 failures (0 unexpected) in 1 s\n\
                      ✔ Test run with 4 tests in 1 suite passed after 0.001 seconds.\n";
        assert_eq!(swift(output), Some(tests(14, 0, 0)));
        assert_eq!(swift("✘ Test run with 4 tests failed after 0.1 seconds with 2 issues."), Some(tests(2, 2, 0)));
    }
}
