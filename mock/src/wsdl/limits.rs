//! What reading one WSDL file may take.

/// The most references to other files that the files of one WSDL may hold together; places are found for each.
pub(super) const REFERENCES: usize = 2_000;

/// The most operations that the ports of one file may have together, and parts that their messages may: ports share
/// bindings and operations share messages, so that a small file could ask for any number of either.
pub(super) const OPERATIONS: usize = 10_000;
pub(super) const PARTS: usize = 100_000;
