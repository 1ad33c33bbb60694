//! Messages of violations: the expected value and the value found, truncated.

use waybill_base::internal::order::Listed as _;

use super::evaluation::Evaluation;
use super::findings::{Found, What};
use super::formats;
use super::outcome::{BranchFailure, KeywordPlace, Violation};
use crate::tree::{Arena, Kind, NodeId, quote};
use crate::{KnownKey, Place};

/// Maximum number of listed values or names in one sentence.
const MAX_LISTED: usize = 8;

/// Maximum number of characters shown of a value.
const MAX_SHOWN_LENGTH: usize = 60;

/// Maximum depth of reported alternatives inside alternatives.
const MAX_BRANCH_DEPTH: usize = 2;

impl Evaluation<'_> {
    /// Converts a violation to its public form. `place` returns locations in the instance.
    pub(super) fn violation(&self, found: &Found, place: &dyn Fn(NodeId) -> Place) -> Violation {
        self.violation_in(found, place, MAX_BRANCH_DEPTH)
    }

    fn violation_in(&self, found: &Found, place: &dyn Fn(NodeId) -> Place, depth: usize) -> Violation {
        // Depth: `MAX_BRANCH_DEPTH`, counted in `depth`.
        let mut branches = Vec::new();
        for branch in found.branches.iter().filter(|_| depth > 0) {
            let mut violations = Vec::new();
            for found in &branch.found {
                violations.push(self.violation_in(found, place, depth - 1));
            }
            branches.push(BranchFailure { name: self.name(branch.schema), violations });
        }
        Violation {
            instance: place(found.instance),
            schema: self.keyword_place(found.keyword),
            keyword: self.keyword_name(found),
            expected: self.expectation(found),
            found: self.finding(found),
            branches,
        }
    }

    pub(super) fn keyword_place(&self, keyword: NodeId) -> KeywordPlace {
        let file = self.description.file_of(keyword).map(str::to_owned);
        KeywordPlace { file, pointer: self.description.pointer(keyword) }
    }

    fn keyword_name(&self, found: &Found) -> String {
        if let What::OneWay = found.what {
            return self.one_way().to_owned();
        }
        let around = self.schemas.parent(found.keyword);
        let is_keyword = around.is_some_and(|around| self.description.object_kind(around).is_schema());
        match around {
            Some(_) if is_keyword => self.schemas.key_text(found.keyword).to_owned(),
            Some(map) if self.schemas.key(map) == KnownKey::DependentRequired.key() => "dependentRequired".to_owned(),
            _ => "false".to_owned(),
        }
    }

    fn one_way(&self) -> &'static str {
        match self.direction {
            Some(super::direction::Direction::Response) => "writeOnly",
            _ => "readOnly",
        }
    }

    /// Returns a name for a schema: its component, its title or its pointer.
    fn name(&self, schema: NodeId) -> String {
        let target = self.description.resolve(schema).unwrap_or(schema);
        if self.description.is_component(target) {
            return self.schemas.key_text(target).to_owned();
        }
        match self.schemas.string_at(target, KnownKey::Title) {
            Some(title) => title.into_owned(),
            None => self.description.pointer(schema),
        }
    }

    /// Describes the value that a keyword expects.
    pub(super) fn expectation(&self, found: &Found) -> String {
        let keyword = found.keyword;
        match &found.what {
            What::Plain if self.schemas.kind(keyword) == Kind::False => self.nothing(keyword),
            What::Plain | What::Contained { .. } => self.plain(keyword),
            What::Missing { name } => {
                let map = self.schemas.parent(keyword).map(|map| self.schemas.key(map));
                let name = self.quoted(*name);
                if map != Some(KnownKey::DependentRequired.key()) {
                    return ["the property ", &name].concat();
                }
                ["the property ", &name, ", as `", self.schemas.key_text(keyword), "` is present"].concat()
            }
            What::Equal { .. } => "unique elements".to_owned(),
            What::Name { reasons } if reasons.is_empty() => "another name for the property".to_owned(),
            What::Name { reasons } => ["a name that is ", &reasons.join(" and ")].concat(),
            What::Alternatives { matching } => {
                let count = self.schemas.children(keyword).count().to_string();
                let exactly = if matching.is_empty() { "" } else { "exactly " };
                ["a value that matches ", exactly, "one of ", &count, " schemas"].concat()
            }
            What::Untagged => {
                let name = self.schemas.string_at(keyword, KnownKey::PropertyName).unwrap_or_default();
                ["the property `", &name, "`, which selects the schema of the value"].concat()
            }
            What::Tagged { known } if known.is_empty() => "the name of a schema".to_owned(),
            What::Tagged { known } => one_of(known),
            What::OneWay => ["no `", self.schemas.key_text(keyword), "`, as it is ", self.one_way()].concat(),
        }
    }

    /// Describes the value that the schema `false` expects.
    fn nothing(&self, keyword: NodeId) -> String {
        let around = self.schemas.parent(keyword);
        let declared = around.and_then(|schema| self.schemas.member(schema, KnownKey::Properties));
        let what = match KnownKey::from_key(self.schemas.key(keyword)) {
            Some(KnownKey::AdditionalProperties | KnownKey::UnevaluatedProperties) => {
                let mut names = Vec::new();
                for id in declared.into_iter().flat_map(|map| self.schemas.children(map)) {
                    names.push(["`", self.schemas.key_text(id), "`"].concat());
                }
                if !names.is_empty() {
                    return ["no property except ", &list(&names, "and")].concat();
                }
                "no such property"
            }
            Some(KnownKey::Items | KnownKey::UnevaluatedItems) => "no such element",
            _ => "no value",
        };
        what.to_owned()
    }

    fn plain(&self, keyword: NodeId) -> String {
        let written = self.schemas.source_text(keyword);
        let is_open = |flag| self.schemas.parent(keyword).is_some_and(|schema| self.schemas.is_true(schema, flag));
        let key = KnownKey::from_key(self.schemas.key(keyword)).unwrap_or(KnownKey::Schema);
        let (before, behind) = match key {
            KnownKey::Type => return self.types_in_words(keyword),
            KnownKey::Enum => return one_of(&self.values_in_words(keyword)),
            KnownKey::Const => return shown(self.schemas, keyword),
            KnownKey::Minimum if is_open(KnownKey::ExclusiveMinimum) => ("a number > ", ""),
            KnownKey::Maximum if is_open(KnownKey::ExclusiveMaximum) => ("a number < ", ""),
            KnownKey::Minimum => ("a number ≥ ", ""),
            KnownKey::Maximum => ("a number ≤ ", ""),
            KnownKey::ExclusiveMinimum => ("a number > ", ""),
            KnownKey::ExclusiveMaximum => ("a number < ", ""),
            KnownKey::MultipleOf => ("a multiple of ", ""),
            KnownKey::MinLength => ("at least ", "character"),
            KnownKey::MaxLength => ("at most ", "character"),
            KnownKey::MinItems => ("at least ", "element"),
            KnownKey::MaxItems => ("at most ", "element"),
            KnownKey::MinProperties => ("at least ", "property"),
            KnownKey::MaxProperties => ("at most ", "property"),
            KnownKey::MinContains => return ["at least ", written, " elements that match `contains`"].concat(),
            KnownKey::MaxContains => return ["at most ", written, " elements that match `contains`"].concat(),
            KnownKey::Contains => return "an element that matches `contains`".to_owned(),
            KnownKey::Not => return self.refused_by_not(keyword),
            KnownKey::Pattern => {
                let pattern = self.schemas.string(keyword).unwrap_or_default();
                return ["a string that matches `", &cut(&pattern, 2 * MAX_SHOWN_LENGTH), "`"].concat();
            }
            KnownKey::Format => {
                let name = self.schemas.string(keyword).unwrap_or_default();
                return [formats::described(&name), " (`", &name, "`)"].concat();
            }
            _ => return "a value that matches the schema".to_owned(),
        };
        let counted = count(written, behind);
        [before, if behind.is_empty() { written } else { &counted }].concat()
    }

    /// Describes the value that `not` expects, in terms of its only keyword if possible.
    fn refused_by_not(&self, not: NodeId) -> String {
        // Depth: 1, because `plain` gets no other `not`.
        let mut keywords = self.schemas.children(not);
        if let (Some(only), None) = (keywords.next(), keywords.next()) {
            match KnownKey::from_key(self.schemas.key(only)) {
                Some(KnownKey::Type | KnownKey::Enum | KnownKey::Const | KnownKey::Pattern) => {
                    return ["any value except ", &self.plain(only)].concat();
                }
                Some(KnownKey::Required) => {
                    let mut names = Vec::new();
                    for name in self.schemas.children(only) {
                        names.push(self.quoted(name));
                    }
                    let together = if names.len() > 1 { " together" } else { "" };
                    return ["an object without ", &list(&names, "and"), together].concat();
                }
                _ => {}
            }
        }
        "a value other than those that `not` describes".to_owned()
    }

    fn values_in_words(&self, keyword: NodeId) -> Vec<String> {
        let mut values = Vec::new();
        for id in self.schemas.children(keyword) {
            values.push(shown(self.schemas, id));
        }
        values
    }

    fn types_in_words(&self, keyword: NodeId) -> String {
        let mut names = vec![keyword];
        if self.schemas.is_array(keyword) {
            names = self.schemas.children(keyword).list();
        }
        let mut words = Vec::new();
        for id in names {
            let name = self.schemas.string(id).unwrap_or_default();
            let article = match &*name {
                "null" => "",
                "integer" | "array" | "object" => "an ",
                _ => "a ",
            };
            words.push([article, &name].concat());
        }
        list(&words, "or")
    }

    fn quoted(&self, name: NodeId) -> String {
        ["`", &cut(&self.schemas.string(name).unwrap_or_default(), MAX_SHOWN_LENGTH), "`"].concat()
    }

    /// Describes the value that was found.
    fn finding(&self, found: &Found) -> String {
        let instance = found.instance;
        let name = self.instances.key_text(instance);
        match &found.what {
            What::Missing { .. } | What::Untagged => "none".to_owned(),
            What::Equal { first, second } => {
                ["elements ", &first.to_string(), " and ", &second.to_string(), " equal"].concat()
            }
            What::Contained { count } => count.to_string(),
            What::Name { .. } => ["`", &cut(name, MAX_SHOWN_LENGTH), "`"].concat(),
            What::Alternatives { matching } if matching.len() > 1 => {
                let mut names = Vec::new();
                for (at, branch) in self.schemas.children(found.keyword).enumerate() {
                    if matching.contains(&at) {
                        names.push(["`", &self.name(branch), "`"].concat());
                    }
                }
                ["one that matches ", &list(&names, "and")].concat()
            }
            What::Plain if self.schemas.kind(found.keyword) == Kind::False && !name.is_empty() => {
                ["`", &cut(name, MAX_SHOWN_LENGTH), "`"].concat()
            }
            What::Plain => self.measured(found),
            What::Alternatives { .. } | What::Tagged { .. } | What::OneWay => shown(self.instances, instance),
        }
    }

    /// Describes a value, with its size if the keyword limits the size.
    fn measured(&self, found: &Found) -> String {
        let instance = found.instance;
        match KnownKey::from_key(self.schemas.key(found.keyword)) {
            Some(KnownKey::MinLength | KnownKey::MaxLength) => {
                let length = self.instances.string(instance).map_or(0, |text| text.chars().count());
                [&*count(&length.to_string(), "character"), " in ", &shown(self.instances, instance)].concat()
            }
            Some(KnownKey::MinItems | KnownKey::MaxItems | KnownKey::MinProperties | KnownKey::MaxProperties) => {
                self.instances.children(instance).count().to_string()
            }
            _ => shown(self.instances, instance),
        }
    }
}

/// Describes a value briefly: scalars as JSON, arrays and objects by their size.
fn shown(arena: &Arena<'_>, id: NodeId) -> String {
    let kind = arena.kind(id);
    match kind {
        Kind::Array | Kind::Object => {
            let (what, of) =
                if kind == Kind::Array { ("an array of ", "element") } else { ("an object with ", "property") };
            [what, &count(&arena.children(id).count().to_string(), of)].concat()
        }
        Kind::Number => cut(arena.source_text(id), MAX_SHOWN_LENGTH),
        Kind::Null => "null".to_owned(),
        Kind::True => "true".to_owned(),
        Kind::False => "false".to_owned(),
        Kind::Text | Kind::Escaped | Kind::Pooled => {
            let mut out = String::new();
            quote(&cut(&arena.string(id).unwrap_or_default(), MAX_SHOWN_LENGTH), &mut out);
            out
        }
    }
}

/// Truncates a text to `most` characters.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => [text.get(..at).unwrap_or_default(), "…"].concat(),
        None => text.to_owned(),
    }
}

fn count(number: &str, of: &str) -> String {
    let plural = match (number, of) {
        ("1", _) => of,
        (_, "property") => "properties",
        (_, "character") => "characters",
        _ => "elements",
    };
    [number, " ", plural].concat()
}

fn one_of(values: &[String]) -> String {
    let are_several = values.len() > 1;
    [if are_several { "one of " } else { "" }, &list(values, "and")].concat()
}

/// Lists the first items, and the number of the others.
fn list(items: &[String], last: &str) -> String {
    let told = if items.len() > MAX_LISTED { MAX_LISTED } else { items.len().saturating_sub(1) };
    let mut out = items.get(..told).unwrap_or_default().join(", ");
    for space in [" ", last, " "].into_iter().filter(|_| told > 0) {
        out.push_str(space);
    }
    match items.get(told..) {
        Some([one]) => out.push_str(one),
        Some(others) if !others.is_empty() => out.push_str(&[&*others.len().to_string(), " more"].concat()),
        _ => {}
    }
    out
}
