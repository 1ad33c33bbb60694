//! Keywords for arrays (JSON Schema 2020-12 section 10.3.1, 11.2 and validation section 6.4).

use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;

use super::evaluation::{Applied, Evaluation};
use super::findings::{Findings, Verdict, What};
use crate::KnownKey;
use crate::tree::{Digest, NodeId};

impl Evaluation<'_> {
    pub(super) fn item_count(&mut self, key: KnownKey, applied: Applied, out: &mut Findings) -> Verdict {
        let Applied { keyword, instance, .. } = applied;
        let Some(bound) = self.count_of(keyword).filter(|_| self.instances.is_array(instance)) else {
            return Verdict::Valid;
        };
        let count = self.instances.children(instance).count();
        let holds = if key == KnownKey::MinItems { count >= bound } else { count <= bound };
        out.judge(holds, instance, keyword)
    }

    pub(super) fn unique_items(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let Applied { schema, keyword, instance } = applied;
        if !self.instances.is_array(instance) || !self.schemas.is_true(schema, KnownKey::UniqueItems) {
            return Verdict::Valid;
        }
        let mut seen: Table<Digest, Vec<(usize, NodeId)>> = Table::default();
        for (second, item) in self.instances.children(instance).enumerate() {
            let Some(alike) = seen.get_or_insert(self.instances.digest(item), Vec::new()) else { continue };
            let is_equal = |earlier: NodeId| self.instances.has_same_value(earlier, self.instances, item);
            if let Some(&(first, _)) = alike.iter().find(|&&(_, earlier)| is_equal(earlier)) {
                return out.violate(instance, keyword, What::Equal { first, second });
            }
            alike.push((second, item));
        }
        Verdict::Valid
    }

    pub(super) fn prefix_items(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let (schemas, instances) = (self.schemas, self.instances);
        if !instances.is_array(applied.instance) {
            return Verdict::Valid;
        }
        let pairs = schemas.children(applied.keyword).zip(instances.children(applied.instance));
        self.all(pairs, out)
    }

    /// Applies `items` to all elements that `prefixItems` does not cover.
    pub(super) fn items(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let (schemas, instances) = (self.schemas, self.instances);
        if !instances.is_array(applied.instance) {
            return Verdict::Valid;
        }
        let before =
            schemas.member(applied.schema, KnownKey::PrefixItems).map_or(0, |list| schemas.children(list).count());
        let left = instances.children(applied.instance).skip(before);
        self.all(left.map(|item| (applied.keyword, item)), out)
    }

    /// Applies to each child its schema, and marks the child as evaluated.
    pub(super) fn all(&mut self, pairs: impl Iterator<Item = (NodeId, NodeId)>, out: &mut Findings) -> Verdict {
        let mut verdict = Verdict::Valid;
        for (schema, child) in pairs {
            verdict = verdict.and(self.child(schema, child, out));
            if self.is_over(verdict, out) {
                break;
            }
        }
        verdict
    }

    /// Applies a schema to a child of the current value, and marks the child as evaluated.
    pub(super) fn child(&mut self, schema: NodeId, child: NodeId, out: &mut Findings) -> Verdict {
        // Children that are evaluated inside this child are irrelevant to the value around it.
        let around = out.evaluated.take();
        let verdict = self.apply(schema, child, out);
        out.evaluated = around;
        out.evaluate(child);
        verdict
    }

    pub(super) fn contains(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let Applied { schema, keyword, instance } = applied;
        let (schemas, instances) = (self.schemas, self.instances);
        if !instances.is_array(instance) {
            return Verdict::Valid;
        }
        let bound = |key| schemas.member(schema, key).and_then(|id| Some((id, self.count_of(id)?)));
        let (least, most) = (bound(KnownKey::MinContains), bound(KnownKey::MaxContains));
        let (mut count, mut unknown) = (0, 0);
        let mut skipped = Findings::default();
        for item in instances.children(instance) {
            let mut test = Findings::new(0);
            match self.apply(keyword, item, &mut test) {
                Verdict::Valid => {
                    count += 1;
                    out.evaluate(item);
                }
                Verdict::Unknown => {
                    unknown += 1;
                    skipped.merge(&test, Verdict::Unknown);
                }
                Verdict::Invalid => {}
            }
            if self.stopped.is_some() {
                return Verdict::Unknown;
            }
        }
        let (least_member, least) = least.map_or((keyword, 1), |(id, least)| (id, least));
        if count + unknown < least {
            return out.violate(instance, least_member, What::Contained { count });
        }
        if let Some((id, most)) = most
            && count > most
        {
            return out.violate(instance, id, What::Contained { count });
        }
        if unknown > 0 {
            out.doubt();
        }
        if count >= least && most.is_none_or(|(_, most)| count + unknown <= most) {
            return Verdict::Valid;
        }
        out.merge(&skipped, Verdict::Unknown);
        Verdict::Unknown
    }

    /// Applies `unevaluatedItems` or `unevaluatedProperties` to the children that no other keyword has evaluated.
    pub(super) fn unevaluated(&mut self, applied: Applied, out: &mut Findings) -> Verdict {
        let instances = self.instances;
        let is_left = |child: &NodeId| !out.evaluated.as_ref().is_some_and(|evaluated| evaluated.has(*child));
        let left: Vec<NodeId> = instances.children(applied.instance).filter(is_left).list();
        let is_uncertain = out.evaluated.as_ref().is_some_and(|evaluated| evaluated.is_uncertain);
        let mut verdict = Verdict::Valid;
        for child in left {
            let of_child = if is_uncertain {
                let mut test = Findings::new(0);
                let verdict = self.apply(applied.keyword, child, &mut test);
                if verdict == Verdict::Valid { verdict } else { Verdict::Unknown }
            } else {
                self.child(applied.keyword, child, out)
            };
            verdict = verdict.and(of_child);
            if self.is_over(verdict, out) {
                return verdict;
            }
        }
        if let Some(evaluated) = &mut out.evaluated {
            evaluated.add_all();
        }
        verdict
    }
}
