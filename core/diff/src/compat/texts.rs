//! Rule texts other than messages. They are written to a separate file for builds without the feature `rule-texts`.

use super::{Level, rules};

/// The texts of a rule for publishers of a description and for client developers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleTexts {
    /// The rule's id, as in reported changes.
    pub rule: &'static str,
    /// The level of its changes.
    pub level: Level,
    /// Reason why the change matters to clients. Empty if it does not matter.
    pub why: &'static str,
    /// Next step for the publisher of the description.
    pub help: &'static str,
    /// Next step for client developers. Empty if nothing has to change.
    pub advice: &'static str,
    /// Heading for several changes of this rule.
    pub title: &'static str,
}

/// Returns the texts of all rules, in the order rules are tried. Texts are empty in builds without the feature
/// `rule-texts`.
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
