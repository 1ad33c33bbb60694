//! Generation of strings that match a pattern of XML Schema (Part 2, appendix F). The generator does not know all of
//! Unicode. It uses the plain characters of a class, and the validator checks whether they match.

use waybill_openapi::internal::pattern::{Node, Ranges, contains, xsd};

use super::random::Random;

/// Maximum length of a generated string.
const LENGTH: usize = 1 << 17;
/// Maximum number of nodes of a pattern that are visited for one string.
const WORK: usize = 200_000;

/// A parsed pattern.
#[derive(Debug)]
pub(super) struct Pattern {
    root: Node,
}

/// The parameters of a generated string.
pub(super) struct Shape<'a> {
    /// Number of characters beyond the required ones.
    pub(super) extra: usize,
    /// Index of the chosen alternative, modulo the number of alternatives.
    pub(super) alternative: usize,
    /// String whose characters are used where the pattern allows them. May be empty.
    pub(super) model: &'a str,
}

impl Pattern {
    /// Parses a pattern. Returns `None` if it is invalid or contains an unknown class.
    pub(super) fn new(text: &str) -> Option<Self> {
        xsd::read(text).map(|root| Self { root })
    }

    /// Generates a string. Returns `None` if it would be too long.
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
        // Depth: the nesting of the pattern, at most `Dialect::MAX_DEPTH` groups.
        let is_free = match node {
            Node::Any(nodes) => nodes.len() < 2,
            node => matches!(node, Node::Start | Node::End | Node::Boundary { .. }),
        };
        self.work = self.work.checked_sub(usize::from(!is_free))?;
        match node {
            Node::On(ranges) => {
                self.length += 1;
                let character = self.character(ranges)?;
                self.out.push(character);
                (self.length <= LENGTH).then_some(())
            }
            Node::Start | Node::End | Node::Boundary { .. } => Some(()),
            Node::All(nodes) => nodes.iter().try_for_each(|node| self.node(node, alternative)),
            Node::Any(nodes) => {
                let chosen = nodes.get(alternative % nodes.len().max(1))?;
                self.node(chosen, alternative / nodes.len().max(1))
            }
            Node::Repeat(node, least, most) => {
                for _ in 0..*least {
                    self.node(node, alternative)?;
                }
                let mut more = most.unwrap_or(usize::MAX) - least;
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

    /// True if a class is repeated, which is the case while it contains the model's characters.
    fn goes_on(&self, node: &Node) -> bool {
        match (node, self.model.get(self.length)) {
            (Node::On(ranges), Some(next)) => contains(ranges, *next),
            _ => true,
        }
    }

    /// Returns the character of the model, or one of the plainest range.
    fn character(&mut self, ranges: &Ranges) -> Option<char> {
        // The length includes the character that is being generated.
        let modelled = self.length.checked_sub(1).and_then(|at| self.model.get(at)).copied();
        if let Some(modelled) = modelled.filter(|modelled| contains(ranges, *modelled)) {
            return Some(modelled);
        }
        let (first, last) = ranges.first()?;
        let offset = self.random.below(usize::try_from(last - first + 1).ok()?);
        char::from_u32(first + u32::try_from(offset).ok()?).or(char::from_u32(*first))
    }
}
