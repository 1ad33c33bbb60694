//! The files that a description refers to: from its folder, from a commit's tree, or from the network if the command line
//! allows it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use waybill_core::openapi::WantedFile;
use waybill_core::render::terminal::{NamedText, Text};
use waybill_core::report::SuppliedFile;

use crate::failure::Failure;
use crate::git::{Commit, Repository};
use crate::limits::LARGEST_FILE;
use crate::tree::Tree;
use crate::web::{self, Web};

/// Source of the files that a description refers to.
#[derive(Debug)]
pub(crate) enum Files<'r> {
    /// On disk. References may also lead to the network.
    Folder(Folder, &'r Web),
    /// The network, like the description itself. No local file is read.
    Address(&'r Web),
    /// In the tree of a commit.
    Commit(CommitFiles<'r>),
    /// The cached output of a build.
    Built(Folder),
}

/// A commit's tree, which is listed when its first file is requested.
#[derive(Debug)]
pub(crate) struct CommitFiles<'r> {
    repository: &'r Repository,
    commit: Commit,
    /// Folder of the description.
    folder: String,
    tree: RefCell<Option<Tree>>,
}

/// A folder on disk, and the outermost folder for its references.
#[derive(Debug)]
pub(crate) struct Folder {
    /// The folder of the root document, without symbolic links.
    beside: PathBuf,
    /// Outermost folder. Files outside it are not read.
    root: PathBuf,
    /// Name of that folder in messages.
    display_name: String,
    /// Advice in messages about files outside it.
    remedy: &'static str,
}

/// The files of a description that were read, with their names in the report.
#[derive(Debug)]
pub(crate) struct RecordedFiles<'r> {
    name: String,
    files: Files<'r>,
    texts: Vec<NamedText>,
}

impl<'r> RecordedFiles<'r> {
    /// Creates an empty record for the description `name`.
    pub(crate) fn new(name: &str, files: Files<'r>) -> RecordedFiles<'r> {
        RecordedFiles { name: name.to_owned(), files, texts: Vec::new() }
    }

    /// Reads a file. An error is the reason that the report shows.
    pub(crate) fn read(&mut self, wanted: &WantedFile) -> Result<SuppliedFile, String> {
        let supplied = self.files.read(wanted)?;
        self.texts.push((wanted.name_beside(&self.name), supplied.bytes.clone()));
        Ok(supplied)
    }

    /// Returns the files that were read, with the text of the root document.
    pub(crate) fn text<'a>(&'a self, root: &'a [u8]) -> Text<'a> {
        Text { root, files: &self.texts }
    }
}

impl<'r> Files<'r> {
    /// Reads a file. An error is the reason that the report shows.
    pub(crate) fn read(&self, wanted: &WantedFile) -> Result<SuppliedFile, String> {
        let Some(path) = wanted.path() else {
            return match self {
                Files::Folder(_, web) | Files::Address(web) => web.reference(wanted.as_str()),
                // A release must not depend on the network, so that it can be compared at any time.
                Files::Commit(_) | Files::Built(_) => Err(web::nothing_is_fetched()),
            };
        };
        if path.contains(char::is_control) {
            return Err("its path contains control characters; correct the reference".to_owned());
        }
        match self {
            Files::Folder(folder, _) | Files::Built(folder) => folder.read(&path).map(SuppliedFile::from),
            Files::Address(_) => {
                Err("a description from the network cannot refer to local files; download both into one \
                                      folder"
                    .to_owned())
            }
            Files::Commit(committed) => committed.read(&path).map(SuppliedFile::from),
        }
    }

    /// Returns the files of the description `name`, on disk limited to `root`.
    pub(crate) fn new(name: &str, root: Option<&Path>, web: &'r Web) -> Result<Files<'r>, Failure> {
        if web::is_address(name) {
            return Ok(Files::Address(web));
        }
        Ok(Files::Folder(Folder::open(name, root)?, web))
    }
}

impl Folder {
    /// Returns the files below `root` that the description at `path` may refer to.
    pub(crate) fn below(root: &Path, path: &str) -> Result<Folder, Failure> {
        let joined = root.join(path);
        let beside = real(joined.parent().unwrap_or(root))?;
        Ok(Folder {
            beside,
            root: real(root)?,
            display_name: "the build output".to_owned(),
            remedy: "let the build write a single file",
        })
    }

    /// Returns a path, as [`Folder::read`] takes it, relative to the outermost folder.
    pub(crate) fn seen_from_root(&self, path: &str) -> Option<PathBuf> {
        let joined = lexical(&self.beside.join(path));
        joined.strip_prefix(&self.root).ok().map(Path::to_owned)
    }

    /// Opens the folder of the description `name` (a path, or `-`), limited to `root` or else to that folder.
    fn open(name: &str, root: Option<&Path>) -> Result<Folder, Failure> {
        let parent = if name == "-" { None } else { Path::new(name).parent() };
        let beside = parent.filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let beside = real(beside)?;
        let named = root.map_or_else(|| "the description's folder".to_owned(), |root| format!("`{}`", root.display()));
        let root = root.map_or_else(|| Ok(beside.clone()), real)?;
        if !beside.starts_with(&root) {
            let failure = Failure::new(format!("`{name}` is not in {named}"));
            return Err(failure.help("set --root to a folder that contains the description and all its files"));
        }
        Ok(Folder { beside, root, display_name: named, remedy: "allow it with `--root DIR`" })
    }

    /// Reads the file at `path`, relative to the folder of the root document.
    pub(crate) fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let outside =
            |how: &str| format!("it {how} {}, and files outside are not read; {}", self.display_name, self.remedy);
        let joined = lexical(&self.beside.join(path));
        if !joined.starts_with(&self.root) {
            return Err(outside("is not in"));
        }
        let found = joined.canonicalize().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => absent(path),
            _ => format!("`{path}` cannot be read: {error}"),
        })?;
        if !found.starts_with(&self.root) {
            return Err(outside("is a symbolic link that leads out of"));
        }
        if !found.is_file() {
            return Err(format!("`{path}` is not a file; correct the reference"));
        }
        let (mut bytes, failed) = (Vec::new(), |error| format!("`{path}` cannot be read: {error}"));
        let file = std::fs::File::open(&found).map_err(failed)?;
        file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(failed)?;
        if u64::try_from(bytes.len()).is_ok_and(|length| length <= LARGEST_FILE) {
            return Ok(bytes);
        }
        Err(format!("`{path}` is larger than {} MiB; correct the reference", LARGEST_FILE / 1024 / 1024))
    }
}

fn absent(path: &str) -> String {
    if path.contains('\\') {
        let slashed = path.replace('\\', "/");
        return format!("there is no file `{path}`; references use `/` between folders: write `{slashed}`");
    }
    format!("there is no file `{path}`; add it or correct the reference")
}

/// Resolves symbolic links, so that a path can be checked to be inside the folder.
fn real(folder: &Path) -> Result<PathBuf, Failure> {
    folder.canonicalize().map_err(|error| {
        Failure::new(format!("the folder `{}` cannot be read: {error}", folder.display()))
            .help("check the path and its permissions")
    })
}

/// Removes `.` and `..` without access to the disk, so that the result does not depend on existing files.
fn lexical(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => plain.push(component),
        }
    }
    plain
}

impl<'r> CommitFiles<'r> {
    /// Returns the files of the description at `path`, which is relative to the repository's root.
    pub(crate) fn new(repository: &'r Repository, commit: Commit, path: &str) -> CommitFiles<'r> {
        let folder = path.rfind('/').and_then(|at| path.get(..=at)).unwrap_or_default().to_owned();
        CommitFiles { repository, commit, folder, tree: RefCell::new(None) }
    }

    /// Reads a file of the commit's tree. Symbolic links are not followed, and the working tree is not used.
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let joined: Cow<'_, str> =
            if path.starts_with('/') { path.into() } else { format!("{}{path}", self.folder).into() };
        let mut plain: Vec<&str> = Vec::new();
        for part in joined.split('/') {
            match part {
                "" | "." => {}
                ".." if plain.pop().is_some() => {}
                ".." => {
                    return Err(
                        "it is outside the repository, and files outside are not read; move it into the repository"
                            .to_owned(),
                    );
                }
                part => plain.push(part),
            }
        }
        if path.starts_with('/') || plain.is_empty() {
            return Err("its path is not inside the repository; use a path relative to the referring file".to_owned());
        }
        let help = "commit it with the release or correct the reference";
        self.committed(&plain.join("/")).map_err(|failure| format!("{}; {help}", failure.into_message()))
    }

    fn committed(&self, path: &str) -> Result<Vec<u8>, Failure> {
        let mut tree = self.tree.borrow_mut();
        let tree = match &mut *tree {
            Some(tree) => tree,
            none => none.insert(Tree::of_commit(self.repository, &self.commit)?),
        };
        tree.read(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_normalized_lexically() {
        assert_eq!(lexical(Path::new("/a/b/../../c/./d")), Path::new("/c/d"));
        assert_eq!(lexical(Path::new("/a/../../..")), Path::new("/"));
    }
}
