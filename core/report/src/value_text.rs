//! Formats the values of a fact for a sentence: `from 100 to 50`, `` `string` or `null` ``.

use waybill_diff::internal::{DisplayValue, Event, Facet, Fact, Qualifier, Relation, Sides};
use waybill_openapi::internal::{Kind, NodeId, ResolvedDescription};

use super::credentials;

/// Maximum length of a value in a sentence, in characters. The report contains longer values in full.
const MAX_LENGTH: usize = 80;
/// Maximum number of listed values in a sentence, or one more. The report contains the whole list.
const MAX_VALUES: usize = 6;

/// The text for the values before and after.
#[derive(Debug)]
pub(super) struct ValueText {
    pub(super) before: String,
    pub(super) after: String,
    /// Values of a list, or the types that were added or removed.
    pub(super) values: String,
    /// The predicate for a changed value.
    pub(super) change: String,
}

impl ValueText {
    pub(super) fn from_fact(sides: &Sides<'_>, fact: &Fact) -> ValueText {
        let listed = if fact.event == Event::Removed { sides.old } else { sides.new };
        let before = write_value(sides.old, fact, fact.before);
        let after = write_value(sides.new, fact, fact.after);
        let change = match describe_limit(sides, fact) {
            Some(change) => change,
            None => describe_change(fact, &before, &after),
        };
        ValueText {
            before,
            after,
            values: match differing_types(fact) {
                Some((_, types)) => list(&types),
                None => list(&fact.values.iter().map(|&id| value(listed, id)).collect::<Vec<_>>()),
            },
            change,
        }
    }
}

/// Returns the predicate for a changed value that is no limit.
fn describe_change(fact: &Fact, before: &str, after: &str) -> String {
    let (is, is_no_longer) = match fact.facet {
        Facet::MultipleOf => ("is now a multiple of", "no longer has to be a multiple of"),
        Facet::Format => ("now has the format", "no longer has the format"),
        Facet::Default => ("now defaults to", "no longer defaults to"),
        _ => ("is now", "was removed; it was"),
    };
    match (fact.before != DisplayValue::Nothing, fact.after != DisplayValue::Nothing, fact.facet) {
        (false, false, _) => "changed".to_owned(),
        (false, true, _) => format!("{is} {after}"),
        (true, false, _) => format!("{is_no_longer} {before}"),
        (true, true, Facet::MultipleOf | Facet::Format | Facet::Default) => format!("{is} {after} (was {before})"),
        // Both values are too long to show the difference.
        (true, true, _) if before == after => "changed".to_owned(),
        (true, true, _) => format!("changed from {before} to {after}"),
    }
}

/// Returns the predicate for a changed limit: `must now have at most 5 items (was 10)`. `None` for other facets.
fn describe_limit(sides: &Sides<'_>, fact: &Fact) -> Option<String> {
    let (plural, verb) = match fact.facet {
        Facet::Range => ("", "be"),
        Facet::Length => (" characters", "have"),
        Facet::ItemCount => (" items", "have"),
        Facet::PropertyCount => (" properties", "have"),
        _ => return None,
    };
    let singular = if plural == " properties" { " property" } else { plural.trim_end_matches('s') };
    let is_upper = fact.name.to_ascii_lowercase().ends_with("maximum") || fact.name.starts_with("max");
    let limit = |description: &ResolvedDescription<'_>, shown| {
        let (id, is_exclusive) = match shown {
            DisplayValue::Below(id) | DisplayValue::Above(id) => (id, true),
            DisplayValue::Node(id) => (id, fact.name.starts_with("exclusive")),
            _ => return None,
        };
        Some((value(description, id), is_exclusive))
    };
    let unit = |number: &str| if number == "1" { singular } else { plural };
    let words = |is_exclusive| match (is_upper, is_exclusive) {
        (true, false) => "at most ",
        (true, true) => "less than ",
        (false, false) => "at least ",
        (false, true) => "more than ",
    };
    let (before, after) = (limit(sides.old, fact.before), limit(sides.new, fact.after));
    let is_widened = fact.event == Event::Changed(Relation::Widened);
    Some(match (before, after) {
        (None, None) => "changed".to_owned(),
        (Some((before, is_exclusive)), None) => {
            format!("no longer has to {verb} {}{before}{}", words(is_exclusive), unit(&before))
        }
        (before, Some((after, is_exclusive))) => {
            let was = match before {
                Some((before, exclusive)) if exclusive == is_exclusive => format!(" (was {before})"),
                Some((before, exclusive)) => format!(" (was {}{before})", words(exclusive)),
                None => String::new(),
            };
            let unit = unit(&after);
            match (is_upper, is_widened, is_exclusive) {
                (true, true, false) => format!("can now {verb} up to {after}{unit}{was}"),
                (false, true, false) if verb == "be" => format!("can now be as low as {after}{was}"),
                (false, true, false) => format!("can now have as few as {after}{unit}{was}"),
                (_, true, true) => format!("can now {verb} {}{after}{unit}{was}", words(is_exclusive)),
                (_, false, _) => format!("must now {verb} {}{after}{unit}{was}", words(is_exclusive)),
            }
        }
    })
}

/// Returns the types that a fact adds (`true`) or removes (`false`). `None` if it does both.
pub(super) fn differing_types(fact: &Fact) -> Option<(bool, Vec<String>)> {
    let (DisplayValue::Types(before), DisplayValue::Types(after)) = (fact.before, fact.after) else { return None };
    if before.is_any() || after.is_any() {
        return None;
    }
    let (before, after) = (before.names(), after.names());
    let besides = |all: &[&str], other: &[&str]| -> Vec<String> {
        all.iter().filter(|name| !other.contains(name)).map(|name| format!("`{name}`")).collect()
    };
    match (besides(&after, &before), besides(&before, &after)) {
        (added, removed) if removed.is_empty() && !before.is_empty() => Some((true, added)),
        (added, removed) if added.is_empty() && !after.is_empty() => Some((false, removed)),
        _ => None,
    }
}

/// Formats alternative values: `` `a`, `b` or `c` ``.
pub(super) fn list(values: &[String]) -> String {
    let named = if values.len() <= MAX_VALUES + 1 { values.len() } else { MAX_VALUES };
    let (named, rest) = values.split_at(named);
    match (named, rest.len()) {
        ([], _) => "nothing".to_owned(),
        ([only], 0) => only.clone(),
        ([first @ .., last], 0) => format!("{} or {last}", first.join(", ")),
        (named, more) => format!("{} or {more} others", named.join(", ")),
    }
}

fn write_value(description: &ResolvedDescription<'_>, fact: &Fact, shown: DisplayValue) -> String {
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
        // An entry that another one covers: its name is sufficient.
        DisplayValue::Key(id) if fact.has(Qualifier::Covered) => code(description.arena().key_text(id)),
        DisplayValue::Key(id) => {
            let key = description.arena().key_text(id);
            let is_status = key == "default" || key.ends_with("XX");
            if is_status { statuses(key) } else { format!("`{key}`") }
        }
        DisplayValue::Nothing => "nothing".to_owned(),
        // A version is a string, even if it looks like a number.
        DisplayValue::Node(id) if fact.facet == Facet::SpecificationVersion => {
            let arena = description.arena();
            code(&arena.string(id).unwrap_or_else(|| arena.source_text(id).into()))
        }
        DisplayValue::Node(id) => value(description, id),
        DisplayValue::Below(id) => format!("< {}", value(description, id)),
        DisplayValue::Above(id) => format!("> {}", value(description, id)),
        DisplayValue::Types(types) if types.names().is_empty() => "nothing".to_owned(),
        DisplayValue::Types(types) if types.is_any() => "of any type".to_owned(),
        DisplayValue::Types(types) => list(&types.names().iter().map(|name| format!("`{name}`")).collect::<Vec<_>>()),
        DisplayValue::Default(text) => format!("`{text}`"),
    }
}

/// Formats statuses for a sentence. Several are separated by "` or `", like media types.
pub(super) fn statuses(names: &str) -> String {
    let one = |name: &str| match name {
        "default" => "any other status (`default`)".to_owned(),
        _ if name.ends_with("XX") => format!("any {name} status"),
        _ => name.to_owned(),
    };
    names.split("` or `").map(one).collect::<Vec<_>>().join(" or ")
}

/// Formats a value: numbers as they are, everything else as code. Strings have no quotes if they are unambiguous
/// without.
pub(super) fn value(description: &ResolvedDescription<'_>, id: NodeId) -> String {
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

/// Formats text as code. Backticks would end the code span, so they become apostrophes.
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
        assert_eq!(first(7), "1, 2, 3, 4, 5, 6 or 7");
        assert_eq!(first(9), "1, 2, 3, 4, 5, 6 or 3 others");
    }

    #[test]
    fn a_value_stays_inside_its_code() {
        assert_eq!(code("a`b"), "`a'b`");
        assert_eq!(code(&"x".repeat(200)).chars().count(), MAX_LENGTH + 3);
    }
}
