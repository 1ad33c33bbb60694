//! Core and its vectors as one program, which the copy builds in place of the tests' package; mock and its vectors as
//! another one, in place of the package that mock has for JavaScript.
//!
//! A patch changes core, and whatever links core is then compiled again: a library and a test file cost twice what one
//! crate does. The program replaces a package that is there, so that the workspace and its features stay what they are.
//! Access does not know the comparison, and takes a third of the time without it: it has a program of its own.

/// The file of the copy that becomes the root of [`Program::Whole`].
pub(super) const ROOT: &str = "core/src/lib.rs";
/// The file that only the copy has: the root of [`Program::Access`].
pub(super) const ACCESS_ROOT: &str = "core/src/access_vectors.rs";
/// The manifest of the package that makes way for both.
pub(super) const MANIFEST: &str = "tests/Cargo.toml";
/// The file that only the copy has: the root of [`Program::Mock`].
pub(super) const MOCK_ROOT: &str = "mock/src/mock_vectors.rs";
/// The manifest of the package that makes way for it: nothing uses it, and with core's vectors it would link core twice.
pub(super) const MOCK_MANIFEST: &str = "wasm/mock/Cargo.toml";

/// The modules of core that access does without.
const COMPARISON: [&str; 11] =
    ["compat", "diff", "openapi", "operation", "order", "release", "render", "report", "schema", "stages", "table"];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Program {
    /// Core, with all vectors.
    Whole,
    /// Core without the comparison, with the vectors of access.
    Access,
    /// Mock, with its vectors.
    Mock,
}

impl Program {
    /// The smallest one that runs this vector.
    pub(super) fn of(vector: &str) -> Self {
        match vector.split('/').next() {
            Some("access") => Self::Access,
            Some("mock") => Self::Mock,
            _ => Self::Whole,
        }
    }

    /// The program that has all vectors of the same sources.
    pub(super) fn whole(self) -> Self {
        match self {
            Self::Whole | Self::Access => Self::Whole,
            Self::Mock => Self::Mock,
        }
    }

    /// The folder of what it runs.
    pub(super) const fn sources(self) -> &'static str {
        match self {
            Self::Whole | Self::Access => "core/src",
            Self::Mock => "mock/src",
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Whole => "vectors",
            Self::Access => "access-vectors",
            Self::Mock => "mock-vectors",
        }
    }
}

/// What follows the text of core's root. The checks are those that every host makes of a vector.
const ACCESS: &str = r#"
extern crate self as waybill_core;
extern crate self as waybill_tests;

#[path = "../../tests/src/access_vector/mod.rs"]
pub mod access_vector;
#[path = "../../tests/tests/vectors/access/mod.rs"]
mod access_vectors;
"#;
const ACCESS_MAIN: &str = r"
fn main() {
    access_vectors::every_access_vector_gives_the_expected_actions();
}
";
const WHOLE_MAIN: &str = r#"
#[path = "../../tests/tests/vectors/compare/mod.rs"]
mod compare_vectors;

fn main() {
    access_vectors::every_access_vector_gives_the_expected_actions();
    compare_vectors::every_comparison_gives_the_expected_report();
}
"#;

/// What follows the text of mock's root.
const MOCK: &str = r#"
extern crate self as waybill_mock;

#[path = "../../tests/tests/vectors/mock/mod.rs"]
mod mock_vectors;

fn main() {
    mock_vectors::every_mock_vector_gives_the_expected_answers();
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
name = "vectors"
path = "../core/src/lib.rs"

[[bin]]
name = "access-vectors"
path = "../core/src/access_vectors.rs"
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

/// The root of the whole program: core's, and a main function.
pub(super) fn root(core: &str) -> String {
    format!("{core}{ACCESS}{WHOLE_MAIN}")
}

/// The root of access alone: core's without the modules of the comparison, and a main function.
pub(super) fn access_root(core: &str) -> String {
    let is_comparison = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        let named = line.strip_prefix("mod ").or_else(|| line.strip_prefix("use "));
        named.is_some_and(|named| COMPARISON.iter().any(|module| named.split([':', ';']).next() == Some(module)))
    };
    let mut left_out = false;
    let kept = core.split_inclusive('\n').filter(|line| {
        let begins = is_comparison(line);
        let drop = left_out || begins;
        left_out = drop && !line.trim_end().ends_with(';');
        !drop
    });
    kept.chain([ACCESS, ACCESS_MAIN]).collect()
}

/// The root of mock's program: mock's own, and a main function.
pub(super) fn mock_root(mock: &str) -> String {
    format!("{mock}{MOCK}")
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
    use super::{PACKAGE, access_root, manifest};

    #[test]
    fn access_does_without_the_modules_of_the_comparison() {
        let core = "pub mod access;\npub mod report;\nmod table;\npub mod time;\npub use report::{\n    A,\n    B,\n};\npub use time::T;\n";
        assert!(
            access_root(core).starts_with("pub mod access;\npub mod time;\npub use time::T;\n"),
            "{}",
            access_root(core)
        );
    }

    #[test]
    fn the_program_depends_on_what_core_does_and_not_on_what_its_tests_do() {
        let core = "[package]\nname = \"core\"\n\n[features]\nf = []\n\n[dependencies]\na = \"1\"\n\n[dev-dependencies]\nb = \"1\"\n";
        let manifest = manifest(PACKAGE, core);
        assert_eq!(manifest.strip_prefix(PACKAGE).unwrap(), "[features]\nf = []\n\n[dependencies]\na = \"1\"\n\n");
    }
}
