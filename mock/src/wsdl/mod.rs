//! The model of WSDL 1.1 files: services, ports, operations and schema documents.
//!
//! It contains only what a server of literal SOAP needs. Operations that cannot be served are kept with the reason, so
//! that they can be listed.

mod components;
mod error;
mod imports;
mod limits;
mod model;
mod operation;
mod schemas;
mod service;
mod syntax;
#[cfg(test)]
mod tests;

use crate::files::Files;
use crate::xsd::Document;

pub(crate) use error::WsdlError;
pub(crate) use imports::MissingImport;
pub(crate) use model::{Fault, Message, Operation, Part, PartContent, Service, SoapVersion};

/// A WSDL file with all files that it reaches.
#[derive(Debug)]
pub(crate) struct Wsdl {
    /// Services in the order of the file. Empty for a file that others import.
    pub(crate) services: Vec<Service>,
    /// Schemas in `wsdl:types`, each as a separate document.
    pub(crate) schemas: Vec<Document>,
    /// Imports with an `http` or `https` URL that has no file in the upload.
    pub(crate) unreachable: Vec<MissingImport>,
    /// URIs of the reached files, the main one first.
    pub(crate) reached: Vec<String>,
}

impl Wsdl {
    /// Reads the file at `main` and its imports, all from `files`.
    ///
    /// # Errors
    /// Returns an error if a file is not well-formed XML or the file of a relative import is missing. The main file
    /// must be WSDL 1.1.
    pub(crate) fn read(main: &str, files: &Files) -> Result<Wsdl, WsdlError> {
        let imports::Reach { trees, reached, unreachable } = imports::follow(main, files)?;
        let components = components::Components::collect(&trees);
        let services = trees.first().map(|main| service::read_all(main, &components)).transpose()?.unwrap_or_default();
        let schemas = schemas::embedded(&trees);
        Ok(Wsdl { services, schemas, unreachable, reached })
    }
}
