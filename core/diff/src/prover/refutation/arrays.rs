//! Decides if a branch allows an array: the schema of each element, the number of elements, and required elements (JSON
//! Schema 2020-12 core, section 10.3.1; validation, section 6.4).

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{Kind, KnownKey, NodeId};

use super::branch::{Branch, Item};
use super::evaluated::has_in_place;
use super::{Inhabitation, Literal, Refutation};

/// Maximum number of ways to place required elements, and of ways to violate keywords. Both multiply.
const MAX_PLACEMENTS: usize = 200;
/// Maximum number of required matching elements. Six of twelve have 924 placements.
const MAX_MATCHES: usize = 6;

/// Required distinct elements: the first position, the position after the last one, the schema, and the number of
/// elements.
type Demand = (usize, usize, Literal, usize);

/// A way to violate the keywords of a branch: required elements, and elements of limited number.
type Case = (Vec<Demand>, Vec<(Literal, usize)>);

/// The requirements for the elements of arrays.
#[derive(Debug, Default)]
struct Arrays {
    /// Schemas of elements, from one position to before another.
    elements: Vec<(usize, usize, Literal)>,
    least: usize,
    most: usize,
    unique: bool,
    twins: bool,
    demands: Vec<Demand>,
    /// Schemas that a limited number of elements may match.
    limits: Vec<(Literal, usize)>,
    uncertain: bool,
}

impl Refutation<'_> {
    /// Decides if a branch allows an array.
    pub(super) fn decide_arrays(&mut self, branch: &Branch<'_>) -> Inhabitation {
        let mut arrays = Arrays { most: usize::MAX, uncertain: branch.uncertain, ..Arrays::default() };
        let mut cases: Vec<Case> = vec![Case::default()];
        for item in &branch.items {
            let Item::Keyword(literal, of) = item else { continue };
            if !self.add_keyword(&mut arrays, *literal, *of, &mut cases) {
                return Inhabitation::Empty;
            }
        }
        if arrays.most == 0 {
            let empty = super::value::Value::Array(Vec::new());
            return super::matches::inhabitation(self.meets_items(branch, &empty)).unless(branch.uncertain);
        }
        let mut answer = Inhabitation::Empty;
        let are_all = cases.len() < MAX_PLACEMENTS;
        let mut ways = MAX_PLACEMENTS;
        for (demands, limits) in cases {
            let (before, others, most) = (arrays.demands.len(), arrays.limits.clone(), arrays.most);
            arrays.demands.extend(demands);
            arrays.limits.extend(limits);
            self.count_all(&mut arrays);
            if arrays.least <= arrays.most {
                answer = answer.or(self.place(&arrays, &mut Vec::new(), &mut ways));
            }
            (arrays.most, arrays.limits) = (most, others);
            arrays.demands.truncate(before);
            if answer.is_inhabited() {
                break;
            }
        }
        if ways > 0 && are_all { answer } else { answer.or(Inhabitation::Unknown) }.unless(arrays.uncertain)
    }

    /// Adds a keyword. Returns false if it cannot be satisfied.
    fn add_keyword(&self, arrays: &mut Arrays, literal: Literal, of: NodeId, cases: &mut Vec<Case>) -> bool {
        let (side, member, negative) = (literal.side, literal.schema, literal.negative);
        let arena = self.description(side).arena();
        let beside = |key| arena.member(of, key);
        let first = beside(KnownKey::PrefixItems).map_or(0, |list| arena.children(list).count());
        match (KnownKey::from_key(arena.key(member)), self.size(side, member)) {
            (Some(KnownKey::MinItems), Some(0)) if negative => return false,
            (Some(KnownKey::MinItems), Some(count)) if negative => arrays.most = arrays.most.min(count - 1),
            (Some(KnownKey::MinItems), Some(count)) => arrays.least = arrays.least.max(count),
            (Some(KnownKey::MaxItems), Some(count)) if negative => {
                arrays.least = arrays.least.max(count.saturating_add(1));
            }
            (Some(KnownKey::MaxItems), Some(count)) => arrays.most = arrays.most.min(count),
            (Some(KnownKey::UniqueItems), _) if matches!(arena.kind(member), Kind::True | Kind::False) => {
                let asked = arena.kind(member) == Kind::True;
                if negative && !asked {
                    return false;
                }
                arrays.unique |= asked && !negative;
                arrays.twins |= asked && negative;
            }
            (Some(KnownKey::Items), _) if !arena.is_array(member) => {
                if negative {
                    arrays.demands.push((first, usize::MAX, literal, 1));
                } else {
                    arrays.elements.push((first, usize::MAX, literal));
                }
            }
            (Some(KnownKey::PrefixItems), _) if arena.is_array(member) => {
                let each = arena.children(member).enumerate().map(|(at, schema)| (at, literal.with(schema, negative)));
                if negative {
                    // One of them does not match its schema, so try each.
                    let each: Vec<_> = each.collect();
                    let each: Vec<Case> =
                        each.into_iter().map(|(at, literal)| (vec![(at, at + 1, literal, 1)], Vec::new())).collect();
                    *cases = in_each(cases, &each);
                } else {
                    arrays.elements.extend(each.map(|(at, literal)| (at, at + 1, literal)));
                }
            }
            (Some(KnownKey::Contains), _) => return self.add_contains(arrays, literal, of, cases),
            (Some(KnownKey::MinContains | KnownKey::MaxContains), _) => return !negative,
            (Some(KnownKey::UnevaluatedItems), _) => return self.add_rest(arrays, literal, of, first),
            (Some(KnownKey::Enum | KnownKey::Const), _) if negative => {
                // Only a few values are excluded. A longer array is none of them, so this matters only if few arrays
                // are left.
                let listed = waybill_openapi::internal::listed_values::value_nodes(self.description(side), member);
                let longest = listed.into_iter().filter(|&id| arena.is_array(id)).map(|id| arena.children(id).count());
                arrays.limits.extend(longest.max().map(|longest| (literal, longest)));
            }
            _ => arrays.uncertain = true,
        }
        true
    }

    /// Adds the number of elements that must match a schema.
    fn add_contains(&self, arrays: &mut Arrays, literal: Literal, of: NodeId, cases: &mut Vec<Case>) -> bool {
        let (side, member, negative) = (literal.side, literal.schema, literal.negative);
        let arena = self.description(side).arena();
        let beside = |key| arena.member(of, key);
        let from = beside(KnownKey::MinContains).map_or(Some(1), |id| self.size(side, id));
        let to = beside(KnownKey::MaxContains).map_or(Some(usize::MAX), |id| self.size(side, id));
        let (Some(from), Some(to)) = (from, to) else {
            arrays.uncertain = true;
            return true;
        };
        let matching = literal.with(member, false);
        match (negative, from > 0, to < usize::MAX) {
            (false, _, _) => {
                if from > to {
                    return false;
                }
                arrays.demands.push((0, usize::MAX, matching, from));
                arrays.limits.push((matching, to));
            }
            (true, false, false) => return false,
            (true, true, false) => arrays.limits.push((matching, from - 1)),
            (true, false, true) => arrays.demands.push((0, usize::MAX, matching, to.saturating_add(1))),
            (true, true, true) => {
                let fewer = (Vec::new(), vec![(matching, from - 1)]);
                let more = (vec![(0, usize::MAX, matching, to.saturating_add(1))], Vec::new());
                *cases = in_each(cases, &[fewer, more]);
            }
        }
        true
    }

    /// Adds the schema for elements that no other keyword evaluates, starting after the listed ones.
    fn add_rest(&self, arrays: &mut Arrays, literal: Literal, of: NodeId, first: usize) -> bool {
        let (member, negative) = (literal.schema, literal.negative);
        let arena = self.description(literal.side).arena();
        let beside = |key| arena.member(of, key);
        let others = has_in_place(self.description(literal.side), of);
        match (others, beside(KnownKey::Items).is_some(), beside(KnownKey::Contains)) {
            (false, true, _) => return !negative,
            (false, false, None) if negative => arrays.demands.push((first, usize::MAX, literal, 1)),
            (false, false, None) => arrays.elements.push((first, usize::MAX, literal)),
            (false, false, Some(contains)) if arena.kind(member) == Kind::False => {
                // `contains` evaluates the elements it matches.
                let matching = literal.with(contains, negative);
                if negative {
                    arrays.demands.push((first, usize::MAX, matching, 1));
                } else {
                    arrays.elements.push((first, usize::MAX, matching));
                }
            }
            _ => arrays.uncertain = true,
        }
        true
    }

    /// Limits the length of arrays if all elements match a schema that a limited number of elements may match.
    fn count_all(&mut self, arrays: &mut Arrays) {
        if arrays.elements.iter().any(|(from, to, _)| (*from, *to) != (0, usize::MAX)) {
            return;
        }
        for (literal, most) in arrays.limits.clone() {
            if !literal.negative && most < arrays.most {
                let mut literals = arrays.at(0);
                literals.push(literal.with(literal.schema, true));
                if self.decide_part(literals) == Inhabitation::Empty {
                    arrays.most = most;
                }
            }
        }
        arrays.limits.retain(|(literal, most)| literal.negative || *most < arrays.most);
    }

    /// Places the required elements one by one, then decides if all elements have values.
    fn place(&mut self, arrays: &Arrays, placed: &mut Vec<(usize, usize, Literal)>, ways: &mut usize) -> Inhabitation {
        // Depth: `MAX_STEPS`, because each level takes one.
        *ways = ways.saturating_sub(1);
        if *ways == 0 || !self.spend() {
            return Inhabitation::Unknown;
        }
        let wanted: usize = arrays.demands.iter().map(|demand| demand.3.min(MAX_MATCHES)).sum();
        let mut open = placed.len();
        for (group, &(from, to, literal, count)) in arrays.demands.iter().enumerate() {
            if count > MAX_MATCHES {
                return if count > arrays.most { Inhabitation::Empty } else { Inhabitation::Unknown };
            }
            if open >= count {
                open -= count;
                continue;
            }
            // The elements of a group are placed in order, so that each set of positions is tried once.
            let last = placed.iter().filter(|(known, ..)| *known == group).map(|(_, at, _)| at + 1).max();
            let behind = arrays.elements.iter().filter(|(_, to, _)| *to < usize::MAX).map(|(_, to, _)| *to).max();
            let end = to.min(behind.unwrap_or(0).max(from) + wanted).min(arrays.most);
            let mut answer = Inhabitation::Empty;
            for at in last.unwrap_or(0).max(from)..end {
                placed.push((group, at, literal));
                answer = answer.or(self.place(arrays, placed, ways));
                placed.pop();
                if answer.is_inhabited() {
                    break;
                }
            }
            return answer;
        }
        self.decide_placed_elements(arrays, placed)
    }

    /// Decides if arrays with these placed elements exist.
    fn decide_placed_elements(&mut self, arrays: &Arrays, placed: &[(usize, usize, Literal)]) -> Inhabitation {
        let mut length = placed.iter().map(|(_, at, _)| at + 1).max().unwrap_or(0).max(arrays.least);
        // An array that is longer than all excluded values is not one of them.
        let excluded =
            arrays.limits.iter().filter(|(literal, _)| literal.negative).map(|(_, longest)| longest + 1).max();
        let mut crowded = false;
        if let Some(beyond) = excluded {
            crowded = beyond > arrays.most;
            length = length.max(if crowded { 0 } else { beyond });
        }
        if arrays.twins {
            length = length.max(2);
        }
        if length > arrays.most {
            return if excluded.is_some_and(|beyond| beyond >= length) {
                Inhabitation::Unknown
            } else {
                Inhabitation::Empty
            };
        }
        let named = arrays.elements.iter().filter(|(_, to, _)| *to < usize::MAX).map(|(_, to, _)| *to);
        let told_apart = placed.iter().map(|(_, at, _)| at + 1).chain(named).max().unwrap_or(0).min(length);
        let mut answer = Inhabitation::Infinite;
        let mut exact = true;
        let mut plenty = true;
        let alike = usize::from(length > told_apart);
        for at in 0..told_apart + alike {
            let mut literals = arrays.at(at);
            literals.extend(placed.iter().filter(|(_, place, _)| *place == at).map(|(_, _, literal)| *literal));
            for (literal, most) in arrays.limits.iter().filter(|(literal, _)| !literal.negative) {
                let matching = placed.iter().filter(|(_, _, known)| known == literal).count();
                let is_placed = placed.iter().any(|(_, place, known)| *place == at && known == literal);
                if matching > *most {
                    return Inhabitation::Empty;
                }
                if !is_placed && *most < length {
                    literals.push(literal.with(literal.schema, true));
                    exact &= matching == *most;
                }
            }
            let here = self.decide_part(literals);
            plenty &= here == Inhabitation::Infinite;
            match here {
                Inhabitation::Empty if exact => return Inhabitation::Empty,
                Inhabitation::Empty | Inhabitation::Unknown => answer = Inhabitation::Unknown,
                Inhabitation::Inhabited | Inhabitation::Infinite => {}
            }
        }
        let twins_open = arrays.twins && !(length >= 2 && self.has_twins(arrays, placed, told_apart));
        let unique_open = arrays.unique && length > 1 && !plenty;
        if arrays.unique && arrays.twins {
            return Inhabitation::Empty;
        }
        if answer == Inhabitation::Infinite && length == arrays.most && (length == 0 || !plenty) {
            answer = Inhabitation::Inhabited;
        }
        answer.unless(twins_open || unique_open || crowded)
    }

    /// Returns true if two elements can certainly be equal, because they have no specific requirements.
    fn has_twins(&mut self, arrays: &Arrays, placed: &[(usize, usize, Literal)], told_apart: usize) -> bool {
        let free = !placed.iter().any(|(_, at, _)| *at < 2) && told_apart == 0;
        let room = arrays.most >= told_apart.saturating_add(2) && placed.is_empty();
        let literals = arrays.at(told_apart);
        (free || room) && arrays.limits.is_empty() && (told_apart == 0 || arrays.least <= told_apart) && {
            self.decide_part(literals).is_inhabited()
        }
    }
}

impl Arrays {
    /// Returns the schemas that apply to the element at a position.
    fn at(&self, at: usize) -> Vec<Literal> {
        let here = self.elements.iter().filter(|(from, to, _)| *from <= at && at < *to);
        here.map(|(_, _, literal)| *literal).list()
    }
}

/// Combines each case with each of some others, up to the limit.
fn in_each(cases: &[Case], others: &[Case]) -> Vec<Case> {
    let both = |one: &Case, other: &Case| ([&*one.0, &*other.0].concat(), [&*one.1, &*other.1].concat());
    let all = cases.iter().flat_map(|case| others.iter().map(move |other| both(case, other)));
    all.take(MAX_PLACEMENTS).list()
}
