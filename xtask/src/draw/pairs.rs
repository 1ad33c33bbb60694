//! The pairs of consecutive releases to compare. `tests/judged/pairs.json` lists them, and npm fetches their files.
//!
//! A package contains the files of many pairs, so each of its versions is fetched only once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::layout::lay_out;
use crate::repo::Repo;
use crate::setup::package::Package;

/// Folder of the cache with the files.
const CACHE: &str = "judged";

/// Two consecutive releases of one description, on this machine.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) name: String,
    pub(super) publisher: String,
    pub(super) old: PathBuf,
    pub(super) new: PathBuf,
}

#[derive(Deserialize)]
struct List {
    pairs: Vec<Named>,
}

/// A pair in the list.
#[derive(Deserialize)]
struct Named {
    name: String,
    publisher: String,
    old: Place,
    new: Place,
}

/// The location of a description in a package.
#[derive(Deserialize)]
struct Place {
    package: String,
    version: String,
    file: String,
}

impl Place {
    fn release(&self) -> (&str, &str) {
        (&self.package, &self.version)
    }

    /// Returns the name of the file in the cache.
    fn kept(&self) -> String {
        self.file.replace('/', "-")
    }
}

/// Returns all pairs, after fetching their files into the cache.
pub(super) fn ready(repo: &Repo) -> Result<Vec<Pair>> {
    let file = repo.path("tests/judged/pairs.json");
    let text = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let list: List = serde_json::from_slice(&text).with_context(|| format!("cannot read {}", file.display()))?;
    let mut folders = BTreeMap::new();
    for package in packages(&list) {
        let folder = package.fetch(repo, CACHE)?;
        package.files.keys().try_for_each(|file| lay_out(&folder.join(file)))?;
        folders.insert((package.name, package.version), folder);
    }
    let path = |place: &Place| {
        let folder = folders.get(&(place.package.clone(), place.version.clone()));
        Ok::<_, anyhow::Error>(folder.context("a package of the list was not fetched")?.join(place.kept()))
    };
    let pair = |named: &Named| {
        let (old, new) = (path(&named.old)?, path(&named.new)?);
        Ok(Pair { name: named.name.clone(), publisher: named.publisher.clone(), old, new })
    };
    list.pairs.iter().map(pair).collect()
}

/// Returns each version of a package once, with all files that pairs need from it.
fn packages(list: &List) -> Vec<Package> {
    let places = || list.pairs.iter().flat_map(|pair| [&pair.old, &pair.new]);
    let releases: BTreeSet<(&str, &str)> = places().map(Place::release).collect();
    let package = |(name, version): (&str, &str)| {
        let own = places().filter(|place| place.release() == (name, version));
        let files = own.map(|place| (place.kept(), place.file.clone())).collect();
        Package { name: name.to_owned(), version: version.to_owned(), files }
    };
    releases.into_iter().map(package).collect()
}

#[cfg(test)]
mod tests {
    use super::{BTreeMap, BTreeSet, List, packages};

    /// Publishers that may have many pairs, because their descriptions are large and change in many ways.
    const LARGE: [&str; 4] = ["adyen", "github", "github-enterprise-server", "stripe"];

    fn list() -> List {
        serde_json::from_str(include_str!("../../../tests/judged/pairs.json")).unwrap()
    }

    #[test]
    fn the_list_has_many_pairs_of_many_publishers() {
        let pairs = list().pairs;
        assert!(pairs.len() >= 100, "{} pairs", pairs.len());
        let names: BTreeSet<&str> = pairs.iter().map(|pair| pair.name.as_str()).collect();
        assert_eq!(names.len(), pairs.len(), "every pair needs its own name");
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for pair in &pairs {
            *counts.entry(&pair.publisher).or_default() += 1;
        }
        assert!(LARGE.iter().all(|large| counts.remove(large).is_some()), "each of {LARGE:?} has pairs");
        assert!(counts.len() >= 25, "{} publishers beside {LARGE:?}", counts.len());
        assert!(counts.values().all(|count| *count <= 6), "a publisher has more than 6 pairs: {counts:?}");
    }

    #[test]
    fn a_package_version_is_fetched_once_with_all_its_files() {
        let list = list();
        let packages = packages(&list);
        let releases: BTreeSet<_> = packages.iter().map(|package| (&package.name, &package.version)).collect();
        assert_eq!(releases.len(), packages.len());
        for place in list.pairs.iter().flat_map(|pair| [&pair.old, &pair.new]) {
            let mut own =
                packages.iter().filter(|package| (package.name.as_str(), package.version.as_str()) == place.release());
            assert_eq!(own.next().unwrap().files[&place.kept()], place.file, "no two files share a name in the cache");
        }
    }
}
