//! The trace of a comparison: every location that differs, and the reason why it is or is not reported.
//!
//! Tests use the trace to show that reports are complete. They find differences by other means and look each of them up
//! here. Only the feature `test-oracles` compiles this module; releases do not enable it.

use waybill_base::internal::order;
use waybill_diff::compat::Levels;
use waybill_diff::internal::{
    Affected, Claim, DiffResult, Differ, DisplayValue, Event, Facet, Fact, Qualifier, Relation, judge,
};
use waybill_diff::{Exclusions, Renames};
use waybill_openapi::Description;
use waybill_openapi::internal::{KnownKey, ResolvedDescription, resolved};

/// The treatment of a location that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Resolution {
    /// A change of the report explains it.
    Explained,
    /// The meaning is the same on both sides. Examples: another spelling, an explicit default, or a value that moved
    /// and is compared at its new location.
    Neutral,
    /// No fact explains it. The report lists it as `unclassified`.
    Unclassified,
}

/// A location that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedPlace {
    /// JSON Pointers (RFC 6901) in the previous description. Empty if the location does not exist there. Several if its
    /// value was built from several values, because Swagger 2.0 spreads what OpenAPI 3 has in one place.
    pub old: Vec<String>,
    /// JSON Pointers in the current description, likewise.
    pub new: Vec<String>,
    /// The treatment of the difference.
    pub resolution: Resolution,
}

/// A fact and its mirror image as debug text. Tests use them to check that both directions find the same facts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundFact {
    /// The fact.
    pub there: String,
    /// The corresponding fact in a comparison of new with old.
    pub back: String,
}

impl FoundFact {
    fn new(result: &DiffResult<'_, '_>, fact: &Fact) -> FoundFact {
        let old = fact.old.map(|id| result.sides.old.pointer(id));
        let new = fact.new.map(|id| result.sides.new.pointer(id));
        // A move is found in both directions, each time under the other address.
        let moved_pair = match fact.affected {
            Affected::Old(at) if fact.has(Qualifier::Moved) => result.pairing.pair_of_old(at),
            _ => None,
        };
        let (before, after) = operations(result, moved_pair.map_or(fact.affected, Affected::Pair));
        let back = if moved_pair.is_some() { fact.event } else { mirrored(fact.event) };
        let text = |event: Event, (from, to): (&Option<String>, &Option<String>), reached: (&[String], &[String])| {
            // A changed value has a name on each side, so leave the name out.
            let name = if matches!(event, Event::Changed(_)) || moved_pair.is_some() { "" } else { &fact.name };
            format!("{:?} {name} {event:?} from {from:?} to {to:?} for {reached:?}", fact.facet)
        };
        FoundFact {
            there: text(fact.event, (&old, &new), (&before, &after)),
            back: text(back, (&new, &old), (&after, &before)),
        }
    }
}

const fn mirrored(event: Event) -> Event {
    match event {
        Event::Added => Event::Removed,
        Event::Removed => Event::Added,
        Event::Changed(relation) => Event::Changed(relation.mirrored()),
    }
}

/// Returns the operations that a fact concerns, of the previous and of the current description.
fn operations(result: &DiffResult<'_, '_>, affected: Affected) -> (Vec<String>, Vec<String>) {
    let (old, new) = (result.sides.old, result.sides.new);
    let name = |description: &ResolvedDescription<'_>, at: usize| -> Vec<String> {
        description.operation_entries().get(at).map(|entry| entry.identity.clone()).into_iter().collect()
    };
    let pairs = match affected {
        Affected::Old(at) => return (name(old, at), Vec::new()),
        Affected::New(at) => return (Vec::new(), name(new, at)),
        Affected::DefinitionPair(_) | Affected::Pair(_) | Affected::Nobody => result.affected_pairs(affected),
    };
    let pairs = pairs.into_iter().filter_map(|pair| result.pairing.pairs.get(pair));
    let (left, right): (Vec<Vec<String>>, Vec<Vec<String>>) =
        pairs.map(|&(left, right)| (name(old, left), name(new, right))).unzip();
    (order::sorted_unique(left.into_iter().flatten()), order::sorted_unique(right.into_iter().flatten()))
}

/// All locations that differ between two descriptions, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffTrace {
    /// The locations, in the order of discovery.
    pub places: Vec<ChangedPlace>,
    /// The facts about them, in the order of discovery. A sunset that was added together with its deprecation is
    /// omitted, because removing both is one fact.
    pub facts: Vec<FoundFact>,
    /// Facts that no rule covers. Empty unless a rule is missing.
    pub facts_without_rule: Vec<String>,
}

impl DiffTrace {
    /// Returns the facts without a mirror image in `back`, the trace of the comparison of new with old. It should be
    /// empty: narrowed mirrors widened, and added mirrors removed.
    #[must_use]
    pub fn unmirrored(&self, back: &DiffTrace) -> Vec<String> {
        let mut missing: Vec<&str> = back.facts.iter().map(|fact| fact.back.as_str()).collect();
        let mut found = Vec::new();
        for fact in &self.facts {
            match missing.iter().position(|text| *text == fact.there) {
                Some(at) => drop(missing.swap_remove(at)),
                None => found.push(format!("only forwards: {}", fact.there)),
            }
        }
        found.extend(missing.into_iter().map(|text| format!("only backwards: {text}")));
        found
    }
}

/// Compares two descriptions and returns every location that differs, with its treatment.
#[must_use]
pub fn trace_differences(old: &Description<'_>, new: &Description<'_>) -> DiffTrace {
    let (old, new) = (resolved(old), resolved(new));
    let mut differ = Differ::new(old, new, &Exclusions::default(), &Renames::default());
    while differ.phase().is_some() {
        differ.step();
    }
    let places = differ.places.all().iter().map(|place| ChangedPlace {
        old: place.old.map(|id| old.pointers(id)).unwrap_or_default(),
        new: place.new.map(|id| new.pointers(id)).unwrap_or_default(),
        resolution: match place.claim {
            Claim::Open => Resolution::Unclassified,
            Claim::Fact => Resolution::Explained,
            Claim::Neutral => Resolution::Neutral,
        },
    });
    let with_deprecation = |fact: &&Fact| {
        let was = fact.old.is_some_and(|id| old.arena().is_true(id, KnownKey::Deprecated));
        let holder = fact.new.and_then(|id| new.arena().parent(id));
        let is = holder.is_some_and(|id| new.arena().is_true(id, KnownKey::Deprecated));
        fact.facet == Facet::Sunset && matches!(fact.before, DisplayValue::Nothing) && !was && is
    };
    let result = differ.result();
    let facts = result.facts.iter().filter(|fact| !with_deprecation(fact)).map(|fact| FoundFact::new(&result, fact));
    DiffTrace { places: places.collect(), facts: facts.collect(), facts_without_rule: facts_without_rule(&result) }
}

/// Returns the facts that no rule covers, as text for authors of rules.
fn facts_without_rule(result: &DiffResult<'_, '_>) -> Vec<String> {
    let pointers = |fact: &Fact| {
        let old = fact.old.map(|id| result.sides.old.pointer(id));
        (old, fact.new.map(|id| result.sides.new.pointer(id)))
    };
    let is_reported = |at: usize, fact: &Fact| {
        fact.event == Event::Changed(Relation::Same)
            || fact.facet == Facet::Definition
            || fact.as_text.is_some()
            || fact.renamed.is_some()
            || !judge(result, &Levels::default(), at).is_empty()
    };
    let facts = result.facts.iter().enumerate().filter(|(at, fact)| !is_reported(*at, fact));
    facts.map(|(_, fact)| format!("{:?} {:?} at {:?}", fact.facet, fact.event, pointers(fact))).collect()
}
