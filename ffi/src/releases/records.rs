//! A model's answers, as Kotlin and Swift pass them.

use waybill_report::rewrite;

/// What came of one request.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelAnswer {
    /// The ids that the request asked about.
    pub changes: Vec<String>,
    /// The answer's text, or why there is none.
    pub text: ModelText,
}

/// An answer's text, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum ModelText {
    /// The text.
    Answered {
        /// As it came.
        text: String,
    },
    /// There is none.
    Failed {
        /// Why.
        reason: String,
    },
}

impl From<ModelAnswer> for rewrite::ModelAnswer {
    fn from(answer: ModelAnswer) -> Self {
        let ModelAnswer { changes, text } = answer;
        let text = match text {
            ModelText::Answered { text } => Ok(text),
            ModelText::Failed { reason } => Err(reason),
        };
        Self { changes, text }
    }
}
