//! Texts that are left: of some lengths, of forms and none of others, none of those that are excluded (JSON Schema
//! 2020-12 validation, sections 6.3 and 7).

use super::branch::{Branch, Item};
use super::patterns::{self, Machine};
use super::{Answer, Refutation};
use crate::diff::inclusion::value_nodes;
use crate::openapi::Word;

impl Refutation<'_> {
    /// Whether a branch leaves texts.
    pub(super) fn texts(&mut self, branch: &Branch<'_>) -> Answer {
        let mut uncertain = branch.uncertain;
        let (mut least, mut most) = (0, usize::MAX);
        let (mut formats, mut others, mut excluded) = (Vec::new(), Vec::new(), Vec::new());
        let mut asked: Vec<(String, bool)> = Vec::new();
        let mut encoded = false;
        for item in &branch.items {
            match item {
                Item::Pattern(pattern, negative) => asked.push(((*pattern).to_owned(), *negative)),
                Item::Other(text) => excluded.push(text.clone().into_owned()),
                Item::Keyword(literal, _) => {
                    let (side, member) = (literal.side, literal.schema);
                    let arena = self.description(side).arena();
                    match (Word::of(arena.key(member)), self.size(side, member)) {
                        (Some(Word::MinLength), Some(0)) if literal.negative => return Answer::Empty,
                        (Some(Word::MinLength), Some(count)) if literal.negative => most = most.min(count - 1),
                        (Some(Word::MinLength), Some(count)) => least = least.max(count),
                        (Some(Word::MaxLength), Some(count)) if literal.negative => {
                            least = least.max(count.saturating_add(1));
                        }
                        (Some(Word::MaxLength), Some(count)) => most = most.min(count),
                        (Some(Word::Pattern), _) => match arena.string(member) {
                            Some(pattern) => asked.push((pattern.into_owned(), literal.negative)),
                            None => uncertain = true,
                        },
                        (Some(Word::Enum | Word::Const), _) if literal.negative => {
                            let listed = value_nodes(self.description(side), member);
                            let texts = listed.into_iter().filter_map(|id| arena.string(id));
                            excluded.extend(texts.map(std::borrow::Cow::into_owned));
                        }
                        (Some(Word::Format), _) => match self.format_of(side, member) {
                            Some(format) if literal.negative => others.push(format),
                            Some(format) => formats.push(format),
                            None => uncertain = true,
                        },
                        // Nobody checks what a text holds once it is decoded.
                        (Some(Word::ContentEncoding | Word::ContentMediaType), _) => {
                            uncertain |= literal.negative;
                            encoded = true;
                        }
                        _ => uncertain = true,
                    }
                }
                _ => uncertain = true,
            }
        }
        let closed = others.iter().any(|other| formats.iter().any(|format| format.is_within(*other)));
        let apart = formats.iter().any(|one| formats.iter().any(|other| one.is_apart_from(*other)));
        if least > most || closed || apart {
            return Answer::Empty;
        }
        let named = formats.len() + others.len();
        let of_texts = formats.iter().chain(&others).all(|format| format.is_of_texts());
        let plain = asked.is_empty() && excluded.is_empty() && (least, most) == (0, usize::MAX);
        // One form leaves texts that are of no other, unless that is around it.
        let told_apart = match (formats.as_slice(), others.as_slice()) {
            ([], []) => true,
            ([_], []) | ([], [_]) => plain && of_texts,
            ([one], [other]) => plain && of_texts && (one.is_apart_from(*other) || other.is_within(*one)),
            _ => false,
        };
        uncertain |= !told_apart || (encoded && named > 0);
        if most == 0 {
            let empty =
                asked.iter().map(|(pattern, negative)| patterns::matches(pattern, "").map(|is| is != *negative));
            let here = super::matches::all(empty.chain([Some(!excluded.iter().any(String::is_empty))]));
            return super::matches::answer(here).unless(uncertain);
        }
        if asked.is_empty() {
            // There are more characters than anybody could exclude.
            return Answer::Many.unless(uncertain);
        }
        let clash = asked.iter().any(|(one, positive)| asked.iter().any(|(other, it)| one == other && positive != it));
        if clash {
            return Answer::Empty;
        }
        let machines = asked.iter().map(|(pattern, negative)| Some((Machine::of(pattern)?, *negative)));
        let exact = excluded.iter().map(|text| Some((Machine::exactly(text), true)));
        let Some(machines) = machines.chain(exact).collect::<Option<Vec<_>>>() else { return Answer::Unknown };
        patterns::any(&machines, least, most).unless(uncertain)
    }
}
