//! Tests of rejected lists.

use super::*;

#[test]
fn misleading_allow_list_is_rejected() {
    let operation = |more: &str| {
        format!(
            r#"{{"operations": [{{"name": "a", "route": "platform", "method": "GET", "template": "/a/{{id}}", {more}}}]}}"#
        )
    };
    for (list, reason) in [
        ("[]".to_owned(), "line 1"),
        (r#"{"operations": [], "extra": 1}"#.to_owned(), "unknown field `extra`"),
        (operation(r#""path": {}"#), "`a`: the path parameter `id` has no binding"),
        (operation(r#""path": {"id": {}}"#), "must be bound to one of"),
        (operation(r#""path": {"id": {"claim": "a", "any": "b"}}"#), "must be bound to one of"),
        (operation(r#""path": {"id": {"any": " "}}"#), "must give the reason"),
        (operation(r#""path": {"id": {"oneOf": []}}"#), "no value would be accepted"),
        (operation(r#""path": {"id": {"pattern": "(a"}}"#), "is not supported"),
        (operation(r#""path": {"id": {"pattern": "a)|(b"}}"#), "is not supported"),
        (operation(r#""path": {"id": {"any": "x"}, "other": {"any": "x"}}"#), "which the template does not have"),
        (operation(r#""path": {"id": {"any": "x"}}, "requestHeaders": ["Authorization"]"#), "never forwarded"),
        (operation(r#""path": {"id": {"any": "x"}}, "requestHeaders": ["X-Forwarded-For"]"#), "never forwarded"),
        (operation(r#""path": {"id": {"any": "x"}}, "answerHeaders": ["Set-Cookie"]"#), "never forwarded"),
        (operation(r#""path": {"id": {"any": "x"}}, "errorBodies": [403]"#), "it may list only"),
        (operation(r#""path": {"id": {"any": "x"}}, "mediaTypes": ["*/*"]"#), "complete media types"),
        (list_of("commerce", "/x"), "needs `tenant`"),
        (list_of("platform", "x"), "must begin with `/`"),
        (list_of("platform", "/x/"), "is not safe in a request path"),
        (list_of("platform", "/x{id}"), "must be a whole segment"),
        (list_of("platform", "/../x"), "is not safe in a request path"),
    ] {
        let error = AllowList::read(list.as_bytes()).unwrap_err();
        assert_eq!(error.code, code::FORWARD_LIST);
        assert!(error.message.contains(reason), "{list}: {}", error.message);
    }
    let twice = r#"{"operations": [
        {"name": "a", "route": "platform", "method": "GET", "template": "/a/{id}", "path": {"id": {"any": "x"}}},
        {"name": "b", "route": "platform", "method": "GET", "template": "/a/{other}", "path": {"other": {"any": "x"}}}]}"#;
    assert!(AllowList::read(twice.as_bytes()).unwrap_err().message.contains("have the same method and path"));
}

#[test]
fn list_with_one_name_in_path_and_query_is_refused() {
    let list = r#"{"operations": [{"name": "flow", "route": "platform", "method": "GET", "template": "/flows/{id}",
        "path": {"id": {"any": "x"}}, "query": {"id": {"any": "x"}}}]}"#;
    let error = AllowList::read(list.as_bytes()).unwrap_err();
    assert_eq!(error.code, code::FORWARD_LIST);
    let expected = "`flow`: `path` and `query` both bind `id`, but the host gets one value for each name: rename the \
                    path parameter in `template` and `path`; requests do not contain its name";
    assert!(error.message.ends_with(expected), "{}", error.message);
    let renamed = list.replace("{id}", "{flowId}").replace(r#""path": {"id""#, r#""path": {"flowId""#);
    assert!(AllowList::read(renamed.as_bytes()).is_ok());
}

fn list_of(route: &str, template: &str) -> String {
    json!({"operations": [{"name": "a", "route": route, "method": "GET", "template": template}]}).to_string()
}
