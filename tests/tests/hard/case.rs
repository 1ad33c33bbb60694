//! One pair, what is expected of it, and what the comparison says of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;
use serde_json::Value;
use waybill_core::compat::{Direction, Level};
use waybill_core::report::{CompareOptions, Report, compare};

use super::{annotations, document};

/// A pair, written as in `tests/hard/README.md`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    pub(super) id: String,
    /// The clause of the specification the expectation follows.
    #[serde(rename = "clause")]
    _clause: String,
    #[serde(rename = "why")]
    _why: String,
    /// Why the expectation is not the one that was written first.
    #[serde(default, rename = "mended")]
    _mended: Option<String>,
    #[serde(default)]
    pub(super) version: Option<String>,
    #[serde(default)]
    pub(super) versions: Option<[String; 2]>,
    #[serde(default)]
    pub(super) components: Option<Value>,
    #[serde(default)]
    pub(super) schema: Option<[Value; 2]>,
    #[serde(default)]
    pub(super) media: Option<String>,
    #[serde(default)]
    pub(super) encoding: Option<[Value; 2]>,
    #[serde(default)]
    pub(super) parameter: Option<[Value; 2]>,
    #[serde(default)]
    pub(super) header: Option<[Value; 2]>,
    #[serde(default)]
    pub(super) document: Option<[Value; 2]>,
    /// Values that are valid before and refused after, and the other way round: whoever wrote the pair checked them.
    #[serde(default, rename = "lost")]
    _lost: Vec<Value>,
    #[serde(default, rename = "gained")]
    _gained: Vec<Value>,
    there: BTreeMap<String, Expected>,
    back: BTreeMap<String, Expected>,
}

/// The levels that fit.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Expected {
    One(String),
    Any(Vec<String>),
}

impl Expected {
    fn levels(&self) -> Vec<&str> {
        match self {
            Expected::One(level) => vec![level],
            Expected::Any(levels) => levels.iter().map(String::as_str).collect(),
        }
    }
}

/// What came of one expectation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Right,
    /// It is said to be less than it is.
    Missed,
    /// It is said to be more than it is.
    False,
    /// It is said that nobody knows.
    Undecided,
}

/// What the comparison says in one direction.
pub(super) struct Verdict {
    pub(super) outcome: Outcome,
    way: &'static str,
    place: String,
    expected: Expected,
    found: Vec<String>,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { outcome, way, place, expected, found } = self;
        write!(f, "{way} {place}: {outcome:?}, expected {}, found {found:?}", expected.levels().join(" or "))
    }
}

impl Case {
    /// What is said of the pair, in both directions.
    pub(super) fn verdicts(&self) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
        for (way, expectations, turned) in [("there", &self.there, false), ("back", &self.back, true)] {
            for (place, expected) in expectations {
                let [old, new] = document::pair(self, place);
                let (old, new) = if turned { (new, old) } else { (old, new) };
                let options = CompareOptions::default();
                let report = compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &options);
                let report = report.unwrap_or_else(|error| panic!("{}: {error}", self.id));
                assert!(report.complete, "{} {way} {place}: {:?}", self.id, report.problems);
                verdicts.push(judge(&report, way, place, expected));
            }
        }
        verdicts
    }
}

impl Case {
    /// Reported rules that annotations beside all schemas change, except those about documentation.
    pub(super) fn changed_by_annotations(&self) -> Vec<String> {
        let mut changed = Vec::new();
        for (way, expectations, turned) in [("there", &self.there, false), ("back", &self.back, true)] {
            for place in expectations.keys() {
                let [old, new] = document::pair(self, place);
                let (old, new) = if turned { (new, old) } else { (old, new) };
                let plain = rules(&old, &new, Level::Docs);
                for annotations in annotations::sets() {
                    // Deprecation has a documented meaning, and is additive: a schema that is deprecated on one side only.
                    let is_deprecated = annotations["deprecated"] == true;
                    if is_deprecated && (!plain.is_empty() || DEPRECATED_ON_ONE_SIDE.contains(&self.id.as_str())) {
                        continue;
                    }
                    let least = if is_deprecated { Level::Additive } else { Level::Docs };
                    let [old, new] = [&old, &new].map(|one| annotations::annotated(one, &annotations));
                    let found = rules(&old, &new, least);
                    if plain != found {
                        let first = annotations.as_object().unwrap().keys().next().unwrap();
                        changed.push(format!("{way} {place} with {first}: {plain:?} and {found:?}"));
                    }
                }
            }
        }
        changed
    }
}

/// Pairs of equal schemas of which only one can say that a property is deprecated.
const DEPRECATED_ON_ONE_SIDE: [&str; 2] = ["unevaluated-in-a-part-sees-no-neighbour", "object-of-boolean-as-enum"];

/// The levels, rules and directions of changes above a level.
fn rules(old: &Value, new: &Value, least: Level) -> BTreeSet<String> {
    let report = compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).unwrap();
    let changes = report.changes.iter().filter(|change| change.level > least);
    changes.map(|change| format!("{} {} {:?}", change.level, change.rule, change.direction)).collect()
}

fn judge(report: &Report, way: &'static str, place: &str, expected: &Expected) -> Verdict {
    let changes = report.changes.iter().filter(|change| change.rule != "specification-version-changed");
    let about = changes.filter(|change| match place {
        "request" => change.direction != Some(Direction::Response),
        "response" => change.direction != Some(Direction::Request),
        _ => true,
    });
    let about: Vec<_> = about.collect();
    let found = about.iter().map(|change| format!("{} ({}): {}", change.rule, change.level, change.message)).collect();
    let worst = about.iter().map(|change| change.level).max();
    let outcome = outcome(worst, &expected.levels());
    Verdict { outcome, way, place: place.to_owned(), expected: expected.clone(), found }
}

fn outcome(worst: Option<Level>, expected: &[&str]) -> Outcome {
    let said = worst.filter(|level| *level != Level::Docs).map_or("equal", Level::name);
    let fits = |level: &&str| match *level {
        "undecided" => matches!(said, "unproved" | "unclassified"),
        "docs" | "equal" => said == "equal",
        level => level == said,
    };
    let rank =
        |level: &str| ["equal", "docs", "additive", "risky", "breaking"].iter().position(|known| *known == level);
    let most = expected.iter().filter_map(|level| rank(level)).max();
    match rank(said) {
        _ if expected.iter().any(fits) => Outcome::Right,
        None => Outcome::Undecided,
        Some(said) if most.is_some_and(|most| said > most) => Outcome::False,
        Some(_) => Outcome::Missed,
    }
}
