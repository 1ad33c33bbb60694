//! Decides if a branch allows an object: which properties are present, the schema of each, and other required
//! properties (JSON Schema 2020-12 core, sections 10.3.2 and 11.3; validation, section 6.5).

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, TypeSet};

use super::branch::{Branch, Item, Name};
use super::value::Value;
use super::{Inhabitation, Literal, Refutation, enumerate_matches, patterns};

/// Maximum number of ways to name required properties. Each may have any name, so two of them with 16 names have 256
/// ways.
const MAX_ASSIGNMENTS: usize = 300;
/// Maximum number of patterns for names. A name may match any set of them, and each set is tried.
const MAX_PATTERNS: usize = 3;

/// The schema for properties that a keyword does not list.
#[derive(Debug, Clone)]
struct Rest {
    /// The objects whose `properties` and `patternProperties` are excluded.
    around: Vec<NodeId>,
    literal: Literal,
}

/// The requirements for objects.
#[derive(Debug, Default)]
struct Objects<'d> {
    /// The relevant names.
    names: Vec<Name<'d>>,
    members: Vec<(Name<'d>, Literal)>,
    present: Vec<Name<'d>>,
    absent: Vec<Name<'d>>,
    rest: Vec<Rest>,
    under: Vec<(&'d str, Literal)>,
    /// The schemas for names.
    naming: Vec<Literal>,
    patterns: Vec<&'d str>,
    demands: Vec<Demand<'d>>,
    least: usize,
    most: usize,
    uncertain: bool,
}

impl Objects<'_> {
    /// Returns true if only the names of required properties are relevant.
    fn asks_of_those_there_alone(&self) -> bool {
        let asks_of_others = !(self.naming.is_empty() && self.patterns.is_empty() && self.demands.is_empty());
        !asks_of_others && self.least <= self.present.len()
    }
}

/// A required property with any name.
#[derive(Debug, Clone)]
enum Demand<'d> {
    Rest(Rest),
    Under(&'d str, Literal),
    /// The name does not match this.
    Named(Literal),
}

/// A required property with its name, if assigned, and its requirement.
type Placed<'d> = (Option<Name<'d>>, Demand<'d>);

impl<'d> Refutation<'d> {
    /// Decides if a branch allows an object.
    pub(super) fn decide_objects(&mut self, branch: &Branch<'d>) -> Inhabitation {
        let mut objects = Objects { most: usize::MAX, uncertain: branch.uncertain, ..Objects::default() };
        for item in &branch.items {
            match item {
                Item::Present(name) => objects.present.push(name.clone()),
                Item::Absent(name) => objects.absent.push(name.clone()),
                Item::Member(name, literal) => objects.members.push((name.clone(), *literal)),
                Item::Under(pattern, literal) => {
                    objects.patterns.push(pattern);
                    if literal.negative {
                        objects.demands.push(Demand::Under(pattern, *literal));
                    } else {
                        objects.under.push((pattern, *literal));
                    }
                }
                Item::Keyword(literal, of) => {
                    if !self.add_to_objects(&mut objects, branch, *literal, *of) {
                        return Inhabitation::Empty;
                    }
                }
                Item::Schema(_) | Item::Pattern(..) | Item::Other(_) => {}
            }
        }
        if objects.most == 0 {
            let empty = Value::Object(Vec::new());
            return super::matches::inhabitation(self.meets_items(branch, &empty)).unless(branch.uncertain);
        }
        objects.present = order::sorted_unique(std::mem::take(&mut objects.present));
        let mut names = objects.present.clone();
        if !objects.asks_of_those_there_alone() {
            names.append(&mut objects.names);
            names.extend(objects.absent.iter().cloned());
            names.extend(objects.members.iter().map(|(name, _)| name.clone()));
            names.extend(self.finite_names(&objects));
            names = order::sorted_unique(names);
        }
        objects.patterns = order::sorted_unique(std::mem::take(&mut objects.patterns));
        for name in &names {
            let fits = self.meets_naming(&objects, name);
            objects.uncertain |= fits.is_none();
            if fits == Some(false) || branch.is_undeclared(name) {
                objects.absent.push(name.clone());
            }
        }
        objects.names = names;
        let mut ways = MAX_ASSIGNMENTS;
        let answer = self.assign(&mut objects, 0, &mut Vec::new(), &mut ways);
        if ways == 0 { answer.or(Inhabitation::Unknown) } else { answer }.unless(objects.uncertain)
    }

    /// Adds a keyword. Returns false if it cannot be satisfied.
    fn add_to_objects(&mut self, objects: &mut Objects<'d>, branch: &Branch<'d>, literal: Literal, of: NodeId) -> bool {
        let (side, member, negative) = (literal.side, literal.schema, literal.negative);
        let description = self.description(side);
        let arena = description.arena();
        match (KnownKey::from_key(arena.key(member)), self.size(side, member)) {
            (Some(KnownKey::MinProperties), Some(0)) if negative => return false,
            (Some(KnownKey::MinProperties), Some(count)) if negative => objects.most = objects.most.min(count - 1),
            (Some(KnownKey::MinProperties), Some(count)) => objects.least = objects.least.max(count),
            (Some(KnownKey::MaxProperties), Some(count)) if negative => {
                objects.least = objects.least.max(count.saturating_add(1));
            }
            (Some(KnownKey::MaxProperties), Some(count)) => objects.most = objects.most.min(count),
            (Some(KnownKey::PropertyNames), _) if negative => objects.demands.push(Demand::Named(literal)),
            (Some(KnownKey::PropertyNames), _) => objects.naming.push(literal),
            (Some(key @ (KnownKey::AdditionalProperties | KnownKey::UnevaluatedProperties)), _) => {
                let mut around = vec![of];
                if key == KnownKey::UnevaluatedProperties {
                    let Some(all) = self.looked_at(branch, literal, of) else {
                        objects.uncertain = true;
                        return true;
                    };
                    let takes_all = |&object: &NodeId| {
                        let has = |key| arena.member(object, key).is_some();
                        has(KnownKey::AdditionalProperties) || (object != of && has(KnownKey::UnevaluatedProperties))
                    };
                    if all.iter().any(takes_all) {
                        return !negative;
                    }
                    around = all;
                }
                for &object in &around {
                    let entries = arena.member(object, KnownKey::PatternProperties);
                    objects
                        .patterns
                        .extend(entries.into_iter().flat_map(|map| arena.children(map)).map(|id| arena.key_text(id)));
                    let listed = arena.member(object, KnownKey::Properties);
                    // Names that the keyword does not apply to are relevant too.
                    objects.names.extend(
                        listed
                            .into_iter()
                            .flat_map(|map| arena.children(map))
                            .map(|id| Name::Borrowed(arena.key_text(id))),
                    );
                }
                let rest = Rest { around, literal };
                if negative { objects.demands.push(Demand::Rest(rest)) } else { objects.rest.push(rest) }
            }
            (Some(KnownKey::Enum | KnownKey::Const), _) if negative => {
                // Only a few objects are excluded, but it is unknown if others are left.
                let listed = waybill_openapi::internal::listed_values::value_nodes(description, member);
                objects.uncertain |= listed.into_iter().any(|id| arena.is_object(id));
            }
            _ => objects.uncertain = true,
        }
        true
    }

    /// Returns all possible names, if the schemas for names list them.
    fn finite_names(&mut self, objects: &Objects<'d>) -> Vec<Name<'d>> {
        let mut found = Vec::new();
        for literal in &objects.naming {
            for value in self.values_of(&[*literal]).unwrap_or_default() {
                if let Value::Text(text) = value {
                    found.push(Name::Owned(text));
                }
            }
        }
        for pattern in &objects.patterns {
            found.extend(enumerate_matches(pattern).into_iter().map(Name::Owned));
        }
        found
    }

    fn meets_naming(&self, objects: &Objects<'d>, name: &str) -> Option<bool> {
        if objects.naming.is_empty() {
            return Some(true);
        }
        let text = Value::Text(name.to_owned());
        super::matches::all(objects.naming.iter().map(|literal| self.matches(&text, literal.schema_ref())))
    }

    /// Returns true if a keyword for unlisted properties applies to a name.
    fn asks_of(&self, rest: &Rest, name: &str) -> Option<bool> {
        let listed = rest.around.iter().map(|&object| self.is_listed((rest.literal.side, object), name));
        super::matches::any(listed).map(|listed| !listed)
    }

    /// Assigns a name to each required property, one after the other.
    fn assign(
        &mut self,
        objects: &mut Objects<'d>,
        at: usize,
        placed: &mut Vec<Placed<'d>>,
        ways: &mut usize,
    ) -> Inhabitation {
        // Depth: `MAX_STEPS`, because each level takes one.
        *ways = ways.saturating_sub(1);
        if *ways == 0 || !self.spend() {
            return Inhabitation::Unknown;
        }
        let Some(demand) = objects.demands.get(at).cloned() else { return self.decide_placed(objects, placed) };
        let mut answer = Inhabitation::Empty;
        for name in objects.names.clone() {
            if objects.absent.contains(&name) {
                continue;
            }
            let fits = match &demand {
                Demand::Rest(rest) => self.asks_of(rest, &name),
                Demand::Under(pattern, _) => patterns::matches(pattern, &name),
                Demand::Named(literal) => {
                    self.matches(&Value::Text(name.to_string()), literal.schema_ref()).map(|met| !met)
                }
            };
            objects.uncertain |= fits.is_none();
            if fits != Some(false) {
                placed.push((Some(name), demand.clone()));
                answer = answer.or(self.assign(objects, at + 1, placed, ways));
                placed.pop();
            }
            if answer.is_inhabited() {
                return answer;
            }
        }
        placed.push((None, demand));
        answer = answer.or(self.assign(objects, at + 1, placed, ways));
        placed.pop();
        answer
    }

    /// Decides if objects with the placed properties exist.
    fn decide_placed(&mut self, objects: &mut Objects<'d>, placed: &[Placed<'d>]) -> Inhabitation {
        let is_there = |name: &Name<'d>| {
            objects.present.contains(name) || placed.iter().any(|(known, _)| known.as_ref() == Some(name))
        };
        let is_allowed = |name: &&Name<'d>| !objects.absent.contains(name) || objects.present.contains(name);
        let allowed = objects.names.iter().filter(is_allowed).cloned();
        let (there, open): (Vec<Name<'d>>, Vec<Name<'d>>) = allowed.partition(is_there);
        if there.iter().any(|name| objects.absent.contains(name)) {
            return Inhabitation::Empty;
        }
        let fresh: Vec<&Demand<'d>> = placed.iter().filter(|(name, _)| name.is_none()).map(|(_, demand)| demand).list();
        // If there is no room for more, two of them may be the same property.
        let count = there.len() + fresh.len();
        if there.len() + usize::from(!fresh.is_empty()) > objects.most {
            return Inhabitation::Empty;
        }
        let mut answer = Inhabitation::Inhabited;
        for name in &there {
            let literals = self.demands_on_property(objects, name, placed);
            match self.decide_part(literals) {
                Inhabitation::Empty => return Inhabitation::Empty,
                Inhabitation::Unknown => answer = Inhabitation::Unknown,
                Inhabitation::Infinite if answer == Inhabitation::Inhabited => answer = Inhabitation::Infinite,
                Inhabitation::Inhabited | Inhabitation::Infinite => {}
            }
        }
        for demand in fresh {
            match self.decide_unnamed_property(objects, Some(demand)) {
                Inhabitation::Empty => return Inhabitation::Empty,
                Inhabitation::Unknown => answer = Inhabitation::Unknown,
                Inhabitation::Inhabited | Inhabitation::Infinite => {}
            }
        }
        if count > objects.most {
            return Inhabitation::Unknown;
        }
        let missing = objects.least.saturating_sub(count);
        if missing > 0 {
            answer = self.decide_fill(objects, &open, missing, placed, answer);
        }
        answer
    }

    /// Decides if `missing` more properties may be present.
    fn decide_fill(
        &mut self,
        objects: &mut Objects<'d>,
        open: &[Name<'d>],
        missing: usize,
        placed: &[Placed<'d>],
        answer: Inhabitation,
    ) -> Inhabitation {
        let (mut least, mut most) = (0, 0);
        for name in open {
            let literals = self.demands_on_property(objects, name, placed);
            let here = self.decide_part(literals);
            least += usize::from(here.is_inhabited());
            most += usize::from(here != Inhabitation::Empty);
        }
        if least >= missing {
            return answer;
        }
        match self.decide_unnamed_property(objects, None) {
            Inhabitation::Empty if most < missing => Inhabitation::Empty,
            // The number of names is unlimited, unless names have requirements.
            Inhabitation::Inhabited | Inhabitation::Infinite
                if objects.naming.is_empty() && objects.patterns.is_empty() =>
            {
                answer
            }
            _ => Inhabitation::Unknown,
        }
    }

    /// Returns all schemas for the value of a property.
    fn demands_on_property(
        &mut self,
        objects: &mut Objects<'d>,
        name: &Name<'d>,
        placed: &[Placed<'d>],
    ) -> Vec<Literal> {
        let own = objects.members.iter().filter(|(known, _)| known == name);
        let mut literals: Vec<Literal> = own.map(|(_, literal)| *literal).list();
        for (pattern, literal) in &objects.under {
            match patterns::matches(pattern, name) {
                Some(true) => literals.push(*literal),
                Some(false) => {}
                None => objects.uncertain = true,
            }
        }
        for rest in &objects.rest {
            match self.asks_of(rest, name) {
                Some(true) => literals.push(rest.literal),
                Some(false) => {}
                None => objects.uncertain = true,
            }
        }
        for (_, demand) in placed.iter().filter(|(known, _)| known.as_ref() == Some(name)) {
            match demand {
                Demand::Rest(Rest { literal, .. }) | Demand::Under(_, literal) => literals.push(*literal),
                Demand::Named(_) => {}
            }
        }
        literals
    }

    /// Decides if a property may exist whose name is not mentioned. It has to satisfy the demand, if any.
    fn decide_unnamed_property(&mut self, objects: &Objects<'d>, demand: Option<&Demand<'d>>) -> Inhabitation {
        let patterns = &objects.patterns;
        if patterns.len() > MAX_PATTERNS {
            return Inhabitation::Unknown;
        }
        let mut answer = Inhabitation::Empty;
        // The name may match any set of patterns.
        for set in 0..1_usize << patterns.len() {
            let matched: Vec<&'d str> =
                patterns.iter().enumerate().filter(|(at, _)| set & (1 << at) != 0).map(|(_, pattern)| *pattern).list();
            let asks = |rest: &Rest| {
                let arena = self.description(rest.literal.side).arena();
                let maps = rest.around.iter().filter_map(|&object| arena.member(object, KnownKey::PatternProperties));
                !maps.flat_map(|map| arena.children(map)).any(|entry| matched.contains(&arena.key_text(entry)))
            };
            let of_rest = objects.rest.iter().filter(|rest| asks(rest)).map(|rest| rest.literal);
            let under = objects.under.iter().filter(|(known, _)| matched.contains(known)).map(|(_, literal)| *literal);
            let mut literals: Vec<Literal> = of_rest.chain(under).list();
            let mut naming: Vec<Literal> = objects.naming.clone();
            match demand {
                Some(Demand::Rest(rest)) if !asks(rest) => continue,
                Some(Demand::Under(pattern, _)) if !matched.contains(pattern) => continue,
                Some(Demand::Rest(Rest { literal, .. }) | Demand::Under(_, literal)) => literals.push(*literal),
                Some(Demand::Named(literal)) => naming.push(*literal),
                None => {}
            }
            let name = self.can_be_named(objects, &naming, &matched);
            let here = if name == Inhabitation::Empty { Inhabitation::Empty } else { self.decide_part(literals) };
            answer = answer.or(here.unless(!name.is_inhabited()));
            if answer.is_inhabited() {
                break;
            }
        }
        answer
    }

    /// Decides if a name exists that is not mentioned, matches the schemas for names, and matches exactly these
    /// patterns.
    fn can_be_named(&mut self, objects: &Objects<'d>, naming: &[Literal], matched: &[&'d str]) -> Inhabitation {
        if naming.is_empty() && objects.patterns.is_empty() {
            return Inhabitation::Infinite;
        }
        let mut branch = Branch::new(TypeSet::STRING, naming, None);
        let patterns = objects.patterns.iter();
        branch.waiting.extend(patterns.map(|pattern| Item::Pattern(pattern, !matched.contains(pattern))));
        branch.waiting.extend(objects.names.iter().cloned().map(Item::Other));
        self.solve(branch)
    }
}
