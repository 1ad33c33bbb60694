//! Compiled schemas of one service. Each request takes one out for itself, so that none waits for another's validation.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::files::Files;
use crate::xsd::{CompileError, CompiledSchemas, Document, Schemas};

/// How many compiled copies wait for requests: as many as usually run at once.
const KEPT: usize = 4;

/// Schemas that are compiled when they are first needed.
#[derive(Debug)]
pub(crate) struct SchemaPool {
    documents: Arc<[Document]>,
    files: Arc<Files>,
    idle: Mutex<Idle>,
}

#[derive(Default)]
struct Idle {
    compiled: Vec<CompiledSchemas>,
    /// Why they cannot be compiled: what failed once fails again.
    failed: Option<Arc<CompileError>>,
}

impl fmt::Debug for Idle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Idle").field("compiled", &self.compiled.len()).field("failed", &self.failed).finish()
    }
}

impl SchemaPool {
    pub(crate) fn new(documents: Arc<[Document]>, files: Arc<Files>) -> SchemaPool {
        SchemaPool { documents, files, idle: Mutex::default() }
    }

    /// Whether there is a compiled copy that nobody uses, or the reason why there is none.
    pub(crate) fn is_ready(&self) -> bool {
        let idle = self.lock();
        !idle.compiled.is_empty() || idle.failed.is_some()
    }

    /// Runs `act` with compiled schemas, or with the reason why there are none.
    pub(crate) fn with<T>(&self, act: impl FnOnce(Result<&Schemas<'_>, &CompileError>) -> T) -> T {
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
                if idle.compiled.len() < KEPT && !schemas.is_worn() {
                    idle.compiled.push(schemas);
                }
                done
            }
            Err(error) => act(Err(&error)),
        }
    }

    fn compile(&self) -> Result<CompiledSchemas, Arc<CompileError>> {
        CompiledSchemas::compile(self.documents.to_vec(), &self.files).map_err(|error| {
            let error = Arc::new(error);
            self.lock().failed = Some(Arc::clone(&error));
            error
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
