//! A changelog with a language model's wording, without I/O. Facts become requests, and responses become checked
//! wording.
//!
//! The model explains why a change matters and what to do, and may add an example. The rest of the changelog comes from
//! the comparison. Code checks ids, quoted names, numbers, dates, the order of before and after, and examples. It does
//! not check that the sentences are true. A change whose wording is rejected keeps its standard text.

mod answer;
mod answers;
mod attempts;
mod batch;
mod check;
mod fact;
mod prompt;
mod provider;
mod wording;

#[cfg(test)]
mod tests;

pub use answer::check_answer;
pub use answers::{ModelAnswer, UnknownChange, check_answers};
pub use attempts::{AttemptLimits, NextStep, RequestAttempts};
pub use batch::{BatchLimits, RewriteBatch, split_into_batches};
pub use fact::{ChangeFact, facts_to_word};
pub use prompt::{PROMPT_VERSION, Prompt};
pub use provider::{EndpointError, KeyHeader, ModelEndpoint, ModelProvider, ModelRequest};
pub use wording::{CheckedWording, Refusal, RefusalReason, Wording};
