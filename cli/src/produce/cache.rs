//! A cache of build outputs, by commit and configuration. Each entry holds a description and the files it refers to.
//!
//! An entry is added as a whole, by one rename. Failed builds have none. To clear the cache, delete `.git/waybill/cache`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::git::{Commit, Repository};
use crate::settings::BuildSettings;

/// Version of the entries. A new number invalidates existing ones.
const FORMAT: &str = "1";

/// The entries for one purpose.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// Returns the cache of a repository. `kind` separates purposes.
    pub(super) fn new(repository: &Repository, kind: &str) -> Cache {
        Cache { folder: repository.common_folder().join("waybill").join("cache").join(kind) }
    }

    /// Returns the folder of a description, which exists once it was built.
    ///
    /// The environment of the build is part of the key. Only its digest is used, because it may be secret.
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

    /// Moves a folder into the cache as an entry. If another run was faster, its entry is kept.
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
