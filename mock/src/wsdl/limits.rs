//! Limits for reading one WSDL file.

/// Maximum number of references to other files in all files of one WSDL. Each of them has to be resolved.
pub(super) const REFERENCES: usize = 2_000;

/// Maximum numbers of operations in all ports of one file, and of parts in their messages. Ports share bindings and
/// operations share messages, so a small file could otherwise define any number of either.
pub(super) const OPERATIONS: usize = 10_000;
pub(super) const PARTS: usize = 100_000;
