//! A cache of the models' answers on disk, so that the same changes give the same changelog without another request.
//!
//! Cached answers are checked like those from the network, so write access to the folder gives no further influence.

use std::io::Read as _;
use std::path::PathBuf;

use crate::changelog::target;
use crate::limits::LARGEST_ANSWER;

/// The folder of answers; `None` to cache nothing.
#[derive(Debug)]
pub(super) struct AnswerCache {
    folder: Option<PathBuf>,
}

impl AnswerCache {
    pub(super) const fn new(folder: Option<PathBuf>) -> AnswerCache {
        AnswerCache { folder }
    }

    /// Returns the answer for a key, if there is one.
    pub(super) fn read(&self, key: &str) -> Option<String> {
        let file = std::fs::File::open(self.path(key)?).ok()?;
        let mut text = String::new();
        file.take(LARGEST_ANSWER).read_to_string(&mut text).ok()?;
        Some(text)
    }

    /// Stores an answer. If the folder cannot be written, the next run only sends the request again.
    pub(super) fn write(&self, key: &str, answer: &str) {
        let Some(path) = self.path(key) else { return };
        if path.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok()) {
            drop(target::prepare(&path, answer).and_then(target::Prepared::replace));
        }
    }

    fn path(&self, key: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{key}.json")))
    }
}
