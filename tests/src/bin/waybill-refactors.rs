//! Applies each kind of equal edit to descriptions and prints a table of the false alarms, a row for each kind.
//! Arguments: `[--alarms FILE] [--pairs FOLDER] [--bytes NUMBER] DESCRIPTION...`, files of JSON or folders of them.
//! `--alarms` lists each alarm, `--pairs` keeps each edited description, and `--bytes` skips larger ones.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use waybill_tests::refactors::{Alarm, File, Kind, alarms, kinds};

/// Edits of every place, and of every third.
const STEPS: [usize; 2] = [1, 3];

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read()?;
    let kinds = options.kinds();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(file) = options.files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let runs = run(file, &kinds, &options);
                    if let Ok(mut done) = done.lock() {
                        done.extend(runs);
                    }
                }
            });
        }
    });
    let runs = done.into_inner().map_err(|_| "a thread failed")?;
    print!("{}", table(&kinds, &runs, options.files.len()));
    if let Some(file) = &options.alarms {
        std::fs::write(file, list(&runs))?;
    }
    Ok(())
}

#[derive(Default)]
struct Options {
    alarms: Option<PathBuf>,
    pairs: Option<PathBuf>,
    only: Option<String>,
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
                "--kind" => options.only = Some(value()?),
                _ => collect(Path::new(&word), &mut found)?,
            }
        }
        found.retain(|file| file.metadata().is_ok_and(|data| data.len() <= options.bytes));
        // The largest first, so that no thread ends long after the others.
        found.sort_by_key(|file| std::cmp::Reverse(file.metadata().map_or(0, |data| data.len())));
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
        let mut entries: Vec<PathBuf> =
            std::fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
        entries.sort();
        return entries.iter().try_for_each(|entry| collect(entry, found));
    }
    if path.extension().is_some_and(|end| end == "json") {
        found.push(path.to_path_buf());
    }
    Ok(())
}

/// The two comparisons of a description with its edited copy.
struct Run {
    kind: &'static str,
    name: String,
    alarms: Vec<Alarm>,
}

fn run(file: &Path, kinds: &[Kind], options: &Options) -> Vec<Run> {
    let Some(value) = std::fs::read(file).ok().and_then(|text| serde_json::from_slice::<Value>(&text).ok()) else {
        return Vec::new();
    };
    let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let base = [File { name: "openapi.json".to_owned(), text: value.to_string() }];
    // A published description can have references that lead nowhere.
    let known = alarms(&base, &base);
    let mut runs = Vec::new();
    for kind in kinds {
        for step in STEPS {
            let Some(edited) = kind.apply(&value, step) else { continue };
            if let Some(folder) = &options.pairs {
                let _ = keep(&folder.join(kind.name).join(format!("{name}-{step}")), &base, &edited);
            }
            let mut found = alarms(&base, &edited);
            found.extend(alarms(&edited, &base));
            found.retain(|alarm| !known.iter().any(|known| known.rule == alarm.rule));
            runs.push(Run { kind: kind.name, name: format!("{name}/{step}"), alarms: found });
        }
    }
    runs
}

fn keep(folder: &Path, old: &[File], new: &[File]) -> std::io::Result<()> {
    for (side, files) in [("old", old), ("new", new)] {
        std::fs::create_dir_all(folder.join(side))?;
        files.iter().try_for_each(|file| std::fs::write(folder.join(side).join(&file.name), &file.text))?;
    }
    Ok(())
}

fn table(kinds: &[Kind], runs: &[Run], files: usize) -> String {
    let mut text = format!("{:<32} {:>8} {:>10} {:>8}\n", "kind", "pairs", "alarming", "entries");
    let mut totals = [0; 3];
    for kind in kinds {
        let own: Vec<&Run> = runs.iter().filter(|run| run.kind == kind.name).collect();
        let alarming = own.iter().filter(|run| !run.alarms.is_empty()).count();
        let entries: usize = own.iter().map(|run| run.alarms.len()).sum();
        let row = [own.len(), alarming, entries];
        let _ = writeln!(text, "{:<32} {:>8} {:>10} {:>8}", kind.name, row[0], row[1], row[2]);
        totals = [totals[0] + row[0], totals[1] + row[1], totals[2] + row[2]];
    }
    let _ = writeln!(text, "{:<32} {:>8} {:>10} {:>8}", "all", totals[0], totals[1], totals[2]);
    let _ = writeln!(text, "{} kinds, {files} descriptions, each pair in both directions", kinds.len());
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
