//! Plain-language wording by a language model, without I/O: facts in, requests out; answers in, checked wording out.
//!
//! The model words only why a change matters and what to do. Everything else a changelog says stays ours, and where a
//! wording is not taken the standard text stands.

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
