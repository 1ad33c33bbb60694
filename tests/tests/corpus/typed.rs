//! Every description at hand in the types of `openapiv3`: nothing panics, and what is held is what both readers count,
//! but for what is listed as left out.

use std::path::Path;

use waybill_core::openapi::{Limits, Loader, SpecVersion, Stats, Typed, Unsupported};

use super::oracle::{Count, committed};

/// The operations that were left out, as the pointers of the list name them.
fn operations_left_out(not_held: &[Unsupported]) -> usize {
    const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
    let is_operation = |part: &&Unsupported| {
        let steps: Vec<&str> = part.pointer.split('/').collect();
        let is_method = match steps.as_slice() {
            ["", "paths", _, method] => METHODS.contains(method),
            steps => matches!(steps, ["", "paths", _, "additionalOperations", _]),
        };
        !part.kept && is_method
    };
    not_held.iter().filter(is_operation).count()
}

/// Checks one file; how many of its parts were left out, and the version it is of.
fn check(file: &Path) -> (SpecVersion, usize) {
    let description = Loader::new("d", std::fs::read(file).unwrap(), &Limits::default()).unwrap().finish();
    let Typed { openapi, unsupported: not_held } = description.typed();
    let census = description.stats();
    // A path that refers to its item, and one that is left out for having members beside that.
    let is_path =
        |part: &&Unsupported| matches!(part.pointer.split('/').collect::<Vec<_>>().as_slice(), ["", "paths", _]);
    let elsewhere = openapi.paths.paths.values().filter(|item| item.as_item().is_none()).count()
        + not_held.iter().filter(is_path).count();
    if elsewhere == 0 {
        let all = openapi.operations().count() + operations_left_out(&not_held);
        assert_eq!(all, census.operations, "{}: {not_held:?}", file.display());
    }
    let left_out = not_held.iter().filter(|part| !part.kept).count();
    let mut count = Count::default();
    count.document(&openapi);
    if elsewhere + left_out == 0 && description.spec_version() == SpecVersion::V3_0 {
        assert_eq!(count.0, census, "{}", file.display());
    }
    let Stats { parameters, schemas, .. } = count.0;
    assert!(parameters <= census.parameters && schemas <= census.schemas, "{}", file.display());
    (description.spec_version(), left_out)
}

#[test]
fn every_description_is_held_as_far_as_the_types_go() {
    let mut older = Vec::new();
    for file in committed().into_iter().chain(super::published()) {
        let (version, left_out) = check(&file);
        if version == SpecVersion::V3_0 {
            older.push(left_out);
        }
    }
    let whole = older.iter().filter(|left_out| **left_out == 0).count();
    println!("{whole} of {} descriptions of 3.0 are held whole", older.len());
    // The types are of this version, so that most of its descriptions fit.
    assert!(whole * 2 > older.len(), "{whole} of {}", older.len());
}
