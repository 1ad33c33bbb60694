//! Where a deployment's credentials are: a file, environment variables, or what systemd passes on.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use waybill_core::key_check::{Deployment, FindingLevel, KeyFinding};
use waybill_core::{Credentials, Environment, EnvironmentKind, Login, Secret};

use super::Found;
use crate::failure::Failure;

/// A file of credentials is never larger.
const LARGEST_FILE: u64 = 1024 * 1024;

/// The deployment, and what is wrong with where it is kept.
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
    let Some(name) = variable("WAYBILL_ENVIRONMENT")? else {
        let help = "set WAYBILL_ENVIRONMENT and what `waybill keys check --help` names, or name a file with --file";
        return Err(Failure::new("no deployment is described: WAYBILL_ENVIRONMENT is not set").help(help));
    };
    let kind = match name.as_str() {
        "development" => EnvironmentKind::Development,
        "staging" => EnvironmentKind::Staging,
        "sandbox" => EnvironmentKind::Sandbox,
        "production" => EnvironmentKind::Production,
        _ => {
            let what = "WAYBILL_ENVIRONMENT is none of development, staging, sandbox and production";
            return Err(Failure::new(what).help("write one of the four, in lower case"));
        }
    };
    let mut environment = Environment::new(&name, kind);
    environment.base_url = variable("WAYBILL_BASE_URL")?;
    environment.proxy_url = variable("WAYBILL_PROXY_URL")?;
    environment.commerce_url = variable("WAYBILL_COMMERCE_URL")?;
    environment.auth_url = variable("WAYBILL_AUTH_URL")?;
    environment.mock_url = variable("WAYBILL_MOCK_URL")?;
    let api_key = secret("WAYBILL_API_KEY", found)?;
    let (realm, username) = (variable("WAYBILL_REALM")?, variable("WAYBILL_USERNAME")?);
    let (password, refresh_token) = (secret("WAYBILL_PASSWORD", found)?, secret("WAYBILL_REFRESH_TOKEN", found)?);
    let has_login = realm.is_some() || username.is_some() || password.is_some() || refresh_token.is_some();
    let login = has_login.then(|| Login {
        realm: realm.unwrap_or_default(),
        username: username.unwrap_or_default(),
        password,
        refresh_token,
    });
    let credentials = Credentials { environment: name.clone(), api_key, login };
    Ok(Deployment { environment: name, environments: vec![environment], credentials: vec![credentials] })
}

/// A variable that is set to something.
fn variable(name: &str) -> Result<Option<String>, Failure> {
    match std::env::var(name) {
        Ok(value) => Ok(Some(value).filter(|value| !value.is_empty())),
        Err(std::env::VarError::NotPresent) => Ok(None),
        Err(std::env::VarError::NotUnicode(_)) => {
            Err(Failure::new(format!("{name} holds something that is no text")).help("set it to text"))
        }
    }
}

/// A variable's secret, or that of the file which systemd made for it.
fn secret(name: &str, found: &mut Vec<Found>) -> Result<Option<Secret>, Failure> {
    if let Some(value) = variable(name)? {
        return Ok(Some(Secret::new(value)));
    }
    let Some(folder) = variable("CREDENTIALS_DIRECTORY")? else { return Ok(None) };
    let path = Path::new(&folder).join(name.to_ascii_lowercase());
    if !path.exists() {
        return Ok(None);
    }
    let bytes = read_file(&path, found)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::new("what the file holds is no text").at(path.display().to_string()))?;
    // Whoever writes such a file with an editor or `echo` ends it with a line break, which is no part of a key.
    Ok(Some(Secret::new(text.strip_suffix('\n').unwrap_or(&text).to_owned())))
}

/// A secret file's bytes. One that others may write is refused: what is in it may be anybody's.
fn read_file(path: &Path, found: &mut Vec<Found>) -> Result<Vec<u8>, Failure> {
    let shown = path.display().to_string();
    let failed = |error: std::io::Error| Failure::new(format!("cannot be read: {error}")).at(shown.clone());
    // Before it is opened: to open a named pipe is to wait for whoever writes it.
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(Failure::new("is no file").at(shown).help("name a file"));
    }
    let opened = File::open(path).map_err(failed)?;
    check_mode(&opened.metadata().map_err(failed)?, &shown, found)?;
    let mut bytes = Vec::new();
    opened.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(Failure::new("is larger than 1 MiB, which credentials never are")
            .at(shown)
            .help("name the right file"));
    }
    Ok(bytes)
}

#[cfg(unix)]
fn check_mode(about: &std::fs::Metadata, shown: &str, found: &mut Vec<Found>) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt as _;

    let mode = about.permissions().mode();
    if mode & 0o022 != 0 {
        let what = "its group or everybody may write it, and what is in it may be anybody's";
        return Err(Failure::new(what).at(shown.to_owned()).help("chmod go-w it"));
    }
    if mode & 0o044 != 0 {
        let finding = KeyFinding {
            code: "key.file-readable",
            level: FindingLevel::Warning,
            message: "its group or everybody on this machine may read it".to_owned(),
            remedy: Cow::Borrowed("chmod go-r it, unless it is a container's mount, which nobody else sees"),
        };
        found.push(Found { finding, place: Some(shown.to_owned()) });
    }
    Ok(())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "other systems have other permissions, which are not looked at")]
fn check_mode(_about: &std::fs::Metadata, _shown: &str, _found: &mut [Found]) -> Result<(), Failure> {
    Ok(())
}
