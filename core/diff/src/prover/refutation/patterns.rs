//! Whether any text matches some patterns and not others: their automata are followed together. Look-around, back references
//! and boundaries of words are not followed.

use waybill_base::internal::order::{self, Listed as _};
use waybill_base::internal::table::Set;
use waybill_openapi::internal::pattern::{Node, PatternProgram, read};

use super::Inhabitation;

/// How large an automaton may grow: a repetition counts in states of its own, and each walk looks through all of them.
pub(super) const MAX_STATES: usize = 600;
/// How many combinations of states and lengths are looked at: patterns that are told apart far after a place double them
/// with each character.
const MAX_COMBINATIONS: usize = 4000;
/// How many states are left by a character in all of them, and one more in each pattern: patterns may name hundreds of
/// characters, of which each is tried in each combination. As many take some 50 ms.
const MAX_WALKED: usize = 1_150_000;

/// Compiles a pattern, unless it is too large or what stands around a place matters.
pub(super) fn compile(pattern: &str) -> Option<PatternProgram> {
    let node = read(pattern).ok()?;
    if weight(&node)? > MAX_STATES { None } else { PatternProgram::build(&node).ok() }
}

/// Compiles a pattern that matches one text alone.
pub(super) fn exactly(text: &str) -> Option<PatternProgram> {
    let characters = text.chars().map(u32::from).map(|character| Node::On(vec![(character, character)]));
    let nodes = [Node::Start].into_iter().chain(characters).chain([Node::End]);
    PatternProgram::build(&Node::All(nodes.collect())).ok()
}

/// Counts the states of a node once its repetitions are written out: each part has two.
fn weight(node: &Node) -> Option<usize> {
    let inside = match node {
        Node::On(_) | Node::Start | Node::End | Node::Repeat(_, _, Some(0)) => 0,
        Node::Boundary { .. } => return None,
        Node::All(nodes) | Node::Any(nodes) => {
            nodes.iter().try_fold(0_usize, |sum, node| Some(sum.saturating_add(weight(node)?)))?
        }
        Node::Repeat(node, least, most) => weight(node)?.saturating_mul(most.unwrap_or(least + 1)),
    };
    Some(inside.saturating_add(2))
}

/// Whether whatever text of some length matches all of some patterns surely matches another one.
pub(crate) fn imply(patterns: &[String], lengths: (usize, usize), other: &str) -> bool {
    implication(patterns, lengths, other) == Some(true)
}

/// Whether all texts of some length that match all of some patterns match another one; `None` where that is not decided.
pub(crate) fn implication(patterns: &[String], (least, most): (usize, usize), other: &str) -> Option<bool> {
    let machines = patterns.iter().map(|pattern| Some((compile(pattern)?, false)));
    let negated = compile(other).map(|machine| (machine, true));
    let all = machines.chain([negated]).collect::<Option<Vec<_>>>();
    match any(&all?, least, most) {
        Inhabitation::Empty => Some(true),
        Inhabitation::Inhabited | Inhabitation::Infinite => Some(false),
        Inhabitation::Unknown => None,
    }
}

/// Whether surely no text of some length matches a pattern.
pub(crate) fn refuses_length(pattern: &str, (least, most): (usize, usize)) -> bool {
    compile(pattern).is_some_and(|machine| any(&[(machine, false)], least, most) == Inhabitation::Empty)
}

/// Whether a text matches a pattern, `None` where the pattern is beyond what is followed here.
pub(crate) fn matches(pattern: &str, text: &str) -> Option<bool> {
    let mut steps = usize::MAX;
    compile(pattern)?.matches(text, &mut steps)
}

/// Whether there is a text of so many characters that each of these matches, or does not.
pub(super) fn any(machines: &[(PatternProgram, bool)], least: usize, most: usize) -> Inhabitation {
    // One character stands for all that no pattern tells apart; half of a pair is none.
    let ends = machines.iter().flat_map(|(machine, _)| machine.classes()).flatten();
    let marks = ends.flat_map(|(from, to)| [*from, to.saturating_add(1)]).chain([0]);
    let characters = order::sorted_unique(
        marks.filter_map(|mark| char::from_u32(if (0xd800..0xe000).contains(&mark) { 0xe000 } else { mark })),
    );
    // Beyond the least length, and without a greatest, how long a text is makes no difference.
    let longest = if most == usize::MAX { least } else { most };
    let start: (usize, Vec<Vec<usize>>) = (0, vec![PatternProgram::START.to_vec(); machines.len()]);
    let mut found = vec![start.clone()];
    let mut known = Set::default();
    known.add(start);
    let mut walked = 0;
    while let Some((length, states)) = found.pop() {
        let each = || machines.iter().zip(&states);
        if length >= least
            && each().all(|((machine, negative), states)| machine.follow(states, true).is_match != *negative)
        {
            return Inhabitation::Inhabited;
        }
        if length >= longest && most != usize::MAX {
            continue;
        }
        let followed = each().map(|((machine, _), states)| (machine, machine.follow(states, false))).list();
        walked += characters.len() * followed.iter().map(|(_, followed)| followed.count + 1).sum::<usize>();
        if walked > MAX_WALKED {
            return Inhabitation::Unknown;
        }
        for &character in &characters {
            let next = followed.iter().map(|(machine, followed)| machine.step(followed, character)).list();
            let next = ((length + 1).min(longest), next);
            if known.add(next.clone()) {
                if known.len() > MAX_COMBINATIONS {
                    return Inhabitation::Unknown;
                }
                found.push(next);
            }
        }
    }
    Inhabitation::Empty
}
