//! Core and its vectors as one program, which the copy builds in place of the tests' package.
//!
//! A patch changes core, and whatever links core is then compiled again: a library and a test file cost twice what one
//! crate does. The program replaces a package that is there, so that the workspace and its features stay what they are.

/// The file of the copy that becomes the program's root.
pub(super) const ROOT: &str = "core/src/lib.rs";
/// The manifest of the package that makes way for it.
pub(super) const MANIFEST: &str = "tests/Cargo.toml";
/// What the program is called.
pub(super) const NAME: &str = "vectors";

/// What follows the text of core's root. The checks are those that every host makes of a vector.
const MAIN: &str = r#"
extern crate self as waybill_core;
extern crate self as waybill_tests;

#[path = "../../tests/src/access_vector/mod.rs"]
pub mod access_vector;
#[path = "../../tests/tests/vectors/access/mod.rs"]
mod access_vectors;
#[path = "../../tests/tests/vectors/compare/mod.rs"]
mod compare_vectors;

fn main() {
    access_vectors::every_access_vector_gives_the_expected_actions();
    compare_vectors::every_comparison_gives_the_expected_report();
}
"#;

/// What comes before core's dependencies. Its own tests warn of what is wrong with core.
const PACKAGE: &str = r#"
[package]
name = "waybill-tests"
version.workspace = true
edition.workspace = true
publish.workspace = true
autolib = false
autobins = false
autotests = false

[lints.rust]
warnings = "allow"

[[bin]]
name = "vectors"
path = "../core/src/lib.rs"
"#;

/// The program's root: core's, and a main function.
pub(super) fn root(core: &str) -> String {
    format!("{core}{MAIN}")
}

/// The program's manifest: what core depends on, and all that it may.
pub(super) fn manifest(core: &str) -> String {
    let mut kept = false;
    let of_core = core.split_inclusive('\n').filter(|line| {
        if line.starts_with('[') {
            kept = matches!(line.trim_end(), "[features]" | "[dependencies]");
        }
        kept
    });
    std::iter::once(PACKAGE).chain(of_core).collect()
}

#[cfg(test)]
mod tests {
    use super::manifest;

    #[test]
    fn the_program_depends_on_what_core_does_and_not_on_what_its_tests_do() {
        let core = "[package]\nname = \"core\"\n\n[features]\nf = []\n\n[dependencies]\na = \"1\"\n\n[dev-dependencies]\nb = \"1\"\n";
        let (_, kept) = manifest(core).split_once("lib.rs\"\n").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        assert_eq!(kept, "[features]\nf = []\n\n[dependencies]\na = \"1\"\n\n");
    }
}
