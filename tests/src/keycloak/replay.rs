//! A recording given to the engine once more: every host has to have seen the very steps that Rust gives.

use serde_json::Value;
use waybill_core::Engine;

use super::run::Ran;
use crate::access_vector::{ConfigFile, Input, feed, without_empty};

/// Where the engine does not do what was recorded; nothing where it does.
pub(super) fn difference(ran: &Ran) -> Option<String> {
    let config: ConfigFile = match serde_json::from_value(ran.config.clone()) {
        Ok(config) => config,
        Err(error) => return Some(format!("the configuration cannot be read: {error}")),
    };
    let mut engine = match Engine::new(config.into()) {
        Ok(engine) => engine,
        Err(error) => return Some(format!("the configuration was refused: {error}")),
    };
    ran.steps.iter().enumerate().find_map(|(position, step)| {
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

fn different(place: &str, input: &Value, expected: &Value, actual: &Value) -> String {
    format!("{place}, {input}\nthe host recorded {expected}\nthe engine gives   {actual}")
}
