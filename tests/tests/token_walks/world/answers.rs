//! What comes back to the engine: answers of the provider and of the API, in time, late, in pieces, or never.

use waybill_tests::token_model::{Act, Exchange, Input};

use super::{Rest, World};
use crate::ending::{ApiAnswer, Ending, Shape};
use crate::provider::{Answer, Asked};

impl World {
    /// The exchange with the provider that is under way ends.
    pub(crate) fn end(&mut self, ending: Ending) {
        self.begin_answer(ending);
        self.finish_answer();
    }

    /// The head of the answer comes, or that there is none.
    pub(crate) fn begin_answer(&mut self, ending: Ending) {
        let Some(underway) = self.underway.as_ref().filter(|underway| underway.rest.is_none()) else { return };
        let (name, asked, sent_at) = (underway.name, underway.asked.clone(), underway.sent_at);
        let (status, retry_after, rest) = match ending {
            Ending::Lost | Ending::NotSent => {
                let not_sent = matches!(ending, Ending::NotSent);
                if not_sent {
                    self.restore(&asked);
                } else {
                    self.provider.answer(&asked);
                }
                self.forget_underway();
                self.step(&Input::Failure { exchange: name, not_sent });
                return;
            }
            Ending::Instead(other) => {
                let refuses = other.body.contains("invalid_grant");
                let rest = Rest { body: other.body.to_owned(), complete: true, restores: other.restores, refuses };
                (other.status, other.retry_after, rest)
            }
            Ending::Answered(shape) => {
                let answer = self.provider.answer(&asked);
                let rest = self.shape(shape, &answer, sent_at);
                (answer.status, None, rest)
            }
        };
        if (300..400).contains(&status) {
            self.take_effect(&asked, &rest);
        }
        if let Some(underway) = &mut self.underway {
            underway.rest = Some(rest);
        }
        let retry_after = retry_after.map(|wait| ("retry-after".to_owned(), wait.to_owned()));
        let headers = [("content-type".to_owned(), "application/json".to_owned())].into_iter().chain(retry_after);
        let acts = self.step(&Input::Head { exchange: name, status, headers: headers.collect() });
        if !acts.contains(&Act::Read(name)) {
            self.forget_underway();
        }
    }

    /// The body of an answer whose head came.
    pub(crate) fn finish_answer(&mut self) {
        let Some(underway) = self.underway.as_mut() else { return };
        let (asked, Some(rest)) = (underway.asked.clone(), underway.rest.take()) else { return };
        let Some(exchange) = self.forget_underway() else { return };
        self.take_effect(&asked, &rest);
        self.step(&Input::Body { exchange, body: rest.body, complete: rest.complete });
    }

    fn take_effect(&mut self, asked: &Asked, rest: &Rest) {
        if rest.restores {
            self.restore(asked);
        }
        if rest.refuses {
            self.refuse(asked);
        }
    }

    fn shape(&mut self, shape: Shape, answer: &Answer, sent_at: i64) -> Rest {
        let Some(given) = &answer.given else {
            return Rest { body: answer.body.clone(), complete: true, restores: false, refuses: true };
        };
        if let Some(seconds) = shape.lifetime(given) {
            self.expiries.insert(given.access.clone(), sent_at + seconds * 1_000);
        }
        let (body, complete) = shape.body(given);
        Rest { body, complete, restores: shape.keeps_refresh(), refuses: matches!(shape, Shape::WithError) }
    }

    /// What becomes of it leaves a refresh token as it was.
    fn restore(&mut self, asked: &Asked) {
        if let Asked::Refresh(token) = asked {
            self.spent.remove(token);
        }
    }

    /// A password is refused. One that was replaced meanwhile is not the one refused.
    fn refuse(&mut self, asked: &Asked) {
        if let Asked::Password(sent) = asked {
            self.is_refused |= self.password.as_ref() == Some(sent);
        }
    }

    fn forget_underway(&mut self) -> Option<Exchange> {
        let underway = self.underway.take()?;
        self.over.push(underway.name);
        Some(underway.name)
    }

    /// What comes of an exchange that is over, or what nobody asked for, changes nothing.
    pub(crate) fn answer_late(&mut self, has_head: bool) {
        self.wait(0);
        if let Some(&exchange) = self.over.last() {
            let head = Input::Head { exchange, status: 200, headers: Vec::new() };
            let body = Input::Body { exchange, body: "{}".to_owned(), complete: true };
            let acts = self.step(if has_head { &head } else { &body });
            assert_eq!(acts, [Act::Note("exchange.late".to_owned())]);
        }
    }

    /// An input that the exchange does not expect changes nothing.
    pub(crate) fn misuse(&mut self) {
        let Some(underway) = &self.underway else { return };
        let exchange = underway.name;
        let input = match underway.rest {
            None => Input::Body { exchange, body: "{}".to_owned(), complete: true },
            Some(_) => Input::Failure { exchange, not_sent: false },
        };
        assert!(self.pair.step(&input, self.now).is_none(), "{input:?} is a misuse");
    }

    /// An API answers the oldest call that it held.
    pub(crate) fn answer_call(&mut self, answer: ApiAnswer) {
        if self.sent.is_empty() {
            return;
        }
        let exchange = self.sent.remove(0);
        let challenge = |text: &str| vec![("www-authenticate".to_owned(), text.to_owned())];
        let (status, headers) = match answer {
            ApiAnswer::Lost | ApiAnswer::NotSent => {
                self.step(&Input::Failure { exchange, not_sent: matches!(answer, ApiAnswer::NotSent) });
                return;
            }
            ApiAnswer::Found => (200, Vec::new()),
            ApiAnswer::Unauthorized => (401, challenge(r#"Bearer error="invalid_token""#)),
            ApiAnswer::UnauthorizedForScope => (401, challenge(r#"Bearer error="insufficient_scope""#)),
            ApiAnswer::Unavailable => (503, Vec::new()),
        };
        let acts = self.step(&Input::Head { exchange, status, headers });
        if acts.contains(&Act::Read(exchange)) {
            self.step(&Input::Body { exchange, body: "{}".to_owned(), complete: true });
        }
    }
}
