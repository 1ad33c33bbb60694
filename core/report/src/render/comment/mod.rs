//! The comment on a pull request: the verdict, every breaking change, and the changes since the last push.
//!
//! GitHub accepts 65,536 characters. Longer comments omit the least urgent parts, and mention that.

mod markup;
mod options;
mod sections;
mod state;

pub use self::options::{CommentOptions, CommentOptionsError, SourceLinks};
pub use self::state::{CommentState, ParseStateError};

use waybill_base::internal::order::Listed as _;

use self::markup::{code, inline, plain};
use self::sections::{write_acceptance, write_breaking, write_rest};
use super::excluded::excluded;
use super::levels::custom_levels;
use super::text::{affected, count, counted};
use crate::{Change, Level, Report};

/// Maximum number of characters of a comment on GitHub.
pub const MAX_COMMENT_CHARS: usize = 65_536;

/// The amount of detail in a comment, from most to least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// All changes, with full details of the breaking ones.
    All,
    /// Only counts for changes that do not break.
    BreakingInFull,
    /// Breaking changes with the number of affected endpoints.
    EndpointsCounted,
    /// Message and id of each breaking change.
    Titles,
    /// The verdict and the counts.
    Numbers,
}

impl Detail {
    const MOST_FIRST: [Detail; 5] =
        [Detail::All, Detail::BreakingInFull, Detail::EndpointsCounted, Detail::Titles, Detail::Numbers];

    /// Returns the note about the omitted parts, or an empty string if the comment is complete.
    const fn left_out(self) -> &'static str {
        match self {
            Detail::All => "",
            Detail::BreakingInFull => {
                "All changes but the breaking ones are omitted, because the comment would be too long."
            }
            Detail::EndpointsCounted => {
                "Endpoints are counted and all changes but the breaking ones are omitted, because the comment would be too long."
            }
            Detail::Titles => "Only the breaking changes are named, because the comment would be too long.",
            Detail::Numbers => "The changes are omitted, because the comment would be too long.",
        }
    }
}

impl Report {
    /// Renders the comment on a pull request, as Markdown for GitHub and GitLab.
    ///
    /// It begins with a marker that [`CommentState::read`] parses. Text from descriptions is escaped: it cannot create
    /// mentions, HTML, links or markers.
    #[must_use]
    pub fn comment(&self, options: &CommentOptions) -> String {
        let mut text = String::new();
        for detail in Detail::MOST_FIRST {
            text = write(self, options, detail);
            if text.chars().count() <= options.max_chars {
                break;
            }
        }
        text
    }
}

/// Renders the comment for a failed comparison: the last comment, with the reason of the failure.
///
/// `last` is the text of the existing comment, if any.
#[must_use]
pub fn failed_comment(last: Option<&str>, options: &CommentOptions, reason: &str) -> String {
    let head = short(&options.head);
    let notice = format!("> **{head} could not be compared:** {}", inline(reason));
    let heading = format!("### The API of {} could not be compared\n\n{notice}\n", code(&options.description));
    match last.and_then(|last| last.split_once('\n')) {
        // Keep the state and content of the last comparison.
        Some((marker, rest)) if CommentState::read(marker).is_ok() => {
            let rest = rest.split_once("\n> **").map_or(rest, |(before, behind)| {
                if behind.contains(" could not be compared:**") { before } else { rest }
            });
            format!("{marker}\n{}\n\n{notice}\n", rest.trim_end())
        }
        _ => format!("{}\n{heading}", CommentState::of_nothing(options)),
    }
}

fn write(report: &Report, options: &CommentOptions, detail: Detail) -> String {
    let breaking = report.changes.iter().filter(|change| change.level == Level::Breaking).list();
    let state = CommentState::new(options, &breaking);
    let mut pieces = vec![format!("{state}\n### {} {}\n\n", sign(report), inline(&report.verdict.sentence))];
    pieces.push(format!("{}: `{}` → `{}`", code(&options.description), short(&options.base), short(&options.head)));
    if let Some(previous) = &options.previous {
        pieces.push(difference(previous, &state));
    }
    pieces.push("\n".to_owned());
    let counted = counted(&report.counts);
    if !counted.is_empty() {
        let affected =
            affected(&report.counts, "endpoint").map_or_else(String::new, |affected| format!(" ({affected})"));
        pieces.push(format!("\n{counted}{affected}\n"));
    }
    for setting in excluded(report).into_iter().chain(custom_levels(report)) {
        pieces.push(format!("\n{}\n", inline(&setting)));
    }
    if !report.complete {
        let problems = count(report.unread().count(), "place");
        pieces.push(format!("\n**Compared only in part: {problems} could not be read or compared.**\n"));
        for problem in report.unread().take(MAX_PROBLEMS) {
            pieces.push(format!("- {}: {}\n", code(&problem.file), inline(&problem.message)));
        }
    }
    if detail < Detail::Numbers {
        write_breaking(&mut pieces, &breaking, options, detail);
        write_acceptance(&mut pieces, &breaking, options);
    }
    if detail == Detail::All {
        write_rest(&mut pieces, report);
    }
    if !detail.left_out().is_empty() {
        pieces.push(format!("\n{} The full report is in the summary of the check.\n", plain(detail.left_out())));
    }
    pieces.concat()
}

/// Maximum number of problems in a comment.
const MAX_PROBLEMS: usize = 5;

const fn sign(report: &Report) -> &'static str {
    match (report.counts.breaking, report.verdict.honoured) {
        (0, _) if report.counts.undecided() > 0 || !report.complete => "?",
        (0, _) => "✓",
        (_, Some(true)) => "!",
        (_, _) => "✗",
    }
}

/// Describes the numbers of fixed and new breaking changes since the last push. Empty if it is the same push.
fn difference(previous: &CommentState, current: &CommentState) -> String {
    if previous.head == current.head {
        return String::new();
    }
    let fixed = previous.breaking.iter().filter(|id| !current.breaking.contains(id)).count();
    let new = current.breaking.iter().filter(|id| !previous.breaking.contains(id)).count();
    match (fixed, new) {
        (0, 0) => String::new(),
        (fixed, 0) => format!(" · **{fixed} fixed since the last push**"),
        (0, new) => format!(" · **{new} new since the last push**"),
        (fixed, new) => format!(" · **{fixed} fixed and {new} new since the last push**"),
    }
}

/// Returns true if a breaking change is new since the last push.
fn is_new(change: &Change, options: &CommentOptions) -> bool {
    options
        .previous
        .as_ref()
        .is_some_and(|previous| previous.head != options.head && !previous.breaking.contains(&change.id))
}

/// Shortens a commit id for readers.
fn short(commit: &str) -> &str {
    commit.get(..10).unwrap_or(commit)
}
