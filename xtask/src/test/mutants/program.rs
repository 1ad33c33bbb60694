//! The programs that run vectors in a copy of the workspace. Core's replaces the package of the tests, and mock's replaces the
//! package that exports mock to JavaScript.
//!
//! After a mutant changes core or mock, everything that links them is compiled again. These programs are cheaper to compile than
//! a library and a test file. They replace existing packages, so that the workspace and its features stay the same.

use super::schemata::chooser;
use crate::build::CORE as CORE_CRATES;

/// Root of [`Program::Core`]. Only the copy has this file.
pub(super) const CORE_ROOT: &str = "tests/src/core_vectors.rs";
/// Manifest of the package that it replaces.
pub(super) const CORE_MANIFEST: &str = "tests/Cargo.toml";
/// Root of [`Program::Mock`]. Only the copy has this file.
pub(super) const MOCK_ROOT: &str = "mock/src/mock_vectors.rs";
/// Manifest of the package that it replaces, which no other package uses.
pub(super) const MOCK_MANIFEST: &str = "wasm/mock/Cargo.toml";
/// Returns a file's path in its crate, if [`Program::Core`] is built from that crate.
pub(super) fn in_core(file: &str) -> Option<&str> {
    let (name, path) = file.strip_prefix("core/")?.split_once('/')?;
    CORE_CRATES.contains(&name).then_some(path)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Program {
    /// Core with its vectors.
    Core,
    /// Mock with its vectors.
    Mock,
}

impl Program {
    /// Returns the program that runs this vector.
    pub(super) fn for_vector(vector: &str) -> Self {
        if vector.starts_with("mock/") { Self::Mock } else { Self::Core }
    }

    /// True if the file is a source of this program.
    pub(super) fn has_source(self, file: &str) -> bool {
        match self {
            Self::Core => in_core(file).is_some_and(|path| path.starts_with("src/")),
            Self::Mock => file.starts_with("mock/src/"),
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Core => "core-vectors",
            Self::Mock => "mock-vectors",
        }
    }
}

/// Root of core's program. It makes the checks that every host makes of a vector. It needs a large stack: descriptions nest
/// deeply, and functions with several bodies need several times the stack.
pub(super) const CORE: &str = r#"
extern crate self as waybill_tests;

pub mod access_vector;
#[path = "../tests/vectors/access/mod.rs"]
mod access_vectors;
#[path = "../tests/vectors/compare/mod.rs"]
mod compare_vectors;
#[path = "../tests/vectors/forward/mod.rs"]
mod forward_vectors;
#[path = "../tests/vectors/releases/mod.rs"]
mod release_vectors;
#[path = "../tests/vectors/rewrite.rs"]
mod rewrite_vectors;
#[path = "../tests/vectors/store.rs"]
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

/// Code after the text of mock's root.
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

/// Manifest of core's program, before the dependencies of the tests.
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
path = "src/core_vectors.rs"
"#;

/// Manifest of mock's program, before mock's dependencies. Its vectors use public paths of types.
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

[dependencies.waybill-core]
workspace = true

"#;

/// Returns the root of a crate of core with the code that chooses a mutant.
pub(super) fn crate_root(root: &str) -> String {
    [root, &chooser()].concat()
}

/// Returns the manifest of a crate of core without its lints, because changed code may not satisfy them.
pub(super) fn crate_manifest(manifest: &str) -> String {
    manifest.replace("[lints]\nworkspace = true\n", "[lints.rust]\nwarnings = \"allow\"\n")
}

/// Returns the root of mock's program: mock's own root and a main function.
pub(super) fn mock_root(mock: &str) -> String {
    [mock, &chooser(), MOCK].concat()
}

/// Returns the manifest of a program: `package`, and the dependencies and features of another manifest.
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
    fn program_has_no_dependencies_for_tests() {
        let core = "[package]\nname = \"core\"\n\n[features]\nf = []\n\n[dependencies]\na = \"1\"\n\n[dev-dependencies]\nb = \"1\"\n";
        let manifest = manifest(PACKAGE, core);
        assert_eq!(manifest.strip_prefix(PACKAGE).unwrap(), "[features]\nf = []\n\n[dependencies]\na = \"1\"\n\n");
    }
}
