//! Decides if a branch allows a string: of some lengths and formats, matching patterns, and not excluded (JSON Schema
//! 2020-12 validation, sections 6.3 and 7).

use waybill_openapi::internal::KnownKey;
use waybill_openapi::internal::listed_values::value_nodes;

use super::branch::{Branch, Item};
use super::{Inhabitation, Literal, Refutation, Walks, patterns};
use crate::prover::known_formats::KnownFormat;

/// The requirements for strings.
#[derive(Debug, Default)]
struct Texts {
    least: usize,
    most: usize,
    /// Required formats, and forbidden formats.
    formats: Vec<KnownFormat>,
    others: Vec<KnownFormat>,
    /// Patterns, each with true if the string must not match it.
    patterns: Vec<(String, bool)>,
    excluded: Vec<String>,
    /// True if there are requirements for the decoded content.
    encoded: bool,
    uncertain: bool,
}

impl Refutation<'_> {
    /// Decides if a branch allows a string.
    pub(super) fn decide_texts(&mut self, branch: &Branch<'_>) -> Inhabitation {
        let mut texts = Texts { most: usize::MAX, uncertain: branch.uncertain, ..Texts::default() };
        for item in &branch.items {
            match item {
                Item::Pattern(pattern, negative) => texts.patterns.push(((*pattern).to_owned(), *negative)),
                Item::Other(text) => texts.excluded.push(text.clone().into_owned()),
                Item::Keyword(literal, _) => {
                    if !self.add_to_texts(&mut texts, *literal) {
                        return Inhabitation::Empty;
                    }
                }
                _ => texts.uncertain = true,
            }
        }
        texts.decide(&self.walks)
    }

    /// Adds a keyword. Returns false if it cannot be satisfied.
    fn add_to_texts(&self, texts: &mut Texts, literal: Literal) -> bool {
        let (side, member, negative) = (literal.side, literal.schema, literal.negative);
        let arena = self.description(side).arena();
        match (KnownKey::from_key(arena.key(member)), self.size(side, member)) {
            (Some(KnownKey::MinLength), Some(0)) if negative => return false,
            (Some(KnownKey::MinLength), Some(count)) if negative => texts.most = texts.most.min(count - 1),
            (Some(KnownKey::MinLength), Some(count)) => texts.least = texts.least.max(count),
            (Some(KnownKey::MaxLength), Some(count)) if negative => {
                texts.least = texts.least.max(count.saturating_add(1));
            }
            (Some(KnownKey::MaxLength), Some(count)) => texts.most = texts.most.min(count),
            (Some(KnownKey::Pattern), _) => match arena.string(member) {
                Some(pattern) => texts.patterns.push((pattern.into_owned(), negative)),
                None => texts.uncertain = true,
            },
            (Some(KnownKey::Enum | KnownKey::Const), _) if negative => {
                let listed = value_nodes(self.description(side), member);
                let listed = listed.into_iter().filter_map(|id| arena.string(id));
                texts.excluded.extend(listed.map(std::borrow::Cow::into_owned));
            }
            (Some(KnownKey::Format), _) => match self.format_of(side, member) {
                Some(format) if negative => texts.others.push(format),
                Some(format) => texts.formats.push(format),
                None => texts.uncertain = true,
            },
            // Validators do not check the decoded content.
            (Some(KnownKey::ContentEncoding | KnownKey::ContentMediaType), _) => {
                texts.uncertain |= negative;
                texts.encoded = true;
            }
            _ => texts.uncertain = true,
        }
        true
    }
}

impl Texts {
    fn decide(&self, walks: &Walks) -> Inhabitation {
        let Texts { formats, others, patterns: asked, excluded, .. } = self;
        let closed = others.iter().any(|other| formats.iter().any(|format| format.is_within(*other)));
        let apart = formats.iter().any(|one| formats.iter().any(|other| one.is_apart_from(*other)));
        if self.least > self.most || closed || apart {
            return Inhabitation::Empty;
        }
        let formed = !formats.is_empty() || !others.is_empty();
        let uncertain = self.uncertain
            || !self.forms_are_told_apart() && !self.is_apart_by_pattern(walks)
            || (self.encoded && formed);
        if self.most == 0 {
            let empty =
                asked.iter().map(|(pattern, negative)| patterns::matches(pattern, "").map(|is| is != *negative));
            let here = super::matches::all(empty.chain([Some(!excluded.iter().any(String::is_empty))]));
            return super::matches::inhabitation(here).unless(uncertain);
        }
        if asked.is_empty() {
            // There are far more characters than excluded strings.
            return Inhabitation::Infinite.unless(uncertain);
        }
        let clash = asked.iter().any(|(one, positive)| asked.iter().any(|(other, it)| one == other && positive != it));
        if clash {
            return Inhabitation::Empty;
        }
        let machines = asked.iter().map(|(pattern, negative)| Some((patterns::compile(pattern)?, *negative)));
        let exact = excluded.iter().map(|text| Some((patterns::exactly(text)?, true)));
        let Some(machines) = machines.chain(exact).collect::<Option<Vec<_>>>() else { return Inhabitation::Unknown };
        patterns::any(&machines, self.least, self.most, walks).unless(uncertain)
    }

    /// Returns true if no string matches the required patterns and a forbidden one. The forbidden one then excludes every
    /// string of the required formats.
    fn is_apart_by_pattern(&self, walks: &Walks) -> bool {
        let machines = |forbidden: &str| {
            let asked = self.patterns.iter().filter(|(pattern, negative)| !negative || pattern == forbidden);
            asked.map(|(pattern, _)| Some((patterns::compile(pattern)?, false))).collect::<Option<Vec<_>>>()
        };
        let is_apart = |forbidden: &str| {
            let machines = machines(forbidden);
            machines.is_some_and(|all| patterns::any(&all, self.least, self.most, walks) == Inhabitation::Empty)
        };
        let [_] = self.formats.as_slice() else { return false };
        let mut forbidden = self.patterns.iter().filter(|(_, negative)| *negative);
        let only = forbidden.next().filter(|_| forbidden.next().is_none() && self.others.is_empty());
        self.excluded.is_empty() && only.is_some_and(|(pattern, _)| is_apart(pattern))
    }

    /// Returns true if strings of the required formats and of none of the forbidden ones certainly exist. A format has
    /// strings outside of another one, unless the other one contains it.
    fn forms_are_told_apart(&self) -> bool {
        let plain = self.patterns.is_empty() && self.excluded.is_empty() && (self.least, self.most) == (0, usize::MAX);
        let known = plain && self.formats.iter().chain(&self.others).all(|format| format.is_of_texts());
        match (self.formats.as_slice(), self.others.as_slice()) {
            ([], []) => true,
            ([_], []) | ([], [_]) => known,
            ([one], [other]) => known && (one.is_apart_from(*other) || other.is_within(*one)),
            _ => false,
        }
    }
}
