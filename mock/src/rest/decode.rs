//! Conversion of strings to JSON values. URLs, headers and forms contain strings, and only the schema determines their
//! types.
//!
//! Each leaf is first read as the type that it looks like. If the schema rejects it, it is read as a string, then as
//! JSON or as a list. The first accepted reading is used. If no reading is accepted, the first one is restored, so that
//! the reported violation is about this leaf alone.

use waybill_openapi::Description;
use waybill_openapi::schema::{Direction, Instance, Schema, Validation, Validator};

use super::texts::{Texts, is_within};

/// Maximum number of rounds in which readings of leaves are changed.
const ROUNDS: usize = 16;

/// Validates a value that can be read in several shapes. Returns the result of the shape that fits best.
pub(super) fn check(
    validator: &mut Validator,
    description: &Description<'_>,
    schema: Schema,
    shapes: Vec<Texts>,
) -> Validation {
    let mut best: Option<Validation> = None;
    for shape in shapes {
        let outcome = check_shape(validator, description, schema, shape);
        if !outcome.is_invalid() {
            return outcome;
        }
        // A violation inside the value is more specific than a wrong type of the whole value.
        let is_wrong_type = |outcome: &Validation| {
            outcome.violations.iter().any(|found| found.keyword == "type" && found.instance.pointer.is_empty())
        };
        if best.as_ref().is_none_or(|best| is_wrong_type(best) && !is_wrong_type(&outcome)) {
            best = Some(outcome);
        }
    }
    best.unwrap_or_default()
}

/// Removes violations at `places`, which are JSON Pointers to empty values that are allowed.
pub(super) fn allow_empty(outcome: &mut Validation, places: &[String]) {
    outcome.violations.retain(|violation| !places.iter().any(|place| is_within(&violation.instance.pointer, place)));
}

fn check_shape(
    validator: &mut Validator,
    description: &Description<'_>,
    schema: Schema,
    mut shape: Texts,
) -> Validation {
    let mut last = Validation::default();
    for _ in 0..ROUNDS {
        let mut json = String::new();
        shape.write(&mut json);
        let Ok(instance) = Instance::read("value", json.into_bytes()) else { return Validation::default() };
        last = validator.validate(description, schema, &instance, Some(Direction::Request));
        if !last.is_invalid() {
            break;
        }
        let mut changed = Vec::new();
        for violation in &last.violations {
            shape.change_for(violation, &mut changed);
        }
        if changed.is_empty() {
            break;
        }
    }
    last
}
