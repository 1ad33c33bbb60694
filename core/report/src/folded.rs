//! Consequences of replaced definitions. Each location has one entry, with the level of its worst consequence.

use std::cmp::Reverse;

use hashbrown::HashMap;
use waybill_base::internal::order;
use waybill_diff::compat::{Direction, Level, Levels};
use waybill_diff::internal::{Affected, DiffResult, Facet, Fact, Finding, Rule, definition_rule, judge_for};
use waybill_openapi::internal::FixedHasher;

use super::message::{KnownNames, message_within};

/// Maximum number of consequences named in a message. The others are only counted.
const MAX_NAMED: usize = 3;

/// The fact about a replacement, and the direction of its values.
type ReplacementKey = (usize, Option<Direction>);

/// The consequences of a replacement in one direction.
#[derive(Debug, Clone, Default)]
struct Consequences {
    /// The matching rules, each with its level and fact, worst first. Documentation is omitted if there are other
    /// consequences.
    consequences: Vec<(&'static Rule, Level, usize)>,
    pairs: Vec<usize>,
}

/// The consequences of all replaced definitions.
#[derive(Debug, Default)]
pub(super) struct ReplacementConsequences {
    groups: HashMap<ReplacementKey, Consequences, FixedHasher>,
}

impl Consequences {
    /// Returns the level of the worst consequence.
    fn level(&self) -> Option<Level> {
        self.consequences.iter().map(|(_, level, _)| *level).max()
    }

    fn join(&mut self, other: Consequences) {
        self.consequences.extend(other.consequences);
        self.pairs.extend(other.pairs);
    }
}

impl ReplacementConsequences {
    /// Adds the consequences of a fact to the replacements that cause it. Returns the cost.
    pub(super) fn add(&mut self, result: &DiffResult<'_, '_>, levels: &Levels, fact: usize, places: &[usize]) -> usize {
        let mut reached = 0;
        for &place in places {
            let in_use = |fact: &&Fact| !matches!(fact.affected, Affected::DefinitionPair(definition_pair) if result.reach.is_unused(definition_pair));
            let Some(at) = result.facts.get(place).filter(in_use) else { continue };
            for finding in judge_for(result, levels, fact, at) {
                reached += 1 + finding.pairs.len();
                let group = self.groups.entry((place, finding.direction)).or_default();
                group.consequences.push((finding.rule, finding.level, finding.fact));
                group.pairs.extend(finding.pairs);
            }
        }
        reached
    }

    /// Returns the entries of all locations. Call it after all consequences are added.
    pub(super) fn finish(&mut self, result: &DiffResult<'_, '_>) -> Vec<Finding> {
        let places = order::sorted_unique(self.groups.keys().map(|(place, _)| *place));
        let mut entries = Vec::new();
        for place in places {
            self.merge(place);
            for direction in [None, Some(Direction::Request), Some(Direction::Response)] {
                let Some(group) = self.groups.get_mut(&(place, direction)) else { continue };
                order::sort_by(&mut group.consequences, |(_, one, at), (_, other, next)| {
                    (Reverse(one), at).cmp(&(Reverse(other), next))
                });
                let Some(worst) = group.level() else { continue };
                // Levels of the publisher change the entry's level, but not what it is about.
                let usual = group.consequences.iter().map(|(rule, ..)| rule.level).max().unwrap_or(worst);
                if worst > Level::Docs {
                    group.consequences.retain(|(_, level, _)| *level > Level::Docs);
                }
                let pairs = order::sorted_unique(std::mem::take(&mut group.pairs));
                if worst == Level::Docs
                    && let Some(&(rule, level, fact)) =
                        group.consequences.iter().find(|(.., at)| names_status(result.facts, *at))
                {
                    entries.push(Finding { rule, level, fact, direction, pairs });
                    continue;
                }
                let rule = definition_rule(direction.or_else(|| way(result, place)), usual);
                entries.push(Finding { rule, level: worst, fact: place, direction, pairs });
            }
        }
        entries
    }

    /// Merges the directions of a location:
    /// - If both have the same level, and it is documentation, unproved or unclassified, they become one entry without
    ///   direction.
    /// - Documentation in one direction joins the other direction.
    /// - Documentation in one direction joins consequences without direction.
    /// - Consequences without direction join each existing direction. Operations that no direction names keep an entry
    ///   without direction.
    fn merge(&mut self, place: usize) {
        let both = [Some(Direction::Request), Some(Direction::Response)];
        let levels = both.map(|way| self.groups.get(&(place, way)).and_then(Consequences::level));
        let undirected = |level: Level| matches!(level, Level::Docs | Level::Unproved | Level::Unclassified);
        if let [Some(there), Some(back)] = levels
            && (there == back && undirected(there) || there.min(back) == Level::Docs)
        {
            let [there, back] = both.map(|way| self.groups.remove(&(place, way)).unwrap_or_default());
            let way = match (levels[0] > Some(Level::Docs), levels[1] > Some(Level::Docs)) {
                (true, false) => both[0],
                (false, true) => both[1],
                _ => None,
            };
            let group = self.groups.entry((place, way)).or_default();
            group.join(there);
            group.join(back);
        }
        let Some(mut rest) = self.groups.remove(&(place, None)) else { return };
        let has_meaning = rest.level() > Some(Level::Docs);
        let mut named = Vec::new();
        let mut is_named = false;
        for way in both {
            let Some(group) = self.groups.get_mut(&(place, way)) else { continue };
            if has_meaning && group.level() == Some(Level::Docs) {
                rest.join(std::mem::take(group));
                self.groups.remove(&(place, way));
                continue;
            }
            group.consequences.extend(&rest.consequences);
            named.extend(&group.pairs);
            is_named = true;
        }
        let named = order::sorted_unique(named);
        rest.pairs.retain(|pair| named.binary_search(pair).is_err());
        if !is_named || (has_meaning && !rest.pairs.is_empty()) {
            self.groups.insert((place, None), rest);
        }
    }

    /// Describes the consequences at a location. Empty if the fact is not about a replacement.
    pub(super) fn consequences(
        &self,
        result: &DiffResult<'_, '_>,
        fact: usize,
        direction: Option<Direction>,
    ) -> String {
        let Some(group) = self.groups.get(&(fact, direction)) else { return String::new() };
        let known = result.facts.get(fact).map(|fact| KnownNames::collect(result.sides, fact)).unwrap_or_default();
        let (mut sentences, mut texts): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for &(rule, _, at) in &group.consequences {
            let Some(fact) = result.facts.get(at).filter(|_| texts.len() < MAX_NAMED) else { break };
            let text = message_within(result, rule, direction, fact, &known);
            if !texts.contains(&text) {
                add_sentence(&mut sentences, &text);
                texts.push(text);
            }
        }
        let more = group.consequences.len().saturating_sub(texts.len());
        let text = sentences.join("; ");
        match more {
            0 => text,
            1 => format!("{text}; and 1 other change"),
            more => format!("{text}; and {more} other changes"),
        }
    }
}

/// Adds a text to the sentences. If it differs from the last sentence only in its final value, only that value is
/// added.
fn add_sentence(sentences: &mut Vec<String>, text: &str) {
    let parts = |text: &str| {
        let before = text.strip_suffix('`')?.rfind('`')?;
        text.split_at_checked(before).map(|(before, value)| (before.to_owned(), value.to_owned()))
    };
    if let (Some(last), Some((before, value))) = (sentences.last_mut(), parts(text))
        && last.starts_with(&before)
        && last.get(before.len()..).is_some_and(|values| values.starts_with('`') && values.ends_with('`'))
    {
        last.extend([" or ", &value]);
    } else {
        sentences.push(text.to_owned());
    }
}

/// Returns true if a fact is about an added or removed status. It is reported as such if the response that covers the
/// status is the same.
fn names_status(facts: &[Fact], fact: usize) -> bool {
    facts.get(fact).is_some_and(|fact| fact.facet == Facet::Status)
}

/// Returns the direction of the values at a location, if known. Requests take precedence.
fn way(result: &DiffResult<'_, '_>, place: usize) -> Option<Direction> {
    let Some(Affected::DefinitionPair(definition_pair)) = result.facts.get(place).map(|fact| fact.affected) else {
        return None;
    };
    let reached = result.reach.reached(definition_pair)?;
    [Direction::Request, Direction::Response].into_iter().find(|&way| reached.reaches(way))
}

/// Returns true if a fact reports a replaced definition.
pub(super) fn stands_for_place(fact: &Fact) -> bool {
    fact.facet == Facet::Definition
}
