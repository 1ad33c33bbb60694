//! Makes one call of each path family to a running `waybill dev`: `cargo run -p waybill-examples -- ORIGIN`.

use std::process::ExitCode;

use anyhow::Context;
use waybill_core::{Call, Config, Credentials, Environment, EnvironmentKind, Login, Route, Secret};
use waybill_examples::driver::Client;

fn main() -> ExitCode {
    let Err(error) = run() else { return ExitCode::SUCCESS };
    eprintln!("error: {error:#}");
    if let Some(remedy) = error.downcast_ref::<waybill_core::Error>().map(|error| &error.remedy) {
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

/// Creates the configuration. `waybill dev` prints the addresses. Read credentials from the environment or a secret manager.
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
    let password = Secret::new(variable("WAYBILL_PASSWORD")?);
    let login = Login::from_password(variable("WAYBILL_REALM")?, variable("WAYBILL_USERNAME")?, password);
    let credentials = Credentials {
        api_key: Some(Secret::new(variable("WAYBILL_API_KEY")?)),
        ..Credentials::from_login("development", login)
    };
    // The seed spreads the retries of many clients. Any number that differs between them is suitable.
    let seed = u64::from(std::process::id());
    Ok(Config::new(environment, credentials, seed))
}

fn call(route: Route, method: &str, template: &str, parameters: &[(&str, &str)]) -> Call {
    let parameters = parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Call { parameters, ..Call::new(route, method, template) }
}
