//! A model's answer: JSON in, entries by id out; whatever is not of the schema becomes a refusal.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::check::Checker;
use super::fact::ChangeFact;
use super::wording::{CheckedWording, RefusalReason, Wording};

/// The whole answer. Members that nobody asked for are left unread: they reach no reader.
#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    changes: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Identified {
    id: String,
}

/// An entry; a member that stands twice is an error of `serde`'s.
#[derive(Deserialize)]
struct Entry {
    why: String,
    what_to_do: String,
}

/// Checks an answer to these facts: which wording is taken for which change, and what is refused and why.
///
/// Each fact ends up with a wording or a refusal. The answer may stand in a Markdown fence, as many do.
#[must_use]
pub fn check_answer(facts: &[ChangeFact], answer: &str) -> CheckedWording {
    let mut found = CheckedWording::default();
    let Ok(Answer { changes }) = serde_json::from_str(unfenced(answer)) else {
        found.refuse_all(facts.iter().map(|fact| fact.id.as_str()), &RefusalReason::OtherShape);
        return found;
    };
    let ids: Vec<Option<String>> =
        changes.iter().map(|raw| serde_json::from_str(raw.get()).ok().map(|Identified { id }| id)).collect();
    let checks = Checker::new();
    for fact in facts {
        let mut entries = ids.iter().zip(&changes).filter(|(id, _)| id.as_deref() == Some(fact.id.as_str()));
        match (entries.next(), entries.next()) {
            (None, _) => found.refuse(&fact.id, RefusalReason::LeftOut),
            (Some(_), Some(_)) => found.refuse(&fact.id, RefusalReason::RepeatedId),
            (Some((_, raw)), None) => match read_entry(raw).and_then(|wording| checks.check(fact, wording)) {
                Ok(wording) => found.take(&fact.id, wording),
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

fn read_entry(raw: &RawValue) -> Result<Wording, RefusalReason> {
    let Entry { why, what_to_do } = serde_json::from_str(raw.get()).map_err(|_| RefusalReason::OtherShape)?;
    Ok(Wording { why: why.trim().to_owned(), what_to_do: what_to_do.trim().to_owned() })
}

/// The answer without the Markdown fence around it.
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
