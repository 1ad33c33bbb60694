//! Writes the mutations that break clients as pairs of files, for `cargo xtask peers`.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use waybill_core::compat::Level;

use super::base::Version;
use super::reversed::{Reversed, mutations};
use super::table::{Expected, Kind};
use super::values::mutated;
use super::{base, kinds, swagger};

/// The part of a description that a mutation is in.
fn part(pointer: &str) -> &'static str {
    let parts = [
        ("/callbacks/", "callbacks"),
        ("/webhooks/", "webhooks"),
        ("EverythingSent", "schemas-of-requests"),
        ("EverythingReceived", "schemas-of-responses"),
        ("/servers", "servers"),
        ("/securitySchemes", "security-schemes"),
        ("/securityDefinitions", "security-schemes"),
        ("/security", "security-requirements"),
        ("/headers", "response-headers"),
        ("/parameters", "parameters"),
        ("/requestBod", "request-bodies"),
        ("/responses", "responses"),
        ("/components/schemas", "other-schemas"),
        ("/definitions", "other-schemas"),
    ];
    parts.iter().find(|(text, _)| pointer.contains(text)).map_or("operations-and-paths", |(_, name)| name)
}

#[test]
fn breaking_mutations_are_written_for_peers() {
    let Some(folder) = std::env::var_os("WAYBILL_BREAKS") else { return };
    let mut numbers = BTreeMap::new();
    let mut write = |part: &str, version: &str, old: &Value, new: &Value| {
        let number: &mut usize = numbers.entry(format!("{part} {version}")).or_default();
        *number += 1;
        for (side, value) in [("old", old), ("new", new)] {
            let place = Path::new(&folder).join(part).join(format!("{version}-{number}")).join(side);
            std::fs::create_dir_all(&place).unwrap();
            std::fs::write(place.join("openapi.json"), value.to_string()).unwrap();
        }
    };
    let mut write_all = |base: &Value, kinds: Vec<Kind>, version: &str, named: Option<&str>| {
        for kind in kinds {
            let mutant = mutated(base, &kind);
            let name = named.unwrap_or_else(|| part(&kind.pointer));
            if kind.forwards == Expected::Level(Level::Breaking) {
                write(name, version, base, &mutant);
            }
            if kind.backwards == Expected::Level(Level::Breaking) {
                write(name, version, &mutant, base);
            }
        }
    };
    let base = base::base_of(Version::V3_1);
    let of_3_1 = kinds().into_iter().filter(|kind| Version::V3_1.has(&base, kind)).collect();
    write_all(&base, of_3_1, "3.1", None);
    // The keywords of schemas are those of 3.1.
    let base = swagger::base();
    let mut of_2_0 = swagger::kinds(&base);
    of_2_0.retain(|kind| !kind.pointer.starts_with("/definitions/Everything"));
    write_all(&base, of_2_0, "2.0", None);
    for (place, name) in [(Reversed::Webhook, "schemas-of-webhooks"), (Reversed::Callback, "schemas-of-callbacks")] {
        let (base, kinds) = mutations(Version::V3_1, place);
        write_all(&base, kinds, "3.1", Some(name));
    }
}
