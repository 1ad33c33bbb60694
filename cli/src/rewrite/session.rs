//! The requests of one run to a model, batch by batch, from the cache or over the network. Each answer is checked.

use std::time::SystemTime;

use waybill_core::http::FailureKind;
use waybill_core::openapi::Description;
use waybill_core::rewrite::{
    CheckedWording, NextStep, RefusalReason, RequestAttempts, RewriteBatch, check_answer, facts_to_word,
    split_into_batches,
};
use waybill_core::{Report, Timestamp, TransportFailure};

use super::cache::AnswerCache;
use super::settings::Settings;
use crate::notes::say;
use crate::web::Web;

/// One run of requests to a model.
pub(super) struct Session<'s> {
    settings: &'s Settings,
    web: &'s Web,
    report: &'s Report,
    /// Current description, which examples are validated against.
    current: &'s Description<'s>,
    cache: AnswerCache,
    /// Number of requests that may still be sent.
    left: usize,
    /// The reason why no further request is sent.
    stopped: Option<String>,
}

impl<'s> Session<'s> {
    pub(super) fn new(
        settings: &'s Settings,
        web: &'s Web,
        report: &'s Report,
        current: &'s Description<'s>,
    ) -> Session<'s> {
        let cache = AnswerCache::new(settings.cache.clone());
        Session { settings, web, report, current, cache, left: settings.requests, stopped: None }
    }

    /// Asks the model about the breaking changes of a report, and checks its answers.
    pub(super) fn word(mut self) -> CheckedWording {
        let (batches, too_large) = split_into_batches(facts_to_word(self.report), self.settings.batch);
        let mut wording = CheckedWording::default();
        for (at, batch) in batches.iter().enumerate() {
            wording.append(self.word_batch(batch, at + 1, batches.len()));
        }
        wording.refuse_all(too_large.iter().map(|fact| fact.id.as_str()), &RefusalReason::FactTooLarge);
        wording
    }

    fn word_batch(&mut self, batch: &RewriteBatch, number: usize, all: usize) -> CheckedWording {
        let key = batch.cache_key(self.settings.endpoint.model());
        if let Some(answer) = self.cache.read(&key) {
            return self.check(batch, &answer);
        }
        match self.ask(batch, number, all) {
            Ok(answer) => {
                let checked = self.check(batch, &answer);
                // An answer without usable wording is not cached: the next one may be better.
                if checked.count() > 0 {
                    self.cache.write(&key, &answer);
                }
                checked
            }
            Err(reason) => {
                let mut checked = CheckedWording::default();
                let ids = batch.facts().iter().map(|fact| fact.id.as_str());
                checked.refuse_all(ids, &RefusalReason::NoAnswer(reason));
                checked
            }
        }
    }

    fn check(&self, batch: &RewriteBatch, answer: &str) -> CheckedWording {
        let mut checked = check_answer(batch.facts(), answer);
        checked.check_examples(self.report, self.current);
        checked
    }

    fn ask(&mut self, batch: &RewriteBatch, number: usize, all: usize) -> Result<String, String> {
        if let Some(reason) = &self.stopped {
            return Err(reason.clone());
        }
        let Settings { endpoint, key, attempts, patience, requests, .. } = self.settings;
        let request = endpoint.request(&batch.prompt());
        let mut attempts = RequestAttempts::new(*attempts);
        say(&format!("Asking {} for wording: request {number} of {all}", endpoint.model()));
        loop {
            let Some(left) = self.left.checked_sub(1) else {
                return Err(format!("the limit of {requests} requests in one run is reached"));
            };
            self.left = left;
            let step = match self.web.ask(&request, key, *patience) {
                Ok((head, body)) => attempts.on_response(endpoint.provider(), &head, &body, now()),
                Err(detail) => attempts.on_failure(&TransportFailure { kind: FailureKind::Unknown, detail }, now()),
            };
            match step {
                NextStep::Answered(answer) => return Ok(answer),
                NextStep::SendAt(time) => {
                    let wait = time.since(now());
                    say(&format!("Waiting {} ms before the next attempt.", wait.as_millis()));
                    std::thread::sleep(wait);
                }
                NextStep::GiveUp { reason, is_final } => {
                    self.stopped = is_final.then(|| reason.clone());
                    return Err(reason);
                }
            }
        }
    }
}

fn now() -> Timestamp {
    let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(waybill_core::time::millis_of_span(since_epoch))
}
