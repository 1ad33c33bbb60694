//! The properties that a schema declares and requires, over all its branches (JSON Schema 2020-12 sections 10.3.2.1 and
//! 6.5.3).

use std::borrow::Cow;
use std::cell::OnceCell;

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::Conjuncts;
use waybill_openapi::internal::pattern::PatternProgram;
use waybill_openapi::internal::{Kind, KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::prover::merged::Conjunct;
use crate::prover::refutation;

/// A property, or an element of `required`.
pub(in crate::facets) struct Entry<'d> {
    pub(in crate::facets) name: Cow<'d, str>,
    pub(in crate::facets) node: NodeId,
    through: Option<NodeId>,
}

impl Entry<'_> {
    /// Returns true if the entry changed and is open. Entries behind a reference share the location of that reference,
    /// which another entry may have claimed.
    pub(in crate::facets) fn changed(
        &self,
        context: &FacetContext<'_, '_>,
        (old, new): (Option<NodeId>, Option<NodeId>),
    ) -> bool {
        if self.through.is_some() { context.places.contains(old, new) } else { context.places.is_open(old, new) }
    }

    /// Returns the location of an element of `required` in the file: its list, or the element itself if the list was
    /// synthesized.
    pub(in crate::facets) fn written_at(&self, description: &ResolvedDescription<'_>) -> NodeId {
        let list = || description.arena().parent(self.node).filter(|&list| !description.is_synthesized(list));
        self.through.or_else(list).unwrap_or(self.node)
    }

    /// Returns the location in the list of changed locations.
    pub(in crate::facets) fn place(&self) -> NodeId {
        self.through.unwrap_or(self.node)
    }
}

/// The names that the branches of a schema declare and require.
pub(in crate::facets) struct Names<'d> {
    pub(in crate::facets) properties: Vec<Entry<'d>>,
    pub(in crate::facets) required: Vec<Entry<'d>>,
    /// The first inline list of required names.
    list: Option<NodeId>,
    /// The schema of all other properties, if it restricts them.
    pub(in crate::facets) rest: Option<NodeId>,
    /// The schemas of properties whose names match a pattern, each with its pattern. The pattern is compiled at its first use.
    patterns: Vec<(NodeId, OnceCell<Option<PatternProgram>>)>,
    /// Properties of the definitions that both sides refer to.
    pub(in crate::facets) shared: Vec<(&'d str, NodeId)>,
    /// The names that those definitions require.
    shared_required: Vec<Cow<'d, str>>,
}

impl<'d> Names<'d> {
    pub(in crate::facets) fn collect(description: &'d ResolvedDescription<'d>, parts: &[Conjunct]) -> Names<'d> {
        let arena = description.arena();
        let own = parts.iter().filter(|part| part.via_reference.is_none());
        let list = own.filter_map(|part| arena.member(part.object, KnownKey::Required)).find(|&id| arena.is_array(id));
        let mut names = Names {
            properties: Vec::new(),
            required: Vec::new(),
            list,
            rest: sole_rest(description, parts),
            patterns: Vec::new(),
            shared: Vec::new(),
            shared_required: Vec::new(),
        };
        let members = |object, key| arena.member(object, key).into_iter().flat_map(|id| arena.children(id));
        for part in parts {
            let entry = |name: Cow<'d, str>, node| Entry { name, node, through: part.via_reference };
            let properties = members(part.object, KnownKey::Properties);
            names.properties.extend(properties.map(|id| entry(Cow::Borrowed(arena.key_text(id)), id)));
            let required = members(part.object, KnownKey::Required);
            names.required.extend(required.filter_map(|id| Some(entry(arena.string(id)?, id))));
            let patterns = members(part.object, KnownKey::PatternProperties);
            names.patterns.extend(patterns.map(|id| (id, OnceCell::new())));
        }
        names
    }

    /// Returns true if a property is required but declared nowhere.
    pub(in crate::facets) fn demands_anything(&self, description: &ResolvedDescription<'_>, name: &str) -> bool {
        self.requirement(name).is_some() && !self.holds(name) && self.undeclared(description, name).is_empty()
    }

    /// Returns the schemas for a property that is not in `properties` (JSON Schema 2020-12 sections 10.3.2.2 and
    /// 10.3.2.3). These are the patterns that its name matches or may match, or else `additionalProperties`.
    pub(in crate::facets) fn undeclared(&self, description: &ResolvedDescription<'_>, name: &str) -> Vec<NodeId> {
        let may_match = |id: NodeId, compiled: &OnceCell<Option<PatternProgram>>| {
            let compile = || refutation::compile(description.arena().key_text(id));
            compiled
                .get_or_init(compile)
                .as_ref()
                .is_none_or(|program| refutation::is_match(program, name) != Some(false))
        };
        let patterns = self.patterns.iter().filter(|(id, compiled)| may_match(*id, compiled));
        let patterns: Vec<NodeId> = patterns.map(|(id, _)| *id).list();
        if patterns.is_empty() { self.rest.into_iter().collect() } else { patterns }
    }

    /// Adds the names declared and required by the definitions that both sides refer to.
    pub(in crate::facets) fn share(
        &mut self,
        description: &'d ResolvedDescription<'d>,
        references: impl Iterator<Item = NodeId>,
    ) {
        let arena = description.arena();
        let targets: Vec<NodeId> = references.filter_map(|id| description.resolve(id)).list();
        for object in Conjuncts::opened(description, &targets).objects {
            let members = |key| arena.member(object, key).into_iter().flat_map(|id| arena.children(id));
            self.shared.extend(members(KnownKey::Properties).map(|id| (arena.key_text(id), id)));
            self.shared_required.extend(members(KnownKey::Required).filter_map(|id| arena.string(id)));
        }
    }

    /// Returns true if both declare and require the same names in the same order. This is the usual case, and nothing
    /// is reported.
    pub(in crate::facets) fn are(&self, others: &Names<'_>) -> bool {
        same_names(&self.properties, &others.properties) && same_names(&self.required, &others.required)
    }

    /// Sorts the declared and required names, and removes duplicates.
    pub(in crate::facets) fn sort(&mut self) {
        for entries in [&mut self.properties, &mut self.required] {
            order::sort_by(entries, |one, other| one.name.cmp(&other.name));
            entries.dedup_by(|again, first| again.name == first.name);
        }
    }

    pub(in crate::facets) fn property(&self, name: &str) -> Option<NodeId> {
        find(&self.properties, name).map(|entry| entry.node)
    }

    /// Returns the location that makes a name required or, by omission, optional: the list, or the property itself if
    /// the file has no list.
    pub(in crate::facets) fn property_declared_at(
        &self,
        description: &ResolvedDescription<'_>,
        name: &str,
    ) -> Option<NodeId> {
        let written = self.list.filter(|&list| !description.is_synthesized(list));
        let own = || self.requirement(name).or_else(|| self.property(name));
        written.or_else(|| self.list.and_then(|_| own()))
    }

    /// Returns true if the entry only states that objects have no such property.
    pub(in crate::facets) fn forbids(&self, description: &ResolvedDescription<'_>, entry: &Entry<'_>) -> bool {
        description.arena().kind(entry.node) == Kind::False && self.requirement(&entry.name).is_none()
    }

    pub(in crate::facets) fn requirement(&self, name: &str) -> Option<NodeId> {
        find(&self.required, name).map(|entry| entry.node)
    }

    /// Returns true if a definition that both sides refer to declares the property.
    pub(in crate::facets) fn holds(&self, name: &str) -> bool {
        self.shared.iter().any(|(known, _)| *known == name)
    }

    pub(in crate::facets) fn required_elsewhere(&self, name: &str) -> bool {
        self.shared_required.iter().any(|known| known == name)
    }
}

/// Returns the schema of `additionalProperties` if only one branch has one, and it is neither empty nor a boolean.
fn sole_rest(description: &ResolvedDescription<'_>, parts: &[Conjunct]) -> Option<NodeId> {
    let arena = description.arena();
    let mut all = parts.iter().filter_map(|part| arena.member(part.object, KnownKey::AdditionalProperties));
    let only = all.next().filter(|&id| arena.is_object(id) && arena.children(id).next().is_some());
    only.filter(|_| all.next().is_none())
}

fn same_names(some: &[Entry<'_>], others: &[Entry<'_>]) -> bool {
    some.len() == others.len() && some.iter().zip(others).all(|(one, other)| one.name == other.name)
}

pub(in crate::facets) fn find<'n, 'd>(names: &'n [Entry<'d>], name: &str) -> Option<&'n Entry<'d>> {
    let at = names.binary_search_by(|known| known.name.as_ref().cmp(name)).ok()?;
    names.get(at)
}
