//! `waybill diff`: compares two descriptions and prints the report.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;

use waybill_core::openapi::WantedFile;
use waybill_core::render::ci::{self, DescriptionOutcome};
use waybill_core::render::terminal::Texts;
use waybill_core::report::{Level, Side};
use waybill_core::{Report, ReportFormat};

use crate::check::today;
use crate::exclusions::ExclusionArguments;
use crate::failure::Failure;
use crate::files::{Files, RecordedFiles};
use crate::progress_bar::{compare_files, compare_with_witnesses};
use crate::screen::{self, Syntax};
use crate::viewer::{self, FORMAT_HTML, ShownReport, write_report_page};
use crate::web::Web;
use crate::{input, settings};

/// Text below the options in `--help`.
const EXAMPLES: &str = "Examples:

  waybill diff old.json new.json                       what changed, breaking changes first
  waybill diff old.json new.json --format markdown     the report as Markdown
  waybill diff old.json new.json --format html > page.html
  waybill diff old.json new.json --fail-on risky || echo stop
  git show v1.4.0:openapi.json | waybill diff - openapi.json";

/// Compare two OpenAPI descriptions.
///
/// A description may be split into several files. Referenced files are read from its own folder and subfolders. --root DIR
/// allows a wider folder, and --allow-http-references allows the network.
///
/// Exit status: 0 if they were compared, whatever was found; 1 if a change reaches the level of --fail-on; 2 if they could
/// not be compared, or only in part, because of a limit or of a reference that was not followed (the report is printed
/// anyway). Changes that could not be decided do not affect the status without --fail-on.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Previous description: a JSON or YAML file, an http or https address, or - for standard input.
    old: String,
    /// Current description: a JSON or YAML file, an http or https address, or - for standard input.
    new: String,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Output::Terminal)]
    format: Output,
    /// Least level to print, in the terminal and Markdown formats. Changes that are rows of the platform's table of version bumps
    /// are always printed.
    #[arg(long, value_enum, value_name = "LEVEL")]
    min_level: Option<LeastLevel>,
    /// Exit with status 1 if there are such changes.
    #[arg(long, value_enum, value_name = "LEVEL")]
    fail_on: Option<Gate>,
    /// Allow references to files in this folder and its subfolders, not only in the descriptions' own folders.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Fetch referenced files from http and https addresses.
    #[arg(long)]
    allow_http_references: bool,
    /// Use the tables [levels], [exclude], [renames] and [deprecation] of this waybill.toml.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    exclude: ExclusionArguments,
}

/// The least level to print.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum LeastLevel {
    Breaking,
    Risky,
    /// Undecided changes, and those above
    Unproved,
    Additive,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Output {
    /// Coloured text
    Terminal,
    /// JSON report
    Json,
    /// Markdown that is also valid MDX
    Markdown,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Test results as XML, with a failed test for each breaking change
    Junit,
    /// GitHub Actions annotations
    Github,
    /// Self-contained HTML page
    Html,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Gate {
    /// Breaking changes
    Breaking,
    /// Also changes that could not be decided: unproved and unclassified ones
    Unproved,
    /// Also risky changes, and those that could not be decided
    Risky,
}

/// Reads both descriptions, compares them and prints the report.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { old, new, format, min_level, fail_on, root, allow_http_references, config, exclude } = arguments;
    if old == "-" && new == "-" {
        return Err(Failure::new("both descriptions are `-`, but standard input holds only one")
            .help("name a file for one of them"));
    }
    let is_page = matches!(format, Output::Html);
    if is_page {
        // Fails early if this build has no viewer.
        viewer::embedded(FORMAT_HTML)?;
    }
    let web = Web::new(*allow_http_references);
    let ((previous, previous_name), (current, current_name)) = (input::read(old, &web)?, input::read(new, &web)?);
    let comparison = config.as_deref().map(settings::read_comparison).transpose()?.unwrap_or_default();
    let mut options = comparison.options(&previous_name, &current_name);
    options.periods.date = today();
    exclude.add_to(&mut options.exclude);
    let beside =
        |path: &str, name: &str| Ok::<_, Failure>(RecordedFiles::new(name, Files::new(path, root.as_deref(), &web)?));
    let (mut before, mut after) = (beside(old, &options.previous_name)?, beside(new, &options.current_name)?);
    let supply = |side, wanted: &WantedFile| match side {
        Side::Previous => before.read(wanted),
        Side::Current => after.read(wanted),
    };
    // A page also shows example requests.
    let compared = if is_page {
        compare_with_witnesses(&previous, &current, &options, supply)
    } else {
        compare_files(&previous, &current, &options, supply)
    };
    let report = compared.map_err(|error| input::not_compared(&error, &options))?;
    let texts = Texts { previous: before.text(&previous), current: after.text(&current) };
    let status = status(&report, *fail_on);
    let is_complete = !matches!(format, Output::Terminal | Output::Markdown);
    let report = match min_level.filter(|_| !is_complete) {
        None => report,
        Some(LeastLevel::Breaking) => report.hide_below(Level::Breaking),
        Some(LeastLevel::Risky) => report.hide_below(Level::Risky),
        Some(LeastLevel::Unproved) => report.hide_below(Level::Unclassified),
        Some(LeastLevel::Additive) => report.hide_below(Level::Additive),
    };
    print(&report, &texts, *format, [old, new])?;
    Ok(status)
}

fn print(report: &Report, texts: &Texts<'_>, format: Output, files: [&str; 2]) -> Result<(), Failure> {
    // Standard input and addresses are not files, so they cannot be annotated.
    let path = |file: &'_ str| !(file == "-" || file.contains("://"));
    let [old, new] = files;
    let described = DescriptionOutcome {
        name: new,
        outcome: Ok(report),
        previous_path: Some(old).filter(|file| path(file)),
        current_path: Some(new).filter(|file| path(file)),
        failing: None,
    };
    let (text, syntax) = match format {
        Output::Terminal => {
            return match screen::show(&report.terminal_lines(Some(texts))) {
                // A reader that closes the pipe early, such as `head`, is not an error.
                Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                    Err(Failure::new(format!("the report cannot be printed: {error}")))
                }
                Ok(()) | Err(_) => Ok(()),
            };
        }
        Output::Json => (report.render(ReportFormat::Json) + "\n", Syntax::Json),
        Output::Markdown => (report.render(ReportFormat::Markdown), Syntax::Markup),
        Output::Sarif => (ci::write_sarif(&[described]), Syntax::Json),
        Output::Junit => (ci::write_junit(&[described]), Syntax::Markup),
        Output::Github => (ci::write_workflow_commands(&[described]), Syntax::Commands),
        Output::Html => {
            let title = format!("Changes from {} to {}", report.previous.source, report.current.source);
            let shown = ShownReport::new(None, report, report.viewer_data(texts));
            (write_report_page(viewer::embedded(FORMAT_HTML)?.report, &title, vec![shown])?, Syntax::Own)
        }
    };
    screen::print_document(&text, syntax, "the report").map(drop)
}

fn status(report: &Report, fail_on: Option<Gate>) -> ExitCode {
    let counts = &report.counts;
    // An undecided change may be breaking, so the strict gates fail on it.
    let undecided = counts.unproved + counts.unclassified;
    let has_short_period = report.changes.iter().any(|change| change.period.is_some());
    let failed = match fail_on {
        None => false,
        Some(_) if has_short_period => true,
        Some(Gate::Breaking) => counts.breaking > 0,
        Some(Gate::Unproved) => counts.breaking + undecided > 0,
        Some(Gate::Risky) => counts.breaking + undecided + counts.risky > 0,
    };
    // An incomplete comparison takes precedence: the rest may contain more changes.
    match (report.complete, failed) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::FAILURE,
        (true, false) => ExitCode::SUCCESS,
    }
}
