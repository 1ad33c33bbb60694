//! Names with brackets in queries and forms: `a[b]=1` is an object, `a[0]=1` and `a[]=1` are lists.
//!
//! OpenAPI defines `deepObject` for one level without lists (3.1.1 section 4.8.12.3). APIs that use it, such as
//! Stripe's, nest deeper and number lists, in the format of PHP and Rack.

use super::texts::{Numbers, Texts, add_member};

/// Maximum nesting depth. Names with more levels are not parsed.
const MAX_DEPTH: usize = 32;

/// Values with bracketed names, assembled into objects and lists.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    members: Vec<(String, Texts)>,
}

impl Brackets {
    /// Adds a value. The name must be percent-decoded.
    pub(super) fn add(&mut self, name: &str, value: Texts) {
        match steps(name) {
            Some(steps) if can_hold(&self.members, &steps) => insert(&mut self.members, &steps, value),
            _ => add_member(&mut self.members, name, value),
        }
    }

    /// Returns the members. Objects whose names are all numbers become possible lists.
    pub(super) fn finish(self) -> Vec<(String, Texts)> {
        self.members.into_iter().map(|(name, value)| (name, numbered(value))).collect()
    }
}

/// Splits `a[b][c]` into `a`, `b` and `c`. Returns `None` for other names.
pub(super) fn steps(name: &str) -> Option<Vec<&str>> {
    let (first, rest) = name.split_once('[')?;
    let inner = rest.strip_suffix(']')?;
    let steps: Vec<&str> = std::iter::once(first).chain(inner.split("][")).collect();
    let is_plain = |step: &&str| !step.contains(['[', ']']);
    (!first.is_empty() && steps.len() <= MAX_DEPTH && steps.iter().all(is_plain)).then_some(steps)
}

/// True if none of the values on the path to a location is a scalar.
fn can_hold(members: &[(String, Texts)], steps: &[&str]) -> bool {
    // Depth: `MAX_DEPTH` steps.
    let [step, rest @ ..] = steps else { return false };
    match members.iter().find(|(name, _)| name == step) {
        None => true,
        Some((_, Texts::Object(inner))) => rest.is_empty() || can_hold(inner, rest),
        Some(_) => rest.is_empty(),
    }
}

fn insert(members: &mut Vec<(String, Texts)>, steps: &[&str], value: Texts) {
    // Depth: `MAX_DEPTH` steps.
    let [step, rest @ ..] = steps else { return };
    let name = if step.is_empty() { next_name(members, rest) } else { (*step).to_owned() };
    if rest.is_empty() {
        return add_member(members, &name, value);
    }
    if !members.iter().any(|(known, _)| *known == name) {
        members.push((name.clone(), Texts::Object(Vec::new())));
    }
    if let Some((_, Texts::Object(inner))) = members.iter_mut().find(|(known, _)| *known == name) {
        insert(inner, rest, value);
    }
}

/// Returns the index for `[]`: the last element if it lacks this member, else a new element.
fn next_name(members: &[(String, Texts)], rest: &[&str]) -> String {
    match (members.last(), rest.first()) {
        (Some((name, Texts::Object(inner))), Some(member)) if !inner.iter().any(|(known, _)| known == member) => {
            name.clone()
        }
        _ => members.len().to_string(),
    }
}

/// Marks objects as possible lists if all their names are numbers.
fn numbered(value: Texts) -> Texts {
    // Depth: `MAX_DEPTH`, that of the inserted names. Their values are leaves.
    let Texts::Object(members) = value else { return value };
    let mut members: Vec<(String, Texts)> = members.into_iter().map(|(name, value)| (name, numbered(value))).collect();
    let is_number = |(name, _): &(String, Texts)| name.parse::<u32>().is_ok();
    if members.is_empty() || !members.iter().all(is_number) {
        return Texts::Object(members);
    }
    members.sort_by_key(|(name, _)| name.parse::<u32>().unwrap_or(u32::MAX));
    Texts::Numbered { members, reading: Numbers::List }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_where_their_brackets_match() {
        for (name, expected) in [
            ("a[b][c]", Some(vec!["a", "b", "c"])),
            ("a[]", Some(vec!["a", ""])),
            ("a[0][b]", Some(vec!["a", "0", "b"])),
            ("a", None),
            ("[a]", None),
            ("a[b", None),
            ("a[b]c", None),
            ("a[[b]]", None),
        ] {
            assert_eq!(steps(name), expected, "{name}");
        }
        assert_eq!(steps(&format!("a{}", "[b]".repeat(MAX_DEPTH))), None);
    }
}
