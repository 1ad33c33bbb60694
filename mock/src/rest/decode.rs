//! Texts become JSON values: what a URL, a header or a form holds is text, and only the schema says what was meant.
//!
//! Each leaf is first taken for what it looks like. Where the schema objects to it, it is taken for a text, then for JSON
//! or a list; the first reading that the schema admits is what was meant. A leaf that fits in no reading is taken for what
//! it looks like again, so that the complaint is about that leaf alone.

use waybill_openapi::Description;
use waybill_openapi::schema::{Direction, Instance, Schema, Validation, Validator};

use super::texts::{Texts, is_within};

/// How often the reading of leaves is changed.
const ROUNDS: usize = 16;

/// What the schema makes of texts that could be written in several shapes; the outcome of the shape that fits best.
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
        // A value of the wrong type altogether says less than one that fails within.
        let is_wrong_type = |outcome: &Validation| {
            outcome.violations.iter().any(|found| found.keyword == "type" && found.instance.pointer.is_empty())
        };
        if best.as_ref().is_none_or(|best| is_wrong_type(best) && !is_wrong_type(&outcome)) {
            best = Some(outcome);
        }
    }
    best.unwrap_or_default()
}

/// Drops violations about values that are empty and may be, by their pointers.
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
