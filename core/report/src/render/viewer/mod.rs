//! Additional data for the changelog viewer: source lines of both descriptions, and examples as code.
//!
//! A page gets the data from here if it compares two descriptions itself, and if it contains a finished report.

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

/// The data of a page that makes no comparison.
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
    /// Returns the source lines around each change, as UTF-8 JSON.
    ///
    /// The result is an object with the change's id as key. Its values have the members `old` and `new`, which are
    /// `null` or an object with these members:
    /// - `line`: the number of the line, from 1
    /// - `start`, `marked`, `end`: the text of the line before, at and after the location
    /// - `before`, `after`: the lines around it
    ///
    /// `texts` are the descriptions of the report. Changes in other files are omitted.
    #[must_use]
    pub fn excerpts(&self, texts: &Texts<'_>) -> Vec<u8> {
        // The types contain only strings, numbers and lists, so serialisation cannot fail.
        serde_json::to_vec(&self.read_excerpts(texts)).unwrap_or_default()
    }

    /// Returns the examples of a report as code, as UTF-8 JSON. The result is an object with the change's id as key.
    /// Its values have the members `before` and `after`, with a string for each of `sh`, `ts`, `kotlin` and `swift`.
    #[must_use]
    pub fn snippets(&self) -> Vec<u8> {
        serde_json::to_vec(&self.write_snippets()).unwrap_or_default()
    }

    /// Returns the data for a page that makes no comparison, as UTF-8 JSON: `report` is [`Report::json`], `excerpts` is
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
