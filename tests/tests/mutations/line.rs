//! The line a pointer's value begins in, in the way `serde_json` prints: two spaces a level, one member a line.

/// The line, counted from one; `None` where the text does not have the place.
pub(super) fn line_of(text: &str, pointer: &str) -> Option<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    for (depth, step) in pointer.split('/').skip(1).enumerate() {
        let name = step.replace("~1", "/").replace("~0", "~");
        let indent = " ".repeat(2 * (depth + 1));
        let member = format!("{indent}{}: ", serde_json::to_string(&name).unwrap());
        let is_array = lines[at].ends_with('[');
        let children = lines.iter().enumerate().skip(at + 1).take_while(|(_, line)| line.starts_with(&indent));
        let mut own = children.filter(|(_, line)| {
            let rest = &line[indent.len()..];
            !rest.starts_with([' ', '}', ']'])
        });
        at = if is_array { own.nth(step.parse().ok()?)?.0 } else { own.find(|(_, line)| line.starts_with(&member))?.0 };
    }
    Some(at + 1)
}

#[test]
fn members_and_elements_are_found_by_their_indentation() {
    let text = "{\n  \"a\": [\n    1,\n    {\n      \"b/c\": 2\n    }\n  ],\n  \"d\": {}\n}";
    assert_eq!(line_of(text, ""), Some(1));
    assert_eq!(line_of(text, "/a/1/b~1c"), Some(5));
    assert_eq!(line_of(text, "/d"), Some(8));
    assert_eq!(line_of(text, "/e"), None);
}
