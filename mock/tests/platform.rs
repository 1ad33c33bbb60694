//! The development platform, as its clients see it: grants, rotation, path families, faults and the control interface.
//! The identity provider's answers are those measured on Keycloak 26.4.5.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops where its expectation does")]

use std::time::Duration;

use http::{Method, Request, StatusCode};
use serde_json::{Value, json};
use waybill_base::time::Timestamp;
use waybill_mock::platform::{Drop, FAULT_HEADER, Platform, PlatformAdmission, PlatformConfig, PlatformReply};

const TOKEN: &str = "/auth/realms/acme/protocol/openid-connect/token";
const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");
const START: i64 = 1_800_000_000_000;

/// A client of a platform, with a clock of its own.
struct Bench {
    platform: Platform,
    now_ms: i64,
    api_key: String,
}

impl Bench {
    fn new() -> Bench {
        let config = PlatformConfig::sample("http://127.0.0.1:4010");
        let api_key = config.api_key.expose().to_owned();
        Bench { platform: Platform::new(config), now_ms: START, api_key }
    }

    fn send(&mut self, method: Method, path: &str, headers: &[(&str, &str)], body: &str) -> PlatformReply {
        let builder = Request::builder().method(method).uri(path);
        let request = headers.iter().fold(builder, |builder, (name, value)| builder.header(*name, *value));
        self.platform.handle(&request.body(body.as_bytes().to_vec()).unwrap(), Timestamp::from_millis(self.now_ms))
    }

    fn token(&mut self, form: &str) -> (u16, Value) {
        outcome(&self.send(Method::POST, TOKEN, &[FORM], form))
    }

    fn log_in(&mut self) -> Value {
        let (status, tokens) = self.token("grant_type=password&client_id=commerce&username=ada&password=correct+horse");
        assert_eq!(status, 200, "{tokens}");
        tokens
    }

    fn refresh(&mut self, tokens: &Value) -> (u16, Value) {
        let refresh = tokens["refresh_token"].as_str().unwrap();
        self.token(&format!("grant_type=refresh_token&client_id=commerce&refresh_token={refresh}"))
    }

    fn orders(&mut self, tokens: &Value) -> PlatformReply {
        let authorization = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        let headers = [("authorization", authorization.as_str()), ("x-tenant", "acme")];
        self.send(Method::GET, "/commerce/api/orders", &headers, "")
    }

    fn platform_call(&mut self, extra: &[(&str, &str)]) -> PlatformReply {
        let authorization = format!("Bearer {}", self.api_key);
        let headers = [&[("authorization", authorization.as_str())], extra].concat();
        self.send(Method::GET, "/api/v1/connections/c-1/health", &headers, "")
    }

    fn control(&mut self, method: Method, path: &str, body: &Value) -> (u16, Value) {
        outcome(&self.send(method, &format!("/_waybill/{path}"), &[("host", "127.0.0.1:4010")], &body.to_string()))
    }

    fn wait(&mut self, ms: i64) {
        self.now_ms += ms;
    }
}

fn outcome(reply: &PlatformReply) -> (u16, Value) {
    (reply.response.status().as_u16(), serde_json::from_slice(reply.response.body()).unwrap())
}

fn refused(status: u16, error: &str, description: &str) -> (u16, Value) {
    (status, json!({ "error": error, "error_description": description }))
}

#[test]
fn a_login_gets_both_tokens_and_the_members_keycloak_adds() {
    let tokens = Bench::new().log_in();
    assert_eq!(tokens["token_type"], "Bearer");
    assert_eq!(tokens["expires_in"], 300);
    assert_eq!(tokens["refresh_expires_in"], 1800);
    for extra in ["not-before-policy", "session_state", "scope"] {
        assert!(tokens.get(extra).is_some(), "{extra} is missing");
    }
}

#[test]
fn a_refresh_replaces_both_tokens() {
    let mut bench = Bench::new();
    let first = bench.log_in();
    let (status, second) = bench.refresh(&first);
    assert_eq!(status, 200);
    assert_ne!(first["access_token"], second["access_token"]);
    assert_ne!(first["refresh_token"], second["refresh_token"]);
    assert_eq!(first["session_state"], second["session_state"]);
}

#[test]
fn a_replaced_refresh_token_sent_again_loses_the_login() {
    let mut bench = Bench::new();
    let first = bench.log_in();
    let (_, second) = bench.refresh(&first);
    assert_eq!(bench.refresh(&first), refused(400, "invalid_grant", "Maximum allowed refresh token reuse exceeded"));
    assert_eq!(bench.refresh(&second), refused(400, "invalid_grant", "Session doesn't have required client"));
    let third = bench.log_in();
    assert_eq!(bench.refresh(&third).0, 200);
}

#[test]
fn a_refresh_token_that_was_replaced_twice_is_stale() {
    let mut bench = Bench::new();
    let first = bench.log_in();
    let (_, second) = bench.refresh(&first);
    let (_, third) = bench.refresh(&second);
    assert_eq!(bench.refresh(&first), refused(400, "invalid_grant", "Stale token"));
    assert_eq!(bench.refresh(&third), refused(400, "invalid_grant", "Session doesn't have required client"));
}

#[test]
fn the_user_can_be_disabled_and_locked() {
    let mut bench = Bench::new();
    let first = bench.log_in();
    let login = "grant_type=password&client_id=commerce&username=ada&password=correct+horse";
    let set = bench.control(Method::POST, "user", &json!({ "locked": true }));
    assert_eq!(set, (200, json!({ "disabled": false, "locked": true })));
    assert_eq!(bench.token(login), refused(401, "invalid_grant", "Invalid user credentials"));
    let (status, second) = bench.refresh(&first);
    assert_eq!(status, 200);
    bench.control(Method::POST, "user", &json!({ "disabled": true, "locked": false }));
    assert_eq!(bench.token(login), refused(400, "invalid_grant", "Account disabled"));
    assert_eq!(bench.refresh(&second), refused(400, "invalid_grant", "User disabled"));
    bench.control(Method::POST, "user", &json!({ "disabled": false }));
    assert_eq!(bench.refresh(&second).0, 200);
    assert_eq!(bench.control(Method::POST, "user", &json!({ "lockd": true })).0, 400);
}

#[test]
fn a_replay_in_one_login_leaves_others_alone() {
    let mut bench = Bench::new();
    let (mine, yours) = (bench.log_in(), bench.log_in());
    bench.refresh(&mine);
    bench.refresh(&mine);
    assert_eq!(bench.refresh(&yours).0, 200);
}

#[test]
fn wrong_credentials_are_refused_as_keycloak_refuses_them() {
    let mut bench = Bench::new();
    let invalid_user = refused(401, "invalid_grant", "Invalid user credentials");
    let login = "grant_type=password&client_id=commerce";
    assert_eq!(bench.token(&format!("{login}&username=ada&password=wrong")), invalid_user);
    assert_eq!(bench.token(&format!("{login}&username=eve&password=correct+horse")), invalid_user);
    let unknown_client = refused(401, "invalid_client", "Invalid client or Invalid client credentials");
    assert_eq!(bench.token("grant_type=password&client_id=nobody&username=ada&password=x"), unknown_client);
    assert_eq!(bench.token("grant_type=password&username=ada&password=x"), unknown_client);
    assert_eq!(
        bench.token("grant_type=password&client_id=portal&username=ada&password=correct+horse"),
        refused(400, "unauthorized_client", "Client not allowed for direct access grants")
    );
    let unknown_grant = refused(400, "unsupported_grant_type", "Unsupported grant_type");
    assert_eq!(bench.token("grant_type=implicit&client_id=commerce"), unknown_grant);
    assert_eq!(bench.token("grant_type=implicit&client_id=nobody"), unknown_grant);
    let no_user = refused(401, "invalid_request", "Missing parameter: username");
    assert_eq!(bench.token("grant_type=password&client_id=commerce&password=x"), no_user);
    assert_eq!(bench.token("grant_type=password&client_id=commerce&username=ada"), invalid_user);
    let no_refresh = refused(400, "invalid_request", "No refresh token");
    assert_eq!(bench.token("grant_type=refresh_token&client_id=commerce"), no_refresh);
    let get = outcome(&bench.send(Method::GET, TOKEN, &[], ""));
    assert_eq!(get, (405, json!({ "error": "HTTP 405 Method Not Allowed" })));
    assert_eq!(bench.token(""), refused(400, "invalid_request", "Missing form parameter: grant_type"));
}

#[test]
fn an_unknown_realm_is_a_404_with_an_error_member() {
    let reply = Bench::new().send(Method::POST, &TOKEN.replace("acme", "nowhere"), &[], "grant_type=password");
    assert_eq!(outcome(&reply), (404, json!({ "error": "Realm does not exist" })));
}

#[test]
fn unknown_or_foreign_refresh_token_is_rejected() {
    let mut bench = Bench::new();
    let tokens = bench.log_in();
    assert_eq!(
        bench.token("grant_type=refresh_token&client_id=commerce&refresh_token=x"),
        refused(400, "invalid_grant", "Invalid refresh token")
    );
    let access_as_refresh = json!({ "refresh_token": tokens["access_token"] });
    assert_eq!(bench.refresh(&access_as_refresh), refused(400, "invalid_grant", "Invalid refresh token"));
    let refresh = tokens["refresh_token"].as_str().unwrap();
    let (status, body) = bench.token(&format!("grant_type=refresh_token&client_id=portal&refresh_token={refresh}"));
    assert_eq!((status, &body["error"]), (400, &json!("invalid_grant")));
}

#[test]
fn token_lifetime_is_limited_by_the_end_of_the_session() {
    let mut bench = Bench::new();
    bench.control(Method::POST, "tokens", &json!({ "lifespan_s": 60, "session_max_s": 100 }));
    let mut tokens = bench.log_in();
    let mut lives = vec![tokens["expires_in"].clone()];
    for wait in [50_000, 25_000, 15_000] {
        bench.wait(wait);
        tokens = bench.refresh(&tokens).1;
        lives.push(tokens["expires_in"].clone());
    }
    assert_eq!(lives, [60, 50, 25, 10]);
    bench.wait(10_000);
    assert_eq!(bench.refresh(&tokens), refused(400, "invalid_grant", "Session not active"));
    bench.wait(1_000);
    assert_eq!(bench.refresh(&tokens), refused(400, "invalid_grant", "Token is not active"));
}

#[test]
fn an_access_token_opens_commerce_until_it_expires() {
    let mut bench = Bench::new();
    let tokens = bench.log_in();
    assert_eq!(bench.orders(&tokens).response.status(), StatusCode::OK);
    bench.wait(300_000);
    let reply = bench.orders(&tokens);
    assert_eq!(reply.response.status(), StatusCode::UNAUTHORIZED);
    let challenge = reply.response.headers()["www-authenticate"].to_str().unwrap();
    assert_eq!(challenge, r#"Bearer error="invalid_token", error_description="the token has expired""#);
}

#[test]
fn tokens_can_be_made_short_lived_or_expired_at_once() {
    let mut bench = Bench::new();
    let before = bench.log_in();
    let set = bench.control(Method::POST, "tokens", &json!({ "lifespan_s": 4, "expire": "access" }));
    assert_eq!(set, (200, json!({ "lifespan_s": 4, "session_max_s": 36_000 })));
    assert_eq!(bench.orders(&before).response.status(), StatusCode::UNAUTHORIZED);
    let (_, after) = bench.refresh(&before);
    assert_eq!(after["expires_in"], 4);
    assert_eq!(bench.orders(&after).response.status(), StatusCode::OK);
    bench.control(Method::POST, "tokens", &json!({ "expire": "sessions" }));
    assert_eq!(bench.refresh(&after), refused(400, "invalid_grant", "Session not active"));
}

#[test]
fn platform_call_with_api_key_echoes_the_request_without_it() {
    let mut bench = Bench::new();
    let authorization = format!("Bearer {}", bench.api_key);
    let headers = [("authorization", authorization.as_str()), ("x-note", "one"), ("x-note", "two"), ("cookie", "c")];
    let reply = bench.send(Method::POST, "/api/v1/flows/f%201/execute?dry=yes&dry=no", &headers, "12345");
    let echo = json!({
        "family": "platform", "method": "POST", "path": "/flows/f%201/execute",
        "query": [["dry", "yes"], ["dry", "no"]], "headers": { "x-note": "one, two" }, "body_bytes": 5,
    });
    assert_eq!(outcome(&reply), (200, echo));
}

#[test]
fn each_family_refuses_the_others_credential() {
    let mut bench = Bench::new();
    let access = format!("Bearer {}", bench.log_in()["access_token"].as_str().unwrap());
    let key = format!("Bearer {}", bench.api_key);
    for (path, credential) in [("/api/v1/x", &access), ("/api/commerce/x", &access), ("/commerce/api/x", &key)] {
        let headers = [("authorization", credential.as_str()), ("x-tenant", "t"), ("x-seller-id", "s")];
        assert_eq!(bench.send(Method::GET, path, &headers, "").response.status(), StatusCode::UNAUTHORIZED, "{path}");
        let reply = bench.send(Method::GET, path, &[], "");
        assert_eq!(reply.response.headers()["www-authenticate"], "Bearer", "{path} without any");
    }
}

#[test]
fn commerce_asks_for_the_header_of_its_family() {
    let mut bench = Bench::new();
    let access = format!("Bearer {}", bench.log_in()["access_token"].as_str().unwrap());
    let key = format!("Bearer {}", bench.api_key);
    for (path, credential, header) in
        [("/api/commerce/orders", &key, "x-seller-id"), ("/commerce/api/orders", &access, "x-tenant")]
    {
        let (status, body) = outcome(&bench.send(Method::GET, path, &[("authorization", credential)], ""));
        assert_eq!((status, body["message"].as_str()), (400, Some(format!("the header {header} is missing").as_str())));
        let headers = [("authorization", credential.as_str()), (header, "acme")];
        assert_eq!(bench.send(Method::GET, path, &headers, "").response.status(), StatusCode::OK);
    }
}

#[test]
fn unknown_path_lists_the_existing_ones() {
    let (status, body) = outcome(&Bench::new().send(Method::GET, "/api/v10/x", &[], ""));
    assert_eq!(status, 404);
    assert!(body["message"].as_str().unwrap().contains("/api/v1"));
}

#[test]
fn a_header_asks_for_a_fault_of_its_own_request() {
    let mut bench = Bench::new();
    let reply = bench.platform_call(&[(FAULT_HEADER, "delay=250; status=429; retry-after=2")]);
    assert_eq!(reply.response.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(reply.response.headers()["retry-after"], "2");
    assert_eq!((reply.delay, reply.fault), (Duration::from_millis(250), None));
    let html = bench.platform_call(&[(FAULT_HEADER, "html")]);
    assert_eq!(html.response.headers()["content-type"], "text/html; charset=utf-8");
    let redirect = bench.platform_call(&[(FAULT_HEADER, "redirect=/elsewhere")]);
    assert_eq!(
        (redirect.response.status().as_u16(), &redirect.response.headers()["location"]),
        (302, &"/elsewhere".parse().unwrap())
    );
    let wrong = outcome(&bench.platform_call(&[(FAULT_HEADER, "sttus=503")]));
    assert_eq!(wrong.0, 400);
    assert!(wrong.1["message"].as_str().unwrap().contains("'sttus=503'"));
}

#[test]
fn queued_fault_applies_to_its_scope_and_count() {
    let mut bench = Bench::new();
    let fault = json!({ "scope": "token", "count": 2, "fault": "status=503" });
    assert_eq!(bench.control(Method::POST, "faults", &fault), (201, json!([fault])));
    assert_eq!(bench.platform_call(&[]).response.status(), StatusCode::OK);
    assert_eq!(bench.token("").0, 503);
    assert_eq!(bench.token("").0, 503);
    bench.log_in();
    assert_eq!(bench.control(Method::GET, "faults", &Value::Null), (200, json!([])));
}

#[test]
fn waiting_faults_can_be_cleared_and_wrong_ones_are_refused() {
    let mut bench = Bench::new();
    bench.control(Method::POST, "faults", &json!({ "fault": "status=500" }));
    bench.control(Method::DELETE, "faults", &Value::Null);
    assert_eq!(bench.platform_call(&[]).response.status(), StatusCode::OK);
    for wrong in [json!({}), json!({ "fault": "status=1" }), json!({ "fault": "html", "scope": "moon" }), json!(7)] {
        assert_eq!(bench.control(Method::POST, "faults", &wrong).0, 400, "{wrong}");
    }
}

#[test]
fn a_request_dropped_after_reading_has_taken_effect() {
    let mut bench = Bench::new();
    let first = bench.log_in();
    bench.control(Method::POST, "faults", &json!({ "scope": "token", "fault": "drop=after" }));
    let form = format!(
        "grant_type=refresh_token&client_id=commerce&refresh_token={}",
        first["refresh_token"].as_str().unwrap()
    );
    let reply = bench.send(Method::POST, TOKEN, &[FORM], &form);
    assert_eq!(reply.fault, Some(Drop::AfterReading));
    assert_eq!(bench.refresh(&first), refused(400, "invalid_grant", "Maximum allowed refresh token reuse exceeded"));
}

#[test]
fn request_dropped_before_reading_has_no_effect() {
    let mut bench = Bench::new();
    let first = bench.log_in();
    bench.control(Method::POST, "faults", &json!({ "scope": "token", "count": 2, "fault": "drop=before" }));
    let (head, ()) = Request::post(TOKEN).body(()).unwrap().into_parts();
    let PlatformAdmission::Reply(reply) = bench.platform.admit(&head) else { panic!("admitted") };
    assert_eq!(reply.fault, Some(Drop::BeforeReading));
    assert_eq!(bench.send(Method::POST, TOKEN, &[], "").fault, Some(Drop::BeforeReading));
    assert!(matches!(bench.platform.admit(&head), PlatformAdmission::Read { .. }));
    assert_eq!(bench.refresh(&first).0, 200);
}

#[test]
fn other_faults_wait_for_the_body() {
    let mut bench = Bench::new();
    bench.control(Method::POST, "faults", &json!({ "fault": "status=503" }));
    let (head, ()) = Request::post(TOKEN).body(()).unwrap().into_parts();
    assert!(matches!(bench.platform.admit(&head), PlatformAdmission::Read { .. }));
    assert_eq!(bench.token("").0, 503);
}

#[test]
fn token_requests_and_calls_are_counted() {
    let mut bench = Bench::new();
    let tokens = bench.log_in();
    bench.refresh(&tokens);
    bench.refresh(&tokens);
    bench.orders(&tokens);
    bench.platform_call(&[]);
    let stats = json!({
        "token_requests": 3, "password_grants": 1, "refresh_grants": 2, "refused_token_requests": 1,
        "calls": { "platform": 1, "proxy": 0, "commerce": 1 },
    });
    assert_eq!(bench.control(Method::GET, "stats", &Value::Null), (200, stats));
}

#[test]
fn page_of_another_site_cannot_use_the_control_interface() {
    let mut bench = Bench::new();
    let host = ("host", "127.0.0.1:4010");
    for (path, headers, expected) in [
        ("/_waybill/config", &[host][..], 200),
        ("/_waybill/config", &[("host", "localhost:4010"), ("origin", "http://localhost:4010")], 200),
        ("http://127.0.0.1:4010/_waybill/config", &[host], 200),
        ("/_waybill/config", &[], 403),
        ("/_waybill/config", &[host, host], 403),
        ("/_waybill/config", &[host, ("host", "evil.example")], 403),
        ("/_waybill/config", &[("host", "evil.example"), host], 403),
        ("/_waybill/config", &[("host", "evil.example")], 403),
        ("/_waybill/config", &[("host", "")], 403),
        ("/_waybill/config", &[host, ("origin", "http://evil.example")], 403),
        ("/_waybill/config", &[host, ("origin", "null")], 403),
        ("/_waybill/config", &[host, ("origin", "http://127.0.0.1:4010"), ("origin", "null")], 403),
        ("http://evil.example/_waybill/config", &[host], 403),
        ("http://127.0.0.1:4010/_waybill/config", &[], 403),
        ("/_waybill/unknown", &[], 403),
    ] {
        let reply = bench.send(Method::GET, path, headers, "");
        assert_eq!(reply.response.status(), expected, "{path} {headers:?}");
        let request = headers.iter().fold(Request::post(path), |request, (name, value)| request.header(*name, *value));
        let admission = bench.platform.admit(&request.body(()).unwrap().into_parts().0);
        assert_eq!(matches!(admission, PlatformAdmission::Reply(_)), expected == 403, "{path} {headers:?}");
    }
    let body = json!({"disabled": true}).to_string();
    assert_eq!(bench.send(Method::POST, "/_waybill/user", &[host, ("origin", "null")], &body).response.status(), 403);
    bench.log_in();
}

#[test]
fn config_endpoint_returns_a_client_configuration() {
    let mut bench = Bench::new();
    let (status, config) = bench.control(Method::GET, "config", &Value::Null);
    assert_eq!(status, 200);
    assert_eq!(config["environments"][0]["auth_url"], "http://127.0.0.1:4010/auth");
    assert_eq!(config["credentials"][0]["api_key"], json!(bench.api_key));
    assert_eq!(config["environment"], config["environments"][0]["name"]);
}

#[test]
fn log_lines_name_the_grant_and_the_outcome() {
    let mut bench = Bench::new();
    let line = |reply: PlatformReply| reply.log_line.unwrap();
    let wrong = "grant_type=password&client_id=commerce&username=ada&password=wrong";
    assert_eq!(line(bench.send(Method::POST, TOKEN, &[FORM], wrong)), "token request 1: password, 401");
    let dropped = bench.send(Method::POST, TOKEN, &[(FAULT_HEADER, "drop=before")], wrong);
    assert_eq!(line(dropped), "token request 2: fault, dropped");
    assert_eq!(bench.platform_call(&[]).log_line, None);
}

#[test]
fn the_same_requests_at_the_same_times_get_the_same_bytes() {
    let run = || {
        let mut bench = Bench::new();
        let first = bench.log_in();
        bench.wait(1_000);
        (first.clone(), bench.refresh(&first))
    };
    assert_eq!(run(), run());
}

#[test]
fn neither_log_nor_debug_shows_a_secret() {
    let mut bench = Bench::new();
    let tokens = bench.log_in();
    let (_, newer) = bench.refresh(&tokens);
    let form = format!(
        "grant_type=refresh_token&client_id=commerce&refresh_token={}",
        newer["refresh_token"].as_str().unwrap()
    );
    let reply = bench.send(Method::POST, TOKEN, &[FORM], &form);
    let seen = format!("{reply:?} {:?}", bench.platform);
    assert!(seen.contains("token request 3: refresh_token, 200"), "{seen}");
    let body = format!("{:?}", reply.response.body());
    let held = ["access_token", "refresh_token"].map(|name| tokens[name].as_str().unwrap());
    for secret in ["correct horse", &bench.api_key, held[0], held[1], &body] {
        assert!(!seen.contains(secret), "{seen}");
    }
}
