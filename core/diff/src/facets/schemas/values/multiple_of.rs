//! The step between numbers (`multipleOf`; JSON Schema 2020-12 validation, section 6.2.1). Multiples of a multiple are
//! multiples, and every integer is a multiple of 1.

use waybill_openapi::internal::{Decimal, KnownKey, NodeId, ResolvedDescription, TypeSet, greatest_common_divisor};

use super::implied::Implied;
use super::pair::{Change, TypedSchemaPair};
use crate::facets::context::FacetContext;
use crate::model::{Facet, Relation};

pub(super) fn compare_multiple_of(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair) {
    let Some(keyword) = pair.changed(context, KnownKey::MultipleOf) else { return };
    let before = step(context.sides.old, keyword.old, pair.types.0);
    let after = step(context.sides.new, keyword.new, pair.types.1);
    let (Ok(before), Ok(after)) = (before, after) else { return };
    let written = match (before, after) {
        (None, None) => Some(Relation::Same),
        (None, Some(_)) => Some(Relation::Narrowed),
        (Some(_), None) => Some(Relation::Widened),
        (Some(before), Some(after)) => related(before, after),
    };
    let Some(written) = written else { return };
    if matches!((keyword.old, keyword.new, written), (None, _, Relation::Widened) | (_, None, Relation::Narrowed)) {
        // The side without the keyword allows only integers, so a fractional step allows more. The fact about the types
        // covers it.
        return keyword.claim_without_fact(context);
    }
    let by_new = |all: &ResolvedDescription<'_>, id| is_multiple(all, id, after);
    let by_old = |all: &ResolvedDescription<'_>, id| is_multiple(all, id, before);
    let meant = Implied::by_lists(context, pair, TypeSet::NUMBER, (&by_new, &by_old)).meant(written);
    Change { facet: Facet::MultipleOf, kind: TypeSet::NUMBER, written, meant }.report(context, pair, &keyword);
}

/// Returns true if a number is a multiple of the step, or `None` if it has too many digits.
fn is_multiple(description: &ResolvedDescription<'_>, value: NodeId, step: Option<Step>) -> Option<bool> {
    let Some((step, denominator)) = step else { return Some(true) };
    let (number, one, _) = description.arena().decimal(value)?.absolute().to_common_unit(&Decimal::from(1))?;
    Some(number.checked_mul(denominator)?.checked_rem(step.checked_mul(one)?)? == 0)
}

/// A step as a fraction: numerator and denominator.
type Step = (u128, u128);

fn related((before, before_unit): Step, (after, after_unit): Step) -> Option<Relation> {
    let (before, after) = (before.checked_mul(after_unit)?, after.checked_mul(before_unit)?);
    Some(Relation::from_inclusions(after.checked_rem(before)? == 0, before.checked_rem(after)? == 0))
}

/// Returns the step between the allowed numbers, or 1 for integers. Returns `None` if there is no step, and an error if
/// it is invalid.
fn step(description: &ResolvedDescription<'_>, id: Option<NodeId>, types: TypeSet) -> Result<Option<Step>, ()> {
    let integers = types.meets(TypeSet::NUMBER) && !types.meets(TypeSet::FRACTION);
    let Some(id) = id else { return Ok(integers.then_some((1, 1))) };
    let number = description.arena().decimal(id).filter(Decimal::is_positive).ok_or(())?;
    let (step, one, _) = number.to_common_unit(&Decimal::from(1)).ok_or(())?;
    // For integers, the step is the smallest integer that is a multiple of it.
    Ok(Some(if integers { (step / greatest_common_divisor(step, one), 1) } else { (step, one) }))
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::holds;

    #[test]
    fn steps() {
        holds(&[
            (r#"{"multipleOf":0.5}"#, r#"{"multipleOf":1}"#, &["MultipleOf multipleOf narrowed"]),
            (r#"{"multipleOf":0.1}"#, r#"{"multipleOf":0.3}"#, &["MultipleOf multipleOf narrowed"]),
            (r#"{"multipleOf":10}"#, r#"{"multipleOf":0.01}"#, &["MultipleOf multipleOf widened"]),
            (r#"{"multipleOf":2}"#, r#"{"multipleOf":3}"#, &["MultipleOf multipleOf incomparable"]),
            (r#"{"multipleOf":5}"#, r#"{"multipleOf":5.0}"#, &[]),
            ("{}", r#"{"multipleOf":0.01}"#, &["MultipleOf multipleOf narrowed"]),
            ("{}", r#"{"multipleOf":0}"#, &["Unexplained  added"]),
        ]);
    }

    #[test]
    fn among_integers_a_fraction_is_the_integer_it_leaves() {
        holds(&[
            (r#"{"type":"integer"}"#, r#"{"type":"integer","multipleOf":1}"#, &[]),
            (r#"{"type":"integer"}"#, r#"{"type":"integer","multipleOf":0.5}"#, &[]),
            (r#"{"type":"integer","multipleOf":1.5}"#, r#"{"type":"integer","multipleOf":3}"#, &[]),
            (r#"{"type":"integer"}"#, r#"{"type":"integer","multipleOf":2}"#, &["MultipleOf multipleOf narrowed"]),
            (r#"{"type":"number","multipleOf":1}"#, r#"{"type":"integer"}"#, &[]),
            (r#"{"type":"number","multipleOf":2}"#, r#"{"type":"integer","multipleOf":2}"#, &[]),
            (r#"{"type":"integer"}"#, r#"{"type":"number","multipleOf":0.5}"#, &["Type  widened"]),
        ]);
    }
}
