//! The trace of a comparison: every place that differs, and what became of it.
//!
//! No report shows it. It is what shows that a report is whole: whoever compares two files by other means finds each of
//! their differences in here, and whatever is in here is in the report or changes nothing. The feature `test-oracles`
//! has it, which tests turn on and nothing that ships.

use waybill_base::internal::order;
use waybill_diff::Exclusions;
use waybill_diff::internal::{Affected, Claim, DiffResult, Differ, DisplayValue, Event, Facet, Fact, Relation, judge};
use waybill_openapi::Description;
use waybill_openapi::internal::{KnownKey, ResolvedDescription, resolved};

/// What became of a place that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Resolution {
    /// A change of the report explains it.
    Explained,
    /// It means the same on both sides: another spelling, a default written out, a value that stands elsewhere now and
    /// is compared with itself there.
    Neutral,
    /// Nothing explains it: the report says so, as `unclassified`.
    Unclassified,
}

/// A place that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedPlace {
    /// Its JSON pointer (RFC 6901) in the previous description; none where it is not there, and several where it was
    /// made of several values (Swagger 2.0 writes in many places what OpenAPI 3 has in one).
    pub old: Vec<String>,
    /// Its JSON pointers in the current description, likewise.
    pub new: Vec<String>,
    /// What became of it.
    pub resolution: Resolution,
}

/// The debug text of a fact and of its mirror image, by which tests check that both directions find the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundFact {
    /// The fact.
    pub there: String,
    /// The fact that the comparison the other way round is to find in its place.
    pub back: String,
}

impl FoundFact {
    fn new(result: &DiffResult<'_, '_>, fact: &Fact) -> FoundFact {
        let old = fact.old.map(|id| result.sides.old.pointer(id));
        let new = fact.new.map(|id| result.sides.new.pointer(id));
        let (before, after) = operations(result, fact.affected);
        let text = |event: Event, (from, to): (&Option<String>, &Option<String>), reached: (&[String], &[String])| {
            // What is on both sides has a name on each.
            let name = if matches!(event, Event::Changed(_)) { "" } else { &fact.name };
            format!("{:?} {name} {event:?} from {from:?} to {to:?} for {reached:?}", fact.facet)
        };
        FoundFact {
            there: text(fact.event, (&old, &new), (&before, &after)),
            back: text(mirrored(fact.event), (&new, &old), (&after, &before)),
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

/// The operations a fact concerns, of the previous description and of the current one.
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

/// Every place that differs between two descriptions, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffTrace {
    /// The places, in the order they were found.
    pub places: Vec<ChangedPlace>,
    /// The facts about them, in the order they were found, except a sunset added together with its deprecation: removing
    /// both is one fact.
    pub facts: Vec<FoundFact>,
    /// The facts that no rule covers: none, unless a rule is missing.
    pub facts_without_rule: Vec<String>,
}

impl DiffTrace {
    /// The facts that have no mirror image in `back`, the trace of the comparison the other way round: none, as
    /// narrowed is widened there, and added is removed.
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

/// Compares two descriptions and says of every place that differs what became of it.
#[must_use]
pub fn trace_differences(old: &Description<'_>, new: &Description<'_>) -> DiffTrace {
    let (old, new) = (resolved(old), resolved(new));
    let mut differ = Differ::new(old, new, &Exclusions::default());
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

/// The facts that no rule covers, as text for whoever writes rules.
fn facts_without_rule(result: &DiffResult<'_, '_>) -> Vec<String> {
    let pointers = |fact: &Fact| {
        let old = fact.old.map(|id| result.sides.old.pointer(id));
        (old, fact.new.map(|id| result.sides.new.pointer(id)))
    };
    let is_reported = |at: usize, fact: &Fact| {
        fact.event == Event::Changed(Relation::Same)
            || fact.facet == Facet::Definition
            || fact.as_text.is_some()
            || !judge(result, at).is_empty()
    };
    let facts = result.facts.iter().enumerate().filter(|(at, fact)| !is_reported(*at, fact));
    facts.map(|(_, fact)| format!("{:?} {:?} at {:?}", fact.facet, fact.event, pointers(fact))).collect()
}
