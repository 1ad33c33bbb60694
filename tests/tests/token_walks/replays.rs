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
    assert!(foretold.len() >= 112, "the scope shrank: {left_out:#?}");
    println!("foretold: {}; left out: {left_out:#?}", foretold.len());
}

#[test]
fn changed_recording_is_not_predicted() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/access/invalid-grant-password.json");
    let text = fs::read_to_string(file).unwrap();
    let told = |text: &str| replay(&serde_json::from_str(text).unwrap());
    assert_eq!(told(&text).map(|replayed| replayed.token_requests), Ok(2));
    for (said, other) in [
        // Another grant, another secret, another deadline, another wake-up, another token.
        (
            "grant_type=refresh_token&client_id=commerce&refresh_token=",
            "grant_type=password&client_id=commerce&password=",
        ),
        ("password=pass-1", "password=pass-2"),
        (r#""deadline":30005"#, r#""deadline":30006"#),
        (r#""wake_at": 30005"#, r#""wake_at": 30006"#),
        ("Bearer access-1", "Bearer access-2"),
    ] {
        assert!(text.contains(said), "{said} is in the recording");
        assert!(told(&text.replace(said, other)).is_err(), "{other} is foretold");
    }
}
