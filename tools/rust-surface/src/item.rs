//! Items of a listing: the line that declares each, and the lines of its contents.

/// An item declared in a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) path: String,
    kind: Kind,
    pub(crate) lines: Vec<String>,
}

/// Kinds of items, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Module,
    Macro,
    Enum,
    Union,
    Struct,
    Constant,
    Trait,
    Function,
    Type,
}

/// Splits a listing into its items.
pub(crate) fn items(lines: &[String]) -> Vec<Item> {
    let mut found: Vec<Item> = Vec::new();
    for line in lines {
        match (declaration(line), found.last_mut()) {
            (Some((kind, path)), _) => found.push(Item { path: path.to_owned(), kind, lines: vec![line.clone()] }),
            (None, Some(item)) => item.lines.push(line.clone()),
            (None, None) => {}
        }
    }
    found
}

impl Item {
    /// Returns the item under `path`, if an export of `source` as `path` includes it.
    pub(crate) fn exported(&self, source: &str, path: &str) -> Option<Item> {
        let below = self.path.strip_prefix(source).filter(|below| below.is_empty() || below.starts_with("::"))?;
        let own = format!("{path}{below}");
        // Methods are named by their type, wherever it is exported. Lines of the declaration itself get the new path.
        let line = |line: &String| {
            let is_function = line.contains("fn ");
            let is_associated = match self.kind {
                Kind::Function => false,
                Kind::Constant => is_function,
                _ => is_function || line.starts_with("pub const "),
            };
            if is_associated || line.starts_with("impl") { line.clone() } else { line.replacen(&self.path, &own, 1) }
        };
        Some(Item { lines: self.lines.iter().map(line).collect(), path: own, kind: self.kind })
    }

    /// Returns the sort key for a listing: modules come first, each with its contents.
    pub(crate) fn position(&self) -> Vec<(usize, String)> {
        let segments: Vec<&str> = self.path.split("::").collect();
        let last = segments.len().saturating_sub(1);
        let rank = |at: usize| if at == last { self.kind as usize } else { Kind::Module as usize };
        segments.iter().enumerate().map(|(at, name)| (rank(at), (*name).to_owned())).collect()
    }
}

/// Returns the kind and path of an item that a line declares in a module. Returns `None` for contents of an item.
fn declaration(line: &str) -> Option<(Kind, &str)> {
    let mut line = line;
    while line.starts_with("#[") {
        line = line.split_once("] ")?.1;
    }
    let mut line = line.strip_prefix("pub ")?;
    while let Some(rest) =
        ["const ", "async ", "unsafe ", "extern \"C\" "].iter().find_map(|word| line.strip_prefix(word))
    {
        if line.starts_with("const ") && !rest.contains("fn ") {
            break;
        }
        line = rest;
    }
    let kinds = [
        ("mod ", Kind::Module),
        ("macro ", Kind::Macro),
        ("enum ", Kind::Enum),
        ("union ", Kind::Union),
        ("struct ", Kind::Struct),
        ("const ", Kind::Constant),
        ("static ", Kind::Constant),
        ("trait ", Kind::Trait),
        ("fn ", Kind::Function),
        ("type ", Kind::Type),
    ];
    let (kind, path) = kinds.iter().find_map(|(word, kind)| Some((*kind, line.strip_prefix(word)?)))?;
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(path.len());
    let path = path[..end].trim_end_matches(':');
    let parent = path.rsplit_once("::").map_or("", |(parent, _)| parent);
    let is_in_type = parent.rsplit("::").next().is_some_and(|name| name.starts_with(char::is_uppercase));
    // The path of a generic type's method ends at the type.
    let is_method = kind == Kind::Function && path.rsplit("::").next()?.starts_with(char::is_uppercase);
    (!is_in_type && !is_method).then_some((kind, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(lines: &[&str]) -> Vec<Item> {
        items(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn members_are_listed_after_their_item() {
        let found = listing(&[
            "pub mod a::time",
            "#[non_exhaustive] pub enum a::time::Unit",
            "pub a::time::Unit::Day",
            "pub struct a::time::Span<'a>",
            "impl a::time::Span<'_>",
            "pub fn a::time::Span<'_>::days(&self) -> u64",
            "pub const a::time::Span::MAX: u64",
            "pub async fn a::time::wait()",
        ]);
        let paths: Vec<(&str, usize)> = found.iter().map(|item| (item.path.as_str(), item.lines.len())).collect();
        assert_eq!(paths, [("a::time", 1), ("a::time::Unit", 2), ("a::time::Span", 4), ("a::time::wait", 1)]);
    }

    #[test]
    fn an_export_shows_all_that_is_in_the_item() {
        let before = listing(&["pub struct a::Span", "pub a::Span::days: u64", "impl a::Span"]);
        let after = listing(&["pub struct a::Span", "pub a::Span::days: u64", "impl a::Span", "pub fn a::Span::new()"]);
        let exported = |items: &[Item]| items[0].exported("a::Span", "core::time::Span").unwrap().lines;
        assert_eq!(
            exported(&before),
            ["pub struct core::time::Span", "pub core::time::Span::days: u64", "impl a::Span"]
        );
        assert_eq!(exported(&after).len(), 4, "a method of a sister crate shows");
        assert_eq!(before[0].exported("a::Spa", "core::Spa"), None);
    }
}
