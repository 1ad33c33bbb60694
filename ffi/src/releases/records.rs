//! Answers of a model, as Kotlin and Swift pass them.

use waybill_report::rewrite;

/// The result of one request to a model.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct ModelAnswer {
    /// The ids of the changes in the request.
    pub changes: Vec<String>,
    /// The text of the answer, or the reason of the failure.
    pub text: ModelText,
}

/// The text of an answer, or the reason of the failure.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Enum)]
pub enum ModelText {
    /// The model answered.
    Answered {
        /// The text, unchanged.
        text: String,
    },
    /// The request failed.
    Failed {
        /// The reason.
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
