//! A driver: carries out the engine's actions with `ureq`, and makes no decisions.
//!
//! It makes one blocking call at a time. A driver for an async client has the same structure: send, report to the engine, act.

use std::collections::{BTreeMap, VecDeque};
use std::io::Read;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use http::{Request, Response};
use ureq::{Agent, Body, SendBody};
use waybill_core::store::LoginDigest;
use waybill_core::{
    Action, Call, Config, Engine, ExchangeId, NoAnswer, Outcome, RequestBody, RequestHead, ResponseHead, Snapshot,
    Step, StoreResult, TicketId, Timestamp, TransportFailure,
};

/// A store through which processes share a login. It renews a lock until the lock is released or its lease is over.
pub trait TokenStore {
    /// Waits for the lock, acquires it, and returns the record.
    fn lock(&mut self, ticket: TicketId, login: LoginDigest, lease: Duration, known_seq: u64) -> StoreResult;

    /// Writes the record, if the lock is still held and the stored record has the expected number.
    fn save(&mut self, ticket: TicketId, snapshot: &Snapshot, expected_seq: u64) -> StoreResult;

    /// Releases the lock.
    fn unlock(&mut self, ticket: TicketId);
}

/// A client for one environment with its credentials.
pub struct Client {
    engine: Engine,
    agent: Agent,
    answers: BTreeMap<ExchangeId, Response<Body>>,
    store: Option<Box<dyn TokenStore>>,
}

impl Client {
    /// Creates a client. It sends nothing yet.
    ///
    /// # Errors
    /// See [`Engine::new`].
    pub fn new(config: Config) -> Result<Self, waybill_core::Error> {
        let agent = Agent::config_builder()
            // Following a redirect would send the token to another host. Return it as a response instead.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            // A proxy from the environment variables would see every token.
            .proxy(None)
            // A dropped idle connection must not cause a token request to be sent twice.
            .max_idle_connections(0)
            .build()
            .new_agent();
        Ok(Self { engine: Engine::new(config)?, agent, answers: BTreeMap::new(), store: None })
    }

    /// Creates a client that shares its login with other processes. The configuration needs a `shared_store`.
    ///
    /// # Errors
    /// See [`Engine::new`].
    pub fn sharing(config: Config, store: impl TokenStore + 'static) -> Result<Self, waybill_core::Error> {
        Ok(Self { store: Some(Box::new(store)), ..Self::new(config)? })
    }

    /// Sends one authorised call. The body of the response streams.
    ///
    /// # Errors
    /// The engine's [`waybill_core::Error`], which contains a remedy.
    pub fn send(&mut self, call: Call) -> anyhow::Result<Response<Body>> {
        let begun = self.engine.begin(call, now());
        let mut actions = VecDeque::from(begun.step.actions);
        let mut outcome = None;
        while let Some(action) = actions.pop_front() {
            let step = match action {
                Action::Send { exchange, purpose: _, head, body, deadline } => {
                    self.exchange(exchange, head, body, deadline)?
                }
                Action::Read { exchange, limit } => self.read(exchange, limit)?,
                Action::Abort { exchange } => {
                    self.answers.remove(&exchange);
                    continue;
                }
                Action::Note { note } => {
                    eprintln!("  note: {} ({})", note.message, note.code);
                    continue;
                }
                // Later actions do not concern the call, such as releasing the lock of a shared login.
                Action::Done { call: _, outcome: ended } => {
                    outcome = Some(ended);
                    continue;
                }
                Action::Lock { ticket, lease, known_seq } => {
                    let login = self.engine.login_digest().context("only a login is shared")?;
                    let result = self.shared()?.lock(ticket, login, lease, known_seq);
                    self.engine.on_store(ticket, result, now())?
                }
                Action::Save { ticket, snapshot, expected_seq } => {
                    let result = self.shared()?.save(ticket, &snapshot, expected_seq);
                    self.engine.on_store(ticket, result, now())?
                }
                Action::Unlock { ticket } => {
                    self.shared()?.unlock(ticket);
                    continue;
                }
                Action::Closed => continue,
            };
            actions.extend(step.actions);
        }
        match outcome.context("the engine left the call open")? {
            Outcome::Failed(error) => Err(error.into()),
            Outcome::Response { exchange } => self.answers.remove(&exchange).context("the answer was dropped"),
        }
    }

    fn shared(&mut self) -> anyhow::Result<&mut (dyn TokenStore + 'static)> {
        self.store.as_deref_mut().context("the configuration shares the login: make the client with `Client::sharing`")
    }

    /// Sends one request, and reports the result to the engine.
    fn exchange(
        &mut self,
        id: ExchangeId,
        head: RequestHead,
        body: RequestBody,
        deadline: Option<Timestamp>,
    ) -> anyhow::Result<Step> {
        let body = match body {
            RequestBody::Empty => SendBody::none(),
            RequestBody::Bytes(bytes) => SendBody::from_owned_reader(std::io::Cursor::new(bytes)),
            RequestBody::Caller { .. } => bail!("this example sends bodies as bytes"),
        };
        let mut request = Request::builder().method(head.method).uri(head.url).body(body)?;
        *request.headers_mut() = head.headers;
        let left = deadline.map(|deadline| deadline.since(now()));
        let request = self.agent.configure_request(request).timeout_global(left).build();
        let step = match self.agent.run(request) {
            Ok(answer) => {
                let lines = answer.headers().iter().map(|(name, value)| (name, value.as_bytes()));
                let head = ResponseHead::new(answer.status().as_u16(), lines)?;
                self.answers.insert(id, answer);
                self.engine.on_head(id, head, now())
            }
            Err(error) => self.engine.on_failure(id, failure(&error), now()),
        };
        Ok(step?)
    }

    /// Reads the body that the engine asked for: of a token response, or of an API's error response.
    fn read(&mut self, id: ExchangeId, limit: usize) -> anyhow::Result<Step> {
        let mut answer = self.answers.remove(&id).context("the engine asked for an answer that is gone")?;
        let mut bytes = Vec::new();
        let above = u64::try_from(limit)?.saturating_add(1);
        let ended = answer.body_mut().as_reader().take(above).read_to_end(&mut bytes).is_ok();
        let complete = ended && bytes.len() <= limit;
        bytes.truncate(limit);
        Ok(self.engine.on_body(id, &bytes, complete, now())?)
    }
}

/// Converts an error. `NotSent` is an allow-list: it needs certainty that the failure came before the first byte was sent.
fn failure(error: &ureq::Error) -> TransportFailure {
    let reason = match error {
        ureq::Error::HostNotFound => NoAnswer::NameNotResolved,
        ureq::Error::ConnectionFailed => NoAnswer::NotConnected,
        ureq::Error::Io(io) if io.kind() == std::io::ErrorKind::ConnectionRefused => NoAnswer::NotConnected,
        ureq::Error::Timeout(_) => NoAnswer::TimedOut,
        _ => NoAnswer::Lost,
    };
    reason.into()
}

fn now() -> Timestamp {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}
