//! No request and no clock makes the development platform panic, and every reply is one a server can send.
#![allow(clippy::unwrap_used, reason = "a test stops where its expectation does")]

use http::{Method, Request};
use proptest::prelude::*;
use waybill_base::time::Timestamp;
use waybill_mock::platform::{Platform, PlatformConfig};

fn path() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "/auth/realms/acme/protocol/openid-connect/token",
        "/auth/realms//protocol/openid-connect/token",
        "/auth/realms/protocol/openid-connect/token",
        "/api/v1",
        "/api/v1/x?a=%zz",
        "/api/commerce/x",
        "/commerce/api/x",
        "/_waybill/stats",
        "/_waybill/faults",
        "/_waybill/tokens",
        "/_waybill/user",
        "/_waybill/",
        "/",
    ]);
    prop_oneof![4 => known.prop_map(str::to_owned), 1 => "/[a-zA-Z0-9%/._~?&=-]{0,40}"]
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        "grant_type=password&client_id=commerce&username=ada&password=correct+horse",
        "grant_type=refresh_token&client_id=commerce&refresh_token=a.b.c",
        "grant_type=refresh_token&client_id=commerce",
        "grant_type=password&client_id=commerce&scope=%ff&username=",
        r#"{"disabled":true,"locked":false}"#,
        r#"{"fault":"delay=1; drop=after","count":3}"#,
        r#"{"fault":"status=401","scope":"token"}"#,
        r#"{"lifespan_s":-9223372036854775808,"session_max_s":9223372036854775807}"#,
        r#"{"lifespan_s":9223372036854775807,"expire":"access"}"#,
        r#"{"expire":"sessions"}"#,
    ]);
    prop_oneof![4 => known.prop_map(|text| text.as_bytes().to_vec()), 1 => prop::collection::vec(any::<u8>(), 0..200)]
}

fn header() -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    let names = vec!["authorization", "content-type", "x-tenant", "x-seller-id", "x-waybill-fault", "cookie"];
    let name = prop::sample::select(names);
    let value = prop_oneof![
        Just(b"application/x-www-form-urlencoded".to_vec()),
        Just(b"Bearer x".to_vec()),
        Just(b"drop=before".to_vec()),
        prop::collection::vec(prop_oneof![0x20_u8..0x7f, 0x80_u8..=0xff], 0..40),
    ];
    (name, value)
}

proptest! {
    #[test]
    fn any_sequence_of_requests_is_answered(
        requests in prop::collection::vec(
            (prop::sample::select(vec!["GET", "POST", "DELETE", "PURGE"]), path(),
             prop::collection::vec(header(), 0..3), body(), any::<i64>()),
            1..12,
        )
    ) {
        let mut platform = Platform::new(PlatformConfig::sample("http://127.0.0.1:1"));
        for (method, path, headers, body, now) in requests {
            let builder = Request::builder().method(Method::from_bytes(method.as_bytes()).unwrap()).uri(path);
            let builder = headers.into_iter().fold(builder, |builder, (name, value)| builder.header(name, value));
            // A path or a header that the http crate refuses never reaches the platform.
            let Ok(request) = builder.body(body) else { continue };
            let (head, body) = request.into_parts();
            let _ = platform.admit(&head);
            let reply = platform.handle(&Request::from_parts(head, body), Timestamp::from_millis(now));
            prop_assert!((200..600).contains(&reply.response.status().as_u16()));
        }
    }
}
