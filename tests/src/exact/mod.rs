//! Whether a report says exactly what two descriptions differ in: nothing of what did not change, of nobody it does not
//! concern, and nothing twice.

mod contracts;
mod heirs;
mod pointer;
mod reach;
mod reading;
mod related;
mod touched;

use std::collections::BTreeSet;

use serde_json::Value;
use waybill_core::report::{Change, Direction, Place, Section, Side};
use waybill_core::{CompareOptions, Report, compare};

use contracts::{OperationEntry, pairs};
use pointer::{around, below, is_within, last, outwards};
use reach::Way;
use reading::ReferenceReader;
use related::About;
pub use touched::Touched;

/// What is wrong about the report of two descriptions; `None` where one of them is refused, which is said as well.
#[must_use]
pub fn strays(old: &Value, new: &Value) -> Option<Vec<String>> {
    let (left, right) = (old.to_string(), new.to_string());
    let report = compare(left.as_bytes(), right.as_bytes(), &CompareOptions::default()).ok()?;
    Some(strays_of(&report, old, new))
}

/// What a report says that is about nothing the descriptions differ in, or that it says twice, or of the wrong operations.
#[must_use]
pub fn strays_of(report: &Report, old: &Value, new: &Value) -> Vec<String> {
    let touched = Touched::between(old, new);
    let edit = Edited::new(&touched, ReferenceReader::new(old), ReferenceReader::new(new));
    let mut strays = Vec::new();
    for change in &report.changes {
        let say = |what: String| format!("{what}: {}", said(change));
        strays.extend(edit.misplaced(change).map(say));
        strays.extend(edit.misnamed(change, report.complete).map(say));
    }
    strays.extend(repeated(&report.changes));
    if is_one_keyword(&touched, old, new) {
        strays.extend(manifold(&report.changes));
    }
    strays
}

struct Edited<'v> {
    touched: &'v Touched,
    pairs: Vec<(usize, usize)>,
    old: (ReferenceReader<'v>, About),
    new: (ReferenceReader<'v>, About),
}

impl<'v> Edited<'v> {
    fn new(touched: &'v Touched, old: ReferenceReader<'v>, new: ReferenceReader<'v>) -> Edited<'v> {
        let all: Vec<String> = touched.old.iter().chain(&touched.new).cloned().collect();
        let holders: Vec<String> = all.iter().map(|place| around(place).to_owned()).collect();
        let mut about_old = About::find(&old, &touched.old, &all, &holders);
        let mut about_new = About::find(&new, &touched.new, &all, &holders);
        // The name of a subtype is reported at the schema it is found by, which is there on both sides.
        for base in all.iter().flat_map(|place| [old.found_by(place), new.found_by(place)].concat()) {
            about_old.include_subtypes_of(&base);
            about_new.include_subtypes_of(&base);
        }
        for reading in [&old, &new] {
            let referred: Vec<String> = all.iter().flat_map(|place| reading.reached_from(place)).collect();
            about_old.add(&referred);
            about_new.add(&referred);
        }
        let pairs = pairs(&old.contracts, &new.contracts);
        Edited { touched, pairs, old: (old, about_old), new: (new, about_new) }
    }

    /// A place of a change that is about nothing that was edited.
    fn misplaced(&self, change: &Change) -> Option<String> {
        let stray = |place: &Option<Place>, about: &About| {
            place.as_ref().filter(|place| !about.holds(&place.pointer)).map(|place| place.pointer.clone())
        };
        let (old, new) = (stray(&change.old, &self.old.1), stray(&change.new, &self.new.1));
        (old.is_some() || new.is_some()).then(|| format!("elsewhere, old {old:?}, new {new:?}"))
    }

    /// The operations that a change names and that are not concerned, and the other way round.
    fn misnamed(&self, change: &Change, is_complete: bool) -> Option<String> {
        let operations = change.operations.iter().map(|operation| format!("{} {}", operation.method, operation.path));
        let webhooks = change.webhooks.iter().map(|name| format!("webhook {name}"));
        let callbacks = change.callbacks.iter().map(|name| format!("callback {name}"));
        let named: BTreeSet<String> = operations.chain(webhooks).chain(callbacks).collect();
        let expected = match change.section {
            Section::Removed => self.alone(change, Side::Previous),
            Section::New => self.alone(change, Side::Current),
            Section::Modified => self.concerned(change),
        };
        // Of operations that several paths refer to, each is said to be on one side only.
        let is_one = change.section != Section::Modified && !named.is_empty();
        // What nobody heeds in Swagger 2.0 is for people, and nobody's; and so is what stands beside the reference of a path.
        let is_unheeded = self.old.0.is_older() && change.rule == "docs-changed";
        let beside = |place: &String, root: &Value| {
            let path = around(place);
            around(path) == "/paths" && root.pointer(path).is_some_and(|path| path.get("$ref").is_some())
        };
        let of_path = |place: &String| beside(place, self.old.0.root) || beside(place, self.new.0.root);
        let is_no_path = self.touched.old.iter().chain(&self.touched.new).any(of_path);
        // Who asks for a scope is read from the requirements, which the second reader does not.
        let is_of_scope = change.rule.starts_with("security-scope-");
        let is_free = !is_complete || is_one || is_unheeded || is_no_path || is_of_scope || is_for_nobody(change);
        let missing: Vec<&String> = expected.difference(&named).filter(|_| !is_free).collect();
        // Words about a path's servers are the path's, whoever has servers of its own.
        let pointer = change.new.as_ref().map_or("", |place| &place.pointer);
        let is_of_path = is_aside(change.rule) && pointer.contains("/servers/");
        // Swagger 2.0 has no `collectionFormat` in schemas: that is a parameter's in the wrong place.
        let is_wrong =
            change.rule == "parameter-form-changed" && self.old.0.is_older() && pointer.starts_with("/definitions/");
        let alien: Vec<&String> = named.difference(&expected).filter(|_| !is_of_path && !is_wrong).collect();
        (!alien.is_empty() || !missing.is_empty())
            .then(|| format!("names {alien:?} that it does not concern, leaves out {missing:?}"))
    }

    /// The operations both descriptions have that both what was edited and the place of a change reach, in the direction
    /// of the change; and webhooks and callbacks that came or went there.
    fn concerned(&self, change: &Change) -> BTreeSet<String> {
        let reached = self.reached(change);
        let placed = [Side::Previous, Side::Current].map(|side| self.reached_by_place(change, side));
        let goes = |ways: &BTreeSet<Way>, at: usize| {
            ways.iter().any(|way| way.contract == at && change.direction.is_none_or(|direction| way.goes(direction)))
        };
        let from_place = |old: usize, new: usize| match &placed {
            [None, None] => true,
            [from, to] => {
                from.as_ref().is_some_and(|ways| goes(ways, old)) || to.as_ref().is_some_and(|ways| goes(ways, new))
            }
        };
        let [before, after] = &reached;
        let is_concerned =
            |&&(old, new): &&(usize, usize)| (goes(before, old) || goes(after, new)) && from_place(old, new);
        let paired = self.pairs.iter().filter(is_concerned);
        let paired = paired.filter_map(|(_, new)| Some(self.new.0.contracts.get(*new)?.said.clone()));
        let alone = self.alone(change, Side::Previous).into_iter().chain(self.alone(change, Side::Current));
        paired.chain(alone.filter(|name| !name.contains(" /"))).collect()
    }

    /// What of the edited places a change is about: those around its own place, or else in it, or else all.
    fn reached(&self, change: &Change) -> [BTreeSet<Way>; 2] {
        let sides = [(&self.old.0, &self.touched.old, &change.old), (&self.new.0, &self.touched.new, &change.new)];
        let fits: [fn(&str, &str) -> bool; 3] =
            [|place, edited| is_within(place, edited), |place, edited| is_within(edited, place), |_, _| true];
        for fit in fits {
            let fitting = sides.iter().flat_map(|(_, touched, place)| {
                let pointer = place.as_ref().map(|place| place.pointer.as_str());
                touched.iter().filter(move |edited| pointer.is_some_and(|pointer| fit(pointer, edited)))
            });
            let fitting: BTreeSet<&String> = fitting.collect();
            if !fitting.is_empty() {
                return sides.map(|(reading, touched, _)| {
                    let near = touched.iter().filter(|edited| fitting.contains(edited));
                    // A parameter of another name is another one, for which others stand in or not.
                    let renamed = fitting.iter().filter(|edited| ["name", "in"].contains(&last(edited).as_str()));
                    let renamed = renamed.flat_map(|edited| reading.reach(around(edited)));
                    near.flat_map(|edited| reading.reach_of_all_inside(edited)).chain(renamed).collect()
                });
            }
        }
        [BTreeSet::new(), BTreeSet::new()]
    }

    /// Who is reached by the place of a change; none where it holds what was edited.
    fn reached_by_place(&self, change: &Change, side: Side) -> Option<BTreeSet<Way>> {
        let (reading, place) = match side {
            Side::Previous => (&self.old.0, &change.old),
            Side::Current => (&self.new.0, &change.new),
        };
        let pointer = &place.as_ref()?.pointer;
        let mut edited = self.touched.old.iter().chain(&self.touched.new);
        let mut operations = reading.contracts.iter().filter(|contract| contract.operation == *pointer);
        let item = operations.next().map(|contract| below(&contract.item, "parameters"));
        let holds = edited.any(|edited| {
            // A body that Swagger 2.0 gives a path is missing in its first operation.
            let of_item = item.as_ref().is_some_and(|list| is_within(edited, list));
            of_item || is_within(around(edited), pointer) || edited == pointer
        });
        (!holds).then(|| reading.reach(pointer))
    }

    /// The operation at the place of a change that is on one side only.
    fn alone(&self, change: &Change, side: Side) -> BTreeSet<String> {
        let (contracts, place) = match side {
            Side::Previous => (&self.old.0.contracts, &change.old),
            Side::Current => (&self.new.0.contracts, &change.new),
        };
        let is_paired =
            |at: usize| self.pairs.iter().any(|&(old, new)| at == if side == Side::Previous { old } else { new });
        let is_it = |(at, one): &(usize, &OperationEntry)| {
            !is_paired(*at) && place.as_ref().is_some_and(|place| place.pointer == one.operation)
        };
        contracts.iter().enumerate().filter(is_it).map(|(_, one)| one.said.clone()).collect()
    }
}

/// Whether a change names nobody, or not everybody, for this reason.
fn is_for_nobody(change: &Change) -> bool {
    let places = [&change.old, &change.new].into_iter().flatten();
    let mut pointers = places.map(|place| place.pointer.as_str());
    let mut any_in = |parts: &[&str]| pointers.any(|pointer| parts.iter().any(|part| pointer.contains(part)));
    match change.rule {
        // Words, and what nobody understands, in what the description says for all operations are its own; and what
        // nobody heeds (Swagger 2.0) concerns nobody.
        rule if is_aside(rule) => any_in(&[
            "/servers",
            "/security",
            "/info",
            "/consumes",
            "/produces",
            "/schemes",
            "/host",
            "/basePath",
            "/parameters",
            "/examples",
        ]),
        // A variable that is in no address, or a parameter that others stand in for, whatever it is called now; or a
        // requirement that is none.
        "unused-default-changed" => any_in(&["/variables", "/parameters/", "/security"]),
        // Where an operation had a form, the form of its path adds to it; and a callback is its operation's, or its own.
        rule if rule.contains("request-body-") || rule.starts_with("callback-") => true,
        // Operations without a body.
        _ => any_in(&["/consumes", "/produces"]),
    }
}

/// Whether a rule speaks of words, or of what nobody understands.
fn is_aside(rule: &str) -> bool {
    matches!(rule, "docs-changed" | "extension-changed" | "unclassified-changed")
}

/// Changes that say the same of the same place.
fn repeated(changes: &[Change]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let pointer = |place: &Option<Place>| place.as_ref().map(|place| place.pointer.clone());
    let same = |change: &&Change| {
        let (old, new) = (pointer(&change.old), pointer(&change.new));
        !seen.insert((change.rule, change.direction, change.message.clone(), old, new))
    };
    changes.iter().filter(same).map(|change| format!("twice: {}", said(change))).collect()
}

/// Whether the edit is one of a text, a number or a flag.
fn is_one_keyword(touched: &Touched, old: &Value, new: &Value) -> bool {
    let is_scalar =
        |place: &String, root: &Value| root.pointer(place).is_some_and(|value| !value.is_object() && !value.is_array());
    let is_older = old.get("swagger").is_some();
    let is_one = match (touched.old.as_slice(), touched.new.as_slice()) {
        ([one], [other]) => one == other && !is_identity(one, is_older),
        ([one], []) | ([], [one]) => !is_identity(one, is_older),
        _ => false,
    };
    is_one
        && touched.old.iter().all(|place| is_scalar(place, old))
        && touched.new.iter().all(|place| is_scalar(place, new))
}

/// Whether a place is what its object is known by, so that another value makes it another object: one goes, one comes.
/// And whether it means several things at once.
fn is_identity(place: &str, is_older: bool) -> bool {
    let step = last(place);
    // Names, locations, references and addresses with their variables; values of lists, and the only value there is.
    ["name", "in", "$ref", "const", "url"].contains(&step.as_str())
        || step.parse::<usize>().is_ok()
        || last(around(place)) == "properties"
        // An alternative is known by all it says, and so is a requirement.
        || outwards(place).any(|at| ["oneOf", "anyOf", "security"].contains(&last(at).as_str()))
        // Swagger 2.0: the flow is what a scheme has; `file` is a type and a format, and what is no array is not written
        // as one; a form is required where one of its parts is; without a host no scheme stands before anything.
        || (is_older && ["flow", "type", "required", "host"].contains(&step.as_str()))
}

/// More than one change each way.
fn manifold(changes: &[Change]) -> Option<String> {
    let ways = [Direction::Request, Direction::Response];
    let most = ways.into_iter().find(|way| {
        changes.iter().filter(|change| change.direction.is_none_or(|direction| direction == *way)).count() > 1
    });
    most.map(|_| format!("several of one keyword: {}", changes.iter().map(said).collect::<Vec<_>>().join(" | ")))
}

fn said(change: &Change) -> String {
    let pointer = |place: &Option<Place>| place.as_ref().map_or("nothing", |place| place.pointer.as_str()).to_owned();
    let direction = change.direction.map_or("", Direction::name);
    format!("{} {direction} at {} and {} ({})", change.rule, pointer(&change.old), pointer(&change.new), change.message)
}
