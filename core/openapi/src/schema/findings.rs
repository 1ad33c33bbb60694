//! What an evaluation finds: which keywords a value does not satisfy, which could not be checked, and what of the value
//! has been evaluated, for the keywords that ask.
//!
//! Findings are kept as places and are put into words once it is known that somebody will read them.

use waybill_base::internal::table::Set;

use crate::tree::NodeId;

/// Whether a value satisfies a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It does.
    Valid,
    /// It surely does not.
    Invalid,
    /// That depends on something that could not be checked.
    Unknown,
}

impl Verdict {
    /// What follows of two demands that both have to hold.
    pub(super) const fn and(self, other: Verdict) -> Verdict {
        match (self, other) {
            (Verdict::Invalid, _) | (_, Verdict::Invalid) => Verdict::Invalid,
            (Verdict::Unknown, _) | (_, Verdict::Unknown) => Verdict::Unknown,
            (Verdict::Valid, Verdict::Valid) => Verdict::Valid,
        }
    }
}

/// What is wrong with a value, besides the keyword that says so.
#[derive(Debug, Clone)]
pub(super) enum What {
    /// All there is to know follows from the keyword and the value.
    Plain,
    /// A property that a list of names demands is not there; the list may be about those that have another property.
    Missing { name: NodeId },
    /// Two elements are equal.
    Equal { first: usize, second: usize },
    /// So many elements match.
    Contained { count: usize },
    /// A property's name does not match, for these reasons.
    Name { reasons: Vec<String> },
    /// So many alternatives match, the first of which are these.
    Alternatives { matching: Vec<usize> },
    /// The property that says which schema applies is not there.
    Untagged,
    /// It names none of these.
    Tagged { known: Vec<String> },
    /// A property that never goes this way.
    OneWay,
}

/// One keyword that a value does not satisfy.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// The value in the instance.
    pub(super) instance: NodeId,
    /// The keyword in the schema, or the schema `false`.
    pub(super) keyword: NodeId,
    pub(super) what: What,
    /// Why the alternatives do not match, each by itself.
    pub(super) branches: Vec<Branch>,
}

/// Why an alternative does not match.
#[derive(Debug, Clone)]
pub(super) struct Branch {
    pub(super) schema: NodeId,
    pub(super) found: Vec<Found>,
}

/// A keyword that could not be checked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Skipped {
    pub(super) instance: NodeId,
    pub(super) keyword: NodeId,
    pub(super) why: &'static str,
}

/// How many keywords that could not be checked are listed: people read them.
const MAX_SKIPPED: usize = 50;

/// The elements and members of one value that some keyword has evaluated (JSON Schema 2020-12, section 11).
#[derive(Debug, Default)]
pub(super) struct Evaluated {
    children: Set<NodeId>,
    all: bool,
    /// Whether there may be more: something that would have evaluated some could not be decided.
    pub(super) is_uncertain: bool,
}

impl Evaluated {
    pub(super) fn add(&mut self, child: NodeId) {
        self.children.add(child);
    }

    pub(super) fn add_all(&mut self) {
        self.all = true;
    }

    pub(super) fn has(&self, child: NodeId) -> bool {
        self.all || self.children.has(&child)
    }

    fn merge(&mut self, other: &Evaluated) {
        self.all |= other.all;
        self.is_uncertain |= other.is_uncertain;
        for &(child, ()) in other.children.entries() {
            self.children.add(child);
        }
    }
}

/// What has been found so far.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// How many violations are worth keeping; none where the verdict alone counts.
    wanted: usize,
    pub(super) found: Vec<Found>,
    pub(super) skipped: Vec<Skipped>,
    /// What has been evaluated, where a keyword will ask.
    pub(super) evaluated: Option<Evaluated>,
}

impl Findings {
    /// Those of a value of which so many violations are wanted.
    pub(super) fn new(wanted: usize) -> Findings {
        Findings { wanted, ..Findings::default() }
    }

    /// Those of an alternative, which may turn out not to count.
    pub(super) fn for_branch(&self, most: usize) -> Findings {
        let evaluated = self.evaluated.as_ref().map(|_| Evaluated::default());
        Findings { evaluated, ..Findings::new(self.wanted.min(most)) }
    }

    /// Those of a schema whose verdict alone counts.
    pub(super) fn for_test(&self) -> Findings {
        self.for_branch(0)
    }

    /// Whether one more violation changes nothing.
    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= self.wanted
    }

    pub(super) fn wants_violations(&self) -> bool {
        self.wanted > 0
    }

    /// Notes a violation.
    pub(super) fn violate(&mut self, instance: NodeId, keyword: NodeId, what: What) -> Verdict {
        self.violate_in(instance, keyword, what, Vec::new())
    }

    /// Notes a violation that has to do with alternatives.
    pub(super) fn violate_in(
        &mut self,
        instance: NodeId,
        keyword: NodeId,
        what: What,
        branches: Vec<Branch>,
    ) -> Verdict {
        if !self.is_full() {
            self.found.push(Found { instance, keyword, what, branches });
        }
        Verdict::Invalid
    }

    /// Notes whether a plain keyword is satisfied.
    pub(super) fn judge(&mut self, holds: bool, instance: NodeId, keyword: NodeId) -> Verdict {
        if holds { Verdict::Valid } else { self.violate(instance, keyword, What::Plain) }
    }

    /// Notes that a keyword could not be checked.
    pub(super) fn skip(&mut self, instance: NodeId, keyword: NodeId, why: &'static str) -> Verdict {
        let is_known = self.skipped.iter().any(|known| known.keyword == keyword && known.instance == instance);
        if !is_known && self.skipped.len() < MAX_SKIPPED {
            self.skipped.push(Skipped { instance, keyword, why });
        }
        Verdict::Unknown
    }

    /// Notes that a child of the value at hand has been evaluated.
    pub(super) fn evaluate(&mut self, child: NodeId) {
        if let Some(evaluated) = &mut self.evaluated {
            evaluated.add(child);
        }
    }

    /// Gives the findings around a schema back what they had evaluated before it, with what it evaluated.
    pub(super) fn widen(&mut self, around: Option<Evaluated>) {
        let own = std::mem::replace(&mut self.evaluated, around);
        if let (Some(evaluated), Some(own)) = (&mut self.evaluated, own) {
            evaluated.merge(&own);
        }
    }

    /// Takes over what an alternative evaluated and could not check, its verdict being this.
    pub(super) fn merge(&mut self, branch: &Findings, verdict: Verdict) {
        if let (Some(evaluated), Some(other)) = (&mut self.evaluated, &branch.evaluated) {
            match verdict {
                Verdict::Valid => evaluated.merge(other),
                Verdict::Unknown => evaluated.is_uncertain = true,
                Verdict::Invalid => {}
            }
        }
        if verdict == Verdict::Unknown {
            for skipped in &branch.skipped {
                self.skip(skipped.instance, skipped.keyword, skipped.why);
            }
        }
    }

    /// Notes that what is not known to be evaluated may be so all the same.
    pub(super) fn doubt(&mut self) {
        if let Some(evaluated) = &mut self.evaluated {
            evaluated.is_uncertain = true;
        }
    }
}
