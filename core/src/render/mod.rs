//! A report on every surface; the counts are the same everywhere, because there is one report.

mod json;
mod markdown;
mod reach;
pub mod terminal;
mod text;

#[cfg(test)]
mod tests;

pub use markdown::{Release, changelog};
pub use text::{ascii, printable};

use crate::report::Report;

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
            ReportFormat::Terminal => terminal::lines(self, None).iter().map(|line| line.text() + "\n").collect(),
            ReportFormat::Markdown => markdown::report(self),
        }
    }
}
