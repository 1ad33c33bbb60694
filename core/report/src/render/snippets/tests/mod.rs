//! Tests of requests as code, including values that a language could execute.

use super::*;

fn request(method: &str, url: &str, headers: &[(&str, &str)], body: Option<&str>) -> ExampleRequest {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    ExampleRequest {
        method: method.to_owned(),
        url: url.to_owned(),
        headers: headers.iter().map(owned).collect(),
        body: body.map(str::to_owned),
    }
}

fn all(request: &ExampleRequest) -> String {
    SnippetLanguage::ALL.map(|language| request.snippet(language, "before")).join("\n\n")
}

#[test]
fn a_request_without_a_body_is_short() {
    insta::assert_snapshot!(all(&request("GET", "https://api.example.com/parcels?page=1", &[], None)), @r#"
    # before
    curl 'https://api.example.com/parcels?page=1'

    const before = await fetch("https://api.example.com/parcels?page=1");

    val before = HttpRequest.newBuilder(URI("https://api.example.com/parcels?page=1"))
        .build()

    let before = URLRequest(url: URL(string: "https://api.example.com/parcels?page=1")!)
    "#);
}

#[test]
fn snippet_body_is_unescaped_if_the_language_allows_it() {
    let headers = [("Content-Type", "application/json")];
    let request = request("POST", "https://api.example.com/parcels", &headers, Some(r#"{"name":"it's","weight":2.5}"#));
    insta::assert_snapshot!(all(&request), @r##"
    # before
    curl -X POST 'https://api.example.com/parcels' -H 'Content-Type: application/json' --data-raw '{"name":"it'\''s","weight":2.5}'

    const before = await fetch("https://api.example.com/parcels", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: `{"name":"it's","weight":2.5}`,
    });

    val before = HttpRequest.newBuilder(URI("https://api.example.com/parcels"))
        .header("Content-Type", "application/json")
        .method("POST", HttpRequest.BodyPublishers.ofString("""{"name":"it's","weight":2.5}"""))
        .build()

    var before = URLRequest(url: URL(string: "https://api.example.com/parcels")!)
    before.httpMethod = "POST"
    before.addValue("application/json", forHTTPHeaderField: "Content-Type")
    before.httpBody = Data(#"{"name":"it's","weight":2.5}"#.utf8)
    "##);
}

#[test]
fn a_body_with_line_ends_of_two_characters_is_sent_as_it_is() {
    let body = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n5 % \\n\r\n--b--\r\n";
    insta::assert_snapshot!(all(&request("POST", "https://api.example.com/f", &[], Some(body))), @r#"
    # before
    printf %b '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n5 % \\n\r\n--b--\r\n' |
      curl -X POST 'https://api.example.com/f' --data-binary @-

    const before = await fetch("https://api.example.com/f", {
      method: "POST",
      body: "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n5 % \\n\r\n--b--\r\n",
    });

    val before = HttpRequest.newBuilder(URI("https://api.example.com/f"))
        .method("POST", HttpRequest.BodyPublishers.ofString("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n5 % \\n\r\n--b--\r\n"))
        .build()

    var before = URLRequest(url: URL(string: "https://api.example.com/f")!)
    before.httpMethod = "POST"
    before.httpBody = Data("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n5 % \\n\r\n--b--\r\n".utf8)
    "#);
}

#[test]
fn snippets_escape_code_of_each_language() {
    let body = r##"{"a":"$(touch x) ${1+1} `id` \\(1) \\#(1) \"# \"\"\""}"##;
    let request = request("DELETE", "https://api.example.com/$a(b)", &[("X-Note", "$HOME \"it's\"")], Some(body));
    insta::assert_snapshot!(all(&request), @r###"
    # before
    curl -X DELETE 'https://api.example.com/$a(b)' -H 'X-Note: $HOME "it'\''s"' --data-raw '{"a":"$(touch x) ${1+1} `id` \\(1) \\#(1) \"# \"\"\""}'

    const before = await fetch("https://api.example.com/$a(b)", {
      method: "DELETE",
      headers: { "X-Note": "$HOME \"it's\"" },
      body: "{\"a\":\"$(touch x) ${1+1} `id` \\\\(1) \\\\#(1) \\\"# \\\"\\\"\\\"\"}",
    });

    val before = HttpRequest.newBuilder(URI("https://api.example.com/\$a(b)"))
        .header("X-Note", "\$HOME \"it's\"")
        .method("DELETE", HttpRequest.BodyPublishers.ofString("{\"a\":\"\$(touch x) \${1+1} `id` \\\\(1) \\\\#(1) \\\"# \\\"\\\"\\\"\"}"))
        .build()

    var before = URLRequest(url: URL(string: "https://api.example.com/$a(b)")!)
    before.httpMethod = "DELETE"
    before.addValue("$HOME \"it's\"", forHTTPHeaderField: "X-Note")
    before.httpBody = Data("{\"a\":\"$(touch x) ${1+1} `id` \\\\(1) \\\\#(1) \\\"# \\\"\\\"\\\"\"}".utf8)
    "###);
}
