//! Writes a vector as it reads best: a line for each member, and for each line of a text.

use std::fmt::Write as _;

use serde_json::Value;

use super::StepResult;

/// The vector with what its steps gave.
pub(super) fn write_vector(vector: &Value, results: &[StepResult]) -> String {
    let mut out = String::from("{\n");
    for name in ["name", "about", "hosts", "descriptions", "report"] {
        if let Some(member) = vector.get(name) {
            let _ = writeln!(out, "  \"{name}\": {member},");
        }
    }
    let steps = vector["steps"].as_array().expect("a vector has steps").iter().zip(results).map(|(step, result)| {
        let (name, value) = match result {
            Ok(gives) => ("gives", gives),
            Err(fails) => ("fails", fails),
        };
        let with = laid_out(&step["with"], "     ");
        let report = step.get("report").map_or_else(String::new, |report| format!("\n     \"report\": {report},"));
        format!(
            "    {{\"call\": {},{report}\n     \"with\": {with},\n     \"{name}\": {}}}",
            step["call"],
            laid_out(value, "     ")
        )
    });
    let _ = write!(out, "  \"steps\": [\n{}\n  ]\n}}\n", steps.collect::<Vec<_>>().join(",\n"));
    out
}

/// A value in one line, but for the lines of texts.
fn laid_out(value: &Value, indent: &str) -> String {
    let inner = format!("{indent}  ");
    match value {
        Value::Object(members) => {
            let one = |(name, value): (&String, &Value)| match value.as_array() {
                Some(lines) if name == "lines" => {
                    let lines: Vec<String> = lines.iter().map(|line| format!("\n{inner}{line}")).collect();
                    format!("\"lines\": [{}\n{indent}]", lines.join(","))
                }
                _ => format!("\"{name}\": {}", laid_out(value, &inner)),
            };
            format!("{{{}}}", members.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) => {
            format!("[{}]", list.iter().map(|value| laid_out(value, &inner)).collect::<Vec<_>>().join(", "))
        }
        value => value.to_string(),
    }
}
