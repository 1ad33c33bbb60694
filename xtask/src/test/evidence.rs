//! The vectors that each host ran, from `<host>.json` files in `WAYBILL_EVIDENCE`, compared with those it has to run.
//!
//! Without this, a runner that reads an old folder or filters too much would always pass.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::repo::Repo;

/// Hosts of the driver scenarios that name no hosts.
const DRIVER_HOSTS: [&str; 3] = ["node", "kotlin", "swift"];

/// Names of vectors or scenarios by host.
type ByHost = BTreeMap<String, BTreeSet<String>>;

/// The vectors and scenarios to run, and the folder where hosts write which ones they ran.
#[derive(Debug)]
pub(super) struct Evidence {
    folder: PathBuf,
    vectors: ByHost,
    drivers: ByHost,
}

/// The number of vectors and scenarios that one host ran and had to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Account {
    pub(super) vectors: usize,
    pub(super) vectors_wanted: usize,
    pub(super) drivers: usize,
    pub(super) drivers_wanted: usize,
    pub(super) missing: Vec<String>,
}

/// The members of a vector or driver scenario that are needed here.
#[derive(Deserialize)]
struct Named {
    name: String,
    hosts: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Script {
    scenarios: Vec<Named>,
}

#[derive(Deserialize)]
struct Witnessed {
    host: String,
    #[serde(default)]
    vectors: Vec<String>,
    #[serde(default)]
    drivers: Vec<String>,
}

impl Evidence {
    /// Reads the vectors and scenarios, and empties the folder.
    pub(super) fn start(repo: &Repo) -> Result<Self> {
        let folder = repo.work("evidence");
        if folder.exists() {
            std::fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
        }
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let (mut vectors, mut drivers) = (ByHost::new(), ByHost::new());
        for (prefix, file) in vector_files(repo)? {
            let Named { name, hosts } = read(&file)?;
            note(&mut vectors, &format!("{prefix}/{name}"), hosts.unwrap_or_default());
        }
        let script: Script = read(&repo.path("tests/drivers/script.json"))?;
        for Named { name, hosts } in script.scenarios {
            note(&mut drivers, &name, hosts.unwrap_or_else(|| DRIVER_HOSTS.map(str::to_owned).to_vec()));
        }
        Ok(Self { folder, vectors, drivers })
    }

    /// Returns the folder for `WAYBILL_EVIDENCE`.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Compares the vectors and scenarios that a host ran, in all its files, with those it has to run.
    pub(super) fn account(&self, host: &str) -> Result<Account> {
        let (mut vectors, mut drivers) = (BTreeSet::new(), BTreeSet::new());
        for entry in std::fs::read_dir(&self.folder).context("the evidence folder is gone")? {
            let path = entry.context("the evidence folder cannot be listed")?.path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let file: Witnessed = read(&path)?;
            if file.host == host {
                vectors.extend(file.vectors);
                drivers.extend(file.drivers);
            }
        }
        let none = BTreeSet::new();
        let (wanted, scenarios) = (self.vectors.get(host).unwrap_or(&none), self.drivers.get(host).unwrap_or(&none));
        let lacking = scenarios.difference(&drivers).map(|name| format!("drivers/{name}"));
        Ok(Account {
            vectors: wanted.intersection(&vectors).count(),
            vectors_wanted: wanted.len(),
            drivers: scenarios.intersection(&drivers).count(),
            drivers_wanted: scenarios.len(),
            missing: wanted.difference(&vectors).cloned().chain(lacking).collect(),
        })
    }
}

/// Returns all vector files, each with the prefix of its name.
pub(super) fn vector_files(repo: &Repo) -> Result<Vec<(&'static str, PathBuf)>> {
    let mut files = Vec::new();
    for prefix in ["access", "forward", "mock", "releases", "rewrite", "store"] {
        for path in list(&repo.path("tests/vectors").join(prefix))? {
            if path.extension().is_some_and(|extension| extension == "json") {
                files.push((prefix, path));
            }
        }
    }
    for path in list(&repo.path("tests/vectors/compare"))? {
        if path.is_dir() {
            files.push(("compare", path.join("case.json")));
        }
    }
    Ok(files)
}

/// Returns a folder's entries in the order of their names; none if there is no such folder.
pub(super) fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Reads one JSON file.
pub(super) fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_slice(&bytes).with_context(|| format!("{} is not what is expected there", path.display()))
}

fn note(by_host: &mut ByHost, name: &str, hosts: Vec<String>) {
    for host in hosts {
        by_host.entry(host).or_default().insert(name.to_owned());
    }
}
