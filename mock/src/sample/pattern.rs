//! Text that a pattern of XML Schema (Part 2, appendix F) matches. The generator need not know every character of
//! Unicode: it takes the plain ones of a class, and the validator says whether they match.

use super::characters::Set;
use super::random::Random;
use crate::xsd::pattern_syntax;

/// Groups and classes within one another; the validator's own limit.
const DEPTH: usize = 64;
/// As long as a text that is made here can be.
const LENGTH: usize = 1 << 17;
/// Nodes of a pattern that are visited while a text is made.
const WORK: usize = 200_000;

/// A pattern that was read.
#[derive(Debug)]
pub(super) struct Pattern {
    root: Node,
}

#[derive(Debug)]
enum Node {
    /// One of a few ranges of characters, the plainest first.
    Class(Vec<(char, char)>),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat {
        node: Box<Node>,
        least: usize,
        most: usize,
    },
}

/// How a text is made of a pattern.
pub(super) struct Shape<'a> {
    /// How many characters more than it has to have.
    pub(super) extra: usize,
    /// Which of several alternatives is taken, counted round.
    pub(super) alternative: usize,
    /// A text that the one to make has the characters of, where the pattern admits them; may be empty.
    pub(super) model: &'a str,
}

impl Pattern {
    /// Reads a pattern; `None` where it is none, or holds a class that nothing is known of.
    pub(super) fn new(text: &str) -> Option<Self> {
        let characters: Vec<char> = text.chars().collect();
        let mut reader = Reader { characters: &characters, at: 0 };
        let root = reader.choice(0)?;
        (reader.at == characters.len()).then_some(Self { root })
    }

    /// A text of a shape; `None` where it would be too long.
    pub(super) fn generate(&self, shape: &Shape<'_>, random: &mut Random) -> Option<String> {
        let model = shape.model.chars().collect();
        let mut making = Making { out: String::new(), length: 0, extra: shape.extra, model, work: WORK, random };
        making.node(&self.root, shape.alternative)?;
        Some(making.out)
    }
}

struct Making<'a> {
    out: String,
    length: usize,
    extra: usize,
    model: Vec<char>,
    work: usize,
    random: &'a mut Random,
}

impl Making<'_> {
    fn node(&mut self, node: &Node, alternative: usize) -> Option<()> {
        self.work = self.work.checked_sub(1)?;
        match node {
            Node::Class(ranges) => {
                self.length += 1;
                let character = self.character(ranges)?;
                self.out.push(character);
                (self.length <= LENGTH).then_some(())
            }
            Node::Sequence(nodes) => nodes.iter().try_for_each(|node| self.node(node, alternative)),
            Node::Choice(nodes) => {
                let chosen = nodes.get(alternative % nodes.len().max(1))?;
                self.node(chosen, alternative / nodes.len().max(1))
            }
            Node::Repeat { node, least, most } => {
                for _ in 0..*least {
                    self.node(node, alternative)?;
                }
                let mut more = most - least;
                while more > 0 && self.extra > 0 && self.goes_on(node) {
                    let before = self.length;
                    self.node(node, alternative)?;
                    self.extra = self.extra.saturating_sub((self.length - before).max(1));
                    more -= 1;
                }
                Some(())
            }
        }
    }

    /// Whether a class is repeated: as long as it has the model's characters.
    fn goes_on(&self, node: &Node) -> bool {
        match (node, self.model.get(self.length)) {
            (Node::Class(ranges), Some(next)) => contains(ranges, *next),
            _ => true,
        }
    }

    /// The character of the model, or one of the plainest range.
    fn character(&mut self, ranges: &[(char, char)]) -> Option<char> {
        // The one that is made is counted already.
        let modelled = self.length.checked_sub(1).and_then(|at| self.model.get(at)).copied();
        if let Some(modelled) = modelled.filter(|modelled| contains(ranges, *modelled)) {
            return Some(modelled);
        }
        let (first, last) = ranges.first()?;
        let span = u32::from(*last).saturating_sub(u32::from(*first)) + 1;
        let offset = self.random.below(usize::try_from(span).ok()?);
        char::from_u32(u32::from(*first) + u32::try_from(offset).ok()?).or(Some(*first))
    }
}

fn contains(ranges: &[(char, char)], character: char) -> bool {
    ranges.iter().any(|(first, last)| (*first..=*last).contains(&character))
}

struct Reader<'a> {
    characters: &'a [char],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    fn take(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        self.at += usize::from(found);
        found
    }

    fn choice(&mut self, depth: usize) -> Option<Node> {
        let mut branches = vec![self.sequence(depth)?];
        while self.take('|') {
            branches.push(self.sequence(depth)?);
        }
        Some(match branches.len() {
            1 => branches.pop()?,
            _ => Node::Choice(branches),
        })
    }

    fn sequence(&mut self, depth: usize) -> Option<Node> {
        let mut nodes = Vec::new();
        while let Some(next) = self.peek().filter(|next| *next != '|' && *next != ')') {
            let before = self.at.checked_sub(1).and_then(|before| self.characters.get(before)).copied();
            if pattern_syntax::is_anchor(before, next, self.characters.get(self.at + 1).copied()) {
                self.at += 1;
                continue;
            }
            let atom = self.atom(depth)?;
            nodes.push(self.quantified(atom)?);
        }
        Some(Node::Sequence(nodes))
    }

    fn atom(&mut self, depth: usize) -> Option<Node> {
        if depth > DEPTH {
            return None;
        }
        match self.next()? {
            '(' => {
                if self.take('?') && !self.group_start()? {
                    return Some(Node::Sequence(Vec::new()));
                }
                let inner = self.choice(depth + 1)?;
                self.take(')').then_some(inner)
            }
            // What matches between characters is left to the validator.
            '\\' if matches!(self.peek(), Some('b' | 'B' | 'A' | 'z')) => {
                self.at += 1;
                Some(Node::Sequence(Vec::new()))
            }
            '[' => self.class(depth + 1).map(|set| Node::Class(set.ranges())),
            '.' => Some(Node::Class(Set::plain().ranges())),
            '\\' => self.escape().map(|set| Node::Class(set.ranges())),
            '*' | '+' | '?' | '{' => None,
            other => Some(Node::Class(vec![(other, other)])),
        }
    }

    /// What other languages have after `(?`: a name, flags, or nothing but a colon. Says whether a group follows.
    fn group_start(&mut self) -> Option<bool> {
        loop {
            match self.next()? {
                ':' | '>' => return Some(true),
                ')' => return Some(false),
                '=' | '!' => return None,
                _ => {}
            }
        }
    }

    fn quantified(&mut self, node: Node) -> Option<Node> {
        let node = self.quantified_once(node)?;
        // A second sign says which of several matches is taken, which means nothing to a whole value.
        if matches!(node, Node::Repeat { .. }) && !self.take('?') {
            self.take('+');
        }
        Some(node)
    }

    fn quantified_once(&mut self, node: Node) -> Option<Node> {
        let (least, most) = match self.peek() {
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some('?') => (0, 1),
            Some('{') => {
                self.at += 1;
                return self.counted(node);
            }
            _ => return Some(node),
        };
        self.at += 1;
        Some(Node::Repeat { node: Box::new(node), least, most })
    }

    fn counted(&mut self, node: Node) -> Option<Node> {
        let least = self.number()?;
        let most = match self.next()? {
            '}' => least,
            ',' if self.take('}') => usize::MAX,
            ',' => self.number().filter(|_| self.take('}'))?,
            _ => return None,
        };
        (least <= most).then(|| Node::Repeat { node: Box::new(node), least, most })
    }

    fn number(&mut self) -> Option<usize> {
        let start = self.at;
        while self.peek().is_some_and(|next| next.is_ascii_digit()) {
            self.at += 1;
        }
        let digits: String = self.characters.get(start..self.at)?.iter().collect();
        digits.parse().ok()
    }

    /// A class after its bracket: ranges, escapes, a complement, a subtraction.
    fn class(&mut self, depth: usize) -> Option<Set> {
        if depth > DEPTH {
            return None;
        }
        let negated = self.take('^');
        let mut set = Set::default();
        loop {
            match self.next()? {
                ']' => break,
                '-' if self.peek() == Some('[') => {
                    self.at += 1;
                    let without = self.class(depth + 1)?;
                    let own = if negated { set.complement() } else { set };
                    return self.take(']').then(|| own.without(&without));
                }
                '\\' => {
                    let escaped = self.escape()?;
                    match escaped.single() {
                        Some(first) => self.range(first, &mut set)?,
                        None => set.add(&escaped),
                    }
                }
                first => self.range(first, &mut set)?,
            }
        }
        Some(if negated { set.complement() } else { set })
    }

    /// A character of a class, or a range that starts with it.
    fn range(&mut self, first: char, set: &mut Set) -> Option<()> {
        let ends = self.characters.get(self.at + 1).copied();
        let is_range = self.peek() == Some('-') && ends.is_some_and(|end| end != ']' && end != '[');
        let last = if is_range {
            self.at += 1;
            match self.next()? {
                '\\' => self.escape()?.single()?,
                last => last,
            }
        } else {
            first
        };
        set.insert(first, last);
        Some(())
    }

    /// What an escape stands for (Part 2, F.1.1).
    fn escape(&mut self) -> Option<Set> {
        Some(match self.next()? {
            'n' => Set::from_ranges(&[('\n', '\n')]),
            'r' => Set::from_ranges(&[('\r', '\r')]),
            't' => Set::from_ranges(&[('\t', '\t')]),
            'x' => self.code(2)?,
            'u' => self.code(4)?,
            's' => Set::from_ranges(&[(' ', ' ')]),
            'd' => Set::from_ranges(&[('0', '9')]),
            'i' => Set::from_ranges(&[('A', 'Z'), ('a', 'z'), ('_', '_')]),
            'c' => Set::from_ranges(&[('0', '9'), ('A', 'Z'), ('a', 'z'), ('-', '.')]),
            'w' => Set::from_ranges(&[('0', '9'), ('A', 'Z'), ('a', 'z')]),
            'S' | 'D' => Set::from_ranges(&[('A', 'Z'), ('a', 'z')]),
            'W' => Set::from_ranges(&[('-', '-'), (' ', ' ')]),
            'I' => Set::from_ranges(&[('0', '9'), ('-', '-')]),
            'C' => Set::from_ranges(&[(' ', ' '), ('/', '/')]),
            'p' => self.category()?,
            'P' => self.category()?.complement(),
            other => Set::from_ranges(&[(other, other)]),
        })
    }

    /// A character by its number, of so many digits or between braces.
    fn code(&mut self, digits: usize) -> Option<Set> {
        let is_braced = self.take('{');
        let start = self.at;
        while self.peek().is_some_and(|next| next.is_ascii_hexdigit()) && (is_braced || self.at < start + digits) {
            self.at += 1;
        }
        let number: String = self.characters.get(start..self.at)?.iter().collect();
        let character = u32::from_str_radix(&number, 16).ok().and_then(char::from_u32)?;
        (!is_braced || self.take('}')).then(|| Set::from_ranges(&[(character, character)]))
    }

    fn category(&mut self) -> Option<Set> {
        if !self.take('{') {
            return None;
        }
        let mut name = String::new();
        while let Some(next) = self.next().filter(|next| *next != '}') {
            name.push(next);
        }
        Some(match name.as_str() {
            "L" => Set::from_ranges(&[('A', 'Z'), ('a', 'z')]),
            "Lu" | "Lt" => Set::from_ranges(&[('A', 'Z')]),
            "Ll" => Set::from_ranges(&[('a', 'z')]),
            "Lm" => Set::from_ranges(&[('\u{2b0}', '\u{2b8}')]),
            "Lo" => Set::from_ranges(&[('\u{5d0}', '\u{5ea}')]),
            "M" | "Mn" => Set::from_ranges(&[('\u{300}', '\u{33f}')]),
            "Mc" => Set::from_ranges(&[('\u{903}', '\u{903}')]),
            "Me" => Set::from_ranges(&[('\u{488}', '\u{488}')]),
            "Nl" => Set::from_ranges(&[('\u{2160}', '\u{2169}')]),
            "No" => Set::from_ranges(&[('\u{b2}', '\u{b3}')]),
            "N" | "Nd" => Set::from_ranges(&[('0', '9')]),
            "P" | "Pd" => Set::from_ranges(&[('-', '-')]),
            "Po" => Set::from_ranges(&[('.', '.'), (',', ',')]),
            "Ps" => Set::from_ranges(&[('(', '(')]),
            "Pe" => Set::from_ranges(&[(')', ')')]),
            "Pi" => Set::from_ranges(&[('\u{ab}', '\u{ab}')]),
            "Pf" => Set::from_ranges(&[('\u{bb}', '\u{bb}')]),
            "Pc" => Set::from_ranges(&[('_', '_')]),
            "Z" | "Zs" => Set::from_ranges(&[(' ', ' ')]),
            "S" | "Sm" => Set::from_ranges(&[('+', '+')]),
            "Zl" => Set::from_ranges(&[('\u{2028}', '\u{2028}')]),
            "Zp" => Set::from_ranges(&[('\u{2029}', '\u{2029}')]),
            "Sk" => Set::from_ranges(&[('^', '^')]),
            "So" => Set::from_ranges(&[('\u{a9}', '\u{a9}')]),
            "C" | "Cc" => Set::from_ranges(&[('\t', '\t')]),
            "Cf" => Set::from_ranges(&[('\u{200d}', '\u{200d}')]),
            "Co" => Set::from_ranges(&[('\u{e000}', '\u{e000}')]),
            "Sc" => Set::from_ranges(&[('$', '$')]),
            "IsBasicLatin" => Set::plain(),
            "IsLatin-1Supplement" => Set::from_ranges(&[('\u{c0}', '\u{d6}')]),
            "IsGreek" => Set::from_ranges(&[('\u{391}', '\u{3a1}')]),
            "IsCyrillic" => Set::from_ranges(&[('\u{410}', '\u{44f}')]),
            other => Set::from_ranges(&[pattern_syntax::block(other)?]),
        })
    }
}
