//! Prints what every compatibility rule says, by the rule's id, as one object of JSON: the npm package has it beside the
//! WebAssembly file whose reports are without it.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Serialize;
use waybill_core::compat::{RuleTexts, rule_texts};

/// What stands in the file for a rule.
#[derive(Serialize)]
struct Entry {
    level: &'static str,
    why: &'static str,
    help: &'static str,
    advice: &'static str,
    title: &'static str,
    /// The rule's page, without its front matter.
    page: String,
}

fn main() -> Result<()> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../core/rules");
    let mut entries = BTreeMap::new();
    for RuleTexts { rule, level, why, help, advice, title } in rule_texts() {
        let file = pages.join(format!("{rule}.md"));
        let page = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let (_, page) =
            page.split_once("\n---\n\n").with_context(|| format!("{} has no front matter", file.display()))?;
        let page = page.to_owned();
        entries.insert(rule, Entry { level: level.name(), why, help, advice, title, page });
    }
    println!("{}", serde_json::to_string(&entries).context("cannot write JSON")?);
    Ok(())
}
