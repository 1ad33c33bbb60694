//! An export: services with the files from which they are imported again, as one JSON file.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::catalogue::{ImportedService, Services};
use crate::soap::Example;

/// What tells an export from other JSON files.
const FORMAT: &str = "waybill-mock-export";

/// The version of the form below.
const FORMAT_VERSION: u32 = 1;

/// An export: the files of each service, from which it is imported again.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Export {
    format: String,
    version: u32,
    pub(super) services: Vec<ExportedService>,
}

/// One service with its files.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ExportedService {
    pub(super) name: String,
    pub(super) version: String,
    /// The path of the file that is read first.
    pub(super) main: String,
    pub(super) files: Vec<ExportedFile>,
    /// The answers that were written by hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) examples: Vec<ExportedExample>,
}

/// An answer that was written by hand.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ExportedExample {
    pub(super) operation: String,
    pub(super) content: String,
}

/// A file as text.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ExportedFile {
    pub(super) path: String,
    pub(super) content: String,
}

impl Export {
    /// The export of these services.
    pub(crate) fn new(services: &Services) -> Export {
        Export {
            format: FORMAT.to_owned(),
            version: FORMAT_VERSION,
            services: services.values().map(|service| export_service(service)).collect(),
        }
    }

    /// Reads an export; None where the bytes are something else.
    pub(super) fn read(bytes: &[u8]) -> Option<Result<Export, String>> {
        // Cheap for what is no JSON object at all.
        bytes.iter().find(|byte| !byte.is_ascii_whitespace()).filter(|byte| **byte == b'{')?;
        let head: Head = serde_json::from_slice(bytes).ok()?;
        if head.format != FORMAT {
            return None;
        }
        if head.version != FORMAT_VERSION {
            let version = head.version;
            return Some(Err(format!(
                "its form is of version {version}; this mock service reads version {FORMAT_VERSION}"
            )));
        }
        Some(serde_json::from_slice(bytes).map_err(|error| error.to_string()))
    }
}

/// What every version of an export begins with.
#[derive(Debug, Deserialize)]
struct Head {
    format: String,
    version: u32,
}

fn export_service(service: &ImportedService) -> ExportedService {
    let files = service.source.files.iter();
    let examples = service.examples.values();
    let export_example = |example: &Arc<Example>| ExportedExample {
        operation: example.operation.clone(),
        content: example.text().to_owned(),
    };
    ExportedService {
        name: service.id.name.clone(),
        version: service.id.version.clone(),
        main: service.source.main.clone(),
        files: files.map(|(path, text)| ExportedFile { path: path.to_owned(), content: text.to_owned() }).collect(),
        examples: examples.map(export_example).collect(),
    }
}
