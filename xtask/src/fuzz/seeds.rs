//! What fuzzing starts from: the descriptions and the answers of the shared vectors.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::repo::Repo;

/// Schemas, each with a value.
const SCHEMAS: [&str; 3] = [
    "{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"^[a-c]{2,5}$\"}}}\0{\"a\":\"ab\"}",
    "{\"oneOf\":[{\"type\":\"array\",\"items\":{\"multipleOf\":0.5},\"uniqueItems\":true},{\"$ref\":\"#/components/schemas/S\"}]}\0[1,2.5]",
    "{\"if\":{\"minProperties\":1},\"then\":{\"unevaluatedProperties\":false},\"format\":\"uri\"}\0\"https://a.example/\"",
];

/// Writes the seeds of every target that takes some: `text` and `pair`, and one folder for each target of access.
pub(super) fn write(repo: &Repo, folder: &Path) -> Result<()> {
    for vector in files(&repo.path("tests/vectors/compare"))? {
        write_descriptions(&vector, folder)?;
    }
    for vector in files(&repo.path("tests/vectors/access"))? {
        let text = fs::read(&vector).with_context(|| format!("cannot read {}", vector.display()))?;
        let value: Value =
            serde_json::from_slice(&text).with_context(|| format!("{} is not JSON", vector.display()))?;
        write_answers(&name(&vector), &value, folder)?;
    }
    for (number, seed) in SCHEMAS.into_iter().enumerate() {
        write_seed(folder, "schema", &number.to_string(), seed.as_bytes())?;
    }
    Ok(())
}

/// The two descriptions of a vector, alone and as a pair with a zero byte between them.
fn write_descriptions(vector: &Path, folder: &Path) -> Result<()> {
    let mut sides = Vec::new();
    for side in ["old", "new"] {
        let of = files(vector)?.into_iter().find(|file| file.file_stem().is_some_and(|stem| stem == side));
        if let Some(file) = of.filter(|file| file.is_file()) {
            let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            write_seed(folder, "text", &format!("{}-{side}", name(vector)), &bytes)?;
            sides.push(bytes);
        }
    }
    write_seed(folder, "pair", &name(vector), &sides.join(&0))
}

/// The answers of a vector's servers, as the targets of access take them: each with the statuses they know.
fn write_answers(vector: &str, value: &Value, folder: &Path) -> Result<()> {
    let steps = value.get("steps").and_then(Value::as_array).into_iter().flatten();
    for (number, step) in steps.enumerate() {
        let seed = format!("{vector}-{number}");
        let input = step.get("input").unwrap_or(&Value::Null);
        if let Some(body) = input.pointer("/on_body/body").and_then(Value::as_str) {
            for status in 0..2_u8 {
                let parts: [&[u8]; 3] = [&[status], &[0], body.as_bytes()];
                write_seed(folder, "token_answer", &format!("{seed}-{status}"), &parts.concat())?;
            }
            let parts: [&[u8]; 3] = [&[0], b"Bearer error=\"invalid_token\"\0Bearer\x005\0", body.as_bytes()];
            write_seed(folder, "api_answer", &seed, &parts.concat())?;
        }
        let challenge = input.pointer("/on_head/headers").and_then(Value::as_array).into_iter().flatten();
        for value in challenge.filter_map(|line| line.get(1)?.as_str()) {
            let parts: [&[u8]; 3] = [&[0], value.as_bytes(), &[0, 0, 0]];
            write_seed(folder, "api_answer", &format!("{seed}-head"), &parts.concat())?;
        }
        for place in ["/restore/snapshot", "/on_store/locked/snapshot"] {
            if let Some(snapshot) = input.pointer(place).and_then(Value::as_str) {
                write_seed(folder, "snapshot", &seed, snapshot.as_bytes())?;
            }
        }
    }
    write_seed(folder, "jwt", "claims", br#"{"iss":"https://id.sandbox.example/realms/acme","exp":160,"iat":100}"#)
}

fn write_seed(folder: &Path, of: &str, name: &str, bytes: &[u8]) -> Result<()> {
    let folder = folder.join(of);
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    fs::write(folder.join(name), bytes).context("cannot write a seed")
}

fn name(vector: &Path) -> String {
    vector.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}
