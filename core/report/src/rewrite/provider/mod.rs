//! Language models behind HTTP: where they are, and requests to them as plain values. Whoever sends one adds the key to it.
//!
//! Two protocols cover nearly all of them: Anthropic's Messages API, and chat completions as OpenAI has them, which
//! most other services and local servers speak too.

mod anthropic;
mod openai;

use waybill_base::error::{Error, code};
use waybill_base::internal::{Ending, SecretExt as _, check_url};
use waybill_base::secret::Secret;

use super::prompt::Prompt;

/// The protocol that a service speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelProvider {
    /// Anthropic's Messages API.
    Anthropic,
    /// Chat completions as OpenAI has them.
    OpenAi,
}

impl ModelProvider {
    /// The name that settings use: `anthropic` or `openai`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ModelProvider::Anthropic => "anthropic",
            ModelProvider::OpenAi => "openai",
        }
    }

    /// Where the provider's own service is.
    #[must_use]
    pub const fn base_url(self) -> &'static str {
        match self {
            ModelProvider::Anthropic => "https://api.anthropic.com",
            ModelProvider::OpenAi => "https://api.openai.com/v1",
        }
    }

    /// The model that is asked where settings name none.
    #[must_use]
    pub const fn model(self) -> &'static str {
        match self {
            ModelProvider::Anthropic => "claude-sonnet-4-5",
            ModelProvider::OpenAi => "gpt-4.1",
        }
    }

    /// The header that carries the key.
    #[must_use]
    pub const fn key_header(self) -> KeyHeader {
        match self {
            ModelProvider::Anthropic => KeyHeader { name: "x-api-key", prefix: "" },
            ModelProvider::OpenAi => KeyHeader { name: "authorization", prefix: "Bearer " },
        }
    }

    /// The answer's text in the body of a response that succeeded, or why there is none.
    pub(super) fn read_answer(self, body: &[u8]) -> Result<String, &'static str> {
        match self {
            ModelProvider::Anthropic => anthropic::read_answer(body),
            ModelProvider::OpenAi => openai::read_answer(body),
        }
    }
}

/// Why a model cannot be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// The base URL is not one that a key is sent to.
    #[error("the base URL {0}")]
    BaseUrl(String),
    /// The key is empty, or holds what no header can carry.
    #[error("the key holds characters that no header can carry, or none at all")]
    Key,
    /// The model's name is empty, or holds what cannot be shown.
    #[error("the model's name is empty or holds characters that cannot be shown")]
    Model,
}

impl From<EndpointError> for Error {
    fn from(error: EndpointError) -> Error {
        let code = match &error {
            EndpointError::BaseUrl(_) => code::MODEL_URL,
            EndpointError::Key => code::MODEL_KEY,
            EndpointError::Model => code::MODEL_NAME,
        };
        Error::new(code, error.to_string())
    }
}

/// A model that can be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelEndpoint {
    provider: ModelProvider,
    base_url: String,
    model: String,
}

/// The header that carries the key, which only whoever sends the request knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyHeader {
    /// Its name, in lower case.
    pub name: &'static str,
    /// What stands before the key in its value.
    pub prefix: &'static str,
}

impl KeyHeader {
    /// The header's value with this key.
    ///
    /// # Errors
    /// [`EndpointError::Key`] where no header can carry it.
    pub fn value(self, key: &Secret) -> Result<Secret, EndpointError> {
        if !key.fits_header() {
            return Err(EndpointError::Key);
        }
        Ok(Secret::new(format!("{}{}", self.prefix, key.expose())))
    }
}

/// A request to send, as plain values without the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelRequest {
    /// The method.
    pub method: &'static str,
    /// The absolute URL.
    pub url: String,
    /// The headers, without the one of the key.
    pub headers: Vec<(&'static str, &'static str)>,
    /// The header that has to be added.
    pub key_header: KeyHeader,
    /// The body, JSON.
    pub body: Vec<u8>,
}

impl ModelEndpoint {
    /// A model at a base URL, which is https, or http on this machine alone.
    ///
    /// # Errors
    /// An [`EndpointError`] that says which of the two cannot be used.
    pub fn new(provider: ModelProvider, base_url: &str, model: &str) -> Result<ModelEndpoint, EndpointError> {
        let base_url = base_url.strip_suffix('/').unwrap_or(base_url);
        check_url(base_url, Ending::Any).map_err(EndpointError::BaseUrl)?;
        if model.is_empty() || model.chars().any(|char| char.is_control() || char.is_whitespace() || char == '`') {
            return Err(EndpointError::Model);
        }
        Ok(ModelEndpoint { provider, base_url: base_url.to_owned(), model: model.to_owned() })
    }

    /// The protocol it speaks.
    #[must_use]
    pub const fn provider(&self) -> ModelProvider {
        self.provider
    }

    /// The model's name.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// The request that asks it.
    #[must_use]
    pub fn request(&self, prompt: &Prompt) -> ModelRequest {
        let ModelEndpoint { provider, base_url, model } = self;
        match provider {
            ModelProvider::Anthropic => anthropic::request(base_url, model, prompt),
            ModelProvider::OpenAi => openai::request(base_url, model, prompt),
        }
    }
}

/// Why there is no answer in a response that succeeded.
const NOT_OF_THE_PROTOCOL: &str = "the response is not one of the provider's protocol";
const CUT_OFF: &str = "the answer was cut off at its longest length";
const DECLINED: &str = "the model declined to answer";

/// What bodies are made of is JSON already: writing it does not fail.
fn to_bytes(body: &serde_json::Value) -> Vec<u8> {
    body.to_string().into_bytes()
}

/// The schema, which is JSON already, as a value.
fn schema(prompt: &Prompt) -> serde_json::Value {
    serde_json::from_str(&prompt.schema).unwrap_or_default()
}
