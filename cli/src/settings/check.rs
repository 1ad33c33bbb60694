//! Checks of a well-formed `waybill.toml`: conflicting sources, paths that lead out of the repository, duplicate names.

use std::path::Path;
use std::time::Duration;

use toml::Spanned;
use waybill_core::report::{DeprecationPeriods, Exclusions, Levels, Renames};

use super::wire::{Check, Deprecation, Entry, Exclude, File, MinDays, WrittenStrings};
use crate::exclusions::can_match_path;
use crate::failure::Failure;

use super::{
    BuildSettings, CheckSettings, ComparisonSettings, DescriptionSettings, Settings, Source, path_glob, place,
};

/// Default time limit of a build, in seconds.
const USUAL_TIMEOUT: u64 = 15 * 60;

/// Maximum time limit of a build: a day, in seconds.
const LONGEST_TIMEOUT: u64 = 24 * 60 * 60;

const PATH_HELP: &str = "use a path from the repository's root, with `/` between folders and without `..`";

/// A problem at a byte of the file, and what to do.
pub(super) struct Complaint {
    pub(super) at: usize,
    pub(super) message: String,
    pub(super) help: &'static str,
}

impl Complaint {
    /// Returns the error for a file with this text and name.
    pub(super) fn into_failure(self, text: &str, name: &str) -> Failure {
        Failure::new(self.message).at(place(name, text, self.at)).help(self.help)
    }
}

/// Converts the file into settings.
pub(super) fn check(file: File) -> Result<Settings, Complaint> {
    let File {
        description,
        build,
        output,
        descriptions,
        timeout,
        build_env,
        parallel,
        check,
        exclude,
        levels,
        renames,
        deprecation,
    } = file;
    let single = Written { description, build, output };
    let descriptions = match (descriptions, single.first_place()) {
        (None, _) => {
            vec![DescriptionSettings { name: None, folder: String::new(), source: single.source(0, "the file")? }]
        }
        (Some(_), Some(at)) => {
            let message = "a single description cannot be combined with `[[descriptions]]`".to_owned();
            return Err(Complaint { at, message, help: "move the single description into a `[[descriptions]]` table" });
        }
        (Some(list), None) => check_list(list)?,
    };
    let timeout = check_timeout(timeout)?;
    for name in &build_env {
        let unusable = |c: char| c == '=' || c.is_control();
        if name.get_ref().is_empty() || name.get_ref().contains(unusable) {
            let message =
                format!("`build_env` contains {:?}, which is not the name of an environment variable", name.get_ref());
            return Err(Complaint {
                at: name.span().start,
                message,
                help: "list only names, such as \"NPM_TOKEN\"; the values come from Waybill's environment",
            });
        }
    }
    let build_env = build_env.into_iter().map(Spanned::into_inner).collect();
    let check = check_gate(check)?;
    let comparison = check_comparison(exclude, &levels, &renames, &deprecation)?;
    Ok(Settings { descriptions, builds: BuildSettings { timeout, build_env, parallel }, check, comparison })
}

/// Checks the settings of comparisons.
pub(super) fn check_comparison(
    exclude: Exclude,
    levels: &WrittenStrings,
    renames: &WrittenStrings,
    deprecation: &Deprecation,
) -> Result<ComparisonSettings, Complaint> {
    let MinDays { draft, experimental, alpha, beta, stable } = deprecation.min_days;
    let periods = DeprecationPeriods { draft, experimental, alpha, beta, stable, date: None };
    Ok(ComparisonSettings {
        exclude: check_exclusions(exclude)?,
        levels: check_levels(levels)?,
        renames: check_renames(renames)?,
        periods,
    })
}

fn check_exclusions(Exclude { tags, paths, internal }: Exclude) -> Result<Exclusions, Complaint> {
    for tag in &tags {
        if tag.get_ref().is_empty() {
            let message = "`tags` contains an empty name".to_owned();
            return Err(Complaint { at: tag.span().start, message, help: "list tags by their names in operations" });
        }
    }
    for path in &paths {
        if !can_match_path(path.get_ref()) {
            let message =
                format!("`paths` contains {:?}, which matches no path: paths start with a slash", path.get_ref());
            let help = "use globs of path templates, such as \"/debug/**\"";
            return Err(Complaint { at: path.span().start, message, help });
        }
    }
    let texts = |list: Vec<Spanned<String>>| list.into_iter().map(Spanned::into_inner).collect();
    Ok(Exclusions { tags: texts(tags), paths: texts(paths), internal })
}

fn check_levels(levels: &WrittenStrings) -> Result<Levels, Complaint> {
    Levels::new(entries(levels)).map_err(|error| {
        let help = "the pages of rules have their ids, see `waybill explain RULE`";
        Complaint { at: place_of(levels, &error.key), message: error.message, help }
    })
}

fn check_renames(renames: &WrittenStrings) -> Result<Renames, Complaint> {
    Renames::new(entries(renames)).map_err(|error| {
        let help = "write the old operation or path, then the new one: `\"/labels\" = \"/stickers\"`";
        Complaint { at: place_of(renames, &error.key), message: error.message, help }
    })
}

fn entries(written: &WrittenStrings) -> impl Iterator<Item = (String, String)> + '_ {
    written.iter().map(|(key, value)| (key.get_ref().clone(), value.get_ref().clone()))
}

/// Returns the byte at which a key starts.
fn place_of(written: &WrittenStrings, key: &str) -> usize {
    written.get_key_value(key).map_or(0, |(key, _)| key.span().start)
}

fn check_gate(Check { paths, fail_on }: Check) -> Result<CheckSettings, Complaint> {
    let Some(paths) = paths else { return Ok(CheckSettings { paths: None, fail_on }) };
    let (at, paths) = (paths.span().start, paths.into_inner());
    if paths.is_empty() {
        let message = "`paths` is empty, so no change would ever be checked".to_owned();
        return Err(Complaint { at, message, help: "list globs such as \"src/**\", or remove `paths`" });
    }
    let mut checked = Vec::new();
    for path in paths {
        let (at, written) = (path.span().start, path.into_inner());
        let complaint = |message| Complaint { at, message, help: "use globs from the root, such as \"src/**\"" };
        if literal(&written).is_none_or(|path| path.is_empty()) {
            return Err(complaint(format!("`paths` contains {written:?}, which is not inside the repository")));
        }
        if let Err(error) = path_glob(&written) {
            return Err(complaint(format!(
                "`paths` contains {written:?}, which is not a valid glob: {}",
                error.kind()
            )));
        }
        checked.push(written);
    }
    Ok(CheckSettings { paths: Some(checked), fail_on })
}

fn check_timeout(timeout: Option<Spanned<toml::Value>>) -> Result<Duration, Complaint> {
    let Some(timeout) = timeout else { return Ok(Duration::from_secs(USUAL_TIMEOUT)) };
    let (at, written) = (timeout.span().start, timeout.into_inner());
    let Some(seconds) = written.as_integer() else {
        let message = "`timeout` is a number of seconds, such as 300".to_owned();
        return Err(Complaint { at, message, help: "write it without quotation marks and units: `timeout = 300`" });
    };
    match u64::try_from(seconds) {
        Ok(seconds) if (1..=LONGEST_TIMEOUT).contains(&seconds) => Ok(Duration::from_secs(seconds)),
        _ => {
            let message = format!("`timeout` is {seconds}, but it must be from 1 to {LONGEST_TIMEOUT} seconds");
            Err(Complaint { at, message, help: "set a number of seconds, such as `timeout = 900`" })
        }
    }
}

fn check_list(list: Spanned<Vec<Spanned<Entry>>>) -> Result<Vec<DescriptionSettings>, Complaint> {
    let (at, list) = (list.span().start, list.into_inner());
    if list.is_empty() {
        let message = "`descriptions` is empty".to_owned();
        return Err(Complaint { at, message, help: "add a `[[descriptions]]` table with `name` and `description`" });
    }
    let mut checked: Vec<DescriptionSettings> = Vec::new();
    for entry in list {
        let (at, Entry { name, folder, description, build, output }) = (entry.span().start, entry.into_inner());
        let (name_at, name) = (name.span().start, name.into_inner());
        let (folder_at, written) = match folder {
            Some(folder) => (folder.span().start, folder.into_inner()),
            None => (name_at, name.clone()),
        };
        let Some(folder) = literal_folder(&written) else {
            let message =
                format!("{written:?} is not a folder inside the repository, so changelogs cannot be written there");
            return Err(Complaint {
                at: folder_at,
                message,
                help: "give the description a `folder`, such as \"docs/orders\"",
            });
        };
        let source = Written { description, build, output }.source(at, &format!("the description {name:?}"))?;
        if name.is_empty() || name.contains(char::is_control) {
            let message = format!("{name:?} is not a valid name for a description");
            return Err(Complaint { at: name_at, message, help: "use a name in one line, such as \"Orders\"" });
        }
        for other in &checked {
            if other.name.as_ref() == Some(&name) {
                let message = format!("two descriptions are named {name:?}");
                return Err(Complaint { at: name_at, message, help: "give each a different name" });
            }
            if other.folder == folder {
                let message = format!(
                    "two descriptions have the folder {folder:?}, so their changelogs would have the same path"
                );
                return Err(Complaint { at: folder_at, message, help: "give each a different `folder`" });
            }
        }
        checked.push(DescriptionSettings { name: Some(name), folder, source });
    }
    Ok(checked)
}

/// The source of a description, as it is written.
struct Written {
    description: Option<Spanned<String>>,
    build: Option<Spanned<String>>,
    output: Option<Spanned<String>>,
}

impl Written {
    fn first_place(&self) -> Option<usize> {
        let Written { description, build, output } = self;
        [description, build, output].into_iter().flatten().map(|value| value.span().start).min()
    }

    /// Returns the source. Messages use `owner` as the name of the table.
    fn source(self, at: usize, owner: &str) -> Result<Source, Complaint> {
        match (self.description, self.build, self.output) {
            (Some(path), None, None) => Ok(Source::Committed { path: literal_file("description", &path)? }),
            (None, Some(build), Some(output)) => {
                let command = build.get_ref().trim().to_owned();
                if command.is_empty() || command.contains('\0') {
                    let message = "`build` is not a command".to_owned();
                    let help = "set the shell command that writes the description, such as \"npm run openapi\"";
                    return Err(Complaint { at: build.span().start, message, help });
                }
                Ok(Source::Built { command, output: literal_file("output", &output)? })
            }
            (None, Some(build), None) => {
                let message = "`build` is set without `output`".to_owned();
                let help = "add the file that it writes, such as `output = \"dist/openapi.json\"`";
                Err(Complaint { at: build.span().start, message, help })
            }
            (None, None, Some(output)) => {
                let message = "`output` is set without `build`".to_owned();
                let help = "add the command that writes it as `build`, or name a committed file with `description`";
                Err(Complaint { at: output.span().start, message, help })
            }
            (Some(path), _, _) => {
                let message = "`description` cannot be combined with `build` or `output`".to_owned();
                let help = "keep `description` for a committed file, or `build` and `output` for one that is built";
                Err(Complaint { at: path.span().start, message, help })
            }
            (None, None, None) => {
                let message = format!("{owner} has no source: there is no `description`");
                let help = "name a committed file, `description = \"openapi.json\"`, or a `build` and its `output`";
                Err(Complaint { at, message, help })
            }
        }
    }
}

fn literal_file(key: &str, path: &Spanned<String>) -> Result<String, Complaint> {
    let written = path.get_ref();
    literal(written).filter(|path| !path.is_empty()).ok_or_else(|| {
        let message = format!("`{key}` is not a path inside the repository: {written:?}");
        Complaint { at: path.span().start, message, help: PATH_HELP }
    })
}

/// Returns the path of a folder. `.` is the root; an empty string is rejected.
fn literal_folder(path: &str) -> Option<String> {
    literal(path).filter(|_| !path.is_empty())
}

/// Returns the path as git stores it (empty for the root), or `None` if it leads out of the repository.
fn literal(path: &str) -> Option<String> {
    let absolute = path.starts_with('/') || Path::new(path).is_absolute();
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let safe = !absolute && !parts.contains(&"..") && !path.contains(char::is_control);
    safe.then(|| parts.join("/"))
}
