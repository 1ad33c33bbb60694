//! Runs the programs of `examples/` as users do, and checks their output. They call `waybill dev` with its sample credentials,
//! compare two descriptions, and call a carrier that `waybill mock` mocks.

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;

use super::redis_server::RedisServer;
use crate::build;
use crate::command::{Run, tail};
use crate::http;
use crate::repo::Repo;
use crate::serve::Server;

/// Lines of every example about the responses of the path families. The line about the rejected call begins with `refused: `.
const ANSWERED: [&str; 3] = ["platform: 200", "commerce: 200", "commerce through the platform: 200"];

/// Start of every token of the platform: the header of a JSON Web Token.
const TOKEN: &str = "eyJ";

/// Key that seals shared tokens in examples: 32 bytes in base64.
const STORE_KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/// A running `waybill dev`.
pub(super) struct Platform {
    server: Server,
    credentials: Credentials,
}

#[derive(Deserialize)]
struct Config {
    credentials: [Credentials; 1],
}

#[derive(Deserialize)]
struct Credentials {
    api_key: String,
    login: Login,
}

#[derive(Deserialize)]
struct Login {
    realm: String,
    username: String,
    password: String,
}

impl Platform {
    /// Starts `waybill dev`, and reads its sample credentials.
    pub(super) fn start(repo: &Repo) -> Result<Self> {
        let server = Server::start(&build::tested_command(repo), &["dev", "--port", "0", "--until-stdin-closes"])?;
        let config = http::get(server.origin(), "/_waybill/config")?;
        let config: Config = serde_json::from_str(&config).context("the configuration of waybill dev has changed")?;
        let [credentials] = config.credentials;
        Ok(Self { server, credentials })
    }

    /// Returns `http://127.0.0.1:PORT`.
    pub(super) fn origin(&self) -> &str {
        self.server.origin()
    }

    /// Runs an example. Fails if it fails, does not report a response of all three path families, or prints an API key, a
    /// password or a token.
    pub(super) fn show(&self, example: Run) -> Result<()> {
        said_all(&self.run(example)?)
    }

    /// Runs an example in two processes that share a login. Arguments are the log's name, then the addresses of the platform and
    /// the store and a number of calls. Fails if a call got no response, both processes logged in, or one printed a secret.
    pub(super) fn share_login(&self, repo: &Repo, example: impl Fn(&str, &[&str]) -> Run) -> Result<()> {
        let store = RedisServer::start(repo)?;
        let arguments = [self.origin(), store.address(), "4"];
        let runs = ["share-login-1", "share-login-2"].map(|log| example(log, &arguments));
        let outputs = std::thread::scope(|scope| {
            let runs = runs.map(|run| scope.spawn(|| self.run(run.env("WAYBILL_STORE_KEY", STORE_KEY))));
            runs.map(|run| run.join().unwrap_or_else(|_| bail!("the process was not run")))
        });
        for output in outputs {
            let output = output?;
            let answered = output.matches("GET /orders: 200").count();
            ensure!(answered == 4, "{answered} of 4 calls were answered:\n{}", tail(&output));
        }
        let stats = http::get(self.origin(), "/_waybill/stats")?;
        ensure!(stats.contains("\"token_requests\":1,"), "the processes did not share one login: {stats}");
        Ok(())
    }

    /// Runs an example with the sample credentials. Fails if it fails, or prints an API key, a password or a token.
    fn run(&self, example: Run) -> Result<String> {
        let Credentials { api_key, login: Login { realm, username, password } } = &self.credentials;
        let output = example
            .env("WAYBILL_API_KEY", api_key)
            .env("WAYBILL_REALM", realm)
            .env("WAYBILL_USERNAME", username)
            .env("WAYBILL_PASSWORD", password)
            .run()?;
        for secret in [api_key, password, TOKEN] {
            ensure!(!output.contains(secret), "the example shows a secret:\n{}", tail(&output));
        }
        Ok(output)
    }
}

/// The two descriptions that the examples compare: paths from the checkout's root, each with its version.
const RELEASES: [&str; 4] = [
    "tests/vectors/releases/descriptions/shipping-1.4.0.json",
    "1.4.0",
    "tests/vectors/releases/descriptions/shipping-1.5.0.json",
    "1.5.0",
];

/// Folder of the carrier's files, from the checkout's root.
const CARRIER: &str = "tests/mock/carriers/norrvik";

/// Runs an example that compares [`RELEASES`]. Fails if its output differs from the Rust example's. `root` is the path from
/// the example to the checkout's root.
pub(super) fn compare_releases(repo: &Repo, root: &str, example: impl FnOnce(&[&str]) -> Run) -> Result<()> {
    let [previous_file, previous, current_file, current] = RELEASES;
    let [previous_file, current_file] = [previous_file, current_file].map(|path| format!("{root}/{path}"));
    let arguments = [previous_file.as_str(), previous, &current_file, current];
    let rust = Run::new(repo, "rust-compare-releases", build::built(repo, "compare-releases"));
    let expected = rust.args(&RELEASES).current_dir(repo.path(".")).run()?;
    let output = example(&arguments).run()?;
    ensure!(output.contains(expected.trim()), "the example wrote something else:\n{}", tail(&output));
    Ok(())
}

/// Runs an example that calls a carrier at the address of `waybill mock`, with the folder of the carrier's files. Fails if it
/// does not report one successful and one rejected call.
pub(super) fn call_carrier(repo: &Repo, root: &str, example: impl FnOnce(&[&str]) -> Run) -> Result<()> {
    let mock = Server::start(&build::tested_command(repo), &["mock", "--port", "0", "--until-stdin-closes"])?;
    let output = example(&[mock.origin(), &format!("{root}/{CARRIER}")]).run()?;
    let expected = [
        "imported RateService:1.0\n",
        "GetRates 200: Product NX-DAY, Total ",
        "GetRates 500: /GetRates/Parcel/Weight: ",
    ];
    let is_as_expected = expected.iter().all(|text| output.contains(text));
    ensure!(is_as_expected, "the example said something else:\n{}", tail(&output));
    Ok(())
}

fn said_all(output: &str) -> Result<()> {
    // Maven resets the terminal's colours before a program prints, with or without a terminal.
    let lines: Vec<&str> = output.lines().map(|line| line.trim_start_matches("\u{1b}[0m")).collect();
    let answered = ANSWERED.iter().all(|answer| lines.contains(answer));
    let refused = lines.iter().any(|line| line.starts_with("refused: request.tenant"));
    ensure!(answered && refused, "the example said something else:\n{}", tail(output));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::said_all;

    #[test]
    fn example_output_without_a_required_line_fails() {
        let lines =
            ["platform: 200", "commerce: 200", "commerce through the platform: 200", "refused: request.tenant: x"];
        assert!(said_all(&("note: token.requested\n".to_owned() + &lines.join("\n"))).is_ok());
        assert!(said_all(&("\u{1b}[0m\u{1b}[0m".to_owned() + &lines.join("\n") + "\n\u{1b}[0m")).is_ok());
        for left_out in 0..lines.len() {
            let said: Vec<_> =
                lines.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, line)| *line).collect();
            assert!(said_all(&said.join("\n")).is_err(), "{said:?}");
        }
        assert!(said_all(&lines.join("\n").replace("commerce: 200", "commerce: 2000")).is_err());
    }
}
