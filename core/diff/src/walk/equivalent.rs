//! Schemas that express the same with other keywords: the keywords that can replace each other, and the annotations of
//! a schema (JSON Schema 2020-12 core, section 7.7).
//!
//! If both directions are proved and the annotations are equal, only documentation is reported.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{is_annotation, is_note, is_null};
use waybill_openapi::internal::keywords::{KeywordRole, with_role};
use waybill_openapi::internal::{Digest, Kind, KnownKey, NodeId, ObjectKind, ResolvedDescription};

use super::Walker;
use crate::model::{Claim, Side};
use crate::prover::merged::{Conjunct, ConjunctionPair};

/// Keywords that can express the meaning of another one.
const INTERCHANGEABLE_KEYWORDS: [KnownKey; 10] = [
    KnownKey::AnyOf,
    KnownKey::OneOf,
    KnownKey::Enum,
    KnownKey::Const,
    KnownKey::DependentRequired,
    KnownKey::DependentSchemas,
    KnownKey::AdditionalProperties,
    KnownKey::UnevaluatedProperties,
    KnownKey::Items,
    KnownKey::UnevaluatedItems,
];

/// Maximum number of nodes of schemas that are proved even if no fact is in doubt. The result then rarely changes the
/// findings, mostly for schemas of single values.
pub(crate) const MAX_SMALL_NODES: usize = 40;

/// Maximum number of nodes of schemas that are compared as wholes if keywords differ. A proof takes a step for each
/// part, and proofs of larger schemas usually hit their step limit.
pub(crate) const MAX_NODES: usize = 400;

/// Maximum number of schemas read for their annotations, counting each reference. Definitions that refer to each other
/// twice would otherwise take exponential time. Larger schemas are not treated as equal.
const MAX_SCHEMAS: usize = 400;

impl Walker<'_, '_> {
    /// Returns true if two schemas may mean the same with other keywords, so a proof is worth trying.
    pub(crate) fn may_be_equivalent(&self, old: NodeId, new: NodeId) -> bool {
        let differs = |key: &&KnownKey| {
            let (from, to) = self.sides.member(old, new, **key);
            from.zip(to).map_or(from.is_some() || to.is_some(), |(from, to)| !self.sides.equal(from, to))
        };
        let differing: Vec<KnownKey> = INTERCHANGEABLE_KEYWORDS.iter().filter(differs).copied().list();
        let left_over = |key| matches!(key, KnownKey::UnevaluatedProperties | KnownKey::UnevaluatedItems);
        differing.len() > 1
            || differing.iter().any(|&key| left_over(key))
            || self.has_rewritten_choices(&[old], &[new])
            || self.has_rewritten_assertions(&[old], &[new])
    }

    /// Returns true if assertions were replaced by others. Keywords with subschemas differ here only if one side lacks
    /// them. Properties are compared one by one elsewhere.
    fn has_rewritten_assertions(&self, all_old: &[NodeId], all_new: &[NodeId]) -> bool {
        if self.sides.are_larger(MAX_NODES, all_old, all_new) {
            return false;
        }
        let (left, right) = (assertions(self.sides.old, all_old), assertions(self.sides.new, all_new));
        let (gone, come) = (difference(&left, &right), difference(&right, &left));
        // A single changed keyword, or keywords that were only added, have their own facts.
        !gone.is_empty() && !come.is_empty() && (gone != come || gone.len() > 1)
    }

    /// Returns true if two conjunctions are proved to mean the same.
    pub(crate) fn is_equivalent(&mut self, old: NodeId, new: NodeId, merged: &ConjunctionPair) -> bool {
        let objects = |parts: &[Conjunct]| parts.iter().map(|part| part.object).collect::<Vec<_>>();
        let (all_old, all_new) = (objects(&merged.old), objects(&merged.new));
        self.prover.subschemas.are_equivalent(old, new)
            || ((self.has_rewritten_choices(&all_old, &all_new) || self.has_rewritten_assertions(&all_old, &all_new))
                && self.means_the_same(old, new))
    }

    /// Returns true if the alternatives were rewritten. If alternatives were only added or removed, that is reported
    /// instead. If the lists correspond and nothing else differs, each alternative is compared by itself.
    fn has_rewritten_choices(&self, all_old: &[NodeId], all_new: &[NodeId]) -> bool {
        if !all_old.iter().any(|&id| self.sides.old.has_alternatives(id))
            && !all_new.iter().any(|&id| self.sides.new.has_alternatives(id))
        {
            return false;
        }
        let (left, right) =
            (ChoiceSummary::collect(self.sides.old, all_old), ChoiceSummary::collect(self.sides.new, all_new));
        if left.choices.is_empty() || right.choices.is_empty() {
            return left.choices.is_empty() != right.choices.is_empty();
        }
        let one_by_one = left.lengths == right.lengths && left.beside == right.beside;
        !one_by_one
            && !order::is_subset(&left.choices, &right.choices)
            && !order::is_subset(&right.choices, &left.choices)
    }

    /// Returns true if two schemas are proved to allow the same values and have equal annotations.
    pub(crate) fn means_the_same(&mut self, old: NodeId, new: NodeId) -> bool {
        self.prover.subschemas.within((Side::New, new), (Side::Old, old))
            && self.prover.subschemas.within((Side::Old, old), (Side::New, new))
            && self.have_same_annotations(old, new)
    }

    fn have_same_annotations(&self, old: NodeId, new: NodeId) -> bool {
        let read = |description, schema| {
            let mut reader =
                AnnotationReader { description, open: Vec::new(), left: MAX_SCHEMAS, deprecated: Vec::new() };
            let notes = reader.read(schema, "")?;
            Some((notes, order::sorted_unique(reader.deprecated)))
        };
        read(self.sides.old, old).is_some_and(|left| read(self.sides.new, new) == Some(left))
    }

    /// Returns the schemas that contain two keywords for unlisted members, such as `additionalProperties`. Their
    /// meaning depends on sibling keywords.
    pub(crate) fn holders_of_rest(&self, old: NodeId, new: NodeId) -> Option<(NodeId, NodeId)> {
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        let is_rest = with_role(KeywordRole::Unlisted).iter().any(|key| key.key() == right.key(new));
        left.parent(old).zip(right.parent(new)).filter(|_| is_rest)
    }

    /// Walks schemas that are proved to mean the same. Only documentation stays open.
    pub(crate) fn walk_as_equal(&mut self, walk: impl FnOnce(&mut Self)) {
        let from = self.places.len();
        self.proven_equal = true;
        walk(self);
        self.proven_equal = false;
        self.places.claim_open_from(from, Claim::Neutral);
    }

    /// Adds the documentation of alternatives on one side as separate locations, if the schemas were proved equal.
    pub(crate) fn claim_annotations(&mut self, choices: &[NodeId], side: Side) {
        let arena = self.sides.description(side).arena();
        let members = choices.iter().filter(|_| self.proven_equal).flat_map(|&choice| arena.children(choice));
        let words = members.filter(|&member| ObjectKind::Schema.child(arena.key(member)) == ObjectKind::Docs);
        for key in words.collect::<Vec<_>>() {
            let (old, new) = side.in_order(Some(key), None);
            self.add_place(old, new, ObjectKind::Docs);
        }
    }
}

/// The alternatives of some objects except null, and their sibling keywords, as sets.
struct ChoiceSummary {
    choices: Vec<Digest>,
    /// Lengths of the lists, including null.
    lengths: Vec<(Option<KnownKey>, usize)>,
    beside: Vec<(String, Digest)>,
}

impl ChoiceSummary {
    fn collect(description: &ResolvedDescription<'_>, objects: &[NodeId]) -> ChoiceSummary {
        let arena = description.arena();
        let (mut choices, mut lengths, mut beside) = (Vec::new(), Vec::new(), Vec::new());
        for member in objects.iter().flat_map(|&object| arena.children(object)) {
            match KnownKey::from_key(arena.key(member)) {
                key @ Some(KnownKey::AnyOf | KnownKey::OneOf) => {
                    lengths.push((key, arena.children(member).count()));
                    let offered = arena.children(member).filter(|&choice| !is_null(description, choice));
                    choices.extend(offered.map(|choice| arena.digest(choice)));
                }
                Some(KnownKey::AllOf) => {}
                _ if is_annotation(description, member) => {}
                _ => beside.push((arena.key_text(member).to_owned(), arena.digest(member))),
            }
        }
        ChoiceSummary {
            choices: order::sorted_unique(choices),
            lengths: order::sorted_unique(lengths),
            beside: order::sorted_unique(beside),
        }
    }
}

/// Annotations of a value: the part it applies to, the keyword, and the digest of its value.
type Annotations = Vec<(String, String, Digest)>;

/// Collects the annotations of a schema (`default`, `readOnly`, `x-` ...) from all its branches.
struct AnnotationReader<'d> {
    description: &'d ResolvedDescription<'d>,
    /// The definitions that are being read, to detect recursion.
    open: Vec<NodeId>,
    left: usize,
    /// The parts that some schema deprecates.
    deprecated: Vec<String>,
}

impl AnnotationReader<'_> {
    /// Returns the annotations of the part `at` of a value as a set. Returns `None` if they depend on the value.
    fn read(&mut self, schema: NodeId, at: &str) -> Option<Annotations> {
        // Depth: `MAX_SCHEMAS`, counted in `left`.
        let description = self.description;
        let arena = description.arena();
        let mut notes = Annotations::new();
        self.left = self.left.checked_sub(1)?;
        if description.reference(schema).is_some() {
            let target = description.resolve(schema)?;
            if self.open.contains(&target) {
                notes.push((at.to_owned(), arena.pointer(target), arena.digest(schema)));
            } else {
                self.open.push(target);
                notes.extend(self.read(target, at)?);
                self.open.pop();
            }
        }
        for member in arena.children(schema) {
            let name = arena.key_text(member);
            if arena.key(member) == KnownKey::Deprecated.key() && arena.kind(member) == Kind::True {
                self.deprecated.push(at.to_owned());
            } else if is_annotation(description, member) {
                if !has_no_effect(description, member) {
                    notes.push((at.to_owned(), name.to_owned(), arena.digest(member)));
                }
            } else {
                notes.extend(self.within(member, at)?);
            }
        }
        Some(order::sorted_unique(notes))
    }

    fn within(&mut self, member: NodeId, at: &str) -> Option<Annotations> {
        let description = self.description;
        let arena = description.arena();
        let mut notes = Annotations::new();
        match KnownKey::from_key(arena.key(member)) {
            Some(KnownKey::AllOf) => {
                for branch in arena.children(member) {
                    notes.extend(self.read(branch, at)?);
                }
            }
            Some(KnownKey::AnyOf | KnownKey::OneOf) => {
                let choices: Vec<NodeId> =
                    arena.children(member).filter(|&choice| !is_null(description, choice)).list();
                let mut all = choices.into_iter().map(|choice| self.read(choice, at));
                notes = all.next().unwrap_or(Some(notes))?;
                if !all.all(|other| other.as_ref() == Some(&notes)) {
                    return None;
                }
            }
            Some(KnownKey::Properties | KnownKey::PatternProperties) => {
                for property in arena.children(member) {
                    let key = arena.key_text(property);
                    notes.extend(self.read(property, &format!("{at}/{}/{key}", arena.key_text(member)))?);
                }
            }
            Some(KnownKey::AdditionalProperties | KnownKey::UnevaluatedProperties) => {
                notes = self.read(member, &format!("{at}/*"))?;
            }
            Some(KnownKey::Items | KnownKey::UnevaluatedItems) => notes = self.read(member, &format!("{at}/#"))?,
            _ => {
                // Under other keywords, it depends on the value if an annotation applies.
                for child in arena.children(member).chain([member]).filter(|&child| arena.is_object(child)) {
                    if !self.read(child, at)?.is_empty() {
                        return None;
                    }
                }
            }
        }
        Some(notes)
    }
}

/// An assertion: the keyword, and the digest of its value. The digest is empty if the value is compared separately.
type Assertion<'d> = (&'d str, Digest);

/// Returns the assertions of some objects.
fn assertions<'d>(description: &'d ResolvedDescription<'_>, objects: &[NodeId]) -> Vec<Assertion<'d>> {
    let arena = description.arena();
    let members = objects.iter().flat_map(|&id| arena.children(id));
    let members = members.filter(|&member| !is_annotation(description, member) && !arena.key(member).is_ignored());
    order::sorted_unique(members.filter_map(|member| match KnownKey::from_key(arena.key(member)) {
        Some(
            KnownKey::Properties
            | KnownKey::Required
            | KnownKey::AllOf
            | KnownKey::Ref
            | KnownKey::AnyOf
            | KnownKey::OneOf,
        ) => None,
        // Differences inside subschemas are compared there.
        Some(key) if holds_subschemas(key) => Some((arena.key_text(member), Digest::default())),
        _ => Some((arena.key_text(member), arena.digest(member))),
    }))
}

fn holds_subschemas(key: KnownKey) -> bool {
    matches!(key, KnownKey::PatternProperties | KnownKey::PrefixItems)
        || with_role(KeywordRole::Unlisted).contains(&key)
}

/// Returns the names of the assertions that only `some` has.
fn difference<'d>(some: &[Assertion<'d>], others: &[Assertion<'_>]) -> Vec<&'d str> {
    some.iter().filter(|assertion| !others.contains(assertion)).map(|(name, _)| *name).list()
}

/// Returns true if an annotation is documentation, a name for references, or equal to its default.
fn has_no_effect(description: &ResolvedDescription<'_>, member: NodeId) -> bool {
    let arena = description.arena();
    let key = KnownKey::from_key(arena.key(member));
    is_note(description, member)
        || matches!(key, Some(KnownKey::Defs | KnownKey::Id | KnownKey::Anchor))
        || (arena.kind(member) == Kind::False
            && matches!(key, Some(KnownKey::ReadOnly | KnownKey::WriteOnly | KnownKey::Deprecated)))
}
