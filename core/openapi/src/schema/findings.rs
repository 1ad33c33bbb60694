//! The findings of an evaluation: violated keywords, keywords that could not be checked, and the evaluated children of the value.
//!
//! Findings store locations. Messages are only created for findings that are reported.

use waybill_base::internal::table::Set;

use crate::tree::NodeId;

/// The result of applying a schema to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The value matches.
    Valid,
    /// The value does not match.
    Invalid,
    /// The result depends on something that could not be checked.
    Unknown,
}

impl Verdict {
    /// Combines two results that both have to be valid.
    pub(super) const fn and(self, other: Verdict) -> Verdict {
        match (self, other) {
            (Verdict::Invalid, _) | (_, Verdict::Invalid) => Verdict::Invalid,
            (Verdict::Unknown, _) | (_, Verdict::Unknown) => Verdict::Unknown,
            (Verdict::Valid, Verdict::Valid) => Verdict::Valid,
        }
    }
}

/// Details of a violation in addition to its keyword.
#[derive(Debug, Clone)]
pub(super) enum What {
    /// No further details.
    Plain,
    /// A required property is missing. The list can be one of `dependentRequired`.
    Missing { name: NodeId },
    /// Two elements are equal.
    Equal { first: usize, second: usize },
    /// Number of elements that match `contains`.
    Contained { count: usize },
    /// A property name does not match, for these reasons.
    Name { reasons: Vec<String> },
    /// The first alternatives that match. Empty if none does.
    Alternatives { matching: Vec<usize> },
    /// The discriminator property is missing.
    Untagged,
    /// The discriminator property names none of these.
    Tagged { known: Vec<String> },
    /// A property that must not be sent in this direction.
    OneWay,
}

/// A keyword that a value violates.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// The value in the instance.
    pub(super) instance: NodeId,
    /// The keyword in the schema, or the schema `false`.
    pub(super) keyword: NodeId,
    pub(super) what: What,
    /// The violations of each alternative.
    pub(super) branches: Vec<Branch>,
}

/// The violations of one alternative.
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

/// Maximum number of unchecked keywords that are listed.
const MAX_SKIPPED: usize = 50;

/// The elements or members of a value that keywords have evaluated (JSON Schema 2020-12, section 11).
#[derive(Debug, Default)]
pub(super) struct Evaluated {
    children: Set<NodeId>,
    all: bool,
    /// True if there may be more, because a keyword that evaluates children was undecided.
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

/// The findings so far.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// Maximum number of violations to store. Zero if only the verdict is needed.
    wanted: usize,
    pub(super) found: Vec<Found>,
    pub(super) skipped: Vec<Skipped>,
    /// The evaluated children, if a keyword needs them.
    pub(super) evaluated: Option<Evaluated>,
}

impl Findings {
    /// Creates findings that store up to `wanted` violations.
    pub(super) fn new(wanted: usize) -> Findings {
        Findings { wanted, ..Findings::default() }
    }

    /// Creates findings for an alternative, which can be discarded.
    pub(super) fn for_branch(&self, most: usize) -> Findings {
        let evaluated = self.evaluated.as_ref().map(|_| Evaluated::default());
        Findings { evaluated, ..Findings::new(self.wanted.min(most)) }
    }

    /// Creates findings for a schema of which only the verdict is needed.
    pub(super) fn for_test(&self) -> Findings {
        self.for_branch(0)
    }

    /// Returns true if no further violations are stored.
    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= self.wanted
    }

    pub(super) fn wants_violations(&self) -> bool {
        self.wanted > 0
    }

    /// Adds a violation.
    pub(super) fn violate(&mut self, instance: NodeId, keyword: NodeId, what: What) -> Verdict {
        self.violate_in(instance, keyword, what, Vec::new())
    }

    /// Adds a violation with the violations of alternatives.
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

    /// Adds a violation of a plain keyword unless `holds` is true.
    pub(super) fn judge(&mut self, holds: bool, instance: NodeId, keyword: NodeId) -> Verdict {
        if holds { Verdict::Valid } else { self.violate(instance, keyword, What::Plain) }
    }

    /// Adds a keyword that could not be checked.
    pub(super) fn skip(&mut self, instance: NodeId, keyword: NodeId, why: &'static str) -> Verdict {
        let is_known = self.skipped.iter().any(|known| known.keyword == keyword && known.instance == instance);
        if !is_known && self.skipped.len() < MAX_SKIPPED {
            self.skipped.push(Skipped { instance, keyword, why });
        }
        Verdict::Unknown
    }

    /// Marks a child of the current value as evaluated.
    pub(super) fn evaluate(&mut self, child: NodeId) {
        if let Some(evaluated) = &mut self.evaluated {
            evaluated.add(child);
        }
    }

    /// Restores the evaluated children from before a schema, and adds those of the schema.
    pub(super) fn widen(&mut self, around: Option<Evaluated>) {
        let own = std::mem::replace(&mut self.evaluated, around);
        if let (Some(evaluated), Some(own)) = (&mut self.evaluated, own) {
            evaluated.merge(&own);
        }
    }

    /// Adds the evaluated children and the unchecked keywords of an alternative with this verdict.
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

    /// Marks the set of evaluated children as possibly incomplete.
    pub(super) fn doubt(&mut self) {
        if let Some(evaluated) = &mut self.evaluated {
            evaluated.is_uncertain = true;
        }
    }
}
