//! Descriptions named on the command line: a file's path, or `-` for what comes in on standard input.

use std::io::Read;
use std::path::Path;

use crate::failure::Failure;

/// Larger inputs are refused: the largest public descriptions are a twentieth of it.
const LARGEST: u64 = 256 * 1024 * 1024;

/// The bytes of `name`, which is a path or `-`.
pub(crate) fn read(name: &str) -> Result<Vec<u8>, Failure> {
    if name == "-" {
        return limited(std::io::stdin().lock(), "standard input");
    }
    if Path::new(name).is_dir() {
        return Err(Failure::new(format!("`{name}` is a folder")).help("name the description file in it"));
    }
    let file = std::fs::File::open(name).map_err(|error| unreadable(name, &error))?;
    limited(file, name)
}

fn limited(source: impl Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    source.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length <= LARGEST) {
        return Ok(bytes);
    }
    Err(Failure::new(format!("`{name}` is larger than {} MiB", LARGEST / 1024 / 1024)).help("name a description file"))
}

fn unreadable(name: &str, error: &std::io::Error) -> Failure {
    Failure::new(format!("`{name}` cannot be read: {error}")).help("check the path and its permissions")
}
