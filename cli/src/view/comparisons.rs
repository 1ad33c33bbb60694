//! The input of the page: a list of comparisons, and the descriptions with their files, each at an address next to the
//! list.

use std::collections::BTreeMap;

use serde::Serialize;
use waybill_core::report::{self, Exclusions};

use crate::changelog::layout::lay_out;
use crate::changelog::pair::ReleasePair;
use crate::failure::Failure;
use crate::notes::note;
use crate::pairs::{Pair, Side};
use crate::web;

/// The list, and the files that it names by relative paths.
#[derive(Debug)]
pub(super) struct Comparisons {
    pub(super) list: Vec<u8>,
    pub(super) files: Vec<(String, Vec<u8>)>,
}

#[derive(Serialize)]
struct List {
    comparisons: Vec<Comparison>,
}

#[derive(Serialize)]
struct Comparison {
    name: Option<String>,
    exclude: Exclude,
    /// Levels of the publisher, by rule or family of rules.
    levels: BTreeMap<String, &'static str>,
    previous: Description,
    current: Description,
}

/// Operations to leave out.
#[derive(Serialize)]
struct Exclude {
    tags: Vec<String>,
    paths: Vec<String>,
    internal: bool,
}

#[derive(Serialize)]
struct Description {
    name: String,
    version: Option<String>,
    path: String,
    files: Vec<String>,
}

impl Comparisons {
    /// Compares each pair once, to detect errors and to find the files that the comparison needs.
    pub(super) fn new(pairs: &[ReleasePair<'_>]) -> Result<Comparisons, Failure> {
        let (mut comparisons, mut files) = (Vec::new(), Vec::new());
        for (at, release) in pairs.iter().enumerate() {
            let pair = &release.pair;
            let [before, after] = release.versions(&pair.compare_or("no page is shown")?);
            let Exclusions { tags, paths, internal } = pair.comparison.exclude.clone();
            let levels = pair.comparison.levels.settings().iter().map(|(rule, level)| (rule.clone(), level.name()));
            let mut place = |of, side, version| {
                let folder = match of {
                    report::Side::Previous => format!("{at}/previous"),
                    report::Side::Current => format!("{at}/current"),
                };
                Description::place(pair, (of, side), version, &folder, &mut files)
            };
            comparisons.push(Comparison {
                name: pair.name.clone(),
                exclude: Exclude { tags, paths, internal },
                levels: levels.collect(),
                previous: place(report::Side::Previous, &pair.previous, before)?,
                current: place(report::Side::Current, &pair.current, after)?,
            });
        }
        let list = serde_json::to_vec(&List { comparisons })
            .map_err(|error| Failure::new(format!("the list of comparisons cannot be written: {error}")))?;
        Ok(Comparisons { list, files })
    }
}

impl Description {
    /// Adds the files of one side to the served files, in this folder.
    fn place(
        pair: &Pair<'_>,
        (of, side): (report::Side, &Side<'_>),
        version: Option<String>,
        folder: &str,
        served: &mut Vec<(String, Vec<u8>)>,
    ) -> Result<Description, Failure> {
        let is_fetched = web::is_address(&side.label);
        let mut read = pair.read_files(of);
        // The page cannot find a file by its path if a local description refers to it by an address.
        for file in read.extract_if(.., |file| file.is_fetched && !is_fetched) {
            note(&format!("the page does not include `{}`, which is fetched from the network", file.name));
        }
        let mut paths = lay_out(&side.label, &read)?.into_iter().map(|path| format!("{folder}/{path}"));
        let path = paths.next().unwrap_or_default();
        let files: Vec<String> = paths.collect();
        served.push((path.clone(), side.bytes.clone()));
        served.extend(files.iter().cloned().zip(read.into_iter().map(|file| file.bytes)));
        // Without the scheme: the page would resolve references against the address instead of the served files.
        let name = if is_fetched { side.label.split_once("://").map(|(_, rest)| rest) } else { None };
        Ok(Description { name: name.unwrap_or(&side.label).to_owned(), version, path, files })
    }
}
