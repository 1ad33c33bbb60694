//! What docs/guides/keys.md says of memory: a secret's text is wiped when the engine that holds it lets go of it.
//!
//! The test starts itself once more, and looks through the memory of that process as whoever has a dump of it would.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::FileExt as _;
use std::process::{Child, Command, Stdio};

use waybill_core::{Config, Credentials, Engine, Environment, EnvironmentKind, Login, Secret, Timestamp};

const NAME: &str = "secrets_are_wiped_on_replacement_and_on_drop";

/// Set for the process that is looked through.
const HOLDS: &str = "WAYBILL_TEST_HOLDS_SECRETS";

/// What the process says before it waits to be looked through.
const READY: &str = "ready to be looked through";

/// A text that stands nowhere as it is: it is made where it is wanted, in memory of its own.
fn text(number: u32) -> String {
    let letter = |at: u32| char::from_digit((at * at * number + at) % 36, 36).unwrap();
    let mut text = String::with_capacity(40);
    text.extend((0..40).map(letter));
    text
}

fn credentials(api_key: u32) -> Credentials {
    let login = Login::from_password("acme", "ada", Secret::new(text(PASSWORD)));
    Credentials { environment: "sandbox".to_owned(), api_key: Some(Secret::new(text(api_key))), login: Some(login) }
}

const OLD_KEY: u32 = 1;
const NEW_KEY: u32 = 2;
const PASSWORD: u32 = 3;

#[test]
fn secrets_are_wiped_on_replacement_and_on_drop() {
    if std::env::var_os(HOLDS).is_some() {
        return hold_secrets();
    }
    let mut holder = SecretHolder::start();
    assert_eq!(holder.found(), [true, false, true], "the search finds what is held");
    holder.go_on();
    assert_eq!(holder.found(), [false, true, true], "the old key is gone");
    holder.go_on();
    assert_eq!(holder.found(), [false, false, false], "nothing is left of a dropped engine's secrets");
    holder.go_on();
    assert!(holder.process.wait().unwrap().success());
}

/// The life of an engine, with a pause after each change.
fn hold_secrets() {
    let environment = Environment {
        base_url: Some("https://platform.example/api/v1".to_owned()),
        commerce_url: Some("https://commerce.example/api".to_owned()),
        auth_url: Some("https://id.example".to_owned()),
        ..Environment::new("sandbox", EnvironmentKind::Sandbox)
    };
    let mut engine = Engine::new(Config::new(environment, credentials(OLD_KEY), 1)).unwrap();
    pause();
    engine.set_credentials(credentials(NEW_KEY), Timestamp::from_millis(0)).unwrap();
    pause();
    drop(engine);
    pause();
}

fn pause() {
    println!("\n{READY}");
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

/// The process that holds the secrets.
struct SecretHolder {
    process: Child,
    said: BufReader<std::process::ChildStdout>,
}

impl SecretHolder {
    fn start() -> SecretHolder {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", NAME, "--nocapture"])
            .env(HOLDS, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(process.stdout.take().unwrap());
        let mut holder = SecretHolder { process, said };
        holder.wait();
        holder
    }

    fn go_on(&mut self) {
        self.process.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
        self.wait();
    }

    /// Waits until it is ready, or has ended.
    fn wait(&mut self) {
        let mut line = String::new();
        while self.said.read_line(&mut line).unwrap() > 0 && line.trim() != READY {
            line.clear();
        }
    }

    /// Which of the secrets stand in its memory: the old key, the new one, the password.
    fn found(&self) -> [bool; 3] {
        let process = format!("/proc/{}", self.process.id());
        let memory = File::open(format!("{process}/mem")).unwrap();
        let maps = std::fs::read_to_string(format!("{process}/maps")).unwrap();
        let secrets = [OLD_KEY, NEW_KEY, PASSWORD].map(text);
        let mut found = [false; 3];
        for line in maps.lines().filter(|line| line.contains(" rw")) {
            let (start, end) = line.split_once(' ').unwrap().0.split_once('-').unwrap();
            let [start, end] = [start, end].map(|address| u64::from_str_radix(address, 16).unwrap());
            let mut region = vec![0; usize::try_from(end - start).unwrap()];
            // What cannot be read, such as the kernel's own pages, holds nothing.
            if memory.read_exact_at(&mut region, start).is_err() {
                continue;
            }
            for (seen, secret) in found.iter_mut().zip(&secrets) {
                *seen |= region.windows(secret.len()).any(|window| window == secret.as_bytes());
            }
        }
        found
    }
}
