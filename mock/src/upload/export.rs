//! Exports: services with their source files in one JSON file, which can be imported again.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::catalogue::{ImportedService, Services};
use crate::soap::Example;

/// Format name that distinguishes exports from other JSON files.
const FORMAT: &str = "waybill-mock-export";

/// Version of the format.
const FORMAT_VERSION: u32 = 1;

/// An export: each service with the files to import it from.
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
    /// Path of the main file, which is read first.
    pub(super) main: String,
    pub(super) files: Vec<ExportedFile>,
    /// Handwritten examples.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) examples: Vec<ExportedExample>,
}

/// A handwritten example.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ExportedExample {
    pub(super) operation: String,
    pub(super) content: String,
}

/// A decoded file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ExportedFile {
    pub(super) path: String,
    pub(super) content: String,
}

impl Export {
    /// Creates an export of these services.
    pub(crate) fn new(services: &Services) -> Export {
        Export {
            format: FORMAT.to_owned(),
            version: FORMAT_VERSION,
            services: services.values().map(|service| export_service(service)).collect(),
        }
    }

    /// Reads an export. Returns `None` if the bytes are not an export.
    pub(super) fn read(bytes: &[u8]) -> Option<Result<Export, String>> {
        // A cheap check that skips most other files.
        bytes.iter().find(|byte| !byte.is_ascii_whitespace()).filter(|byte| **byte == b'{')?;
        let head: Head = serde_json::from_slice(bytes).ok()?;
        if head.format != FORMAT {
            return None;
        }
        if head.version != FORMAT_VERSION {
            let version = head.version;
            return Some(Err(format!(
                "its format has version {version}; this mock service reads version {FORMAT_VERSION}"
            )));
        }
        Some(serde_json::from_slice(bytes).map_err(|error| error.to_string()))
    }
}

/// Members that are the same in every format version.
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
