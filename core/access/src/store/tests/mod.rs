//! Tests of sealing and opening records.

use proptest::prelude::*;
use waybill_base::error::code;

use super::*;

const NONCE: [u8; 24] = [7; 24];

fn key(id: &str, byte: u8) -> SealingKey {
    SealingKey { id: id.to_owned(), bytes: vec![byte; 32] }
}

fn sealer(keys: &[(&str, u8)]) -> RecordSealer {
    let keys: Vec<SealingKey> = keys.iter().map(|(id, byte)| key(id, *byte)).collect();
    RecordSealer::new(&keys).unwrap()
}

fn login() -> LoginDigest {
    LoginDigest::from([1; 32])
}

fn snapshot() -> Snapshot {
    Snapshot::new("{\"seq\":3,\"refresh\":\"canary-8123\"}".to_owned())
}

#[test]
fn each_key_opens_its_records_and_the_first_key_seals() {
    let old = sealer(&[("2026-10", 1)]);
    let both = sealer(&[("2026-11", 2), ("2026-10", 1)]);
    let by_old = old.seal(&login(), 3, &snapshot(), &NONCE).unwrap();
    assert_eq!(both.open(&login(), &by_old), Ok(snapshot()));

    let by_new = both.seal(&login(), 3, &snapshot(), &NONCE).unwrap();
    assert_eq!(by_new.key, "2026-11");
    assert_eq!(old.open(&login(), &by_new), Err(StoreFailure::Unreadable), "a key that is not held yet");
}

#[test]
fn a_record_opens_in_its_own_place_alone() {
    let sealer = sealer(&[("k", 1), ("l", 1)]);
    let record = sealer.seal(&login(), 3, &snapshot(), &NONCE).unwrap();
    let refused = |change: fn(&mut SealedRecord)| {
        let mut record = record.clone();
        change(&mut record);
        assert_eq!(sealer.open(&login(), &record), Err(StoreFailure::Unreadable), "{record:?}");
    };
    refused(|record| record.seq = "4".to_owned());
    refused(|record| record.version = "0".to_owned());
    refused(|record| record.key = "l".to_owned());
    refused(|record| record.key = String::new());
    refused(|record| record.seq = "03".to_owned());
    refused(|record| record.version = "one".to_owned());
    refused(|record| record.nonce.replace_range(..1, "_"));
    refused(|record| record.nonce.clear());
    refused(|record| record.sealed.replace_range(..1, "!"));
    refused(|record| record.sealed.insert(0, 'A'));
    refused(|record| record.sealed.truncate(20));
    assert_eq!(sealer.open(&LoginDigest::from([2; 32]), &record), Err(StoreFailure::Unreadable));
    assert_eq!(sealer.open(&login(), &record), Ok(snapshot()));
}

#[test]
fn record_of_newer_version_is_reported_as_newer_version() {
    let record = SealedRecord {
        version: "2".to_owned(),
        seq: String::new(),
        key: String::new(),
        nonce: "?".to_owned(),
        sealed: String::new(),
    };
    assert_eq!(sealer(&[("k", 1)]).open(&login(), &record), Err(StoreFailure::NewerVersion));
    assert_eq!(RecordSealer::for_trusted_store().open(&login(), &record), Err(StoreFailure::NewerVersion));
}

#[test]
fn plain_and_sealed_records_are_not_interchangeable() {
    let (trusting, sealing) = (RecordSealer::for_trusted_store(), sealer(&[("k", 1)]));
    let plain = trusting.seal(&login(), 3, &snapshot(), &[]).unwrap();
    assert_eq!((plain.key.as_str(), plain.sealed.as_str()), ("", snapshot().expose()));
    assert_eq!(trusting.open(&login(), &plain), Ok(snapshot()));
    assert_eq!(sealing.open(&login(), &plain), Err(StoreFailure::Unreadable));

    let sealed = sealing.seal(&login(), 3, &snapshot(), &NONCE).unwrap();
    assert_eq!(trusting.open(&login(), &sealed), Err(StoreFailure::Unreadable));
}

#[test]
fn invalid_keys_and_nonces_are_rejected_with_the_reason() {
    let message = |keys: &[SealingKey]| {
        let error = RecordSealer::new(keys).unwrap_err();
        assert_eq!(error.code, code::STORE_KEY);
        error.message
    };
    assert_eq!(message(&[]), "no key was passed to encrypt the tokens of a shared login");
    assert_eq!(message(&[key("k", 1), key("k", 2)]), "two keys have the id `k`");
    let of_id = "the id of key 2 is not 1 to 64 letters, digits, `.`, `_` or `-`";
    assert_eq!(message(&[key("k", 1), key("", 2)]), of_id);
    assert_eq!(message(&[key("k", 1), key("a b", 2)]), of_id);
    let short = SealingKey { id: "k".to_owned(), bytes: b"canary".to_vec() };
    assert_eq!(message(&[short]), "the key `k` has 6 bytes; expected 32");

    let error = sealer(&[("k", 1)]).seal(&login(), 1, &snapshot(), &[7; 12]).unwrap_err();
    assert_eq!(error.message, "the nonce has 12 bytes; expected 24");
}

#[test]
fn neither_keys_nor_snapshots_are_printed() {
    let text = format!("{:?} {:?}", key("k", b'c'), sealer(&[("k", b'c')]));
    assert_eq!(text, "SealingKey { id: \"k\", bytes: \"[redacted]\" } RecordSealer { keys: [\"k\"] }");
    let record = sealer(&[("k", 1)]).seal(&login(), 1, &snapshot(), &NONCE).unwrap();
    assert!(!record.sealed.contains("canary"));
    let plain = RecordSealer::for_trusted_store().seal(&login(), 1, &snapshot(), &[]).unwrap();
    assert!(!format!("{plain:?}").contains("canary"), "nothing of a snapshot that is not sealed");
}

proptest! {
    #[test]
    fn sealed_snapshot_opens_again(text in ".{0,400}", seq: u64, nonce: [u8; 24], digest: [u8; 32]) {
        let (sealer, login) = (sealer(&[("k", 3)]), LoginDigest::from(digest));
        let snapshot = Snapshot::new(text);
        let record = sealer.seal(&login, seq, &snapshot, &nonce).unwrap();
        prop_assert_eq!(sealer.open(&login, &record), Ok(snapshot));
    }

    #[test]
    fn nothing_that_a_store_may_hold_has_it_panic(
        version in "[0-3]?.{0,1}", seq in "[0-9]{0,3}", key in "[ab]?", nonce in "[-_0-9A-Za-z]{0,33}", sealed in ".{0,60}",
    ) {
        let record = SealedRecord { version, seq, key, nonce, sealed };
        prop_assert!(sealer(&[("a", 1)]).open(&login(), &record).is_err());
        let _ = RecordSealer::for_trusted_store().open(&login(), &record);
    }
}
