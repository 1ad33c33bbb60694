//! What a well-formed `waybill.toml` still may not say: two sources at once, paths that lead out, two of one name.

use std::path::Path;
use std::time::Duration;

use toml::Spanned;
use waybill_core::report::Exclusions;

use super::wire::{Check, Entry, Exclude, File};
use crate::exclusions::can_match_path;

use super::{BuildSettings, CheckSettings, DescriptionSettings, Settings, Source, path_glob};

/// How long a build may take where nothing is said.
const USUAL_TIMEOUT: u64 = 15 * 60;

/// The longest time-out: a day.
const LONGEST_TIMEOUT: u64 = 24 * 60 * 60;

const PATH_HELP: &str = "give the path from the repository's root, with `/` between folders and without `..`";

/// What is wrong, at a byte of the file, and what to do.
pub(super) struct Complaint {
    pub(super) at: usize,
    pub(super) message: String,
    pub(super) help: &'static str,
}

/// The settings that the file gives.
pub(super) fn check(file: File) -> Result<Settings, Complaint> {
    let File { description, build, output, descriptions, timeout, build_env, parallel, check, exclude } = file;
    let single = Written { description, build, output };
    let descriptions = match (descriptions, single.first_place()) {
        (None, _) => {
            vec![DescriptionSettings { name: None, folder: String::new(), source: single.source(0, "the file")? }]
        }
        (Some(_), Some(at)) => {
            let message = "it names one description and a list `descriptions`".to_owned();
            return Err(Complaint { at, message, help: "give the one a `[[descriptions]]` table of its own" });
        }
        (Some(list), None) => check_list(list)?,
    };
    let timeout = check_timeout(timeout)?;
    for name in &build_env {
        let unusable = |c: char| c == '=' || c.is_control();
        if name.get_ref().is_empty() || name.get_ref().contains(unusable) {
            let message = format!("`build_env` holds {:?}, which names no environment variable", name.get_ref());
            return Err(Complaint {
                at: name.span().start,
                message,
                help: "list names alone, such as \"NPM_TOKEN\"; the values are those that Waybill is run with",
            });
        }
    }
    let build_env = build_env.into_iter().map(Spanned::into_inner).collect();
    let check = check_gate(check)?;
    let exclude = check_exclusions(exclude)?;
    Ok(Settings { descriptions, builds: BuildSettings { timeout, build_env, parallel }, check, exclude })
}

fn check_exclusions(Exclude { tags, paths, internal }: Exclude) -> Result<Exclusions, Complaint> {
    for tag in &tags {
        if tag.get_ref().is_empty() {
            let message = "`tags` holds a tag without a name".to_owned();
            return Err(Complaint { at: tag.span().start, message, help: "list tags as operations name them" });
        }
    }
    for path in &paths {
        if !can_match_path(path.get_ref()) {
            let message =
                format!("`paths` holds {:?}, which matches no path: each begins with a slash", path.get_ref());
            let help = "give globs of path templates, such as \"/debug/**\"";
            return Err(Complaint { at: path.span().start, message, help });
        }
    }
    let texts = |list: Vec<Spanned<String>>| list.into_iter().map(Spanned::into_inner).collect();
    Ok(Exclusions { tags: texts(tags), paths: texts(paths), internal })
}

fn check_gate(Check { paths, fail_on }: Check) -> Result<CheckSettings, Complaint> {
    let Some(paths) = paths else { return Ok(CheckSettings { paths: None, fail_on }) };
    let (at, paths) = (paths.span().start, paths.into_inner());
    if paths.is_empty() {
        let message = "`paths` is empty, and no change would ever be checked".to_owned();
        return Err(Complaint { at, message, help: "list globs such as \"src/**\", or leave `paths` out" });
    }
    let mut checked = Vec::new();
    for path in paths {
        let (at, written) = (path.span().start, path.into_inner());
        let complaint = |message| Complaint { at, message, help: "give globs from the root, such as \"src/**\"" };
        if literal(&written).is_none_or(|path| path.is_empty()) {
            return Err(complaint(format!("`paths` holds {written:?}, which is in no folder of the repository")));
        }
        if let Err(error) = path_glob(&written) {
            return Err(complaint(format!("`paths` holds {written:?}, which is no glob: {}", error.kind())));
        }
        checked.push(written);
    }
    Ok(CheckSettings { paths: Some(checked), fail_on })
}

fn check_timeout(timeout: Option<Spanned<u64>>) -> Result<Duration, Complaint> {
    let Some(timeout) = timeout else { return Ok(Duration::from_secs(USUAL_TIMEOUT)) };
    let (at, seconds) = (timeout.span().start, timeout.into_inner());
    if (1..=LONGEST_TIMEOUT).contains(&seconds) {
        return Ok(Duration::from_secs(seconds));
    }
    let message = format!("`timeout` is {seconds}, and a build may take 1 to {LONGEST_TIMEOUT} seconds");
    Err(Complaint { at, message, help: "give seconds, such as `timeout = 900`" })
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
                format!("{written:?} is no folder inside the repository, and its changelogs are written there");
            return Err(Complaint {
                at: folder_at,
                message,
                help: "give the description a `folder`, such as \"docs/orders\"",
            });
        };
        let source = Written { description, build, output }.source(at, &format!("the description {name:?}"))?;
        if name.is_empty() || name.contains(char::is_control) {
            let message = format!("a description is called {name:?}");
            return Err(Complaint { at: name_at, message, help: "give it a name in one line, such as \"Orders\"" });
        }
        for other in &checked {
            if other.name.as_ref() == Some(&name) {
                let message = format!("two descriptions are called {name:?}");
                return Err(Complaint { at: name_at, message, help: "give each a name of its own" });
            }
            if other.folder == folder {
                let message = format!("two descriptions have the folder {folder:?}, and changelogs of one name in it");
                return Err(Complaint { at: folder_at, message, help: "give each a `folder` of its own" });
            }
        }
        checked.push(DescriptionSettings { name: Some(name), folder, source });
    }
    Ok(checked)
}

/// Where a description comes from, as it is written.
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

    /// The one source; `owner` is what messages call that which has none.
    fn source(self, at: usize, owner: &str) -> Result<Source, Complaint> {
        match (self.description, self.build, self.output) {
            (Some(path), None, None) => Ok(Source::Committed { path: literal_file("description", &path)? }),
            (None, Some(build), Some(output)) => {
                let command = build.get_ref().trim().to_owned();
                if command.is_empty() || command.contains('\0') {
                    let message = "`build` is no command".to_owned();
                    let help = "give the shell's command that writes the description, such as \"npm run openapi\"";
                    return Err(Complaint { at: build.span().start, message, help });
                }
                Ok(Source::Built { command, output: literal_file("output", &output)? })
            }
            (None, Some(build), None) => {
                let message = "`build` stands without `output`".to_owned();
                let help = "say which file it writes, such as `output = \"dist/openapi.json\"`";
                Err(Complaint { at: build.span().start, message, help })
            }
            (None, None, Some(output)) => {
                let message = "`output` stands without `build`".to_owned();
                let help = "add the command that writes it as `build`, or name a committed file by `description`";
                Err(Complaint { at: output.span().start, message, help })
            }
            (Some(path), _, _) => {
                let message = "`description` stands beside `build` or `output`".to_owned();
                let help = "keep `description` for a committed file, or `build` and `output` for one that is built";
                Err(Complaint { at: path.span().start, message, help })
            }
            (None, None, None) => {
                let message = format!("{owner} does not say where the description is: there is no `description`");
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

/// A folder; `.` is the root itself, and an empty text is nothing.
fn literal_folder(path: &str) -> Option<String> {
    literal(path).filter(|_| !path.is_empty())
}

/// The path as git stores it, empty for the root; none where it leads out of the repository.
fn literal(path: &str) -> Option<String> {
    let absolute = path.starts_with('/') || Path::new(path).is_absolute();
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let safe = !absolute && !parts.contains(&"..") && !path.contains(char::is_control);
    safe.then(|| parts.join("/"))
}
