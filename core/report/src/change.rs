//! Converts a finding to a change of a report, with its id, message and locations.

use std::sync::Arc;

use waybill_diff::compat::{Direction, Level};
use waybill_diff::internal::{DiffResult, DisplayValue, Event, Facet, Fact, Rule, Sides};
use waybill_openapi::internal::{Digest, NodeId, ResolvedDescription, SourceLines, quote};

use super::example_request::NOT_LOOKED_FOR;
use super::fingerprint::{digest_operation, fingerprint};
use super::message::message;
use super::types::{Change, JsonText, Section};

/// Maximum length of a value to show, in bytes of JSON. Readers look up longer values in the files.
const MAX_SHOWN_BYTES: usize = 400;

/// Creates the change for a rule and a fact, without affected operations. `lines` are the lines of both descriptions.
pub(super) fn change(
    result: &DiffResult<'_, '_>,
    (rule, level): (&Rule, Level),
    direction: Option<Direction>,
    fact: &Fact,
    id: String,
    lines: &(SourceLines, SourceLines),
) -> Change {
    let (previous, current) = (result.sides.old, result.sides.new);
    // A value that only one side has is located on the other side by the nearest container that both have.
    let in_old = |id: NodeId| previous.around(current, id, result.node_pairs.around_in_old(current, id));
    let in_new = |id: NodeId| current.around(previous, id, result.node_pairs.around_in_new(previous, id));
    let (old, new) = fact.renamed_property().map_or((fact.old, fact.new), |(old, new)| (Some(old), Some(new)));
    let (old, new) = (old.or(new.map(in_old)), new.or(old.map(in_new)));
    Change {
        id,
        rule: rule.id,
        level,
        default_level: Some(rule.level).filter(|default| *default != level),
        period: None,
        bump: level.bump(),
        section: section(fact),
        direction,
        message: message(result, rule, direction, fact),
        why: rule.why,
        help: rule.help,
        advice: rule.advice,
        title: rule.title,
        accepted: None,
        operations: Arc::default(),
        webhooks: Arc::default(),
        callbacks: Arc::default(),
        operation: None,
        before: shown(previous, fact, fact.before),
        after: shown(current, fact, fact.after),
        old: old.map(|id| previous.place(id, &lines.0)),
        new: new.map(|id| current.place(id, &lines.1)),
        witness: None,
        no_witness: NOT_LOOKED_FOR,
    }
}

/// Returns the digest that the id of a change is made from.
pub(super) fn digest(sides: &Sides<'_>, rule: &str, fact: &Fact) -> Digest {
    match sides.unmatched_operation(fact.affected) {
        Some(entry) => digest_operation(rule, entry),
        None => fingerprint(rule, fact, sides.old, sides.new),
    }
}

fn section(fact: &Fact) -> Section {
    match (fact.facet == Facet::Operation, fact.event) {
        (true, Event::Added) => Section::New,
        (true, Event::Removed) => Section::Removed,
        (true, Event::Changed(_)) | (false, _) => Section::Modified,
    }
}

fn shown(description: &ResolvedDescription<'_>, fact: &Fact, shown: DisplayValue) -> Option<JsonText> {
    let mut text = String::new();
    match shown {
        DisplayValue::Nothing => return None,
        DisplayValue::Node(id) => {
            if !description.arena().write_json(id, MAX_SHOWN_BYTES, &mut text) {
                return None;
            }
        }
        DisplayValue::Style(form) => quote(&form.written(&fact.name), &mut text),
        DisplayValue::Key(id) => description.arena().write_key(id, &mut text),
        DisplayValue::Below(id) => exclusive(description, id, "exclusiveMaximum", &mut text),
        DisplayValue::Above(id) => exclusive(description, id, "exclusiveMinimum", &mut text),
        DisplayValue::Default(key) => text = format!("\"{key}\""),
        DisplayValue::Types(types) => {
            let names = types.names();
            let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
            text = if quoted.len() == 1 { quoted.concat() } else { format!("[{}]", quoted.join(",")) };
        }
    }
    Some(JsonText::new(text))
}

/// Writes an exclusive limit under its OpenAPI 3.1 keyword.
fn exclusive(description: &ResolvedDescription<'_>, id: NodeId, keyword: &str, out: &mut String) {
    out.extend(["{\"", keyword, "\":"]);
    description.arena().write_json(id, MAX_SHOWN_BYTES, out);
    out.push('}');
}
