//! Lists that are refused.

use super::*;

#[test]
fn a_list_that_would_forward_more_or_less_than_it_seems_to_is_refused() {
    let operation = |more: &str| {
        format!(
            r#"{{"operations": [{{"name": "a", "route": "platform", "method": "GET", "template": "/a/{{id}}", {more}}}]}}"#
        )
    };
    for (list, reason) in [
        ("[]".to_owned(), "line 1"),
        (r#"{"operations": [], "extra": 1}"#.to_owned(), "unknown field `extra`"),
        (operation(r#""path": {}"#), "`a`: the path parameter `id` is bound to nothing"),
        (operation(r#""path": {"id": {}}"#), "must be bound to one of"),
        (operation(r#""path": {"id": {"claim": "a", "any": "b"}}"#), "must be bound to one of"),
        (operation(r#""path": {"id": {"any": " "}}"#), "must give the reason"),
        (operation(r#""path": {"id": {"oneOf": []}}"#), "no value passes"),
        (operation(r#""path": {"id": {"pattern": "(a"}}"#), "cannot be followed"),
        (operation(r#""path": {"id": {"pattern": "a)|(b"}}"#), "cannot be followed"),
        (operation(r#""path": {"id": {"any": "x"}, "other": {"any": "x"}}"#), "which the template does not have"),
        (operation(r#""path": {"id": {"any": "x"}}, "requestHeaders": ["Authorization"]"#), "never passes"),
        (operation(r#""path": {"id": {"any": "x"}}, "requestHeaders": ["X-Forwarded-For"]"#), "never passes"),
        (operation(r#""path": {"id": {"any": "x"}}, "answerHeaders": ["Set-Cookie"]"#), "never passes"),
        (operation(r#""path": {"id": {"any": "x"}}, "errorBodies": [403]"#), "keep their bodies"),
        (operation(r#""path": {"id": {"any": "x"}}, "mediaTypes": ["*/*"]"#), "whole media types"),
        (list_of("commerce", "/x"), "needs `tenant`"),
        (list_of("platform", "x"), "must begin with `/`"),
        (list_of("platform", "/x/"), "no request can name safely"),
        (list_of("platform", "/x{id}"), "must be a whole segment"),
        (list_of("platform", "/../x"), "no request can name safely"),
    ] {
        let error = AllowList::read(list.as_bytes()).unwrap_err();
        assert_eq!(error.code, code::FORWARD_LIST);
        assert!(error.message.contains(reason), "{list}: {}", error.message);
    }
    let twice = r#"{"operations": [
        {"name": "a", "route": "platform", "method": "GET", "template": "/a/{id}", "path": {"id": {"any": "x"}}},
        {"name": "b", "route": "platform", "method": "GET", "template": "/a/{other}", "path": {"other": {"any": "x"}}}]}"#;
    assert!(AllowList::read(twice.as_bytes()).unwrap_err().message.contains("asked for by the same method and path"));
}

fn list_of(route: &str, template: &str) -> String {
    json!({"operations": [{"name": "a", "route": route, "method": "GET", "template": template}]}).to_string()
}
