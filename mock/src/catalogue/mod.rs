//! The imported services. The catalogue is replaced as a whole, so a lookup sees all of an upload or nothing of it.

mod service;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::soap::Examples;

pub(crate) use service::{ImportedService, Kind};

/// The name and version that identify an imported service.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct ServiceId {
    pub(crate) name: String,
    pub(crate) version: String,
}

/// A snapshot of the imported services.
pub(crate) type Services = BTreeMap<ServiceId, Arc<ImportedService>>;

/// The imported services, replaced by one atomic swap.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    current: Mutex<Arc<Services>>,
}

impl Catalogue {
    /// Returns a snapshot of the services. Later uploads do not change it.
    pub(crate) fn current(&self) -> Arc<Services> {
        Arc::clone(&self.lock())
    }

    pub(crate) fn find(&self, id: &ServiceId) -> Option<Arc<ImportedService>> {
        self.lock().get(id).cloned()
    }

    /// Adds services and replaces those with the same names and versions.
    pub(crate) fn import(&self, services: Vec<ImportedService>) {
        let mut current = self.lock();
        let mut next = Services::clone(&current);
        next.extend(services.into_iter().map(|service| (service.id.clone(), Arc::new(service))));
        *current = Arc::new(next);
    }

    /// Adds examples to a service and replaces those of the same operations. Returns false if the service was replaced
    /// meanwhile.
    pub(crate) fn add_examples(&self, service: &ImportedService, examples: Examples) -> bool {
        let mut current = self.lock();
        let Some(imported) = current.get(&service.id).filter(|now| Arc::ptr_eq(&now.source, &service.source)) else {
            return false;
        };
        let mut changed = ImportedService::clone(imported);
        changed.examples.extend(examples);
        let mut next = Services::clone(&current);
        next.insert(changed.id.clone(), Arc::new(changed));
        *current = Arc::new(next);
        true
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Arc<Services>> {
        // The value is replaced in one assignment, so it is consistent even after a panic.
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Display for ServiceId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.name, self.version)
    }
}
