//! What rules say beside their messages, for a file that stands beside builds without the feature `rule-texts`.

use super::{Level, rules};

/// What a rule says to those who publish a description and to those who call its API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleTexts {
    /// The rule's id, as changes name it.
    pub rule: &'static str,
    /// How much its changes ask of callers.
    pub level: Level,
    /// Why it matters to callers; empty where it does not.
    pub why: &'static str,
    /// What those who publish the description do about it.
    pub help: &'static str,
    /// What those who call the API do in their code; empty where there is nothing to do.
    pub advice: &'static str,
    /// A heading over several changes of the rule.
    pub title: &'static str,
}

/// The texts of every rule, in the order rules are tried; empty in builds without the feature `rule-texts`.
pub fn rule_texts() -> impl Iterator<Item = RuleTexts> {
    rules::all().map(|rule| RuleTexts {
        rule: rule.id,
        level: rule.level,
        why: rule.why,
        help: rule.help,
        advice: rule.advice,
        title: rule.title,
    })
}
