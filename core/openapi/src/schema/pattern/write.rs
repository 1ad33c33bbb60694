//! Generates a string that matches a pattern: a shortest match, extended until it is long enough.

use super::ranges::{Ranges, contains};
use super::syntax::Node;

/// Preferred characters of a class, in order of preference.
const LIKED: [&str; 3] = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "123456789", "abcdefghijkmnopqrstuvwxyz"];

/// Default length of a string.
const USUAL: usize = 8;

/// Maximum number of visited nodes for one string. Nested repetitions could require any number.
const MAX_NODES: usize = 200_000;

/// Generates a string. It may not match if the pattern has inner anchors or word boundaries, so the caller must check it. `seed`
/// selects alternatives and characters.
pub(crate) fn write(node: &Node, (least, most): (usize, usize), seed: u64) -> String {
    let shortest = shortest(node);
    let wanted = if shortest >= USUAL { least } else { least.max(USUAL) }.min(most).max(shortest);
    let more = wanted - shortest;
    let mut writer = Writer { out: String::new(), more, state: seed, is_first: seed == 0, left: MAX_NODES };
    writer.node(node);
    let mut out = writer.out;
    let missing = least.saturating_sub(out.chars().count());
    if missing > 0 {
        // If the pattern is not anchored at an end, any text can be added there.
        let filler = "a".repeat(missing);
        if is_open(node, false) {
            out.push_str(&filler);
        } else if is_open(node, true) {
            out.insert_str(0, &filler);
        }
    }
    out
}

/// Returns the minimum length of a match.
fn shortest(node: &Node) -> usize {
    // Depth: the nesting of the pattern, at most `Dialect::MAX_DEPTH` groups.
    match node {
        Node::On(_) => 1,
        Node::Start | Node::End | Node::Boundary { .. } => 0,
        Node::All(nodes) => nodes.iter().map(shortest).fold(0, usize::saturating_add),
        Node::Any(nodes) => nodes.iter().map(shortest).min().unwrap_or(0),
        Node::Repeat(node, least, _) => shortest(node).saturating_mul(*least),
    }
}

/// Returns the maximum length of a match.
fn longest(node: &Node) -> usize {
    // Depth: the nesting of the pattern, at most `Dialect::MAX_DEPTH` groups.
    match node {
        Node::On(_) => 1,
        Node::Start | Node::End | Node::Boundary { .. } => 0,
        Node::All(nodes) => nodes.iter().map(longest).fold(0, usize::saturating_add),
        Node::Any(nodes) => nodes.iter().map(longest).max().unwrap_or(0),
        Node::Repeat(node, _, most) => longest(node).saturating_mul(most.unwrap_or(usize::MAX)),
    }
}

/// Returns true if any text can come before (`before`) or after a match.
fn is_open(node: &Node, before: bool) -> bool {
    // Depth: the nesting of the pattern, at most `Dialect::MAX_DEPTH` groups.
    match node {
        Node::Start => !before,
        Node::End => before,
        Node::All(nodes) => {
            let outermost = if before { nodes.first() } else { nodes.last() };
            outermost.is_none_or(|node| is_open(node, before))
        }
        Node::Any(nodes) => nodes.iter().all(|node| is_open(node, before)),
        Node::On(_) | Node::Boundary { .. } | Node::Repeat(..) => true,
    }
}

struct Writer {
    out: String,
    /// Number of characters to add to the shortest match.
    more: usize,
    state: u64,
    /// True if the first option is always chosen.
    is_first: bool,
    /// Number of nodes that may still be visited.
    left: usize,
}

impl Writer {
    fn node(&mut self, node: &Node) {
        // Depth: the nesting of the pattern, at most `Dialect::MAX_DEPTH` groups.
        self.left = self.left.saturating_sub(1);
        match node {
            Node::On(ranges) => {
                let character = self.character(ranges);
                self.out.extend(character);
            }
            Node::Start | Node::End | Node::Boundary { .. } => {}
            Node::All(nodes) => nodes.iter().for_each(|node| self.node(node)),
            Node::Any(nodes) => self.any(nodes),
            Node::Repeat(node, least, most) => {
                let each = shortest(node).max(1);
                let room = most.map_or(usize::MAX, |most| most - least);
                let more = (self.more / each).min(room);
                self.more -= (more * each).min(self.more);
                for _ in 0..least + more {
                    if self.left == 0 {
                        break;
                    }
                    self.node(node);
                }
            }
        }
    }

    /// Writes one of the alternatives that are short enough, and long enough if possible.
    fn any(&mut self, nodes: &[Node]) {
        let least = nodes.iter().map(shortest).min().unwrap_or(0);
        let mut short: Vec<&Node> = nodes.iter().filter(|node| shortest(node) - least <= self.more).collect();
        if short.iter().any(|node| longest(node) - least >= self.more) {
            short.retain(|node| longest(node) - least >= self.more);
        }
        let at = self.pick(short.len());
        if let Some(node) = short.get(at) {
            self.more -= shortest(node) - least;
            self.node(node);
        }
    }

    fn character(&mut self, ranges: &Ranges) -> Option<char> {
        let holds = |character: char| contains(ranges, character);
        for liked in LIKED {
            let held: Vec<char> = liked.chars().filter(|character| holds(*character)).collect();
            if !held.is_empty() {
                let at = self.pick(held.len());
                return held.get(at).copied();
            }
        }
        // Otherwise a visible character, or else any.
        let visible = ('!'..='~').find(|character| holds(*character));
        visible.or_else(|| ranges.iter().find_map(|(from, to)| (*from..=*to).find_map(char::from_u32)))
    }

    fn pick(&mut self, count: usize) -> usize {
        if self.is_first || count < 2 {
            return 0;
        }
        self.state = self.state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        usize::try_from((self.state >> 33) % count as u64).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PatternProgram, read};
    use super::write;

    #[test]
    fn generated_string_matches_pattern_and_length() {
        for (pattern, least, most) in [
            ("^[A-Z]{3}-\\d{4,}$", 0, usize::MAX),
            ("^(red|green|blue)$", 4, 5),
            ("a+b*", 12, 20),
            ("[0-9]$", 6, 6),
            (r"^\+[1-9]\d{1,14}$", 8, 16),
            (r"^([a-z]+)(-[a-z]+)*$", 10, 30),
            (r"^\p{Lu}.{0,3}$", 2, 4),
            ("^$", 0, 5),
            (r"^[^\s@]+@[^\s@]+\.[^\s@]+$", 5, 20),
        ] {
            let node = read(pattern).unwrap();
            let machine = PatternProgram::compile(pattern).unwrap();
            for seed in 0..20 {
                let text = write(&node, (least, most), seed);
                assert_eq!(machine.matches(&text, &mut 100_000), Some(true), "{pattern} {text}");
                let length = text.chars().count();
                assert!(length <= most && (length >= least || pattern == "^$"), "{pattern} {text}");
            }
        }
    }
}
