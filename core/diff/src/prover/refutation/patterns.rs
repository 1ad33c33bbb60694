//! Decides if a string matches some patterns and not others, by running their automata in parallel. Look-around, back
//! references and word boundaries are not supported.

use waybill_base::internal::order::{self, Listed as _};
use waybill_base::internal::table::Set;
use waybill_openapi::internal::pattern::{Node, PatternProgram, read};

use super::Inhabitation;

/// Maximum number of states of an automaton. Repetitions are expanded into states, and each walk visits all of them.
pub(super) const MAX_STATES: usize = 600;
/// Maximum number of combinations of states and lengths. Patterns that differ only far behind a position double them
/// with each character.
const MAX_COMBINATIONS: usize = 4000;
/// Maximum number of state transitions, with one extra per pattern and character. Patterns may mention hundreds of
/// characters, and each is tried in each combination. This limit takes about 50 ms.
const MAX_WALKED: usize = 1_150_000;

/// Compiles a pattern, unless it is too large or depends on the surroundings of a match.
pub(crate) fn compile(pattern: &str) -> Option<PatternProgram> {
    let node = read(pattern).ok()?;
    if weight(&node)? > MAX_STATES { None } else { PatternProgram::build(&node).ok() }
}

/// Compiles a pattern that matches exactly one string.
pub(super) fn exactly(text: &str) -> Option<PatternProgram> {
    let characters = text.chars().map(u32::from).map(|character| Node::On(vec![(character, character)]));
    let nodes = [Node::Start].into_iter().chain(characters).chain([Node::End]);
    PatternProgram::build(&Node::All(nodes.collect())).ok()
}

/// Returns the number of states of a node with expanded repetitions. Each part has two.
fn weight(node: &Node) -> Option<usize> {
    // Depth: the nesting of the pattern, at most `Dialect::MAX_DEPTH` groups.
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

/// Returns true if every string of some length that matches all of some patterns certainly matches another one.
pub(crate) fn imply(patterns: &[String], lengths: (usize, usize), other: &str) -> bool {
    implication(patterns, lengths, other) == Some(true)
}

/// Returns true if all strings of some length that match all of some patterns match another one. Returns `None` if it
/// is undecided.
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

/// Returns true if certainly no string of some length matches a pattern.
pub(crate) fn refuses_length(pattern: &str, (least, most): (usize, usize)) -> bool {
    compile(pattern).is_some_and(|machine| any(&[(machine, false)], least, most) == Inhabitation::Empty)
}

/// Returns true if a string matches a pattern, or `None` if the pattern is not supported.
pub(crate) fn matches(pattern: &str, text: &str) -> Option<bool> {
    is_match(&compile(pattern)?, text)
}

/// Returns true if a string matches a compiled pattern.
pub(crate) fn is_match(program: &PatternProgram, text: &str) -> Option<bool> {
    let mut steps = usize::MAX;
    program.matches(text, &mut steps)
}

/// Decides if a string of some length matches, or does not match, each of these patterns.
pub(super) fn any(machines: &[(PatternProgram, bool)], least: usize, most: usize) -> Inhabitation {
    // One character represents all characters that no pattern distinguishes. Surrogates are not characters.
    let ends = machines.iter().flat_map(|(machine, _)| machine.classes()).flatten();
    let marks = ends.flat_map(|(from, to)| [*from, to.saturating_add(1)]).chain([0]);
    let characters = order::sorted_unique(
        marks.filter_map(|mark| char::from_u32(if (0xd800..0xe000).contains(&mark) { 0xe000 } else { mark })),
    );
    // Beyond the minimum length, and without a maximum, the length makes no difference.
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
