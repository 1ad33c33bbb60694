//! How much a description may take to read.

/// What a description may take to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Size of one file in bytes; at most 4 GiB whatever is set.
    pub bytes: usize,
    /// How many objects and arrays may be open at once.
    pub depth: usize,
    /// How many values YAML aliases may stand for in all.
    pub alias_nodes: usize,
    /// How many files a description may be made of.
    pub files: usize,
    /// Size of all files in bytes; less than 4 GiB whatever is set.
    pub total_bytes: usize,
}

impl Default for Limits {
    /// 256 MiB a file and 512 MiB in 5,000 files, 256 levels, a million aliased values: far above the largest published
    /// descriptions.
    fn default() -> Limits {
        Limits { bytes: 256 << 20, depth: 256, alias_nodes: 1_000_000, files: 5_000, total_bytes: 512 << 20 }
    }
}
