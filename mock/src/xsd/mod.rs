//! XML Schema 1.0: documents are compiled, and elements validated. The validator is the
//! crate `xsd-schema`, used through this interface alone. It is given texts that were put together here: nothing is
//! ever read from a file or the network, and what published schemas get wrong is put right beforehand.

pub(crate) mod attributes;
mod build;
mod causes;
mod collect;
mod document;
mod drive;
mod edits;
mod finding;
mod model;
mod pattern_syntax;
mod patterns;
mod qname;
mod redefine;
mod rewrite;
mod root;
mod schemas;
mod size;
mod spaced_base64;
mod stubs;
pub(crate) mod types;
mod unread;
mod validate;
mod violation;

pub(crate) use document::{CompileError, Document};
pub(crate) use qname::QName;
pub(crate) use root::{MessageElement, Root, RootComponent};
pub(crate) use schemas::{CompiledSchemas, Schemas, Session};
pub(crate) use violation::Violation;

#[cfg(test)]
mod tests;
