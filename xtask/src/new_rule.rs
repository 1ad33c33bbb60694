//! `cargo xtask new-rule`: writes the stubs of a compatibility rule: row, page and vector.
//!
//! Stubs compile but pass no test. Each blank reads `TODO`, which a house test rejects, and no example shows the rule yet.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::repo::Repo;

const ROWS: &str = "core/diff/src/compat/rules.rs";
const USAGE: &str = "usage: cargo xtask new-rule ID --level LEVEL";
const EXAMPLE: &str = "cargo xtask new-rule request-length-narrowed --level breaking";

/// Start and end of the table of rows.
const TABLE: (&str, &str) = ("static RULES: &[Rule] = &[\n", "\n];\n");

/// Allowed last words of an id, one per line. The tests of core read the same file.
const EVENTS: &str = include_str!("../../core/rules/events.txt");

/// Allowed levels of a rule. Only the rule for all other changes has the level `unclassified`.
const LEVELS: [&str; 5] = ["breaking", "risky", "additive", "docs", "unproved"];

/// The arguments of the command.
#[derive(Debug)]
struct NewRule<'w> {
    id: &'w str,
    level: &'w str,
}

impl<'w> NewRule<'w> {
    /// Parses the arguments. An error names the problem and the correct form.
    fn read(words: &[&'w str]) -> Result<Self> {
        let [id, options @ ..] = words else { bail!("no id was given\n{USAGE}\nsuch as: {EXAMPLE}") };
        check_id(id)?;
        let list = LEVELS.join(", ");
        match options {
            ["--level", level] if LEVELS.contains(level) => Ok(Self { id, level }),
            ["--level", level] => bail!("--level {level}: no such level; use one of {list}"),
            [] => bail!("--level is missing; use one of {list}\nsuch as: {EXAMPLE}"),
            _ => bail!("no such option: {}\n{USAGE}", options.join(" ")),
        }
    }

    /// Returns the row. It compiles, and applies to no change until its condition is written.
    fn row(&self) -> String {
        format!(
            "    // TODO: when it applies, such as RuleCondition::added(Facet::Enum).sent(); this is never.\n    \
             rule!(\"{}\", RuleCondition::never(Facet::Unexplained)),",
            self.id
        )
    }

    /// Returns the page. Its examples change nothing yet.
    fn page(&self) -> String {
        let Self { id, level } = self;
        format!(
            "\
---
level: {level}
title: \"TODO: a heading over several changes of the rule\"
message: \"TODO: what changed, such as {{subject}} can now be null\"
why: \"TODO: what happens to callers; no line where nothing does\"
help: \"TODO: what the publisher of the description can do; no line where nothing has to be done\"
advice: \"TODO: what callers do in their code; no line where nothing has to be done\"
---

# {id}

## Why

TODO: why it matters to callers.

## Example

A JSON Patch (RFC 6902) on [base.json](base.json):

```json
[]
```

## Before and after

TODO: a request or a response that meant one thing before and another after.

## Not this rule

TODO: a similar change that is not of this rule.

```json
[]
```
"
        )
    }

    /// Returns the vector's `case.json`.
    fn case(&self) -> String {
        let Self { id, .. } = self;
        format!(
            r#"{{
  "name": "{id}",
  "about": "TODO: what old.json and new.json show, in one sentence.",
  "hosts": [
    "rust",
    "node",
    "chromium",
    "kotlin",
    "swift"
  ],
  "old": "old.json",
  "new": "new.json"
}}
"#
        )
    }

    /// Returns the next steps, in order.
    fn next(&self) -> String {
        let Self { id, level } = self;
        format!(
            "\
Fill in what reads TODO, in this order; CONTRIBUTING.md says more under \"Adding a rule\".

1. {ROWS}: when the row applies. The first row of a facet that applies is its rule: move this one
   before any that applies to more. docs/reference/levels.md has to give it the level {level}; add the sentence if none does.
2. core/rules/{id}.md: the texts, an example that shows the rule and a near miss that does not.
   INSTA_UPDATE=always cargo test -q -p waybill-report pages
   writes what each page finds; read the difference.
3. tests/vectors/compare/{id}/: new.json, and what it is about.
   WAYBILL_BLESS=1 WAYBILL_VECTOR=compare/{id} cargo test -q -p waybill-tests --test vectors
   writes report.json: read it.
4. tests/mutants.json: a change of the code that the vector catches. cargo xtask mutants compare/{id} tries it.
5. cargo test -q -p waybill-tests --test house says what still reads TODO.
"
        )
    }
}

/// Initial description of a vector, the same on both sides.
const DESCRIPTION: &str = r#"{
  "openapi": "3.1.0",
  "info": {
    "title": "Shipments",
    "version": "1.0.0"
  },
  "paths": {
    "/shipments": {
      "get": {
        "responses": {
          "200": {
            "description": "ok"
          }
        }
      }
    }
  }
}
"#;

/// Writes the stubs. Writes none of them if one already exists.
pub(crate) fn run(repo: &Repo, words: &[&str]) -> Result<()> {
    let rule = NewRule::read(words)?;
    let id = rule.id;
    let rows = std::fs::read_to_string(repo.path(ROWS)).with_context(|| format!("cannot read {ROWS}"))?;
    let rows = add_row(&rows, &rule.row()).with_context(|| format!("cannot add a row to {ROWS}"))?;
    let vector = format!("tests/vectors/compare/{id}");
    let stubs = [
        (format!("core/rules/{id}.md"), rule.page()),
        (format!("{vector}/case.json"), rule.case()),
        (format!("{vector}/old.json"), DESCRIPTION.to_owned()),
        (format!("{vector}/new.json"), DESCRIPTION.to_owned()),
    ];
    if let Some((file, _)) = stubs.iter().find(|(file, _)| repo.path(file).exists()) {
        bail!("{file} exists already, and nothing is overwritten; choose another id or move it away");
    }
    std::fs::create_dir_all(repo.path(&vector)).with_context(|| format!("cannot create {vector}"))?;
    for (file, text) in &stubs {
        write_new(&repo.path(file), text).with_context(|| format!("cannot write {file}"))?;
        println!("wrote {file}");
    }
    std::fs::write(repo.path(ROWS), rows).with_context(|| format!("cannot write {ROWS}"))?;
    println!("added a row to the end of {ROWS}\n\n{}", rule.next());
    Ok(())
}

/// Checks an id: lower-case words joined by hyphens, which name a thing and an event.
fn check_id(id: &str) -> Result<()> {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if !id.split('-').all(is_word) {
        bail!("{id:?} is no id: write small letters with hyphens between words, such as request-length-narrowed");
    }
    let is_event = |event: &str| id.strip_suffix(event).is_some_and(|thing| thing.len() > 1 && thing.ends_with('-'));
    if !EVENTS.lines().any(is_event) {
        let events: Vec<&str> = EVENTS.lines().collect();
        bail!(
            "{id:?} does not say what happened: an id is a thing and one of {}, such as request-length-narrowed",
            events.join(", ")
        );
    }
    Ok(())
}

/// Adds a row at the end of the table in the file of rules.
fn add_row(text: &str, row: &str) -> Result<String> {
    let (before, table) = text.split_once(TABLE.0).context("it has no table of rules")?;
    let (rows, after) = table.split_once(TABLE.1).context("its table of rules does not end")?;
    let (start, end) = TABLE;
    Ok(format!("{before}{start}{rows}\n{row}{end}{after}"))
}

fn write_new(path: &Path, text: &str) -> Result<()> {
    Ok(File::create_new(path)?.write_all(text.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(words: &[&str]) -> String {
        NewRule::read(words).expect_err("it is rejected").to_string()
    }

    fn rule() -> NewRule<'static> {
        NewRule::read(&["request-length-narrowed", "--level", "breaking"]).expect("it is read")
    }

    #[test]
    fn invalid_id_is_rejected_with_an_example() {
        for id in ["RequestLength", "request_length_narrowed", "request--narrowed", "-narrowed", ""] {
            let error = complaint(&[id, "--level", "docs"]);
            assert!(
                error.contains("small letters with hyphens") && error.contains("request-length-narrowed"),
                "{error}"
            );
        }
        for id in ["narrowed", "request-length-shrunk", "request-lengthnarrowed"] {
            let error = complaint(&[id, "--level", "docs"]);
            assert!(error.contains("became-required") && error.contains("such as request-length-narrowed"), "{error}");
        }
        assert!(complaint(&[]).contains(EXAMPLE));
    }

    #[test]
    fn missing_or_unknown_level_lists_the_levels() {
        let id = "request-length-narrowed";
        assert!(
            complaint(&[id]).starts_with("--level is missing; use one of breaking, risky, additive, docs, unproved")
        );
        assert!(complaint(&[id, "--level", "major"]).starts_with("--level major: no such level"));
        assert!(complaint(&[id, "--facet", "Length"]).starts_with("no such option: --facet Length"));
        assert!(complaint(&[id, "--level"]).starts_with("no such option: --level"));
    }

    #[test]
    fn row_is_added_to_the_end_of_the_table() {
        let repo = Repo::find().expect("the checkout is there");
        let rows = std::fs::read_to_string(repo.path(ROWS)).expect("the rows can be read");
        let with_row = add_row(&rows, &rule().row()).expect("there is a table");
        syn::parse_file(&with_row).expect("it is Rust");
        assert!(with_row.contains(&format!(",\n{}\n];\n", rule().row())), "{with_row}");
        assert!(add_row("const OTHER: u8 = 0;\n", "").is_err());
    }

    #[test]
    fn stubs_have_the_form_of_the_others_and_a_mark_at_every_blank() {
        let (page, case) = (rule().page(), rule().case());
        assert!(page.starts_with("---\nlevel: breaking\ntitle: \"TODO"));
        assert_eq!(page.matches("```json\n[]\n```\n").count(), 2);
        assert_eq!(page.matches("TODO: ").count(), 8);
        let case: serde_json::Value = serde_json::from_str(&case).expect("it is JSON");
        assert_eq!(case["name"], "request-length-narrowed");
        assert!(case["about"].as_str().is_some_and(|about| about.starts_with("TODO")), "{case}");
        assert!(serde_json::from_str::<serde_json::Value>(DESCRIPTION).is_ok());
    }
}
