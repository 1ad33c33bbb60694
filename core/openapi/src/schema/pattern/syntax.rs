//! The syntax tree of regular expressions, and the parser of both dialects: ECMA-262 and XML Schema.

use std::marker::PhantomData;

use super::ranges::{Ranges, one};

/// A pattern that has been read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A character of these.
    On(Ranges),
    /// The start of the string.
    Start,
    /// The end of the string.
    End,
    /// Between a word's character and another one; where it is negative, anywhere else.
    Boundary {
        /// True if it must not match.
        negative: bool,
    },
    /// One after the other.
    All(Vec<Node>),
    /// One of them.
    Any(Vec<Node>),
    /// Repeated at least and at most so often.
    Repeat(Box<Node>, usize, Option<usize>),
}

/// Why a pattern is not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It is no regular expression.
    Invalid,
    /// It asks for what takes more than one pass over a text, or for what is not known here: why it is not followed.
    Unsupported(&'static str),
}

impl Refusal {
    /// Why no text is checked against it.
    pub const fn reason(self) -> &'static str {
        match self {
            Refusal::Invalid => "it is no regular expression of ECMA-262",
            Refusal::Unsupported(why) => why,
        }
    }
}

pub(super) type Read<T> = Result<T, Refusal>;

/// A syntax of regular expressions: where it differs from the other one.
pub(super) trait Dialect: Sized {
    /// Limit of nested groups: each is read by a nested call, which takes room on the stack.
    const MAX_DEPTH: usize;
    /// Limit of a repetition count.
    const MAX_REPEATS: usize;
    /// True if a plus may follow a quantifier, as a question mark may: how eagerly it repeats makes no difference to whether
    /// there is a match.
    const HAS_POSSESSIVE: bool;
    /// True if a class may end with another one, whose characters it lacks.
    const HAS_SUBTRACTION: bool;

    /// Reads what matches between characters, if there is such a thing here.
    fn assertion(reader: &mut Reader<Self>) -> Read<Option<Node>>;
    /// Reads what follows the bracket that opens a group. Returns false if that was the whole group.
    fn group_kind(reader: &mut Reader<Self>) -> Read<bool>;
    /// Reads what follows a backslash.
    fn escape(reader: &mut Reader<Self>, in_class: bool) -> Read<Ranges>;
    /// Returns the characters that `.` matches.
    fn dot() -> Ranges;
    /// Returns all characters but some.
    fn complement(ranges: Ranges) -> Ranges;
    /// Returns the characters of a class without those of the class that it ends with.
    fn difference(ranges: Ranges, _without: Ranges) -> Ranges {
        ranges
    }
    /// Returns a node that matches one of some characters.
    fn class(ranges: Ranges) -> Node {
        Node::On(ranges)
    }
}

/// Reads a pattern of a dialect.
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

    /// Returns the character before the next one, and the one after it.
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
            // Where it begins no count, a brace stands for itself (ECMA-262 Annex B.1.2).
            '{' if self.bounds_follow() => return Err(Refusal::Invalid),
            plain => Node::On(one(plain)),
        })
    }

    /// Reads what is inside a group or class.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        if self.depth > D::MAX_DEPTH {
            return Err(Refusal::Unsupported("its groups are more than 50 deep"));
        }
        let inside = read(self);
        self.depth -= 1;
        inside
    }

    /// Reads the quantifier of a node, if it has one.
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

    /// True if a count in braces follows.
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
                // Beside a class of characters the hyphen stands for itself (ECMA-262 Annex B.1.2).
                _ => ranges.extend([from, vec![(45, 45)], to].concat()),
            }
        }
        Ok(if negated { D::complement(ranges) } else { ranges })
    }

    /// Reads a hexadecimal number of so many digits.
    pub(super) fn hexadecimal(&mut self, length: usize) -> Read<u32> {
        let mut number = 0;
        for _ in 0..length {
            number = number * 16 + self.next()?.to_digit(16).ok_or(Refusal::Invalid)?;
        }
        Ok(number)
    }

    /// Reads the number of a character that follows a brace.
    pub(super) fn braced_number(&mut self) -> Read<u32> {
        let mut number = 0_u32;
        while !self.take("}") {
            let digit = self.next()?.to_digit(16).ok_or(Refusal::Invalid)?;
            number = number.saturating_mul(16).saturating_add(digit);
        }
        char::from_u32(number).map(u32::from).ok_or(Refusal::Invalid)
    }

    /// Reads a name in braces.
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
