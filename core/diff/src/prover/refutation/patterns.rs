//! Regular expressions as far as automata go (ECMA-262 section 22.2): whether a text matches one, and whether any text
//! matches some of them and not others. Look-around, back references and properties of characters are not followed.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Set;
use waybill_openapi::internal::pattern::{LAST, Node, Ranges, read};

use super::Inhabitation;

/// How large an automaton may grow: a repetition counts in states of its own, and each walk looks through all of them.
pub(super) const MAX_STATES: usize = 600;
/// How many combinations of states and lengths are looked at: patterns that are told apart far after a place double them
/// with each character.
const MAX_COMBINATIONS: usize = 4000;
/// How many states are left by a character in all of them: patterns may name hundreds of characters, of which each is tried
/// in each combination. As many take some 50 ms.
const MAX_WALKED: usize = 2_000_000;

#[derive(Debug, Clone)]
enum Edge {
    Free(usize),
    Start(usize),
    End(usize),
    On(Ranges, usize),
}

/// What a pattern asks, as an automaton without determined steps. State 0 is where it starts, 1 where it is done.
#[derive(Debug, Clone)]
pub(super) struct Automaton {
    edges: Vec<Vec<Edge>>,
}

impl Automaton {
    /// The automaton of a pattern, which may match anywhere in a text.
    pub(super) fn compile(pattern: &str) -> Option<Automaton> {
        let mut machine = Automaton { edges: vec![Vec::new(), Vec::new()] };
        let any = vec![(0, LAST)];
        machine.edges.first_mut()?.push(Edge::On(any.clone(), 0));
        machine.edges.get_mut(1)?.push(Edge::On(any, 1));
        let node = read(pattern).ok()?;
        let (from, to) = machine.add(&node)?;
        machine.link(0, Edge::Free(from));
        machine.link(to, Edge::Free(1));
        Some(machine)
    }

    /// The automaton of one text.
    pub(super) fn exactly(text: &str) -> Automaton {
        let mut machine = Automaton { edges: vec![Vec::new(), Vec::new()] };
        let mut at = 0;
        for character in text.chars().map(u32::from) {
            let next = machine.state();
            machine.link(at, Edge::On(vec![(character, character)], next));
            at = next;
        }
        machine.link(at, Edge::Free(1));
        machine
    }

    fn state(&mut self) -> usize {
        self.edges.push(Vec::new());
        self.edges.len() - 1
    }

    fn link(&mut self, from: usize, edge: Edge) {
        if let Some(edges) = self.edges.get_mut(from) {
            edges.push(edge);
        }
    }

    /// Adds what a node asks: where it starts and where it is done.
    fn add(&mut self, node: &Node) -> Option<(usize, usize)> {
        if self.edges.len() > MAX_STATES {
            return None;
        }
        let (from, to) = (self.state(), self.state());
        match node {
            Node::On(ranges) => self.link(from, Edge::On(ranges.clone(), to)),
            Node::Start => self.link(from, Edge::Start(to)),
            Node::End => self.link(from, Edge::End(to)),
            // What stands on both sides of a place is not followed.
            Node::Boundary { .. } => return None,
            Node::All(nodes) => {
                let mut at = from;
                for node in nodes {
                    let (start, done) = self.add(node)?;
                    self.link(at, Edge::Free(start));
                    at = done;
                }
                self.link(at, Edge::Free(to));
            }
            Node::Any(nodes) => {
                for node in nodes {
                    let (start, done) = self.add(node)?;
                    self.link(from, Edge::Free(start));
                    self.link(done, Edge::Free(to));
                }
            }
            Node::Repeat(node, least, most) => {
                let mut at = from;
                for _ in 0..*least {
                    let (start, done) = self.add(node)?;
                    self.link(at, Edge::Free(start));
                    at = done;
                }
                match most {
                    None => {
                        let (start, done) = self.add(node)?;
                        self.link(at, Edge::Free(start));
                        self.link(done, Edge::Free(at));
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            let (start, done) = self.add(node)?;
                            self.link(at, Edge::Free(to));
                            self.link(at, Edge::Free(start));
                            at = done;
                        }
                    }
                }
                self.link(at, Edge::Free(to));
            }
        }
        Some((from, to))
    }

    /// The states reached from some without a character.
    fn closed(&self, states: Vec<usize>, at_start: bool, at_end: bool) -> Vec<usize> {
        let (mut found, mut waiting) = (states.clone(), states);
        while let Some(state) = waiting.pop() {
            for edge in self.edges.get(state).into_iter().flatten() {
                let next = match edge {
                    Edge::Free(next) => *next,
                    Edge::Start(next) if at_start => *next,
                    Edge::End(next) if at_end => *next,
                    Edge::Start(_) | Edge::End(_) | Edge::On(..) => continue,
                };
                if !found.contains(&next) {
                    found.push(next);
                    waiting.push(next);
                }
            }
        }
        order::sorted_unique(found)
    }

    fn start(&self) -> Vec<usize> {
        self.closed(vec![0], true, false)
    }

    fn step(&self, states: &[usize], character: u32) -> Vec<usize> {
        let mut next = Vec::new();
        for edge in states.iter().filter_map(|&state| self.edges.get(state)).flatten() {
            if let Edge::On(ranges, to) = edge
                && !next.contains(to)
                && ranges.iter().any(|(from, to)| (*from..=*to).contains(&character))
            {
                next.push(*to);
            }
        }
        self.closed(next, false, false)
    }

    fn is_done(&self, states: &[usize], at_start: bool) -> bool {
        self.closed(states.to_vec(), at_start, true).contains(&1)
    }

    /// Where ranges of characters begin, and where they have ended.
    fn marks(&self) -> impl Iterator<Item = u32> + '_ {
        let ranges = self.edges.iter().flatten().filter_map(|edge| match edge {
            Edge::On(ranges, _) => Some(ranges),
            Edge::Free(_) | Edge::Start(_) | Edge::End(_) => None,
        });
        ranges.flatten().flat_map(|(from, to)| [*from, to.saturating_add(1)])
    }
}

/// Whether whatever text of some length matches all of some patterns surely matches another one.
pub(crate) fn imply(patterns: &[String], lengths: (usize, usize), other: &str) -> bool {
    implication(patterns, lengths, other) == Some(true)
}

/// Whether all texts of some length that match all of some patterns match another one; `None` where that is not decided.
pub(crate) fn implication(patterns: &[String], (least, most): (usize, usize), other: &str) -> Option<bool> {
    let machines = patterns.iter().map(|pattern| Some((Automaton::compile(pattern)?, false)));
    let negated = Automaton::compile(other).map(|machine| (machine, true));
    let all = machines.chain([negated]).collect::<Option<Vec<_>>>();
    match any(&all?, least, most) {
        Inhabitation::Empty => Some(true),
        Inhabitation::Inhabited | Inhabitation::Infinite => Some(false),
        Inhabitation::Unknown => None,
    }
}

/// Whether surely no text of some length matches a pattern.
pub(crate) fn refuses_length(pattern: &str, (least, most): (usize, usize)) -> bool {
    Automaton::compile(pattern).is_some_and(|machine| any(&[(machine, false)], least, most) == Inhabitation::Empty)
}

/// Whether a text matches a pattern, `None` where the pattern is beyond what is followed here.
pub(crate) fn matches(pattern: &str, text: &str) -> Option<bool> {
    let machine = Automaton::compile(pattern)?;
    let mut states = machine.start();
    for character in text.chars() {
        states = machine.step(&states, u32::from(character));
    }
    Some(machine.is_done(&states, text.is_empty()))
}

/// Whether there is a text of so many characters that each of these matches, or does not.
pub(super) fn any(machines: &[(Automaton, bool)], least: usize, most: usize) -> Inhabitation {
    let marks = order::sorted_unique(machines.iter().flat_map(|(machine, _)| machine.marks()).chain([0]));
    // One character stands for all that no pattern tells apart; half of a pair is none.
    let characters: Vec<u32> = marks
        .into_iter()
        .filter_map(|mark| {
            let mark = if (0xd800..0xe000).contains(&mark) { 0xe000 } else { mark };
            (mark <= LAST).then_some(mark)
        })
        .list();
    // Beyond the least length, and without a greatest, how long a text is makes no difference.
    let longest = if most == usize::MAX { least } else { most };
    let start: (usize, Vec<Vec<usize>>) = (0, machines.iter().map(|(machine, _)| machine.start()).collect());
    let mut found = vec![start.clone()];
    let mut known = Set::default();
    known.add(start);
    let (mut is_first, mut walked) = (true, 0);
    while let Some((length, states)) = found.pop() {
        let done = |((machine, negative), states): (&(Automaton, bool), &Vec<usize>)| {
            machine.is_done(states, is_first) != *negative
        };
        if length >= least && machines.iter().zip(&states).all(done) {
            return Inhabitation::Inhabited;
        }
        is_first = false;
        if length >= longest && most != usize::MAX {
            continue;
        }
        walked += characters.len() * states.iter().map(Vec::len).sum::<usize>();
        if walked > MAX_WALKED {
            return Inhabitation::Unknown;
        }
        for &character in &characters {
            let next: Vec<Vec<usize>> =
                machines.iter().zip(&states).map(|((machine, _), states)| machine.step(states, character)).collect();
            let dead = machines.iter().zip(&next).any(|((_, negative), states)| !negative && states.is_empty());
            let next = ((length + 1).min(longest), next);
            if !dead && known.add(next.clone()) {
                if known.len() > MAX_COMBINATIONS {
                    return Inhabitation::Unknown;
                }
                found.push(next);
            }
        }
    }
    Inhabitation::Empty
}
