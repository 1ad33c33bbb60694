//! Anthropic's Messages API (version 2023-06-01). The response is the input of the only tool, which the model has to
//! call.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{CUT_OFF, DECLINED, ModelProvider, ModelRequest, NOT_OF_THE_PROTOCOL, schema, to_bytes};
use crate::rewrite::prompt::Prompt;

const TOOL: &str = "word_changes";

#[derive(Deserialize)]
struct Message {
    content: Vec<Block>,
    stop_reason: Option<String>,
}

#[derive(Deserialize)]
struct Block {
    text: Option<String>,
    input: Option<Value>,
}

pub(super) fn request(base_url: &str, model: &str, prompt: &Prompt) -> ModelRequest {
    let body = json!({
        "model": model,
        "max_tokens": prompt.answer_tokens,
        "system": prompt.system,
        "messages": [{"role": "user", "content": prompt.facts}],
        "tools": [{
            "name": TOOL,
            "description": "Takes the two texts for every change.",
            "input_schema": schema(prompt)
        }],
        "tool_choice": {"type": "tool", "name": TOOL}
    });
    ModelRequest {
        method: "POST",
        url: format!("{base_url}/v1/messages"),
        headers: vec![("content-type", "application/json"), ("anthropic-version", "2023-06-01")],
        key_header: ModelProvider::Anthropic.key_header(),
        body: to_bytes(&body),
    }
}

pub(super) fn read_answer(body: &[u8]) -> Result<String, &'static str> {
    let Message { content, stop_reason } = serde_json::from_slice(body).map_err(|_| NOT_OF_THE_PROTOCOL)?;
    match stop_reason.as_deref() {
        Some("max_tokens" | "model_context_window_exceeded") => return Err(CUT_OFF),
        Some("refusal") => return Err(DECLINED),
        _ => {}
    }
    // Services that implement the protocol without tools respond with text.
    let input = content.iter().find_map(|block| block.input.as_ref()).map(Value::to_string);
    let text: String = content.into_iter().filter_map(|block| block.text).collect();
    Ok(input.unwrap_or(text))
}
