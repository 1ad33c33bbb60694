//! Checks that reading and comparing take no more instructions than before. Instruction counts do not depend on machine load.
//!
//! `tests/instructions.json` contains the current counts. They depend only on the pinned compiler, and on nothing else that
//! changes by itself. valgrind prints its count on one line, so no benchmark framework is needed.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};

use crate::command::{Run, on_each};
use crate::measure::{Pair, Program};
use crate::repo::Repo;

const LIMITS: &str = "tests/instructions.json";
/// Allowed increase over the noted count, as a factor. Harmless changes elsewhere cause as much.
const SLACK: f64 = 1.03;
/// Allowed cost of twice the operations: twice as much, and a little for the larger table of names.
const DOUBLE: f64 = 2.1;

/// Compares the counts, in millions, with the noted ones.
pub(super) fn check(repo: &Repo) -> Result<()> {
    let program = Program::build(repo)?;
    let releases = program.releases()?;
    let shared = program.shared_schema()?;
    let [half, whole] = [program.generated("500")?, program.generated("1000")?];
    let runs = vec![
        ("read", "read", &releases),
        ("compare", "compare", &releases),
        ("compare-shared-schema", "compare", &shared),
        ("compare-500-operations", "compare", &half),
        ("compare-1000-operations", "compare", &whole),
    ];
    let counts = on_each(runs, |(name, mode, pair)| Ok((name, count(repo, &program, name, mode, pair)?)));
    let counts: BTreeMap<&str, f64> = counts.into_iter().collect::<Result<_>>()?;
    let text = std::fs::read(repo.path(LIMITS)).with_context(|| format!("cannot read {LIMITS}"))?;
    let noted: BTreeMap<String, f64> =
        serde_json::from_slice(&text).with_context(|| format!("cannot read {LIMITS}"))?;
    let mut wrong = judge(&counts, &noted);
    if let Some(line) = grows(&counts) {
        wrong.push(line);
    }
    if wrong.is_empty() {
        return Ok(());
    }
    bail!(
        "{}\nin millions of instructions; if that is what a change has to cost, note it in {LIMITS}",
        wrong.join("\n")
    )
}

/// Returns a line for each count that is too high or not noted.
fn judge(counts: &BTreeMap<&str, f64>, noted: &BTreeMap<String, f64>) -> Vec<String> {
    let line = |(name, count): (&&str, &f64)| match noted.get(*name) {
        Some(limit) if *count <= limit * SLACK => None,
        Some(limit) => Some(format!("{name} takes {count:.1}, and took {limit:.1}")),
        None => Some(format!("{name} takes {count:.1}, and nothing is noted")),
    };
    counts.iter().filter_map(line).collect()
}

/// Returns a line if the cost grows faster than the number of operations.
fn grows(counts: &BTreeMap<&str, f64>) -> Option<String> {
    let (half, whole) = (counts.get("compare-500-operations")?, counts.get("compare-1000-operations")?);
    (whole / half > DOUBLE).then(|| format!("twice the operations take {:.2} times as much", whole / half))
}

fn count(repo: &Repo, program: &Program<'_>, name: &str, mode: &str, pair: &Pair) -> Result<f64> {
    let run = Run::new(repo, &format!("valgrind-{name}"), "valgrind")
        .args(&["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(program.file())
        .arg(mode)
        .arg(&pair.old)
        .arg(&pair.new)
        .arg("1");
    millions(&run.run()?).context("valgrind printed no count")
}

/// Parses the line `I refs: 1,234,567` of valgrind's output, in millions.
fn millions(output: &str) -> Option<f64> {
    let line = output.lines().rfind(|line| line.contains("I ") && line.contains("refs:"))?;
    let (_, refs) = line.split_once(':')?;
    let digits: String = refs.chars().filter(char::is_ascii_digit).collect();
    digits.parse::<f64>().ok().map(|count| count / 1e6)
}

#[cfg(test)]
mod tests {
    use super::{grows, judge, millions};

    #[test]
    fn count_is_read_from_valgrind_output() {
        assert_eq!(millions("==1== Command: x\n==1== \n==1== I   refs:      22,500,000\n"), Some(22.5));
        assert_eq!(millions("==1== killed"), None);
    }

    #[test]
    fn higher_or_unnoted_count_is_a_complaint() {
        let noted = [("read".to_owned(), 100.0)].into();
        assert_eq!(judge(&[("read", 102.0)].into(), &noted), [""; 0]);
        assert_eq!(judge(&[("read", 104.0)].into(), &noted), ["read takes 104.0, and took 100.0"]);
        assert_eq!(judge(&[("compare", 1.0)].into(), &noted), ["compare takes 1.0, and nothing is noted"]);
    }

    #[test]
    fn twice_the_operations_cost_twice() {
        let counts = |whole| [("compare-500-operations", 20.0), ("compare-1000-operations", whole)].into();
        assert_eq!(grows(&counts(40.0)), None);
        assert!(grows(&counts(80.0)).is_some());
    }
}
