//! Limits on the size of a description.

/// Limits on the size of a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum size of one file in bytes. Values above 4 GiB have no effect.
    pub bytes: usize,
    /// Maximum nesting depth of objects and arrays.
    pub depth: usize,
    /// Maximum number of values that YAML aliases expand to, in all files together. Independently of it, those of one file expand to
    /// at most 20,000 values and one for each byte of the file.
    pub alias_nodes: usize,
    /// Maximum number of files.
    pub files: usize,
    /// Maximum size of all files in bytes. Always less than 4 GiB.
    pub total_bytes: usize,
}

impl Default for Limits {
    /// 256 MiB for each file, 512 MiB in 5,000 files, 256 levels and a million aliased values. The largest published descriptions
    /// are far smaller.
    fn default() -> Limits {
        Limits { bytes: 256 << 20, depth: 256, alias_nodes: 1_000_000, files: 5_000, total_bytes: 512 << 20 }
    }
}
