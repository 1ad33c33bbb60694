//! Renderers of a report. All output formats show the same counts, because they use the same report.

pub mod ci;
pub mod comment;
mod excluded;
mod json;
mod levels;
mod markdown;
mod reach;
mod site;
mod snippets;
mod source_lines;
mod spans;
pub mod terminal;
mod text;
mod viewer;

#[cfg(test)]
mod tests;

pub use json::ReadReportError;
pub use markdown::{ChangelogOptions, Detail, FrontMatter, Release, ReleaseOrderError};
pub use site::{PublishedDescription, PublishedRelease, ReadIndexError, ReleaseIndex};
pub use snippets::SnippetLanguage;
pub use text::ascii;

pub(crate) use self::spans::{is_address, split_quoted};
pub(crate) use self::text::count;
use crate::Report;
use crate::rewrite::CheckedWording;

/// The output formats of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportFormat {
    /// Plain text for a terminal, without colour.
    Terminal,
    /// The JSON report, as returned by [`Report::json`].
    Json,
    /// Markdown that is both valid CommonMark and valid MDX.
    Markdown,
}

impl Report {
    /// Renders the report as text in one format.
    #[must_use]
    pub fn render(&self, format: ReportFormat) -> String {
        match format {
            ReportFormat::Json => String::from_utf8(self.json()).unwrap_or_default(),
            ReportFormat::Terminal => {
                terminal::lines(self, &mut terminal::no_frame).iter().map(|line| line.text() + "\n").collect()
            }
            ReportFormat::Markdown => markdown::report(self),
        }
    }

    /// Renders the report as lines for a terminal. If `texts` contains the descriptions, breaking changes show their
    /// source lines.
    #[must_use]
    pub fn terminal_lines(&self, texts: Option<&terminal::Texts<'_>>) -> Vec<terminal::Line> {
        match texts {
            Some(texts) => terminal::lines_with_frames(self, texts),
            None => terminal::lines(self, &mut terminal::no_frame),
        }
    }

    /// Renders the first lines of every report for a terminal: the verdict, the counts and the two descriptions.
    #[must_use]
    pub fn terminal_head(&self) -> Vec<terminal::Line> {
        terminal::head(self)
    }

    /// Describes the excluded operations in a sentence without a full stop: ``left out: 2 operations (tag `admin` 2)``.
    /// `None` if the options exclude nothing.
    #[must_use]
    pub fn excluded_operations(&self) -> Option<String> {
        excluded::excluded(self)
    }

    /// Renders the changelog of a release as Markdown with front matter. It is valid CommonMark and MDX, and ends with
    /// one line end.
    #[must_use]
    pub fn changelog(&self, release: &Release, options: &ChangelogOptions) -> String {
        markdown::changelog(self, release, options)
    }

    /// Renders the changelog with a model's wording where that is usable, and the standard texts elsewhere. `model` is
    /// the model's name.
    #[must_use]
    pub fn rewritten_changelog(
        &self,
        release: &Release,
        wording: &CheckedWording,
        model: &str,
        options: &ChangelogOptions,
    ) -> String {
        markdown::rewritten_changelog(self, release, wording, model, options)
    }
}
