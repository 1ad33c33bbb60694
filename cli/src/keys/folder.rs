//! The search of a folder's files for text that looks like a key.

use std::borrow::Cow;
use std::fs::{DirEntry, File};
use std::io::Read as _;
use std::path::Path;

use waybill_core::key_check::{FindingLevel, FoundKey, KeyFinding, find_keys};

use super::Found;
use crate::failure::Failure;

/// Folders that are skipped: git data, dependencies and build output.
const LEFT_OUT: [&str; 3] = [".git", "node_modules", "target"];

const LARGEST_FILE: u64 = 64 * 1024 * 1024;
const MOST_DEPTH: usize = 64;

/// The numbers of files that were searched and skipped.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) read: usize,
    pub(super) skipped: usize,
}

/// Searches a folder. Links are not followed.
pub(super) fn search(folder: &Path, found: &mut Vec<Found>, counts: &mut Counts) -> Result<(), Failure> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| Failure::new(format!("cannot be searched: {error}")).at(folder.display().to_string()))?;
    search_entries(entries, 0, found, counts);
    Ok(())
}

fn search_entries(entries: std::fs::ReadDir, depth: usize, found: &mut Vec<Found>, counts: &mut Counts) {
    let mut entries: Vec<DirEntry> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(DirEntry::file_name);
    for entry in entries {
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if kind.is_dir() && depth < MOST_DEPTH && !LEFT_OUT.iter().any(|name| entry.file_name() == *name) {
            match std::fs::read_dir(&path) {
                Ok(inside) => search_entries(inside, depth + 1, found, counts),
                Err(_) => counts.skipped += 1,
            }
        } else if kind.is_file() {
            match read_text(&path) {
                Some(text) => {
                    counts.read += 1;
                    found.extend(find_keys(&text).into_iter().map(|key| describe(&path, key)));
                }
                None => counts.skipped += 1,
            }
        }
    }
}

/// Returns the bytes of a file, or `None` if it is too large, binary or unreadable.
fn read_text(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LARGEST_FILE + 1).read_to_end(&mut bytes).ok()?;
    let is_text = !bytes.iter().take(8_192).any(|byte| *byte == 0);
    (is_text && bytes.len() as u64 <= LARGEST_FILE).then_some(bytes)
}

fn describe(path: &Path, FoundKey { line, column, what }: FoundKey) -> Found {
    let finding = KeyFinding {
        code: "key.in-file",
        level: FindingLevel::Error,
        message: format!("this file contains {what}"),
        remedy: Cow::Borrowed(
            "remove it, and replace it if it is still valid: everyone who can read the file or its history has it",
        ),
    };
    Found { finding, place: Some(format!("{}:{line}:{column}", path.display())) }
}
