//! The result of a check in formats for CI systems: one document for all descriptions.

use std::fmt::Write as _;

use waybill_core::render::ci::{self, DescriptionOutcome};

use super::result_file::{DescriptionResult, ResultFile};
use super::{Compared, committed_path, gate, name_of};
use crate::failure::Failure;
use crate::pairs::Pair;
use crate::screen::{self, Syntax};
use crate::settings::{FailOn, Settings};
use crate::viewer::{self, ShownReport, write_report_page};

/// Number of digits of a commit id in a title.
const SHORT: usize = 12;

/// Output format of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Coloured text, and annotations on GitHub
    Terminal,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Test results as XML, with a failed test for each change that fails the check
    Junit,
    /// Only annotations of GitHub Actions
    Github,
    /// Self-contained HTML page
    Html,
}

impl Format {
    /// Fails early if this build cannot write the format, before anything is built and compared.
    pub(super) fn check(self) -> Result<(), Failure> {
        if self == Format::Html { viewer::embedded(viewer::FORMAT_HTML).map(drop) } else { Ok(()) }
    }
}

/// Prints the result for each description. Prints nothing for text and HTML, which are printed elsewhere.
pub(super) fn print_compared(format: Format, compared: &[Compared<'_>], settings: [&Settings; 2], fail_on: FailOn) {
    let described = |one: &Compared<'_>| {
        let [of_base, of_head] =
            settings.map(|side| side.descriptions.iter().find(|found| found.name == one.pair.name));
        Some((of_base?, of_head?))
    };
    let all: Vec<_> = compared.iter().filter_map(|one| Some((one, described(one)?))).collect();
    let reasons: Vec<String> =
        all.iter().map(|(one, _)| one.report.as_ref().err().map_or_else(String::new, Failure::as_line)).collect();
    let failing: Vec<Vec<&str>> = all
        .iter()
        .map(|(one, _)| one.report.as_ref().map_or_else(|_| Vec::new(), |report| gate::failing(report, fail_on)))
        .collect();
    let outcomes = all.iter().zip(&reasons).zip(&failing).map(|(((one, (of_base, of_head)), reason), failing)| {
        let Pair { previous, current, .. } = &one.pair;
        DescriptionOutcome {
            name: name_of(of_base),
            outcome: one.report.as_ref().map_err(|_| reason.as_str()),
            previous_path: committed_path(of_base).filter(|_| previous.files.is_some()),
            current_path: committed_path(of_head).filter(|_| current.files.is_some()),
            failing: Some(failing),
        }
    });
    print(format, &outcomes.collect::<Vec<_>>());
}

/// Prints the changes of all descriptions as a page. Its title names the descriptions that could not be compared.
pub(super) fn print_page(compared: &[Compared<'_>], result: &ResultFile) -> Result<(), Failure> {
    let viewer = viewer::embedded(viewer::FORMAT_HTML)?;
    let shown = compared.iter().filter_map(|Compared { pair, report }| {
        let report = report.as_ref().ok()?;
        Some(ShownReport::new(pair.name.as_deref(), report, pair.viewer_data(report)))
    });
    let short = |commit: &str| commit.chars().take(SHORT).collect::<String>();
    let mut title = format!("Changes from {} to {}", short(&result.base), short(&result.compared));
    let failed = result.descriptions.iter().filter(|described| described.failure.is_some());
    let failed: Vec<&str> = failed.map(|described| described.name.as_str()).collect();
    if !failed.is_empty() {
        let _ = write!(title, "; {} could not be compared", failed.join(", "));
    }
    let page = write_report_page(viewer.report, &title, shown.collect())?;
    screen::print_document(&page, Syntax::Own, "the page").map(drop)
}

/// Reports that no description could be compared.
pub(super) fn print_failed(format: Format, descriptions: &[DescriptionResult], reason: &str) {
    let outcomes = descriptions.iter().map(|described| DescriptionOutcome {
        name: &described.name,
        outcome: Err(reason),
        previous_path: None,
        current_path: None,
        failing: None,
    });
    print(format, &outcomes.collect::<Vec<_>>());
}

fn print(format: Format, outcomes: &[DescriptionOutcome<'_>]) {
    let (text, syntax) = match format {
        Format::Terminal | Format::Html => return,
        Format::Sarif => (ci::write_sarif(outcomes), Syntax::Json),
        Format::Junit => (ci::write_junit(outcomes), Syntax::Markup),
        Format::Github => (ci::write_workflow_commands(outcomes), Syntax::Commands),
    };
    // A stream that cannot be written is not an error: the result file is complete.
    let _ = screen::print_document(&text, syntax, "the report");
}
