//! Each keyword of schemas in webhooks and callbacks, where subscribers receive the request and send the response.

use serde_json::{Value, json};

use super::base::Version;
use super::table::Kind;
use super::{base, schemas, try_all};

/// The schema of requests to subscribers, and the one of their responses.
const RECEIVED: &str = "/components/schemas/EverythingCalled";
const SENT: &str = "/components/schemas/EverythingAnswered";

/// A place where the API sends requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reversed {
    Webhook,
    Callback,
}

/// The description with both schemas in a webhook or a callback, and the mutations of them.
pub(super) fn mutations(version: Version, place: Reversed) -> (Value, Vec<Kind>) {
    let mut base = base::base_of(version);
    let everything = base["components"]["schemas"]["EverythingSent"].clone();
    for name in ["EverythingCalled", "EverythingAnswered"] {
        base["components"]["schemas"][name] = everything.clone();
    }
    let pointer = match place {
        Reversed::Webhook => "/webhooks/parcelLost/post",
        Reversed::Callback => "/paths/~1parcels/post/callbacks/moved/{$request.body#~1url}/post",
    };
    let content = |pointer: &str| json!({"application/json": {"schema": {"$ref": format!("#{pointer}")}}});
    let operation = base.pointer_mut(pointer).unwrap();
    operation["requestBody"] = json!({"required": true, "content": content(RECEIVED)});
    operation["responses"] = json!({"200": {"description": "heard", "content": content(SENT)}});
    let mut kinds = schemas::kinds_at(SENT, RECEIVED);
    kinds.retain(|kind| version.has(&base, kind));
    (base, kinds)
}

/// Tries all mutations, or a sample of them in a short run.
fn try_some(base: &Value, kinds: Vec<Kind>, place: &str) {
    let step = if cfg!(feature = "deep") { 1 } else { 5 };
    try_all(base, kinds.into_iter().step_by(step).collect(), place);
}

#[test]
fn every_mutation_in_a_webhook_is_found_placed_and_levelled() {
    let (base, kinds) = mutations(Version::V3_1, Reversed::Webhook);
    try_some(&base, kinds, "a webhook");
}

#[test]
fn every_mutation_in_a_callback_is_found_placed_and_levelled() {
    for version in [Version::V3_0, Version::V3_1] {
        let (base, kinds) = mutations(version, Reversed::Callback);
        try_some(&base, kinds, "a callback");
    }
}
