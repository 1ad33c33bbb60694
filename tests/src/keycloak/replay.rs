//! A recording given to the engine once more, and to the model of its table: every host has to have seen the very steps
//! that Rust gives, and those that the table asks for.

use serde_json::{Value, json};
use waybill_core::Engine;

use crate::access_vector::{ConfigFile, Input, feed, without_empty};
use crate::token_model;

/// Where the engine does not do what was recorded; nothing where it does.
pub(super) fn difference(config: &Value, steps: &[Value]) -> Option<String> {
    let config: ConfigFile = match serde_json::from_value(config.clone()) {
        Ok(config) => config,
        Err(error) => return Some(format!("the configuration cannot be read: {error}")),
    };
    let mut engine = match Engine::new(config.into()) {
        Ok(engine) => engine,
        Err(error) => return Some(format!("the configuration was refused: {error}")),
    };
    steps.iter().enumerate().find_map(|(position, step)| {
        let place = format!("step {}", position + 1);
        let input: Input = match serde_json::from_value(step["input"].clone()) {
            Ok(input) => input,
            Err(error) => return Some(format!("{place} cannot be read: {error}")),
        };
        let Some(given) = feed(&mut engine, &input) else { return Some(format!("{place} is no input")) };
        let (expected, actual) = (without_empty(step["expect"].clone()), without_empty(given.shown()));
        (expected != actual).then(|| different(&place, &step["input"], &expected, &actual))
    })
}

/// Where the model of the table foretells something else than was recorded; nothing where it does not.
pub(super) fn unforeseen(config: &Value, steps: &[Value]) -> Option<String> {
    let recording = json!({"config": config, "steps": steps});
    let problem = match token_model::scope(&recording) {
        Ok(()) => token_model::replay(&recording).err()?,
        Err(rule) => rule.to_owned(),
    };
    Some(format!("the model of the table: {problem}"))
}

fn different(place: &str, input: &Value, expected: &Value, actual: &Value) -> String {
    format!("{place}, {input}\nthe host recorded {expected}\nthe engine gives   {actual}")
}
