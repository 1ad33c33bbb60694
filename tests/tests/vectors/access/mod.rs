//! Access vectors: inputs with virtual time in, exactly the expected actions out; and no secret in any text on the way.
//!
//! `WAYBILL_BLESS=1` writes what the engine does into the files instead; the difference is then for a reviewer to judge.

mod format;
mod inputs;
mod secrets;
mod show;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use format::write_vector;
use inputs::{Input, RestoreFile, Vector};
use show::{show_step, without_empty};
use waybill_core::{CallId, Engine, Error, ExchangeId, Snapshot, Step, TicketId, Timestamp};

#[cfg_attr(test, test)]
pub(crate) fn every_access_vector_gives_the_expected_actions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/access");
    let only = std::env::var("WAYBILL_VECTOR").unwrap_or_default();
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 15, "found {} access vectors", files.len());
    let mut passed = Vec::new();
    for file in files {
        let name = format!("access/{}", file.file_stem().unwrap().to_string_lossy());
        if only.is_empty() || only == name {
            run(&file);
            passed.push(name);
        }
    }
    if let Ok(evidence) = std::env::var("WAYBILL_EVIDENCE") {
        let account = json!({"host": "rust", "vectors": passed, "drivers": []});
        fs::write(Path::new(&evidence).join("rust-access.json"), account.to_string()).unwrap();
    }
}

fn run(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    let vector: Vector =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{} cannot be read: {error}", file.display()));
    assert_eq!(Some(vector.name.as_str()), file.file_stem().and_then(|stem| stem.to_str()));
    assert!(
        !vector.about.is_empty() && vector.mutant.starts_with("tests/mutants/"),
        "{} says what it is for",
        vector.name
    );
    assert!(vector.hosts.iter().any(|host| host == "rust"), "{} names its hosts", vector.name);
    assert!(vector.rows.iter().all(|row| !row.is_empty()), "{} names its rows", vector.name);
    let bless = std::env::var("WAYBILL_BLESS").is_ok_and(|value| value == "1");
    let secrets = secrets::of(&serde_json::from_str(&text).unwrap());
    let search = |texts: &str, place: &str| {
        for secret in &secrets {
            assert!(!texts.contains(secret.as_str()), "{place}: {secret:?} shows in {texts}");
        }
    };
    let mut engine = match Engine::new(vector.config.clone().into()) {
        Ok(engine) => engine,
        Err(error) => {
            search(&secrets::texts_of_error(&error), &vector.name);
            let expected = vector.expect_error.unwrap_or_else(|| panic!("{}: refused: {error}", vector.name));
            assert_eq!(expected["code"], error.code, "{}", vector.name);
            return;
        }
    };
    assert!(vector.expect_error.is_none(), "{}: the configuration was accepted", vector.name);
    let mut answers = Vec::new();
    for (position, step) in vector.steps.iter().enumerate() {
        let place = format!("{}, step {}", vector.name, position + 1);
        let given = perform(&mut engine, &step.input);
        search(&given.texts, &place);
        let actual = without_empty(given.shown);
        if !bless {
            let expected = without_empty(step.expect.clone());
            assert_eq!(expected, actual, "{place}\nexpected: {expected:#}\nactual: {actual:#}");
        }
        answers.push(actual);
    }
    if bless {
        fs::write(file, write_vector(&text, &answers)).unwrap();
    }
}

/// What an input gave: as vectors write it, and as a program may log it.
struct Given {
    shown: Value,
    texts: String,
}

fn stepped(engine: &Engine, step: &Step) -> Given {
    Given { shown: show_step(step), texts: secrets::texts_of(engine, step) }
}

fn refused(error: &Error) -> Given {
    Given { shown: json!({"error": {"code": error.code}}), texts: secrets::texts_of_error(error) }
}

fn perform(engine: &mut Engine, input: &Input) -> Given {
    let now = Timestamp::from_millis(input.now);
    let input = input.clone();
    if let Some(call) = input.begin {
        let begun = engine.begin(call.into(), now);
        let mut given = stepped(engine, &begun.step);
        given.shown["call"] = json!(begun.call.as_number());
        return given;
    }
    if let Some(credentials) = input.set_credentials {
        return match engine.set_credentials(credentials.into(), now) {
            Ok(step) => stepped(engine, &step),
            Err(error) => refused(&error),
        };
    }
    if let Some(RestoreFile { snapshot }) = input.restore {
        return match engine.restore(&Snapshot::new(snapshot), now) {
            Ok(step) => stepped(engine, &step),
            Err(error) => refused(&error),
        };
    }
    if input.export.is_some() {
        let snapshot = engine.export();
        let text = snapshot.as_ref().map(Snapshot::expose);
        return Given { shown: json!({"snapshot": text}), texts: format!("{snapshot:?}") };
    }
    let step: Result<Step, _> = if let Some(head) = input.on_head {
        engine.on_head(ExchangeId::from_number(head.exchange), head.into(), now)
    } else if let Some(body) = input.on_body {
        engine.on_body(ExchangeId::from_number(body.exchange), body.body.as_bytes(), body.complete, now)
    } else if let Some(failure) = input.on_failure {
        engine.on_failure(ExchangeId::from_number(failure.exchange), failure.into(), now)
    } else if let Some(store) = input.on_store {
        engine.on_store(TicketId::from_number(store.ticket), store.into(), now)
    } else if let Some(cancel) = input.cancel {
        Ok(engine.cancel(CallId::from_number(cancel.call), now))
    } else if input.close.is_some() {
        Ok(engine.close(now))
    } else if let Some(what) = input.invalidate {
        Ok(engine.invalidate(what.into(), now))
    } else if input.on_time.is_some() {
        Ok(engine.on_time(now))
    } else {
        panic!("the input is none that an engine has")
    };
    match step {
        Ok(step) => stepped(engine, &step),
        Err(misuse) => Given { shown: json!({"misuse": true}), texts: format!("{misuse} {misuse:?}") },
    }
}
