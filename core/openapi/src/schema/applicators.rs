//! Keywords that apply schemas to the value itself (JSON Schema 2020-12 section 10.2), and the violations reported if no
//! alternative matches.

use super::discriminator;
use super::evaluation::{Applied, Evaluation};
use super::findings::{Branch, Findings, Verdict, What};
use crate::KnownKey;
use crate::tree::NodeId;

/// Maximum number of violations reported for one alternative. The first ones show which alternative was not intended.
const MAX_VIOLATIONS_OF_BRANCH: usize = 3;

/// Maximum number of alternatives in a report for people.
const MAX_BRANCHES: usize = 10;

impl Evaluation<'_> {
    pub(super) fn all_of(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let schemas = self.schemas;
        let mut verdict = Verdict::Valid;
        for branch in schemas.children(applied.keyword) {
            verdict = verdict.and(self.apply(branch, applied.instance, out));
            if self.is_over(verdict, out) {
                break;
            }
        }
        verdict
    }

    pub(super) fn any_of(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let schemas = self.schemas;
        let (mut any, mut is_unknown, mut branches) = (false, false, Vec::new());
        let mut unknown = Findings::default();
        for schema in schemas.children(applied.keyword) {
            let mut branch = out.for_branch(MAX_VIOLATIONS_OF_BRANCH);
            match self.apply(schema, applied.instance, &mut branch) {
                Verdict::Valid => {
                    any = true;
                    out.merge(&branch, Verdict::Valid);
                }
                Verdict::Unknown => {
                    is_unknown = true;
                    unknown.merge(&branch, Verdict::Unknown);
                }
                Verdict::Invalid => {}
            }
            if self.stopped.is_some() {
                return Verdict::Unknown;
            }
            // If evaluated children are collected, all alternatives contribute to them.
            if any && out.evaluated.is_none() {
                return Verdict::Valid;
            }
            branches.push(Branch { schema, found: branch.found });
        }
        if is_unknown || !any {
            out.doubt();
        }
        match (any, is_unknown) {
            (true, _) => Verdict::Valid,
            (false, true) => {
                out.merge(&unknown, Verdict::Unknown);
                Verdict::Unknown
            }
            (false, false) => self.none_matches(applied, branches, out),
        }
    }

    pub(super) fn one_of(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let schemas = self.schemas;
        let (mut matching, mut unknown, mut branches) = (Vec::new(), Findings::default(), Vec::new());
        let mut is_unknown = false;
        for (at, schema) in schemas.children(applied.keyword).enumerate() {
            let mut branch = out.for_branch(MAX_VIOLATIONS_OF_BRANCH);
            match self.apply(schema, applied.instance, &mut branch) {
                Verdict::Valid => {
                    matching.push(at);
                    out.merge(&branch, Verdict::Valid);
                }
                Verdict::Unknown => {
                    is_unknown = true;
                    unknown.merge(&branch, Verdict::Unknown);
                }
                Verdict::Invalid => {}
            }
            if self.stopped.is_some() {
                return Verdict::Unknown;
            }
            if matching.len() > 1 {
                break;
            }
            branches.push(Branch { schema, found: branch.found });
        }
        match (matching.len(), is_unknown) {
            (0, false) => {
                out.doubt();
                self.none_matches(applied, branches, out)
            }
            (1, false) => Verdict::Valid,
            (0 | 1, true) => {
                out.merge(&unknown, Verdict::Unknown);
                out.doubt();
                Verdict::Unknown
            }
            _ => out.violate(applied.instance, applied.keyword, What::Alternatives { matching }),
        }
    }

    /// Reports why no alternative matches. If the value's discriminator selects an alternative, only that one is reported.
    fn none_matches(&mut self, applied: Applied, mut branches: Vec<Branch>, out: &mut Findings) -> Verdict {
        let Applied { schema, keyword, instance } = applied;
        if !out.wants_violations() {
            return Verdict::Invalid;
        }
        if let Some(found) =
            self.schemas.member(schema, KnownKey::Discriminator).filter(|_| self.instances.is_object(instance))
        {
            match discriminator::chosen(self, found, instance) {
                discriminator::Choice::None => {}
                discriminator::Choice::Untagged => return out.violate(instance, found, What::Untagged),
                discriminator::Choice::Unknown { value, known } => {
                    return out.violate(value, found, What::Tagged { known });
                }
                discriminator::Choice::Schema(target) => {
                    let is_chosen = |branch: &&mut Branch| self.leads_to(branch.schema, target);
                    if let Some(branch) = branches.iter_mut().find(is_chosen) {
                        out.found.append(&mut branch.found);
                        return Verdict::Invalid;
                    }
                }
            }
        }
        branches.truncate(MAX_BRANCHES);
        out.violate_in(instance, keyword, What::Alternatives { matching: Vec::new() }, branches)
    }

    /// Returns true if a schema is `target` or a reference to it.
    fn leads_to(&self, schema: NodeId, target: NodeId) -> bool {
        schema == target || self.description.resolve(schema) == Some(target)
    }

    pub(super) fn not(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let mut test = Findings::new(0);
        match self.apply(applied.keyword, applied.instance, &mut test) {
            Verdict::Valid => out.violate(applied.instance, applied.keyword, What::Plain),
            Verdict::Invalid => Verdict::Valid,
            Verdict::Unknown => {
                out.merge(&test, Verdict::Unknown);
                Verdict::Unknown
            }
        }
    }

    /// Applies `if` with `then` and `else` (section 10.2.2).
    pub(super) fn conditional(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let Applied { schema, keyword, instance } = applied;
        let [then, otherwise] = [KnownKey::Then, KnownKey::Else].map(|key| self.schemas.member(schema, key));
        let mut test = out.for_test();
        let condition = self.apply(keyword, instance, &mut test);
        out.merge(&test, condition);
        match condition {
            Verdict::Valid => then.map_or(Verdict::Valid, |then| self.apply(then, instance, out)),
            Verdict::Invalid => otherwise.map_or(Verdict::Valid, |otherwise| self.apply(otherwise, instance, out)),
            Verdict::Unknown => {
                let both = [then, otherwise].map(|schema| {
                    schema.map_or(Verdict::Valid, |schema| self.apply(schema, instance, &mut Findings::new(0)))
                });
                match both {
                    [Verdict::Valid, Verdict::Valid] => Verdict::Valid,
                    [Verdict::Invalid, Verdict::Invalid] => out.violate(instance, keyword, What::Plain),
                    _ => Verdict::Unknown,
                }
            }
        }
    }
}
