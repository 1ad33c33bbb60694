//! Published descriptions: every schema of their components has a sample that matches, but for those
//! that nothing matches or whose patterns are not followed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use waybill_core::openapi::{Limits, Loader};
use waybill_core::schema::{Direction, Instance, SampleOptions, Schema, Validator};

/// Files with schemas that have no sample, how many at most, and why.
const WITHOUT: [(&str, usize, &str); 7] = [
    ("directory-amazonaws.com-glue.json", 1, "patterns that look ahead"),
    ("directory-amazonaws.com-iot.json", 25, "patterns that look ahead"),
    ("directory-atlassian.com-jira.json", 7, "objects whose parts leave out each other's properties"),
    ("directory-bungie.net.json", 252, "integers that are listed as texts"),
    ("directory-codat.io-accounting.json", 1, "one property that is a text and an object"),
    ("directory-vercel.com.json", 2, "null that is to be one of other types"),
    ("examples-3.0-circular-request-bodies.json", 1, "objects that require themselves"),
];

/// The descriptions of the corpus, which `WAYBILL_CORPUS` names, in JSON and without most releases of GitHub's, which the
/// directory has as well; none where there is no corpus.
fn files() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("WAYBILL_CORPUS") else { return Vec::new() };
    let mut waiting = vec![Path::new(&folder).to_path_buf()];
    let mut files = Vec::new();
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            files.push(path);
        }
    }
    let is_taken = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.ends_with(".json") && !name.starts_with("github-")
    };
    files.retain(is_taken);
    files.sort();
    files
}

#[test]
fn every_published_schema_that_can_have_a_sample_has_one() {
    let files = files();
    let (mut count, mut without) = (0, BTreeMap::new());
    for file in &files {
        let bytes = std::fs::read(file).unwrap();
        let Ok(reading) = Loader::new(&file.to_string_lossy(), bytes, &Limits::default()) else { continue };
        let description = reading.finish();
        let mut validator = Validator::default();
        for (name, schema) in Schema::components(&description) {
            // One way and the other in turn: all of it takes minutes without optimisation.
            count += 1;
            let direction = if count % 2 == 0 { Direction::Request } else { Direction::Response };
            let options = SampleOptions { direction: Some(direction), ..SampleOptions::default() };
            let Ok(sample) = validator.sample(&description, schema, &options) else {
                *without.entry(file.file_name().unwrap().to_string_lossy().into_owned()).or_insert(0_usize) += 1;
                continue;
            };
            let instance = Instance::read("sample", sample.as_bytes()).unwrap();
            let outcome = validator.validate(&description, schema, &instance, Some(direction));
            assert!(outcome.is_valid(), "{} {name} {sample}", file.display());
        }
    }
    for (file, most, _) in WITHOUT.iter().filter(|_| !files.is_empty()) {
        let found = without.remove(*file).unwrap_or(0);
        assert!((1..=*most).contains(&found), "{file}: {found} without a sample, {most} are listed");
    }
    assert!(without.is_empty(), "without a sample and not listed: {without:?}");
    if !files.is_empty() {
        assert!(count > 10_000, "only {count} schemas were found");
    }
}
