//! A store in Redis or Valkey through which processes share a login, with the crate `redis`.
//!
//! It uses one blocking connection, with a time limit of one second per command. A thread renews the lock while it is held.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::driver::TokenStore;
use redis::{Cmd, Connection, RedisError, Value};
use waybill_core::store::{
    COMMAND_TIMEOUT, LOCK_LIFETIME, LOCK_RENEWAL, LOCK_SCRIPT, LoginDigest, RENEW_SCRIPT, RecordSealer, SAVE_SCRIPT,
    SealedRecord, UNLOCK_SCRIPT, pause_before_retry,
};
use waybill_core::{Snapshot, StoreFailure, StoreResult, TicketId, Timestamp};

/// Time to wait for a lock beyond the length of its lease.
const WAIT_BEYOND_LEASE: Duration = Duration::from_secs(5);

/// The store, and the lock if it is held.
#[derive(Debug)]
pub struct RedisStore {
    connection: SharedConnection,
    sealer: RecordSealer,
    holding: Option<Holding>,
}

/// A lock that is held.
#[derive(Debug)]
struct Holding {
    ticket: TicketId,
    login: LoginDigest,
    owner: String,
    /// Dropping this ends the renewal.
    _renewal: Option<Sender<()>>,
}

/// A connection that is reopened after a command failed.
#[derive(Clone, Debug)]
struct SharedConnection {
    client: redis::Client,
    open: Arc<Mutex<Option<OpenConnection>>>,
}

struct OpenConnection(Connection);

impl std::fmt::Debug for OpenConnection {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("OpenConnection")
    }
}

impl RedisStore {
    /// Creates a store at an address such as `redis://127.0.0.1:6379`. It does not connect yet.
    ///
    /// # Errors
    /// If the address is invalid.
    pub fn new(address: &str, sealer: RecordSealer) -> Result<Self, RedisError> {
        let client = redis::Client::open(address)?;
        let connection = SharedConnection { client, open: Arc::default() };
        Ok(Self { connection, sealer, holding: None })
    }

    /// Renews the lock until the returned value is dropped, or the lease is over.
    fn renew(&self, login: LoginDigest, owner: String, lease: Duration) -> Sender<()> {
        let (sender, released) = mpsc::channel();
        let (connection, until) = (self.connection.clone(), Instant::now() + lease);
        thread::spawn(move || {
            while released.recv_timeout(LOCK_RENEWAL) == Err(RecvTimeoutError::Timeout) && Instant::now() < until {
                let arguments = [owner.clone(), LOCK_LIFETIME.as_millis().to_string()];
                // After a failure, try again. If another process holds the lock by now, stop.
                if matches!(connection.run(RENEW_SCRIPT, &login, &arguments), Ok(Value::Int(0))) {
                    break;
                }
            }
        });
        sender
    }
}

impl TokenStore for RedisStore {
    fn lock(&mut self, ticket: TicketId, login: LoginDigest, lease: Duration, known_seq: u64) -> StoreResult {
        let owner = random_text();
        let asked = Instant::now();
        for tries in 0.. {
            let arguments = [owner.clone(), LOCK_LIFETIME.as_millis().to_string(), known_seq.to_string()];
            let Ok(answer) = self.connection.run(LOCK_SCRIPT, &login, &arguments) else { break };
            let Some(LockAnswer { is_held, store_time, record }) = read_lock_answer(&answer) else { break };
            if is_held || record.is_some() {
                let renewal = is_held.then(|| self.renew(login, owner.clone(), lease));
                self.holding = Some(Holding { ticket, login, owner, _renewal: renewal });
                return match record.map(|record| self.sealer.open(&login, &record)).transpose() {
                    Ok(snapshot) => StoreResult::Locked { snapshot, store_time },
                    Err(failure) => StoreResult::Failed(failure),
                };
            }
            if asked.elapsed() > lease + WAIT_BEYOND_LEASE {
                break;
            }
            thread::sleep(pause_before_retry(tries, random_number()));
        }
        StoreResult::Failed(StoreFailure::Down)
    }

    fn save(&mut self, ticket: TicketId, snapshot: &Snapshot, expected_seq: u64) -> StoreResult {
        let Some(Holding { login, owner, .. }) = self.holding.as_ref().filter(|holding| holding.ticket == ticket)
        else {
            return StoreResult::Conflict;
        };
        let seq = expected_seq + 1;
        let Ok(SealedRecord { version, seq: number, key, nonce, sealed }) =
            self.sealer.seal(login, seq, snapshot, &random_bytes::<24>())
        else {
            return StoreResult::Failed(StoreFailure::Down);
        };
        let arguments = [owner.clone(), expected_seq.to_string(), version, number, key, nonce, sealed];
        match self.connection.run(SAVE_SCRIPT, login, &arguments) {
            Ok(Value::Int(1)) => StoreResult::Saved { seq },
            Ok(_) => StoreResult::Conflict,
            Err(_) => StoreResult::Failed(StoreFailure::Down),
        }
    }

    /// Releases the lock. If that fails, the lock expires.
    fn unlock(&mut self, ticket: TicketId) {
        if let Some(Holding { login, owner, .. }) = self.holding.take_if(|holding| holding.ticket == ticket) {
            let _ = self.connection.run(UNLOCK_SCRIPT, &login, &[owner]);
        }
    }
}

impl SharedConnection {
    fn run(&self, script: &str, login: &LoginDigest, arguments: &[String]) -> Result<Value, RedisError> {
        let mut open = self.open.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut command = Cmd::new();
        command.arg("EVAL").arg(script).arg(2).arg(login.lock_key()).arg(login.record_key()).arg(arguments);
        let connection = match open.take() {
            Some(connection) => connection,
            None => OpenConnection(self.connect()?),
        };
        let connection = open.insert(connection);
        let answer = command.query(&mut connection.0);
        // Close the connection: a late response would be treated as that of the next command.
        if answer.is_err() {
            *open = None;
        }
        answer
    }

    fn connect(&self) -> Result<Connection, RedisError> {
        let connection = self.client.get_connection_with_timeout(COMMAND_TIMEOUT)?;
        connection.set_read_timeout(Some(COMMAND_TIMEOUT))?;
        connection.set_write_timeout(Some(COMMAND_TIMEOUT))?;
        Ok(connection)
    }
}

struct LockAnswer {
    is_held: bool,
    store_time: Timestamp,
    record: Option<SealedRecord>,
}

/// Parses the script's result: the lock's state, the time in seconds and microseconds, and the record's fields, if any.
fn read_lock_answer(answer: &Value) -> Option<LockAnswer> {
    let Value::Array(values) = answer else { return None };
    let [held, seconds, microseconds, fields @ ..] = values.as_slice() else { return None };
    let [seconds, microseconds] = [seconds, microseconds].map(|value| text(value).parse::<i64>().ok());
    let store_time = Timestamp::from_millis(seconds? * 1_000 + microseconds? / 1_000);
    let [version, seq, key, nonce, sealed] = std::array::from_fn(|at| fields.get(at).map(text).unwrap_or_default());
    // A missing field causes an error when the record is opened.
    let is_there = fields.iter().any(|field| *field != Value::Nil);
    let record = is_there.then_some(SealedRecord { version, seq, key, nonce, sealed });
    Some(LockAnswer { is_held: *held == Value::Int(1), store_time, record })
}

fn text(value: &Value) -> String {
    if let Value::BulkString(bytes) = value { String::from_utf8_lossy(bytes).into_owned() } else { String::new() }
}

/// Returns bytes from the system's secure random source. Panics if there is none.
fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[expect(clippy::expect_used, reason = "sealing with a nonce that is not random gives tokens away")]
    getrandom::fill(&mut bytes).expect("the system has a source of random bytes");
    bytes
}

fn random_number() -> u32 {
    u32::from_be_bytes(random_bytes())
}

fn random_text() -> String {
    format!("{:032x}", u128::from_be_bytes(random_bytes()))
}
