//! Groups changes by location: an endpoint, a shared definition, or several locations with the same change.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;

use super::Detail;
use super::entries::{Entry, join_changes, without_component, without_webhook};
use crate::Change;
use crate::render::markdown::groups::{Heading, heading};

/// Minimum number of locations with the same change to list it once, instead of at each location.
const MIN_SHARED: usize = 4;

/// Locations with the same changes.
pub(super) struct Place<'a> {
    pub(super) headings: Vec<Heading<'a>>,
    /// The changes there, without the names that the headings contain.
    pub(super) entries: Vec<Entry<'a>>,
}

/// The key of equal entries: rule and text.
type Key<'a> = (&'a str, String);

/// Returns the locations of changes, sorted by name, and after them the changes that several locations share.
pub(super) fn read_places<'a>(changes: impl Iterator<Item = &'a Change>, detail: Detail) -> Vec<Place<'a>> {
    let groups = order::groups(changes.map(|change| (of_reader(change), change)));
    let mut places = groups.into_iter().map(|(heading, mut changes)| {
        order::sort_by(&mut changes, |one, other| other.level.cmp(&one.level));
        Place { headings: vec![heading], entries: join_changes(changes).into_iter().map(within_place).list() }
    });
    let places = places.by_ref().list();
    if detail == Detail::All { places } else { join_alike(share(places)) }
}

/// Returns the location that readers know: the endpoint if the change affects only one, even inside a definition.
pub(super) fn of_reader(change: &Change) -> Heading<'_> {
    match (heading(change), &*change.operations) {
        (Heading::Component(_, _, names), [only]) if names.len() == 1 => Heading::Endpoint(only),
        (Heading::Component(_, _, names), _) if names.len() == 1 => Heading::Several(names),
        (heading, _) => heading,
    }
}

/// Returns an entry without the name of its definition.
fn within_place(mut entry: Entry<'_>) -> Entry<'_> {
    if let Some(Heading::Component(_, component, _)) = entry.first().map(heading) {
        entry.text = without_component(&entry.text, &component);
    }
    if let [only] = entry.names.as_slice() {
        entry.text = without_webhook(&entry.text, only);
    }
    entry
}

fn key<'a>(entry: &Entry<'a>) -> Key<'a> {
    (entry.first().map_or("", |change| change.rule), entry.text.clone())
}

/// Moves changes that many locations share into their own group.
fn share(places: Vec<Place<'_>>) -> Vec<Place<'_>> {
    let keyed =
        places.iter().enumerate().flat_map(|(at, place)| place.entries.iter().map(move |entry| (key(entry), at)));
    let mut shared = order::groups(keyed.list());
    shared.retain(|(_, places)| places.len() >= MIN_SHARED);
    let mut common: Vec<(Vec<usize>, Vec<Entry<'_>>)> = Vec::new();
    let mut kept = Vec::new();
    for (at, Place { headings, entries }) in places.into_iter().enumerate() {
        let mut own = Vec::new();
        for entry in entries {
            match order::find(&shared, &key(&entry)) {
                Some(places) if places.first() == Some(&at) => common.push((places.clone(), vec![entry])),
                Some(_) => {}
                None => own.push(entry),
            }
        }
        kept.push((headings, own));
    }
    let headings = |at: &usize| kept.get(*at).into_iter().flat_map(|(headings, _)| headings.iter().cloned()).list();
    let common = order::groups(common).into_iter().map(|(places, entries)| Place {
        headings: places.iter().flat_map(headings).list(),
        entries: entries.into_iter().flatten().list(),
    });
    let common = common.list();
    let kept = kept.into_iter().map(|(headings, entries)| Place { headings, entries });
    kept.filter(|place| !place.entries.is_empty()).chain(common).list()
}

/// Joins locations with exactly the same changes.
fn join_alike(places: Vec<Place<'_>>) -> Vec<Place<'_>> {
    let keyed = places.into_iter().enumerate().map(|(at, place)| (place.entries.iter().map(key).list(), (at, place)));
    let mut joined = order::groups(keyed.list()).into_iter().filter_map(|(_, alike)| {
        let mut alike = alike.into_iter();
        let (first, mut place) = alike.next()?;
        place.headings.extend(alike.flat_map(|(_, other)| other.headings));
        Some((first, place))
    });
    let mut joined = joined.by_ref().list();
    order::sort_by(&mut joined, |(one, _), (other, _)| one.cmp(other));
    joined.into_iter().map(|(_, place)| place).list()
}
