//! The budget of a response for optional elements. Part of it is reserved for content with priority, and the rest is
//! shared equally.

use super::generate::Generator;
use super::model::ENDLESS;
use super::particles::{ElementTerm, Particle, Term};
use super::wanted::{KINDS, PriorityKind};

/// The number of optional elements that may still be written, and the number of particles that may still use them.
#[derive(Clone, Debug)]
pub(super) struct ElementBudget {
    pub(super) spare: u64,
    candidates: u64,
    /// Number of elements that are reserved for each kind of priority content.
    reserved: [u64; 2],
    /// Number of elements that the remaining priority content would use.
    wanted: [u64; 2],
}

impl ElementBudget {
    /// Returns the share of each particle without a reservation.
    pub(super) fn share(&self) -> u64 {
        self.spare.saturating_sub(self.reserved.iter().sum()) / self.candidates.max(1)
    }

    /// Removes particles that will not use the budget.
    pub(super) fn drop_candidates(&mut self, count: u64) {
        self.candidates = self.candidates.saturating_sub(count);
    }

    /// Subtracts written elements from the reservation.
    fn take_reserved(&mut self, kind: Option<PriorityKind>, count: u64) {
        for (own, reserved) in KINDS.iter().zip(&mut self.reserved) {
            if kind == Some(*own) {
                *reserved = reserved.saturating_sub(count);
            }
        }
    }

    /// Subtracts priority content that will not be written any more. The reservation is limited to what is left.
    fn drop_wanted(&mut self, counts: [u64; 2]) {
        for ((count, wanted), reserved) in counts.iter().zip(&mut self.wanted).zip(&mut self.reserved) {
            if *count < ENDLESS {
                *wanted = wanted.saturating_sub(*count);
                *reserved = (*reserved).min(*wanted);
            }
        }
    }
}

impl Generator<'_> {
    /// Creates the budget of a content model with `spare` optional elements.
    pub(super) fn room(&self, content: &Particle, spare: u64) -> ElementBudget {
        let mut room = ElementBudget { spare, candidates: self.candidates(content), reserved: [0; 2], wanted: [0; 2] };
        let (mut left, mut part) = (spare, 2);
        for ((kind, reserved), wanted) in KINDS.iter().zip(&mut room.reserved).zip(&mut room.wanted) {
            let (all, least) = self.wanted(content, *kind);
            *wanted = all;
            // Documents get half of the budget and amounts an eighth of the rest, unless the smallest of them needs
            // more.
            *reserved = if least <= left { all.min((left / part).max(least)) } else { 0 };
            left -= *reserved;
            part *= 4;
        }
        room
    }

    /// Returns the number of additional elements for all priority content of a content model, and for the smallest one.
    fn wanted(&self, content: &Particle, kind: PriorityKind) -> (u64, u64) {
        // Depth: the nesting of the content model, see `read_content`.
        let (mut all, mut least) = (0_u64, ENDLESS);
        match &content.term {
            Term::Sequence(particles) => {
                let amount = self.model.wanted.amount(self.set, particles, kind);
                let found = particles.iter().map(|particle| self.wanted(particle, kind));
                for (sum, one) in found.chain(amount.map(|amount| (amount, amount))) {
                    all = all.saturating_add(sum);
                    least = least.min(one);
                }
            }
            Term::Element(_) => {
                least = self.model.wanted.extra(self.set, self.model, content, kind);
                all = if least < ENDLESS { least } else { 0 };
            }
            Term::Choice(_) | Term::Wildcard(_) => {}
        }
        (all, least)
    }

    /// Returns the kind of priority content for which an optional particle can use a reservation, if any.
    pub(super) fn reserved(&self, particle: &Particle, room: &ElementBudget) -> Option<PriorityKind> {
        let Term::Element(element) = &particle.term else { return None };
        let cost = self.model.term_cost(self.set, &particle.term);
        let mut kinds = KINDS.iter().zip(room.reserved);
        let found = kinds.find(|(kind, reserved)| self.needed(element, **kind).saturating_add(cost) <= *reserved);
        found.map(|(kind, _)| *kind)
    }

    /// Updates the budget before an optional particle is written.
    pub(super) fn take(&self, particle: &Particle, kind: Option<PriorityKind>, room: &mut ElementBudget) {
        let cost = self.model.term_cost(self.set, &particle.term);
        room.spare = room.spare.saturating_sub(cost);
        room.take_reserved(kind, cost);
        if let Term::Element(element) = &particle.term {
            room.drop_wanted(KINDS.map(|kind| if self.needed(element, kind) < ENDLESS { cost } else { 0 }));
        }
    }

    /// Updates the budget after an optional particle is omitted.
    pub(super) fn pass(&self, particle: &Particle, room: &mut ElementBudget) {
        room.drop_candidates(self.candidates(particle));
        room.drop_wanted(KINDS.map(|kind| self.wanted(particle, kind).0));
    }

    /// Returns the number of optional elements that an element may use, and updates the budget.
    pub(super) fn share(&self, element: &ElementTerm, room: &mut ElementBudget) -> u64 {
        let share = room.share();
        let mut kept = 0;
        for kind in KINDS {
            let needed = self.needed(element, kind);
            if KINDS.iter().zip(room.reserved).any(|(own, reserved)| kind == *own && needed <= reserved) {
                room.take_reserved(Some(kind), needed);
                kept += needed;
            }
        }
        room.drop_wanted(KINDS.map(|kind| self.needed(element, kind)));
        room.drop_candidates(u64::from(!self.is_unwelcome(element.name)));
        share.max(kept)
    }

    /// Returns the number of additional elements that an element needs for priority content.
    fn needed(&self, element: &ElementTerm, kind: PriorityKind) -> u64 {
        let wanted = &self.model.wanted;
        let is_amount = kind == PriorityKind::Amount && wanted.is_of_amount(self.set, element);
        if is_amount { 0 } else { wanted.within(self.set, element, kind) }
    }

    /// Returns the number of particles of a content model that could use the budget.
    pub(super) fn candidates(&self, particle: &Particle) -> u64 {
        // Depth: the nesting of the content model, see `read_content`.
        match &particle.term {
            Term::Element(element) => u64::from(!self.is_unwelcome(element.name)),
            Term::Wildcard(_) => 0,
            Term::Sequence(particles) => particles.iter().map(|particle| self.candidates(particle)).sum(),
            Term::Choice(particles) => u64::from(!particles.is_empty()),
        }
    }
}
