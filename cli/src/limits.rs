//! Size limits of inputs.

/// Maximum size of an input, in bytes. The largest public descriptions are a twentieth of it.
pub(crate) const LARGEST_FILE: u64 = 256 * 1024 * 1024;

/// Maximum size of a language model's response, in bytes: a hundred times what a batch of changes needs.
pub(crate) const LARGEST_ANSWER: u64 = 4 * 1024 * 1024;

/// Maximum size of a page of a list, in bytes: 100 comments of 65,536 characters, each escaped.
pub(crate) const LARGEST_LIST: u64 = 64 * 1024 * 1024;
