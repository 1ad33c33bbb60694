//! Language models behind HTTP APIs: their endpoints, and requests as plain values. The host adds the key when it sends
//! a request.
//!
//! Two protocols cover nearly all models: Anthropic's Messages API, and OpenAI's chat completions. Most other services
//! and local servers implement the latter.

mod anthropic;
mod openai;

use waybill_base::error::{Error, code};
use waybill_base::internal::{Ending, SecretExt as _, check_url};
use waybill_base::secret::Secret;

use super::prompt::Prompt;

/// The protocol of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelProvider {
    /// Anthropic's Messages API.
    Anthropic,
    /// OpenAI's chat completions.
    OpenAi,
}

impl ModelProvider {
    /// Returns the name for settings: `anthropic` or `openai`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ModelProvider::Anthropic => "anthropic",
            ModelProvider::OpenAi => "openai",
        }
    }

    /// Returns the base URL of the provider's own service.
    #[must_use]
    pub const fn base_url(self) -> &'static str {
        match self {
            ModelProvider::Anthropic => "https://api.anthropic.com",
            ModelProvider::OpenAi => "https://api.openai.com/v1",
        }
    }

    /// Returns the default model.
    #[must_use]
    pub const fn model(self) -> &'static str {
        match self {
            ModelProvider::Anthropic => "claude-sonnet-4-5",
            ModelProvider::OpenAi => "gpt-4.1",
        }
    }

    /// Returns the header for the key.
    #[must_use]
    pub const fn key_header(self) -> KeyHeader {
        match self {
            ModelProvider::Anthropic => KeyHeader { name: "x-api-key", prefix: "" },
            ModelProvider::OpenAi => KeyHeader { name: "authorization", prefix: "Bearer " },
        }
    }

    /// Returns the model's text from the body of a successful response, or the reason for its absence.
    pub(super) fn read_answer(self, body: &[u8]) -> Result<String, &'static str> {
        match self {
            ModelProvider::Anthropic => anthropic::read_answer(body),
            ModelProvider::OpenAi => openai::read_answer(body),
        }
    }
}

/// The error for an endpoint that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// The base URL is not safe for sending a key.
    #[error("the base URL {0}")]
    BaseUrl(String),
    /// The key is empty, or contains characters that are invalid in headers.
    #[error("the key is empty or contains characters that are not allowed in a header")]
    Key,
    /// The model's name is empty, or contains characters that cannot be displayed.
    #[error("the model's name is empty or not printable")]
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

/// A model at a base URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelEndpoint {
    provider: ModelProvider,
    base_url: String,
    model: String,
}

/// The header for the key. Only the host that sends the request knows the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyHeader {
    /// Name of the header, in lower case.
    pub name: &'static str,
    /// Prefix of the key in the header's value.
    pub prefix: &'static str,
}

impl KeyHeader {
    /// Returns the header's value with this key.
    ///
    /// # Errors
    /// [`EndpointError::Key`] if the key is invalid in a header.
    pub fn value(self, key: &Secret) -> Result<Secret, EndpointError> {
        if !key.fits_header() {
            return Err(EndpointError::Key);
        }
        Ok(Secret::new(format!("{}{}", self.prefix, key.expose())))
    }
}

/// A request to send, without the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelRequest {
    /// The method.
    pub method: &'static str,
    /// The absolute URL.
    pub url: String,
    /// The headers, without that of the key.
    pub headers: Vec<(&'static str, &'static str)>,
    /// The header to add.
    pub key_header: KeyHeader,
    /// The body, as JSON.
    pub body: Vec<u8>,
}

impl ModelEndpoint {
    /// Creates an endpoint. The base URL has to use HTTPS, or HTTP on this machine.
    ///
    /// # Errors
    /// An [`EndpointError`] for an invalid base URL or model name.
    pub fn new(provider: ModelProvider, base_url: &str, model: &str) -> Result<ModelEndpoint, EndpointError> {
        let base_url = base_url.strip_suffix('/').unwrap_or(base_url);
        check_url(base_url, Ending::Any).map_err(EndpointError::BaseUrl)?;
        if model.is_empty() || model.chars().any(|char| char.is_control() || char.is_whitespace() || char == '`') {
            return Err(EndpointError::Model);
        }
        Ok(ModelEndpoint { provider, base_url: base_url.to_owned(), model: model.to_owned() })
    }

    /// Returns the protocol.
    #[must_use]
    pub const fn provider(&self) -> ModelProvider {
        self.provider
    }

    /// Returns the model's name.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Creates the request for a prompt.
    #[must_use]
    pub fn request(&self, prompt: &Prompt) -> ModelRequest {
        let ModelEndpoint { provider, base_url, model } = self;
        match provider {
            ModelProvider::Anthropic => anthropic::request(base_url, model, prompt),
            ModelProvider::OpenAi => openai::request(base_url, model, prompt),
        }
    }
}

/// Reasons why a successful response has no usable text.
const NOT_OF_THE_PROTOCOL: &str = "the response does not match the provider's protocol";
const CUT_OFF: &str = "the response was cut off at its maximum length";
const DECLINED: &str = "the model declined to answer";

/// Serialises a body. The value is valid JSON, so this cannot fail.
fn to_bytes(body: &serde_json::Value) -> Vec<u8> {
    body.to_string().into_bytes()
}

/// Parses the prompt's schema, which is valid JSON.
fn schema(prompt: &Prompt) -> serde_json::Value {
    serde_json::from_str(&prompt.schema).unwrap_or_default()
}
