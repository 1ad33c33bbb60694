//! Patterns that match only a few strings, and the list of these strings.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::pattern::{Node, read};

use super::patterns::MAX_STATES;

/// Maximum number of strings. Consecutive parts of a pattern multiply, up to 1,600 before they are counted.
const MAX_TEXTS: usize = 40;

/// Returns the strings that an anchored pattern matches, or an empty list if they are not few.
pub(crate) fn enumerate_matches(pattern: &str) -> Vec<String> {
    let Ok(Node::Any(all)) = read(pattern) else { return Vec::new() };
    let [Node::All(nodes)] = all.as_slice() else { return Vec::new() };
    let [Node::Start, inside @ .., Node::End] = nodes.as_slice() else { return Vec::new() };
    let matched = product(inside.iter().map(texts));
    matched.unwrap_or_default()
}

/// Returns each string followed by each of the next part.
fn product(parts: impl Iterator<Item = Option<Vec<String>>>) -> Option<Vec<String>> {
    let mut all = vec![String::new()];
    for part in parts {
        let part = part?;
        all = all.iter().flat_map(|text| part.iter().map(move |next| format!("{text}{next}"))).list();
        if all.len() > MAX_TEXTS {
            return None;
        }
    }
    Some(all)
}

/// Returns the strings that a node matches, if they are few.
fn texts(node: &Node) -> Option<Vec<String>> {
    match node {
        Node::On(ranges) => {
            let count: u32 = ranges.iter().map(|(from, to)| (to - from).saturating_add(1)).fold(0, u32::saturating_add);
            let each = ranges.iter().flat_map(|(from, to)| *from..=*to);
            let few = usize::try_from(count).is_ok_and(|count| count <= MAX_TEXTS);
            few.then(|| each.filter_map(char::from_u32).map(String::from).list())
        }
        Node::Start | Node::End | Node::Boundary { .. } => None,
        Node::All(nodes) => product(nodes.iter().map(texts)),
        Node::Any(nodes) => {
            let each: Option<Vec<Vec<String>>> = nodes.iter().map(texts).collect();
            each.map(|each| each.concat()).filter(|all| all.len() <= MAX_TEXTS)
        }
        Node::Repeat(node, least, most) => {
            let (texts, most) = (texts(node)?, most.filter(|most| *most <= MAX_STATES)?);
            let each = (*least..=most.min(least + MAX_TEXTS))
                .map(|count| product((0..count).map(|_| Some(texts.clone()))))
                .collect::<Option<Vec<_>>>();
            each.map(|each| each.concat()).filter(|all| all.len() <= MAX_TEXTS)
        }
    }
}
