//! `waybill diff`: compares two descriptions and prints the report.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;

use waybill_core::openapi::WantedFile;
use waybill_core::render::ci::{self, DescriptionOutcome};
use waybill_core::render::terminal::Texts;
use waybill_core::report::Side;
use waybill_core::{CompareOptions, Report, ReportFormat};

use crate::exclusions::ExclusionArguments;
use crate::failure::Failure;
use crate::files::{Files, RecordedFiles};
use crate::progress_bar::{compare_files, compare_with_witnesses};
use crate::viewer::{self, FORMAT_HTML, ShownReport, write_report_page};
use crate::web::Web;
use crate::{input, screen};

/// What `--help` shows below the options.
const EXAMPLES: &str = "Examples:

  waybill diff old.json new.json                       what changed, what breaks first
  waybill diff old.json new.json --format markdown     the same for a document
  waybill diff old.json new.json --format html > page.html
  waybill diff old.json new.json --fail-on risky || echo stop
  git show v1.4.0:openapi.json | waybill diff - openapi.json";

/// Compare two OpenAPI descriptions.
///
/// A description may be split into files: those it refers to are read from its own folder and the folders in it, and
/// from outside only where --root names a wider one and --allow-http-references lets references lead to the network.
///
/// Exit status: 0 when they were compared, whatever was found; 1 when --fail-on names what was found; 2 when they could
/// not be compared, or only in part (the report is printed all the same).
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The description of the previous release: a JSON or YAML file, its http or https address, or - for standard input.
    old: String,
    /// The description of the current release: a JSON or YAML file, its http or https address, or - for standard input.
    new: String,
    /// How to print the report.
    #[arg(long, value_enum, default_value_t = Output::Terminal)]
    format: Output,
    /// End with status 1 on breaking changes, or on risky ones too (and on those that could not be judged).
    #[arg(long, value_enum, value_name = "LEVEL")]
    fail_on: Option<Gate>,
    /// Read the files the descriptions refer to from this folder and those in it, not only from their own folders.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Fetch the files the descriptions refer to by http and https addresses.
    #[arg(long)]
    allow_http_references: bool,
    #[command(flatten)]
    exclude: ExclusionArguments,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Output {
    /// Text with colour
    Terminal,
    /// The report as one JSON object
    Json,
    /// CommonMark that is valid MDX
    Markdown,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Test results as XML, where breaking changes are failed tests
    Junit,
    /// Annotations of GitHub Actions
    Github,
    /// A page for browsers, with everything in one file
    Html,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Gate {
    Breaking,
    Risky,
}

/// Reads both descriptions, compares them and prints the report.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { old, new, format, fail_on, root, allow_http_references, exclude } = arguments;
    if old == "-" && new == "-" {
        return Err(Failure::new("both descriptions are -, and standard input holds one").help("name a file for one"));
    }
    let is_page = matches!(format, Output::Html);
    if is_page {
        // A build that has none says so before anything is compared.
        viewer::embedded(FORMAT_HTML)?;
    }
    let web = Web::new(*allow_http_references);
    let ((previous, previous_name), (current, current_name)) = (input::read(old, &web)?, input::read(new, &web)?);
    let mut options = CompareOptions { previous_name, current_name, ..CompareOptions::default() };
    exclude.add_to(&mut options.exclude);
    let beside =
        |path: &str, name: &str| Ok::<_, Failure>(RecordedFiles::new(name, Files::new(path, root.as_deref(), &web)?));
    let (mut before, mut after) = (beside(old, &options.previous_name)?, beside(new, &options.current_name)?);
    let supply = |side, wanted: &WantedFile| match side {
        Side::Previous => before.read(wanted),
        Side::Current => after.read(wanted),
    };
    // A page shows examples of requests as well.
    let compared = if is_page {
        compare_with_witnesses(&previous, &current, &options, supply)
    } else {
        compare_files(&previous, &current, &options, supply)
    };
    let report = compared.map_err(|error| input::not_compared(&error, &options))?;
    let texts = Texts { previous: before.text(&previous), current: after.text(&current) };
    print(&report, &texts, *format, [old, new])?;
    Ok(status(&report, *fail_on))
}

fn print(report: &Report, texts: &Texts<'_>, format: Output, files: [&str; 2]) -> Result<(), Failure> {
    // Standard input and addresses are no files that an annotation can stand in.
    let path = |file: &'_ str| !(file == "-" || file.contains("://"));
    let [old, new] = files;
    let described = DescriptionOutcome {
        name: new,
        outcome: Ok(report),
        previous_path: Some(old).filter(|file| path(file)),
        current_path: Some(new).filter(|file| path(file)),
        failing: None,
    };
    let text = match format {
        Output::Terminal => {
            return match screen::show(&report.terminal_lines(Some(texts))) {
                // A reader that has seen enough, such as `head`, is no failure.
                Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                    Err(Failure::new(format!("the report cannot be printed: {error}")))
                }
                Ok(()) | Err(_) => Ok(()),
            };
        }
        Output::Json => report.render(ReportFormat::Json) + "\n",
        Output::Markdown => report.render(ReportFormat::Markdown),
        Output::Sarif => ci::write_sarif(&[described]),
        Output::Junit => ci::write_junit(&[described]),
        Output::Github => ci::write_workflow_commands(&[described]),
        Output::Html => {
            let title = format!("Changes from {} to {}", report.previous.source, report.current.source);
            let shown = ShownReport::new(None, report, report.viewer_data(texts));
            write_report_page(viewer::embedded(FORMAT_HTML)?.report, &title, vec![shown])?
        }
    };
    screen::print_document(text.as_bytes(), "the report").map(drop)
}

fn status(report: &Report, fail_on: Option<Gate>) -> ExitCode {
    let counts = &report.counts;
    let failed = match fail_on {
        None => false,
        Some(Gate::Breaking) => counts.breaking > 0,
        // What could not be judged may break, so a gate that strict does not let it pass.
        Some(Gate::Risky) => counts.breaking + counts.risky + counts.unproved + counts.unclassified > 0,
    };
    // In part is worse than failed: what was not compared may hold more.
    match (report.complete, failed) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::FAILURE,
        (true, false) => ExitCode::SUCCESS,
    }
}
