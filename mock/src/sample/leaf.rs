//! The value of one leaf. Candidates are ordered from the most to the least realistic, and the first valid one is used.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use xsd_schema::ids::{SimpleTypeKey, TypeKey};
use xsd_schema::parser::frames::SimpleTypeVariety;
use xsd_schema::types::XmlValue;
use xsd_schema::types::facets::WhitespaceMode;
use xsd_schema::validation::validate_simple_type;
use xsd_schema::{SchemaSet, XmlTypeCode};

use super::dates::{self, Date};
use super::decimal::Decimal;
use super::identifiers::Identifiers;
use super::random::Random;
use super::words::LeafName;
use super::{logistics, patterned, success};
use crate::xsd::types::{SimpleType, simple_type};

/// Maximum length of a generated value.
pub(super) const LENGTH: u64 = 1 << 17;
/// Maximum nesting depth of lists and unions.
const DEPTH: usize = 8;
/// Maximum number of types that are tried for one value. Members of unions may be unions.
pub(super) const TRIES: u32 = 100;

/// The properties of a leaf that determine its value, except its type.
pub(super) struct Leaf<'a> {
    pub(super) name: &'a LeafName,
    /// Path of the leaf, which determines the digits of its value.
    pub(super) path: &'a str,
    pub(super) seed: u64,
    pub(super) day: i64,
    /// True if values should look realistic for logistics. Otherwise they only have to be valid.
    pub(super) nice: bool,
    /// True if the message is about an error.
    pub(super) reports_trouble: bool,
    /// Shipping day of the request, if it contains one.
    pub(super) ships_on: Option<i64>,
    /// Date of the same name that the message already contains.
    pub(super) date_beside: Option<Date>,
    /// Words of the request's name.
    pub(super) asked: &'a [String],
    /// Values of other instances of a key.
    pub(super) taken: Option<&'a BTreeSet<String>>,
    /// Number of types that may still be tried.
    pub(super) tries: Cell<u32>,
    /// Values that were chosen from enumerations before.
    pub(super) chosen: &'a RefCell<BTreeMap<SimpleTypeKey, Option<String>>>,
    /// Identifiers of the message, if the type can contain one.
    pub(super) identifiers: Option<&'a Identifiers>,
}

/// Reads a string as a value of a type. Returns `None` if the type rejects it.
pub(super) fn read(set: &SchemaSet, key: TypeKey, value: &str) -> Option<XmlValue> {
    validate_simple_type(value, key, set).ok().map(|read| read.typed_value)
}

impl Leaf<'_> {
    /// Returns realistic values, the most likely first.
    fn likely(&self, random: &mut Random) -> Vec<String> {
        if !self.nice {
            return Vec::new();
        }
        let fixed = if self.reports_trouble { &[] } else { success::no_trouble(self.name) };
        let mut likely: Vec<String> = fixed.iter().map(|value| (*value).to_owned()).collect();
        likely.extend(logistics::values(self.name, self.date_beside.unwrap_or(self.date()), random));
        likely
    }

    pub(super) fn date(&self) -> Date {
        let taken = self.taken.map_or(0, |taken| i64::try_from(taken.len()).unwrap_or_default());
        let ahead = if self.nice { logistics::days_ahead(self.name) } else { 0 };
        let ships_on = self.ships_on.filter(|_| self.nice && logistics::follows_start(self.name));
        Date::from_day(ships_on.unwrap_or(self.day).saturating_add(ahead).saturating_add(taken))
    }

    /// True if a boolean should be false.
    fn is_denied(&self) -> bool {
        !self.reports_trouble && success::is_false_on_success(self.name, self.asked)
    }

    /// True if the type accepts a value and the message accepts its identifiers.
    pub(super) fn admits(&self, set: &SchemaSet, key: TypeKey, value: &str) -> bool {
        if self.taken.is_some_and(|taken| taken.contains(value)) {
            return false;
        }
        let Some(read) = read(set, key, value) else { return false };
        self.identifiers.is_none_or(|identifiers| identifiers.admit(&read))
    }
}

/// Returns a value that the type accepts, if one is found.
pub(super) fn value(set: &SchemaSet, key: TypeKey, leaf: &Leaf<'_>) -> Option<String> {
    typed(set, key, leaf, 0)
}

fn typed(set: &SchemaSet, key: TypeKey, leaf: &Leaf<'_>, depth: usize) -> Option<String> {
    // Depth: `DEPTH`.
    leaf.tries.set(leaf.tries.get().checked_sub(1)?);
    let found = simple_type(set, key).filter(|_| depth < DEPTH)?;
    let mut random = Random::new(leaf.seed, leaf.path);
    let admits = |value: &str| leaf.admits(set, key, value);
    if found.builtin == XmlTypeCode::Id
        && let Some(count) = leaf.identifiers.map(Identifiers::len).filter(|count| *count > 0)
    {
        // Several identifiers may have the same path, so their count changes the random numbers.
        random = Random::new(leaf.seed, &format!("{}#{count}", leaf.path));
    }
    let taken = leaf.taken.map_or(0, BTreeSet::len);
    if taken > 0 {
        random = Random::new(leaf.seed, &format!("{}#{taken}", leaf.path));
    }
    if let Some(value) = enumerated(set, key, &found, leaf) {
        return Some(value);
    }
    let candidate = match found.variety {
        SimpleTypeVariety::List => list(set, &found, leaf, depth),
        SimpleTypeVariety::Union => {
            found.members.iter().filter_map(|member| typed(set, *member, leaf, depth + 1)).find(|value| admits(value))
        }
        SimpleTypeVariety::Atomic => None,
    };
    if candidate.as_ref().is_some_and(|value| admits(value)) {
        return candidate;
    }
    if found.variety == SimpleTypeVariety::Atomic
        && let Some(value) = atomic(&found, leaf, &mut random).into_iter().find(|value| admits(value))
    {
        return Some(value);
    }
    patterned::value(&found, leaf, &mut random, admits)
}

/// Returns the enumerated value that a successful response would contain. It is chosen once for each type.
fn enumerated(set: &SchemaSet, key: TypeKey, found: &SimpleType<'_>, leaf: &Leaf<'_>) -> Option<String> {
    found.facet(|step| step.enumeration.as_ref())?;
    if leaf.nice && leaf.identifiers.is_none() {
        let mut likely = leaf.likely(&mut Random::new(leaf.seed, leaf.path));
        if leaf.is_denied() {
            likely.extend(["false", "N", "No", "NO"].map(str::to_owned));
        }
        if let Some(value) = likely.into_iter().find(|value| leaf.admits(set, key, value)) {
            return Some(value);
        }
    }
    // Identifiers are chosen for each message, so they are not cached.
    let cached = key.as_simple().filter(|_| leaf.nice && leaf.identifiers.is_none() && leaf.taken.is_none());
    if let Some(chosen) = cached.and_then(|key| leaf.chosen.borrow().get(&key).cloned()) {
        return chosen;
    }
    let mut values = found.enumeration().unwrap_or_default();
    if leaf.nice {
        values.sort_by_cached_key(|value| (success::failure_rank(value), *value));
    }
    let chosen = values.into_iter().find(|value| leaf.admits(set, key, value)).map(str::to_owned);
    if let Some(key) = cached {
        leaf.chosen.borrow_mut().insert(key, chosen.clone());
    }
    chosen
}

fn list(set: &SchemaSet, found: &SimpleType<'_>, leaf: &Leaf<'_>, depth: usize) -> Option<String> {
    let (least, _) = found.lengths();
    let key = found.item?;
    let first = typed(set, key, leaf, depth + 1)?;
    let count = usize::try_from(least.max(1)).ok().filter(|count| *count <= 4_096)?;
    let mut items = vec![first.clone()];
    let Some(identifiers) = leaf.identifiers else { return Some(vec![first; count].join(" ")) };
    while items.len() < count {
        let Some(item) = items.last().and_then(|item| read(set, key, item)) else { break };
        identifiers.reserve(&item);
        let Some(next) = typed(set, key, leaf, depth + 1) else { break };
        items.push(next);
    }
    identifiers.release();
    (items.len() == count).then(|| items.join(" "))
}

/// Returns candidates for an atomic value, the most realistic first.
fn atomic(found: &SimpleType<'_>, leaf: &Leaf<'_>, random: &mut Random) -> Vec<String> {
    let mut candidates = leaf.likely(random);
    let taken = leaf.taken.map_or(0, BTreeSet::len);
    match found.builtin {
        XmlTypeCode::Boolean => {
            let (good, other) =
                if leaf.is_denied() { (["false", "0"], ["true", "1"]) } else { (["true", "1"], ["false", "0"]) };
            candidates = good.iter().chain(&other).map(|value| (*value).to_owned()).collect();
            // `true` and `1` are the same value, so digits are skipped if words are in use.
            if let Some(first) = leaf.taken.and_then(BTreeSet::first) {
                candidates.retain(|value| value.len() > 1 || first.len() == 1);
            }
        }
        XmlTypeCode::Float | XmlTypeCode::Double => {
            candidates.extend(numbers(found, 2));
            candidates.extend(floats(found));
            candidates.extend(["1.5", "0.5", "-1.5"].map(str::to_owned));
        }
        code if code.is_numeric() => {
            let fraction = found.facet(|step| step.fraction_digits.as_ref()).map_or(2, |facet| facet.value);
            candidates.extend(numbers(found, fraction));
        }
        XmlTypeCode::HexBinary | XmlTypeCode::Base64Binary => candidates = vec![binary(found, taken)],
        code => match dates::value(code, leaf.date(), logistics::hour(leaf.name)) {
            Some(value) => {
                candidates = dates::spellings(found.builtin, value);
                candidates.splice(1..1, dates::another(code, leaf.date(), logistics::hour(leaf.name), taken));
                candidates.extend(bounds(found).iter().flat_map(|bound| dates::around(code, bound)));
            }
            None => text(found, leaf, random, &mut candidates),
        },
    }
    // The next of several values that have to differ.
    if let (Some(taken), Some(first)) = (leaf.taken, candidates.first()) {
        let number = taken.len() + 1;
        let numbered = format!("{first}-{number}");
        let at = usize::from(!found.builtin.is_numeric()).min(candidates.len());
        candidates.splice(at..at, [number.to_string(), numbered].into_iter().rev());
    }
    candidates
}

/// Adds candidates for strings: those that the name suggests, adjusted to the length, then the name itself, then
/// letters.
fn text(found: &SimpleType<'_>, leaf: &Leaf<'_>, random: &mut Random, candidates: &mut Vec<String>) {
    let (least, most) = found.lengths();
    if least > LENGTH {
        return;
    }
    let fixed = match (found.builtin, leaf.identifiers) {
        (XmlTypeCode::Language, _) => vec!["en".to_owned()],
        (XmlTypeCode::AnyUri, _) => vec!["https://example.com/".to_owned()],
        (XmlTypeCode::Id, Some(identifiers)) => vec![identifiers.fresh()],
        (XmlTypeCode::IdRef, Some(identifiers)) => identifiers.targets(),
        (XmlTypeCode::QName, _) => vec!["name".to_owned()],
        _ => Vec::new(),
    };
    candidates.splice(0..0, fixed);
    let words = &leaf.name.own;
    let plain = if leaf.nice && !words.is_empty() { words.join(" ") } else { "text".to_owned() };
    candidates.push(plain.replace(' ', "-"));
    if let Some(own) = candidates.pop() {
        candidates.push(plain);
        candidates.push(own);
    }
    let mut fitted: Vec<String> = Vec::new();
    for candidate in candidates.iter() {
        let length = u64::try_from(candidate.chars().count()).unwrap_or(u64::MAX);
        if length < least {
            // Digits are padded with digits, so that a number of twelve digits stays one.
            let missing = usize::try_from(least - length).unwrap_or_default();
            let numeric = candidate.bytes().all(|byte| byte.is_ascii_digit());
            let padding = if numeric { random.digits(missing) } else { "x".repeat(missing) };
            fitted.push(format!("{candidate}{padding}"));
        } else if length > most {
            let kept: String = candidate.chars().take(usize::try_from(most).unwrap_or_default()).collect();
            fitted.push(kept.trim_end().to_owned());
            fitted.push(kept);
        }
    }
    // Candidates that fit unchanged come first.
    candidates
        .retain(|candidate| (least..=most).contains(&u64::try_from(candidate.chars().count()).unwrap_or(u64::MAX)));
    candidates.extend(fitted);
    candidates.push("a".repeat(usize::try_from(least.clamp(1, LENGTH)).unwrap_or(1)));
    candidates.push(random.digits(usize::try_from(least.clamp(1, LENGTH)).unwrap_or(1)));
    candidates.push(String::new());
}

/// Returns numbers at, above, below and between the bounds.
fn numbers(found: &SimpleType<'_>, fraction: u32) -> Vec<String> {
    let mut candidates = vec!["1".to_owned(), "10".to_owned(), "0".to_owned(), "100".to_owned(), "-1".to_owned()];
    // The bound of a built-in type may occur together with the narrower one of a derivation.
    let parsed = |bound: Option<&String>| bound.and_then(|value| Decimal::parse(value));
    let least = parsed(found.facet(|step| step.min_inclusive.as_ref()).map(|facet| &facet.value))
        .max(parsed(found.facet(|step| step.min_exclusive.as_ref()).map(|facet| &facet.value)));
    let most = [
        parsed(found.facet(|step| step.max_inclusive.as_ref()).map(|facet| &facet.value)),
        parsed(found.facet(|step| step.max_exclusive.as_ref()).map(|facet| &facet.value)),
    ];
    let most = most.into_iter().flatten().min();
    if let (Some(least), Some(most)) = (least, most) {
        candidates.extend(
            [0, fraction, most.scale().saturating_add(1)]
                .iter()
                .filter_map(|scale| least.middle(most, *scale))
                .map(|value| value.to_string()),
        );
    }
    for (bound, direction) in [(least, 1), (most, -1)] {
        let near =
            bound.iter().flat_map(|bound| [bound.step(direction, 0), bound.step(direction, fraction), Some(*bound)]);
        candidates.extend(near.flatten().map(|value| value.to_string()));
    }
    candidates.push(Decimal::whole(0).step(1, fraction).map(|value| value.to_string()).unwrap_or_default());
    candidates.extend(bounds(found));
    candidates
}

/// Returns numbers between the bounds and a tenth beyond one. Decimal steps do not help if bounds are too far apart or
/// too close.
fn floats(found: &SimpleType<'_>) -> Vec<String> {
    let bounds: Vec<f64> = bounds(found).iter().filter_map(|bound| bound.parse().ok()).collect();
    let mut written = Vec::new();
    for one in &bounds {
        for other in &bounds {
            write_float(one / 2.0 + other / 2.0, &mut written);
        }
    }
    for bound in &bounds {
        write_float(bound * 1.1, &mut written);
        write_float(bound * 0.9, &mut written);
    }
    written
}

/// Writes a number, rounded and unrounded.
fn write_float(number: f64, out: &mut Vec<String>) {
    for number in [format!("{number:.2e}").parse().unwrap_or(number), number] {
        if number.is_finite() {
            let is_short = (1e-6..1e15).contains(&number.abs());
            out.push(if is_short { number.to_string() } else { format!("{number:e}") });
        }
    }
}

/// Returns the bounds as the schema specifies them.
pub(super) fn bounds(found: &SimpleType<'_>) -> Vec<String> {
    let bounds = [
        found.facet(|step| step.min_inclusive.as_ref()).map(|facet| facet.value.clone()),
        found.facet(|step| step.max_inclusive.as_ref()).map(|facet| facet.value.clone()),
        found.facet(|step| step.min_exclusive.as_ref()).map(|facet| facet.value.clone()),
        found.facet(|step| step.max_exclusive.as_ref()).map(|facet| facet.value.clone()),
    ];
    bounds.into_iter().flatten().collect()
}

/// True if white space around a value is part of it.
pub(super) fn keeps_white_space(set: &SchemaSet, key: TypeKey) -> bool {
    simple_type(set, key).is_some_and(|found| {
        found.variety == SimpleTypeVariety::Atomic
            && found.builtin == XmlTypeCode::String
            && found.facet(|step| step.whitespace.as_ref()).is_none_or(|facet| facet.value == WhitespaceMode::Preserve)
    })
}

/// Returns bytes of a valid length. They are readable text, with a number at the end that distinguishes several values.
fn binary(found: &SimpleType<'_>, number: usize) -> String {
    let (least, most) = found.lengths();
    let count = usize::try_from(least.max(6).min(most).min(LENGTH)).unwrap_or_default();
    let mut bytes: Vec<u8> = b"sample".iter().copied().cycle().take(count).collect();
    let digits = number.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect::<Vec<u8>>();
    for (byte, digit) in bytes.iter_mut().rev().zip(digits.iter().rev()) {
        *byte = *digit;
    }
    if found.builtin == XmlTypeCode::HexBinary {
        return bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().concat();
    }
    base64::Engine::encode(&base64::engine::general_purpose::STANDARD, bytes)
}
