//! One call over each path family of a running `waybill dev`: `cargo run -p waybill-examples -- ORIGIN`.

mod driver;

use std::process::ExitCode;

use anyhow::Context;
use driver::Client;
use waybill_core::{Call, Config, Credentials, Environment, EnvironmentKind, Login, RequestBody, Route, Secret};

fn main() -> ExitCode {
    let Err(error) = run() else { return ExitCode::SUCCESS };
    eprintln!("error: {error:#}");
    if let Some(remedy) = error.downcast_ref::<waybill_core::Error>().and_then(|error| error.remedy.as_ref()) {
        eprintln!("help: {remedy}");
    }
    ExitCode::FAILURE
}

fn run() -> anyhow::Result<()> {
    let origin = std::env::args().nth(1).context("name the origin that `waybill dev` printed")?;
    let mut client = Client::new(config(&origin)?)?;
    let commerce = Route::Commerce { tenant: "tenant-1".to_owned() };
    let proxy = Route::CommerceProxy { seller: "seller-1".to_owned() };
    for call in [
        call(Route::Platform, "POST", "/flows/{flowId}/execute", &[("flowId", "f-1")]),
        call(commerce, "GET", "/orders", &[]),
        call(proxy, "GET", "/orders", &[]),
    ] {
        let title = format!("{} {}", call.method, call.template);
        let mut answer = client.send(call)?;
        let length = answer.body_mut().read_to_vec()?.len();
        println!("{title}: {}, {length} bytes", answer.status());
    }
    Ok(())
}

/// `waybill dev` prints the addresses. Credentials come from the environment or a secret manager, never from source.
fn config(origin: &str) -> anyhow::Result<Config> {
    let variable =
        |name: &str| std::env::var(name).with_context(|| format!("set {name}; `waybill dev` prints a sample"));
    let environment = Environment {
        base_url: Some(format!("{origin}/api/v1")),
        proxy_url: Some(format!("{origin}/api/commerce")),
        commerce_url: Some(format!("{origin}/commerce/api")),
        auth_url: Some(format!("{origin}/auth")),
        ..Environment::new("development", EnvironmentKind::Development)
    };
    let login = Login {
        realm: variable("WAYBILL_REALM")?,
        username: variable("WAYBILL_USERNAME")?,
        password: Some(Secret::new(variable("WAYBILL_PASSWORD")?)),
        refresh_token: None,
    };
    let credentials = Credentials {
        environment: "development".to_owned(),
        api_key: Some(Secret::new(variable("WAYBILL_API_KEY")?)),
        login: Some(login),
    };
    // The seed spreads the retries of many clients; anything that differs between them will do.
    let seed = u64::from(std::process::id());
    Ok(Config::new(environment, credentials, seed))
}

fn call(route: Route, method: &str, template: &str, parameters: &[(&str, &str)]) -> Call {
    Call {
        route,
        method: method.to_owned(),
        template: template.to_owned(),
        parameters: parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        query: Vec::new(),
        headers: Vec::new(),
        body: RequestBody::Empty,
        deadline: None,
    }
}
