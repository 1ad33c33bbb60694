//! The table of another tool's checks: each check once, and beside it a rule that exists, with the level of its page.
//!
//! A table of 786 rows that no test reads is wrong after the next rule.

use std::collections::BTreeMap;
use std::fs;

use crate::sources::{hold, root};

/// The digest (FNV-1a, 64 bits) of the checks of oasdiff 1.37.0 and their levels, as its own command lists them.
const CHECKS: u64 = 0xc4cd_2f8b_db46_07b7;

/// A row: the check, its level there, the rule and its level here, and a remark.
struct Row<'t> {
    cells: [&'t str; 5],
}

fn rows(table: &str) -> Vec<Row<'_>> {
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        Row { cells: [(); 5].map(|()| cells.next().unwrap_or_else(|| panic!("{line} has five cells"))) }
    })
    .collect()
}

/// Returns the level of each rule.
fn levels() -> BTreeMap<String, String> {
    let pages = fs::read_dir(root().join("core/rules")).unwrap().map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let level = |page: &str| page.lines().find_map(|line| line.strip_prefix("level: ")).unwrap().to_owned();
    pages
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, level(&fs::read_to_string(&path).unwrap()))
        })
        .collect()
}

fn table() -> String {
    fs::read_to_string(root().join("docs/comparison/oasdiff-checks.md")).unwrap()
}

#[test]
fn every_check_of_oasdiff_is_in_the_table_once() {
    let table = table();
    let mut checks: Vec<String> =
        rows(&table).iter().map(|row| format!("{} {}", row.cells[0].trim_matches('`'), row.cells[1])).collect();
    checks.sort();
    assert_eq!(checks.len(), 786);
    let digest = checks
        .join("\n")
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    assert_eq!(digest, CHECKS, "a check of oasdiff 1.37.0 is missing, is there twice or has another level");
}

#[test]
fn every_rule_of_the_table_exists_and_has_the_level_of_its_page() {
    let (table, levels) = (table(), levels());
    let mut complaints = Vec::new();
    for Row { cells: [check, _, rule, level, remark] } in rows(&table) {
        match (rule, levels.get(rule.trim_matches('`'))) {
            ("none", _) if level == "none" && !remark.is_empty() => {}
            ("none", _) => complaints.push(format!("{check} has no rule and no remark that says why")),
            (_, None) => complaints.push(format!("{check} names the rule {rule}, which has no page")),
            (_, Some(page)) if page == level => {}
            (_, Some(page)) => complaints.push(format!("{check} says that {rule} is {level}; its page says {page}")),
        }
    }
    hold("docs/comparison/oasdiff-checks.md says what the rules' pages say", &complaints);
}
