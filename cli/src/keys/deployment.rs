//! The credentials of a deployment: from a file, environment variables, or systemd.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use waybill_core::key_check::{Deployment, FileAttributes, FileReaders, FindingLevel, KeyFinding, SECRET_VARIABLES};

use super::Found;
use crate::failure::Failure;

/// Maximum size of a credentials file, in bytes.
const LARGEST_FILE: u64 = 1024 * 1024;

/// Reads the deployment. Also returns problems with the way it is stored.
pub(super) fn read(file: Option<&Path>) -> Result<(Deployment, Vec<Found>), Failure> {
    let mut found = Vec::new();
    let named = variable("WAYBILL_CREDENTIALS_FILE")?.map(PathBuf::from);
    let deployment = match file.map(Path::to_owned).or(named) {
        Some(path) => {
            let bytes = read_file(&path, &mut found)?;
            Deployment::read(&bytes).map_err(|error| {
                Failure::new(error.message).at(path.display().to_string()).help(error.remedy.into_owned())
            })?
        }
        None => from_variables(&mut found)?,
    };
    Ok((deployment, found))
}

fn from_variables(found: &mut Vec<Found>) -> Result<Deployment, Failure> {
    let mut values = BTreeMap::new();
    for name in Deployment::variables() {
        let value = match variable(name)? {
            None if SECRET_VARIABLES.contains(&name) => read_systemd_credential(name, found)?,
            value => value,
        };
        values.extend(value.map(|value| (name, value)));
    }
    Deployment::from_variables(|name| values.get(name).cloned()).map_err(|error| {
        let failure = Failure::new(format!("no deployment is configured: {}", error.message));
        failure.help("set it to development, staging, sandbox or production, or name a file with --file")
    })
}

/// Returns a variable that is set and not empty.
fn variable(name: &str) -> Result<Option<String>, Failure> {
    match std::env::var(name) {
        Ok(value) => Ok(Some(value).filter(|value| !value.is_empty())),
        Err(std::env::VarError::NotPresent) => Ok(None),
        Err(std::env::VarError::NotUnicode(_)) => {
            Err(Failure::new(format!("{name} is not valid UTF-8")).help("set it to UTF-8 text"))
        }
    }
}

/// Reads the secret for a variable from the file that systemd provides, if there is one.
fn read_systemd_credential(name: &str, found: &mut Vec<Found>) -> Result<Option<String>, Failure> {
    let Some(folder) = variable("CREDENTIALS_DIRECTORY")? else { return Ok(None) };
    let path = Path::new(&folder).join(name.to_ascii_lowercase());
    if !path.exists() {
        return Ok(None);
    }
    let bytes = read_file(&path, found)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::new("the file is not UTF-8 text").at(path.display().to_string()))?;
    // Editors and `echo` end the file with a line break, which is not part of the key.
    Ok(Some(text.strip_suffix('\n').unwrap_or(&text).to_owned()))
}

/// Reads a secret file. A file that other users may write is rejected, because its content cannot be trusted.
fn read_file(path: &Path, found: &mut Vec<Found>) -> Result<Vec<u8>, Failure> {
    let shown = path.display().to_string();
    let failed = |error: std::io::Error| Failure::new(format!("cannot be read: {error}")).at(shown.clone());
    // Checked before the file is opened and again afterwards, because it may be replaced in between.
    check(&std::fs::metadata(path).map_err(failed)?, &shown)?;
    let opened = File::open(path).map_err(failed)?;
    if check(&opened.metadata().map_err(failed)?, &shown)? == FileReaders::Others {
        let finding = KeyFinding {
            code: "key.file-readable",
            level: FindingLevel::Warning,
            message: "its group or all users of this machine may read it".to_owned(),
            remedy: Cow::Borrowed(
                "run `chmod go-r` on it, unless it is mounted into a container and only visible there",
            ),
        };
        found.push(Found { finding, place: Some(shown.clone()) });
    }
    let mut bytes = Vec::new();
    opened.take(LARGEST_FILE).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

fn check(about: &Metadata, shown: &str) -> Result<FileReaders, Failure> {
    let attributes = FileAttributes { is_file: about.is_file(), length: about.len(), mode: mode(about) };
    attributes.check().map_err(|error| Failure::new(error.message).at(shown.to_owned()).help(error.remedy.into_owned()))
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
fn mode(about: &Metadata) -> Option<u32> {
    Some(std::os::unix::fs::PermissionsExt::mode(&about.permissions()))
}

#[cfg(not(unix))]
fn mode(_about: &Metadata) -> Option<u32> {
    None
}
