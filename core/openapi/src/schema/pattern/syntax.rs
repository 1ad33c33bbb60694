//! How regular expressions are written (ECMA-262 section 22.2.1, with the `u` flag's characters and Annex B's leniency),
//! as far as automata follow them.

use waybill_base::internal::order;

use super::properties;

/// Characters, as ranges of their numbers.
pub type Ranges = Vec<(u32, u32)>;

/// The last character there is.
pub const LAST: u32 = 0x10_ffff;

/// How often something may be asked to repeat: more makes automata of a size nobody wants to follow.
pub(crate) const MAX_REPEATS: usize = 10_000;

/// How deep groups may be in one another: each is read by a call of its own, and takes room on the stack.
const MAX_DEPTH: usize = 50;

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

type Read<T> = Result<T, Refusal>;

/// Reads a pattern.
///
/// # Errors
/// A [`Refusal`] where it asks what no automaton follows, or is no pattern.
pub fn read(pattern: &str) -> Read<Node> {
    let mut reader = Reader { text: pattern.chars().collect(), at: 0, depth: 0 };
    let node = reader.alternatives()?;
    if reader.at == reader.text.len() { Ok(node) } else { Err(Refusal::Invalid) }
}

struct Reader {
    text: Vec<char>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Read<char> {
        let next = self.peek().ok_or(Refusal::Invalid)?;
        self.at += 1;
        Ok(next)
    }

    fn take(&mut self, expected: &str) -> bool {
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
        while let Some(next) = self.peek().filter(|next| !matches!(next, '|' | ')')) {
            let node = match next {
                '^' | '$' => {
                    self.at += 1;
                    if next == '^' { Node::Start } else { Node::End }
                }
                '\\' if self.take("\\b") => Node::Boundary { negative: false },
                '\\' if self.take("\\B") => Node::Boundary { negative: true },
                _ => {
                    let atom = self.atom()?;
                    self.repeated(atom)?
                }
            };
            all.push(node);
        }
        Ok(Node::All(all))
    }

    fn atom(&mut self) -> Read<Node> {
        Ok(match self.next()? {
            '(' => {
                self.group_kind()?;
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return Err(Refusal::Unsupported("its groups are more than 50 deep"));
                }
                let inside = self.alternatives()?;
                if !self.take(")") {
                    return Err(Refusal::Invalid);
                }
                self.depth -= 1;
                inside
            }
            '.' => Node::On(others(vec![(10, 10), (13, 13), (0x2028, 0x2029)])),
            '[' => Node::On(self.class()?),
            '\\' => Node::On(self.escape(false)?),
            '*' | '+' | '?' => return Err(Refusal::Invalid),
            // Where it begins no count, a brace stands for itself (ECMA-262 Annex B.1.2).
            '{' if self.bounds_follow() => return Err(Refusal::Invalid),
            plain => Node::On(vec![(u32::from(plain), u32::from(plain))]),
        })
    }

    /// What stands after the bracket that opens a group.
    fn group_kind(&mut self) -> Read<()> {
        const LOOK_AROUND: [&str; 4] = ["?=", "?!", "?<=", "?<!"];
        if self.peek() != Some('?') || self.take("?:") {
            return Ok(());
        }
        if LOOK_AROUND.iter().any(|mark| self.take(mark)) {
            return Err(Refusal::Unsupported("it looks ahead or behind, which is not followed"));
        }
        if self.take("?<") {
            while self.next()? != '>' {}
            return Ok(());
        }
        Err(Refusal::Unsupported("it has modifiers in a group, which are not followed"))
    }

    fn repeated(&mut self, atom: Node) -> Read<Node> {
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
        // How eagerly it repeats makes no difference to whether there is a match.
        self.take("?");
        match self.peek() {
            Some('*' | '+' | '?') => Err(Refusal::Invalid),
            _ => Ok(Node::Repeat(Box::new(atom), least, most)),
        }
    }

    /// Whether a count in braces stands here.
    fn bounds_follow(&self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let rest = rest.strip_prefix(&['{']).unwrap_or(rest);
        let inside: Vec<char> = rest.iter().copied().take_while(|next| *next != '}').collect();
        let is_closed = inside.len() < rest.len();
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
        if number > MAX_REPEATS {
            Err(Refusal::Unsupported("it repeats something more than 10,000 times"))
        } else {
            Ok(number)
        }
    }

    fn class(&mut self) -> Read<Ranges> {
        let negated = self.take("^");
        let mut ranges = Ranges::new();
        loop {
            let from = match self.next()? {
                ']' => break,
                '\\' => self.escape(true)?,
                plain => vec![(u32::from(plain), u32::from(plain))],
            };
            let is_range = self.peek() == Some('-') && self.text.get(self.at + 1).is_some_and(|next| *next != ']');
            if !is_range {
                ranges.extend(from);
                continue;
            }
            self.at += 1;
            let to = match self.next()? {
                '\\' => self.escape(true)?,
                plain => vec![(u32::from(plain), u32::from(plain))],
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
        Ok(if negated { others(ranges) } else { ranges })
    }

    fn escape(&mut self, in_class: bool) -> Read<Ranges> {
        let one = |character: u32| vec![(character, character)];
        let digits = vec![(48, 57)];
        let word = vec![(48, 57), (65, 90), (95, 95), (97, 122)];
        Ok(match self.next()? {
            'd' => digits,
            'D' => others(digits),
            'w' => word,
            'W' => others(word),
            's' => spaces(),
            'S' => others(spaces()),
            't' => one(9),
            'n' => one(10),
            'v' => one(11),
            'f' => one(12),
            'r' => one(13),
            'b' if in_class => one(8),
            '0' if !self.peek().is_some_and(|next| next.is_ascii_digit()) => one(0),
            '1'..='9' => return Err(Refusal::Unsupported("it refers back to a group, which is not followed")),
            'k' if self.peek() == Some('<') => {
                return Err(Refusal::Unsupported("it refers back to a group, which is not followed"));
            }
            'c' => {
                let letter = self.next()?;
                if !letter.is_ascii_alphabetic() {
                    return Err(Refusal::Invalid);
                }
                one(u32::from(letter) % 32)
            }
            'x' => one(self.hexadecimal(2)?),
            'u' => one(self.unicode()?),
            'p' => self.property()?,
            'P' => others(self.property()?),
            // In other languages these are anchors, and nobody writes them for the letters.
            'A' | 'Z' | 'z' | 'G' => {
                return Err(Refusal::Unsupported("it has an anchor of another language: write `^` or `$`"));
            }
            plain if plain.is_ascii_alphanumeric() => return Err(Refusal::Invalid),
            plain => one(u32::from(plain)),
        })
    }

    /// What follows `\u`: four digits, a pair of them for one character, or any number in braces.
    fn unicode(&mut self) -> Read<u32> {
        if self.take("{") {
            let mut number = 0_u32;
            while !self.take("}") {
                let digit = self.next()?.to_digit(16).ok_or(Refusal::Invalid)?;
                number = number.saturating_mul(16).saturating_add(digit);
            }
            return char::from_u32(number).map(u32::from).ok_or(Refusal::Invalid);
        }
        let first = self.hexadecimal(4)?;
        let behind = self.at;
        if (0xd800..0xdc00).contains(&first) && self.take("\\u") {
            let second = self.hexadecimal(4)?;
            if (0xdc00..0xe000).contains(&second) {
                return Ok(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00));
            }
            self.at = behind;
        }
        Ok(first)
    }

    fn hexadecimal(&mut self, length: usize) -> Read<u32> {
        let mut number = 0;
        for _ in 0..length {
            number = number * 16 + self.next()?.to_digit(16).ok_or(Refusal::Invalid)?;
        }
        Ok(number)
    }

    /// What follows `\p`: a name in braces.
    fn property(&mut self) -> Read<Ranges> {
        if !self.take("{") {
            return Err(Refusal::Invalid);
        }
        let mut name = String::new();
        while !self.take("}") {
            name.push(self.next()?);
        }
        properties::ranges(&name)
            .ok_or(Refusal::Unsupported("it asks for a property of characters that is not known here"))
    }
}

/// White space and line terminators (ECMA-262 sections 12.2 and 12.3).
fn spaces() -> Ranges {
    vec![
        (9, 13),
        (32, 32),
        (0xa0, 0xa0),
        (0x1680, 0x1680),
        (0x2000, 0x200a),
        (0x2028, 0x2029),
        (0x202f, 0x202f),
        (0x205f, 0x205f),
        (0x3000, 0x3000),
        (0xfeff, 0xfeff),
    ]
}

/// All characters but some.
pub(super) fn others(mut ranges: Ranges) -> Ranges {
    order::sort(&mut ranges);
    let mut from = 0;
    let mut left = Ranges::new();
    for (first, last) in ranges {
        if first > from {
            left.push((from, first - 1));
        }
        from = from.max(last.saturating_add(1));
    }
    if from <= LAST {
        left.push((from, LAST));
    }
    left
}
