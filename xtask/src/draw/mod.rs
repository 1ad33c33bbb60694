//! `cargo xtask draw`: draws entries of real comparison reports, for people to judge by reading both files.
//!
//! The author of a rule also writes its tests. Here other people judge whether entries about real releases are true. The draw is
//! even over rules and publishers, so that common rules do not hide rare ones.

mod entry;
mod layout;
mod pairs;
mod sample;
mod sheet;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::command::Run;
use crate::repo::Repo;
use entry::Entry;

/// The parsed command line.
#[derive(Debug)]
struct Wanted {
    entries: usize,
    seed: u64,
    out: PathBuf,
    /// Table of earlier judgements, whose entries are not drawn again.
    without: Option<PathBuf>,
}

impl Wanted {
    fn read(repo: &Repo, words: &[&str]) -> Result<Self> {
        let mut wanted = Self { entries: 400, seed: 1, out: repo.path("target/judged"), without: None };
        for option in words.chunks(2) {
            match option {
                ["--entries", number] => wanted.entries = number.parse().context("--entries takes a number")?,
                ["--seed", number] => wanted.seed = number.parse().context("--seed takes a number")?,
                ["--out", folder] => wanted.out = PathBuf::from(folder),
                ["--without", file] => wanted.without = Some(PathBuf::from(file)),
                _ => bail!("no such option of cargo xtask draw: {}", option.join(" ")),
            }
        }
        Ok(wanted)
    }
}

/// Compares all pairs, draws entries, and writes the judges' files.
pub(crate) fn run(repo: &Repo, words: &[&str]) -> Result<()> {
    let wanted = Wanted::read(repo, words)?;
    let judged = wanted.without.as_deref().map(sheet::judged).transpose()?.unwrap_or_default();
    let pairs = pairs::ready(repo)?;
    let build = ["build", "--quiet", "--locked", "--release", "--package", "waybill-cli"];
    Run::cargo(repo, "build-cli", &build).run()?;
    let waybill = repo.target().join("release/waybill");
    let mut found = Vec::new();
    for pair in &pairs {
        found.extend(entry::read_entries(&waybill, pair)?);
    }
    println!("{} pairs of {} publishers", pairs.len(), distinct(pairs.iter().map(|pair| &pair.publisher)));
    println!("found: {}", summary(&found));
    let drawn = sample::draw(found, &judged, wanted.entries, wanted.seed);
    println!("drawn: {}", summary(&drawn));
    for (heading, of) in [("rules", Entry::rule as fn(&Entry) -> &String), ("publishers", Entry::publisher)] {
        let counts = counts(drawn.iter().map(of));
        let listed: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
        println!("drawn by {heading}: {}", listed.join(", "));
    }
    sheet::write(&wanted.out, &drawn)?;
    println!("{} and {} are in {}", sheet::ENTRIES, sheet::JUDGEMENTS, wanted.out.display());
    Ok(())
}

fn summary(entries: &[Entry]) -> String {
    let levels = counts(entries.iter().map(Entry::level));
    let levels: Vec<String> = levels.iter().map(|(level, count)| format!("{count} {level}")).collect();
    let (rules, publishers) = (entries.iter().map(Entry::rule), entries.iter().map(Entry::publisher));
    format!(
        "{} entries ({}) of {} rules and {} publishers",
        entries.len(),
        levels.join(", "),
        distinct(rules),
        distinct(publishers)
    )
}

fn counts<'a>(names: impl Iterator<Item = &'a String>) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    for name in names {
        *counts.entry(name.as_str()).or_default() += 1;
    }
    counts
}

fn distinct<'a>(names: impl Iterator<Item = &'a String>) -> usize {
    names.collect::<BTreeSet<_>>().len()
}
