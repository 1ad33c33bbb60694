//! The settings of a vector, by the names they have in JavaScript.

use serde_json::Value;
use waybill_core::release::Date;
use waybill_mock::service::{ActionRule, LogLimits, ServiceSettings, Settings};

/// What samples take for today where a vector says nothing else: they are the same on every day.
const DAY: &str = "2026-03-01";

pub(super) fn read(settings: &Value) -> Settings {
    let rules = if settings["strict"] == true { Settings::strict() } else { Settings::default() };
    let day: Date = settings["clock"].as_str().unwrap_or(DAY).parse().expect("a date");
    let number = |value: &Value| value.as_u64().map(|number| usize::try_from(number).unwrap());
    let (log, limits) = (&settings["log"], LogLimits::default());
    let services = settings["services"].as_object().into_iter().flatten();
    let of_service = |settings: &Value| ServiceSettings {
        action: action(&settings["soapAction"]),
        validate: settings["validate"].as_bool(),
    };
    Settings {
        action: action(&settings["soapAction"]).unwrap_or(rules.action),
        services: services.map(|(id, settings)| (id.clone(), of_service(settings))).collect(),
        validate: settings["validate"].as_bool().unwrap_or(true),
        seed: settings["sampleSeed"].as_u64().unwrap_or_default(),
        day: Some(day.days_since_epoch()),
        log: LogLimits {
            entries: number(&log["entries"]).unwrap_or(limits.entries),
            bytes: number(&log["bytes"]).unwrap_or(limits.bytes),
            body: number(&log["body"]).unwrap_or(limits.body),
        },
        ..rules
    }
}

fn action(rule: &Value) -> Option<ActionRule> {
    rule.as_str().map(|rule| match rule {
        "operation-name" => ActionRule::OperationName,
        "declared" => ActionRule::Declared,
        "any" => ActionRule::Any,
        other => panic!("there is no rule {other}"),
    })
}
