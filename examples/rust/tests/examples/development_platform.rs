//! Runs the example as a user would: against `waybill dev`, with the credentials that it prints. The example must not print
//! credentials or tokens, whether its calls succeed or fail.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "an example that cannot be run has failed")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

struct Platform {
    process: Child,
    guide: String,
}

impl Platform {
    fn start() -> Self {
        let example = Path::new(env!("CARGO_BIN_EXE_waybill-examples"));
        let waybill = example.with_file_name("waybill");
        let mut command = Command::new(waybill);
        command.args(["dev", "--port", "0"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the command is not built: cargo build -p waybill-cli");
        let lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
        let guide = lines.take_while(|line| !line.starts_with("ctrl-c")).collect::<Vec<_>>().join("\n");
        Self { process, guide }
    }

    /// Returns the value after a name in the guide.
    fn says(&self, name: &str) -> &str {
        let found = self.guide.lines().find_map(|line| line.trim().strip_prefix(name));
        found.expect("the guide names it").trim()
    }
}

impl Drop for Platform {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs the example. Returns its success, its output and its log, after checking that they contain no secret.
fn example(platform: &Platform, api_key: &str, password: &str) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_waybill-examples"))
        .arg(platform.says("waybill dev listening on "))
        .env("WAYBILL_API_KEY", api_key)
        .env("WAYBILL_REALM", platform.says("realm "))
        .env("WAYBILL_USERNAME", platform.says("username "))
        .env("WAYBILL_PASSWORD", password)
        .env("RUST_BACKTRACE", "full")
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    // Every token of the platform begins with the header of a JSON Web Token.
    for secret in [api_key, password, "eyJ", "canary"] {
        assert!(!out.contains(secret) && !err.contains(secret), "{out}{err}");
    }
    (output.status.success(), out, err)
}

#[test]
fn one_call_over_each_path_family_is_answered() {
    let platform = Platform::start();
    let (ended_well, out, err) = example(&platform, platform.says("api_key "), platform.says("password "));
    assert!(ended_well, "{err}");
    assert_eq!(out.lines().filter(|line| line.contains(": 200 OK, ")).count(), 3, "{out}{err}");
}

#[test]
fn rejected_key_or_password_is_reported_but_not_shown() {
    let platform = Platform::start();
    let (key, password) = (platform.says("api_key "), platform.says("password "));
    for (key, password, said, remedy) in [
        ("canary-key", password, "the API returned 401", "help: use URLs"),
        ("canary-key\n", password, "the API key of environment `development`", "check for a line break at its end"),
        (key, "canary-password", "rejected the user name and password", "help: "),
    ] {
        let (ended_well, out, err) = example(&platform, key, password);
        assert!(!ended_well && err.contains(said) && err.contains(remedy), "{out}{err}");
    }
}
