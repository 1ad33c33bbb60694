//! A changelog in the words of a language model, without I/O: facts in, requests out; answers in, checked wording out.
//!
//! The model writes why a change matters and what to do, and may add an example. The rest of the changelog stays as the
//! comparison wrote it. Code checks ids, quoted names, numbers, dates, the order of before and after, and examples; whether
//! the sentences are true is not checked. A change whose wording is refused keeps its standard text.

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
