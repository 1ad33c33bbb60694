//! How long things are there to be used: deprecation, the day they end, and how firmly they are promised.

use crate::Facet;
use crate::compat::Level;
use crate::compat::rule::{INCOMPARABLE_OR_UNKNOWN, NARROWED, NO_TEXTS, Rule, RuleCondition, WIDENED};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "deprecation-added",
        when: RuleCondition::added(Facet::Deprecation),
        level: Level::Additive,
        message: "{subject} is now deprecated",
        why: "it still works, and a later release may leave it out",
        help: "name what replaces it, and the day it ends",
        advice: "move to what replaces it before it is removed",
        title: "Newly deprecated",
    },
    Rule {
        id: "deprecation-removed",
        when: RuleCondition::removed(Facet::Deprecation),
        level: Level::Docs,
        message: "{subject} is no longer deprecated",
        title: "No longer deprecated",
        ..NO_TEXTS
    },
    Rule {
        id: "sunset-added",
        when: RuleCondition::added(Facet::Sunset),
        level: Level::Additive,
        message: "the sunset of {subject} is now {after}",
        why: "it may be gone from that day on",
        help: "name what replaces it",
        advice: "move off it before that day",
        title: "Sunset dates announced",
    },
    Rule {
        id: "sunset-removed",
        when: RuleCondition::removed(Facet::Sunset),
        level: Level::Risky,
        message: "the sunset of {subject} was removed; it was {before}",
        why: "it is still deprecated, and callers no longer know how long they have",
        help: "name the day it ends, or take the deprecation back",
        advice: "ask how long it stays, or move to what replaces it",
        title: "Sunset dates withdrawn",
    },
    Rule {
        id: "sunset-narrowed",
        when: RuleCondition::changed(Facet::Sunset, NARROWED),
        level: Level::Risky,
        message: "the sunset of {subject} is now {after}, it was {before}",
        why: "callers that planned with the later day have less time than they were told",
        help: "keep the day that was announced, or tell callers directly",
        advice: "move off it before the earlier day",
        title: "Earlier sunset dates",
    },
    Rule {
        id: "sunset-widened",
        when: RuleCondition::changed(Facet::Sunset, WIDENED),
        level: Level::Additive,
        message: "the sunset of {subject} is now {after}, it was {before}",
        advice: "move off it before the later day",
        title: "Later sunset dates",
        ..NO_TEXTS
    },
    Rule {
        id: "sunset-changed",
        when: RuleCondition::changed(Facet::Sunset, INCOMPARABLE_OR_UNKNOWN),
        level: Level::Risky,
        message: "the sunset of {subject} {change}; what is no date cannot be compared",
        why: "callers cannot tell how long it will be there",
        help: "write the day as RFC 3339 does, such as 2027-01-31",
        advice: "ask how long it stays, or move to what replaces it",
        title: "Sunset dates that could not be compared",
    },
    Rule {
        id: "stability-narrowed",
        when: RuleCondition::changed(Facet::Stability, NARROWED),
        level: Level::Risky,
        message: "the stability of {subject} is now {after}, it was {before}",
        why: "callers that counted on the firmer promise can be broken by a later release without notice",
        help: "keep the promise for what is published, and give what is new its own operation",
        advice: "expect changes without notice, and test against every release",
        title: "Less stable than before",
    },
    Rule {
        id: "stability-widened",
        when: RuleCondition::changed(Facet::Stability, WIDENED),
        level: Level::Additive,
        message: "the stability of {subject} is now {after}, it was {before}",
        title: "More stable than before",
        ..NO_TEXTS
    },
    Rule {
        id: "stability-changed",
        when: RuleCondition::changed(Facet::Stability, INCOMPARABLE_OR_UNKNOWN),
        level: Level::Unproved,
        message: "the stability of {subject} is now {after}, it was {before}, and one of them is no known level",
        why: "which of the two promises more is not known",
        help: "use draft, experimental, alpha, beta or stable",
        advice: "ask what the new level promises before you rely on it",
        title: "Stability levels that could not be compared",
    },
];
