//! The judges' files: the drawn entries, and a table with a line for each verdict.
//!
//! The table contains pairs and entries but no path of this machine, so it can be committed.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use super::entry::{Entry, Place};
use super::sample::Keys;

/// The drawn entries, one JSON object per line.
pub(super) const ENTRIES: &str = "entries.jsonl";

/// The table to fill in.
pub(super) const JUDGEMENTS: &str = "judgements.tsv";

const HEADER: &str = "pair\tid\trule\tlevel\told\tnew\tverdict\treason";

/// Column of the verdict.
const VERDICT: usize = 6;

/// Writes both files. A table with verdicts is not overwritten.
pub(super) fn write(folder: &Path, entries: &[Entry]) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let table = folder.join(JUDGEMENTS);
    if std::fs::read_to_string(&table).is_ok_and(|text| has_verdicts(&text)) {
        bail!("{} holds verdicts: move it away, or name another folder with --out", table.display());
    }
    let lines: Vec<String> = entries.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    let list = folder.join(ENTRIES);
    std::fs::write(&list, lines.join("\n") + "\n").with_context(|| format!("cannot write {}", list.display()))?;
    std::fs::write(&table, empty(entries)).with_context(|| format!("cannot write {}", table.display()))
}

/// Reads the pair and id of every entry in a table.
pub(super) fn judged(table: &Path) -> Result<Keys> {
    let text = std::fs::read_to_string(table).with_context(|| format!("cannot read {}", table.display()))?;
    keys(&text).with_context(|| format!("{} is not a table of judgements", table.display()))
}

fn keys(text: &str) -> Result<Keys> {
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        bail!("its first line is not: {}", HEADER.replace('\t', ", "));
    }
    let key = |line: &str| {
        let mut cells = line.split('\t').map(str::to_owned);
        cells.next().zip(cells.next()).with_context(|| format!("no pair and id: {line}"))
    };
    lines.filter(|line| !line.is_empty()).map(key).collect()
}

fn has_verdicts(text: &str) -> bool {
    let verdict = |line: &str| line.split('\t').nth(VERDICT).is_some_and(|verdict| !verdict.trim().is_empty());
    text.lines().skip(1).any(verdict)
}

/// Returns the table with empty verdicts and reasons.
fn empty(entries: &[Entry]) -> String {
    let mut table = format!("{HEADER}\n");
    for Entry { pair, change, .. } in entries {
        let [old, new] = [&change.old, &change.new].map(|place| place.as_ref().map(cell).unwrap_or_default());
        let _ = writeln!(table, "{pair}\t{}\t{}\t{}\t{old}\t{new}\t\t", change.id, change.rule, change.level);
    }
    table
}

/// Formats a location in one cell: the line, then the pointer, whose keys may contain any character.
fn cell(place: &Place) -> String {
    format!("{} {}", place.line, place.pointer.replace(['\t', '\n', '\r'], " "))
}

#[cfg(test)]
mod tests {
    use super::super::entry::tests::made;
    use super::{HEADER, VERDICT, empty, has_verdicts, keys};

    #[test]
    fn a_table_names_the_entries_that_are_not_drawn_again() {
        let entries = [made("stripe", "operation-removed", 1), made("adyen", "property-removed", 2)];
        let table = empty(&entries);
        assert_eq!(table.lines().next(), Some(HEADER));
        let first = "stripe-1-2\t000000000001\toperation-removed\tbreaking\t\t7 /paths/~1orders/get\t\t";
        assert_eq!(table.lines().nth(1), Some(first));
        let keys = keys(&table).unwrap();
        assert!(entries.iter().all(|entry| keys.contains(&entry.key())));
        assert!(!keys.contains(&made("stripe", "operation-removed", 2).key()), "the id alone is not enough");
        assert!(!keys.contains(&made("adyen", "operation-removed", 1).key()), "nor is the pair");
    }

    #[test]
    fn table_with_verdicts_is_recognized() {
        assert_eq!(HEADER.split('\t').nth(VERDICT), Some("verdict"));
        let table = empty(&[made("stripe", "operation-removed", 1)]);
        assert!(!has_verdicts(&table));
        assert!(has_verdicts(&table.replace("\t\t\n", "\ttrue\tit is gone\n")));
    }

    #[test]
    fn another_file_is_no_table() {
        assert!(keys("pair,id\na,b\n").is_err());
        assert!(keys(&format!("{HEADER}\nonly a pair\n")).is_err());
    }
}
