//! Schemas: validates values, reports violations, and generates sample values.
//!
//! Each version uses its own dialect: JSON Schema 2020-12 since OpenAPI 3.1, and OpenAPI's subset of it before. If a limit or an
//! unsupported pattern prevents a decision, the result is reported as undecided.
//!
//! ```
//! # mod waybill_core {
//! #     pub use waybill_openapi as openapi;
//! #     pub use waybill_openapi::schema;
//! # }
//! use waybill_core::openapi::{Limits, Loader};
//! use waybill_core::schema::{Direction, Instance, SampleOptions, Schema, Validator};
//!
//! let text = br#"{"openapi": "3.1.0", "info": {"title": "Parcels", "version": "1"}, "components": {"schemas": {"Parcel":
//!     {"type": "object", "required": ["weight"], "properties": {"weight": {"type": "number", "minimum": 0.1}}}}}}"#;
//! let description = Loader::new("parcels.json", &text[..], &Limits::default())?.finish();
//! let parcel = Schema::component(&description, "Parcel").ok_or("no such schema")?;
//! let mut validator = Validator::default();
//!
//! let body = Instance::read("body", &br#"{"weight": 0}"#[..])?;
//! let outcome = validator.validate(&description, parcel, &body, Some(Direction::Request));
//! assert_eq!(outcome.violations[0].to_string(), "`/weight`: expected a number ≥ 0.1, found 0");
//!
//! let sample = validator.sample(&description, parcel, &SampleOptions::default())?;
//! assert_eq!(sample, r#"{"weight":2.5}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod access_mode;
mod applicators;
mod arrays;
pub(crate) mod conjuncts;
mod direction;
pub(crate) mod discriminator;
mod evaluation;
mod findings;
mod formats;
mod instance;
pub(crate) mod listed_values;
mod objects;
mod outcome;
pub(crate) mod pattern;
mod patterns;
mod sample;
mod scalars;
#[cfg(test)]
mod tests;
mod validator;
mod wording;

pub use direction::Direction;
pub use instance::Instance;
pub use outcome::{BranchFailure, KeywordPlace, Limit, Unchecked, Validation, Violation};
pub use sample::{NoSample, SampleOptions};
pub use validator::{Schema, Validator, ValidatorLimits, ValidatorOptions};
