//! `waybill-accept.toml` of a pull request: the changes that are intended, each with its reason and whoever answers for it.
//!
//! They change the exit status of `waybill check` alone; verdict, bump and comment still name the break.

use std::time::SystemTime;

use serde::Deserialize;
use toml::Spanned;
use waybill_core::release::Date;
use waybill_core::report::Change;

use crate::failure::Failure;
use crate::git::{Commit, Repository};
use crate::settings::place;

/// The file's name in the root of a repository.
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

/// One accepted change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Acceptance {
    pub(super) fingerprint: String,
    reason: String,
    owner: String,
    /// The last day on which it counts; `None` for ever.
    expires: Option<Date>,
}

/// What the file of a commit accepts; nothing where it has none.
pub(super) fn find(repository: &Repository, commit: &Commit) -> Result<Vec<Acceptance>, Failure> {
    let Some(bytes) = repository.read_where_there(commit, NAME)? else { return Ok(Vec::new()) };
    let text = String::from_utf8(bytes).map_err(|_| Failure::new(format!("`{NAME}` is not UTF-8")))?;
    parse(&text)
}

/// Today, in UTC.
pub(crate) fn today() -> Option<Date> {
    let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Date::from_unix_seconds(i64::try_from(since_epoch.as_secs()).ok()?)
}

fn parse(text: &str) -> Result<Vec<Acceptance>, Failure> {
    let refused = |message: String, at: usize| {
        Failure::new(format!("{NAME} is not understood: {message}")).at(place(NAME, text, at)).help(
            "an [[accept]] table has `fingerprint`, `reason`, `owner` and perhaps `expires`, such as 2027-02-25; the \
             comment and the report name the fingerprints",
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
                // A day in quotation marks says the same.
                let day = date.get_ref().as_str().map_or_else(|| date.get_ref().to_string(), ToOwned::to_owned);
                Some(day.parse().map_err(|_| refused("`expires` is no day such as 2027-02-25".to_owned(), at))?)
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
    /// Whether it counts on a day. Where no day is known, what expires does not.
    pub(super) fn counts_on(&self, day: Option<Date>) -> bool {
        self.expires.is_none_or(|expires| day.is_some_and(|day| day <= expires))
    }

    /// By whom it is accepted, until when, and why.
    pub(super) fn grounds(&self) -> String {
        let Acceptance { fingerprint: _, reason, owner, expires } = self;
        let until = expires.map_or_else(String::new, |expires| format!(" until {expires}"));
        format!("by {owner}{until}: {reason}")
    }

    /// What it does on a day to the change that has its fingerprint, as a sentence.
    pub(super) fn describe(&self, change: Option<&Change>, day: Option<Date>) -> String {
        let Acceptance { fingerprint, reason, owner, expires } = self;
        match (change, expires) {
            (None, _) => {
                format!("the acceptance of `{fingerprint}` by {owner} is stale: no such change is left; remove it")
            }
            (Some(_), Some(expires)) if !self.counts_on(day) => {
                format!(
                    "the acceptance of `{fingerprint}` by {owner} expired after {expires}; renew it, or mend the break"
                )
            }
            (Some(change), expires) => {
                let until = expires.map_or_else(String::new, |expires| format!(" until {expires}"));
                format!("accepted{until} by {owner}: {} ({fingerprint}): {reason}", change.message)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_its_line_and_column() {
        for (text, at, words) in [
            ("[[accept]]\nfingerprint = 'a'\nowner = 'me'\n", "1:1", "missing field `reason`"),
            ("[[accept]]\nfingerprint = 'a'\nreason = 'x'\n", "1:1", "missing field `owner`"),
            ("[[accept]]\nfingerprint = 'a'\nreason = ''\nowner = 'me'\n", "3:10", "`reason` is empty"),
            ("[[accept]]\nfingerprint = 'a'\nreason = 'x'\nowner = ' '\n", "4:9", "`owner` is empty"),
            (
                "[[accept]]\nfingerprint = 'a'\nreason = 'x'\nowner = 'me'\nexpires = 07:32:00\n",
                "5:11",
                "`expires` is no day such as 2027-02-25",
            ),
            (
                "[[accept]]\nfingerprint = 'a'\nreason = 'x'\nowner = 'me'\nexpires = 'soon'\n",
                "5:11",
                "`expires` is no day",
            ),
            ("[[accept]]\nfingerprint = 'a'\nreason = 'x'\nowner = 'me'\nexpires = 3\n", "5:11", "`expires` is no day"),
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
