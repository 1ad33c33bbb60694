//! Plain-language wording by a language model, without I/O: facts in, requests out; answers in, checked wording out.
//!
//! The model words only why a change matters and what to do. Everything else a changelog says stays ours, and where a
//! wording is not taken the standard text stands.

mod answer;
mod check;
mod fact;
mod wording;

pub use answer::check_answer;
pub use fact::{ChangeFact, facts_to_word};
pub use wording::{CheckedWording, Refusal, RefusalReason, Wording};
