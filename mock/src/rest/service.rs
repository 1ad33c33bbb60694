//! A description that is served, with what is kept between its requests: validators, samples, and what is known of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use waybill_openapi::Description;
use waybill_openapi::schema::{NoSample, Validator};

use super::operation::RestOperation;
use crate::kept::SharedOnce;

/// How many validators wait for requests: as many as usually run at once. Each keeps the patterns it has compiled.
const KEPT: usize = 4;

/// A description that is served.
#[derive(Debug)]
pub(crate) struct RestService {
    pub(super) description: Description<'static>,
    pub(super) operations: Vec<RestOperation>,
    validators: Mutex<Vec<Validator>>,
    /// Samples that were looked for once.
    pub(super) samples: Mutex<Samples>,
    pub(super) examination: SharedOnce<Examination>,
}

/// The samples of a day, by what they are of.
#[derive(Debug, Default)]
pub(super) struct Samples {
    pub(super) day: i64,
    pub(super) known: BTreeMap<SampleKey, Result<Arc<str>, NoSample>>,
}

/// The operation, the status and the media type of a sample, or which header it is of.
pub(super) type SampleKey = (usize, String, String);

/// The findings about a description.
#[derive(Debug, Default)]
pub(crate) struct Examination {
    /// What could be read only in part, and what has no sample, a sentence each.
    pub(crate) notes: Vec<String>,
    /// Why the answer that is given without a preference has no sample; in the order of the operations.
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

    pub(crate) fn operations(&self) -> &[RestOperation] {
        &self.operations
    }

    /// Why none of its operations can be called; None where one can.
    pub(crate) fn unserved(&self) -> Option<&'static str> {
        let Some(first) = self.operations.first() else { return Some("its description has no path with an operation") };
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
