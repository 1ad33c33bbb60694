//! The configuration that walks give their engines.

use waybill_core::{Config, Credentials, Environment, EnvironmentKind, Login, Secret};

fn environment(name: &str) -> Environment {
    Environment {
        name: name.to_owned(),
        kind: if name == "sandbox" { EnvironmentKind::Sandbox } else { EnvironmentKind::Production },
        base_url: Some(format!("https://{name}.example/api/v1")),
        proxy_url: None,
        commerce_url: Some(format!("https://commerce.{name}.example/api")),
        auth_url: Some(format!("https://id.{name}.example")),
        mock_url: None,
    }
}

/// A configuration of two environments that serves the one of that name.
pub(crate) fn config(name: &str, password: Option<&str>, refresh: Option<&str>) -> Config {
    let secret = |text: &str| Secret::new(text.to_owned());
    let login = Login {
        realm: "acme".to_owned(),
        username: "ann".to_owned(),
        password: password.map(secret),
        refresh_token: refresh.map(secret),
    };
    Config {
        environments: vec![environment("sandbox"), environment("production")],
        environment: name.to_owned(),
        credentials: vec![Credentials { environment: name.to_owned(), api_key: None, login: Some(login) }],
        seed: 7,
        token_timeout: None,
        token_retry_wait: None,
        shared_store: None,
    }
}
