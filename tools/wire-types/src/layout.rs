//! Formats a declaration with one line per member or variant, so that each change shows as one line.

/// Formats `type NAME = DEFINITION;` without its comments.
pub(crate) fn lay_out(declaration: &str) -> String {
    let declaration = without_comments(declaration);
    let (head, definition) = declaration.split_once(" = ").unwrap_or((&declaration, ""));
    let definition = definition.trim_end_matches(';').trim();
    let variants = split_at(definition, '|');
    let members = definition.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let lines = match (variants.as_slice(), members) {
        ([_], Some(members)) => {
            let members = split_at(members, ',').into_iter().map(|member| format!("  {member};\n"));
            return format!("export {head} = {{\n{}}};\n", members.collect::<String>());
        }
        ([_] | [], _) => format!(" {definition}"),
        (variants, _) => variants.iter().fold(String::new(), |all, variant| all + "\n  | " + variant),
    };
    format!("export {head} ={lines};\n")
}

/// Splits a text at separators outside brackets. Drops empty parts.
fn split_at(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0_usize;
    let parts = text.split(|character| {
        match character {
            '{' | '[' | '<' | '(' => depth += 1,
            '}' | ']' | '>' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && character == separator
    });
    parts.map(|part| part.trim().trim_end_matches(',')).filter(|part| !part.is_empty()).collect()
}

fn without_comments(text: &str) -> String {
    let mut pieces = text.split("/**");
    let first = pieces.next().unwrap_or_default().to_owned();
    let rest = pieces.map(|piece| piece.split_once("*/").map_or("", |(_, code)| code));
    let joined = rest.fold(first, |all, code| all + code);
    joined.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::lay_out;

    #[test]
    fn a_member_has_a_line_and_loses_its_comment() {
        let declaration = "type A = { one: Array<[string, string]>, \n/**\n * What it is.\n */\ntwo: number | null, };";
        assert_eq!(
            lay_out(declaration),
            "export type A = {\n  one: Array<[string, string]>;\n  two: number | null;\n};\n"
        );
    }

    #[test]
    fn a_variant_has_a_line() {
        let declaration = "type A = { \"type\": \"one\", b: { c: number | null, }, } | { \"type\": \"two\" };";
        let expected =
            "export type A =\n  | { \"type\": \"one\", b: { c: number | null, }, }\n  | { \"type\": \"two\" };\n";
        assert_eq!(lay_out(declaration), expected);
        assert_eq!(lay_out("type A = string;"), "export type A = string;\n");
    }
}
