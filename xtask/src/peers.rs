//! `cargo xtask peers`: runs other programs on the same pairs, equal ones and breaking ones, and writes the table of
//! `docs/comparison/refactors.md`.
//!
//! Results are kept in a file, so that a run that was stopped continues. `--new` discards them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::bench::peer;
use crate::command::{Run, ask};
use crate::repo::Repo;
use crate::setup;

const PAGE: &str = "docs/comparison/refactors.md";
const PROGRAMS: [&str; 4] = ["Waybill", "oasdiff", "Redocly", "jsoncompat"];

/// The order in which a kind looks for a description that it applies to.
const DESCRIPTIONS: [&str; 8] =
    ["shop-3.1", "shop-3.0", "shop-2.0", "desk-3.0", "open-3.1", "open-2.0", "open-3.0", "shop-3.2"];

/// The results of the programs for a pair in one direction.
#[derive(Debug, Deserialize)]
struct Line {
    kind: String,
    waybill: Option<Found>,
    oasdiff: Option<Found>,
    redocly: Option<Found>,
    jsoncompat: Option<Found>,
}

/// Numbers of entries; the whole is absent if the program could not compare the pair.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Found {
    breaking: usize,
    other: usize,
}

impl Line {
    fn found(&self) -> [Option<Found>; 4] {
        [self.waybill, self.oasdiff, self.redocly, self.jsoncompat]
    }
}

/// For each program, the comparisons of a kind that it made, and those that it got wrong.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    compared: [usize; 4],
    failed: [usize; 4],
}

/// Writes the pairs, runs all programs, and writes the page.
pub(crate) fn run(repo: &Repo, words: &[&str]) -> Result<()> {
    let folder = repo.work("peers");
    match words {
        ["--new"] if folder.exists() => {
            std::fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        }
        [] | ["--new"] => {}
        _ => bail!("cargo xtask peers takes no argument but --new"),
    }
    let [equal, breaks] = ["equal", "breaks"].map(|name| folder.join(name));
    // Speed does not matter here.
    let build = ["build", "--quiet", "--locked", "--package", "waybill-cli", "--package", "waybill-tests"];
    Run::cargo(repo, "peers-build", &build).args(&["--bin", "waybill", "--bin", "waybill-refactors"]).run()?;
    if !equal.is_dir() {
        let files = DESCRIPTIONS.map(|name| repo.path(&format!("tests/refactors/descriptions/{name}.json")));
        let write =
            Run::new(repo, "peers-pairs", repo.target().join("debug/waybill-refactors")).arg("--pairs").arg(&equal);
        files.iter().fold(write, Run::arg).run()?;
    }
    if !breaks.is_dir() {
        let test = ["test", "--quiet", "--locked", "--package", "waybill-tests", "--test", "mutations", "peers"];
        Run::cargo(repo, "peers-breaks", &test).env("WAYBILL_BREAKS", &breaks).run()?;
    }
    let false_alarms = rows(&compare(repo, &equal, "both")?, |found| found.breaking + found.other > 0)?;
    let misses = rows(&compare(repo, &breaks, "forwards")?, |found| found.breaking == 0)?;
    let page = repo.path(PAGE);
    std::fs::write(&page, page_text(&false_alarms, &misses)).with_context(|| format!("cannot write {PAGE}"))?;
    println!("{PAGE} is written");
    Ok(())
}

/// Runs all programs on all pairs of a folder, one after another.
fn compare(repo: &Repo, pairs: &Path, directions: &str) -> Result<PathBuf> {
    let results = pairs.with_extension("jsonl");
    let modules = setup::refactors::packages(repo)?;
    Run::new(repo, "peers", "node")
        .arg(repo.path("tests/refactors/peers.mjs"))
        .arg(pairs)
        .arg(&results)
        .arg(directions)
        .arg(repo.target().join("debug/waybill"))
        .arg(peer::program(repo)?)
        .arg(modules.join("node_modules/@redocly/cli/bin/cli.js"))
        .arg(setup::refactors::jsoncompat(repo)?)
        .run()?;
    Ok(results)
}

fn rows(results: &Path, has_failed: impl Fn(Found) -> bool) -> Result<BTreeMap<String, Row>> {
    let text = std::fs::read_to_string(results).with_context(|| format!("cannot read {}", results.display()))?;
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for line in text.lines() {
        let line: Line = serde_json::from_str(line).with_context(|| format!("a line of {}", results.display()))?;
        let row = rows.entry(line.kind.clone()).or_default();
        for ((found, compared), failed) in line.found().into_iter().zip(&mut row.compared).zip(&mut row.failed) {
            if let Some(found) = found {
                *compared += 1;
                *failed += usize::from(has_failed(found));
            }
        }
    }
    Ok(rows)
}

/// Writes the page from both tables.
fn page_text(false_alarms: &BTreeMap<String, Row>, misses: &BTreeMap<String, Row>) -> String {
    let today = ask("date", &["-u", "+%F"]).unwrap_or_default();
    let mut text = format!(
        "# Equal edits and breaking edits\n\n\
         What programs that compare descriptions report about edits that change nothing, and about edits that break clients.\n\
         `cargo xtask peers` writes this page, here on {today}.\n\n\
         - This checkout of Waybill\n\
         - {oasdiff}, with `--flatten-allof`\n\
         - Redocly CLI {redocly}, `redocly diff`\n\
         - jsoncompat {jsoncompat}, for schemas of OpenAPI 3.1\n\n\
         ## False alarms\n\n\
         Each kind of [tests/refactors](../../tests/refactors/README.md) edits one description everywhere. The result is \
         compared with the original,\nin both directions. A cell has the comparisons with an alarm, and those that the program \
         could make. An alarm is one of these entries:\n\n\
         - Waybill: any above documentation\n\
         - oasdiff: an error or warning\n\
         - Redocly: a major or minor change\n\
         - jsoncompat: a schema that is incompatible or undecided\n\n",
        oasdiff = peer::NAME,
        redocly = setup::refactors::REDOCLY,
        jsoncompat = setup::refactors::JSONCOMPAT,
    );
    let alarming = |row: &Row| row.failed.iter().any(|failed| *failed > 0);
    table(&mut text, "kind of edit", false_alarms.iter().filter(|(_, row)| alarming(row)), false_alarms.values());
    let silent: Vec<String> =
        false_alarms.iter().filter(|(_, row)| !alarming(row)).map(|(kind, _)| format!("`{kind}`")).collect();
    let _ = writeln!(text, "\nNo program reports these {} kinds: {}.", silent.len(), silent.join(", "));
    text.push_str(
        "\n## Missed breaks\n\n\
         Each pair has one edit that breaks clients by the specifications: the breaking rows of `tests/tests/mutations/`, for \
         OpenAPI 3.1 and the\nfields of Swagger 2.0. A cell has the pairs without a breaking entry: of Redocly a major change, \
         of oasdiff an error or warning.\n\n",
    );
    table(&mut text, "part of the description", misses.iter(), misses.values());
    text
}

fn table<'a>(
    text: &mut String,
    heading: &str,
    rows: impl Iterator<Item = (&'a String, &'a Row)>,
    all: impl Iterator<Item = &'a Row>,
) {
    let _ = writeln!(text, "| {heading} | {} |\n|---|---|---|---|---|", PROGRAMS.join(" | "));
    let mut line = |name: &str, row: &Row| {
        let cells = row.failed.iter().zip(row.compared).map(|(failed, compared)| match compared {
            0 => "-".to_owned(),
            compared => format!("{failed}/{compared}"),
        });
        let _ = writeln!(text, "| {name} | {} |", cells.collect::<Vec<_>>().join(" | "));
    };
    rows.for_each(|(name, row)| line(&format!("`{name}`"), row));
    let mut total = Row::default();
    for row in all {
        for at in [&mut total.failed, &mut total.compared].into_iter().zip([row.failed, row.compared]) {
            at.0.iter_mut().zip(at.1).for_each(|(sum, own)| *sum += own);
        }
    }
    line("all", &total);
}
