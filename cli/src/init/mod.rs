//! `waybill init`: writes `waybill.toml` from what is found in the repository.

mod scripts;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::process::ExitCode;

use waybill_core::openapi::{Limits, Loader};

use crate::failure::Failure;
use crate::git::Repository;
use crate::notes::are_off;
use crate::screen::{self, Stream};
use crate::{schema, settings};

/// Folders that are skipped because their descriptions are third-party or examples.
const NOT_OURS: [&str; 9] =
    ["test", "tests", "__tests__", "fixtures", "testdata", "examples", "node_modules", "vendor", "third_party"];

/// Text below the options in `--help`.
const EXAMPLES: &str = "Examples:

  waybill init                          write waybill.toml
  waybill changelog 1.4.0 1.5.0         write the changelog of a release
  waybill check                         check a pull request";

/// Write waybill.toml from what is found in the repository.
///
/// Looks for OpenAPI descriptions in JSON or YAML that git does not ignore. Folders for tests, examples and third-party
/// code are skipped. Files named openapi.* or swagger.* are preferred over other descriptions. A single one becomes the
/// description. Several are listed, each with a name that is also the folder for its changelogs. Without any description, a
/// package.json script whose name contains openapi or swagger becomes the build.
///
/// Also writes waybill.schema.json. Editors that support taplo's comment `#:schema` use it to complete and check the file.
/// If you do not need it, delete the schema and that line.
///
/// Review the file before you commit it. An existing waybill.toml is not changed.
///
/// Exit status: 0 if it was written, 2 if there was nothing to write or the file exists.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {}

/// Writes the file to the root of the repository.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments {} = arguments;
    let repository = Repository::here()?;
    let path = repository.root().join(settings::NAME);
    if path.symlink_metadata().is_ok() {
        return Err(exists());
    }
    let files = repository.files()?;
    let candidates = || files.iter().map(String::as_str).filter(|path| is_ours(path));
    let mut descriptions: Vec<&str> =
        candidates().filter(|path| is_named_like_one(path) && is_description(repository.root(), path)).collect();
    if descriptions.is_empty() {
        descriptions = candidates().filter(|path| is_description(repository.root(), path)).collect();
    }
    let text = match descriptions.as_slice() {
        [] => scripts::settings(repository.root()).ok_or_else(|| {
            let failure =
                Failure::new("there is no OpenAPI description here, and no script in package.json that writes one");
            failure.help("write waybill.toml by hand; `waybill changelog --help` shows an example")
        })?,
        [only] => format!("description = {}\n", quoted(only)),
        several => list(several),
    };
    let text = format!("#:schema ./{}\n{text}", schema::NAME);
    if !write_new(&path, &text)? {
        return Err(exists());
    }
    write_new(&repository.root().join(schema::NAME), schema::SCHEMA)?;
    if are_off() {
        return Ok(ExitCode::SUCCESS);
    }
    let say = |line: &str| screen::print_line(Stream::Output, line);
    say(&format!("Wrote {}, and {} for editors:", settings::NAME, schema::NAME));
    say("");
    for line in text.lines() {
        say(&format!("  {line}"));
    }
    say("");
    say("Add waybill-check.json, which `waybill check` writes, to .gitignore.");
    say("Next: commit both files, then run `waybill changelog PREVIOUS CURRENT` with two release tags.");
    Ok(ExitCode::SUCCESS)
}

/// Writes a new file. Returns false if the file already exists, even if it appeared in the meantime.
fn write_new(path: &Path, text: &str) -> Result<bool, Failure> {
    let failed = |error: std::io::Error| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Failure::new(format!("{name} cannot be written: {error}"))
            .help("check the folder's permissions and the free space")
    };
    match File::create_new(path) {
        Ok(mut file) => file.write_all(text.as_bytes()).map(|()| true).map_err(failed),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(failed(error)),
    }
}

fn exists() -> Failure {
    Failure::new(format!("{} already exists and was not changed", settings::NAME))
        .help("edit it, or move it away and run the command again")
}

/// True if a file is JSON or YAML and is in none of the skipped folders.
fn is_ours(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    matches!(ending.as_deref(), Some("json" | "yaml" | "yml"))
        && !folder.split('/').any(|part| NOT_OURS.contains(&part))
}

fn is_named_like_one(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    name.split(['.', '-', '_']).any(|word| matches!(word, "openapi" | "swagger"))
}

/// True if a file is a description. Files without the right words are not parsed. Symbolic links are skipped: releases
/// cannot be read through them, and they may lead to a device without an end.
fn is_description(root: &Path, path: &str) -> bool {
    let (path_here, limits) = (root.join(path), Limits::default());
    let is_readable = path_here
        .symlink_metadata()
        .is_ok_and(|found| found.is_file() && usize::try_from(found.len()).is_ok_and(|length| length <= limits.bytes));
    let bytes = if is_readable { std::fs::read(path_here).unwrap_or_default() } else { Vec::new() };
    let says = |word: &[u8]| bytes.windows(word.len()).any(|window| window == word);
    (says(b"openapi") || says(b"swagger")) && Loader::new(path, bytes, &limits).is_ok()
}

/// Lists several descriptions, each named after its folder, or after its file if the folder's name is taken.
fn list(paths: &[&str]) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut text = String::new();
    for path in paths {
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let parent = folder.rsplit('/').next().unwrap_or_default();
        let name =
            [parent, stem, path].into_iter().find(|name| !name.is_empty() && !names.iter().any(|other| other == name));
        let name = name.unwrap_or(path).to_owned();
        let separate = if text.is_empty() { "" } else { "\n" };
        // Writing into a String does not fail.
        let _ = writeln!(text, "{separate}[[descriptions]]\nname = {}\ndescription = {}", quoted(&name), quoted(path));
        names.push(name);
    }
    text
}

/// Formats a basic string of TOML 1.0, which has the escapes of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::parse;

    #[test]
    fn written_settings_are_read_back() {
        for paths in
            [&["api/openapi.json", "openapi.json"][..], &["a/openapi.json", "b/openapi.yaml", "b/swagger.json"]]
        {
            let settings = parse(&list(paths), "waybill.toml").unwrap();
            let sources: Vec<&str> = settings.descriptions.iter().map(|one| one.source.path()).collect();
            assert_eq!(sources, paths);
        }
        let odd = "a \"b\"\\é\u{7f}.json".replace('\u{7f}', "");
        let settings = parse(&format!("description = {}", quoted(&odd)), "waybill.toml").unwrap();
        assert_eq!(settings.descriptions[0].source.path(), odd);
    }
}
