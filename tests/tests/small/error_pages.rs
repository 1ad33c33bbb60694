//! The pages of error codes: one for each, with what to do, and an example that is what this version says.
//!
//! `WAYBILL_BLESS=1` writes the messages of the examples again.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests stop where something is not as it should be"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Value, json};
use waybill_core::error::code;
use waybill_core::{Action, Engine, Error, Misuse, Outcome, Step};
use waybill_tests::access_vector::{ConfigFile, Given, Input, feed};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn each_error_code_has_a_page_with_its_remedy() {
    let names: BTreeSet<String> = code::ALL.iter().map(ToString::to_string).collect();
    let files = fs::read_dir(repository().join("core/errors")).unwrap().map(|entry| entry.unwrap().path());
    let pages: BTreeSet<String> = files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(pages, names);
    for code in code::ALL {
        let page = read_page(code.as_str());
        assert!(page.starts_with(&format!("# {code}\n\n")), "{code}: its title");
        for section in ["## Why", "## What to do"] {
            assert!(page.contains(&format!("\n{section}\n\n")), "{code}: the section {section}");
        }
        let remedy = code.remedy();
        let (first, rest) = remedy.split_at(1);
        let sentence = format!("{}{rest}.\n", first.to_uppercase());
        assert!(page.contains(&sentence), "{code}: the page does not say: {sentence}");
    }
}

#[test]
fn each_note_has_a_page_too() {
    let mut codes = BTreeSet::new();
    let mut folders = vec![repository().join("core/access/src")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            // Where the call does not fit into a line its code is in the next.
            let text = fs::read_to_string(&path).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
            let text = text.replace("( \"", "(\"");
            let noted = ["Note { code: \"", "note(\""].into_iter().flat_map(|call| text.split(call).skip(1));
            codes.extend(noted.map(|rest| rest.split('"').next().unwrap().to_owned()));
            // A store's failures are noted by code and message from a table.
            let store = text.split("(\"store.").skip(1).map(|rest| rest.split('"').next().unwrap());
            codes.extend(store.map(|name| format!("store.{name}")));
        }
    }
    let files = fs::read_dir(repository().join("core/notes")).unwrap().map(|entry| entry.unwrap().path());
    let pages: BTreeSet<String> = files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(pages, codes);
}

#[test]
fn each_finding_has_a_page() {
    let read = |path: &str| fs::read_to_string(repository().join(path)).unwrap();
    // An assignment, a call, or a member, in the files that define findings.
    let named = |path: &str, before: &str| -> Vec<String> {
        let text = read(path);
        let text = text.split("#[cfg(test)]").next().unwrap();
        text.split(before).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    let mut codes: BTreeSet<String> = BTreeSet::new();
    codes.extend(named("core/openapi/src/problem_code.rs", " = \""));
    codes.extend(named("core/access/src/key_check/rules.rs", "say(\""));
    codes.extend(named("core/access/src/key_check/rules.rs", "finding(\""));
    for file in ["folder", "deployment"] {
        codes.extend(named(&format!("cli/src/keys/{file}.rs"), "code: \""));
    }
    // A finding that clients note too has the page of the note.
    codes.retain(|code| !repository().join(format!("core/notes/{code}.md")).exists());
    assert_eq!(finding_pages().into_keys().collect::<BTreeSet<_>>(), codes);
}

/// Returns the pages of all findings by their codes.
fn finding_pages() -> BTreeMap<String, String> {
    let files = fs::read_dir(repository().join("core/findings")).unwrap().map(|entry| entry.unwrap().path());
    let pages = files.map(|path| {
        let code = path.file_stem().unwrap().to_string_lossy().into_owned();
        let page = fs::read_to_string(&path).unwrap();
        assert!(page.starts_with(&format!("# {code}\n\n")), "{code}: its title");
        (code, page)
    });
    pages.collect()
}

#[test]
fn examples_of_error_pages_match_this_version() {
    let known = messages_of_vectors();
    let mut run = 0;
    for code in code::ALL {
        let page = read_page(code.as_str());
        let Some(example) = page.split("\n## Example\n\n").nth(1) else { continue };
        let written = block(example, "text").unwrap();
        let Some(given) = block(example, "json") else {
            assert!(known.contains(written), "{code}: no vector gives: {written}");
            continue;
        };
        let error = run_example(&serde_json::from_str(given).unwrap());
        let message = format!("{}: {}", error.code, error.message);
        run += 1;
        if env::var_os("WAYBILL_BLESS").is_some() {
            fs::write(page_path(code.as_str()), page.replace(written, &message)).unwrap();
        } else {
            assert_eq!(written, message);
        }
    }
    assert!(run >= 20, "only {run} examples were run");
}

/// The start of `docs/reference/errors.md`.
const REFERENCE_HEAD: &str = "# Errors

Every code that Waybill reports, with what happened and what to do. A code links to its page, which `waybill explain CODE` prints too.
[Below](#how-calls-fail) are the ways in which a call fails, with the message of each.

| code | what happened | what to do |
| --- | --- | --- |
";

/// The start of the table of findings.
const FINDINGS_HEAD: &str = "
## Findings

Problems of descriptions, which a report lists, and findings of `waybill keys check`. The comparison continues after a problem, but
its report is incomplete. The pages of warnings say that the report is complete.

| code | what was found | what to do |
| --- | --- | --- |
";

/// The start of the table of causes.
const CAUSES_HEAD: &str = "
## How calls fail

Rust, Node, Kotlin and Swift run each of these against `waybill dev`, and all report the same. `N` replaces a number before a unit of time.

| cause | code | message | what to do |
| --- | --- | --- | --- |
";

#[test]
fn reference_of_errors_lists_every_code_and_cause() {
    let cell = |text: &str| text.replace('|', "\\|");
    let mut reference = REFERENCE_HEAD.to_owned();
    for code in code::ALL {
        let page = read_page(code.as_str());
        let summary = page.split("\n\n").nth(1).unwrap().replace('\n', " ");
        let (code, remedy) = (code.as_str(), code.remedy());
        let _ =
            writeln!(reference, "| [`{code}`](../../core/errors/{code}.md) | {} | {} |", cell(&summary), cell(remedy));
    }
    reference += FINDINGS_HEAD;
    for (code, page) in finding_pages() {
        let summary = page.split("\n\n").nth(1).unwrap();
        let remedy = page.split("## What to do\n\n").nth(1).unwrap().trim_end();
        let _ =
            writeln!(reference, "| [`{code}`](../../core/findings/{code}.md) | {} | {} |", cell(summary), cell(remedy));
    }
    reference += CAUSES_HEAD;
    let script: Value =
        serde_json::from_slice(&fs::read(repository().join("tests/failures/cases.json")).unwrap()).unwrap();
    for case in script["cases"].as_array().unwrap() {
        let expect = &case["expect"];
        let [cause, message, remedy] =
            [&case["cause"], &expect["message"], &expect["remedy"]].map(|value| cell(value.as_str().unwrap()));
        let _ = writeln!(reference, "| {cause} | `{}` | {message} | {remedy} |", expect["code"].as_str().unwrap());
    }
    let path = repository().join("docs/reference/errors.md");
    if env::var_os("WAYBILL_BLESS").is_some() {
        fs::write(&path, &reference).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap() == reference,
        "docs/reference/errors.md is out of date; WAYBILL_BLESS=1 writes it"
    );
}

/// Makes a client, gives it the input where there is one, and takes what is refused.
fn run_example(example: &Value) -> Error {
    let mut config = example["config"].clone();
    config["seed"] = json!(1);
    let config: ConfigFile = serde_json::from_value(config).unwrap();
    let mut engine = match Engine::new(config.into()) {
        Ok(engine) => engine,
        Err(error) => return error,
    };
    let mut input = example["input"].clone();
    input["now"] = json!(0);
    let input: Input = serde_json::from_value(input).unwrap();
    match feed(&mut engine, &input).unwrap() {
        Given::Refused(error) => error,
        Given::Misused(misuse) => Misuse::into(misuse),
        Given::Step(_, Step { actions, .. }) => match actions.into_iter().next_back() {
            Some(Action::Done { outcome: Outcome::Failed(error), .. }) => error,
            other => panic!("expected a failed call, found {other:?}"),
        },
        Given::Exported(_) => panic!("expected a failure, found a snapshot"),
    }
}

/// All errors that vectors show, as `code: message`.
fn messages_of_vectors() -> BTreeSet<String> {
    let mut messages = BTreeSet::new();
    let mut folders = vec![repository().join("tests/vectors")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(vector) = serde_json::from_slice(&fs::read(&path).unwrap()) {
                collect(&vector, &mut messages);
            }
        }
    }
    let of_reports = fs::read(repository().join("tests/vectors/messages.json")).unwrap();
    let of_reports: BTreeMap<String, Vec<String>> = serde_json::from_slice(&of_reports).unwrap();
    messages.extend(of_reports.into_values().flatten());
    messages
}

fn collect(value: &Value, messages: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let (Some(Value::String(code)), Some(Value::String(message))) =
                (members.get("code"), members.get("message"))
            {
                messages.insert(format!("{code}: {message}"));
            }
            members.values().for_each(|member| collect(member, messages));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, messages)),
        _ => {}
    }
}

fn page_path(code: &str) -> PathBuf {
    repository().join(format!("core/errors/{code}.md"))
}

fn read_page(code: &str) -> String {
    fs::read_to_string(page_path(code)).unwrap_or_else(|error| panic!("core/errors/{code}.md: {error}"))
}

/// The text of the first block of code in a language.
fn block<'t>(text: &'t str, language: &str) -> Option<&'t str> {
    let (_, after) = text.split_once(&format!("```{language}\n"))?;
    after.split_once("\n```").map(|(block, _)| block)
}
