//! Measures how long the engine alone takes until many calls that wait for one token are sent.

use std::time::{Duration, Instant};

use waybill_core::{
    Action, Call, Config, Credentials, Engine, Environment, EnvironmentKind, ExchangeId, Login, Purpose, RequestBody,
    ResponseHead, Route, Secret, Timestamp,
};

/// Begins calls without a token, completes the one login, and passes a response for each call.
pub(crate) fn served(calls: &str) -> Result<String, String> {
    let calls: usize = calls.parse().map_err(|_| format!("{calls} is no number of calls"))?;
    let mut engine = Engine::new(config()).map_err(|error| error.to_string())?;
    let head = || ResponseHead::new(200, [("content-type", "application/json")]).map_err(|error| error.to_string());
    let begun = Instant::now();
    let mut login = None;
    for number in 0..calls {
        let now = Timestamp::from_millis(i64::try_from(number / 100).unwrap_or(0));
        let step = engine.begin(call(now), now).step;
        login = login.or(token_exchange(&step.actions));
    }
    let login = login.ok_or("no login was sent")?;
    let now = Timestamp::from_millis(1_000);
    engine.on_head(login, head()?, now).map_err(|error| error.to_string())?;
    let body = br#"{"access_token":"a","expires_in":300,"refresh_token":"r","token_type":"Bearer"}"#;
    let sent = engine.on_body(login, body, true, now).map_err(|error| error.to_string())?.actions;
    let mut done = 0;
    for action in sent {
        if let Action::Send { exchange, .. } = action {
            done += engine.on_head(exchange, head()?, now).map_err(|error| error.to_string())?.actions.len();
        }
    }
    if done != calls {
        return Err(format!("{done} of {calls} calls were served"));
    }
    Ok(format!(r#"{{"mode":"waiters","milliseconds":{:.1},"found":{done}}}"#, begun.elapsed().as_secs_f64() * 1000.0))
}

fn token_exchange(actions: &[Action]) -> Option<ExchangeId> {
    actions.iter().find_map(|action| match action {
        Action::Send { exchange, purpose: Purpose::Token, .. } => Some(*exchange),
        _ => None,
    })
}

pub(crate) fn call(now: Timestamp) -> Call {
    Call {
        route: Route::Commerce { tenant: "tenant-1".to_owned() },
        method: "GET".to_owned(),
        template: "/orders".to_owned(),
        parameters: Vec::new(),
        allow_encoded_slashes: false,
        scopes: Vec::new(),
        query: Vec::new(),
        headers: Vec::new(),
        body: RequestBody::Empty,
        deadline: Some(now.plus(Duration::from_secs(30))),
    }
}

pub(crate) fn config() -> Config {
    let environment = Environment {
        name: "sandbox".to_owned(),
        kind: EnvironmentKind::Sandbox,
        base_url: Some("https://a.example/api/v1".to_owned()),
        proxy_url: None,
        commerce_url: Some("https://c.example/api".to_owned()),
        auth_url: Some("https://id.example".to_owned()),
        mock_url: None,
    };
    let login = Login {
        realm: "acme".to_owned(),
        username: "ann".to_owned(),
        password: Some(Secret::new("pass".to_owned())),
        refresh_token: None,
    };
    Config {
        environment: environment.name.clone(),
        credentials: vec![Credentials { environment: environment.name.clone(), api_key: None, login: Some(login) }],
        environments: vec![environment],
        seed: 7,
        token_timeout: None,
        token_retry_wait: None,
        shared_store: None,
    }
}
