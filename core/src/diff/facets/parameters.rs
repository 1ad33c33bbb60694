//! Parameters an operation came to take or takes no more, those of its path included: an operation's own parameter
//! stands in for the path's of the same name and location (OpenAPI 3.1.1 section 4.8.9.1).

use super::required::is_required;
use crate::diff::align::{self, Parameters, parameter_identity};
use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Fact};
use crate::diff::maps::is_ignored_parameter;
use crate::diff::places::Claim;
use crate::diff::reach::{Affected, Owner, Part};
use crate::openapi::{Contract, Description, NodeId, Site, Word};

/// Compares what the two operations of a pair take.
pub(super) fn of_contract(differ: &mut Differ<'_>, pair: usize) {
    let Some((old, new)) = differ.pairing.get(&differ.sides, pair) else { return };
    if !may_differ(differ, old, new) {
        return;
    }
    let (left, right) = (effective(differ.sides.old, old), effective(differ.sides.new, new));
    let alignment = align::parameters(
        Parameters { description: differ.sides.old, elements: left, template: &old.path },
        Parameters { description: differ.sides.new, elements: right, template: &new.path },
    );
    for (from, to) in alignment.pairs {
        paired(differ, pair, from, to);
    }
    for element in alignment.removed {
        lone(differ, pair, Event::Removed, element, (Some(element), Some(new.operation)));
    }
    for element in alignment.added {
        lone(differ, pair, Event::Added, element, (Some(old.operation), Some(element)));
    }
}

/// Whether the lists can differ: they do not where the operation and its path are the same and only refer to
/// parameters that kept their names.
fn may_differ(differ: &Differ<'_>, old: &Contract, new: &Contract) -> bool {
    let lists = |id: NodeId, other: NodeId| differ.sides.word(id, other, Word::Parameters);
    let same = |(left, right): (Option<NodeId>, Option<NodeId>)| match (left, right) {
        (None, None) => true,
        (Some(left), Some(right)) => differ.sides.equal(left, right),
        (Some(_), None) | (None, Some(_)) => false,
    };
    let unchanged = same(lists(old.item, new.item)) && same(lists(old.operation, new.operation));
    !unchanged || differ.renamed_parameters
}

/// The parameters an operation takes, as elements of the lists they stand in.
fn effective(description: &Description<'_>, contract: &Contract) -> Vec<NodeId> {
    let arena = description.arena();
    let list = |id| arena.word(id, Word::Parameters).into_iter().flat_map(|list| arena.children(list));
    let own: Vec<NodeId> = list(contract.operation).collect();
    let identity = |id| parameter_identity(description, id, &contract.path);
    let overridden: Vec<_> = own.iter().map(|&id| identity(id)).collect();
    let inherited = list(contract.item).filter(|&id| !overridden.contains(&identity(id)));
    inherited.chain(own.iter().copied()).collect()
}

fn paired(differ: &mut Differ<'_>, pair: usize, old: NodeId, new: NodeId) {
    // One that moved between the path and the operation is on one side only in both places.
    differ.places.claim(Some(old), None, Claim::Neutral);
    differ.places.claim(None, Some(new), Claim::Neutral);
    if !differ.sides.equal(old, new) {
        differ.enqueue(old, new, Site::Parameter, &[Owner::Contract { pair, part: Part::Request }]);
    }
    let resolved = differ.sides.old.resolve(old).zip(differ.sides.new.resolve(new));
    if let Some((from, to)) = resolved {
        // A path parameter's name is the template's business, and a header's case nobody's.
        let names = differ.sides.word(from, to, Word::Name);
        differ.places.claim(names.0, names.1, Claim::Neutral);
    }
}

fn lone(
    differ: &mut Differ<'_>,
    pair: usize,
    event: Event,
    element: NodeId,
    (old, new): (Option<NodeId>, Option<NodeId>),
) {
    let is_old = event == Event::Removed;
    let description = if is_old { differ.sides.old } else { differ.sides.new };
    let resolved = description.resolve(element).unwrap_or(element);
    let arena = description.arena();
    let name = arena.string_at(resolved, Word::Name).unwrap_or_default().into_owned();
    let required = is_required(description, resolved);
    // The place may be the element, or the name or location of a component that is called differently now.
    for node in [Some(element), arena.word(resolved, Word::Name), arena.word(resolved, Word::In)] {
        match node {
            Some(node) if is_old => differ.places.claim_old(node, Claim::Fact),
            Some(node) => differ.places.claim_new(node, Claim::Fact),
            None => {}
        }
    }
    let thing = if is_ignored_parameter(description, resolved) { Facet::Docs } else { Facet::Parameter };
    let fact = Fact::new(thing, event, old, new, Affected::Pair(pair));
    differ.facts.push(fact.named(name).required(required));
}
