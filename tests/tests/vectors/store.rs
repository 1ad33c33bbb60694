//! The store vectors: how a login is named in a store, and which records open. What is sealed in them was sealed by libsodium.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::json;
use waybill_core::store::{LoginDigest, RecordSealer, SealedRecord, SealingKey};
use waybill_core::{Config, Credentials, Engine, Environment, EnvironmentKind, Login, Secret, Snapshot, StoreFailure};

#[derive(Deserialize)]
struct Vector {
    name: String,
    login: LoginFile,
    digest: String,
    lock_key: Option<String>,
    record_key: Option<String>,
    /// None for a store that is trusted.
    keys: Option<Vec<KeyFile>>,
    seal: Option<SealFile>,
    open: Vec<OpenFile>,
}

#[derive(Deserialize)]
struct LoginFile {
    environment: String,
    auth_url: String,
    realm: String,
    username: String,
}

#[derive(Deserialize)]
struct KeyFile {
    id: String,
    bytes: String,
}

#[derive(Deserialize)]
struct SealFile {
    seq: u64,
    snapshot: String,
    nonce: String,
    record: RecordFile,
}

#[derive(Deserialize)]
struct OpenFile {
    #[serde(default)]
    about: String,
    record: RecordFile,
    snapshot: Option<String>,
    failure: Option<String>,
}

#[derive(Clone, Deserialize)]
struct RecordFile {
    version: String,
    seq: String,
    key: String,
    nonce: String,
    sealed: String,
}

impl From<RecordFile> for SealedRecord {
    fn from(file: RecordFile) -> Self {
        let RecordFile { version, seq, key, nonce, sealed } = file;
        Self { version, seq, key, nonce, sealed }
    }
}

fn vectors() -> Vec<Vector> {
    let wanted = std::env::var("WAYBILL_VECTOR").ok();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/store");
    let entries = std::fs::read_dir(folder).expect("tests/vectors/store is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let vectors = files.iter().map(|path| -> Vector {
        let vector: Vector = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        assert_eq!(
            vector.name,
            path.file_stem().unwrap().to_str().unwrap(),
            "a vector is called what its file is called"
        );
        vector
    });
    vectors.filter(|vector| wanted.as_ref().is_none_or(|wanted| *wanted == format!("store/{}", vector.name))).collect()
}

fn bytes(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).expect("base64url")
}

fn digest(login: &LoginFile) -> LoginDigest {
    let mut environment = Environment::new(&login.environment, EnvironmentKind::Sandbox);
    environment.commerce_url = Some("https://commerce.example/api".to_owned());
    environment.auth_url = Some(login.auth_url.clone());
    let own = Login::from_password(&login.realm, &login.username, Secret::new("p".to_owned()));
    let credentials = Credentials::from_login(&login.environment, own);
    Engine::new(Config::new(environment, credentials, 1)).expect("an engine").login_digest().expect("a login")
}

/// What is wrong with what core makes of a vector.
fn complaints(vector: &Vector) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |what: &str, made: &str, expected: &str| {
        if made != expected {
            found.push(format!("{}, {what}: {made} in place of {expected}", vector.name));
        }
    };
    let login = digest(&vector.login);
    compare("the digest", &login.to_string(), &vector.digest);
    compare("the lock's key", &login.lock_key(), vector.lock_key.as_ref().unwrap_or(&login.lock_key()));
    compare("the record's key", &login.record_key(), vector.record_key.as_ref().unwrap_or(&login.record_key()));
    let keys = vector.keys.as_ref().map(|keys| {
        keys.iter().map(|key| SealingKey { id: key.id.clone(), bytes: bytes(&key.bytes) }).collect::<Vec<_>>()
    });
    let sealer = keys.map_or_else(RecordSealer::for_trusted_store, |keys| RecordSealer::new(&keys).expect("keys"));
    if let Some(SealFile { seq, snapshot, nonce, record }) = &vector.seal {
        let made = sealer.seal(&login, *seq, &Snapshot::new(snapshot.clone()), &bytes(nonce)).expect("a record");
        compare("what is sealed", &made.sealed, &record.sealed);
        let fields =
            |record: &SealedRecord| [&record.version, &record.seq, &record.key, &record.nonce].map(Clone::clone);
        compare("the fields", &fields(&made).join(" "), &fields(&record.clone().into()).join(" "));
    }
    for OpenFile { about, record, snapshot, failure } in &vector.open {
        let opened = match sealer.open(&login, &record.clone().into()) {
            Ok(snapshot) => snapshot.expose().to_owned(),
            Err(StoreFailure::NewerVersion) => "newer-version".to_owned(),
            Err(StoreFailure::Unreadable) => "unreadable".to_owned(),
            Err(StoreFailure::Down) => "down".to_owned(),
        };
        let expected = snapshot.as_ref().or(failure.as_ref()).expect("a snapshot or a failure");
        compare(&format!("opening {about}"), &opened, expected);
    }
    found
}

#[cfg_attr(test, test)]
pub(crate) fn every_store_vector_seals_and_opens_as_it_says() {
    let vectors = vectors();
    assert!(std::env::var_os("WAYBILL_VECTOR").is_some() || vectors.len() >= 4, "{} vectors", vectors.len());
    let found: Vec<String> = vectors.iter().flat_map(complaints).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    if let Some(folder) = std::env::var_os("WAYBILL_EVIDENCE") {
        let passed: Vec<String> = vectors.iter().map(|vector| format!("store/{}", vector.name)).collect();
        let evidence = json!({"host": "rust", "vectors": passed, "drivers": []});
        std::fs::write(Path::new(&folder).join("rust-store.json"), evidence.to_string()).unwrap();
    }
}
