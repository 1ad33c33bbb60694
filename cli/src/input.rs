//! Descriptions given on the command line: a path, an address, or `-` for standard input.

use std::io::Read;
use std::path::Path;

use waybill_core::error::code;
use waybill_core::report::SuppliedFile;
use waybill_core::{CompareError, CompareOptions};

use crate::failure::Failure;
use crate::limits::LARGEST_FILE;
use crate::web::{self, Web};

/// Reads `name`, which is a path, an address or `-`. Returns the bytes and the name for messages and reports, which is the
/// address after all redirects.
pub(crate) fn read(name: &str, web: &Web) -> Result<(Vec<u8>, String), Failure> {
    if name == "-" {
        let named = "standard input".to_owned();
        return Ok((limited(std::io::stdin().lock(), &named)?, named));
    }
    if web::is_address(name) {
        let SuppliedFile { bytes, found_at: at } = web.description(name)?;
        return Ok((bytes, web::shown(at.as_deref().unwrap_or(name))));
    }
    if Path::new(name).is_dir() {
        return Err(Failure::new(format!("`{name}` is a folder")).help("pass the description file in it"));
    }
    let file = std::fs::File::open(name).map_err(|error| unreadable(name, &error))?;
    Ok((limited(file, name)?, name.to_owned()))
}

fn limited(source: impl Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    source.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length <= LARGEST_FILE) {
        return Ok(bytes);
    }
    Err(Failure::new(format!("`{name}` is larger than {} MiB", LARGEST_FILE / 1024 / 1024))
        .help("check that this is a description file"))
}

fn unreadable(name: &str, error: &std::io::Error) -> Failure {
    Failure::new(format!("`{name}` cannot be read: {error}")).help("check the path and its permissions")
}

/// Converts the error of a comparison. Adds both names if the message contains neither.
pub(crate) fn not_compared(error: &CompareError, options: &CompareOptions) -> Failure {
    let CompareError { code: refusal, message } = error;
    let CompareOptions { previous_name, current_name, .. } = options;
    let named = [previous_name, current_name].iter().any(|name| message.contains(name.as_str()));
    let helps = [
        (code::DESCRIPTION_ENCODING, "save the description as UTF-8"),
        (code::DESCRIPTION_LIMIT, "check that this is the description; larger files are not read"),
        (code::DESCRIPTION_ROOT, "pass an OpenAPI description, which is one JSON or YAML object"),
        (code::DESCRIPTION_VERSION, "pass a description of a supported version, or convert this one"),
    ];
    let help = helps.into_iter().find(|(code, _)| code == refusal).map(|(_, help)| help);
    let help = help.unwrap_or("fix the description at that location, and check that the file is complete");
    let failure = Failure::new(message.clone()).note(format!("code: {refusal}")).help(help);
    if named { failure } else { failure.note(format!("while comparing `{previous_name}` with `{current_name}`")) }
}
