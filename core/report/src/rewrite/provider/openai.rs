//! OpenAI's chat completions. The response is the message's content. Services that support it enforce the schema.

use serde::Deserialize;
use serde_json::json;

use super::{CUT_OFF, DECLINED, ModelProvider, ModelRequest, NOT_OF_THE_PROTOCOL, schema, to_bytes};
use crate::rewrite::prompt::Prompt;

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    content: Option<String>,
    refusal: Option<String>,
}

pub(super) fn request(base_url: &str, model: &str, prompt: &Prompt) -> ModelRequest {
    let body = json!({
        "model": model,
        "max_completion_tokens": prompt.answer_tokens,
        "messages": [
            {"role": "system", "content": prompt.system},
            {"role": "user", "content": prompt.facts}
        ],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "word_changes", "strict": true, "schema": schema(prompt)}
        }
    });
    ModelRequest {
        method: "POST",
        url: format!("{base_url}/chat/completions"),
        headers: vec![("content-type", "application/json")],
        key_header: ModelProvider::OpenAi.key_header(),
        body: to_bytes(&body),
    }
}

pub(super) fn read_answer(body: &[u8]) -> Result<String, &'static str> {
    let Completion { choices } = serde_json::from_slice(body).map_err(|_| NOT_OF_THE_PROTOCOL)?;
    let Choice { message: Message { content, refusal }, finish_reason } =
        choices.into_iter().next().ok_or(NOT_OF_THE_PROTOCOL)?;
    match finish_reason.as_deref() {
        Some("length") => return Err(CUT_OFF),
        Some("content_filter") => return Err(DECLINED),
        _ => {}
    }
    if refusal.is_some() {
        return Err(DECLINED);
    }
    content.ok_or(NOT_OF_THE_PROTOCOL)
}
