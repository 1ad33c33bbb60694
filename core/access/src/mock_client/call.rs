//! An operation in progress: its next request, and its result.

use http::{StatusCode, header};
use waybill_base::error::{Error, code};
use waybill_base::http::TransportFailure;
use waybill_base::time::Timestamp;

use super::answer::{MockAnswer, MockRequest};
use super::failures::{describe_status, not_up, other_server, redirects, refused, unanswered, with_status};
use super::health::HealthAnswer;
use super::listing::{ListedService, Listing, ListingStep};
use super::not_served::NotServed;
use super::operation::{DefinitionFile, MockOperation, MockResult};
use super::readiness::{Readiness, ReadinessStep};
use super::seed_report::SeededDefinition;
use super::seeding::Seeding;
use super::soap::SoapCall;
use super::step::MockStep;
use super::{form, health, invocations, metrics, soap, uploaded};

/// An operation in progress. Pass it only the outcome of its last step.
#[derive(Debug)]
pub struct MockCall {
    url: String,
    /// Path of the last request, below the URL.
    path: String,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    CheckHealth,
    WaitUntilUp(Readiness),
    Upload {
        main: String,
    },
    List(Listing),
    Export,
    ListInvocations {
        path: String,
        service: String,
    },
    ReadMetrics,
    CallSoap {
        path: String,
        call: SoapCall,
    },
    /// A 404 whose error will list the imported services.
    Explain {
        missing: NotServed,
        listing: Listing,
    },
    Seed(Seeding),
    Over,
}

impl MockCall {
    pub(super) fn begin(url: String, operation: MockOperation, now: Timestamp) -> (Self, MockStep) {
        let mut call = Self { url, path: String::new(), stage: Stage::Over };
        let first = call.start(operation, now);
        let step = call.unless_failed(first);
        (call, step)
    }

    /// Returns the outcome of the definitions uploaded so far. Empty if the operation is not `Seed`.
    #[must_use]
    pub fn seeded(&self) -> &[SeededDefinition] {
        if let Stage::Seed(seeding) = &self.stage { seeding.seeded() } else { &[] }
    }

    /// Handles the response to the request, of any status.
    pub fn on_answer(&mut self, answer: &MockAnswer, now: Timestamp) -> MockStep {
        let next = self.take(answer, now);
        self.unless_failed(next)
    }

    /// Handles a request without a response, or without one in time.
    pub fn on_failure(&mut self, failure: TransportFailure, now: Timestamp) -> MockStep {
        let next = match &mut self.stage {
            Stage::WaitUntilUp(readiness) => readiness.take_failure(&self.url, &failure, now).map(|ready| wait(&ready)),
            Stage::Seed(seeding) => seeding.on_failure(&self.url, failure, now),
            // The imported services are unknown, so the error has only the 404.
            Stage::Explain { .. } => Err(self.explain(None)),
            Stage::Over => Err(misuse()),
            _ => Err(unanswered(&self.url, failure)),
        };
        self.unless_failed(next)
    }

    /// Handles the end of a wait.
    pub fn on_time(&mut self, now: Timestamp) -> MockStep {
        let next = match &mut self.stage {
            Stage::WaitUntilUp(readiness) => Ok(MockStep::Send(readiness.request(&self.url, now))),
            Stage::Seed(seeding) => Ok(seeding.ask(&self.url, now)),
            _ => Err(misuse()),
        };
        self.unless_failed(next)
    }

    fn start(&mut self, operation: MockOperation, now: Timestamp) -> Result<MockStep, Error> {
        let url = &self.url;
        let (stage, request) = match operation {
            MockOperation::CheckHealth => (Stage::CheckHealth, health::request(url)),
            MockOperation::WaitUntilUp { patience } => {
                let mut readiness = Readiness::new(patience, now);
                let request = readiness.request(url, now);
                (Stage::WaitUntilUp(readiness), request)
            }
            MockOperation::Upload { files } => {
                let request = form::request(url, &files)?;
                (Stage::Upload { main: main_of(files) }, request)
            }
            MockOperation::ListServices => {
                let listing = Listing::default();
                let request = listing.request(url);
                (Stage::List(listing), request)
            }
            MockOperation::Export => (Stage::Export, MockRequest::get(url, EXPORT_PATH)),
            MockOperation::ListInvocations { service, version, page, size } => {
                let path = invocations::path(&service, &version)?;
                let request = invocations::request(url, &path, page, size)?;
                (Stage::ListInvocations { path, service: format!("{service}:{version}") }, request)
            }
            MockOperation::ReadMetrics => (Stage::ReadMetrics, metrics::request(url)),
            MockOperation::CallSoap(call) => {
                let path = soap::path(&call)?;
                let request = soap::request(url, &path, &call)?;
                (Stage::CallSoap { path, call }, request)
            }
            MockOperation::Seed { definitions, patience } => {
                let mut seeding = Seeding::new(definitions, patience, now)?;
                let step = seeding.ask(url, now);
                self.stage = Stage::Seed(seeding);
                return Ok(step);
            }
        };
        self.stage = stage;
        Ok(MockStep::Send(request))
    }

    fn take(&mut self, answer: &MockAnswer, now: Timestamp) -> Result<MockStep, Error> {
        let url = &self.url;
        // If listing the services only explains a 404, the 404 is the error to report.
        if !matches!(self.stage, Stage::Explain { .. }) {
            check_place(url, &self.path, answer)?;
        }
        let is_missing = answer.status() == StatusCode::NOT_FOUND;
        let result = match &mut self.stage {
            Stage::CheckHealth => match health::read(url, answer)? {
                HealthAnswer::Told(health) => MockResult::Health(health),
                HealthAnswer::NotYet(reason) => return Err(not_up(url, &reason)),
            },
            Stage::WaitUntilUp(readiness) => match readiness.take(url, answer, now)? {
                ReadinessStep::Up => MockResult::Up,
                ready @ ReadinessStep::Wait { .. } => return Ok(wait(&ready)),
            },
            Stage::Upload { main } => MockResult::Uploaded(uploaded::read(answer).map_err(|reason| {
                let message = format!("{main} was not imported: {reason}");
                with_status(Error::new(code::IMPORT_REFUSED, message), answer)
            })?),
            Stage::List(listing) => match listing.take(url, answer)? {
                ListingStep::Ask(request) => return Ok(MockStep::Send(request)),
                ListingStep::Done(services) => MockResult::Services(services),
            },
            Stage::Export => MockResult::Export(read_export(url, answer)?),
            Stage::ListInvocations { path, service } if is_missing => {
                let missing = NotServed::new(path, service, None, answer);
                return Ok(self.ask_what_is_imported(missing));
            }
            Stage::CallSoap { path, call } if is_missing => {
                let service = format!("{}:{}", call.service, call.version);
                let missing = NotServed::new(path, &service, Some(&call.operation), answer);
                return Ok(self.ask_what_is_imported(missing));
            }
            Stage::ListInvocations { path, .. } => MockResult::Invocations(invocations::read(url, path, answer)?),
            Stage::ReadMetrics => MockResult::Metrics(metrics::read(url, answer)?),
            Stage::CallSoap { call, .. } => MockResult::Soap(soap::read(url, call, answer)?),
            Stage::Explain { listing, .. } => match listing.take(url, answer) {
                Ok(ListingStep::Ask(request)) => return Ok(MockStep::Send(request)),
                Ok(ListingStep::Done(services)) => return Err(self.explain(Some(&services))),
                Err(_) => return Err(self.explain(None)),
            },
            Stage::Seed(seeding) => return seeding.on_answer(url, answer, now),
            Stage::Over => return Err(misuse()),
        };
        Ok(MockStep::done(Ok(result)))
    }

    fn ask_what_is_imported(&mut self, missing: NotServed) -> MockStep {
        let listing = Listing::default();
        let request = listing.request(&self.url);
        self.stage = Stage::Explain { missing, listing };
        MockStep::Send(request)
    }

    /// Returns the error for the 404, with the imported services if they are known.
    fn explain(&mut self, services: Option<&[ListedService]>) -> Error {
        match (std::mem::replace(&mut self.stage, Stage::Over), services) {
            (Stage::Explain { missing, .. }, Some(services)) => missing.into_error_with(services),
            (Stage::Explain { missing, .. }, None) => missing.into_error(),
            _ => misuse(),
        }
    }

    fn unless_failed(&mut self, step: Result<MockStep, Error>) -> MockStep {
        let step = step.unwrap_or_else(|error| MockStep::done(Err(error)));
        match &step {
            MockStep::Send(request) => {
                request.head.url.strip_prefix(self.url.as_str()).unwrap_or_default().clone_into(&mut self.path);
            }
            MockStep::Wait { .. } => {}
            MockStep::Done(_) => self.stage = Stage::Over,
        }
        step
    }
}

/// Checks that the response is the service's own. A proxy in front of it may redirect or require authentication.
fn check_place(url: &str, path: &str, answer: &MockAnswer) -> Result<(), Error> {
    let status = answer.status();
    if status.is_redirection()
        && let Some(location) = answer.header(header::LOCATION.as_str())
    {
        return Err(redirects(url, location, path));
    }
    if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) && answer.reason().is_some() {
        return Err(refused(url, "the request", answer));
    }
    Ok(())
}

/// Path of the export of everything that is imported.
const EXPORT_PATH: &str = "/api/services/export";

fn read_export(url: &str, answer: &MockAnswer) -> Result<Vec<u8>, Error> {
    answer.check_complete("the export")?;
    let is_json = serde_json::from_slice::<serde::de::IgnoredAny>(&answer.body).is_ok();
    if answer.status().is_success() && is_json {
        return Ok(answer.body.clone());
    }
    let given = describe_status(answer.status(), "an export, which is JSON");
    Err(other_server(url, EXPORT_PATH, &given))
}

fn wait(ready: &ReadinessStep) -> MockStep {
    match ready {
        ReadinessStep::Up => MockStep::done(Ok(MockResult::Up)),
        ReadinessStep::Wait { until } => MockStep::Wait { until: *until },
    }
}

fn main_of(files: Vec<DefinitionFile>) -> String {
    files.into_iter().next().map(|file| file.path).unwrap_or_default()
}

fn misuse() -> Error {
    let message = "a call to the mock service got a reply or a time that it did not wait for";
    Error::new(code::CLIENT_MISUSE, message.to_owned())
}
