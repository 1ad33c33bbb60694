//! Two schemas as conjunctions: the paired references, and the objects to be compared keyword by keyword, regardless of
//! their branch.

use waybill_openapi::internal::conjuncts::{Conjuncts, MAX_OBJECTS, has_substance, ignores_siblings, is_note};
use waybill_openapi::internal::{KnownKey, NodeId, Reference, ResolvedDescription};

use crate::model::{SchemaRef, Side};
use crate::pairing::alignment::{Alignment, MatchRule};
use crate::pairing::renamed_references::{has_no_namesake, is_reference_to_new_name};
use crate::pairing::sides::Sides;
use crate::pairing::similarity::{count_differences, is_likely_same_schema};

/// An object whose keywords all apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Conjunct {
    pub(crate) object: NodeId,
    /// The reference that leads to it, if the reference has no partner on the other side.
    pub(crate) via_reference: Option<NodeId>,
}

/// Maximum number of bare references followed to find a cycle. Each reference repeats the search, and real descriptions
/// have no two in a row. A reference with a longer chain is not compared, and its relation is unknown.
const MAX_CIRCLE: usize = 50;

/// Two schemas, split into conjuncts.
#[derive(Debug, Default)]
pub(crate) struct ConjunctionPair {
    pub(crate) old: Vec<Conjunct>,
    pub(crate) new: Vec<Conjunct>,
    /// The objects that contain paired references.
    pub(crate) references: Vec<(NodeId, NodeId)>,
    /// References that lead back to themselves and have no effect.
    pub(crate) circular: Vec<(Option<NodeId>, Option<NodeId>)>,
    /// References that could not be followed.
    pub(crate) broken: Vec<(Option<NodeId>, Option<NodeId>)>,
    /// True if one side is only a reference that could not be followed. Its values are unknown.
    pub(crate) unresolved: bool,
    /// True if one side has too many objects, so that some are in neither list.
    pub(crate) partial: bool,
    /// Set if one side is only a reference without a partner. Its target and the other schema are compared as a
    /// separate pair.
    pub(crate) whole: Option<(NodeId, NodeId)>,
    /// The references without a partner that lead to definitions on this list or to `whole`, each with its target.
    pub(crate) followed: Vec<(SchemaRef, NodeId)>,
}

impl ConjunctionPair {
    /// Splits two schemas into conjuncts and pairs their references.
    pub(crate) fn new(sides: &Sides<'_>, old: NodeId, new: NodeId) -> ConjunctionPair {
        let (left, right) = (Conjuncts::collect(sides.old, old), Conjuncts::collect(sides.new, new));
        let partial = left.partial || right.partial;
        let mut merged = ConjunctionPair { old: own(&left), new: own(&right), partial, ..ConjunctionPair::default() };
        let of = |description: &ResolvedDescription<'_>, references: &[NodeId]| -> (Vec<NodeId>, Vec<NodeId>) {
            references.iter().copied().partition(|&id| has_effect(description, id) != Some(false))
        };
        let (mut left_over, left_circular) = of(sides.old, &left.references);
        let (mut right_over, right_circular) = of(sides.new, &right.references);
        merged.circular.extend(left_circular.into_iter().map(|id| (Some(id), None)));
        merged.circular.extend(right_circular.into_iter().map(|id| (None, Some(id))));
        merged.pair_equal(sides, &mut left_over, &mut right_over);
        left_over.retain(|&id| has_effect(sides.old, id).is_some() || merged.set_aside((Some(id), None)));
        right_over.retain(|&id| has_effect(sides.new, id).is_some() || merged.set_aside((None, Some(id))));
        if merged.references.is_empty() {
            // A composition of several parts is not paired with one of its parts.
            if let [only] = left_over.as_slice()
                && is_bare(sides.old, &left)
                && is_made_of_more(sides.new, &right)
            {
                return merged.with_whole_pair(sides.old.resolve(*only), Some(new), (Some(*only), None));
            }
            if let [only] = right_over.as_slice()
                && is_bare(sides.new, &right)
                && is_made_of_more(sides.old, &left)
            {
                return merged.with_whole_pair(Some(old), sides.new.resolve(*only), (None, Some(*only)));
            }
        }
        merged.pair_renamed(sides, &mut left_over, &mut right_over);
        if let ([one], [other]) = (left_over.as_slice(), right_over.as_slice()) {
            let says_more = |description: &ResolvedDescription<'_>, parts: &[Conjunct]| {
                parts.iter().any(|part| has_substance(description, part.object))
            };
            // If there is nothing else, another definition replaced the first.
            let alone = !says_more(sides.old, &merged.old) && !says_more(sides.new, &merged.new);
            if alone || is_likely_same_schema(sides, *one, *other) {
                merged.references.push((*one, *other));
                left_over.clear();
                right_over.clear();
            }
        }
        if merged.references.is_empty() {
            if let ([only], []) = (left_over.as_slice(), right_over.as_slice())
                && is_bare(sides.old, &left)
            {
                return merged.with_whole_pair(sides.old.resolve(*only), Some(new), (Some(*only), None));
            }
            if let ([], [only]) = (left_over.as_slice(), right_over.as_slice())
                && is_bare(sides.new, &right)
            {
                return merged.with_whole_pair(Some(old), sides.new.resolve(*only), (None, Some(*only)));
            }
        }
        merged.follow_unpaired_references(sides, &mut left_over, &mut right_over);
        merged
    }

    /// Returns true if both schemas are only a reference, with different names before and after.
    pub(crate) fn is_renaming(&self) -> bool {
        self.old.is_empty() && self.new.is_empty() && self.references.len() == 1
    }

    fn with_whole_pair(
        mut self,
        old: Option<NodeId>,
        new: Option<NodeId>,
        broken: (Option<NodeId>, Option<NodeId>),
    ) -> ConjunctionPair {
        match (old.zip(new), broken) {
            (Some(pair), (Some(reference), _)) => {
                self.whole = Some(pair);
                self.followed.push(((Side::Old, reference), pair.0));
            }
            (Some(pair), (None, Some(reference))) => {
                self.whole = Some(pair);
                self.followed.push(((Side::New, reference), pair.1));
            }
            (None, _) | (_, (None, None)) => {
                self.broken.push(broken);
                self.unresolved = true;
            }
        }
        self
    }

    /// Records a reference that cannot be followed, and excludes it from the comparison.
    fn set_aside(&mut self, reference: (Option<NodeId>, Option<NodeId>)) -> bool {
        self.broken.push(reference);
        false
    }

    /// Pairs references to the same name, or to a removed and an added name with equal definitions.
    fn pair_equal(&mut self, sides: &Sides<'_>, left: &mut Vec<NodeId>, right: &mut Vec<NodeId>) {
        let text = |description: &ResolvedDescription<'_>, id| {
            description.arena().member(id, KnownKey::Ref).map(|text| description.arena().digest(text))
        };
        let gone = |here: &ResolvedDescription<'_>, there: &ResolvedDescription<'_>, id| {
            has_no_namesake(here, there, id).then_some(here.arena().digest(here.resolve(id)?))
        };
        let equal = (|id| text(sides.old, id), |id| text(sides.new, id));
        let renamed_equal = (|id| gone(sides.old, sides.new, id), |id| gone(sides.new, sides.old, id));
        let rounds = [MatchRule::ByKey(&equal.0, &equal.1), MatchRule::ByKey(&renamed_equal.0, &renamed_equal.1)];
        self.pair_in_rounds(left, right, &rounds);
    }

    /// Pairs references to a removed and an added name with similar definitions.
    fn pair_renamed(&mut self, sides: &Sides<'_>, left: &mut Vec<NodeId>, right: &mut Vec<NodeId>) {
        let distance = |one, other| is_renamed(sides, one, other).then(|| count_differences(sides, one, other));
        self.pair_in_rounds(left, right, &[MatchRule::Nearest(&distance)]);
    }

    fn pair_in_rounds(&mut self, left: &mut Vec<NodeId>, right: &mut Vec<NodeId>, rounds: &[MatchRule<'_>]) {
        let alignment = Alignment::with_rules(std::mem::take(left), std::mem::take(right), rounds);
        self.references.extend(alignment.pairs);
        (*left, *right) = (alignment.removed, alignment.added);
    }

    /// Follows the references without a partner. References found behind them may have one.
    fn follow_unpaired_references(&mut self, sides: &Sides<'_>, left: &mut Vec<NodeId>, right: &mut Vec<NodeId>) {
        let mut seen: Vec<NodeId> = Vec::new();
        for is_old in [true, false] {
            let (description, waiting) = if is_old { (sides.old, &mut *left) } else { (sides.new, &mut *right) };
            let mut queue: Vec<(NodeId, NodeId)> = std::mem::take(waiting).into_iter().map(|id| (id, id)).collect();
            seen.clear();
            while let Some((reference, through)) = queue.pop() {
                let Some(Reference::Local(target)) = description.reference(reference) else {
                    self.broken.push(if is_old { (Some(through), None) } else { (None, Some(through)) });
                    continue;
                };
                if seen.contains(&target) {
                    continue;
                }
                if seen.len() >= MAX_OBJECTS {
                    self.partial = true;
                    break;
                }
                seen.push(target);
                let side = if is_old { Side::Old } else { Side::New };
                self.followed.push(((side, reference), target));
                let conjuncts = Conjuncts::collect(description, target);
                self.partial |= conjuncts.partial;
                let parts = conjuncts.objects.iter().map(|&object| Conjunct { object, via_reference: Some(through) });
                if is_old {
                    self.old.extend(parts);
                } else {
                    self.new.extend(parts);
                }
                queue.extend(conjuncts.references.into_iter().map(|reference| (reference, through)));
            }
        }
    }
}

fn own(conjuncts: &Conjuncts) -> Vec<Conjunct> {
    conjuncts.objects.iter().map(|&object| Conjunct { object, via_reference: None }).collect()
}

/// Returns true if two references lead to one definition by its old and its new name.
pub(crate) fn is_renamed(sides: &Sides<'_>, old: NodeId, new: NodeId) -> bool {
    is_reference_to_new_name(sides, old, new) && is_likely_same_schema(sides, old, new)
}

/// Returns true if a reference has an effect. It has none if a chain of bare references leads back to one of them,
/// because every value satisfies it. Returns `None` if the chain is too long. Not inlined, to keep the WebAssembly
/// module small.
#[inline(never)]
fn has_effect(description: &ResolvedDescription<'_>, reference: NodeId) -> Option<bool> {
    let mut seen: Vec<NodeId> = Vec::new();
    let mut at = reference;
    while seen.len() < MAX_CIRCLE {
        let Some(target) = description.resolve(at).filter(|&target| description.arena().is_object(target)) else {
            return Some(true);
        };
        if seen.contains(&target) {
            return Some(false);
        }
        seen.push(target);
        // Fast path: nearly all definitions have keywords of their own, and need not be split.
        if has_substance(description, target) || description.arena().member(target, KnownKey::AllOf).is_none() {
            return Some(true);
        }
        let conjuncts = Conjuncts::collect(description, target);
        let [only] = conjuncts.references.as_slice() else { return Some(true) };
        if !is_bare(description, &conjuncts) {
            return Some(true);
        }
        at = *only;
    }
    None
}

/// Returns true if a schema is only one reference, except for documentation.
fn is_bare(description: &ResolvedDescription<'_>, conjuncts: &Conjuncts) -> bool {
    let arena = description.arena();
    let passes = |member: NodeId| {
        matches!(
            KnownKey::from_key(arena.key(member)),
            Some(KnownKey::Ref | KnownKey::AllOf | KnownKey::AnyOf | KnownKey::OneOf)
        ) || is_note(description, member)
    };
    // `anyOf` or `oneOf` with one schema is equal to that schema. With null or another schema in the list, it is not.
    let choice = |object: NodeId| description.alternative_lists(object).any(|list| arena.children(list).count() != 1);
    conjuncts.objects.iter().all(|&object| arena.children(object).all(passes) && !choice(object))
}

/// Returns true if a schema consists of several references, or of one and other keywords.
fn is_made_of_more(description: &ResolvedDescription<'_>, conjuncts: &Conjuncts) -> bool {
    match conjuncts.references.as_slice() {
        [] => false,
        [_] => conjuncts.objects.iter().any(|&object| has_substance(description, object)),
        _ => true,
    }
}

/// Returns true if siblings of references have an effect on either side.
pub(crate) fn have_reference_siblings_effect(sides: &Sides<'_>) -> bool {
    !ignores_siblings(sides.old) || !ignores_siblings(sides.new)
}
