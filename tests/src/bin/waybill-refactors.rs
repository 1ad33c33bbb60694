//! Applies each kind of equal edit to descriptions and prints a table of the false alarms, a row for each kind.
//! Arguments: `[--alarms FILE] [--pairs FOLDER] [--kind NAME] [--bytes NUMBER] DESCRIPTION...`, files of JSON or folders of
//! them. `--alarms` lists each alarm, and `--bytes` skips larger ones. `--pairs` compares nothing: it writes one pair for each
//! kind, of the first description that the kind applies to.
//!
//! `--chained NUMBER` edits each copy again, by another kind. Other numbers choose other kinds.
//!
//! `--converted FOLDER --excused FILE` compares pairs that converters made instead: FILE lists the rules of changes that they
//! make, each with its converter and clause.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use waybill_tests::refactors::{Alarm, File, Kind, alarms, kinds};

/// A prime number, so that kinds are followed by different ones in each description.
const NEXT: usize = 37;

/// Edits of every place, and of every third.
const STEPS: [usize; 2] = [1, 3];

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read()?;
    if let (Some(folder), Some(excused)) = (&options.converted, &options.excused) {
        let runs = converted(folder, &std::fs::read_to_string(excused)?)?;
        let mut names: Vec<&str> = runs.iter().map(|run| run.kind.as_str()).collect();
        names.dedup();
        return report(&names, &runs, "converted descriptions", &options);
    }
    let kinds = options.kinds();
    if let Some(folder) = &options.pairs {
        return write_pairs(&kinds, &options.files, folder);
    }
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(file) = options.files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let runs = run(file, &kinds, options.chained);
                    if let Ok(mut done) = done.lock() {
                        done.extend(runs);
                    }
                }
            });
        }
    });
    let runs = done.into_inner().map_err(|_| "a thread failed")?;
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
    report(&names, &runs, &format!("{} descriptions", options.files.len()), &options)
}

fn report(kinds: &[&str], runs: &[Run], of: &str, options: &Options) -> Result<(), Box<dyn Error>> {
    print!("{}", table(kinds, runs, of));
    if let Some(file) = &options.alarms {
        std::fs::write(file, list(runs))?;
    }
    Ok(())
}

#[derive(Default)]
struct Options {
    alarms: Option<PathBuf>,
    pairs: Option<PathBuf>,
    only: Option<String>,
    chained: Option<usize>,
    converted: Option<PathBuf>,
    excused: Option<PathBuf>,
    bytes: u64,
    files: Vec<PathBuf>,
}

impl Options {
    fn read() -> Result<Options, Box<dyn Error>> {
        let mut options = Options { bytes: u64::MAX, ..Options::default() };
        let mut words = std::env::args().skip(1);
        let mut found = Vec::new();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--alarms" => options.alarms = Some(value()?.into()),
                "--pairs" => options.pairs = Some(value()?.into()),
                "--bytes" => options.bytes = value()?.parse()?,
                "--converted" => options.converted = Some(value()?.into()),
                "--excused" => options.excused = Some(value()?.into()),
                "--chained" => options.chained = Some(value()?.parse()?),
                "--kind" => options.only = Some(value()?),
                _ => collect(Path::new(&word), &mut found)?,
            }
        }
        found.retain(|file| file.metadata().is_ok_and(|data| data.len() <= options.bytes));
        if options.pairs.is_none() {
            // The largest first, so that no thread ends long after the others.
            found.sort_by_key(|file| std::cmp::Reverse(file.metadata().map_or(0, |data| data.len())));
        }
        Ok(Options { files: found, ..options })
    }

    fn kinds(&self) -> Vec<Kind> {
        let mut kinds = kinds();
        kinds.retain(|kind| self.only.as_ref().is_none_or(|only| kind.name.contains(only)));
        kinds
    }
}

fn collect(path: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        return entries(path)?.iter().try_for_each(|entry| collect(entry, found));
    }
    if path.extension().is_some_and(|end| end == "json") {
        found.push(path.to_path_buf());
    }
    Ok(())
}

/// The two comparisons of a description with its edited copy.
struct Run {
    kind: String,
    name: String,
    alarms: Vec<Alarm>,
}

fn run(file: &Path, kinds: &[Kind], chained: Option<usize>) -> Vec<Run> {
    let Some(value) = std::fs::read(file).ok().and_then(|text| serde_json::from_slice::<Value>(&text).ok()) else {
        return Vec::new();
    };
    let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let base = [File { name: "openapi.json".to_owned(), text: value.to_string() }];
    // A published description can have references that lead nowhere.
    let known = alarms(&base, &base);
    let mut runs = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        for step in STEPS {
            let Some(mut edited) = kind.apply(&value, step) else { continue };
            let mut name = format!("{name}/{step}");
            if let Some(number) = chained {
                let Some((second, twice)) = edit_again(&edited, at * NEXT + number + step) else { continue };
                name = format!("{name} {second}");
                edited = twice;
            }
            let mut found = alarms(&base, &edited);
            found.extend(alarms(&edited, &base));
            found.retain(|alarm| !known.iter().any(|known| known.rule == alarm.rule));
            runs.push(Run { kind: kind.name.to_owned(), name, alarms: found });
        }
    }
    runs
}

/// Edits a description of one file by another kind: by the first from `start` on that applies.
fn edit_again(edited: &[File], start: usize) -> Option<(&'static str, Vec<File>)> {
    let [root] = edited else { return None };
    let value: Value = serde_json::from_str(&root.text).ok()?;
    let kinds = kinds();
    let mut from_start = kinds.iter().cycle().skip(start % kinds.len()).take(kinds.len());
    from_start.find_map(|kind| Some((kind.name, kind.apply(&value, 1)?)))
}

fn write_pairs(kinds: &[Kind], files: &[PathBuf], folder: &Path) -> Result<(), Box<dyn Error>> {
    for kind in kinds {
        for file in files {
            let value: Value = serde_json::from_slice(&std::fs::read(file)?)?;
            let Some(edited) = kind.apply(&value, 1) else { continue };
            let base = [File { name: "openapi.json".to_owned(), text: value.to_string() }];
            let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            for (side, files) in [("old", base.as_slice()), ("new", &edited)] {
                for file in files {
                    let path = folder.join(kind.name).join(&name).join(side).join(&file.name);
                    path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
                    std::fs::write(path, &file.text)?;
                }
            }
            break;
        }
    }
    Ok(())
}

/// Compares each pair of `CONVERTER/DESCRIPTION/old` and `/new`, without the alarms about what the converter changes.
fn converted(folder: &Path, excused: &str) -> Result<Vec<Run>, Box<dyn Error>> {
    let rows = excused.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('\t').collect()).collect();
    let mut runs = Vec::new();
    for converter in entries(folder)? {
        let kind = file_name(&converter);
        let is_excused = |alarm: &Alarm| {
            rows.iter().any(|row| row.first() == Some(&kind.as_str()) && row.get(1) == Some(&alarm.rule.as_str()))
        };
        for description in entries(&converter)? {
            let [old, new] = ["old", "new"].map(|side| read_files(&description.join(side), ""));
            let (old, new) = (old?, new?);
            let known = alarms(&old, &old);
            let mut found = alarms(&old, &new);
            found.extend(alarms(&new, &old));
            found.retain(|alarm| !is_excused(alarm) && !known.iter().any(|known| known.rule == alarm.rule));
            runs.push(Run { kind: kind.clone(), name: file_name(&description), alarms: found });
        }
    }
    Ok(runs)
}

fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    entries.sort();
    Ok(entries)
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Reads the files of a description, `openapi.json` first.
fn read_files(folder: &Path, inside: &str) -> std::io::Result<Vec<File>> {
    let mut files = Vec::new();
    for path in entries(folder)? {
        let name = format!("{inside}{}", file_name(&path));
        if path.is_dir() {
            files.extend(read_files(&path, &format!("{name}/"))?);
        } else {
            files.push(File { text: std::fs::read_to_string(&path)?, name });
        }
    }
    files.sort_by_key(|file| file.name != "openapi.json");
    Ok(files)
}

fn table(kinds: &[&str], runs: &[Run], of: &str) -> String {
    let mut text = format!("{:<32} {:>8} {:>10} {:>8}\n", "kind", "pairs", "alarming", "entries");
    let mut totals = [0; 3];
    for kind in kinds {
        let own: Vec<&Run> = runs.iter().filter(|run| run.kind == *kind).collect();
        let alarming = own.iter().filter(|run| !run.alarms.is_empty()).count();
        let entries: usize = own.iter().map(|run| run.alarms.len()).sum();
        let row = [own.len(), alarming, entries];
        let _ = writeln!(text, "{:<32} {:>8} {:>10} {:>8}", kind, row[0], row[1], row[2]);
        totals = [totals[0] + row[0], totals[1] + row[1], totals[2] + row[2]];
    }
    let _ = writeln!(text, "{:<32} {:>8} {:>10} {:>8}", "all", totals[0], totals[1], totals[2]);
    let _ = writeln!(text, "{} kinds, {of}, each pair in both directions", kinds.len());
    text
}

/// Lists the first alarms of each pair, and how many there are of each rule.
fn list(runs: &[Run]) -> String {
    let mut text = String::new();
    for run in runs.iter().filter(|run| !run.alarms.is_empty()) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        run.alarms.iter().for_each(|alarm| *counts.entry(&alarm.rule).or_default() += 1);
        let _ = writeln!(text, "{} {}: {counts:?}", run.kind, run.name);
        run.alarms.iter().take(3).for_each(|alarm| {
            let _ = writeln!(text, "    {alarm}");
        });
    }
    text
}
