//! The format of access vectors, and of recordings: inputs with their times into an engine, its steps as the files write
//! them.

mod inputs;
mod show;
mod store;

use serde_json::{Value, json};
use waybill_core::{CallId, Engine, Error, ExchangeId, Misuse, Snapshot, Step, TicketId, Timestamp};

pub use inputs::{ConfigFile, Input};
pub use show::without_empty;

/// What one input gave.
#[derive(Debug)]
pub enum Given {
    /// A step, and the number of the call that was begun.
    Step(Option<u64>, Step),
    /// A snapshot, where there is a login.
    Exported(Option<Snapshot>),
    /// The input was refused.
    Refused(Error),
    /// The input was not asked for.
    Misused(Misuse),
}

impl Given {
    /// As vectors write it.
    #[must_use]
    pub fn shown(&self) -> Value {
        match self {
            Self::Step(call, step) => {
                let mut shown = show::show_step(step);
                if let (Some(call), Some(members)) = (call, shown.as_object_mut()) {
                    members.insert("call".to_owned(), json!(call));
                }
                shown
            }
            Self::Exported(snapshot) => json!({"snapshot": snapshot.as_ref().map(Snapshot::expose)}),
            Self::Refused(error) => show::show_refusal(error),
            Self::Misused(misuse) => show::show_refusal(&misuse.clone().into()),
        }
    }
}

/// Gives an engine one input; nothing comes of an input that no engine has.
pub fn feed(engine: &mut Engine, input: &Input) -> Option<Given> {
    let now = Timestamp::from_millis(input.now);
    let input = input.clone();
    if let Some(call) = input.begin {
        let begun = engine.begin(call.into(), now);
        return Some(Given::Step(Some(begun.call.as_number()), begun.step));
    }
    if let Some(credentials) = input.set_credentials {
        let set = engine.set_credentials(credentials.into(), now);
        return Some(set.map_or_else(Given::Refused, |step| Given::Step(None, step)));
    }
    if let Some(store::RestoreFile { snapshot }) = input.restore {
        let restored = engine.restore(&Snapshot::new(snapshot), now);
        return Some(restored.map_or_else(Given::Refused, |step| Given::Step(None, step)));
    }
    if input.export.is_some() {
        return Some(Given::Exported(engine.export()));
    }
    let step = if let Some(head) = input.on_head {
        let exchange = ExchangeId::from_number(head.exchange);
        match head.try_into() {
            Ok(head) => engine.on_head(exchange, head, now),
            Err(error) => return Some(Given::Refused(error)),
        }
    } else if let Some(body) = input.on_body {
        engine.on_body(ExchangeId::from_number(body.exchange), body.body.as_bytes(), body.complete, now)
    } else if let Some(failure) = input.on_failure {
        engine.on_failure(ExchangeId::from_number(failure.exchange), failure.into(), now)
    } else if let Some(store) = input.on_store {
        engine.on_store(TicketId::from_number(store.ticket), store.result.into(), now)
    } else if let Some(cancel) = input.cancel {
        Ok(engine.cancel(CallId::from_number(cancel.call), now))
    } else if input.close.is_some() {
        Ok(engine.close(now))
    } else if let Some(what) = input.invalidate {
        Ok(engine.invalidate(what.into(), now))
    } else if input.on_time.is_some() {
        Ok(engine.on_time(now))
    } else {
        return None;
    };
    Some(step.map_or_else(Given::Misused, |step| Given::Step(None, step)))
}
