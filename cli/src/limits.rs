//! How much the command line takes.

/// Larger inputs are refused: the largest public descriptions are a twentieth of it.
pub(crate) const LARGEST_FILE: u64 = 256 * 1024 * 1024;

/// A language model's answer, as the bytes of a response: a hundred times what a batch of changes needs.
pub(crate) const LARGEST_ANSWER: u64 = 4 * 1024 * 1024;

/// A page of a list: 100 comments of 65,536 characters, each escaped.
pub(crate) const LARGEST_LIST: u64 = 64 * 1024 * 1024;
