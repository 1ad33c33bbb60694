//! Writes a vector as it reads best: one line for each input, one for each action.

use std::fmt::Write as _;

use serde_json::Value;

/// Puts the engine's answers into the text of a vector, which is otherwise left as it is written.
pub(super) fn write_vector(text: &str, answers: &[Value]) -> String {
    let vector: Value = serde_json::from_str(text).expect("the vector was read before");
    let mut out = String::from("{\n");
    for name in ["name", "about", "hosts", "rows", "config"] {
        if let Some(member) = vector.get(name) {
            let _ = writeln!(out, "  \"{name}\": {member},");
        }
    }
    out.push_str("  \"steps\": [\n");
    let steps = vector["steps"].as_array().expect("a vector has steps");
    for (position, (step, answer)) in steps.iter().zip(answers).enumerate() {
        let _ = write!(out, "    {{\"input\": {},\n     \"expect\": {}}}", step["input"], write_answer(answer));
        out.push_str(if position + 1 == steps.len() { "\n" } else { ",\n" });
    }
    out.push_str("  ]\n}\n");
    out
}

fn write_answer(answer: &Value) -> String {
    let Some(members) = answer.as_object() else { return answer.to_string() };
    let one = |(name, value): (&String, &Value)| match value.as_array() {
        Some(actions) => {
            let lines: Vec<String> = actions.iter().map(|action| format!("\n       {action}")).collect();
            format!("\"{name}\": [{}]", lines.join(","))
        }
        None => format!("\"{name}\": {value}"),
    };
    let written: Vec<String> = members.iter().map(one).collect();
    format!("{{{}}}", written.join(", "))
}
