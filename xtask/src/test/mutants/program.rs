//! Core and its vectors as one program, which the copy builds in place of the tests' package; mock and its vectors as
//! another one, in place of the package that mock has for JavaScript.
//!
//! A mutant changes core, and whatever links core is then compiled again: a library and a test file cost twice what one
//! crate does. The program replaces a package that is there, so that the workspace and its features stay what they are.

use super::schemata::chooser;

/// The file of the copy that becomes the root of [`Program::Core`].
pub(super) const ROOT: &str = "core/src/lib.rs";
/// The manifest of the package that makes way for it.
pub(super) const MANIFEST: &str = "tests/Cargo.toml";
/// The file that only the copy has: the root of [`Program::Mock`].
pub(super) const MOCK_ROOT: &str = "mock/src/mock_vectors.rs";
/// The manifest of the package that makes way for it: nothing uses it, and with core's vectors it would link core twice.
pub(super) const MOCK_MANIFEST: &str = "wasm/mock/Cargo.toml";

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Program {
    /// Core, with its vectors.
    Core,
    /// Mock, with its vectors.
    Mock,
}

impl Program {
    /// The one that runs this vector.
    pub(super) fn for_vector(vector: &str) -> Self {
        if vector.starts_with("mock/") { Self::Mock } else { Self::Core }
    }

    /// The folder of what it runs.
    pub(super) const fn sources(self) -> &'static str {
        match self {
            Self::Core => "core/src",
            Self::Mock => "mock/src",
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Core => "core-vectors",
            Self::Mock => "mock-vectors",
        }
    }
}

/// What follows the text of core's root. The checks are those that every host makes of a vector. Descriptions nest deep, and
/// with several bodies functions need several times the stack.
const CORE: &str = r#"
extern crate self as waybill_core;
extern crate self as waybill_tests;

#[path = "../../tests/src/access_vector/mod.rs"]
pub mod access_vector;
#[path = "../../tests/tests/vectors/access/mod.rs"]
mod access_vectors;
#[path = "../../tests/tests/vectors/compare/mod.rs"]
mod compare_vectors;
#[path = "../../tests/tests/vectors/forward/mod.rs"]
mod forward_vectors;
#[path = "../../tests/tests/vectors/releases/mod.rs"]
mod release_vectors;
#[path = "../../tests/tests/vectors/rewrite.rs"]
mod rewrite_vectors;
#[path = "../../tests/tests/vectors/store.rs"]
mod store_vectors;

fn main() {
    let vectors = std::thread::Builder::new().stack_size(256 << 20).spawn(|| {
        access_vectors::every_access_vector_gives_the_expected_actions();
        compare_vectors::every_comparison_gives_the_expected_report();
        forward_vectors::every_forward_vector_gives_the_expected_answers();
        release_vectors::every_release_vector_gives_the_expected_texts();
        rewrite_vectors::every_answer_of_a_model_gets_the_expected_verdicts();
        store_vectors::every_store_vector_seals_and_opens_as_it_says();
    });
    assert!(vectors.expect("a thread").join().is_ok(), "a vector fails");
}
"#;

/// What follows the text of mock's root.
const MOCK: &str = r#"
extern crate self as waybill_mock;

#[path = "../../tests/tests/vectors/mock/mod.rs"]
mod mock_vectors;

fn main() {
    let vectors = std::thread::Builder::new().stack_size(256 << 20).spawn(|| {
        mock_vectors::every_mock_vector_gives_the_expected_answers();
    });
    assert!(vectors.expect("a thread").join().is_ok(), "a vector fails");
}
"#;

/// What comes before core's dependencies. Its own tests warn of what is wrong with core.
pub(super) const PACKAGE: &str = r#"
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
name = "core-vectors"
path = "../core/src/lib.rs"
"#;

/// The same before mock's dependencies.
pub(super) const MOCK_PACKAGE: &str = r#"
[package]
name = "waybill-wasm-mock"
version.workspace = true
edition.workspace = true
publish.workspace = true
autolib = false
autotests = false

[lints.rust]
warnings = "allow"

[[bin]]
name = "mock-vectors"
path = "../../mock/src/mock_vectors.rs"

"#;

/// The root of core's program: core's own, and a main function.
pub(super) fn root(core: &str) -> String {
    [core, &chooser(), CORE].concat()
}

/// The root of mock's program: mock's own, and a main function.
pub(super) fn mock_root(mock: &str) -> String {
    [mock, &chooser(), MOCK].concat()
}

/// The manifest of a program: `package`, what core or mock depends on, and all features that it has.
pub(super) fn manifest(package: &str, depends: &str) -> String {
    let mut kept = false;
    let sections = depends.split_inclusive('\n').filter(|line| {
        if line.starts_with('[') {
            kept = matches!(line.trim_end(), "[features]" | "[dependencies]");
        }
        kept
    });
    std::iter::once(package).chain(sections).collect()
}

#[cfg(test)]
mod tests {
    use super::{PACKAGE, manifest};

    #[test]
    fn the_program_depends_on_what_core_does_and_not_on_what_its_tests_do() {
        let core = "[package]\nname = \"core\"\n\n[features]\nf = []\n\n[dependencies]\na = \"1\"\n\n[dev-dependencies]\nb = \"1\"\n";
        let manifest = manifest(PACKAGE, core);
        assert_eq!(manifest.strip_prefix(PACKAGE).unwrap(), "[features]\nf = []\n\n[dependencies]\na = \"1\"\n\n");
    }
}
