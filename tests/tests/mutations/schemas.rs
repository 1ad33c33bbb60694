//! What each mutation of a schema means: how the values it allows relate, or a level of its own for either direction.

use waybill_core::compat::Level;

use super::table::{Expected, Kind, expected, operation_of, rows};

/// The schema that is sent, and the one that is received.
const SENT: &str = "/components/schemas/EverythingSent";
const RECEIVED: &str = "/components/schemas/EverythingReceived";

/// Each row of `schemas.tsv` twice: in what callers send and in what they receive.
///
/// A row is pointer, operation and meaning: a relation (`narrowed`, `widened`, `incomparable`, `unknown`), or levels as
/// `sent forwards, sent backwards, received forwards, received backwards`, or one level for all of them.
pub(super) fn kinds() -> Vec<Kind> {
    kinds_at(SENT, RECEIVED)
}

/// The same for schemas at other pointers.
pub(super) fn kinds_at(sent_schema: &str, received_schema: &str) -> Vec<Kind> {
    rows(include_str!("schemas.tsv"))
        .flat_map(|columns| {
            let [pointer, operation, meaning] = columns.try_into().unwrap();
            let [sent, sent_back, received, received_back] = levels(meaning);
            [(sent_schema, sent, sent_back), (received_schema, received, received_back)].map(
                |(schema, forwards, backwards)| Kind {
                    pointer: format!("{schema}{pointer}"),
                    operation: operation_of(operation),
                    forwards,
                    backwards,
                    also: None,
                },
            )
        })
        .collect()
}

fn levels(meaning: &str) -> [Expected; 4] {
    let (breaking, additive) = (Expected::Level(Level::Breaking), Expected::Level(Level::Additive));
    match meaning {
        "narrowed" => [breaking, additive, additive, breaking],
        "widened" => [additive, breaking, breaking, additive],
        "incomparable" => [breaking; 4],
        "unknown" => [Expected::Level(Level::Unproved); 4],
        list if list.contains(", ") => {
            let all: Vec<Expected> = list.split(", ").map(expected).collect();
            all.try_into().unwrap()
        }
        one => [expected(one); 4],
    }
}
