//! What the changelog viewer shows beside a report: source lines of both descriptions, and examples as code.
//!
//! A page has both from here, whether it compares itself or was written with the finished report in it.

mod excerpt;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;

use self::excerpt::Excerpts;
use super::source_lines::SourceLinesPair;
use super::terminal::Texts;
use crate::render::snippets::SnippetLanguage;
use crate::{ExampleRequest, Report, Witness};

/// Everything that a page without a comparison of its own shows.
#[derive(Serialize)]
struct ViewerData<'a> {
    report: Box<RawValue>,
    excerpts: BTreeMap<&'a str, Excerpts>,
    snippets: BTreeMap<&'a str, Snippets>,
}

/// An example before and after its change, in each language.
#[derive(Serialize)]
struct Snippets {
    before: BTreeMap<&'static str, String>,
    after: BTreeMap<&'static str, String>,
}

impl Report {
    /// The source lines around each change, as JSON in UTF-8: an object by the id of the change, whose members `old` and `new`
    /// are `null` or an object with `line` (its number from 1), the texts of the line up to what is marked (`start`), of what
    /// is (`marked`) and of the rest (`end`), and the lines `before` and `after` it. `texts` are the descriptions that the
    /// report is of; changes whose files are not among them are left out.
    #[must_use]
    pub fn excerpts(&self, texts: &Texts<'_>) -> Vec<u8> {
        // Texts, numbers and lists: writing them into memory does not fail.
        serde_json::to_vec(&self.read_excerpts(texts)).unwrap_or_default()
    }

    /// The examples of a report as code, as JSON in UTF-8: an object by the id of the change, whose members `before` and
    /// `after` have a text for each language, named `sh`, `ts`, `kotlin` and `swift`.
    #[must_use]
    pub fn snippets(&self) -> Vec<u8> {
        serde_json::to_vec(&self.write_snippets()).unwrap_or_default()
    }

    /// The report for a page that compares nothing itself, as JSON in UTF-8: `report` is [`Report::json`], `excerpts` is
    /// [`Report::excerpts`] and `snippets` is [`Report::snippets`].
    #[must_use]
    pub fn viewer_data(&self, texts: &Texts<'_>) -> Vec<u8> {
        let report = String::from_utf8(self.json()).ok().and_then(|json| RawValue::from_string(json).ok());
        let Some(report) = report else { return Vec::new() };
        let (excerpts, snippets) = (self.read_excerpts(texts), self.write_snippets());
        serde_json::to_vec(&ViewerData { report, excerpts, snippets }).unwrap_or_default()
    }

    fn read_excerpts(&self, texts: &Texts<'_>) -> BTreeMap<&str, Excerpts> {
        let mut sources = SourceLinesPair::new(texts);
        self.changes
            .iter()
            .filter_map(|change| Some((change.id.as_str(), Excerpts::read(change, &mut sources)?)))
            .collect()
    }

    fn write_snippets(&self) -> BTreeMap<&str, Snippets> {
        let examples = self.changes.iter().filter_map(|change| Some((change.id.as_str(), change.witness.as_deref()?)));
        examples.map(|(id, witness)| (id, Snippets::new(witness))).collect()
    }
}

impl Snippets {
    fn new(Witness { before, after, refusal: _ }: &Witness) -> Snippets {
        Snippets { before: in_each_language(before, "before"), after: in_each_language(after, "after") }
    }
}

fn in_each_language(request: &ExampleRequest, name: &str) -> BTreeMap<&'static str, String> {
    SnippetLanguage::ALL.into_iter().map(|language| (language.fence_name(), request.snippet(language, name))).collect()
}
