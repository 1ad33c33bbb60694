//! A served description, with the state that its requests share: validators, samples and findings.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use waybill_openapi::Description;
use waybill_openapi::schema::{NoSample, Validator};

use super::operation::RestOperation;
use crate::kept::SharedOnce;

/// Maximum number of stored validators, about the usual number of concurrent requests. Each stores its compiled
/// patterns.
const KEPT: usize = 4;

/// A served description.
#[derive(Debug)]
pub(crate) struct RestService {
    pub(super) description: Description<'static>,
    pub(super) operations: Vec<RestOperation>,
    validators: Mutex<Vec<Validator>>,
    /// Cached samples.
    pub(super) samples: Mutex<Samples>,
    pub(super) examination: SharedOnce<Examination>,
}

/// The samples of one day.
#[derive(Debug, Default)]
pub(super) struct Samples {
    pub(super) day: i64,
    pub(super) known: BTreeMap<SampleKey, Result<Arc<str>, NoSample>>,
}

/// The operation, the status, and the media type or header of a sample.
pub(super) type SampleKey = (usize, String, String);

/// The findings about a description.
#[derive(Debug, Default)]
pub(crate) struct Examination {
    /// One sentence for each part that could not be read completely or that has no sample.
    pub(crate) notes: Vec<String>,
    /// Reason why the default response has no sample, for each operation.
    pub(crate) unanswered: Vec<Option<String>>,
}

impl RestService {
    pub(crate) fn new(description: Description<'static>) -> RestService {
        let operations = description.operations().into_iter().map(RestOperation::new).collect();
        RestService {
            description,
            operations,
            validators: Mutex::default(),
            samples: Mutex::default(),
            examination: SharedOnce::default(),
        }
    }

    /// Returns the number of values in the description.
    pub(crate) fn value_count(&self) -> usize {
        waybill_openapi::internal::value_count(&self.description)
    }

    pub(crate) fn operations(&self) -> &[RestOperation] {
        &self.operations
    }

    /// Returns the reason why no operation can be called, or `None` if any can.
    pub(crate) fn unserved(&self) -> Option<&'static str> {
        let Some(first) = self.operations.first() else { return Some("its description has no operation") };
        let is_served = self.operations.iter().any(|operation| operation.unserved().is_none());
        first.unserved().filter(|_| !is_served)
    }

    pub(super) fn take_validator(&self) -> Validator {
        let kept = self.validators.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.unwrap_or_default()
    }

    pub(super) fn keep_validator(&self, validator: Validator) {
        let mut kept = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT {
            kept.push(validator);
        }
    }
}
