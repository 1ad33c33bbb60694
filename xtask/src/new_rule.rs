//! `cargo xtask new-rule`: stubs of a compatibility rule's row, page and vector, for somebody to fill in.
//!
//! Stubs compile and pass no test: each blank reads `TODO`, which a house test looks for, and no example shows the rule yet.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::repo::Repo;

const TABLES: &str = "core/diff/src/compat/rules";
const USAGE: &str = "usage: cargo xtask new-rule ID --table TABLE --level LEVEL";
const EXAMPLE: &str = "cargo xtask new-rule request-length-narrowed --table sizes --level breaking";

/// How a rule's array begins and ends, in every file of rules.
const ARRAY: (&str, &str) = ("const RULES: &[Rule] = &[\n", "\n];\n");

/// The words an id may end with, one a line: core's tests read the same file.
const EVENTS: &str = include_str!("../../core/rules/events.txt");

/// The levels a rule may have, and the bump of each; `unclassified` is what no rule knows.
const LEVELS: [(&str, &str); 5] =
    [("breaking", "major"), ("risky", "minor"), ("additive", "minor"), ("docs", "patch"), ("unproved", "minor")];

/// What the command line asks for.
#[derive(Debug)]
struct NewRule<'w> {
    id: &'w str,
    table: &'w str,
    level: &'static str,
    bump: &'static str,
}

impl<'w> NewRule<'w> {
    /// Reads the words; each complaint says what is wrong and what would be right.
    fn read(words: &[&'w str], tables: &[String]) -> Result<Self> {
        let [id, options @ ..] = words else { bail!("no id was given\n{USAGE}\nsuch as: {EXAMPLE}") };
        check_id(id)?;
        let (mut table, mut level) = (None, None);
        for option in options.chunks(2) {
            match option {
                ["--table", name] => table = Some(*name),
                ["--level", name] => level = Some(*name),
                _ => bail!("no such option: {}\n{USAGE}", option.join(" ")),
            }
        }
        let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
        let (table, level) =
            (among("--table", table, &tables)?, among("--level", level, &LEVELS.map(|known| known.0))?);
        let (level, bump) = LEVELS.into_iter().find(|known| known.0 == level).context("the level is one of them")?;
        Ok(Self { id, table, level, bump })
    }

    /// The row: it compiles, and applies to nothing until somebody says when.
    fn row(&self) -> String {
        let Self { id, level, .. } = self;
        let (first, rest) = level.split_at(1);
        let level = first.to_uppercase() + rest;
        format!(
            r#"    Rule {{
        id: "{id}",
        // TODO: when it applies, such as RuleCondition::added(Facet::Enum).sent(); this is never.
        when: RuleCondition::never(Facet::Unexplained),
        level: Level::{level},
        message: "TODO: what changed, such as {{subject}} can now be null",
        why: "TODO: what callers meet; empty where nothing has to change",
        help: "TODO: what those who publish the description do about it; empty where nothing has to change",
        advice: "TODO: what callers do in their code; empty where there is nothing to do",
        title: "TODO: a heading over several changes of the rule",
    }},
"#
        )
    }

    /// The page, whose examples change nothing yet.
    fn page(&self) -> String {
        let Self { id, level, bump, .. } = self;
        format!(
            "\
# {id}

Level {level}, bump {bump}.

## Why

TODO: why it matters to callers.

## Example

A JSON Patch (RFC 6902) on [base.json](base.json):

```json
[]
```

## Before and after

TODO: a request or an answer that meant one thing before and another after.

## Not this rule

TODO: what looks like it and is not.

```json
[]
```

## Migrate

TODO: what to do about it.
"
        )
    }

    /// The vector.
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

    /// What is to be done after this, in order.
    fn next(&self, table: &str) -> String {
        let Self { id, level, .. } = self;
        format!(
            "\
Fill in what reads TODO, in this order; CONTRIBUTING.md says more under \"Adding a rule\".

1. {table}: when the row applies, and its three texts. The first row of a facet that applies is its rule: move this one
   before any that applies to more. docs/levels.md has to give it the level {level}; add the sentence if none does.
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

/// A description to begin a vector with, the same on both sides.
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

/// Writes the stubs; all of them or, where any of them is there already, none.
pub(crate) fn run(repo: &Repo, words: &[&str]) -> Result<()> {
    let tables = tables(repo)?;
    let names: Vec<String> = tables.keys().cloned().collect();
    let rule = NewRule::read(words, &names)?;
    let id = rule.id;
    for (text, file) in tables.values() {
        if text.contains(&format!("id: \"{id}\"")) {
            bail!("there is a rule {id} already, in {file}; choose another id");
        }
    }
    let (text, table) = tables.get(rule.table).context("the table is one of them")?;
    let with_row = with_row(text, &rule.row()).with_context(|| format!("cannot add a row to {table}"))?;
    let vector = format!("tests/vectors/compare/{id}");
    let stubs = [
        (format!("core/rules/{id}.md"), rule.page()),
        (format!("{vector}/case.json"), rule.case()),
        (format!("{vector}/old.json"), DESCRIPTION.to_owned()),
        (format!("{vector}/new.json"), DESCRIPTION.to_owned()),
    ];
    if let Some((there, _)) = stubs.iter().find(|(file, _)| repo.path(file).exists()) {
        bail!("{there} is there already, and nothing is overwritten; choose another id or move it away");
    }
    std::fs::create_dir_all(repo.path(&vector)).with_context(|| format!("cannot create {vector}"))?;
    for (file, text) in &stubs {
        write_new(&repo.path(file), text).with_context(|| format!("cannot write {file}"))?;
        println!("wrote {file}");
    }
    std::fs::write(repo.path(table), with_row).with_context(|| format!("cannot write {table}"))?;
    println!("added a row to the end of {table}\n\n{}", rule.next(table));
    Ok(())
}

/// The files of rules, by the names of their tables: the text of each, and its path from the checkout's root.
fn tables(repo: &Repo) -> Result<BTreeMap<String, (String, String)>> {
    let mut tables = BTreeMap::new();
    for folder in [TABLES.to_owned(), format!("{TABLES}/values")] {
        let entries = std::fs::read_dir(repo.path(&folder)).with_context(|| format!("cannot read {folder}"))?;
        for entry in entries {
            let path = entry?.path();
            let Some(name) = path.file_stem().and_then(|name| name.to_str()).filter(|_| path.is_file()) else {
                continue;
            };
            let file = format!("{folder}/{name}.rs");
            let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {file}"))?;
            if text.contains(ARRAY.0) {
                tables.insert(name.to_owned(), (text, file));
            }
        }
    }
    Ok(tables)
}

/// An id is words of small letters with hyphens between them, a thing and what happened to it.
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

/// The value of an option, if it is one of those there are.
fn among<'a>(option: &str, value: Option<&'a str>, known: &[&str]) -> Result<&'a str> {
    let list = known.join(", ");
    match value {
        Some(value) if known.contains(&value) => Ok(value),
        Some(value) => bail!("{option} {value}: no such one; there are {list}"),
        None => bail!("{option} is missing; there are {list}\nsuch as: {EXAMPLE}"),
    }
}

/// The text of a file of rules with one more row, the last.
fn with_row(text: &str, row: &str) -> Result<String> {
    let (before, array) = text.split_once(ARRAY.0).context("it has no array of rules")?;
    let (rows, after) = array.split_once(ARRAY.1).context("its array of rules does not end")?;
    let ((begin, end), rows) = (ARRAY, format!("{rows}\n{}", row.trim_end()));
    Ok(format!("{before}{begin}{rows}{end}{after}"))
}

fn write_new(path: &Path, text: &str) -> Result<()> {
    Ok(File::create_new(path)?.write_all(text.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(words: &[&str]) -> String {
        NewRule::read(words, &["lists".to_owned(), "sizes".to_owned()]).expect_err("it is refused").to_string()
    }

    fn rule() -> NewRule<'static> {
        let words = ["request-length-narrowed", "--level", "breaking", "--table", "sizes"];
        NewRule::read(&words, &["sizes".to_owned()]).expect("it is read")
    }

    #[test]
    fn an_id_is_refused_with_what_is_wrong_and_an_example() {
        for id in ["RequestLength", "request_length_narrowed", "request--narrowed", "-narrowed", ""] {
            let said = complaint(&[id, "--table", "sizes", "--level", "docs"]);
            assert!(said.contains("small letters with hyphens") && said.contains("request-length-narrowed"), "{said}");
        }
        for id in ["narrowed", "request-length-shrunk", "request-lengthnarrowed"] {
            let said = complaint(&[id, "--table", "sizes", "--level", "docs"]);
            assert!(said.contains("became-required") && said.contains("such as request-length-narrowed"), "{said}");
        }
        assert!(complaint(&[]).contains(EXAMPLE));
    }

    #[test]
    fn tables_and_levels_are_listed_where_none_or_an_unknown_one_is_named() {
        let id = "request-length-narrowed";
        assert!(complaint(&[id, "--level", "docs"]).starts_with("--table is missing; there are lists, sizes"));
        assert!(complaint(&[id, "--table", "size"]).starts_with("--table size: no such one; there are lists, sizes"));
        assert!(complaint(&[id, "--table", "sizes"]).contains("there are breaking, risky, additive, docs, unproved"));
        assert!(complaint(&[id, "--table", "sizes", "--level", "major"]).starts_with("--level major: no such one"));
        assert!(complaint(&[id, "--facet", "Length"]).starts_with("no such option: --facet Length"));
        assert!(complaint(&[id, "--table"]).starts_with("no such option: --table"));
    }

    #[test]
    fn a_row_goes_to_the_end_of_the_array_and_leaves_what_follows() {
        let file = "use x;\n\npub(super) const RULES: &[Rule] = &[\n    FIRST,\n];\n\nconst OTHER: &[u8] = &[\n];\n";
        let with = with_row(file, "    SECOND,\n").expect("there is an array");
        assert_eq!(
            with,
            "use x;\n\npub(super) const RULES: &[Rule] = &[\n    FIRST,\n    SECOND,\n];\n\nconst OTHER: &[u8] = &[\n];\n"
        );
        assert!(with_row("const OTHER: u8 = 0;\n", "").is_err());
    }

    #[test]
    fn every_table_of_the_engine_takes_a_row_that_is_rust() {
        let tables = tables(&Repo::find().expect("the checkout is there")).expect("the tables can be read");
        assert!(tables.contains_key("parameters") && tables.contains_key("sizes"), "{:?}", tables.keys());
        for (text, file) in tables.values() {
            let with = with_row(text, &rule().row()).expect("there is an array");
            syn::parse_file(&with).unwrap_or_else(|error| panic!("{file}: {error}"));
            for name in ["Rule", "RuleCondition", "Facet", "Level"] {
                assert!(rule().row().contains(name), "{name} stands in a row");
                let imports = text.lines().filter(|line| line.starts_with("use ") || line.starts_with("    "));
                let is_word = |line: &str| line.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
                assert!(imports.into_iter().any(is_word), "{file} knows {name}");
            }
            assert!(with.contains("level: Level::Breaking,\n        message: \"TODO"), "{file}");
        }
    }

    #[test]
    fn page_and_vector_have_the_form_of_the_others_and_every_blank_says_so() {
        let (page, case) = (rule().page(), rule().case());
        assert!(page.starts_with("# request-length-narrowed\n\nLevel breaking, bump major.\n\n## Why\n"));
        assert_eq!(page.matches("```json\n[]\n```\n").count(), 2);
        assert_eq!(page.matches("TODO: ").count(), 4);
        let case: serde_json::Value = serde_json::from_str(&case).expect("it is JSON");
        assert_eq!(case["name"], "request-length-narrowed");
        assert!(case["about"].as_str().is_some_and(|about| about.starts_with("TODO")), "{case}");
        assert!(serde_json::from_str::<serde_json::Value>(DESCRIPTION).is_ok());
    }
}
