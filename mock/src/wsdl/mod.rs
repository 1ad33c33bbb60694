//! WSDL 1.1 files as a model: services, ports, operations, and the schema documents they stand on.
//!
//! Only what a server of literal SOAP needs is kept. What cannot be served is kept with the reason, so that it can be listed.

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

/// A WSDL file with everything it reaches.
#[derive(Debug)]
pub(crate) struct Wsdl {
    /// In the order of the file. Empty for a file that others import.
    pub(crate) services: Vec<Service>,
    /// The schemas that stand in `wsdl:types`, each as a document of its own.
    pub(crate) schemas: Vec<Document>,
    /// Imports with an `http` or `https` address that no file of the upload stands for.
    pub(crate) unreachable: Vec<MissingImport>,
    /// The URIs of the files that the main file reaches, itself first.
    pub(crate) reached: Vec<String>,
}

impl Wsdl {
    /// Reads the file at `main` and what it imports, from `files` alone.
    ///
    /// # Errors
    /// Where a file is not well-formed XML, the main one is no WSDL 1.1, or a relative import has no file.
    pub(crate) fn read(main: &str, files: &Files) -> Result<Wsdl, WsdlError> {
        let imports::Reach { trees, reached, unreachable } = imports::follow(main, files)?;
        let components = components::Components::collect(&trees);
        let services = trees.first().map(|main| service::read_all(main, &components)).transpose()?.unwrap_or_default();
        let schemas = schemas::embedded(&trees);
        Ok(Wsdl { services, schemas, unreachable, reached })
    }
}
