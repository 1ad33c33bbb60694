//! Every switch of the TypeScript drivers ends in what does not compile while a variant is left.

use crate::sources::{Source, hold, written_in};

#[test]
fn a_switch_in_typescript_ends_in_never() {
    let mut complaints = Vec::new();
    let mut seen = 0;
    for Source { path, text } in written_in(&[".ts"]) {
        if !path.starts_with("bindings/npm/src/") {
            continue;
        }
        for (at, _) in text.match_indices("switch (") {
            seen += 1;
            let (before, switch) = text.split_at(at);
            if !ends_in_never(before, switch) {
                let line = before.lines().count();
                complaints.push(format!("{path}:{line}: the last case is no `default` that takes a `never`"));
            }
        }
    }
    hold("a switch in TypeScript ends in `never`", &complaints);
    assert!(seen > 4, "only {seen} switches were found: the search is wrong");
}

/// Whether a switch, which stands after `before`, has a last case for what its type does not have. It ends with the line that
/// closes it as far in as it begins.
fn ends_in_never(before: &str, switch: &str) -> bool {
    let indent = before.rsplit('\n').next().unwrap_or_default();
    let body = switch.split(&format!("\n{indent}}}")).next().unwrap_or_default();
    let last = body.rsplit_once("default:").map(|(_, last)| last);
    last.is_some_and(|last| !last.contains("case ") && last.to_lowercase().contains("unknownvariant"))
}

#[test]
fn a_switch_without_its_end_is_found() {
    let ending = |end: &str| {
        ends_in_never("  ", &format!("switch (action.type) {{\n    case \"a\":\n      return;\n{end}\n  }}\n"))
    };
    assert!(ending("    default:\n      throw new UnknownVariantError(\"an action\", action);"));
    assert!(!ending(""));
    assert!(!ending("    default:\n      return;"));
    assert!(!ending("    default:\n      return unknownVariant(action);\n    case \"b\":\n      return;"));
}
