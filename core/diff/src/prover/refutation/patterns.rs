//! Decides if a string matches some patterns and not others, by running their automata in parallel. Look-around, back
//! references and word boundaries are not supported.

use std::cell::Cell;
use std::rc::Rc;

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

/// Number of state transitions of all walks of a comparison, and of further ones for each byte of both descriptions, so that the
/// cost stays linear. Each alternative may be compared with all others.
const TRANSITIONS: usize = 3_000_000;
const TRANSITIONS_OF_A_BYTE: usize = 100;

/// The state transitions that all walks of a comparison may still take. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct Walks(Rc<Cell<usize>>);

impl Walks {
    /// Returns those of the comparison of two descriptions that have this size.
    pub(super) fn of_comparison(bytes: usize) -> Walks {
        Walks(Rc::new(Cell::new(TRANSITIONS + bytes * TRANSITIONS_OF_A_BYTE)))
    }

    /// Takes the transitions of one character in one combination. Returns false if too few are left.
    fn take(&self, transitions: usize) -> bool {
        let left = self.0.get().checked_sub(transitions);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

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
    implication(patterns, lengths, other, &Walks::of_comparison(0)) == Some(true)
}

/// Returns true if all strings of some length that match all of some patterns match another one. Returns `None` if it
/// is undecided.
pub(crate) fn implication(
    patterns: &[String],
    (least, most): (usize, usize),
    other: &str,
    walks: &Walks,
) -> Option<bool> {
    let machines = patterns.iter().map(|pattern| Some((compile(pattern)?, false)));
    let negated = compile(other).map(|machine| (machine, true));
    let all = machines.chain([negated]).collect::<Option<Vec<_>>>();
    match any(&all?, least, most, walks) {
        Inhabitation::Empty => Some(true),
        Inhabitation::Inhabited | Inhabitation::Infinite => Some(false),
        Inhabitation::Unknown => None,
    }
}

/// Returns true if certainly no string of some length matches a pattern.
pub(crate) fn refuses_length(pattern: &str, (least, most): (usize, usize), walks: &Walks) -> bool {
    compile(pattern).is_some_and(|machine| any(&[(machine, false)], least, most, walks) == Inhabitation::Empty)
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
pub(super) fn any(machines: &[(PatternProgram, bool)], least: usize, most: usize, walks: &Walks) -> Inhabitation {
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
        let transitions = characters.len() * followed.iter().map(|(_, followed)| followed.count + 1).sum::<usize>();
        walked += transitions;
        if walked > MAX_WALKED || !walks.take(transitions) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_of_a_comparison_take_no_more_than_its_size_allows() {
        let implied =
            |walks: &Walks| implication(&["^(a|b)*a(a|b){6}$".to_owned()], (0, usize::MAX), "^(a|b|c)*$", walks);
        let walks = Walks::of_comparison(10_000);
        let all = walks.0.get();
        assert_eq!(implied(&walks), Some(true));
        let one = all - walks.0.get();
        // The next ones are decided until too few transitions are left, and cost nothing then.
        let decided = (0..100_000).take_while(|_| implied(&walks) == Some(true)).count() + 1;
        assert_eq!((decided, walks.0.get()), (all / one, 0));
        assert_eq!(implied(&walks), None);
        assert_eq!(Walks::of_comparison(20_000).0.get() - all, 10_000 * TRANSITIONS_OF_A_BYTE);
    }
}
