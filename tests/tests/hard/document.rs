//! The two whole descriptions of a pair: what it writes, put where the expectation is about.

use serde_json::{Map, Value, json};

use super::case::Case;

/// Previous and current description for an expectation about `place`: `request`, `response` or `any`.
pub(super) fn pair(case: &Case, place: &str) -> [Value; 2] {
    [0, 1].map(|side| {
        let written = case.document.as_ref().map(|documents| documents[side].as_object().unwrap());
        if let Some(written) = written.filter(|written| written.contains_key("swagger")) {
            return whole(written);
        }
        let mut document = shell(case, side);
        document["components"] = components(case, side);
        if let Some(written) = written {
            if !written.contains_key("components") {
                document.as_object_mut().unwrap().remove("components");
            }
            document.as_object_mut().unwrap().extend(written.clone());
        } else if let Some(parameters) = &case.parameter {
            document["paths"] = with_parameter(&parameters[side]);
        } else if let Some(headers) = &case.header {
            let answer = json!({"description": "", "headers": {"X-Value": headers[side]}});
            document["paths"] = json!({"/things": {"get": {"responses": {"200": answer}}}});
        } else if let Some(schemas) = &case.schema {
            document["paths"] = with_body(case, &schemas[side], side, place);
        }
        document
    })
}

fn shell(case: &Case, side: usize) -> Value {
    let version = case.versions.as_ref().map(|versions| versions[side].as_str()).or(case.version.as_deref());
    let written = || case.document.as_ref().and_then(|documents| documents[side]["openapi"].as_str());
    let version = version.or_else(written).unwrap_or_else(|| panic!("{} names no version", case.id));
    json!({"openapi": version, "info": {"title": "Things", "version": "1.0.0"}, "paths": {}})
}

/// A Swagger 2.0 description as it is written.
fn whole(written: &Map<String, Value>) -> Value {
    let mut document = json!({"info": {"title": "Things", "version": "1.0.0"}, "paths": {}});
    document.as_object_mut().unwrap().extend(written.clone());
    document
}

fn components(case: &Case, side: usize) -> Value {
    match &case.components {
        None => json!({}),
        Some(Value::Array(pair)) => pair[side].clone(),
        Some(both) => both.clone(),
    }
}

fn with_parameter(parameter: &Value) -> Value {
    let mut item = json!({"get": {"parameters": [parameter], "responses": {"200": {"description": ""}}}});
    let path = match (parameter["in"].as_str(), parameter["name"].as_str()) {
        (Some("path"), Some(name)) => {
            item["get"]["parameters"][0]["required"] = json!(true);
            format!("/things/{{{name}}}")
        }
        _ => "/things".to_owned(),
    };
    json!({path: item})
}

fn with_body(case: &Case, schema: &Value, side: usize, place: &str) -> Value {
    let mut body = json!({"schema": schema});
    if let Some(encodings) = &case.encoding {
        body["encoding"] = encodings[side].clone();
    }
    let content = json!({(case.media.as_deref().unwrap_or("application/json")): body});
    let ok = json!({"200": {"description": ""}});
    match place {
        "request" => json!({"/things": {"post": {
            "requestBody": {"required": true, "content": content}, "responses": ok}}}),
        "response" => json!({"/things": {"get": {"responses": {"200": {"description": "", "content": content}}}}}),
        other => panic!("{}: a schema is in a `request` or a `response`, not `{other}`", case.id),
    }
}
