//! Levels that a publisher gives to rules, in place of Waybill's.
//!
//! The platform's table of version bumps outranks them: no rule of one of its rows can get a level with a
//! lower bump.

use super::rule::Rule;
use super::{Level, rules};
use crate::pairing::path_glob::matches_path;

/// The levels that a rule can get. The others say that Waybill could not decide.
const LEVELS: [Level; 4] = [Level::Breaking, Level::Risky, Level::Additive, Level::Docs];

/// Levels of rules that differ from Waybill's, checked against the platform's table of version bumps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Levels {
    settings: Vec<(String, Level)>,
    /// The rules whose level differs from their own.
    changed: Vec<(&'static str, Level)>,
}

/// The reason why levels cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LevelsError {
    /// The rule or family of the wrong setting, as it was given.
    pub key: String,
    /// The problem and its fix, as a sentence without a full stop.
    pub message: String,
}

impl Levels {
    /// Checks settings. Each has the id of a rule, or a glob for a family of rules such as `response-enum-*`, and the
    /// name of a level. The id of a rule outranks globs, and a glob with more characters outranks a shorter one.
    ///
    /// # Errors
    /// A [`LevelsError`] if there is no such rule or level, if the level would be below the platform's table of version
    /// bumps, or if two globs of the same length give a rule different levels.
    pub fn new(settings: impl IntoIterator<Item = (String, String)>) -> Result<Levels, LevelsError> {
        let mut levels = Levels::default();
        for (key, name) in settings {
            if !rules::all().any(|rule| matches_path(&key, rule.id)) {
                let message = if key.contains('*') {
                    format!("no rule matches `{key}`; the nearest rule is `{}`", nearest_rule(&key))
                } else {
                    format!("there is no rule `{key}`; the nearest is `{}`", nearest_rule(&key))
                };
                return Err(LevelsError { key, message });
            }
            let Some(level) = LEVELS.into_iter().find(|level| level.name() == name) else {
                let names = LEVELS.map(Level::name).join(", ");
                let message = format!("`{key}` cannot get the level `{name}`; the levels are {names}");
                return Err(LevelsError { key, message });
            };
            levels.settings.push((key, level));
        }
        levels.settings.sort_unstable();
        for rule in rules::all() {
            if let Some(level) = levels.find(rule)?.filter(|level| *level != rule.level) {
                levels.changed.push((rule.id, level));
            }
        }
        Ok(levels)
    }

    /// Returns the settings, ordered by rule.
    #[must_use]
    pub fn settings(&self) -> &[(String, Level)] {
        &self.settings
    }

    /// Returns the level that the settings give to a rule, if any.
    fn find(&self, rule: &Rule) -> Result<Option<Level>, LevelsError> {
        let mut best: Option<&(String, Level)> = None;
        let rank = |key: &str| if key == rule.id { usize::MAX } else { key.len() };
        for setting in self.settings.iter().filter(|(key, _)| matches_path(key, rule.id)) {
            let (key, level) = setting;
            match best {
                Some((other, _)) if rank(other) > rank(key) => {}
                Some((other, given)) if rank(other) == rank(key) && given != level => {
                    let message = format!(
                        "`{other}` and `{key}` give `{0}` different levels; set the level of `{0}`, or use a longer \
                         pattern for one of them",
                        rule.id
                    );
                    return Err(LevelsError { key: key.clone(), message });
                }
                Some(_) | None => best = Some(setting),
            }
        }
        let Some((key, level)) = best else { return Ok(None) };
        let refuse = |message: String| Err(LevelsError { key: key.clone(), message });
        if rule.is_about_replacements() {
            // The entry of a replaced definition has the worst level of the changes that result.
            if key.as_str() != rule.id {
                return Ok(None);
            }
            return refuse(format!(
                "`{key}` cannot get a level: it is as severe as the changes that the other definition causes; set \
                 the levels of their rules"
            ));
        }
        if !rule.table_row.is_empty() && level.bump() < rule.level.bump() {
            let by = if key.as_str() == rule.id { String::new() } else { format!(" with `{key}`") };
            return refuse(format!(
                "`{}` cannot become {level}{by}: in the platform's table of version bumps, \"{}\" requires a {} \
                 release{}",
                rule.id,
                rule.table_row,
                rule.level.bump(),
                if by.is_empty() {
                    String::new()
                } else {
                    format!("; set `{}` to \"{}\" beside it", rule.id, rule.level)
                }
            ));
        }
        Ok(Some(*level))
    }
}

/// Returns the id of the rule that differs from `key` in the fewest characters.
fn nearest_rule(key: &str) -> &'static str {
    rules::all().map(|rule| rule.id).min_by_key(|id| distance(key, id)).unwrap_or_default()
}

/// Returns the number of bytes to insert, delete or replace to get `to` from `from`.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (at, byte) in from.bytes().enumerate() {
        let mut left = at + 1;
        let mut next = vec![left];
        for (other, cells) in to.bytes().zip(row.windows(2)) {
            let &[diagonal, above] = cells else { break };
            left = (diagonal + usize::from(byte != other)).min(above.min(left) + 1);
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

/// Returns the level of a rule under some settings.
pub fn level_of(levels: &Levels, rule: &Rule) -> Level {
    levels.changed.iter().find(|(id, _)| *id == rule.id).map_or(rule.level, |(_, level)| *level)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(settings: &[(&str, &str)]) -> Result<Levels, String> {
        let settings = settings.iter().map(|(key, level)| ((*key).to_owned(), (*level).to_owned()));
        Levels::new(settings).map_err(|error| error.message)
    }

    fn level_under(settings: &[(&str, &str)], rule: &str) -> Level {
        level_of(&levels(settings).unwrap(), rules::find_rule(rule).unwrap())
    }

    #[test]
    fn rule_gets_the_level_of_the_closest_setting() {
        let settings =
            [("response-*", "risky"), ("response-enum-*", "additive"), ("response-enum-removed", "breaking")];
        for settings in [settings, [settings[2], settings[0], settings[1]]] {
            // The family of all responses contains a row of the table.
            let settings = [
                &settings[..],
                &[
                    ("response-type-changed", "breaking"),
                    ("response-schema-removed", "breaking"),
                    ("response-null-added", "breaking"),
                    ("response-composition-widened", "breaking"),
                ],
            ]
            .concat();
            assert_eq!(level_under(&settings, "response-enum-value-added"), Level::Additive);
            assert_eq!(level_under(&settings, "response-enum-removed"), Level::Breaking);
            assert_eq!(level_under(&settings, "response-alternative-added"), Level::Risky);
            assert_eq!(level_under(&settings, "request-enum-added"), Level::Breaking);
        }
    }

    #[test]
    fn no_row_of_the_platforms_table_gets_a_lower_bump() {
        for rule in rules::all().filter(|rule| !rule.table_row.is_empty()) {
            for level in LEVELS {
                let is_allowed = level.bump() >= rule.level.bump();
                let found = levels(&[(rule.id, level.name())]);
                assert_eq!(found.is_ok(), is_allowed, "{} {level}", rule.id);
            }
        }
        let refused = levels(&[("parameter-re*", "additive")]).unwrap_err();
        assert!(refused.contains("`parameter-removed` cannot become additive with `parameter-re*`"), "{refused}");
        assert!(refused.contains("\"remove a parameter\" requires a major release"), "{refused}");
        levels(&[("parameter-re*", "additive"), ("parameter-removed", "breaking")]).unwrap();
    }

    #[test]
    fn unusable_setting_is_an_error_with_the_nearest_rule() {
        let error = |settings: &[(&str, &str)]| levels(settings).unwrap_err();
        assert_eq!(
            error(&[("response-enum-value-aded", "additive")]),
            "there is no rule `response-enum-value-aded`; the nearest is `response-enum-value-added`"
        );
        assert!(error(&[("respons-enum-*", "additive")]).starts_with("no rule matches `respons-enum-*`"));
        assert_eq!(
            error(&[("tag-added", "minor")]),
            "`tag-added` cannot get the level `minor`; the levels are breaking, risky, additive, docs"
        );
        assert!(error(&[("tag-added", "unproved")]).contains("cannot get the level `unproved`"));
        assert!(error(&[("definition-changed", "docs")]).contains("cannot get a level"));
        assert!(error(&[("tag-*d", "risky"), ("tag-a*", "additive")]).contains("different levels"));
    }

    #[test]
    fn distance_counts_edits() {
        for (from, to, expected) in
            [("", "", 0), ("", "ab", 2), ("ab", "", 2), ("ab", "ab", 0), ("tag", "tags", 1), ("kitten", "sitting", 3)]
        {
            assert_eq!(distance(from, to), expected, "{from} {to}");
        }
    }
}
