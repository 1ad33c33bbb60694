//! Prints the texts of all compatibility rules as a JSON object with their ids as keys. The npm package ships it, because one of
//! its WebAssembly files writes reports without these texts.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Serialize;
use waybill_core::compat::{RuleTexts, rule_texts};

/// The texts of a rule.
#[derive(Serialize)]
struct Entry {
    level: &'static str,
    why: &'static str,
    help: &'static str,
    advice: &'static str,
    title: &'static str,
    /// Page of the rule, without its front matter.
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
