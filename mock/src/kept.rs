//! A cache for one value that is computed on first use. Concurrent first calls may both compute it.

use std::sync::{Arc, Mutex, PoisonError};

/// A cache for one shared value.
#[derive(Debug)]
pub(crate) struct SharedOnce<T>(Mutex<Option<Arc<T>>>);

impl<T> Default for SharedOnce<T> {
    fn default() -> SharedOnce<T> {
        SharedOnce(Mutex::new(None))
    }
}

impl<T> SharedOnce<T> {
    pub(crate) fn get(&self) -> Option<Arc<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set(&self, value: Arc<T>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    }
}
