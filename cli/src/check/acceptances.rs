//! `waybill-accept.toml` of a pull request: intended changes, each with a reason and an owner.
//!
//! Acceptances change only the exit status of `waybill check`. Verdict, bump and comment still report the change.

use std::time::SystemTime;

use serde::Deserialize;
use toml::Spanned;
use waybill_core::release::Date;
use waybill_core::report::Change;

use crate::failure::Failure;
use crate::git::{Commit, Repository};
use crate::settings::place;

/// File name, in the root of a repository.
const NAME: &str = "waybill-accept.toml";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    accept: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    fingerprint: Spanned<String>,
    reason: Spanned<String>,
    owner: Spanned<String>,
    expires: Option<Spanned<toml::Value>>,
}

/// An accepted change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Acceptance {
    pub(super) fingerprint: String,
    reason: String,
    owner: String,
    /// Last day on which it is valid; `None` for no limit.
    expires: Option<Date>,
}

/// Returns the acceptances in the file of a commit; empty if there is no such file.
pub(super) fn find(repository: &Repository, commit: &Commit) -> Result<Vec<Acceptance>, Failure> {
    let Some(bytes) = repository.read_where_there(commit, NAME)? else { return Ok(Vec::new()) };
    let text = String::from_utf8(bytes).map_err(|_| Failure::new(format!("`{NAME}` is not UTF-8")))?;
    parse(&text)
}

/// Returns today's date in UTC.
pub(crate) fn today() -> Option<Date> {
    let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Date::from_unix_seconds(i64::try_from(since_epoch.as_secs()).ok()?)
}

fn parse(text: &str) -> Result<Vec<Acceptance>, Failure> {
    let refused = |message: String, at: usize| {
        Failure::new(format!("{NAME} is not valid: {message}")).at(place(NAME, text, at)).help(
            "an [[accept]] table has `fingerprint`, `reason`, `owner` and optionally `expires`, such as 2027-02-25; copy the \
             fingerprint from the comment or the report",
        )
    };
    let file: File = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        refused(error.message().trim_end().replace('\n', ", "), at)
    })?;
    let mut accepted: Vec<Acceptance> = Vec::new();
    for Entry { fingerprint, reason, owner, expires } in file.accept {
        for (key, value) in [("fingerprint", &fingerprint), ("reason", &reason), ("owner", &owner)] {
            if value.get_ref().trim().is_empty() {
                return Err(refused(format!("`{key}` is empty"), value.span().start));
            }
        }
        let expires = match expires {
            None => None,
            Some(date) => {
                let at = date.span().start;
                // A date in quotation marks is accepted too.
                let day = date.get_ref().as_str().map_or_else(|| date.get_ref().to_string(), ToOwned::to_owned);
                Some(day.parse().map_err(|_| refused("`expires` is not a date such as 2027-02-25".to_owned(), at))?)
            }
        };
        let at = fingerprint.span().start;
        let fingerprint = fingerprint.into_inner();
        if accepted.iter().any(|other| other.fingerprint == fingerprint) {
            return Err(refused(format!("`{fingerprint}` is accepted twice"), at));
        }
        accepted.push(Acceptance { fingerprint, reason: reason.into_inner(), owner: owner.into_inner(), expires });
    }
    Ok(accepted)
}

impl Acceptance {
    /// True if it is valid on a day. If the day is unknown, an acceptance that expires is not valid.
    pub(super) fn counts_on(&self, day: Option<Date>) -> bool {
        self.expires.is_none_or(|expires| day.is_some_and(|day| day <= expires))
    }

    /// Returns owner, expiry and reason for the report.
    pub(super) fn grounds(&self) -> String {
        let Acceptance { fingerprint: _, reason, owner, expires } = self;
        let until = expires.map_or_else(String::new, |expires| format!(" until {expires}"));
        format!("by {owner}{until}: {reason}")
    }

    /// Describes, as a sentence, its effect on a given day on the change with its fingerprint.
    pub(super) fn describe(&self, change: Option<&Change>, day: Option<Date>) -> String {
        let Acceptance { fingerprint, reason, owner, expires } = self;
        match (change, expires) {
            (None, _) => format!(
                "The acceptance of `{fingerprint}` by {owner} is stale: no change has this fingerprint. Remove the acceptance."
            ),
            (Some(_), Some(expires)) if !self.counts_on(day) => format!(
                "The acceptance of `{fingerprint}` by {owner} expired after {expires}. Renew it, or fix the change."
            ),
            (Some(change), expires) => {
                let until = expires.map_or_else(String::new, |expires| format!(" until {expires}"));
                format!("Accepted{until} by {owner}: {} ({fingerprint}). Reason: {reason}", change.message)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_field_is_reported_with_line_and_column() {
        for (text, at, words) in [
            ("[[accept]]\nfingerprint = 'a'\nowner = 'me'\n", "1:1", "missing field `reason`"),
            ("[[accept]]\nfingerprint = 'a'\nreason = 'x'\n", "1:1", "missing field `owner`"),
            ("[[accept]]\nfingerprint = 'a'\nreason = ''\nowner = 'me'\n", "3:10", "`reason` is empty"),
            ("[[accept]]\nfingerprint = 'a'\nreason = 'x'\nowner = ' '\n", "4:9", "`owner` is empty"),
            (
                "[[accept]]\nfingerprint = 'a'\nreason = 'x'\nowner = 'me'\nexpires = 07:32:00\n",
                "5:11",
                "`expires` is not a date such as 2027-02-25",
            ),
            (
                "[[accept]]\nfingerprint = 'a'\nreason = 'x'\nowner = 'me'\nexpires = 'soon'\n",
                "5:11",
                "`expires` is not a date",
            ),
            (
                "[[accept]]\nfingerprint = 'a'\nreason = 'x'\nowner = 'me'\nexpires = 3\n",
                "5:11",
                "`expires` is not a date",
            ),
        ] {
            let said = parse(text).unwrap_err().to_string();
            assert!(said.contains(&format!("--> {NAME}:{at}\n")) && said.contains(words), "{text}: {said}");
        }
    }

    #[test]
    fn an_acceptance_counts_through_the_day_it_expires_on() {
        let text = "[[accept]]\nfingerprint = 'a'\nreason = 'x'\nowner = 'me'\nexpires = 2027-02-25\n";
        let accepted = parse(text).unwrap();
        let on = |day: &str| accepted[0].counts_on(day.parse().ok());
        assert!(on("2027-02-25") && !on("2027-02-26") && !accepted[0].counts_on(None));
        assert_eq!(parse(&text.replace("2027-02-25", "\"2027-02-25\"")).unwrap(), accepted);
    }
}
