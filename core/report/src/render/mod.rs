//! A report on every surface; the counts are the same everywhere, because there is one report.

pub mod ci;
pub mod comment;
mod excluded;
mod json;
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
use crate::Report;
use crate::rewrite::CheckedWording;

/// The surfaces a report can be rendered for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportFormat {
    /// Plain text for a terminal, without colour.
    Terminal,
    /// The JSON report, as [`Report::json`] gives it.
    Json,
    /// Markdown that is valid CommonMark and valid MDX.
    Markdown,
}

impl Report {
    /// The report as text for one surface.
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

    /// The report as lines for a terminal. Breaking changes show the lines they stand in where `texts` holds them.
    #[must_use]
    pub fn terminal_lines(&self, texts: Option<&terminal::Texts<'_>>) -> Vec<terminal::Line> {
        match texts {
            Some(texts) => terminal::lines_with_frames(self, texts),
            None => terminal::lines(self, &mut terminal::no_frame),
        }
    }

    /// The verdict, the counts and the two descriptions: the lines for a terminal that every report starts with.
    #[must_use]
    pub fn terminal_head(&self) -> Vec<terminal::Line> {
        terminal::head(self)
    }

    /// What operations were left out by and how many, as a sentence without a full stop: ``left out: 2 operations
    /// (tag `admin` 2)``. `None` where none were to be.
    #[must_use]
    pub fn excluded_operations(&self) -> Option<String> {
        excluded::excluded(self)
    }

    /// The changelog of a release as a Markdown document with front matter: CommonMark and MDX, ended by one line end.
    #[must_use]
    pub fn changelog(&self, release: &Release, options: &ChangelogOptions) -> String {
        markdown::changelog(self, release, options)
    }

    /// The changelog with a model's wording instead of the standard texts where it is usable; `model` is the model's name.
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
