//! The values of a fact as a sentence says them: `from 100 to 50`, `` `string` or `null` ``.

use super::credentials;
use crate::diff::{DisplayValue, Event, Facet, Fact, Qualifier, Sides};
use crate::openapi::Description;
use crate::tree::{Kind, NodeId};

/// How long a value may be in a sentence, in characters; the report has it whole.
const MAX_LENGTH: usize = 80;
/// How many values of a list a sentence names; the report has the list whole.
const MAX_VALUES: usize = 6;

/// What a sentence says of the values before and after.
#[derive(Debug)]
pub(super) struct ValueText {
    pub(super) before: String,
    pub(super) after: String,
    /// The values of a list.
    pub(super) values: String,
    present: (bool, bool),
}

impl ValueText {
    pub(super) fn from_fact(sides: &Sides<'_>, fact: &Fact) -> ValueText {
        let listed = if fact.event == Event::Removed { sides.old } else { sides.new };
        ValueText {
            before: said(sides.old, fact, fact.before),
            after: said(sides.new, fact, fact.after),
            values: list(&fact.values.iter().map(|&id| value(listed, id)).collect::<Vec<_>>()),
            present: (fact.before != DisplayValue::Nothing, fact.after != DisplayValue::Nothing),
        }
    }

    /// What happened to a value, after its name.
    pub(super) fn change(&self) -> String {
        let ValueText { before, after, .. } = self;
        match self.present {
            (false, false) => "changed".to_owned(),
            (false, true) => format!("is now {after}; there was none"),
            (true, false) => format!("was removed; it was {before}"),
            (true, true) => format!("went from {before} to {after}"),
        }
    }
}

/// Values one may choose from: `` `a`, `b` or `c` ``.
fn list(values: &[String]) -> String {
    let (named, rest) = values.split_at(values.len().min(MAX_VALUES));
    match (named, rest.len()) {
        ([], _) => "nothing".to_owned(),
        ([only], 0) => only.clone(),
        ([first @ .., last], 0) => format!("{} or {last}", first.join(", ")),
        (named, 1) => format!("{} or one more", named.join(", ")),
        (named, more) => format!("{} or {more} more", named.join(", ")),
    }
}

fn said(description: &Description<'_>, fact: &Fact, shown: DisplayValue) -> String {
    match shown {
        DisplayValue::Style(form) => code(&form.written(if fact.name.is_empty() { "value" } else { &fact.name })),
        DisplayValue::Nothing | DisplayValue::Node(_)
            if matches!(fact.facet, Facet::Security | Facet::SecurityAlternative) =>
        {
            credentials::describe_security(description, shown)
        }
        DisplayValue::Nothing if fact.facet == Facet::ServerVariable => "any value".to_owned(),
        DisplayValue::Node(id) if fact.facet == Facet::ServerVariable && description.arena().is_array(id) => {
            list(&description.arena().children(id).map(|id| value(description, id)).collect::<Vec<_>>())
        }
        // An entry by its name, beside one that it covers.
        DisplayValue::Key(id) if fact.has(Qualifier::Covered) => code(description.arena().key_text(id)),
        DisplayValue::Key(id) => {
            let key = description.arena().key_text(id);
            let is_status = key == "default" || key.ends_with("XX");
            if is_status { statuses(key) } else { format!("`{key}`") }
        }
        DisplayValue::Nothing => "nothing".to_owned(),
        // A version is a text, whatever it looks like.
        DisplayValue::Node(id) if fact.facet == Facet::SpecificationVersion => {
            let arena = description.arena();
            code(&arena.string(id).unwrap_or_else(|| arena.source_text(id).into()))
        }
        DisplayValue::Node(id) => value(description, id),
        DisplayValue::Below(id) => format!("below {}", value(description, id)),
        DisplayValue::Above(id) => format!("above {}", value(description, id)),
        DisplayValue::Types(types) if types.names().is_empty() => "nothing".to_owned(),
        DisplayValue::Types(types) if types.is_any() => "a value of any type".to_owned(),
        DisplayValue::Types(types) => list(&types.names().iter().map(|name| format!("`{name}`")).collect::<Vec<_>>()),
        DisplayValue::Default(text) => format!("`{text}`"),
    }
}

/// Statuses as a sentence names them; several come with backticks between them, as media types do.
pub(super) fn statuses(names: &str) -> String {
    let one = |name: &str| match name {
        "default" => "a status it does not name (`default`)".to_owned(),
        _ if name.ends_with("XX") => format!("any {name} status"),
        _ => name.to_owned(),
    };
    names.split("` or `").map(one).collect::<Vec<_>>().join(" or ")
}

/// A value in a sentence: numbers bare, everything else as code, and texts without quotes where nothing is lost by it.
fn value(description: &Description<'_>, id: NodeId) -> String {
    let arena = description.arena();
    match arena.kind(id) {
        Kind::Number => arena.source_text(id).to_owned(),
        Kind::Text | Kind::Escaped | Kind::Pooled => {
            let text = arena.string(id).unwrap_or_default();
            let looks_else = text.is_empty()
                || text.trim().len() != text.len()
                || text.parse::<f64>().is_ok()
                || ["true", "false", "null"].contains(&&*text);
            code(&if looks_else { format!("\"{text}\"") } else { text.into_owned() })
        }
        Kind::Null | Kind::True | Kind::False | Kind::Array | Kind::Object => {
            let mut text = String::new();
            let written = arena.write_json(id, MAX_LENGTH * 4, &mut text);
            if written { code(&text) } else { "another value".to_owned() }
        }
    }
}

/// The text as code. A backtick would end it early, so that an apostrophe stands in for it.
fn code(text: &str) -> String {
    let text = text.replace('`', "'");
    if text.chars().count() <= MAX_LENGTH {
        return format!("`{text}`");
    }
    format!("`{}…`", text.chars().take(MAX_LENGTH).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_names_the_first_values_and_counts_the_rest() {
        let values: Vec<String> = (1..=9).map(|number| number.to_string()).collect();
        let first = |count: usize| list(&values[..count]);
        assert_eq!(first(0), "nothing");
        assert_eq!(first(1), "1");
        assert_eq!(first(2), "1 or 2");
        assert_eq!(first(3), "1, 2 or 3");
        assert_eq!(first(6), "1, 2, 3, 4, 5 or 6");
        assert_eq!(first(7), "1, 2, 3, 4, 5, 6 or one more");
        assert_eq!(first(9), "1, 2, 3, 4, 5, 6 or 3 more");
    }

    #[test]
    fn a_value_stays_inside_its_code() {
        assert_eq!(code("a`b"), "`a'b`");
        assert_eq!(code(&"x".repeat(200)).chars().count(), MAX_LENGTH + 3);
    }
}
