//! A value that is found out once, when it is first asked for, and kept. Two who ask at the same time may both find it out.

use std::sync::{Arc, Mutex, PoisonError};

/// A place for such a value.
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
