//! Matches strings with an automaton. All its states are followed at the same time, so a string is read only once.

use waybill_base::internal::order;

use super::ecma::read;
use super::ranges::Ranges;
use super::syntax::{Node, Refusal};

/// Maximum number of states. Each character of a string is checked against all current states.
const MAX_STATES: usize = 20_000;

/// A state of the automaton.
#[derive(Debug, Clone, Copy)]
enum State {
    /// Continues after a character of this class.
    On(usize),
    /// Continues both at the next state and at this one.
    Fork(usize),
    Jump(usize),
    Start,
    End,
    Boundary {
        negative: bool,
    },
    Done,
}

/// A compiled pattern, which matches at any position of a string.
#[derive(Debug, Clone)]
pub struct PatternProgram {
    states: Vec<State>,
    classes: Vec<Ranges>,
}

/// The states that were reached without consuming a character.
#[derive(Debug)]
pub struct Followed {
    /// True if they contain a match.
    pub is_match: bool,
    /// Number of states.
    pub count: usize,
    /// The states that need a character, with its class.
    waiting: Vec<(usize, usize)>,
}

/// The characters around a position in a string.
#[derive(Debug, Clone, Copy)]
struct Around {
    before: Option<char>,
    behind: Option<char>,
}

impl PatternProgram {
    /// The states before the first character.
    pub const START: [usize; 1] = [0];

    /// Compiles a pattern.
    ///
    /// # Errors
    /// A [`Refusal`] if the pattern is invalid, unsupported or too large.
    pub fn compile(pattern: &str) -> Result<PatternProgram, Refusal> {
        PatternProgram::build(&read(pattern)?)
    }

    /// Compiles a parsed pattern.
    ///
    /// # Errors
    /// A [`Refusal`] if it is too large.
    pub fn build(node: &Node) -> Result<PatternProgram, Refusal> {
        let mut machine = PatternProgram { states: Vec::new(), classes: Vec::new() };
        machine.add(node)?;
        machine.states.push(State::Done);
        Ok(machine)
    }

    /// Returns its size in states and ranges.
    pub(crate) fn size(&self) -> usize {
        self.states.len() + self.classes.iter().map(Vec::len).sum::<usize>()
    }

    fn push(&mut self, state: State) -> Result<usize, Refusal> {
        if self.states.len() >= MAX_STATES {
            return Err(Refusal::Unsupported("it is too large after its repetitions are expanded"));
        }
        self.states.push(state);
        Ok(self.states.len() - 1)
    }

    fn set(&mut self, at: usize, state: State) {
        if let Some(slot) = self.states.get_mut(at) {
            *slot = state;
        }
    }

    /// Adds the states of a node. They continue at the state that is added next.
    fn add(&mut self, node: &Node) -> Result<(), Refusal> {
        // Depth: the nesting of the pattern, at most `Dialect::MAX_DEPTH` groups.
        match node {
            Node::On(ranges) => {
                let ranges = joined(ranges.clone());
                let known = self.classes.iter().rposition(|known| *known == ranges);
                let class = known.unwrap_or(self.classes.len());
                if known.is_none() {
                    self.classes.push(ranges);
                }
                self.push(State::On(class))?;
            }
            Node::Start => drop(self.push(State::Start)?),
            Node::End => drop(self.push(State::End)?),
            Node::Boundary { negative } => drop(self.push(State::Boundary { negative: *negative })?),
            Node::All(nodes) => nodes.iter().try_for_each(|node| self.add(node))?,
            Node::Any(nodes) => self.add_any(nodes)?,
            Node::Repeat(node, least, most) => self.add_repeat(node, *least, *most)?,
        }
        Ok(())
    }

    fn add_any(&mut self, nodes: &[Node]) -> Result<(), Refusal> {
        let mut ends = Vec::new();
        let Some((last, others)) = nodes.split_last() else { return Ok(()) };
        for node in others {
            let fork = self.push(State::Fork(0))?;
            self.add(node)?;
            ends.push(self.push(State::Jump(0))?);
            self.set(fork, State::Fork(self.states.len()));
        }
        self.add(last)?;
        for end in ends {
            self.set(end, State::Jump(self.states.len()));
        }
        Ok(())
    }

    fn add_repeat(&mut self, node: &Node, least: usize, most: Option<usize>) -> Result<(), Refusal> {
        for _ in 0..least {
            let before = self.states.len();
            self.add(node)?;
            if self.states.len() == before {
                // A repetition of nothing is nothing.
                return Ok(());
            }
        }
        let Some(most) = most else {
            let fork = self.push(State::Fork(0))?;
            self.add(node)?;
            self.push(State::Jump(fork))?;
            self.set(fork, State::Fork(self.states.len()));
            return Ok(());
        };
        let mut forks = Vec::new();
        for _ in least..most {
            forks.push(self.push(State::Fork(0))?);
            self.add(node)?;
        }
        for fork in forks {
            self.set(fork, State::Fork(self.states.len()));
        }
        Ok(())
    }

    /// Returns true if a string matches. Consumes a step for each visited state, and returns `None` if no steps remain.
    pub fn matches(&self, text: &str, steps: &mut usize) -> Option<bool> {
        let mut run = Run::new(self);
        let mut characters = text.chars();
        let (mut before, mut round) = (None, 0_u32);
        loop {
            let behind = characters.clone().next();
            round += 1;
            let around = Around { before, behind };
            // A match can start at any position.
            run.next.push(0);
            if run.follow(around, round) {
                return Some(true);
            }
            *steps = steps.checked_sub(run.now.len() + 1)?;
            let Some(character) = characters.next() else { return Some(false) };
            run.step(character);
            before = Some(character);
        }
    }

    /// Follows states without consuming a character. Inside a string, the neighbouring characters are assumed to be spaces, so
    /// the caller must exclude patterns with word boundaries.
    pub fn follow(&self, states: &[usize], is_end: bool) -> Followed {
        let mut run = Run::new(self);
        // A match can start at any position.
        run.next = [states, &PatternProgram::START].concat();
        let is_start = states == PatternProgram::START;
        let around = Around { before: (!is_start).then_some(' '), behind: (!is_end).then_some(' ') };
        let is_match = run.follow(around, 1);
        Followed { is_match, count: run.met.iter().filter(|met| **met == 1).count(), waiting: run.now }
    }

    /// Returns the states that a character leads to.
    pub fn step(&self, followed: &Followed, character: char) -> Vec<usize> {
        if followed.is_match {
            return vec![self.states.len() - 1];
        }
        order::sorted_unique(self.after(&followed.waiting, character))
    }

    /// Returns the character classes that the automaton distinguishes.
    pub fn classes(&self) -> impl Iterator<Item = &Ranges> {
        self.classes.iter()
    }

    /// Returns the states after those whose class contains a character.
    fn after(&self, waiting: &[(usize, usize)], character: char) -> impl Iterator<Item = usize> {
        let holds = move |class: usize| self.classes.get(class).is_some_and(|ranges| is_in(ranges, character));
        waiting.iter().filter(move |(_, class)| holds(*class)).map(|(at, _)| at + 1)
    }
}

/// Sorts the ranges of a class, and joins those that overlap or touch.
fn joined(mut ranges: Ranges) -> Ranges {
    order::sort(&mut ranges);
    let mut found = Ranges::new();
    for (first, last) in ranges {
        match found.last_mut().filter(|(_, before)| first <= before.saturating_add(1)) {
            Some((_, before)) => *before = last.max(*before),
            None => found.push((first, last)),
        }
    }
    found
}

/// Returns true if joined ranges contain a character. A class may list each of thousands of characters.
fn is_in(joined: &[(u32, u32)], character: char) -> bool {
    let character = u32::from(character);
    let at = joined.partition_point(|(_, last)| *last < character);
    joined.get(at).is_some_and(|(first, _)| *first <= character)
}

/// The state of one pass over a string.
struct Run<'m> {
    machine: &'m PatternProgram,
    /// The states that need a character, with its class.
    now: Vec<(usize, usize)>,
    /// The states that the last character led to.
    next: Vec<usize>,
    waiting: Vec<usize>,
    /// The last round in which each state was visited.
    met: Vec<u32>,
}

impl<'m> Run<'m> {
    fn new(machine: &'m PatternProgram) -> Self {
        let met = vec![0; machine.states.len()];
        Run { machine, now: Vec::new(), next: Vec::new(), waiting: Vec::new(), met }
    }

    /// Follows states without consuming a character, and returns true if this leads to a match.
    fn follow(&mut self, around: Around, round: u32) -> bool {
        self.now.clear();
        std::mem::swap(&mut self.waiting, &mut self.next);
        while let Some(at) = self.waiting.pop() {
            let Some(met) = self.met.get_mut(at).filter(|met| **met != round) else { continue };
            *met = round;
            match self.machine.states.get(at) {
                Some(State::On(class)) => self.now.push((at, *class)),
                Some(State::Fork(other)) => self.waiting.extend([*other, at + 1]),
                Some(State::Jump(to)) => self.waiting.push(*to),
                Some(State::Start) if around.before.is_none() => self.waiting.push(at + 1),
                Some(State::End) if around.behind.is_none() => self.waiting.push(at + 1),
                Some(State::Boundary { negative }) if around.is_boundary() != *negative => self.waiting.push(at + 1),
                Some(State::Done) => return true,
                Some(State::Start | State::End | State::Boundary { .. }) | None => {}
            }
        }
        false
    }

    /// Consumes a character.
    fn step(&mut self, character: char) {
        self.next.clear();
        self.next.extend(self.machine.after(&self.now, character));
    }
}

impl Around {
    fn is_boundary(self) -> bool {
        let is_word = |of: Option<char>| of.is_some_and(|of| of.is_ascii_alphanumeric() || of == '_');
        is_word(self.before) != is_word(self.behind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, text: &str) -> bool {
        PatternProgram::compile(pattern).unwrap().matches(text, &mut 10_000_000).unwrap()
    }

    #[test]
    fn patterns_match_as_ecma_262_says() {
        for (pattern, yes, no) in [
            ("^a*$", "aaa", "aab"),
            ("a+", "xxaayy", "xxyy"),
            ("^(ab|c){2,3}$", "abcab", "ab"),
            (r"^\d{4}-\d\d$", "2024-07", "\u{664}024-07"),
            (r"^\w+$", "a_1", "é"),
            (r"^\S+$", "abc", "a\u{a0}c"),
            (r"^.$", "é", "\u{2028}"),
            (r"\bcat\b", "a cat!", "concat"),
            (r"^[^a-c]$", "d", "b"),
            (r"^[\w-]+$", "a-b", "a b"),
            (r"^\u00e9\u{1f600}\uD83D\uDE00$", "é😀😀", "é"),
            (r"^(?<year>\d+)$", "2024", "x"),
            (r"^a{2}b{}$", "aab{}", "ab"),
            (r"^\p{Lu}\P{Lu}$", "Éa", "aÉ"),
            (r"^$", "", "a"),
            (r"^\cA\0\x41$", "\u{1}\0A", "A"),
            (r"^(|a)+$", "aa", "b"),
            ("^[^]$", "x", ""),
        ] {
            assert!(matches(pattern, yes), "{pattern} {yes}");
            assert!(!matches(pattern, no), "{pattern} {no}");
        }
    }

    #[test]
    fn unsupported_and_invalid_patterns_are_rejected() {
        for pattern in ["(?=a)", "(?<!a)b", r"(a)\1", r"\p{Script=Greek}", "(?i)a", "((a{100}){100}){100}", r"\Aa\Z"] {
            assert!(matches!(PatternProgram::compile(pattern), Err(Refusal::Unsupported(_))), "{pattern}");
        }
        for pattern in ["(a", "a)", "*a", "a**", "[b-a]", "a{2,1}", r"\y"] {
            assert_eq!(PatternProgram::compile(pattern).map(|_| ()), Err(Refusal::Invalid), "{pattern}");
        }
    }

    #[test]
    fn classes_list_characters_in_any_order() {
        for (pattern, yes, no) in
            [("^[zxya-c]+$", "xyzabc", "d"), ("^[a-cb-eg]+$", "abcdeg", "f"), ("^[^b-ca]$", "d", "b")]
        {
            assert!(matches(pattern, yes), "{pattern} {yes}");
            assert!(!matches(pattern, no), "{pattern} {no}");
        }
        let every_other: String = (0..2000).filter_map(|at| char::from_u32(0x4e00 + 2 * at)).collect();
        let program = PatternProgram::compile(&format!("[{every_other}]")).unwrap();
        assert_eq!(program.classes().map(Vec::len).collect::<Vec<_>>(), [2000]);
        assert_eq!(joined(vec![(5, 6), (1, 2), (3, 3), (6, 9)]), [(1, 3), (5, 9)]);
    }

    #[test]
    fn each_limit_is_reached_and_no_more() {
        let groups = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
        let repeated = |times: usize| format!("(){{{times}}}");
        let written_out = |states: usize| "a".repeat(states);
        let refused = |pattern: String| match PatternProgram::compile(&pattern) {
            Err(refusal) => refusal.reason(),
            Ok(_) => "",
        };
        assert_eq!([refused(groups(50)), refused(groups(51))], ["", "its groups are nested more than 50 deep"]);
        assert_eq!(
            [refused(repeated(10_000)), refused(repeated(10_001))],
            ["", "it repeats something more than 10,000 times"]
        );
        assert_eq!(
            [refused(written_out(20_000)), refused(written_out(20_001))],
            ["", "it is too large after its repetitions are expanded"]
        );
    }

    #[test]
    fn patterns_that_defeat_backtracking_run_in_one_pass() {
        let text = "a".repeat(20_000);
        assert!(!matches("^(a+)+$", &format!("{text}!")));
        assert_eq!(PatternProgram::compile("(a*)*b").unwrap().matches(&text, &mut 100), None);
        assert!(matches("^(((){10000}){10000}){10000}$", ""));
    }
}
