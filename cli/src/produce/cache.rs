//! What builds wrote, by commit and configuration: a small tree per description, with the files it refers to.
//!
//! An entry appears whole, by one rename, or not at all; a failed build has none. To forget everything, delete
//! `.git/waybill/cache`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::git::{Commit, Repository};
use crate::settings::BuildSettings;

/// Another number where entries of before are not to be taken any more.
const FORMAT: &str = "1";

/// The entries of one purpose.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache of a repository; `kind` keeps purposes apart.
    pub(super) fn new(repository: &Repository, kind: &str) -> Cache {
        Cache { folder: repository.common_folder().join("waybill").join("cache").join(kind) }
    }

    /// The folder of a description, which exists once it was built.
    ///
    /// What the build gets from the environment is part of the key, as a digest alone: it may be secret.
    pub(super) fn entry(&self, commit: &Commit, command: &str, output: &str, settings: &BuildSettings) -> PathBuf {
        let mut digest = Sha256::new();
        let mut add = |part: &[u8]| {
            digest.update(part.len().to_le_bytes());
            digest.update(part);
        };
        for part in [FORMAT, &commit.id, command, output] {
            add(part.as_bytes());
        }
        for name in &settings.build_env {
            add(name.as_bytes());
            match std::env::var_os(name) {
                Some(value) => add(value.as_encoded_bytes()),
                None => add(b""),
            }
        }
        let bytes = digest.finalize();
        let key = bytes.iter().take(20).fold(String::new(), |mut key, byte| {
            // Writing into a String does not fail.
            let _ = write!(key, "{byte:02x}");
            key
        });
        self.folder.join(key)
    }

    /// Takes a folder that was written beside the cache as an entry. Where another run was faster, its entry stays.
    pub(super) fn keep(staged: &Path, entry: &Path) -> std::io::Result<()> {
        if let Some(folder) = entry.parent() {
            std::fs::create_dir_all(folder)?;
        }
        match std::fs::rename(staged, entry) {
            Err(error) if !entry.is_dir() => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }
}
