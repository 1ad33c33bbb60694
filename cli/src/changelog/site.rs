//! `--site DIR`: the folder of a documentation site, with changelogs, descriptions, `releases.json` and a feed.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use waybill_core::render::{FrontMatter, PublishedDescription, PublishedRelease, ReleaseIndex};
use waybill_core::report;

use super::Changelog;
use super::layout::lay_out;
use super::pair::ReleasePair;
use super::target;
use crate::failure::Failure;

/// A file of the site.
pub(super) struct SiteFile {
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
}

/// Settings of a site. `None` keeps the stored value.
pub(super) struct SiteSettings<'a> {
    pub(super) title: Option<&'a str>,
    pub(super) address: Option<&'a str>,
    pub(super) front_matter: FrontMatter,
}

/// Returns the files of the site other than changelogs: the descriptions of both releases, the index and the feed.
pub(super) fn write_site(
    folder: &Path,
    settings: &SiteSettings<'_>,
    pairs: &[ReleasePair<'_>],
    changelogs: &[Changelog],
) -> Result<Vec<SiteFile>, Failure> {
    let mut index = read_index(folder, pairs, changelogs)?;
    if let Some(title) = settings.title {
        index.set_title(title.to_owned());
    }
    if let Some(address) = settings.address {
        index.set_address(address.to_owned());
    }
    let mut files = Vec::new();
    for (ReleasePair { pair, .. }, changelog) in pairs.iter().zip(changelogs) {
        let release = &changelog.compared.release;
        let Some(date) = release.date else {
            return Err(Failure::new("the feed needs the date of the release, which two files do not contain")
                .help("pass it with --date YYYY-MM-DD"));
        };
        let path = changelog.place.path.strip_prefix(folder).unwrap_or(&changelog.place.path);
        let path = path.to_string_lossy().replace('\\', "/");
        let report = &changelog.compared.report;
        index.add_release(PublishedRelease::new(report, release, date, pair.name.clone(), path, settings.front_matter));
        let sides = [
            (report::Side::Previous, &pair.previous, release.previous),
            (report::Side::Current, &pair.current, release.version),
        ];
        for (of, side, version) in sides {
            // This release lacks the description, so the side only holds a placeholder.
            if side.files.is_none() {
                continue;
            }
            let within = match pair.folder.as_str() {
                "" => format!("descriptions/{version}"),
                of_description => format!("descriptions/{version}/{of_description}"),
            };
            let mut read = pair.read_files(of);
            // Files that were fetched from an address are not copied.
            read.retain(|file| !file.is_fetched);
            let [root, others @ ..] = &*lay_out(&side.label, &read)? else { continue };
            let placed = |path: &String| format!("{within}/{path}");
            let bytes = std::iter::once(&side.bytes).chain(read.iter().map(|file| &file.bytes));
            for (path, bytes) in std::iter::once(root).chain(others).zip(bytes) {
                files.push(SiteFile { path: folder.join(placed(path)), bytes: bytes.clone() });
            }
            index.add_description(PublishedDescription {
                name: pair.name.clone(),
                version: version.to_string(),
                path: placed(root),
                files: others.iter().map(placed).collect(),
            });
        }
    }
    files.push(SiteFile { path: folder.join("releases.json"), bytes: index.json().into_bytes() });
    files.push(SiteFile { path: folder.join("feed.xml"), bytes: index.feed().into_bytes() });
    files.iter().try_for_each(|file| target::check_inside(folder, &file.path))?;
    Ok(files)
}

/// Reads the existing index, or creates one. The id of a new feed is derived from the first releases.
fn read_index(folder: &Path, pairs: &[ReleasePair<'_>], changelogs: &[Changelog]) -> Result<ReleaseIndex, Failure> {
    let path = folder.join("releases.json");
    match std::fs::read(&path) {
        Ok(bytes) => ReleaseIndex::from_json(&bytes).map_err(|error| {
            Failure::new(format!("`{}` was not written by waybill: {error}", path.display()))
                .help("nothing was written; choose another folder, or move the file away")
        }),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            if folder.join("feed.xml").exists() {
                return Err(Failure::new(format!("`{}` has a feed.xml that waybill did not write", folder.display()))
                    .help("nothing was written; choose another folder, or move the file away"));
            }
            let first = pairs.iter().zip(changelogs).map(|(pair, changelog)| {
                let name = pair.pair.name.as_deref().unwrap_or_default();
                format!(
                    "{name} {}\n{}",
                    changelog.compared.release.previous,
                    String::from_utf8_lossy(&pair.pair.previous.bytes)
                )
            });
            Ok(ReleaseIndex::new(&first.collect::<Vec<_>>().join("\n")))
        }
        Err(error) => Err(Failure::new(format!("`{}` cannot be read: {error}", path.display()))
            .help("nothing was written; check the folder's permissions")),
    }
}

/// Parses the address of a site and adds a trailing slash, so that links are relative to it.
pub(super) fn read_address(address: &str) -> Result<String, String> {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://")).unwrap_or_default();
    let is_plain = rest.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>?#\\^`{|}".contains(&byte));
    if rest.is_empty() || rest.starts_with('/') || !is_plain {
        return Err("expected an address such as https://docs.example.com/api/".to_owned());
    }
    Ok(if address.ends_with('/') { address.to_owned() } else { format!("{address}/") })
}

/// Maximum time to wait for another run that writes the same site, and the poll interval.
const MAX_WAIT: Duration = Duration::from_mins(1);
const LOOKS_EVERY: Duration = Duration::from_millis(50);

/// Locks the folder, so that a second run reads what the first one wrote. Returns `None` if folders cannot be locked here.
/// The lock is released when its process ends.
pub(super) fn lock(folder: &Path) -> Result<Option<File>, Failure> {
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::new(format!("`{}` is a file, but --site needs a folder", folder.display()))
            .help("choose a folder"));
    }
    let Ok(locked) = std::fs::create_dir_all(folder).and_then(|()| File::open(folder)) else { return Ok(None) };
    let began = Instant::now();
    loop {
        match locked.try_lock() {
            Ok(()) => return Ok(Some(locked)),
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) if began.elapsed() < MAX_WAIT => std::thread::sleep(LOOKS_EVERY),
            Err(TryLockError::WouldBlock) => {
                let message = format!("another run has been using `{}` for a minute", folder.display());
                return Err(Failure::new(message).help("wait for it to end or stop it, then try again"));
            }
        }
    }
}
