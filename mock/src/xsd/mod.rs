//! XML Schema 1.0: compilation of documents and validation of elements. The validator is the crate `xsd-schema`, which
//! is used only through this module. It gets documents that are prepared here. Nothing is read from files or the
//! network, and common errors of published schemas are fixed first.

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
