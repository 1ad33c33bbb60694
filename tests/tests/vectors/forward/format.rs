//! Writes a vector as it reads best: a line for each member of a step.

use std::fmt::Write as _;

use serde_json::Value;

/// The vector with what its steps gave.
pub(super) fn write_vector(vector: &Value, given: &[Value]) -> String {
    let mut out = String::from("{\n");
    for name in ["name", "about", "hosts", "list", "apiKey"] {
        if let Some(member) = vector.get(name) {
            let _ = writeln!(out, "  \"{name}\": {member},");
        }
    }
    let steps = vector["steps"].as_array().expect("a vector has steps").iter().zip(given).map(|(step, given)| {
        let mut line = format!("    {{\"request\": {}", step["request"]);
        for name in ["session", "decision", "platform"] {
            if let Some(member) = step.get(name) {
                let _ = write!(line, ",\n     \"{name}\": {member}");
            }
        }
        let members = given.as_object().expect("members").iter();
        let members: Vec<String> = members.map(|(name, member)| format!("\n       \"{name}\": {member}")).collect();
        format!("{line},\n     \"expect\": {{{}}}}}", members.join(","))
    });
    let _ = write!(out, "  \"steps\": [\n{}\n  ]\n}}\n", steps.collect::<Vec<_>>().join(",\n"));
    out
}
