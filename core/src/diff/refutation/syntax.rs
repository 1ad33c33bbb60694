//! How regular expressions are written (ECMA-262 section 22.2.1), as far as automata follow them, and those that match a few
//! texts alone.

use super::patterns::MOST_STATES;
use crate::order::{self, Listed as _};

/// How many texts are few.
const FEW: usize = 40;

/// Characters, as ranges of their numbers.
pub(super) type Ranges = Vec<(u32, u32)>;

/// The last character there is.
pub(super) const LAST: u32 = 0x10_ffff;

/// Reads a pattern; `None` where it asks what no automaton follows, or is none.
pub(super) fn read(pattern: &str) -> Option<Node> {
    let mut reader = Reader { text: pattern.chars().list(), at: 0 };
    let node = reader.alternatives()?;
    (reader.at == reader.text.len()).then_some(node)
}

/// The texts a pattern matches, where they are few and it matches whole texts.
pub(in crate::diff) fn few(pattern: &str) -> Vec<String> {
    let Some(Node::Any(all)) = read(pattern) else { return Vec::new() };
    let [Node::All(nodes)] = all.as_slice() else { return Vec::new() };
    let [Node::Start, inside @ .., Node::End] = nodes.as_slice() else { return Vec::new() };
    let texts = product(inside.iter().map(Node::texts));
    texts.unwrap_or_default()
}

/// Each text followed by each of the next.
fn product(parts: impl Iterator<Item = Option<Vec<String>>>) -> Option<Vec<String>> {
    let mut all = vec![String::new()];
    for part in parts {
        let part = part?;
        all = all.iter().flat_map(|text| part.iter().map(move |next| format!("{text}{next}"))).list();
        if all.len() > FEW {
            return None;
        }
    }
    Some(all)
}

/// A pattern that has been read.
#[derive(Debug)]
pub(super) enum Node {
    On(Ranges),
    Start,
    End,
    All(Vec<Node>),
    Any(Vec<Node>),
    Repeat(Box<Node>, usize, Option<usize>),
}

impl Node {
    /// The texts it matches, where they are few.
    fn texts(&self) -> Option<Vec<String>> {
        match self {
            Node::On(ranges) => {
                let count: u32 =
                    ranges.iter().map(|(from, to)| (to - from).saturating_add(1)).fold(0, u32::saturating_add);
                let each = ranges.iter().flat_map(|(from, to)| *from..=*to);
                let few = usize::try_from(count).is_ok_and(|count| count <= FEW);
                few.then(|| each.filter_map(char::from_u32).map(String::from).list())
            }
            Node::Start | Node::End => None,
            Node::All(nodes) => product(nodes.iter().map(Node::texts)),
            Node::Any(nodes) => {
                let each: Option<Vec<Vec<String>>> = nodes.iter().map(Node::texts).collect();
                each.map(|each| each.concat()).filter(|all| all.len() <= FEW)
            }
            Node::Repeat(node, least, most) => {
                let (texts, most) = (node.texts()?, (*most)?);
                let each = (*least..=most.min(least + FEW))
                    .map(|count| product((0..count).map(|_| Some(texts.clone()))))
                    .collect::<Option<Vec<_>>>();
                each.map(|each| each.concat()).filter(|all| all.len() <= FEW)
            }
        }
    }
}

struct Reader {
    text: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    fn take(&mut self, expected: &str) -> bool {
        let here = expected.chars().enumerate().all(|(at, one)| self.text.get(self.at + at) == Some(&one));
        self.at += if here { expected.chars().count() } else { 0 };
        here
    }

    fn alternatives(&mut self) -> Option<Node> {
        let mut all = vec![self.sequence()?];
        while self.take("|") {
            all.push(self.sequence()?);
        }
        Some(Node::Any(all))
    }

    fn sequence(&mut self) -> Option<Node> {
        let mut all = Vec::new();
        while let Some(next) = self.peek().filter(|next| !matches!(next, '|' | ')')) {
            let node = match next {
                '^' => self.next().map(|_| Node::Start)?,
                '$' => self.next().map(|_| Node::End)?,
                _ => {
                    let atom = self.atom()?;
                    self.repeated(atom)?
                }
            };
            all.push(node);
        }
        Some(Node::All(all))
    }

    fn atom(&mut self) -> Option<Node> {
        Some(match self.next()? {
            '(' => {
                if !self.take("?:") && self.peek() == Some('?') {
                    return None;
                }
                let inside = self.alternatives()?;
                self.take(")").then_some(inside)?
            }
            '.' => Node::On(others(vec![(10, 10), (13, 13), (0x2028, 0x2029)])),
            '[' => Node::On(self.class()?),
            '\\' => Node::On(self.escape(false)?),
            '*' | '+' | '?' | '{' | '}' | ']' => return None,
            plain => Node::On(vec![(u32::from(plain), u32::from(plain))]),
        })
    }

    fn repeated(&mut self, atom: Node) -> Option<Node> {
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.next();
                let least = self.digits()?;
                let most = if self.take(",") {
                    if self.peek() == Some('}') { None } else { Some(self.digits()?) }
                } else {
                    Some(least)
                };
                (self.peek() == Some('}') && most.is_none_or(|most| most >= least)).then_some((least, most))?
            }
            _ => return Some(atom),
        };
        self.next();
        // How eagerly it repeats makes no difference to whether there is a match.
        self.take("?");
        let again = matches!(self.peek(), Some('*' | '+' | '?' | '{'));
        (!again).then(|| Node::Repeat(Box::new(atom), least, most))
    }

    fn digits(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(digit) = self.peek().and_then(|next| next.to_digit(10)) {
            self.next();
            number = Some(number.unwrap_or(0_usize).checked_mul(10)?.checked_add(usize::try_from(digit).ok()?)?);
        }
        number.filter(|number| *number <= MOST_STATES)
    }

    fn class(&mut self) -> Option<Ranges> {
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
            self.next();
            let to = match self.next()? {
                '\\' => self.escape(true)?,
                plain => vec![(u32::from(plain), u32::from(plain))],
            };
            let (&[(first, same)], &[(last, other)]) = (from.as_slice(), to.as_slice()) else { return None };
            if first != same || last != other || first > last {
                return None;
            }
            ranges.push((first, last));
        }
        Some(if negated { others(ranges) } else { ranges })
    }

    fn escape(&mut self, in_class: bool) -> Option<Ranges> {
        let one = |character: u32| vec![(character, character)];
        let digits = vec![(48, 57)];
        let word = vec![(48, 57), (65, 90), (95, 95), (97, 122)];
        let space = vec![
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
        ];
        Some(match self.next()? {
            'd' => digits,
            'D' => others(digits),
            'w' => word,
            'W' => others(word),
            's' => space,
            'S' => others(space),
            't' => one(9),
            'n' => one(10),
            'v' => one(11),
            'f' => one(12),
            'r' => one(13),
            'b' if in_class => one(8),
            'x' => one(self.hexadecimal(2)?),
            'u' => one(self.hexadecimal(4)?),
            plain if !plain.is_alphanumeric() => one(u32::from(plain)),
            _ => return None,
        })
    }

    fn hexadecimal(&mut self, length: usize) -> Option<u32> {
        let mut number = 0;
        for _ in 0..length {
            number = number * 16 + self.next()?.to_digit(16)?;
        }
        char::from_u32(number).map(u32::from)
    }
}

/// All characters but some.
fn others(mut ranges: Ranges) -> Ranges {
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
