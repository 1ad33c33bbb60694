//! Parses a model's response from JSON to entries by id. Entries that do not match the schema are rejected.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::check::{check_example, check_text};
use super::fact::ChangeFact;
use super::wording::{CheckedWording, RefusalReason, Wording};
use crate::JsonText;

/// The whole response. Other members are ignored.
#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    changes: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Identified {
    id: String,
}

/// An entry. `serde` rejects one that has one of these members twice.
#[derive(Deserialize)]
struct Entry<'a> {
    reason: String,
    action: String,
    #[serde(default, borrow)]
    example: Option<&'a RawValue>,
}

/// Checks a response to these facts.
///
/// Each fact gets a wording or a refusal. The response may be in a Markdown code fence. Examples are omitted until
/// [`CheckedWording::check_examples`] has validated them.
#[must_use]
pub fn check_answer(facts: &[ChangeFact], answer: &str) -> CheckedWording {
    let mut found = CheckedWording::default();
    let Ok(Answer { changes }) = serde_json::from_str(unfenced(answer)) else {
        found.refuse_all(facts.iter().map(|fact| fact.id.as_str()), &RefusalReason::OtherShape);
        return found;
    };
    let ids: Vec<Option<String>> =
        changes.iter().map(|raw| serde_json::from_str(raw.get()).ok().map(|Identified { id }| id)).collect();
    for fact in facts {
        let mut entries = ids.iter().zip(&changes).filter(|(id, _)| id.as_deref() == Some(fact.id.as_str()));
        match (entries.next(), entries.next()) {
            (None, _) => found.refuse(&fact.id, RefusalReason::LeftOut),
            (Some(_), Some(_)) => found.refuse(&fact.id, RefusalReason::RepeatedId),
            (Some((_, raw)), None) => match check_entry(fact, raw) {
                Ok((wording, examples)) => found.take(&fact.id, wording, examples),
                Err(reason) => found.refuse(&fact.id, reason),
            },
        }
    }
    let unknown = ids.iter().flatten().filter(|id| !facts.iter().any(|fact| fact.id == **id));
    for id in waybill_base::internal::order::sorted_unique(unknown) {
        found.refuse(id, RefusalReason::UnknownId);
    }
    found
}

fn check_entry(fact: &ChangeFact, raw: &RawValue) -> Result<(Wording, Vec<JsonText>), RefusalReason> {
    let Entry { reason, action, example } = serde_json::from_str(raw.get()).map_err(|_| RefusalReason::OtherShape)?;
    let [reason, action] = [reason, action].map(|text| text.trim().to_owned());
    check_text(fact, &reason)?;
    check_text(fact, &action)?;
    let examples = example.map(example_values).unwrap_or_default();
    examples.iter().try_for_each(|example| check_example(example.as_str()))?;
    Ok((Wording { reason, action, example: None }, examples))
}

/// Returns the possible values of an example. The schema requires a string that contains JSON, but models also write
/// plain strings.
fn example_values(raw: &RawValue) -> Vec<JsonText> {
    let held = serde_json::from_str::<String>(raw.get()).ok();
    let is_none = held.as_ref().is_some_and(|text| matches!(text.trim(), "" | "null"));
    if is_none {
        return Vec::new();
    }
    let parsed = held.and_then(|text| serde_json::from_str::<Box<RawValue>>(&text).ok());
    let values = parsed.iter().map(|value| value.get()).chain([raw.get()]);
    values.map(|json| JsonText::new(json.to_owned())).collect()
}

/// Returns the response without its Markdown code fence.
fn unfenced(answer: &str) -> &str {
    let answer = answer.trim();
    let Some(inside) = answer.strip_prefix("```").and_then(|rest| rest.strip_suffix("```")) else { return answer };
    inside.strip_prefix("json").unwrap_or(inside).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_taken_off_and_nothing_else() {
        assert_eq!(unfenced(" ```json\n{}\n``` "), "{}");
        assert_eq!(unfenced("```\n{}```"), "{}");
        assert_eq!(unfenced("```json\n{}"), "```json\n{}");
        assert_eq!(unfenced("see {}"), "see {}");
    }
}
