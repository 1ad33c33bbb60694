//! `cargo xtask peers`: runs Waybill and other programs on the same pairs, equal ones and breaking ones, and writes
//! `docs/comparison/refactors.md`.
//!
//! The results of the other programs are cached by the content of the files, so a run that was stopped continues. Waybill runs
//! each time.

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
const USAGE: &str = "cargo xtask peers takes no argument but --new and --every NUMBER";

/// Maximum length of a line of the page.
const WIDTH: usize = 150;

/// The order in which a kind looks for a description that it applies to.
const DESCRIPTIONS: [&str; 8] =
    ["shop-3.1", "shop-3.0", "shop-2.0", "desk-3.0", "open-3.1", "open-2.0", "open-3.0", "shop-3.2"];

/// The arguments of the command.
#[derive(Debug)]
struct Options {
    /// True if the cached results are discarded.
    is_new: bool,
    /// Breaking pairs are compared if their number is a multiple of this.
    every: usize,
}

impl Options {
    fn read(words: &[&str]) -> Result<Self> {
        let mut options = Self { is_new: false, every: 1 };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "--new" => options.is_new = true,
                "--every" => {
                    options.every = words.next().and_then(|number| number.parse().ok()).context(USAGE)?;
                }
                _ => bail!(USAGE),
            }
        }
        if options.every == 0 {
            bail!("--every 0: use 1 or more");
        }
        Ok(options)
    }
}

/// The results of the programs for a pair in one direction.
#[derive(Debug, Deserialize)]
struct Line {
    kind: String,
    /// Name of the description. Those of breaking pairs begin with the version of the specification.
    description: String,
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

/// For each program, the comparisons that it made, and those that it got wrong.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    compared: [usize; 4],
    failed: [usize; 4],
}

/// Writes the pairs, runs all programs, and writes the page.
pub(crate) fn run(repo: &Repo, words: &[&str]) -> Result<()> {
    let options = Options::read(words)?;
    let folder = repo.work("peers");
    let [equal, breaks] = ["equal", "breaks"].map(|name| folder.join(name));
    let remove: &[&Path] = if options.is_new { &[&folder] } else { &[&equal, &breaks] };
    for folder in remove.iter().filter(|folder| folder.exists()) {
        std::fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    // Speed does not matter here.
    let build = ["build", "--quiet", "--locked", "--package", "waybill-cli", "--package", "waybill-tests"];
    Run::cargo(repo, "peers-build", &build).args(&["--bin", "waybill", "--bin", "waybill-refactors"]).run()?;
    let files = DESCRIPTIONS.map(|name| repo.path(&format!("tests/refactors/descriptions/{name}.json")));
    let write = Run::new(repo, "peers-pairs", repo.target().join("debug/waybill-refactors")).arg("--pairs").arg(&equal);
    files.iter().fold(write, Run::arg).run()?;
    let test = ["test", "--quiet", "--locked", "--package", "waybill-tests", "--test", "mutations", "peers"];
    Run::cargo(repo, "peers-breaks", &test).env("WAYBILL_BREAKS", &breaks).run()?;

    let programs = Programs {
        oasdiff: peer::program(repo)?,
        redocly: setup::refactors::packages(repo)?.join("node_modules/@redocly/cli/bin/cli.js"),
        python: setup::refactors::jsoncompat(repo)?,
    };
    let equal_results = programs.compare(repo, &equal, "both", 1)?;
    let break_results = programs.compare(repo, &breaks, "forwards", options.every)?;
    let all = count_folders(&breaks)?;
    let page = repo.path(PAGE);
    std::fs::write(&page, page_text(&equal_results, &break_results, all))
        .with_context(|| format!("cannot write {PAGE}"))?;
    println!("{PAGE} is written");
    Ok(())
}

/// The other programs.
#[derive(Debug)]
struct Programs {
    oasdiff: PathBuf,
    /// The script of Redocly CLI.
    redocly: PathBuf,
    /// The Python that has jsoncompat.
    python: PathBuf,
}

impl Programs {
    /// Runs all programs on all pairs of a folder, or on every so many of each kind.
    fn compare(&self, repo: &Repo, pairs: &Path, directions: &str, every: usize) -> Result<Vec<Line>> {
        let results = pairs.with_extension("jsonl");
        Run::new(repo, "peers", "node")
            .arg(repo.path("tests/refactors/peers.mjs"))
            .arg(pairs)
            .arg(&results)
            .arg(repo.work("peers/cache.jsonl"))
            .arg(directions)
            .arg(every.to_string())
            .arg(repo.target().join("debug/waybill"))
            .arg(&self.oasdiff)
            .arg(&self.redocly)
            .arg(&self.python)
            .run()?;
        let text = std::fs::read_to_string(&results).with_context(|| format!("cannot read {}", results.display()))?;
        text.lines()
            .map(|line| serde_json::from_str(line).with_context(|| format!("a line of {}", results.display())))
            .collect()
    }
}

/// Returns the number of pairs in a folder of `KIND/DESCRIPTION`.
fn count_folders(pairs: &Path) -> Result<usize> {
    let read = |folder: &Path| std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()));
    let mut sum = 0;
    for kind in read(pairs)? {
        sum += read(&kind?.path())?.count();
    }
    Ok(sum)
}

/// Counts the comparisons of each kind, and those that a program got wrong.
fn rows<'l>(lines: impl Iterator<Item = &'l Line>, has_failed: impl Fn(Found) -> bool) -> BTreeMap<&'l str, Row> {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    for line in lines {
        let row = rows.entry(&line.kind).or_default();
        for ((found, compared), failed) in line.found().into_iter().zip(&mut row.compared).zip(&mut row.failed) {
            if let Some(found) = found {
                *compared += 1;
                *failed += usize::from(has_failed(found));
            }
        }
    }
    rows
}

/// Writes the page from the results of equal and of breaking pairs. `all` is the number of breaking pairs, compared or not.
fn page_text(equal: &[Line], breaks: &[Line], all: usize) -> String {
    let mut text = introduction();
    let alarms = rows(equal.iter(), |found| found.breaking + found.other > 0);
    let breaking_alarms = rows(equal.iter(), |found| found.breaking > 0);
    let is_alarming = |row: &Row| row.failed.iter().any(|failed| *failed > 0);
    heading(&mut text, "kind of edit");
    for (kind, row) in alarms.iter().filter(|(_, row)| is_alarming(row)) {
        line(&mut text, &format!("`{kind}`"), row);
    }
    line(&mut text, "all kinds", &total(&alarms));
    line(&mut text, "all kinds, breaking entries only", &total(&breaking_alarms));
    let silent: Vec<String> =
        alarms.iter().filter(|(_, row)| !is_alarming(row)).map(|(kind, _)| format!("`{kind}`")).collect();
    let sentence = format!("No program reports these {} kinds: {}.", silent.len(), silent.join(", "));
    let _ = writeln!(text, "\n{}", wrapped(&sentence));

    let _ = write!(
        text,
        "\n## Missed breaks\n\n\
         Each pair has one edit that breaks clients by the specifications: the breaking rows of `tests/tests/mutations/`{}. A \
         cell\nhas the pairs without a breaking entry, and those that the program could compare. A breaking entry is an error or \
         warning of oasdiff, and a\nmajor change of Redocly.\n",
        if breaks.len() < all { format!(", here {} of {all}", breaks.len()) } else { String::new() },
    );
    for (name, version, note) in [
        ("OpenAPI 3.1", "3.1", ""),
        (
            "Swagger 2.0",
            "2.0",
            "oasdiff does not support Swagger 2.0. Redocly CLI compares it, but has no rules for it: each removal is a patch.\n\n",
        ),
    ] {
        let misses =
            rows(breaks.iter().filter(|line| line.description.starts_with(version)), |found| found.breaking == 0);
        let _ = write!(text, "\n### {name}\n\n{note}");
        heading(&mut text, "part of the description");
        for (part, row) in &misses {
            line(&mut text, &format!("`{part}`"), row);
        }
        line(&mut text, "all parts", &total(&misses));
    }
    text
}

/// Returns the start of the page: the versions, and the meaning of a cell.
fn introduction() -> String {
    let today = ask("date", &["-u", "+%F"]).unwrap_or_default();
    format!(
        "# Equal edits and breaking edits\n\n\
         This page shows what programs report about edits that change nothing, and about edits that break clients.\n\
         `cargo xtask peers` wrote it on {today}, with these versions:\n\n\
         - This checkout of Waybill\n\
         - {oasdiff}, with `--flatten-allof`, `--flatten-params` and `--auto-upgrade`\n\
         - Redocly CLI {redocly}, `redocly diff`\n\
         - jsoncompat {jsoncompat}, for schemas of OpenAPI 3.1\n\n\
         A cell with `-` means that the program cannot compare these descriptions. The edits come from Waybill's own tests, so \
         its column is 0\nunless a test has a known failure.\n\n\
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
    )
}

fn heading(text: &mut String, first: &str) {
    let _ = writeln!(text, "| {first} | {} |\n|---|---|---|---|---|", PROGRAMS.join(" | "));
}

fn line(text: &mut String, name: &str, row: &Row) {
    let cells = row.failed.iter().zip(row.compared).map(|(failed, compared)| match compared {
        0 => "-".to_owned(),
        compared => format!("{failed}/{compared}"),
    });
    let _ = writeln!(text, "| {name} | {} |", cells.collect::<Vec<_>>().join(" | "));
}

/// Returns the sum of all rows.
fn total(rows: &BTreeMap<&str, Row>) -> Row {
    let mut total = Row::default();
    for row in rows.values() {
        total.compared.iter_mut().zip(row.compared).for_each(|(sum, compared)| *sum += compared);
        total.failed.iter_mut().zip(row.failed).for_each(|(sum, failed)| *sum += failed);
    }
    total
}

/// Breaks a paragraph into lines.
fn wrapped(paragraph: &str) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in paragraph.split(' ') {
        if length + word.len() + 1 > WIDTH {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += word.len();
    }
    text
}
