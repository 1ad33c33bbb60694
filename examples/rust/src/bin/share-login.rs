//! A process that shares its login with others through Redis or Valkey. Start it twice.
//!
//! Set `WAYBILL_STORE_KEY=$(head -c 32 /dev/urandom | base64)`, then run
//! `cargo run --package waybill-examples --bin share-login -- ORIGIN redis://127.0.0.1:6379`. ORIGIN is the address that
//! `waybill dev` printed. The program makes a call every second, and logs the engine's notes about the login.

use std::time::Duration;

use anyhow::Context as _;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use waybill_core::store::{RecordSealer, SealingKey};
use waybill_core::{Call, Config, Credentials, Environment, EnvironmentKind, Login, Route, Secret, SharedStore};
use waybill_examples::driver::Client;
use waybill_examples::redis_store::RedisStore;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let origin = arguments.next().context("name the origin that `waybill dev` printed")?;
    let address = arguments.next().context("name the store, as in redis://127.0.0.1:6379")?;
    let calls: u32 = arguments.next().map_or(Ok(u32::MAX), |calls| calls.parse())?;
    let bytes = STANDARD.decode(variable("WAYBILL_STORE_KEY")?).context("WAYBILL_STORE_KEY is base64 of 32 bytes")?;
    let sealer = RecordSealer::new(&[SealingKey { id: "1".to_owned(), bytes }])?;
    let mut client = Client::sharing(config(&origin)?, RedisStore::new(&address, sealer)?)?;
    for _ in 0..calls {
        let answer = client.send(Call::new(Route::Commerce { tenant: "tenant-1".to_owned() }, "GET", "/orders"))?;
        println!("GET /orders: {}", answer.status());
        std::thread::sleep(Duration::from_secs(1));
    }
    Ok(())
}

/// Creates the configuration. `waybill dev` prints the addresses and sample values of the variables.
fn config(origin: &str) -> anyhow::Result<Config> {
    let environment = Environment {
        commerce_url: Some(format!("{origin}/commerce/api")),
        auth_url: Some(format!("{origin}/auth")),
        ..Environment::new("development", EnvironmentKind::Development)
    };
    let password = Secret::new(variable("WAYBILL_PASSWORD")?);
    let login = Login::from_password(variable("WAYBILL_REALM")?, variable("WAYBILL_USERNAME")?, password);
    let credentials = Credentials::from_login("development", login);
    let seed = u64::from(std::process::id());
    Ok(Config { shared_store: Some(SharedStore::default()), ..Config::new(environment, credentials, seed) })
}

fn variable(name: &str) -> anyhow::Result<String> {
    std::env::var(name).with_context(|| format!("set {name}"))
}
