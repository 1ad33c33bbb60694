//! Toolchains that steps need and that some machines cannot install. They are checked before anything is compiled.

use super::system::obstacle;
use super::{chromium, firefox, jvm, node, redis, swift, valgrind, wasm};
use crate::repo::Repo;

/// A toolchain or program that steps need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tool {
    Chromium,
    Firefox,
    Git,
    Java,
    Node,
    Python,
    Redis,
    Swift,
    Valgrind,
    WebAssembly,
}

impl Tool {
    /// Returns an error line with the command to run, if the tool is missing and cannot be installed from here.
    pub(crate) fn missing(self, repo: &Repo) -> Option<String> {
        let is_on_path = |program: &str| super::system::find_on_path(&[program]).is_some();
        match self {
            Self::Chromium => chromium::missing(),
            Self::Firefox => firefox::missing(),
            Self::Git => (!is_on_path("git")).then(|| obstacle("git", &["git"])).flatten(),
            Self::Java => jvm::missing(),
            Self::Node => node::missing(),
            Self::Python => {
                (!is_on_path("python3")).then(|| obstacle("Python with pip", &["python3", "python3-pip"])).flatten()
            }
            Self::Redis => redis::missing(),
            Self::Swift => swift::missing(repo),
            Self::Valgrind => valgrind::missing(),
            Self::WebAssembly => wasm::missing(),
        }
    }
}
