//! The raw comparison of one pair of values: every changed place, and every pair of objects the facets look at.
//!
//! Equal digests end the walk. References are compared by what they lead to, as pairs of their own.

use super::align::{self, Alignment, Parameters};
use super::differ::Differ;
use super::merged::is_renamed;
use super::places::Claim;
use super::reach::{Owner, Part};
use crate::openapi::{Description, KeyId, NodeId, Site, Word};

impl<'d> Differ<'d> {
    /// Compares two values that stand at the same site.
    pub(super) fn walk(&mut self, unit: usize, old: NodeId, new: NodeId, site: Site) {
        if self.sides.equal(old, new) {
            return;
        }
        if self.is_compared_alone(unit, old, new, site) || self.walk_as_schema(unit, old, new, site) {
            return;
        }
        let has_reference = |description: &Description<'_>, id| description.reference(id).is_some();
        if site.is_referable() && (has_reference(self.sides.old, old) || has_reference(self.sides.new, new)) {
            self.walk_reference(unit, old, new, site);
            return;
        }
        let objects = self.sides.old.arena().is_object(old) && self.sides.new.arena().is_object(new);
        if site == Site::Operation && (!objects || self.sides.is_implemented_on_one(old, new)) {
            // Where there is no operation on one side, or none that does anything, there is nothing to compare.
            self.places.add(Some(old), Some(new), site, unit);
            return;
        }
        if matches!(site, Site::PathItem | Site::Operation) && !self.is_unit(unit, old, new) {
            let owners = self.contract_owners(Some(unit), old, new, site);
            self.enqueue(old, new, site, &owners);
            return;
        }
        self.visit(site, old, new);
        self.walk_inside(unit, old, new, site);
    }

    /// Whether references lead to this pair, so that it is compared once for all who use it, this unit among them.
    fn is_compared_alone(&mut self, unit: usize, old: NodeId, new: NodeId, site: Site) -> bool {
        let definable = site.is_referable() && !matches!(site, Site::PathItem | Site::Operation) && !self.sealed;
        let alone = definable && !self.is_unit(unit, old, new) && self.is_on_the_list(old, new);
        if alone && !self.quiet {
            self.enqueue(old, new, site, &[Owner::Unit(unit)]);
        }
        alone
    }

    fn walk_inside(&mut self, unit: usize, old: NodeId, new: NodeId, site: Site) {
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        let objects = left.is_object(old) && right.is_object(new);
        let arrays = left.is_array(old) && right.is_array(new);
        match site {
            Site::Docs | Site::Data | Site::Version | Site::Extension => {
                self.places.add(Some(old), Some(new), site, unit);
            }
            Site::Set => {
                if !self.sides.same_set(old, new) {
                    self.places.add(Some(old), Some(new), site, unit);
                } else if left.is_array(old) != right.is_array(new) {
                    self.note(unit, Some(old), Some(new));
                }
            }
            Site::Required if arrays => self.walk_alignment(unit, site, align::sets(self.olds(old), self.news(new))),
            Site::Branches | Site::Alternatives if arrays => {
                self.walk_alignment(unit, site, align::branches(&self.sides, old, new));
            }
            Site::Parameters if arrays => self.walk_parameters(unit, Some(old), Some(new)),
            Site::Servers if arrays => {
                let alignment = align::servers(self.olds(old), self.news(new));
                let in_order = alignment.is_in_order();
                self.walk_alignment(unit, site, alignment);
                if !in_order {
                    // Which of them comes first is asked for each operation.
                    self.note(unit, Some(old), Some(new));
                }
            }
            Site::Tags if arrays => {
                let alignment = align::tags(self.olds(old), self.news(new));
                if !alignment.is_in_order() {
                    // Tools may show tags in this order (OpenAPI 3.1.1 section 4.8.1.1, `tags`).
                    self.places.add(Some(old), Some(new), Site::Docs, unit);
                }
                self.walk_alignment(unit, site, alignment);
            }
            Site::Paths if objects => self.walk_alignment(unit, site, align::paths(self.olds(old), self.news(new))),
            Site::Tuple | Site::OpaqueMap | Site::PrefixEncodings if arrays => {
                self.walk_alignment(unit, site, align::positions(self.olds(old), self.news(new)));
            }
            Site::Callback if objects => self.walk_callback(unit, old, new),
            Site::Operation if objects => self.walk_operation(unit, old, new),
            Site::Root if objects => self.walk_root(unit, old, new),
            Site::Content if objects => self.walk_content(unit, old, new),
            Site::Responses if objects => self.walk_responses(unit, old, new),
            Site::Headers if objects => self.walk_headers(unit, old, new),
            Site::Parameter if objects && self.are_ignored(old, new) => {
                self.places.add(Some(old), Some(new), Site::Docs, unit);
            }
            _ if objects => self.walk_members(unit, old, new, site, &[]),
            _ => self.places.add(Some(old), Some(new), site, unit),
        }
    }

    fn olds(&self, id: NodeId) -> (&'d Description<'d>, NodeId) {
        (self.sides.old, id)
    }

    fn news(&self, id: NodeId) -> (&'d Description<'d>, NodeId) {
        (self.sides.new, id)
    }

    pub(super) fn walk_alignment(&mut self, unit: usize, site: Site, alignment: Alignment) {
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        for (old, new) in alignment.pairs {
            self.walk(unit, old, new, site.child(right.key(new)));
        }
        for old in alignment.removed {
            self.lone(unit, Some(old), None, site.child(left.key(old)));
        }
        for new in alignment.added {
            self.lone(unit, None, Some(new), site.child(right.key(new)));
        }
    }

    /// Compares the members of two objects, `except` some.
    pub(super) fn walk_members(&mut self, unit: usize, old: NodeId, new: NodeId, site: Site, except: &[KeyId]) {
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        let (mut near_old, mut near_new) = (old, new);
        for child in right.children(new).filter(|&child| !except.contains(&right.key(child))) {
            let site = site.child(right.key(child));
            let Some(partner) = self.sides.in_old_near(old, child, near_old) else {
                self.lone(unit, None, Some(child), site);
                continue;
            };
            near_old = left.after(partner);
            self.walk_member(unit, partner, child, site);
        }
        for child in left.children(old).filter(|&child| !except.contains(&left.key(child))) {
            match self.sides.in_new_near(new, child, near_new) {
                Some(partner) => near_new = right.after(partner),
                None => self.lone(unit, Some(child), None, site.child(left.key(child))),
            }
        }
    }

    /// Entries of the components are definitions: each is a unit of its own.
    fn walk_member(&mut self, unit: usize, old: NodeId, new: NodeId, site: Site) {
        if self.sides.new.is_component(new) && self.sides.old.is_component(old) {
            if !self.sides.equal(old, new) {
                self.enqueue(old, new, site, &[Owner::Component { old, new }]);
            }
        } else {
            self.walk(unit, old, new, site);
        }
    }

    /// A value that is on one side only. Lists whose elements have facts of their own are taken apart.
    pub(super) fn lone(&mut self, unit: usize, old: Option<NodeId>, new: Option<NodeId>, site: Site) {
        let is_list =
            |description: &Description<'_>, id: Option<NodeId>| id.is_none_or(|id| description.arena().is_array(id));
        if site == Site::Parameters && is_list(self.sides.old, old) && is_list(self.sides.new, new) {
            self.walk_parameters(unit, old, new);
            return;
        }
        let is_empty = |description: &Description<'_>, id| description.arena().children(id).next().is_none();
        let says_nothing = |description, id: Option<NodeId>| id.is_none_or(|id| is_empty(description, id));
        if site == Site::Servers && says_nothing(self.sides.old, old) && says_nothing(self.sides.new, new) {
            // Nor does an empty list of servers (OpenAPI 3.1.1 section 4.8.1.1).
            self.note(unit, old, new);
            return;
        }
        let is_reference = |description: &Description<'_>, id: Option<NodeId>| {
            site.is_referable() && id.is_some_and(|id| description.reference(id).is_some())
        };
        let refers = is_reference(self.sides.old, old) || is_reference(self.sides.new, new);
        let is_component = old.is_some_and(|id| self.sides.old.is_component(id))
            || new.is_some_and(|id| self.sides.new.is_component(id));
        let taken_apart = !refers && !is_component && is_made_of_entries(site);
        let parts: Vec<(Option<NodeId>, Option<NodeId>, KeyId)> = if taken_apart {
            let left = old.into_iter().flat_map(|id| self.sides.old.arena().children(id));
            let right = new.into_iter().flat_map(|id| self.sides.new.arena().children(id));
            let left = left.map(|id| (Some(id), None, self.sides.old.arena().key(id)));
            left.chain(right.map(|id| (None, Some(id), self.sides.new.arena().key(id)))).collect()
        } else {
            Vec::new()
        };
        if parts.is_empty() {
            self.places.add(old, new, site, unit);
            let empty = says_nothing(self.sides.old, old) && says_nothing(self.sides.new, new);
            if !is_component && empty && is_nothing_where_empty(site) {
                self.places.claim(old, new, Claim::Neutral);
            }
        }
        for (old, new, key) in parts {
            self.lone(unit, old, new, site.child(key));
        }
    }

    /// At least one side is a reference: what both stand for is compared, as a pair of its own.
    fn walk_reference(&mut self, unit: usize, old: NodeId, new: NodeId, site: Site) {
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        let members = self.sides.old.reference_member(old).zip(self.sides.new.reference_member(new));
        // One word for both: a `$ref` that becomes a `$dynamicRef` differs as a whole.
        if let Some((from, to)) = members.filter(|&(from, to)| self.sides.same_name(from, to)) {
            let word = right.key(to);
            if left.digest(from) == right.digest(to) {
                // The same reference: only what stands beside it differs.
                self.walk_members(unit, old, new, site, &[word]);
                return;
            }
            self.walk_members(unit, old, new, site, &[word]);
            self.places.add(Some(from), Some(to), Site::Data, unit);
            if self.pair_targets(unit, old, new, site) {
                self.places.claim(Some(from), Some(to), Claim::Neutral);
            }
            return;
        }
        self.places.add(Some(old), Some(new), site, unit);
        if self.pair_targets(unit, old, new, site) {
            self.places.claim(Some(old), Some(new), Claim::Neutral);
            if site == Site::PathItem {
                self.walk_beside(unit, old, new);
            }
        }
    }

    /// One of two path items is a reference, and what stands beside that is of the path item as well.
    fn walk_beside(&mut self, unit: usize, old: NodeId, new: NodeId) {
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        let refers = (self.sides.old.reference(old).is_some(), self.sides.new.reference(new).is_some());
        for member in left.children(old).filter(|&id| refers.0 && left.key(id) != Word::Ref.key()) {
            self.lone(unit, Some(member), None, Site::PathItem.child(left.key(member)));
        }
        for member in right.children(new).filter(|&id| refers.1 && right.key(id) != Word::Ref.key()) {
            self.lone(unit, None, Some(member), Site::PathItem.child(right.key(member)));
        }
    }

    fn pair_targets(&mut self, unit: usize, old: NodeId, new: NodeId, site: Site) -> bool {
        // What a sealed schema refers to makes no value valid either: the facet of its keyword looks at it as a whole.
        let targets = self.sides.old.resolve(old).zip(self.sides.new.resolve(new)).filter(|_| !self.sealed);
        let Some((from, to)) = targets else { return false };
        if !self.sides.equal(from, to) && (!self.quiet || self.inclusion.same(from, to)) {
            let target = self.enqueue(from, to, site, &[Owner::Unit(unit)]);
            let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
            // What stands under another name, such as a status that covers another one, is another place.
            let same_place = left.key(old) == right.key(new) || self.sides.same_name(old, new);
            if same_place && !is_renamed(&self.sides, old, new) {
                self.note_replaced(unit, target, (Some(old), Some(new)));
            }
        }
        true
    }

    fn is_unit(&self, unit: usize, old: NodeId, new: NodeId) -> bool {
        self.units.get(unit).is_some_and(|unit| (unit.old, unit.new) == (old, new))
    }

    /// The operations a path item holds or an operation is; the unit around it where none are paired.
    pub(super) fn contract_owners(&self, unit: Option<usize>, old: NodeId, new: NodeId, site: Site) -> Vec<Owner> {
        let pairs =
            if site == Site::PathItem { self.pairing.of_item(old, new) } else { self.pairing.of_operation(old, new) };
        if pairs.is_empty() {
            return vec![unit.map_or(Owner::Component { old, new }, Owner::Unit)];
        }
        pairs.iter().map(|&pair| Owner::Contract { pair, part: Part::Whole }).collect()
    }

    /// The body and the responses of an operation are units of their own: their values travel one way each.
    fn walk_operation(&mut self, unit: usize, old: NodeId, new: NodeId) {
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        for child in right.children(new) {
            let site = Site::Operation.child(right.key(child));
            let part = match site {
                Site::RequestBody => Part::Request,
                Site::Responses => Part::Response,
                _ => Part::Whole,
            };
            match self.sides.in_old(old, child) {
                Some(partner) if part == Part::Whole => self.walk(unit, partner, child, site),
                Some(partner) => {
                    if !self.sides.equal(partner, child) {
                        let owners = self.owners_for(unit, part);
                        self.enqueue(partner, child, site, &owners);
                    }
                }
                None => self.lone(unit, None, Some(child), site),
            }
        }
        for child in left.children(old) {
            if self.sides.in_new(new, child).is_none() {
                self.lone(unit, Some(child), None, Site::Operation.child(left.key(child)));
            }
        }
    }

    /// Two arrays of parameters at the same level, either of which may be missing.
    fn walk_parameters(&mut self, unit: usize, old: Option<NodeId>, new: Option<NodeId>) {
        let left = old.into_iter().flat_map(|id| self.sides.old.arena().children(id)).collect::<Vec<_>>();
        let right = new.into_iter().flat_map(|id| self.sides.new.arena().children(id)).collect::<Vec<_>>();
        if left.is_empty() && right.is_empty() {
            // An empty list says what a missing one says.
            self.note(unit, old, new);
            return;
        }
        let owners = self.owners_for(unit, Part::Request);
        let templates = owners.first().and_then(|owner| self.templates(owner)).unwrap_or_default();
        let alignment = align::parameters(
            Parameters { description: self.sides.old, elements: left, template: templates.0 },
            Parameters { description: self.sides.new, elements: right, template: templates.1 },
        );
        for (old, new) in alignment.pairs {
            if !self.sides.equal(old, new) {
                let takes = |owner: &Owner| -> (bool, bool) {
                    let Owner::Contract { pair, .. } = *owner else { return (true, true) };
                    let both = self.pairing.get(&self.sides, pair);
                    both.map_or((true, true), |(left, right)| {
                        (align::takes(self.sides.old, left, old), align::takes(self.sides.new, right, new))
                    })
                };
                let kept: Vec<Owner> = owners.iter().filter(|owner| takes(owner) == (true, true)).copied().collect();
                if kept.is_empty() && owners.iter().any(|owner| takes(owner) != (false, false)) {
                    // What stands in for it, or did, is compared for each operation.
                    self.note(unit, Some(old), Some(new));
                } else {
                    self.enqueue(old, new, Site::Parameter, &kept);
                }
            }
        }
        for old in alignment.removed {
            self.places.add(Some(old), None, Site::Parameter, unit);
        }
        for new in alignment.added {
            self.places.add(None, Some(new), Site::Parameter, unit);
        }
    }

    /// The owners of a unit, for one part of what it holds.
    fn owners_for(&self, unit: usize, part: Part) -> Vec<Owner> {
        let owners = self.units.get(unit).map(|unit| unit.owners.clone()).unwrap_or_default();
        let part = |owner| match owner {
            Owner::Contract { pair, part: Part::Whole } => Owner::Contract { pair, part },
            other => other,
        };
        owners.into_iter().map(part).collect()
    }

    pub(super) fn templates(&self, owner: &Owner) -> Option<(&'d str, &'d str)> {
        let Owner::Contract { pair, .. } = owner else { return None };
        let (old, new) = self.pairing.get(&self.sides, *pair)?;
        Some((&old.path, &new.path))
    }
}

/// Whether a value of this site says nothing but what its entries say.
const fn is_made_of_entries(site: Site) -> bool {
    matches!(
        site,
        Site::Properties
            | Site::Required
            | Site::SchemaMap
            | Site::Section(_)
            | Site::Components
            | Site::PathItems
            | Site::AdditionalOperations
            | Site::Tags
            | Site::Scopes
            | Site::Unheeded
            | Site::Content
            | Site::Responses
            | Site::Headers
            | Site::Links
            | Site::Encodings
            | Site::PrefixEncodings
            | Site::Encoding
            | Site::Callbacks
            | Site::Callback
    )
}

/// Whether an empty map or list of this site says what a missing one says.
const fn is_nothing_where_empty(site: Site) -> bool {
    matches!(
        site,
        Site::Components
            | Site::Section(_)
            | Site::PathItems
            | Site::AdditionalOperations
            | Site::Callbacks
            | Site::Callback
            | Site::ServerVariables
            | Site::Examples
            | Site::Tags
            | Site::Properties
            | Site::Required
            | Site::SchemaMap
    )
}
