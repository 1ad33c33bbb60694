//! Findings: the rule that applies to each fact, the direction of its values, and the affected operations.

use super::levels::level_of;
use super::rule::Rule;
use super::{Level, Levels, rules};
use crate::reach::reached::reversed;
use crate::{
    Affected, DiffResult, Direction, Event, Facet, FacetDirection, Fact, Qualifier, Reach, Reached, Relation,
    asks_for_scope, is_in_other_than_xml,
};

/// The judgement of a rule about a fact.
#[derive(Debug)]
pub struct Finding {
    /// The rule that covers the fact.
    pub rule: &'static Rule,
    /// The level of the change: the rule's, or the one that the publisher gives it.
    pub level: Level,
    /// Index of the fact.
    pub fact: usize,
    /// Direction of the values.
    pub direction: Option<Direction>,
    /// The affected operation pairs.
    pub pairs: Vec<usize>,
}

impl Finding {
    fn new(
        levels: &Levels,
        rule: &'static Rule,
        fact: usize,
        direction: Option<Direction>,
        pairs: Vec<usize>,
    ) -> Finding {
        Finding { rule, level: level_of(levels, rule), fact, direction, pairs }
    }
}

/// Returns the findings about a fact of a completed comparison, given the fact's index.
pub fn judge(result: &DiffResult<'_, '_>, levels: &Levels, at: usize) -> Vec<Finding> {
    result.facts.get(at).map(|fact| judge_renamed(result, levels, fact, at)).unwrap_or_default()
}

/// Returns the findings about a fact, limited to the operations that reach the definition pair of `place`. `place` is a
/// fact about a replaced definition.
pub fn judge_for(result: &DiffResult<'_, '_>, levels: &Levels, at: usize, place: &Fact) -> Vec<Finding> {
    let Some(fact) = result.facts.get(at) else { return Vec::new() };
    judge_renamed(result, levels, &Fact { affected: place.affected, ..fact.clone() }, at)
}

/// Returns the findings of a fact. A renamed property was removed and added. In each direction, the finding with the
/// higher level is about both. Findings that the publisher lowered are kept, because reports count them.
fn judge_renamed(result: &DiffResult<'_, '_>, levels: &Levels, fact: &Fact, at: usize) -> Vec<Finding> {
    let mut found = judge_fact(result, levels, fact, at);
    let Some((twin_at, twin)) = fact.renamed.and_then(|at| Some((at, result.facts.get(at)?))) else { return found };
    let others = judge_fact(result, levels, &Fact { affected: fact.affected, ..twin.clone() }, twin_at);
    found.retain(|finding| {
        let is_about_both = |other: &Finding| {
            other.direction == finding.direction
                && other.rule.is_about_properties()
                && (other.level > finding.level || other.level == finding.level && twin.event == Event::Removed)
        };
        let is_lowered = finding.level < finding.rule.level;
        is_lowered || !finding.rule.is_about_properties() || !others.iter().any(is_about_both)
    });
    found
}

/// The operations that a fact affects, or a subset of them.
struct Audience<'a, 'd> {
    result: &'a DiffResult<'a, 'd>,
    levels: &'a Levels,
    fact: &'a Fact,
    /// True to select only the operations that the values reach as strings, false for the others, `None` for all.
    as_text: Option<bool>,
}

impl Audience<'_, '_> {
    fn includes(&self, pair: usize, direction: Option<Direction>) -> bool {
        let Some((wanted, as_text)) = self.as_text.zip(self.fact.as_text.as_ref()) else { return true };
        let is_way = |way: &(usize, Option<Direction>)| way.0 == pair && (direction.is_none() || way.1 == direction);
        wanted == as_text.ways.iter().any(is_way)
    }

    /// Returns true if any operation is affected.
    fn is_not_empty(&self) -> bool {
        let Affected::DefinitionPair(definition_pair) = self.fact.affected else { return self.as_text.is_none() };
        let reached = self.result.reach.reached(definition_pair).map(Reached::ways).unwrap_or_default();
        self.as_text.is_none() || reached.iter().any(|way| self.includes(way.0, way.1))
    }

    /// Returns the operation pairs in which the values have this direction.
    fn pairs(&self, direction: Option<Direction>) -> Vec<usize> {
        let result = self.result;
        let mut pairs = match self.fact.affected {
            Affected::DefinitionPair(definition_pair) => {
                result.reach.reached(definition_pair).map(|reached| reached.pairs(direction)).unwrap_or_default()
            }
            Affected::Pair(pair)
                if direction
                    .is_none_or(|direction| direction == result.pairing.request_direction(result.sides, pair)) =>
            {
                vec![pair]
            }
            Affected::Pair(_) | Affected::Old(_) | Affected::New(_) | Affected::Nobody => Vec::new(),
        };
        pairs.retain(|&pair| self.includes(pair, direction));
        pairs
    }

    fn is_reached(&self, direction: Direction) -> bool {
        match self.fact.affected {
            Affected::DefinitionPair(definition_pair) => {
                let reached =
                    self.result.reach.reached(definition_pair).is_some_and(|reached| reached.reaches(direction));
                reached && (self.as_text.is_none() || !self.pairs(Some(direction)).is_empty())
            }
            Affected::Pair(pair) => direction == self.result.pairing.request_direction(self.result.sides, pair),
            Affected::Old(_) | Affected::New(_) | Affected::Nobody => false,
        }
    }
}

/// Returns the findings of a fact. Operations that its values reach as strings are judged separately.
fn judge_fact(result: &DiffResult<'_, '_>, levels: &Levels, fact: &Fact, at: usize) -> Vec<Finding> {
    if result.is_excluded(fact.affected) {
        return Vec::new();
    }
    let audience = |as_text| Audience { result, levels, fact, as_text };
    let Some(as_text) = &fact.as_text else { return judge_for_audience(&audience(None), at) };
    let mut found = judge_for_audience(&audience(Some(false)), at);
    if as_text.relation != Relation::Same {
        let texts = Fact { event: Event::Changed(as_text.relation), ..fact.clone() };
        found.extend(judge_for_audience(&Audience { fact: &texts, ..audience(Some(true)) }, at));
    }
    found
}

fn judge_for_audience(audience: &Audience<'_, '_>, at: usize) -> Vec<Finding> {
    let Audience { result, levels, fact, .. } = *audience;
    if !audience.is_not_empty() {
        return Vec::new();
    }
    if let Some(findings) = judge_for_some_users(result, levels, fact, at, audience.pairs(None)) {
        return findings;
    }
    let finding = |rule, direction| Finding::new(levels, rule, at, direction, audience.pairs(direction));
    let negated = match fact.affected {
        Affected::DefinitionPair(definition_pair) if fact.facet.limits_values() => {
            result.reach.reached(definition_pair).map(Reached::negated)
        }
        Affected::DefinitionPair(_) | Affected::Pair(_) | Affected::Old(_) | Affected::New(_) | Affected::Nobody => {
            None
        }
    };
    let negated = negated
        .filter(|pairs| !pairs.is_empty() && audience.as_text != Some(true))
        .map(|pairs| Finding::new(levels, &rules::NEGATED, at, None, pairs.to_vec()));
    let by_place = match fact.facet.direction() {
        FacetDirection::Fixed(own) => return judge_by_direction(result, levels, (fact, at), own, audience.pairs(None)),
        FacetDirection::ByPlace => true,
        FacetDirection::Neither => false,
    };
    // An undecided comparison is undecided in both directions, so report it once.
    let undecided = fact.facet == Facet::Composition && fact.event == Event::Changed(Relation::Unknown);
    if !by_place || undecided {
        return rule_for(fact, None).map(|rule| finding(rule, None)).into_iter().collect();
    }
    let mut ways = vec![Direction::Request, Direction::Response];
    ways.retain(|direction| audience.is_reached(*direction));
    if ways.is_empty() && negated.is_some() {
        return negated.into_iter().collect();
    }
    if ways.is_empty() {
        // Either the direction of the values is unknown, so the change cannot be judged, or the values are never sent.
        let rule = if goes_nowhere(result.reach, fact) { &rules::UNSENT } else { &rules::FALLBACK };
        return vec![finding(rule, None)];
    }
    ways.retain(|direction| travels(fact, *direction));
    if ways.is_empty() {
        return vec![finding(&rules::UNSENT, None)];
    }
    let judged = ways.into_iter().filter_map(|direction| Some((rule_in_direction(fact, direction)?, direction)));
    let judged = judged.collect::<Vec<_>>();
    if let [(rule, _), (other, _)] = judged.as_slice()
        && rule.id == other.id
    {
        // The rule is the same in both directions, so report it once.
        return std::iter::once(finding(rule, None)).chain(negated).collect();
    }
    // If one direction is more than documentation, drop the directions that are only documentation.
    let is_more = |rule: &Rule| level_of(levels, rule) > Level::Docs;
    let matters = judged.iter().any(|(rule, _)| is_more(rule));
    let kept = judged.into_iter().filter(|(rule, _)| is_more(rule) || !matters);
    kept.map(|(rule, direction)| finding(rule, Some(direction))).chain(negated).collect()
}

/// Returns the findings of a fact that affects only some of the given operations, or `None` for other facts.
fn judge_for_some_users(
    result: &DiffResult<'_, '_>,
    levels: &Levels,
    fact: &Fact,
    at: usize,
    pairs: Vec<usize>,
) -> Option<Vec<Finding>> {
    let one = |rule, pairs| Some(vec![Finding::new(levels, rule, at, None, pairs)]);
    match (fact.facet, fact.affected) {
        // Only operations that require the scope are affected.
        (Facet::Scope, Affected::DefinitionPair(_)) => {
            let asks = |&pair: &usize| {
                let entries = result.pairing.get(result.sides, pair);
                entries.is_some_and(|entries| asks_for_scope(result.sides, entries, &fact.name))
            };
            one(rule_for(fact, None)?, pairs.into_iter().filter(asks).collect())
        }
        (Facet::Xml, Affected::DefinitionPair(definition_pair)) => {
            let (old, new) = (result.sides.old, result.sides.new);
            let is_other = fact.old.is_some_and(|id| is_in_other_than_xml(old, id))
                || fact.new.is_some_and(|id| is_in_other_than_xml(new, id));
            let in_xml =
                result.reach.reached(definition_pair).map(Reached::xml).filter(|_| !is_other).unwrap_or_default();
            if in_xml.is_empty() && !pairs.is_empty() {
                return one(rules::definition_rule(None, Level::Docs), pairs);
            }
            one(rule_for(fact, None)?, in_xml.to_vec())
        }
        _ => None,
    }
}

/// Returns the rule for this direction. Allowing more values in one alternative can reduce what the whole schema
/// allows, because alternatives may overlap.
fn rule_in_direction(fact: &Fact, direction: Direction) -> Option<&'static Rule> {
    let rule = rule_for(fact, Some(direction))?;
    let is_open = rule.level == Level::Additive && fact.facet != Facet::Alternative && fact.has(Qualifier::Overlapping);
    Some(if is_open { &rules::OVERLAPPED } else { rule })
}

/// Returns the findings of a fact whose values have the direction `own` in operations of paths. If the service sends
/// the request, as in webhooks, the direction is reversed.
fn judge_by_direction(
    result: &DiffResult<'_, '_>,
    levels: &Levels,
    (fact, at): (&Fact, usize),
    own: Direction,
    pairs: Vec<usize>,
) -> Vec<Finding> {
    let is_reversed = |&pair: &usize| result.pairing.get(result.sides, pair).is_some_and(|(_, new)| new.is_reversed());
    let nobody = pairs.is_empty();
    let (turned, straight): (Vec<usize>, Vec<usize>) = pairs.into_iter().partition(is_reversed);
    [(own, straight), (reversed(own), turned)]
        .into_iter()
        .filter(|(direction, pairs)| !pairs.is_empty() || (nobody && *direction == own))
        .filter_map(|(direction, pairs)| {
            let rule = rule_for(fact, Some(direction))?;
            Some(Finding::new(levels, rule, at, Some(direction), pairs))
        })
        .collect()
}

/// Returns the rule that a fact has by itself, if `rule` was selected because of the fact's location.
pub fn inner_rule(rule: &Rule, fact: &Fact, direction: Option<Direction>) -> Option<&'static Rule> {
    if rule.id == rules::NEGATED.id {
        // The direction is irrelevant here, because the values are not the ones that are sent.
        return rule_for(fact, Some(Direction::Request)).or_else(|| rule_for(fact, Some(Direction::Response)));
    }
    if rule.id == rules::OVERLAPPED.id { rule_for(fact, direction) } else { None }
}

/// Returns the first rule that applies to a fact.
pub(crate) fn rule_for(fact: &Fact, direction: Option<Direction>) -> Option<&'static Rule> {
    if fact.event == Event::Changed(Relation::Same) {
        return None;
    }
    rules::all().find(|rule| rule.when.applies(fact, direction))
}

/// Returns true if the fact is only about messages that never contain the values.
fn goes_nowhere(reach: &Reach, fact: &Fact) -> bool {
    let Affected::DefinitionPair(definition_pair) = fact.affected else { return false };
    reach.reached(definition_pair).is_some_and(Reached::has_direction)
}

/// Returns true if the value can be sent in this direction: `readOnly` excludes requests, `writeOnly` excludes
/// responses.
fn travels(fact: &Fact, direction: Direction) -> bool {
    match direction {
        Direction::Request => !fact.has(Qualifier::ReadOnly),
        Direction::Response => !fact.has(Qualifier::WriteOnly),
    }
}
