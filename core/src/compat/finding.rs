//! Facts and rules to findings: which row applies, in which direction, and whom it reaches.

use super::rule::{Rule, is_directed, own_direction};
use super::{Level, rules};
use crate::diff::{Affected, Differ, Direction, Event, Facet, Fact, Quality, Reached, Relation};

/// What a rule says of a fact.
#[derive(Debug)]
pub(crate) struct Finding<'f> {
    pub(crate) rule: &'static Rule,
    pub(crate) fact: &'f Fact,
    pub(crate) direction: Option<Direction>,
    /// The pairs of operations it reaches.
    pub(crate) pairs: Vec<usize>,
}

/// The findings of a concluded comparison, in the order of its facts.
pub(crate) fn judge<'f>(differ: &'f Differ<'_>) -> Vec<Finding<'f>> {
    differ.facts.iter().flat_map(|fact| of_fact(differ, fact)).collect()
}

/// The facts no rule speaks of, as whoever writes rules sees them.
pub(crate) fn unsaid(differ: &Differ<'_>) -> Vec<String> {
    let pointers = |fact: &Fact| {
        let old = fact.old.map(|id| differ.sides.old.pointer(id));
        (old, fact.new.map(|id| differ.sides.new.pointer(id)))
    };
    let said = |fact: &Fact| fact.event == Event::Changed(Relation::Same) || !of_fact(differ, fact).is_empty();
    let facts = differ.facts.iter().filter(|fact| !said(fact));
    facts.map(|fact| format!("{:?} {:?} at {:?}", fact.facet, fact.event, pointers(fact))).collect()
}

fn of_fact<'f>(differ: &'f Differ<'_>, fact: &'f Fact) -> Vec<Finding<'f>> {
    let pairs = |direction| match fact.affected {
        Affected::Unit(unit) => {
            let reached = differ.reach().and_then(|reach| reach.of_unit(unit));
            reached.map(|reached| reached.pairs(direction)).unwrap_or_default()
        }
        Affected::Pair(pair) if direction.is_none_or(|direction| direction == differ.sent(pair)) => vec![pair],
        Affected::Pair(_) | Affected::Old(_) | Affected::New(_) | Affected::Nobody => Vec::new(),
    };
    if let Some(own) = own_direction(fact.facet) {
        return turned(differ, fact, own, pairs(None));
    }
    // What could not be decided is no more decided one way than the other: it is said once.
    let undecided = fact.facet == Facet::Composition && fact.event == Event::Changed(Relation::Unknown);
    if !is_directed(fact.facet) || undecided {
        return rule_for(fact, None)
            .map(|rule| Finding { rule, fact, direction: None, pairs: pairs(None) })
            .into_iter()
            .collect();
    }
    let ways = [Direction::Request, Direction::Response];
    if ways.into_iter().all(|direction| pairs(Some(direction)).is_empty()) {
        // Nobody knows which way these values travel, so nobody can say what the change means; or they do not travel.
        let rule = if goes_nowhere(differ, fact) { rules::unsent() } else { rules::fallback() };
        return vec![Finding { rule, fact, direction: None, pairs: pairs(None) }];
    }
    if !ways.into_iter().any(|direction| travels(fact, direction) && !pairs(Some(direction)).is_empty()) {
        return vec![Finding { rule: rules::unsent(), fact, direction: None, pairs: pairs(None) }];
    }
    let going = ways.into_iter().filter(|direction| travels(fact, *direction) && !pairs(Some(*direction)).is_empty());
    let judged = going.filter_map(|direction| Some((rule_for(fact, Some(direction))?, direction))).collect::<Vec<_>>();
    if let [(rule, _), (other, _)] = judged.as_slice()
        && rule.id == other.id
    {
        // It is the same both ways, and said once.
        return vec![Finding { rule, fact, direction: None, pairs: pairs(None) }];
    }
    // What is only words one way is not said where it is more the other way.
    let matters = judged.iter().any(|(rule, _)| rule.level > Level::Docs);
    let said = judged.into_iter().filter(|(rule, _)| rule.level > Level::Docs || !matters);
    let finding = |(rule, direction)| Finding { rule, fact, direction: Some(direction), pairs: pairs(Some(direction)) };
    said.map(finding).collect()
}

/// The findings of a fact whose values travel `own` way in operations of paths, and the other way where the service is
/// the one that sends the request.
fn turned<'f>(differ: &Differ<'_>, fact: &'f Fact, own: Direction, pairs: Vec<usize>) -> Vec<Finding<'f>> {
    let is_reversed = |&pair: &usize| differ.pairing.get(&differ.sides, pair).is_some_and(|(_, new)| new.is_reversed());
    let nobody = pairs.is_empty();
    let (turned, straight): (Vec<usize>, Vec<usize>) = pairs.into_iter().partition(is_reversed);
    [(own, straight), (own.reversed(), turned)]
        .into_iter()
        .filter(|(direction, pairs)| !pairs.is_empty() || (nobody && *direction == own))
        .filter_map(|(direction, pairs)| {
            let rule = rule_for(fact, Some(direction))?;
            Some(Finding { rule, fact, direction: Some(direction), pairs })
        })
        .collect()
}

/// The row of a fact: the first that applies.
pub(crate) fn rule_for(fact: &Fact, direction: Option<Direction>) -> Option<&'static Rule> {
    if fact.event == Event::Changed(Relation::Same) {
        return None;
    }
    rules::all().find(|rule| rule.when.applies(fact, direction))
}

/// Whether it is only about messages that never hold the values.
fn goes_nowhere(differ: &Differ<'_>, fact: &Fact) -> bool {
    let Affected::Unit(unit) = fact.affected else { return false };
    differ.reach().and_then(|reach| reach.of_unit(unit)).is_some_and(Reached::has_direction)
}

/// Whether the thing is there at all in this direction: `readOnly` leaves requests, `writeOnly` leaves responses.
fn travels(fact: &Fact, direction: Direction) -> bool {
    match direction {
        Direction::Request => !fact.has(Quality::ReadOnly),
        Direction::Response => !fact.has(Quality::WriteOnly),
    }
}
