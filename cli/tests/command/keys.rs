//! `waybill keys check`: twenty deployments, right and wrong, as a person checks them.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests stop where something is not as it should be"
)]

use std::os::unix::fs::PermissionsExt;
use std::time::SystemTime;

use crate::support::{Ended, Folder, ended};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

const DAY: i64 = 86_400;

/// A key whose claims say when it was made and when it ends, in days from now.
fn key(claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}.canary", part(&json!({"alg": "RS256"})), part(claims))
}

fn days(count: i64) -> i64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
    i64::try_from(now).unwrap() + count * DAY
}

fn good() -> String {
    key(&json!({"iat": days(-3), "exp": days(60), "scope": "flows:run", "iss": "https://production.example"}))
}

/// Runs the check with these variables and no others.
fn check(folder: &Folder, variables: &[(&str, &str)], more: &[&str]) -> Ended {
    let mut command = folder.command(".", &[&["keys", "check"], more].concat());
    for name in ["WAYBILL_ENVIRONMENT", "WAYBILL_API_KEY", "WAYBILL_CREDENTIALS_FILE", "CREDENTIALS_DIRECTORY"] {
        command.env_remove(name);
    }
    let ended = ended(&command.envs(variables.iter().copied()).output().unwrap());
    assert!(!format!("{}{}", ended.out, ended.err).contains("canary"), "{}{}", ended.out, ended.err);
    ended
}

fn file(kind: &str, api_key: &str) -> Value {
    json!({
        "environment": kind,
        "environments": [
            {"name": "production", "kind": "production", "baseUrl": "https://production.example/api/v1"},
            {"name": "sandbox", "kind": "sandbox", "baseUrl": "https://sandbox.example/api/v1"}
        ],
        "credentials": [{"environment": kind, "apiKey": api_key}]
    })
}

/// A file that only its owner may read, as secrets are mounted at best.
fn write(folder: &Folder, name: &str, text: &str, mode: u32) {
    folder.write(name, text);
    std::fs::set_permissions(folder.path().join(name), PermissionsExt::from_mode(mode)).unwrap();
}

#[test]
fn deployments_by_environment_variables() {
    let folder = Folder::empty();
    let good = good();
    let old = key(&json!({"iat": days(-100)}));
    let expired = key(&json!({"exp": days(-2)}));
    let soon = key(&json!({"exp": days(5)}));
    let base = ("WAYBILL_BASE_URL", "https://production.example/api/v1");
    let production = ("WAYBILL_ENVIRONMENT", "production");
    let sandbox = ("WAYBILL_ENVIRONMENT", "sandbox");
    for (name, variables, status, said) in [
        ("in order", vec![production, base, ("WAYBILL_API_KEY", &good)], 0, "no rule is broken: 0 errors, 0 warnings"),
        ("scopes are read", vec![production, base, ("WAYBILL_API_KEY", &good)], 0, "has the scopes `flows:run`"),
        (
            "too old",
            vec![production, base, ("WAYBILL_API_KEY", &old)],
            1,
            "error: key.old: the API key of environment `production` was issued 100 days ago",
        ),
        ("old, of a sandbox", vec![sandbox, base, ("WAYBILL_API_KEY", &old)], 0, "note: key.age"),
        ("expired", vec![sandbox, base, ("WAYBILL_API_KEY", &expired)], 1, "error: key.expired"),
        ("expires soon", vec![sandbox, base, ("WAYBILL_API_KEY", &soon)], 0, "warning: key.expiring"),
        ("no key at all", vec![sandbox, base], 1, "error: credentials.none"),
        ("no token", vec![sandbox, base, ("WAYBILL_API_KEY", "canary-key")], 0, "warning: key.unreadable"),
        ("a line break", vec![sandbox, base, ("WAYBILL_API_KEY", "canary-key\n")], 1, "error: credentials.invalid"),
        (
            "a key in the URL",
            vec![sandbox, ("WAYBILL_BASE_URL", "https://a.example/api/v1?key=canary"), ("WAYBILL_API_KEY", &good)],
            1,
            "error: environment.url",
        ),
        (
            "a password in the URL",
            vec![sandbox, ("WAYBILL_BASE_URL", "https://a:canary@a.example/api/v1")],
            1,
            "error: environment.url",
        ),
        ("no encryption", vec![sandbox, ("WAYBILL_BASE_URL", "http://a.example/api/v1")], 1, "error: environment.url"),
        (
            "a mock in production",
            vec![production, base, ("WAYBILL_MOCK_URL", "https://mock.example")],
            1,
            "error: environment.mock-outside-development",
        ),
        (
            "a login without a password",
            vec![sandbox, base, ("WAYBILL_REALM", "shop"), ("WAYBILL_USERNAME", "ada")],
            1,
            "error: login.incomplete",
        ),
        (
            "a login in order",
            vec![
                sandbox,
                base,
                ("WAYBILL_REALM", "shop"),
                ("WAYBILL_USERNAME", "ada"),
                ("WAYBILL_PASSWORD", "canary-password"),
            ],
            0,
            "no rule is broken",
        ),
        (
            "a kind that is none",
            vec![("WAYBILL_ENVIRONMENT", "prod")],
            2,
            "must be development, staging, sandbox or production",
        ),
        ("nothing is set", vec![], 2, "WAYBILL_ENVIRONMENT is not set"),
    ] {
        let ended = check(&folder, &variables, &[]);
        assert_eq!(ended.status, status, "{name}: {}{}", ended.out, ended.err);
        assert!(format!("{}{}", ended.out, ended.err).contains(said), "{name}: {}{}", ended.out, ended.err);
    }
}

#[test]
fn deployments_by_a_file() {
    let folder = Folder::empty();
    let mut shared = file("production", &good());
    shared["credentials"].as_array_mut().unwrap().push(json!({"environment": "sandbox", "apiKey": good()}));
    let foreign = key(&json!({"iss": "https://sandbox.example/keys"}));
    for (name, text, mode, status, said) in [
        ("in order", file("production", &good()).to_string(), 0o600, 0, "no rule is broken"),
        ("one key twice", shared.to_string(), 0o600, 1, "error: credentials.shared-key"),
        (
            "another environment's key",
            file("production", &foreign).to_string(),
            0o600,
            1,
            "error: key.environment: the API key of environment `production` was issued by environment `sandbox`",
        ),
        (
            "others may read it",
            file("production", &good()).to_string(),
            0o644,
            0,
            "warning: key.file-readable: file.json",
        ),
        (
            "others may write it",
            file("production", &good()).to_string(),
            0o620,
            2,
            "is writable by its group or by everyone",
        ),
        ("no JSON", format!("{{\"apiKey\": \"{}\"", good()), 0o600, 2, "unknown field `apiKey`"),
    ] {
        write(&folder, "file.json", &text, mode);
        for (variables, more) in
            [(vec![], vec!["--file", "file.json"]), (vec![("WAYBILL_CREDENTIALS_FILE", "file.json")], vec![])]
        {
            let ended = check(&folder, &variables, &more);
            assert_eq!(ended.status, status, "{name}: {}{}", ended.out, ended.err);
            assert!(format!("{}{}", ended.out, ended.err).contains(said), "{name}: {}{}", ended.out, ended.err);
        }
    }
    assert_eq!(check(&folder, &[], &["--file", "nowhere.json"]).status, 2);
    assert_eq!(check(&folder, &[], &["--file", "."]).status, 2);
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap();
    assert!(
        made.success() && check(&folder, &[], &["--file", "pipe"]).err.contains("is not a regular file"),
        "nobody writes it"
    );
}

#[test]
fn systemd_credentials_are_used_if_no_variable_is_set() {
    let folder = Folder::empty();
    std::fs::create_dir(folder.path().join("credentials")).unwrap();
    write(&folder, "credentials/waybill_api_key", &format!("{}\n", good()), 0o400);
    let variables = [
        ("WAYBILL_ENVIRONMENT", "production"),
        ("WAYBILL_BASE_URL", "https://production.example/api/v1"),
        ("CREDENTIALS_DIRECTORY", "credentials"),
    ];
    let ended = check(&folder, &variables, &[]);
    assert_eq!((ended.status, ended.out.contains("key.scopes")), (0, true), "{}{}", ended.out, ended.err);
}

#[test]
fn keys_in_files_are_found_with_their_place_and_without_the_key() {
    let folder = Folder::empty();
    write(&folder, "file.json", &file("production", "canary").to_string(), 0o600);
    for inside in ["src", "node_modules", ".git"] {
        std::fs::create_dir(folder.path().join(inside)).unwrap();
        folder.write(&format!("{inside}/main.js"), &format!("// keys\nconst key = '{}';\n", good()));
    }
    folder.write(".env", "WAYBILL_PASSWORD=canary-password\n");
    std::fs::write(folder.path().join("image.bin"), [0; 100]).unwrap();
    std::os::unix::fs::symlink("/", folder.path().join("everything")).unwrap();
    let ended = check(&folder, &[], &["--file", "file.json", "--search", "."]);
    assert_eq!(ended.status, 1);
    assert!(ended.out.contains("./.env:1:18: this file contains a value for `WAYBILL_PASSWORD`"), "{}", ended.out);
    assert!(ended.out.contains("./src/main.js:2:14: this file contains a JSON Web Token"), "{}", ended.out);
    assert!(ended.out.contains("3 files searched, 1 skipped"), "{}", ended.out);
    let ended = check(&folder, &[], &["--file", "file.json", "--search", ".", "--format", "json"]);
    let said: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        said["findings"].as_array().unwrap().iter().filter(|finding| finding["code"] == "key.in-file").count(),
        2
    );
    assert_eq!(check(&folder, &[], &["--file", "file.json", "--search", "nowhere"]).status, 2);
}

#[test]
fn a_key_on_the_command_line_is_refused() {
    let folder = Folder::empty();
    for words in [&["--api-key", "canary"][..], &["--api-key=canary"], &["--api-key"]] {
        let ended = check(&folder, &[], words);
        assert_eq!(ended.status, 2);
        assert!(ended.err.contains("keys are not accepted on the command line"), "{}", ended.err);
    }
}

#[test]
fn key_file_schema_accepts_valid_and_rejects_invalid_files() {
    let schema: Value = serde_json::from_str(&Folder::empty().run(&["keys", "schema"]).out).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut whole = file("production", "key");
    whole["credentials"][0]["login"] =
        json!({"realm": "shop", "username": "ada", "password": "p", "refreshToken": null});
    assert!(validator.is_valid(&whole));
    for (pointer, value) in
        [("/environments/0/kind", json!("prod")), ("/credentials/0/apikey", json!("key")), ("/credentials", json!({}))]
    {
        let mut wrong = whole.clone();
        match wrong.pointer_mut(pointer) {
            Some(member) => *member = value,
            None => wrong["credentials"][0]["apikey"] = value,
        }
        assert!(!validator.is_valid(&wrong), "{pointer}");
    }
}
