//! How much the command line takes.

/// Larger inputs are refused: the largest public descriptions are a twentieth of it.
pub(crate) const LARGEST_FILE: u64 = 256 * 1024 * 1024;
