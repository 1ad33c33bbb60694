//! Compiled schemas of one service. Each request takes a copy, so requests do not wait for each other's validation.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::files::Files;
use crate::sample::{SampleSource, Sampler};
use crate::xsd::{CompileError, CompiledSchemas, Document};

/// Maximum number of idle compiled copies, about the usual number of concurrent requests.
const KEPT: usize = 4;

/// Maximum size of all idle copies, in bytes. One idle copy is kept regardless of its size.
const KEPT_BYTES: usize = 64 * 1024 * 1024;

/// Size of compiled schemas relative to their text, measured with a carrier's largest service.
const COMPILED_BYTES: usize = 10;

/// Schemas that are compiled on first use.
#[derive(Debug)]
pub(crate) struct SchemaPool {
    documents: Arc<[Document]>,
    files: Arc<Files>,
    /// Maximum number of idle compiled copies.
    kept: usize,
    idle: Mutex<Idle>,
}

#[derive(Default)]
struct Idle {
    compiled: Vec<SampleSource>,
    /// Error of the compilation, which would fail again.
    failed: Option<Arc<CompileError>>,
}

impl fmt::Debug for Idle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Idle").field("compiled", &self.compiled.len()).field("failed", &self.failed).finish()
    }
}

impl SchemaPool {
    pub(crate) fn new(documents: Arc<[Document]>, files: Arc<Files>) -> SchemaPool {
        let embedded: usize = documents.iter().map(|document| document.text.len()).sum();
        let text = files.iter().map(|(_, text)| text.len()).sum::<usize>().max(embedded);
        SchemaPool { documents, files, kept: copies(text), idle: Mutex::default() }
    }

    /// True if a compiled copy is idle, or if the compilation failed.
    pub(crate) fn is_ready(&self) -> bool {
        let idle = self.lock();
        !idle.compiled.is_empty() || idle.failed.is_some()
    }

    /// Runs `act` with compiled schemas, or with the error of their compilation.
    pub(crate) fn with<T>(&self, act: impl FnOnce(Result<&Sampler<'_>, &CompileError>) -> T) -> T {
        let taken = {
            let mut idle = self.lock();
            match &idle.failed {
                Some(error) => Err(Arc::clone(error)),
                None => Ok(idle.compiled.pop()),
            }
        };
        let schemas = taken.and_then(|taken| taken.map_or_else(|| self.compile(), Ok));
        match schemas {
            Ok(schemas) => {
                let done = act(Ok(&schemas.open()));
                let mut idle = self.lock();
                if idle.compiled.len() < self.kept && !schemas.needs_recompiling() {
                    idle.compiled.push(schemas);
                }
                done
            }
            Err(error) => act(Err(&error)),
        }
    }

    fn compile(&self) -> Result<SampleSource, Arc<CompileError>> {
        let compiled = CompiledSchemas::compile(self.documents.to_vec(), &self.files);
        compiled.map(SampleSource::new).map_err(|error| {
            let error = Arc::new(error);
            self.lock().failed = Some(Arc::clone(&error));
            error
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the maximum number of idle copies for schemas whose text has this size in bytes.
fn copies(text: usize) -> usize {
    let compiled = text.saturating_mul(COMPILED_BYTES).max(1);
    (KEPT_BYTES / compiled).clamp(1, KEPT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_schemas_wait_in_fewer_copies_and_always_in_one() {
        assert_eq!([0, 100_000, 2_500_000, 4_000_000, usize::MAX].map(copies), [4, 4, 2, 1, 1]);
    }
}
