//! Reads the strings of a schema's values, through references, branches and alternatives. Null has no string, because
//! it is not sent.

use std::borrow::Cow;

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{Conjuncts, is_annotation, is_null, sole_alternatives};
use waybill_openapi::internal::{Decimal, Kind, KnownKey, NodeId, ResolvedDescription, TypeSet, type_of};

use super::SCALARS;
use super::pieces::{Integers, Numbers, Piece, Strings, Texts, integers_of};
use super::writing::{List, Writing};
use crate::model::Side;
use crate::prover::inclusion::SubschemaProver;
use crate::prover::ranges::ends_of_range;
use crate::prover::types::declared_types;

/// Maximum number of combined alternatives. Each alternative is combined with each one of the next list.
const MAX_CHOICES: usize = 64;

/// Keywords that are read here, or that do not restrict scalars and lists of them. Other keywords exclude some strings.
/// The keyword table does not have this information, so a new keyword has to be added here to be read.
const KNOWN: [KnownKey; 23] = [
    KnownKey::Type,
    KnownKey::Nullable,
    KnownKey::Ref,
    KnownKey::AllOf,
    KnownKey::AnyOf,
    KnownKey::OneOf,
    KnownKey::Enum,
    KnownKey::Const,
    KnownKey::Minimum,
    KnownKey::ExclusiveMinimum,
    KnownKey::Maximum,
    KnownKey::ExclusiveMaximum,
    KnownKey::MultipleOf,
    KnownKey::MinLength,
    KnownKey::MaxLength,
    KnownKey::Pattern,
    KnownKey::Format,
    KnownKey::Items,
    KnownKey::MinItems,
    KnownKey::MaxItems,
    KnownKey::UniqueItems,
    KnownKey::CollectionFormat,
    KnownKey::Properties,
];

/// Keywords whose strings are not the values themselves, or that leave the values open. Nothing is read then. They have
/// no role in common, and one of them is an extension, which the keyword table does not contain.
const UNKNOWN: [KnownKey; 4] =
    [KnownKey::ContentEncoding, KnownKey::ContentMediaType, KnownKey::PrefixItems, KnownKey::ExtensibleEnum];

pub(super) struct Reader<'r, 'd> {
    pub(super) description: &'d ResolvedDescription<'d>,
    pub(super) subschemas: &'r mut SubschemaProver<'d>,
    pub(super) side: Side,
    pub(super) choices: usize,
}

impl Reader<'_, '_> {
    /// Returns the strings of a schema's values, or `None` if some values are not strings or unknown.
    pub(super) fn read(&mut self, schema: NodeId, lists: bool) -> Option<Writing> {
        let mut types = self.subschemas.types_of(self.side).allowed(Some(schema)).without(TypeSet::NULL);
        let allowed = if lists { SCALARS.or(TypeSet::ARRAY) } else { SCALARS };
        if types == TypeSet::NONE {
            // A list of values still applies if none of them has a declared type.
            types = allowed;
        }
        let opened = Conjuncts::opened(self.description, &[schema]);
        if opened.partial || !types.within(allowed) {
            return None;
        }
        let mut writing = Writing { one: Texts::NONE, list: None };
        self.add(&opened.objects, types, &mut Vec::new(), &mut writing)?;
        (!writing.is_empty()).then_some(writing)
    }

    /// Adds the strings that objects which all apply allow for some types.
    fn add(
        &mut self,
        objects: &[NodeId],
        mut types: TypeSet,
        taken: &mut Vec<NodeId>,
        into: &mut Writing,
    ) -> Option<()> {
        // Depth: `MAX_CHOICES`, and as many for a list's elements, which are no lists.
        let (description, arena) = (self.description, self.description.arena());
        for &object in objects {
            if arena.kind(object) == Kind::False {
                return Some(());
            }
            types = types.and(declared_types(self.description, object));
        }
        let Some(list) = objects.iter().find_map(|&object| self.choice(object, taken)) else {
            return self.add_plain(objects, types, into);
        };
        let choices: Vec<NodeId> = arena.children(list).filter(|&choice| !is_null(description, choice)).list();
        self.choices += choices.len();
        if self.choices > MAX_CHOICES {
            return None;
        }
        if arena.key(list) == KnownKey::OneOf.key() {
            let side = self.side;
            let mut pairs = choices
                .iter()
                .enumerate()
                .flat_map(|(at, one)| choices.iter().skip(at + 1).map(move |other| (one, other)));
            into.one.exact &= pairs.all(|(&one, &other)| self.subschemas.are_disjoint((side, one), (side, other)));
        }
        taken.push(list);
        for choice in choices {
            let opened = Conjuncts::opened(description, &[choice]);
            if opened.partial {
                return None;
            }
            let mut all = objects.to_vec();
            all.extend(opened.objects.into_iter().filter(|id| !objects.contains(id)));
            let of_choice = self.subschemas.types_of(self.side).allowed(Some(choice));
            self.add(&all, types.and(of_choice), taken, into)?;
        }
        taken.pop();
        Some(())
    }

    /// Returns a list of alternatives that offers a choice and has not been processed.
    fn choice(&self, object: NodeId, taken: &[NodeId]) -> Option<NodeId> {
        let arena = self.description.arena();
        let sole: Vec<NodeId> = sole_alternatives(self.description, object).map(|(list, _)| list).list();
        let mut lists = self.description.alternative_lists(object);
        lists.find(|list| !sole.contains(list) && !taken.contains(list) && arena.is_array(*list))
    }

    /// Adds the strings of objects without alternatives. Returns `None` if a keyword is not supported.
    fn add_plain(&mut self, objects: &[NodeId], types: TypeSet, into: &mut Writing) -> Option<()> {
        let arena = self.description.arena();
        for member in objects.iter().flat_map(|&object| arena.children(object)) {
            let key = KnownKey::from_key(arena.key(member)).filter(|_| !arena.key(member).is_ignored());
            if key.is_some_and(|key| UNKNOWN.contains(&key)) {
                return None;
            }
            let known = key.is_some_and(|key| KNOWN.contains(&key)) || is_annotation(self.description, member);
            into.one.exact &= known || arena.key(member).is_ignored();
        }
        let scalars = self.scalars(objects, types)?;
        if let Some(values) = self.values(objects) {
            return self.add_values(&values, types, &scalars, into);
        }
        into.one.exact &= scalars.exact;
        into.one.pieces.extend(scalars.pieces.into_iter().map(|(_, piece)| piece));
        if types.meets(TypeSet::ARRAY) {
            let list = self.list(objects)?;
            if into.list.replace(list).is_some() {
                return None;
            }
        }
        Some(())
    }

    /// Returns the listed values, except null.
    fn values(&self, objects: &[NodeId]) -> Option<Vec<NodeId>> {
        let arena = self.description.arena();
        let mut found: Option<Vec<NodeId>> = None;
        for &object in objects {
            let listed = arena.member(object, KnownKey::Enum).map(|list| arena.children(list).collect::<Vec<_>>());
            for list in listed.into_iter().chain(arena.member(object, KnownKey::Const).map(|value| vec![value])) {
                let digests: Vec<_> = list.iter().map(|&id| arena.digest(id)).collect();
                found = Some(match found {
                    None => list,
                    Some(known) => known.into_iter().filter(|&id| digests.contains(&arena.digest(id))).list(),
                });
            }
        }
        let values = found?.into_iter().filter(|&id| arena.kind(id) != Kind::Null);
        Some(values.collect())
    }

    fn add_values(&self, values: &[NodeId], types: TypeSet, rest: &Scalars, into: &mut Writing) -> Option<()> {
        let arena = self.description.arena();
        let is_foreign = !values.iter().any(|&id| type_of(arena, id).meets(types));
        let mut texts = Vec::new();
        for &value in values {
            let kind = type_of(arena, value);
            if !is_foreign && !kind.meets(types) {
                continue;
            }
            let text = text_of(self.description, value)?;
            let held = rest.pieces.iter().find(|(of, _)| kind.within(*of)).map(|(_, piece)| piece.holds(&text));
            if is_foreign || held != Some(Some(false)) {
                into.one.exact &= is_foreign || held == Some(Some(true));
                texts.push(text);
            }
        }
        into.one.exact &= rest.exact || is_foreign;
        into.one.pieces.push(Piece::Listed(texts));
        Some(())
    }

    fn list(&mut self, objects: &[NodeId]) -> Option<List> {
        let arena = self.description.arena();
        let values_of = |key| objects.iter().filter_map(move |&object| arena.member(object, key));
        let mut items = values_of(KnownKey::Items);
        let of = match (items.next(), items.next()) {
            (None, _) => Texts::any(),
            (Some(items), None) => self.read(items, false)?.one,
            (Some(_), Some(_)) => return None,
        };
        let sizes = |name| values_of(name).map(|id| arena.count(id)).collect::<Option<Vec<u64>>>();
        let least = sizes(KnownKey::MinItems)?.into_iter().max().unwrap_or(0);
        let most = sizes(KnownKey::MaxItems)?.into_iter().min();
        let unique = values_of(KnownKey::UniqueItems).any(|id| arena.kind(id) == Kind::True);
        let bounding = [KnownKey::Contains, KnownKey::UnevaluatedItems, KnownKey::Not, KnownKey::If];
        let exact = of.exact && bounding.into_iter().all(|name| values_of(name).next().is_none());
        Some(List { of, least, most, unique, exact }.bounded())
    }

    /// Returns the strings that objects allow for each type of scalars.
    fn scalars(&self, objects: &[NodeId], types: TypeSet) -> Option<Scalars> {
        let arena = self.description.arena();
        let values_of = |key| objects.iter().filter_map(move |&object| arena.member(object, key));
        let formats: Vec<String> =
            values_of(KnownKey::Format).filter_map(|id| arena.string(id)).map(Cow::into_owned).list();
        let mut scalars = Scalars { pieces: Vec::new(), exact: true };
        if types.meets(TypeSet::BOOLEAN) {
            let both = ["true", "false"].map(str::to_owned).to_vec();
            scalars.pieces.push((TypeSet::BOOLEAN, Piece::Listed(both)));
        }
        if types.meets(TypeSet::NUMBER) {
            let numbers = self.numbers(objects)?;
            let one = Some(Decimal::from(1));
            let steps = values_of(KnownKey::MultipleOf).all(|id| arena.decimal(id) == one);
            if types.meets(TypeSet::FRACTION) {
                scalars.exact &= steps && values_of(KnownKey::MultipleOf).next().is_none() && formats.is_empty();
                scalars.pieces.push((TypeSet::NUMBER, Piece::Numbers(numbers)));
            } else {
                let (integers, exact) = whole(&numbers, &formats);
                scalars.exact &= steps && exact;
                scalars.pieces.push((types.and(TypeSet::NUMBER), Piece::Integers(integers)));
            }
        }
        if types.meets(TypeSet::STRING) {
            if formats.iter().any(|name| name == "binary") {
                return None;
            }
            let sizes = |name| values_of(name).map(|id| arena.count(id)).collect::<Option<Vec<u64>>>();
            let strings = Strings {
                least: sizes(KnownKey::MinLength)?.into_iter().max().unwrap_or(0),
                most: sizes(KnownKey::MaxLength)?.into_iter().min(),
                patterns: values_of(KnownKey::Pattern).filter_map(|id| arena.string(id)).map(Cow::into_owned).list(),
                formats: formats.into_iter().filter(|name| name != "password").list(),
            };
            scalars.pieces.push((TypeSet::STRING, strings.into_piece()));
        }
        Some(scalars)
    }

    fn numbers(&self, objects: &[NodeId]) -> Option<Numbers> {
        let mut numbers = Numbers::default();
        for &object in objects {
            let (least, greatest) = ends_of_range(self.description, object).ok()?;
            // The greater of two minimums applies. If they are equal, the exclusive one applies.
            numbers.least = numbers.least.into_iter().chain(least).max();
            let reversed = |(number, open): (Decimal, bool)| (number, !open);
            numbers.greatest = numbers.greatest.into_iter().chain(greatest).map(reversed).min().map(reversed);
        }
        Some(numbers)
    }
}

/// The strings that are allowed for each type of scalars.
struct Scalars {
    pieces: Vec<(TypeSet, Piece)>,
    exact: bool,
}

/// Returns the integers among some numbers, and true if they are known exactly.
fn whole(numbers: &Numbers, formats: &[String]) -> (Integers, bool) {
    let end = |end: &Option<(Decimal, bool)>, is_upper: bool| {
        let Some((number, open)) = end else { return (None, true) };
        let Some((floor, exact)) = number.floor() else { return (None, false) };
        let step = i128::from(exact && *open);
        let last = if is_upper { floor.checked_sub(step) } else { floor.checked_add(step + i128::from(!exact)) };
        (last, last.is_some())
    };
    let ((mut least, low), (mut greatest, high)) = (end(&numbers.least, false), end(&numbers.greatest, true));
    let mut known = low && high;
    for name in formats {
        match integers_of(name) {
            Some(of) => {
                least = least.max(of.least);
                greatest = [greatest, of.greatest].into_iter().flatten().min();
            }
            None => known = false,
        }
    }
    (Integers { least, greatest }, known)
}

/// Returns the string that a scalar is serialized to.
pub(crate) fn text_of(description: &ResolvedDescription<'_>, value: NodeId) -> Option<String> {
    let arena = description.arena();
    match arena.kind(value) {
        Kind::True => Some("true".to_owned()),
        Kind::False => Some("false".to_owned()),
        Kind::Number => arena.decimal(value)?.text(),
        Kind::Null | Kind::Array | Kind::Object => None,
        Kind::Text | Kind::Escaped | Kind::Pooled => arena.string(value).map(Cow::into_owned),
    }
}
