//! Lays out JSON that is published on a single line, so that a judge can find the line of an entry.
//!
//! Adds only whitespace outside strings, so the order of keys and the spelling of numbers stay.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use anyhow::{Context as _, Result};

/// Lays out a file in place, if it is JSON on a single line.
pub(super) fn lay_out(file: &Path) -> Result<()> {
    let read = || format!("cannot read {}", file.display());
    let mut first = Vec::new();
    BufReader::new(File::open(file).with_context(read)?).read_until(b'\n', &mut first).with_context(read)?;
    // The first line of a file that is laid out already is a single brace. A YAML file does not begin like this.
    if !first.starts_with(b"{\"") {
        return Ok(());
    }
    let text = std::fs::read_to_string(file).with_context(read)?;
    let part = file.with_extension("part");
    std::fs::write(&part, indented(&text)).with_context(|| format!("cannot write {}", part.display()))?;
    std::fs::rename(&part, file).with_context(|| format!("cannot keep {}", file.display()))
}

/// Returns the text with one key or element per line. Empty objects and lists stay as they are.
fn indented(text: &str) -> String {
    let mut laid = String::with_capacity(text.len() * 2);
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if quoted {
            laid.push(character);
            quoted = escaped || character != '"';
            escaped = !escaped && character == '\\';
            continue;
        }
        match character {
            '{' | '[' => {
                laid.push(character);
                let close = if character == '{' { '}' } else { ']' };
                while characters.next_if(char::is_ascii_whitespace).is_some() {}
                if let Some(close) = characters.next_if_eq(&close) {
                    laid.push(close);
                } else {
                    depth += 1;
                    break_line(&mut laid, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                break_line(&mut laid, depth);
                laid.push(character);
            }
            ',' => {
                laid.push(character);
                break_line(&mut laid, depth);
            }
            ':' => laid.push_str(": "),
            _ if character.is_ascii_whitespace() => {}
            _ => {
                quoted = character == '"';
                laid.push(character);
            }
        }
    }
    laid.push('\n');
    laid
}

fn break_line(laid: &mut String, depth: usize) {
    laid.push('\n');
    laid.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use super::indented;

    #[test]
    fn a_line_becomes_many_that_say_the_same() {
        let line = r#"{"b":[1.0,{}, [ ],{"a":"x{,\"}: \\"}],"a":1e400,"é":null}"#;
        let laid = [
            "{",
            r#"  "b": ["#,
            "    1.0,",
            "    {},",
            "    [],",
            "    {",
            r#"      "a": "x{,\"}: \\""#,
            "    }",
            "  ],",
            r#"  "a": 1e400,"#,
            r#"  "é": null"#,
            "}\n",
        ];
        assert_eq!(indented(line), laid.join("\n"));
        assert_eq!(indented(&laid.join("\n")), laid.join("\n"));
    }
}
