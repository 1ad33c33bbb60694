//! Whether every difference between two descriptions that [`raw`](crate::raw) finds is on the comparison's own list of
//! changed places, and whether the report speaks of it unless it means nothing.

use serde_json::Value;
use waybill_core::compat::Level;
use waybill_core::openapi::{Limits, Loader};
use waybill_core::report::{ChangedPlace, Place, Resolution, trace_differences};
use waybill_core::{CompareOptions, Report, compare};

use crate::raw::{Difference, differences};

/// Keywords that one change explains together with another of the same object.
const TOGETHER: [(&str, &[&str]); 5] = [
    ("contains", &["minContains", "maxContains"]),
    ("minimum", &["exclusiveMinimum"]),
    ("maximum", &["exclusiveMaximum"]),
    ("style", &["explode"]),
    ("deprecated", &["x-sunset"]),
];

/// What a comparison lost; `None` where one of the two texts is refused, which is said as well.
#[must_use]
pub fn lost(old: &Value, new: &Value) -> Option<Vec<String>> {
    let (left, right) = (old.to_string(), new.to_string());
    let read = |text: &str| Some(Loader::new("", text.as_bytes().to_vec(), &Limits::default()).ok()?.finish());
    let trace = trace_differences(&read(&left)?, &read(&right)?);
    let report = compare(left.as_bytes(), right.as_bytes(), &CompareOptions::default()).ok()?;
    let mut lost: Vec<String> =
        trace.facts_without_rule.iter().map(|fact| format!("no rule speaks of {fact}")).collect();
    let all: Vec<&ChangedPlace> = trace.places.iter().collect();
    for difference in differences(old, new) {
        lost.extend(check(&difference, &all, &report, (old, new)));
    }
    // What stands elsewhere now is compared with itself there.
    for moved in trace.places.iter().filter(|place| place.resolution == Resolution::Neutral) {
        let others: Vec<&ChangedPlace> = all.iter().copied().filter(|place| *place != moved).collect();
        for difference in inside(moved, &others, old, new) {
            lost.extend(check(&difference, &others, &report, (old, new)));
        }
    }
    Some(lost)
}

/// What a comparison found out and the one the other way round did not; `None` where one of the two texts is refused.
#[must_use]
pub fn unmirrored(old: &Value, new: &Value) -> Option<Vec<String>> {
    let read = |value: &Value| Some(Loader::new("", value.to_string().into_bytes(), &Limits::default()).ok()?.finish());
    let (old, new) = (read(old)?, read(new)?);
    Some(trace_differences(&old, &new).unmirrored(&trace_differences(&new, &old)))
}

fn check(
    difference: &Difference,
    places: &[&ChangedPlace],
    report: &Report,
    (old, new): (&Value, &Value),
) -> Option<String> {
    let held: Vec<&&ChangedPlace> = places.iter().filter(|place| is_about(place, difference)).collect();
    if held.is_empty() {
        let silent = says_nothing(old, difference.old.as_ref(), new) || says_nothing(new, difference.new.as_ref(), old);
        let target = Difference {
            old: written_out(old, difference.old.as_ref()),
            new: written_out(new, difference.new.as_ref()),
        };
        let stands_for = places.iter().any(|place| is_about(place, &target));
        return (!silent && !stands_for).then(|| format!("not on the list: {difference:?}"));
    }
    let unsaid: Vec<&&&ChangedPlace> = held
        .iter()
        .filter(|place| place.resolution != Resolution::Neutral && !is_said(report, place, (old, new)))
        .collect();
    (!unsaid.is_empty()).then(|| format!("not said: {difference:?} of {unsaid:?}"))
}

/// What differs between the two objects of a place that is compared with itself elsewhere, references followed.
fn inside(moved: &ChangedPlace, others: &[&ChangedPlace], old: &Value, new: &Value) -> Vec<Difference> {
    let both = moved.old.first().zip(moved.new.first());
    let Some((left, right)) = both.and_then(|(from, to)| resolved(old, from).zip(resolved(new, to))) else {
        return Vec::new();
    };
    let listed = |places: &[String], passed: &[String]| passed.iter().any(|passed| places.contains(passed));
    let whole = others.iter().any(|place| listed(&place.old, &left.passed) || listed(&place.new, &right.passed));
    // What stands where it stood is proved to mean the same as a whole.
    let stays = left.at == right.at && moved.old.contains(&left.at) && moved.new.contains(&right.at);
    if whole || stays || !left.value.is_object() || !right.value.is_object() {
        return Vec::new();
    }
    let below = |inner: Option<String>, outer: &str| inner.map(|inner| format!("{outer}{inner}"));
    let found = differences(left.value, right.value).into_iter();
    found
        .map(|difference| Difference { old: below(difference.old, &left.at), new: below(difference.new, &right.at) })
        .collect()
}

/// What a value stands for.
struct Resolved<'v> {
    value: &'v Value,
    at: String,
    /// The lists of one schema on the way there.
    passed: Vec<String>,
}

/// References are followed, and what is made of one schema alone is that schema.
fn resolved<'v>(root: &'v Value, pointer: &str) -> Option<Resolved<'v>> {
    let (mut at, mut passed) = (pointer.to_owned(), Vec::new());
    for _ in 0..20 {
        let value = root.pointer(&at)?;
        let target = value.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix('#'));
        let only = value.as_object().filter(|members| members.len() == 1).and_then(|members| members.iter().next());
        match (target, only) {
            (Some(target), _) => target.clone_into(&mut at),
            (None, Some((word, Value::Array(one)))) if one.len() == 1 => {
                passed.push(format!("{at}/{word}"));
                at = format!("{at}/{word}/0");
            }
            (None, _) => return Some(Resolved { value, at, passed }),
        }
    }
    None
}

/// What a reference of Swagger 2.0 leads to: where media types are its own, a response is compared as if written out.
fn written_out(root: &Value, reference: Option<&String>) -> Option<String> {
    let pointer = reference.filter(|pointer| root.get("swagger").is_some() && pointer.ends_with("/$ref"))?;
    Some(root.pointer(pointer)?.as_str()?.strip_prefix('#')?.to_owned())
}

/// Whether a place of Swagger 2.0 says what its absence says there.
fn says_nothing(root: &Value, place: Option<&String>, other: &Value) -> bool {
    let Some((pointer, value)) = place.and_then(|place| Some((place, root.pointer(place)?))) else { return false };
    let (holder, word) = pointer.rsplit_once('/').unwrap_or_default();
    let list = holder.rsplit('/').next().unwrap_or_default();
    match word {
        "collectionFormat" => value == "csv",
        // A field of a form that is given twice is given once.
        _ if list == "parameters" && value["in"] == "formData" => root.pointer(holder).is_some_and(|fields| {
            let same = |field: &&Value| field["name"] == value["name"] && field["in"] == value["in"];
            fields.as_array().is_some_and(|fields| fields.iter().filter(same).count() > 1)
        }),
        // What is no list names no media types.
        "consumes" | "produces" => !value.is_array(),
        // Where no media type is named, it is this one.
        _ if ["consumes", "produces"].contains(&list) => {
            let named = other.pointer(holder).and_then(Value::as_array);
            value == "application/json" && named.is_none_or(Vec::is_empty)
        }
        _ => false,
    }
}

/// Whether a place on the list holds a difference or, where a list differs as a whole, is in it.
fn is_about(place: &ChangedPlace, difference: &Difference) -> bool {
    let near = |places: &[String], other: Option<&String>| {
        other.is_some_and(|other| places.iter().any(|place| is_near(place, other) || is_address(place, other)))
    };
    near(&place.old, difference.old.as_ref()) || near(&place.new, difference.new.as_ref())
}

/// The address of Swagger 2.0 is made of three fields, and one place of them all.
fn is_address(one: &str, other: &str) -> bool {
    let part = |pointer: &str| ["/schemes", "/host", "/basePath"].iter().any(|part| is_at_or_below(pointer, part));
    part(one) && part(other)
}

/// Whether some change stands at a place, in it or around it, or at one that is explained together with it.
fn is_said(report: &Report, place: &ChangedPlace, (old, new): (&Value, &Value)) -> bool {
    let near = |change: Option<&Place>, places: &[String], root: &Value| {
        let near = |pointer: &str, place: &String| {
            let property = property_of(root, place);
            let target = |at: &str| root.pointer(at).and_then(|value| value.get("$ref")?.as_str()?.strip_prefix('#'));
            is_near(pointer, place)
                // Whoever uses a definition says what became of it, and what a reference brought is said where it stands.
                || target(pointer).is_some_and(|target| is_near(target, place))
                || target(place).is_some_and(|target| is_near(target, pointer))
                || is_together(pointer, place)
                || property.is_some_and(|property| is_near(pointer, &property))
        };
        change.is_some_and(|change| places.iter().any(|place| near(&change.pointer, place)))
    };
    let open = place.resolution == Resolution::Unclassified;
    let mut changes = report.changes.iter().filter(|change| !open || change.level == Level::Unclassified);
    changes.any(|change| near(change.old.as_ref(), &place.old, old) || near(change.new.as_ref(), &place.new, new))
        || (!open && follows(report, place, (old, new)))
}

/// Whether a place is in what another one, which got another definition, refers to: what differs there follows from that.
fn follows(report: &Report, place: &ChangedPlace, (old, new): (&Value, &Value)) -> bool {
    let replaced = report.changes.iter().filter(|change| change.rule.contains("definition"));
    let leads = |root: &Value, from: Option<&Place>, places: &[String]| {
        let from = from.map(|from| from.pointer.strip_suffix("/$ref").unwrap_or(&from.pointer));
        let reached = from.map(|from| reached_from(root, from)).unwrap_or_default();
        places.iter().any(|place| reached.iter().any(|definition| is_at_or_below(place, definition)))
    };
    let mut both = replaced.map(|change| (change.old.as_ref(), change.new.as_ref()));
    both.any(|(from, to)| leads(old, from, &place.old) || leads(new, to, &place.new))
}

/// The places that references inside a value lead to, and those inside what they lead to.
fn reached_from(root: &Value, pointer: &str) -> Vec<String> {
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                let target = members.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix('#'));
                found.extend(target.map(str::to_owned));
                members.values().for_each(|value| references(value, found));
            }
            Value::Array(elements) => elements.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let mut found = vec![pointer.to_owned()];
    let mut at = 0;
    while let Some(pointer) = found.get(at).cloned() {
        let mut targets = Vec::new();
        references(root.pointer(&pointer).unwrap_or(&Value::Null), &mut targets);
        targets.retain(|target| !found.contains(target));
        found.extend(targets);
        at += 1;
    }
    found
}

/// The property that an element of `required` names: it comes and goes with it.
fn property_of(root: &Value, element: &str) -> Option<String> {
    let (object, _) = element.rsplit_once("/required/")?;
    let name = root.pointer(element)?.as_str()?;
    Some(format!("{object}/properties/{}", name.replace('~', "~0").replace('/', "~1")))
}

/// Whether one of two places holds the other.
fn is_near(one: &str, other: &str) -> bool {
    is_at_or_below(one, other) || is_at_or_below(other, one)
}

/// Whether a change at one keyword speaks of another as well: a new type leaves nothing of what the old one allowed.
fn is_together(one: &str, other: &str) -> bool {
    let (Some((object, word)), Some((holder, keyword))) = (one.rsplit_once('/'), other.rsplit_once('/')) else {
        return false;
    };
    let listed = |(first, others): &(&str, &[&str])| {
        let all = |word: &str| *first == word || others.contains(&word);
        all(word) && all(keyword)
    };
    (word == "type" && is_at_or_below(holder, object)) || (object == holder && TOGETHER.iter().any(listed))
}

/// Whether a pointer leads to a place or to somewhere inside it.
fn is_at_or_below(pointer: &str, place: &str) -> bool {
    pointer.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
