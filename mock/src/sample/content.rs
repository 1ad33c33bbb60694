//! Writing of content models: required particles as often as required, one branch of each choice, and optional
//! particles while the budget lasts.

use xsd_schema::ids::{ComplexTypeKey, NameId};
use xsd_schema::parser::frames::{ProcessContents, WildcardNamespace, WildcardResult};

use super::generate::{DEPTH, Generator, NO_DERIVED_TYPE, NO_MEMBER, Stuck, WORK, too_large, without_room};
use super::logistics;
use super::particles::{ElementTerm, Particle, Term};
use super::room::ElementBudget;
use crate::xsd::types::text;

/// Number of optional elements for a central element, if the budget allows it.
const CENTRAL: u64 = 4;

impl Generator<'_> {
    /// Writes a content model with a budget of `room` elements, of which the required ones use a part.
    pub(super) fn content(&mut self, content: &Particle, room: u64) -> Result<u64, Stuck> {
        let needed = self.model.particle_cost(self.set, content);
        if needed > self.work {
            return Err(self.too_large(content));
        }
        let mut room = self.room(content, room.saturating_sub(needed));
        self.particle(content, &mut room)
    }

    /// Writes a particle as often as required, or once if it is optional and there is room.
    fn particle(&mut self, particle: &Particle, room: &mut ElementBudget) -> Result<u64, Stuck> {
        // Depth: `PARTICLES`, and those of one more type. `declared` compares them.
        self.particles += 1;
        let result = self.repeat(particle, room);
        self.particles -= 1;
        result
    }

    fn repeat(&mut self, particle: &Particle, room: &mut ElementBudget) -> Result<u64, Stuck> {
        let mut count = 0;
        for _ in 0..particle.least {
            count += self.term(&particle.term, room)?;
        }
        if particle.least == 0 && particle.most != Some(0) {
            count += self.optional(particle, room);
        }
        Ok(count)
    }

    /// Writes an optional particle if there is room and it is useful. Removes it if it cannot be completed.
    fn optional(&mut self, particle: &Particle, room: &mut ElementBudget) -> u64 {
        let cost = self.model.term_cost(self.set, &particle.term);
        let reserved = self.reserved(particle, room);
        let welcome = match &particle.term {
            Term::Element(element) => {
                let is_first = reserved.is_some() || self.is_central(element);
                let share = if is_first { room.spare } else { room.share() };
                cost <= share && !self.is_repeated(element) && !self.is_unwelcome(element.name) && !self.is_bad(element)
            }
            Term::Wildcard(_) => false,
            Term::Sequence(_) | Term::Choice(_) => cost <= room.spare && !self.leads_back(particle),
        };
        if welcome {
            let mark = self.mark();
            let before = room.clone();
            self.take(particle, reserved, room);
            if let Ok(count) = self.term(&particle.term, room) {
                // An element that could contain elements but has no room for them is useless.
                let is_bare =
                    count == 1 && matches!(&particle.term, Term::Element(element) if self.has_elements(element));
                if !is_bare {
                    return count;
                }
            }
            self.rewind(mark);
            *room = before;
        }
        self.pass(particle, room);
        0
    }

    fn term(&mut self, term: &Term, room: &mut ElementBudget) -> Result<u64, Stuck> {
        match term {
            Term::Element(element) => {
                let cost = self.model.element_cost(self.set, element);
                let share = self.share(element, room);
                // Required elements about errors are as short as possible.
                let share = if self.is_unwelcome(element.name) {
                    0
                } else if self.is_central(element) {
                    share.max(room.spare.min(CENTRAL))
                } else {
                    share
                };
                let count = self.element(element, cost.saturating_add(share))?;
                room.spare = room.spare.saturating_sub(count.saturating_sub(cost));
                Ok(count)
            }
            Term::Wildcard(wildcard) => self.wildcard(wildcard),
            Term::Sequence(particles) => {
                let mut count = 0;
                for particle in particles {
                    count += self.particle(particle, room)?;
                }
                Ok(count)
            }
            Term::Choice(particles) => self.choice(particles, room),
        }
    }

    /// Writes one branch. Branches that are not about errors, have room and can be completed are tried first.
    fn choice(&mut self, particles: &[Particle], room: &mut ElementBudget) -> Result<u64, Stuck> {
        let mut branches: Vec<&Particle> = particles.iter().collect();
        room.drop_candidates(1);
        let cost = |branch: &Particle| self.model.particle_cost(self.set, branch);
        let least = particles.iter().map(cost).min().unwrap_or_default();
        branches.sort_by_cached_key(|branch| {
            let taken = self.model.term_cost(self.set, &branch.term).saturating_mul(u64::from(branch.least.max(1)));
            (
                cost(branch) > self.work,
                self.is_trouble(branch),
                without_room(taken, least.saturating_add(room.share())),
                self.leads_back(branch),
                matches!(branch.term, Term::Wildcard(_)),
            )
        });
        let mut stuck = None;
        for branch in branches {
            let cost = self.model.particle_cost(self.set, branch);
            if cost > self.work {
                stuck.get_or_insert_with(|| self.too_large(branch));
                continue;
            }
            let mark = self.mark();
            // An optional branch is written, because an empty choice is useless.
            let once = Particle { term: branch.term.clone(), least: branch.least.max(1), most: branch.most };
            let more = cost - least;
            for attempt in [&once, branch] {
                let mut inner = self.room(branch, room.share().saturating_sub(more));
                match self.particle(attempt, &mut inner) {
                    Ok(count) => {
                        room.spare = room.spare.saturating_sub(count.saturating_sub(least));
                        return Ok(count);
                    }
                    Err(found) => stuck = Some(found),
                }
                self.rewind(mark);
            }
        }
        stuck.map_or(Ok(0), Err)
    }

    /// True if responses contain this element even if they have room for few elements.
    fn is_central(&self, element: &ElementTerm) -> bool {
        logistics::is_central(text(self.set, element.name))
    }

    fn is_trouble(&self, branch: &Particle) -> bool {
        matches!(&branch.term, Term::Element(element) if self.is_unwelcome(element.name))
    }

    /// True if a particle requires an element of a type that is open already.
    fn leads_back(&self, particle: &Particle) -> bool {
        // Depth: the nesting of the content model, see `read_content`.
        match &particle.term {
            Term::Element(element) => self.is_repeated(element),
            Term::Wildcard(_) => false,
            Term::Sequence(particles) => {
                particles.iter().any(|particle| particle.least > 0 && self.leads_back(particle))
            }
            Term::Choice(particles) => {
                !particles.is_empty() && particles.iter().all(|particle| self.leads_back(particle))
            }
        }
    }

    /// True if an element has a type that is open already.
    pub(super) fn is_repeated(&self, element: &ElementTerm) -> bool {
        self.complex_type(element).is_some_and(|key| self.open.contains(&key))
    }

    /// True if an element can contain other elements.
    fn has_elements(&self, element: &ElementTerm) -> bool {
        let found = self.complex_type(element).filter(|key| *key != self.set.any_type_key());
        found.and_then(|key| self.model.get(key)).is_some_and(|found| found.content.is_some())
    }

    /// True if an element can only report errors.
    fn is_bad(&self, element: &ElementTerm) -> bool {
        !self.reports_trouble && element.type_key(self.set).is_some_and(|key| self.model.is_bad(self.set, key))
    }

    fn complex_type(&self, element: &ElementTerm) -> Option<ComplexTypeKey> {
        element.type_key(self.set)?.as_complex()
    }

    /// Writes an element for a required wildcard.
    fn wildcard(&mut self, wildcard: &WildcardResult) -> Result<u64, Stuck> {
        let set = self.set;
        let target =
            wildcard.source.as_ref().and_then(|source| set.documents.get(usize::try_from(source.doc_id).ok()?));
        let target = target.and_then(|document| document.target_namespace);
        if wildcard.process_contents != ProcessContents::Strict {
            let namespace = match &wildcard.namespace {
                WildcardNamespace::Any | WildcardNamespace::Other => "urn:example",
                WildcardNamespace::Local => "",
                WildcardNamespace::TargetNamespace => target.map(|target| text(set, target)).unwrap_or_default(),
                WildcardNamespace::List(tokens) => {
                    let first = tokens.first().and_then(|token| token.resolve(target));
                    first.map(|namespace| text(set, namespace)).unwrap_or_default()
                }
            };
            self.writer.start(namespace, "any");
            self.writer.finish_start();
            let content_start = self.writer.len();
            self.writer.end(namespace, "any", content_start);
            return Ok(1);
        }
        let admits = |namespace: Option<NameId>| match &wildcard.namespace {
            WildcardNamespace::Any => true,
            WildcardNamespace::Other => namespace.is_some() && namespace != target,
            WildcardNamespace::Local => namespace.is_none(),
            WildcardNamespace::TargetNamespace => namespace == target,
            WildcardNamespace::List(tokens) => tokens.iter().any(|token| token.resolve(target) == namespace),
        };
        let mut globals: Vec<ElementTerm> = Vec::new();
        for (namespace, table) in set.namespaces.iter().filter(|(namespace, _)| admits(**namespace)) {
            let terms = table.elements.iter().map(|(name, key)| (*name, *key));
            globals.extend(terms.map(|(name, key)| ElementTerm {
                name,
                namespace: *namespace,
                declaration: Some(key),
                type_key: None,
            }));
        }
        // The tables are not ordered.
        globals.sort_by_key(|term| (self.model.element_cost(set, term), term.namespace.map(|id| id.0), term.name.0));
        let mut stuck = self.stuck("no declared element matches the wildcard");
        globals.retain(|term| !self.is_repeated(term));
        for term in globals.iter().take(8) {
            match self.element(term, 1) {
                Ok(count) => return Ok(count),
                Err(found) => stuck = found,
            }
        }
        Err(stuck)
    }

    /// Returns the part of a content model that is too large.
    fn too_large(&self, content: &Particle) -> Stuck {
        let mut path = self.path.clone();
        let mut current = content;
        let mut seen = self.open.clone();
        for _ in 0..DEPTH {
            let next = match &current.term {
                Term::Sequence(particles) => {
                    particles.iter().max_by_key(|particle| self.model.particle_cost(self.set, particle))
                }
                Term::Choice(particles) => {
                    particles.iter().min_by_key(|particle| self.model.particle_cost(self.set, particle))
                }
                Term::Element(element) => {
                    path.push('/');
                    path.push_str(text(self.set, element.name));
                    let once = self.model.element_cost(self.set, element);
                    let key = match self.cheapest_type(element) {
                        Ok(key) => key.filter(|key| !seen.contains(key)),
                        Err(reason) => return Stuck { path, reason: reason.to_owned(), certain: false },
                    };
                    seen.extend(key);
                    let inner = key.and_then(|key| self.model.get(key));
                    inner.filter(|_| once > WORK).and_then(|inner| inner.content.as_ref())
                }
                Term::Wildcard(_) => None,
            };
            let Some(next) = next else { break };
            if self.model.particle_cost(self.set, next) <= WORK {
                break;
            }
            current = next;
        }
        let reason = too_large(self.model.particle_cost(self.set, content));
        Stuck { path, reason, certain: false }
    }

    /// Returns the complex type of the smallest element that can replace an element, or the reason why nothing can.
    fn cheapest_type(&self, element: &ElementTerm) -> Result<Option<ComplexTypeKey>, &'static str> {
        let key = match self.abstract_head(element) {
            Some(head) => {
                let members = self.model.members(head).iter().filter_map(|member| self.global(*member));
                let cheapest = members.min_by_key(|member| self.model.element_cost(self.set, member));
                self.complex_type(&cheapest.ok_or(NO_MEMBER)?)
            }
            None => self.complex_type(element),
        };
        match key.filter(|key| self.set.arenas.get_complex_type(*key).is_some_and(|found| found.is_abstract)) {
            Some(key) => self.model.derived(key).first().copied().map(Some).ok_or(NO_DERIVED_TYPE),
            None => Ok(key),
        }
    }
}
