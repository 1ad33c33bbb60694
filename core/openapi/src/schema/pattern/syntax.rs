//! The syntax tree of regular expressions, and the parser of both dialects: ECMA-262 and XML Schema.

use std::marker::PhantomData;

use super::ranges::{Ranges, one};

/// A parsed pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A character of these ranges.
    On(Ranges),
    /// The start of the string.
    Start,
    /// The end of the string.
    End,
    /// A word boundary or, if `negative`, any other position.
    Boundary {
        /// True for `\B`.
        negative: bool,
    },
    /// A sequence.
    All(Vec<Node>),
    /// Alternatives.
    Any(Vec<Node>),
    /// A repetition with minimum and maximum count.
    Repeat(Box<Node>, usize, Option<usize>),
}

/// The reason why a pattern cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It is not a regular expression.
    Invalid,
    /// It needs more than one pass over a string, or an unknown feature. Contains the reason.
    Unsupported(&'static str),
}

impl Refusal {
    /// Returns the reason as reported for values that were not checked.
    pub const fn reason(self) -> &'static str {
        match self {
            Refusal::Invalid => "it is not a regular expression of ECMA-262",
            Refusal::Unsupported(why) => why,
        }
    }
}

pub(super) type Read<T> = Result<T, Refusal>;

/// The syntax that distinguishes a dialect of regular expressions.
pub(super) trait Dialect: Sized {
    /// Maximum depth of nested groups. The parser is recursive, so each level uses stack space.
    const MAX_DEPTH: usize;
    /// Maximum repetition count.
    const MAX_REPEATS: usize;
    /// True if a plus can follow a quantifier, as a question mark can. Neither affects if a string matches.
    const HAS_POSSESSIVE: bool;
    /// True if a class can end with another class to subtract.
    const HAS_SUBTRACTION: bool;

    /// Parses an assertion, which matches between characters, if there is one.
    fn assertion(reader: &mut Reader<Self>) -> Read<Option<Node>>;
    /// Parses the characters after the opening bracket of a group. Returns false if the group ends there.
    fn group_kind(reader: &mut Reader<Self>) -> Read<bool>;
    /// Parses the characters after a backslash.
    fn escape(reader: &mut Reader<Self>, in_class: bool) -> Read<Ranges>;
    /// Returns the characters that `.` matches.
    fn dot() -> Ranges;
    /// Returns the complement of a set.
    fn complement(ranges: Ranges) -> Ranges;
    /// Returns the characters of a class without those of the class to subtract.
    fn difference(ranges: Ranges, _without: Ranges) -> Ranges {
        ranges
    }
    /// Returns a node that matches one character of a set.
    fn class(ranges: Ranges) -> Node {
        Node::On(ranges)
    }
}

/// Parses a pattern of a dialect.
pub(super) fn parse<D: Dialect>(pattern: &str) -> Read<Node> {
    let mut reader = Reader::<D> { text: pattern.chars().collect(), at: 0, depth: 0, dialect: PhantomData };
    let node = reader.alternatives()?;
    if reader.at == reader.text.len() { Ok(node) } else { Err(Refusal::Invalid) }
}

pub(super) struct Reader<D> {
    text: Vec<char>,
    pub(super) at: usize,
    depth: usize,
    dialect: PhantomData<D>,
}

impl<D: Dialect> Reader<D> {
    pub(super) fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    /// Returns the previous character and the one after the next.
    pub(super) fn neighbors(&self) -> [Option<char>; 2] {
        [self.at.checked_sub(1), Some(self.at + 1)].map(|at| self.text.get(at?).copied())
    }

    pub(super) fn next(&mut self) -> Read<char> {
        let next = self.peek().ok_or(Refusal::Invalid)?;
        self.at += 1;
        Ok(next)
    }

    pub(super) fn take(&mut self, expected: &str) -> bool {
        let here = expected.chars().enumerate().all(|(at, one)| self.text.get(self.at + at) == Some(&one));
        self.at += if here { expected.chars().count() } else { 0 };
        here
    }

    fn alternatives(&mut self) -> Read<Node> {
        let mut all = vec![self.sequence()?];
        while self.take("|") {
            all.push(self.sequence()?);
        }
        Ok(Node::Any(all))
    }

    fn sequence(&mut self) -> Read<Node> {
        let mut all = Vec::new();
        while self.peek().is_some_and(|next| !matches!(next, '|' | ')')) {
            all.push(if let Some(assertion) = D::assertion(self)? {
                assertion
            } else {
                let atom = self.atom()?;
                self.repeated(atom)?
            });
        }
        Ok(Node::All(all))
    }

    fn atom(&mut self) -> Read<Node> {
        // Depth: `Dialect::MAX_DEPTH` groups, counted in `nested`.
        Ok(match self.next()? {
            '(' => {
                if !D::group_kind(self)? {
                    return Ok(Node::All(Vec::new()));
                }
                let inside = self.nested(Self::alternatives)?;
                if !self.take(")") {
                    return Err(Refusal::Invalid);
                }
                inside
            }
            '.' => D::class(D::dot()),
            '[' => D::class(self.class()?),
            '\\' => D::class(D::escape(self, false)?),
            '*' | '+' | '?' => return Err(Refusal::Invalid),
            // A brace that does not begin a count is an ordinary character (ECMA-262 Annex B.1.2).
            '{' if self.bounds_follow() => return Err(Refusal::Invalid),
            plain => Node::On(one(plain)),
        })
    }

    /// Parses the contents of a group or class.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        if self.depth > D::MAX_DEPTH {
            return Err(Refusal::Unsupported("its groups are nested more than 50 deep"));
        }
        let inside = read(self);
        self.depth -= 1;
        inside
    }

    /// Parses the quantifier of a node, if there is one.
    pub(super) fn repeated(&mut self, atom: Node) -> Read<Node> {
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') if self.bounds_follow() => {
                self.at += 1;
                let least = self.digits()?;
                let most = if !self.take(",") {
                    Some(least)
                } else if self.peek() == Some('}') {
                    None
                } else {
                    Some(self.digits()?)
                };
                if most.is_some_and(|most| most < least) {
                    return Err(Refusal::Invalid);
                }
                (least, most)
            }
            _ => return Ok(atom),
        };
        self.at += 1;
        if !self.take("?") && D::HAS_POSSESSIVE {
            self.take("+");
        }
        Ok(Node::Repeat(Box::new(atom), least, most))
    }

    /// Returns true if a count in braces follows.
    fn bounds_follow(&self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let rest = rest.strip_prefix(&['{']).unwrap_or(rest);
        let inside: Vec<char> = rest.iter().copied().take_while(|next| next.is_ascii_digit() || *next == ',').collect();
        let is_closed = rest.get(inside.len()) == Some(&'}');
        let mut parts = inside.split(|next| *next == ',');
        let is_number = |part: &[char]| part.iter().all(char::is_ascii_digit);
        let first = parts.next().is_some_and(|part| !part.is_empty() && is_number(part));
        is_closed && first && parts.next().is_none_or(is_number) && parts.next().is_none()
    }

    fn digits(&mut self) -> Read<usize> {
        let mut number: usize = 0;
        while let Some(digit) = self.peek().and_then(|next| next.to_digit(10)) {
            self.at += 1;
            number = number.saturating_mul(10).saturating_add(usize::try_from(digit).unwrap_or(0));
        }
        if number > D::MAX_REPEATS {
            Err(Refusal::Unsupported("it repeats something more than 10,000 times"))
        } else {
            Ok(number)
        }
    }

    fn class(&mut self) -> Read<Ranges> {
        // Depth: `Dialect::MAX_DEPTH` classes, counted in `nested`.
        let negated = self.take("^");
        let mut ranges = Ranges::new();
        loop {
            if D::HAS_SUBTRACTION && self.take("-[") {
                let without = self.nested(Self::class)?;
                let whole = if negated { D::complement(ranges) } else { ranges };
                return if self.take("]") { Ok(D::difference(whole, without)) } else { Err(Refusal::Invalid) };
            }
            let from = match self.next()? {
                ']' => break,
                '\\' => D::escape(self, true)?,
                plain => one(plain),
            };
            let ends_range = |next: char| next != ']' && !(D::HAS_SUBTRACTION && next == '[');
            let after = self.text.get(self.at + 1).copied();
            if self.peek() != Some('-') || !after.is_some_and(ends_range) {
                ranges.extend(from);
                continue;
            }
            self.at += 1;
            let to = match self.next()? {
                '\\' => D::escape(self, true)?,
                plain => one(plain),
            };
            match (from.as_slice(), to.as_slice()) {
                (&[(first, same)], &[(last, other)]) if first == same && last == other => {
                    if first > last {
                        return Err(Refusal::Invalid);
                    }
                    ranges.push((first, last));
                }
                // Next to a class, a hyphen is an ordinary character (ECMA-262 Annex B.1.2).
                _ => ranges.extend([from, vec![(45, 45)], to].concat()),
            }
        }
        Ok(if negated { D::complement(ranges) } else { ranges })
    }

    /// Parses a hexadecimal number with `length` digits.
    pub(super) fn hexadecimal(&mut self, length: usize) -> Read<u32> {
        let mut number = 0;
        for _ in 0..length {
            number = number * 16 + self.next()?.to_digit(16).ok_or(Refusal::Invalid)?;
        }
        Ok(number)
    }

    /// Parses a code point after an opening brace.
    pub(super) fn braced_number(&mut self) -> Read<u32> {
        let mut number = 0_u32;
        while !self.take("}") {
            let digit = self.next()?.to_digit(16).ok_or(Refusal::Invalid)?;
            number = number.saturating_mul(16).saturating_add(digit);
        }
        char::from_u32(number).map(u32::from).ok_or(Refusal::Invalid)
    }

    /// Parses a name in braces.
    pub(super) fn braced_name(&mut self) -> Read<String> {
        if !self.take("{") {
            return Err(Refusal::Invalid);
        }
        let mut name = String::new();
        while !self.take("}") {
            name.push(self.next()?);
        }
        Ok(name)
    }
}
