//! Schemas: the validation of any value has to end, and generated samples have to be valid.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_core::openapi::{Limits, Loader};
use waybill_core::schema::{self, Direction, Instance, SampleOptions, Schema, Validator};
use waybill_fuzz::access::split;

fuzz_target!(|data: &[u8]| {
    let (schema, value) = split(data);
    let old = [br#"{"openapi":"3.0.3","components":{"schemas":{"S":"#, schema, b"}}}"].concat();
    let new = [br#"{"openapi":"3.1.0","components":{"schemas":{"S":"#, schema, b"}}}"].concat();
    // Fewer steps than the default, so that no input takes seconds.
    let limits = schema::ValidatorLimits { steps: 50_000, ..schema::ValidatorLimits::default() };
    let mut validator = Validator::new(schema::ValidatorOptions { limits, ..schema::ValidatorOptions::default() });
    for text in [old, new] {
        let Ok(reading) = Loader::new("fuzz.json", text, &Limits::default()) else { continue };
        let description = reading.finish();
        let Some(schema) = Schema::component(&description, "S") else { continue };
        if let Ok(instance) = Instance::read("value", value) {
            let outcome = validator.validate(&description, schema, &instance, Some(Direction::Request));
            assert!(outcome.violations.len() <= 100 && !(outcome.is_valid() && outcome.is_invalid()));
            for violation in &outcome.violations {
                assert!(violation.to_string().len() < 1 << 20);
            }
        }
        let options = SampleOptions { direction: Some(Direction::Response), seed: 1, ..SampleOptions::default() };
        if let Ok(sample) = validator.sample(&description, schema, &options) {
            let instance = Instance::read("sample", sample.as_bytes()).expect("a sample is JSON");
            let outcome = validator.validate(&description, schema, &instance, Some(Direction::Response));
            assert!(outcome.is_valid(), "{sample} {outcome:?}");
        }
    }
});
