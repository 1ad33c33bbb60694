//! The comparison vectors as pairs of JSON texts: whatever a plain comparison of the two finds is on the list of changed
//! places, and said or without meaning. What is found out one way is found out the other way round.

use std::path::Path;

use serde_json::Value;
use waybill_tests::accounted::{lost, unmirrored};

/// Vectors whose operations are under other paths: the plain comparison does not pair them.
const OTHER_PATHS: [&str; 3] = ["operations-moved", "path-prefixes", "twin-templates"];

#[test]
fn every_difference_between_vector_files_is_reported() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/compare");
    let (mut holes, mut ran) = (Vec::new(), 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let folder = entry.unwrap().path();
        // YAML, and half of a character, are nothing the plain comparison reads.
        let read = |name| -> Option<Value> { serde_json::from_slice(&std::fs::read(folder.join(name)).ok()?).ok() };
        let (Some(old), Some(new)) = (read("old.json"), read("new.json")) else { continue };
        // Swagger 2.0 writes everything in another shape than OpenAPI 3: plainly nothing is where it was.
        if old.get("swagger").is_some() != new.get("swagger").is_some() {
            continue;
        }
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        ran += 1;
        let plain = if OTHER_PATHS.contains(&&*name) { None } else { lost(&old, &new) };
        let found = plain.into_iter().chain(unmirrored(&old, &new)).flatten();
        holes.extend(found.map(|hole| format!("{name}: {hole}")));
    }
    assert!(holes.is_empty(), "{}:\n{}", holes.len(), holes.join("\n"));
    assert!(ran >= 90, "{ran} vectors were compared");
}
