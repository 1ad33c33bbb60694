//! The tables of other tools' checks: each check, and beside it a rule that exists, with the level of its page.
//!
//! A table of 786 rows that no test reads is wrong after the next rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::sources::{hold, root};

const OASDIFF: &str = "docs/comparison/oasdiff-checks.md";
const REDOCLY: &str = "docs/comparison/redocly-checks.md";

/// The heading of the rules that no check of oasdiff has in its row.
const WITHOUT_CHECK: &str = "\n## Rules without a check\n";

/// The digest (FNV-1a, 64 bits) of the checks of oasdiff 1.37.0 and their levels, as its own command lists them.
const CHECKS: u64 = 0xc4cd_2f8b_db46_07b7;

/// The checks of Redocly CLI 2.77.0: those of `diff-recommended` for OpenAPI, then those for `AsyncAPI` alone.
const REDOCLY_CHECKS: [&str; 27] = [
    "enum-values-added",
    "enum-values-removed",
    "media-type-removed",
    "operation-id-changed",
    "operation-removed",
    "parameter-became-required",
    "parameter-removed",
    "parameter-serialization-changed",
    "path-removed",
    "property-removed",
    "request-body-became-required",
    "request-body-removed",
    "required-properties-added",
    "required-properties-removed",
    "response-header-removed",
    "response-removed",
    "schema-combinator-changed",
    "schema-constraint-changed",
    "schema-type-changed",
    "security-requirement-changed",
    "security-scheme-changed",
    "server-removed",
    "channel-address-changed",
    "channel-removed",
    "message-content-type-changed",
    "message-removed",
    "operation-action-changed",
];

/// Returns the cells of each row of a page that begins with a name in code.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect()).collect()
}

/// Returns the rows of checks: the check, its level there, the rule and its level here, and a remark.
fn check_rows(page: &str) -> Vec<[&str; 5]> {
    rows(page).into_iter().filter_map(|cells| cells.try_into().ok()).collect()
}

/// Returns the rows of rules without a check: the rule, its level, and the other tool's result.
fn rule_rows(page: &str) -> Vec<[&str; 3]> {
    rows(page).into_iter().filter_map(|cells| cells.try_into().ok()).collect()
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

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap()
}

#[test]
fn every_row_of_a_table_of_checks_has_all_cells() {
    for (page, checks, rules) in [(OASDIFF, 786, 100), (REDOCLY, 60, 20)] {
        let text = read(page);
        let (all, check_rows, rule_rows) = (rows(&text).len(), check_rows(&text).len(), rule_rows(&text).len());
        assert_eq!(all, check_rows + rule_rows, "{page}: a row has neither three cells nor five");
        assert!(check_rows >= checks && rule_rows >= rules, "{page}: {check_rows} checks and {rule_rows} rules");
    }
}

#[test]
fn every_check_of_oasdiff_is_in_the_table_once() {
    let page = read(OASDIFF);
    let mut checks: Vec<String> =
        check_rows(&page).iter().map(|[check, level, ..]| format!("{check} {level}")).collect();
    checks.sort();
    assert_eq!(checks.len(), 786);
    let digest = checks
        .join("\n")
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    assert_eq!(digest, CHECKS, "a check of oasdiff 1.37.0 is missing, is there twice or has another level");
}

#[test]
fn every_check_of_redocly_is_in_the_table() {
    let page = read(REDOCLY);
    let checks: BTreeSet<&str> = check_rows(&page).iter().map(|[check, ..]| *check).collect();
    assert_eq!(checks, BTreeSet::from(REDOCLY_CHECKS));
}

#[test]
fn every_rule_of_the_tables_exists_and_has_the_level_of_its_page() {
    let levels = levels();
    let mut complaints = Vec::new();
    for name in [OASDIFF, REDOCLY] {
        let page = read(name);
        let mut check = |place: &str, rule: &str, level: &str| match levels.get(rule) {
            None => complaints.push(format!("{name}: {place} names the rule {rule}, which has no page")),
            Some(expected) if expected == level => {}
            Some(expected) => complaints.push(format!("{name}: {place}: {rule} is {level}; its page says {expected}")),
        };
        for [place, _, rule, level, remark] in check_rows(&page) {
            if rule == "none" {
                assert!(level == "none" && !remark.is_empty(), "{place} has no rule and no remark with a reason");
            } else {
                check(place, rule, level);
            }
        }
        for [rule, level, _] in rule_rows(&page) {
            check("a rule without a check", rule, level);
        }
    }
    hold("tables of checks have the levels of the rules' pages", &complaints);
}

#[test]
fn every_rule_is_on_the_page_of_oasdiff() {
    let page = read(OASDIFF);
    let (checks, rules) = page.split_once(WITHOUT_CHECK).unwrap();
    let with_check: BTreeSet<&str> = check_rows(checks).iter().map(|[_, _, rule, ..]| *rule).collect();
    let listed: Vec<&str> = rule_rows(rules).iter().map(|[rule, ..]| *rule).collect();
    assert!(listed.is_sorted(), "the rules without a check are not sorted by name");
    let mut complaints: Vec<String> = listed
        .iter()
        .filter(|rule| with_check.contains(*rule))
        .map(|rule| format!("{rule} has a check, and is in the list of rules without one"))
        .collect();
    let missing = levels().into_iter().filter(|(rule, _)| !with_check.contains(&**rule) && !listed.contains(&&**rule));
    complaints.extend(missing.map(|(rule, level)| format!("add a row: | `{rule}` | {level} | what oasdiff reports |")));
    hold("docs/comparison/oasdiff-checks.md names each rule", &complaints);
}
