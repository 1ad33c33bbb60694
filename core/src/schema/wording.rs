//! Violations in words: what a keyword expects, and what was found instead, cut to a bounded length.

use super::evaluation::Evaluation;
use super::findings::{Branch, Found, What};
use super::formats;
use super::outcome::{BranchFailure, KeywordPlace, Violation};
use crate::openapi::{Arena, Kind, NodeId, Place, Site, Word, quote};

/// How many values or names of a list are told.
const MOST_LISTED: usize = 8;

/// How many characters of a value are shown.
const MOST_SHOWN: usize = 60;

/// How deep alternatives of alternatives are told of.
const DEEPEST_BRANCH: usize = 2;

impl Evaluation<'_> {
    /// A violation in words; `place` knows the places of the instance.
    pub(super) fn violation(&self, found: &Found, place: &dyn Fn(NodeId) -> Place) -> Violation {
        self.violation_in(found, place, DEEPEST_BRANCH)
    }

    fn violation_in(&self, found: &Found, place: &dyn Fn(NodeId) -> Place, depth: usize) -> Violation {
        let branches = if depth == 0 { &[][..] } else { &found.branches };
        let failure = |branch: &Branch| BranchFailure {
            name: self.name(branch.schema),
            violations: branch.found.iter().map(|found| self.violation_in(found, place, depth - 1)).collect(),
        };
        Violation {
            instance: place(found.instance),
            schema: self.keyword_place(found.keyword),
            keyword: self.keyword_name(found),
            expected: self.expectation(found),
            found: self.finding(found),
            branches: branches.iter().map(failure).collect(),
        }
    }

    pub(super) fn keyword_place(&self, keyword: NodeId) -> KeywordPlace {
        let file = self.description.file_of(keyword).map(str::to_owned);
        KeywordPlace { file, pointer: self.description.pointer(keyword) }
    }

    fn keyword_name(&self, found: &Found) -> String {
        if let What::OneWay = found.what {
            return self.one_way(found).to_owned();
        }
        let around = self.schemas.parent(found.keyword);
        let is_keyword = around.is_some_and(|around| Site::of(self.schemas, around).is_schema());
        match around {
            Some(_) if is_keyword => self.schemas.key_text(found.keyword).to_owned(),
            Some(map) if self.schemas.key(map) == Word::DependentRequired.key() => "dependentRequired".to_owned(),
            _ => "false".to_owned(),
        }
    }

    fn one_way(&self, _found: &Found) -> &'static str {
        match self.direction {
            Some(super::direction::Direction::Response) => "writeOnly",
            _ => "readOnly",
        }
    }

    /// What to call a schema: by its component, or where it stands.
    fn name(&self, schema: NodeId) -> String {
        let target = self.description.resolve(schema).unwrap_or(schema);
        if self.description.is_component(target) {
            return self.schemas.key_text(target).to_owned();
        }
        match self.schemas.string_at(target, Word::Title) {
            Some(title) => title.into_owned(),
            None => self.description.pointer(schema),
        }
    }

    /// What a keyword expects.
    pub(super) fn expectation(&self, found: &Found) -> String {
        let keyword = found.keyword;
        match &found.what {
            What::Plain if self.schemas.kind(keyword) == Kind::False => self.nothing(keyword),
            What::Plain => self.plain(keyword),
            What::Missing { name } => {
                let wanted = format!("the property {}", self.quoted(*name));
                let by =
                    self.schemas.parent(keyword).filter(|&map| self.schemas.key(map) == Word::DependentRequired.key());
                by.map_or(wanted.clone(), |_| format!("{wanted}, as `{}` is there", self.schemas.key_text(keyword)))
            }
            What::Equal { .. } => "elements that all differ".to_owned(),
            What::Contained { .. } => self.contained(keyword),
            What::Name { reasons } if reasons.is_empty() => "another name for the property".to_owned(),
            What::Name { reasons } => format!("a name that is {}", reasons.join(" and ")),
            What::Alternatives { matching } => {
                let count = self.schemas.children(keyword).count();
                let exactly = if matching.is_empty() { "" } else { "exactly " };
                format!("a value that matches {exactly}one of {count} schemas")
            }
            What::Untagged => {
                let name = self.schemas.string_at(keyword, Word::PropertyName).unwrap_or_default();
                format!("the property `{name}`, which says of which schema the value is")
            }
            What::Tagged { known } if known.is_empty() => "the name of a schema".to_owned(),
            What::Tagged { known } => one_of(&known.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>()),
            What::OneWay => format!("no `{}`, as it is {}", self.schemas.key_text(keyword), self.one_way(found)),
        }
    }

    /// What the schema `false` leaves.
    fn nothing(&self, keyword: NodeId) -> String {
        let around = self.schemas.parent(keyword);
        let declared = around.and_then(|schema| self.schemas.word(schema, Word::Properties));
        match Word::of(self.schemas.key(keyword)) {
            Some(Word::AdditionalProperties | Word::UnevaluatedProperties) => {
                let names = declared.into_iter().flat_map(|map| self.schemas.children(map));
                let names: Vec<String> = names.map(|id| format!("`{}`", self.schemas.key_text(id))).collect();
                if names.is_empty() {
                    "no such property".to_owned()
                } else {
                    format!("no property but {}", list(&names, "and"))
                }
            }
            Some(Word::Items | Word::UnevaluatedItems) => "no such element".to_owned(),
            _ => "no value".to_owned(),
        }
    }

    fn contained(&self, keyword: NodeId) -> String {
        let written = self.schemas.written(keyword);
        match Word::of(self.schemas.key(keyword)) {
            Some(Word::MinContains) => format!("at least {written} elements that match `contains`"),
            Some(Word::MaxContains) => format!("at most {written} elements that match `contains`"),
            _ => "an element that matches `contains`".to_owned(),
        }
    }

    fn plain(&self, keyword: NodeId) -> String {
        let written = self.schemas.written(keyword);
        let is_open = |flag| self.schemas.parent(keyword).is_some_and(|schema| self.schemas.is_true(schema, flag));
        match Word::of(self.schemas.key(keyword)) {
            Some(Word::Type) => self.types_in_words(keyword),
            Some(Word::Enum) => {
                let values: Vec<String> = self.schemas.children(keyword).map(|id| shown(self.schemas, id)).collect();
                one_of(&values)
            }
            Some(Word::Const) => shown(self.schemas, keyword),
            Some(Word::Minimum) if is_open(Word::ExclusiveMinimum) => format!("a number > {written}"),
            Some(Word::Maximum) if is_open(Word::ExclusiveMaximum) => format!("a number < {written}"),
            Some(Word::Minimum) => format!("a number ≥ {written}"),
            Some(Word::Maximum) => format!("a number ≤ {written}"),
            Some(Word::ExclusiveMinimum) => format!("a number > {written}"),
            Some(Word::ExclusiveMaximum) => format!("a number < {written}"),
            Some(Word::MultipleOf) => format!("a multiple of {written}"),
            Some(Word::MinLength) => format!("at least {}", count(written, "character")),
            Some(Word::MaxLength) => format!("at most {}", count(written, "character")),
            Some(Word::MinItems) => format!("at least {}", count(written, "element")),
            Some(Word::MaxItems) => format!("at most {}", count(written, "element")),
            Some(Word::MinProperties) => format!("at least {}", count(written, "property")),
            Some(Word::MaxProperties) => format!("at most {}", count(written, "property")),
            Some(Word::Pattern) => {
                let pattern = self.schemas.string(keyword).unwrap_or_default();
                format!("text that matches `{}`", cut(&pattern, 2 * MOST_SHOWN))
            }
            Some(Word::Format) => {
                let name = self.schemas.string(keyword).unwrap_or_default();
                format!("{} (`{name}`)", formats::described(&name))
            }
            Some(Word::Not) => "a value that does not match the schema of `not`".to_owned(),
            _ => "a value that matches the schema".to_owned(),
        }
    }

    fn types_in_words(&self, keyword: NodeId) -> String {
        let names: Vec<NodeId> =
            if self.schemas.is_array(keyword) { self.schemas.children(keyword).collect() } else { vec![keyword] };
        let in_words = |id: NodeId| match self.schemas.string(id).as_deref() {
            Some("integer") => "an integer".to_owned(),
            Some("array") => "an array".to_owned(),
            Some("object") => "an object".to_owned(),
            Some("null") => "null".to_owned(),
            name => format!("a {}", name.unwrap_or("value")),
        };
        list(&names.into_iter().map(in_words).collect::<Vec<_>>(), "or")
    }

    fn quoted(&self, name: NodeId) -> String {
        format!("`{}`", cut(&self.schemas.string(name).unwrap_or_default(), MOST_SHOWN))
    }

    /// What was found instead.
    fn finding(&self, found: &Found) -> String {
        let instance = found.instance;
        match &found.what {
            What::Missing { .. } | What::Untagged => "none".to_owned(),
            What::Equal { first, second } => format!("elements {first} and {second} equal"),
            What::Contained { count } => count.to_string(),
            What::Name { .. } => format!("`{}`", cut(self.instances.key_text(instance), MOST_SHOWN)),
            What::Alternatives { matching } if matching.len() > 1 => {
                let branches: Vec<NodeId> = self.schemas.children(found.keyword).collect();
                let matched = matching.iter().filter_map(|&at| branches.get(at));
                let names: Vec<String> = matched.map(|&id| format!("`{}`", self.name(id))).collect();
                format!("one that matches {}", list(&names, "and"))
            }
            What::Plain if self.schemas.kind(found.keyword) == Kind::False => match self.instances.key_text(instance) {
                "" => shown(self.instances, instance),
                name => format!("`{}`", cut(name, MOST_SHOWN)),
            },
            What::Plain => self.measured(found),
            What::Alternatives { .. } | What::Tagged { .. } | What::OneWay => shown(self.instances, instance),
        }
    }

    /// A value, with its size where the keyword is about that.
    fn measured(&self, found: &Found) -> String {
        let instance = found.instance;
        match Word::of(self.schemas.key(found.keyword)) {
            Some(Word::MinLength | Word::MaxLength) => {
                let length = self.instances.string(instance).map_or(0, |text| text.chars().count());
                format!("{} in {}", count(&length.to_string(), "character"), shown(self.instances, instance))
            }
            Some(Word::MinItems | Word::MaxItems | Word::MinProperties | Word::MaxProperties) => {
                self.instances.children(instance).count().to_string()
            }
            _ => shown(self.instances, instance),
        }
    }
}

/// A value in few characters: scalars as JSON, of others what and how large they are.
fn shown(arena: &Arena<'_>, id: NodeId) -> String {
    let size = || arena.children(id).count().to_string();
    match arena.kind(id) {
        Kind::Array => format!("an array of {}", count(&size(), "element")),
        Kind::Object => format!("an object with {}", count(&size(), "property")),
        Kind::Number => cut(arena.written(id), MOST_SHOWN),
        Kind::Null => "null".to_owned(),
        Kind::True => "true".to_owned(),
        Kind::False => "false".to_owned(),
        Kind::Text | Kind::Escaped | Kind::Pooled => {
            let mut out = String::new();
            quote(&cut(&arena.string(id).unwrap_or_default(), MOST_SHOWN), &mut out);
            out
        }
    }
}

/// A text, cut where it is longer.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn count(number: &str, of: &str) -> String {
    match (number, of) {
        ("1", _) => format!("1 {of}"),
        (_, "property") => format!("{number} properties"),
        _ => format!("{number} {of}s"),
    }
}

fn one_of(values: &[String]) -> String {
    match values {
        [one] => one.clone(),
        _ => format!("one of {}", list(values, "and")),
    }
}

/// Some of the items, and how many more there are.
fn list(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., one] if items.len() <= MOST_LISTED => format!("{} {last} {one}", others.join(", ")),
        _ => {
            let (told, others) = items.split_at_checked(MOST_LISTED).unwrap_or((items, &[]));
            format!("{} {last} {} more", told.join(", "), others.len())
        }
    }
}
