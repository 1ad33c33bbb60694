//! Requests before and after a breaking change, as client code.

use waybill_base::internal::order::Listed as _;

use super::Detail;
use crate::render::SnippetLanguage;
use crate::render::markdown::Document;
use crate::render::markdown::escape::{capitalised, code, prose};
use crate::{Change, Witness};

/// Maximum size of all examples in a short changelog, in bytes. The others are similar.
const MAX_BYTES: usize = 6_000;

/// Returns the ids of the changes whose examples are shown: the first of each rule, then others while there is room.
pub(super) fn choose_examples<'a>(rules: &[Vec<&'a Change>], detail: Detail) -> Vec<&'a str> {
    let first = rules.iter().filter_map(|changes| changes.first());
    let others = rules.iter().flat_map(|changes| changes.iter().skip(1));
    let (mut left, mut chosen) = (if detail == Detail::All { usize::MAX } else { MAX_BYTES }, Vec::new());
    for change in first.chain(others) {
        let Some(witness) = &change.witness else { continue };
        let bytes = blocks(witness).iter().map(String::len).sum();
        if let Some(rest) = left.checked_sub(bytes) {
            left = rest;
            chosen.push(change.id.as_str());
        }
    }
    chosen
}

/// Writes an example: curl, and the other languages folded. `of` is the change's message, if the section has other changes.
pub(super) fn write_example(document: &mut Document, witness: &Witness, of: Option<&str>) {
    let mut blocks = blocks(witness);
    if let (Some(introduction), Some(sentence)) = (blocks.first_mut(), of) {
        *introduction = format!("{}. {introduction}", capitalised(&prose(sentence)));
    }
    let others = blocks.split_off(2.min(blocks.len()));
    for block in &blocks {
        document.block([block.as_str()]);
    }
    document.folded_blocks("The same in TypeScript, Kotlin and Swift", others);
}

/// Writes the number of changes whose examples are omitted.
pub(super) fn write_left_out(document: &mut Document, count: usize) {
    if count > 0 {
        let examples = if count == 1 { "The example of 1 other change is" } else { "Examples of other changes are" };
        document.paragraph(&format!("{examples} omitted; `waybill changelog --detail all` writes all."));
    }
}

fn blocks(witness: &Witness) -> Vec<String> {
    let Witness { before, after, refusal } = witness;
    let request = code(&format!("{} {}", before.method, before.url));
    let introduction = match refusal {
        Some(refusal) => format!(
            "Example, without credentials. {request} was accepted before and is now rejected: {}.",
            prose(refusal)
        ),
        None => {
            format!("Example, without credentials. {request} is no longer described, and may be rejected or misread.")
        }
    };
    let snippets = SnippetLanguage::ALL.into_iter().map(|language| {
        let code = [before.snippet(language, "before"), after.snippet(language, "after")].join("\n");
        let fence = fence(&code);
        format!("{fence}{}\n{code}\n{fence}", language.fence_name())
    });
    std::iter::once(introduction).chain(snippets).list()
}

/// Returns a code fence that is longer than any run of backticks in the code (CommonMark 0.31.2 section 4.5).
fn fence(code: &str) -> String {
    let (mut longest, mut row) = (2, 0);
    for char in code.chars() {
        row = if char == '`' { row + 1 } else { 0 };
        longest = longest.max(row);
    }
    "`".repeat(longest + 1)
}
