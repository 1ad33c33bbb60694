//! Measures how much memory the engine keeps after many consecutive calls, some of which fail.

use std::time::{Duration, Instant};

use waybill_core::{
    Action, Credentials, Engine, ExchangeId, FailureKind, Login, Outcome, Purpose, ResponseHead, Secret, Step,
    Timestamp, TransportFailure,
};

use super::resident;
use super::waiters::{call, config};

/// Number of calls after which all one-time allocations are done.
const WARM: u64 = 10_000;
/// Time between two calls. Tokens are renewed every few thousand calls.
const PACE: Duration = Duration::from_millis(10);

/// Makes this many calls. Returns the growth of the process after the first [`WARM`] calls.
pub(crate) fn made(calls: &str) -> Result<String, String> {
    let calls: u64 = calls.parse().map_err(|_| format!("{calls} is no number of calls"))?;
    let engine = Engine::new(config()).map_err(|error| error.to_string())?;
    let mut host = Host { engine, now: Timestamp::from_millis(0), number: 0, served: 0, failed: 0 };
    let begun = Instant::now();
    let mut warm = 0;
    for number in 0..calls {
        if number == WARM {
            warm = resident("VmRSS:");
        }
        host.make_call(number)?;
    }
    let grown = resident("VmRSS:").saturating_sub(warm);
    let (served, failed) = (host.served, host.failed);
    if served + failed != calls {
        return Err(format!("{served} of {calls} calls were served, {failed} failed"));
    }
    let milliseconds = begun.elapsed().as_secs_f64() * 1000.0;
    Ok(format!(r#"{{"milliseconds":{milliseconds:.1},"grown_kib":{grown},"served":{served},"failed":{failed}}}"#))
}

struct Host {
    engine: Engine,
    now: Timestamp,
    /// Number of the current call.
    number: u64,
    served: u64,
    failed: u64,
}

impl Host {
    fn make_call(&mut self, number: u64) -> Result<(), String> {
        self.now = self.now.plus(PACE);
        self.number = number;
        if number % 1_009 == 1_000 {
            self.give_refresh_token()?;
        }
        let begun = self.engine.begin(call(self.now), self.now);
        self.carry_out(begun.step)?;
        // The call may still wait for the end of a back-off.
        let step = self.engine.cancel(begun.call, self.now);
        self.carry_out(step)
    }

    /// Sets a new refresh token, as a host does that signs in again from time to time.
    fn give_refresh_token(&mut self) -> Result<(), String> {
        let refresh_token = Some(Secret::new(format!("given-{}", self.number)));
        let login = Login { realm: "acme".to_owned(), username: "ann".to_owned(), password: None, refresh_token };
        let credentials = Credentials { environment: "sandbox".to_owned(), api_key: None, login: Some(login) };
        let step = self.engine.set_credentials(credentials, self.now).map_err(|error| error.to_string())?;
        self.carry_out(step)
    }

    fn carry_out(&mut self, step: Step) -> Result<(), String> {
        for action in step.actions {
            match action {
                Action::Send { exchange, purpose, .. } => self.answer(exchange, purpose)?,
                Action::Done { outcome: Outcome::Response { .. }, .. } => self.served += 1,
                Action::Done { outcome: Outcome::Failed(_), .. } => self.failed += 1,
                _ => {}
            }
        }
        Ok(())
    }

    fn answer(&mut self, exchange: ExchangeId, purpose: Purpose) -> Result<(), String> {
        let (number, now) = (self.number, self.now);
        let tokens = format!(
            r#"{{"access_token":"access-{number}","expires_in":60,"refresh_token":"refresh-{number}","token_type":"Bearer"}}"#
        );
        let (status, body) = match (purpose, number % 1_000) {
            (Purpose::Token, 0..100) | (Purpose::Call(_), 17 | 117) => (503, "{}"),
            (Purpose::Token, _) => (200, tokens.as_str()),
            (Purpose::Call(_), 7 | 107) => (401, r#"{"title":"expired"}"#),
            (Purpose::Call(_), 27 | 127) => {
                let failure = TransportFailure { kind: FailureKind::Unknown, detail: "connection reset".to_owned() };
                let step = self.engine.on_failure(exchange, failure, now).map_err(|error| error.to_string())?;
                return self.carry_out(step);
            }
            // No response comes, and the caller cancels the call.
            (Purpose::Call(_), 37 | 137) => return Ok(()),
            (Purpose::Call(_), _) => (200, "{}"),
        };
        let head =
            ResponseHead::new(status, [("content-type", "application/json")]).map_err(|error| error.to_string())?;
        let step = self.engine.on_head(exchange, head, now).map_err(|error| error.to_string())?;
        let is_read = matches!(step.actions.as_slice(), [Action::Read { .. }]);
        self.carry_out(step)?;
        if is_read {
            let step = self.engine.on_body(exchange, body.as_bytes(), true, now).map_err(|error| error.to_string())?;
            self.carry_out(step)?;
        }
        Ok(())
    }
}
