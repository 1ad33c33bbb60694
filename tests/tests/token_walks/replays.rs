//! The shared vectors, foretold by the model. Those that the machine has no part in are left out by the rules of `scope`:
//! a refused configuration, no login, a call with an API key, an input that is refused before it reaches the machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use waybill_tests::token_model::{replay, scope};

#[test]
fn the_model_foretells_every_shared_vector_of_the_machine() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/access");
    let mut foretold = Vec::new();
    let mut wrong = Vec::new();
    let mut left_out: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let vector: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        match scope(&vector) {
            Err(rule) => left_out.entry(rule).or_default().push(name),
            Ok(()) => match replay(&vector) {
                Ok(_) => foretold.push(name),
                Err(problem) => wrong.push(format!("{name}: {problem}")),
            },
        }
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{} vectors are not foretold:\n{}", wrong.len(), wrong.join("\n"));
    assert!(foretold.len() >= 48, "the scope shrank: {left_out:#?}");
    println!("foretold: {}; left out: {left_out:#?}", foretold.len());
}
