//! Descriptions named on the command line: a file's path, its address, or `-` for what comes in on standard input.

use std::io::Read;
use std::path::Path;

use waybill_core::error::code;
use waybill_core::report::SuppliedFile;
use waybill_core::{CompareError, CompareOptions};

use crate::failure::Failure;
use crate::limits::LARGEST_FILE;
use crate::web::{self, Web};

/// The bytes of `name`, which is a path, an address or `-`, and how messages and reports name it: by the address it was
/// found at, and not by one that leads there.
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
        return Err(Failure::new(format!("`{name}` is a folder")).help("name the description file in it"));
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
        .help("name a description file"))
}

fn unreadable(name: &str, error: &std::io::Error) -> Failure {
    Failure::new(format!("`{name}` cannot be read: {error}")).help("check the path and its permissions")
}

/// A comparison's refusal, with the two names where it does not say which description it means.
pub(crate) fn not_compared(error: &CompareError, options: &CompareOptions) -> Failure {
    let CompareError { code: refusal, message } = error;
    let CompareOptions { previous_name, current_name, exclude: _ } = options;
    let named = [previous_name, current_name].iter().any(|name| message.contains(name.as_str()));
    let helps = [
        (code::DESCRIPTION_ENCODING, "save the description as UTF-8"),
        (code::DESCRIPTION_LIMIT, "see whether the file is the description; such a large one is not read"),
        (code::DESCRIPTION_ROOT, "name an OpenAPI description, which is one JSON or YAML object"),
        (code::DESCRIPTION_VERSION, "name a description of a version that is read, or convert this one"),
    ];
    let help = helps.into_iter().find(|(code, _)| code == refusal).map(|(_, help)| help);
    let help = help.unwrap_or("fix the description there, and see that the file is whole");
    let failure = Failure::new(message.clone()).note(format!("code: {refusal}")).help(help);
    if named { failure } else { failure.note(format!("while comparing `{previous_name}` with `{current_name}`")) }
}
