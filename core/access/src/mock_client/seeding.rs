//! Seeds the mock service: waits until it is up, uploads definitions one by one, and compares the results with its list.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use waybill_base::error::{Error, code};
use waybill_base::http::TransportFailure;
use waybill_base::internal::ErrorExt as _;
use waybill_base::time::Timestamp;

use super::answer::MockAnswer;
use super::failures::unanswered;
use super::listing::{ListedService, Listing, ListingStep};
use super::operation::{MockResult, ServiceDefinition};
use super::readiness::{Readiness, ReadinessStep};
use super::seed_report::{SeedReport, SeededDefinition};
use super::step::MockStep;
use super::uploaded;
use super::{form, health};

/// Remedy for a service that stopped during seeding.
const START_AGAIN: &str = "start it again, and seed it again: it keeps no data when it stops";

/// The progress of a seeding.
#[derive(Debug)]
pub(super) struct Seeding {
    readiness: Readiness,
    waiting: VecDeque<ServiceDefinition>,
    seeded: Vec<SeededDefinition>,
    phase: Phase,
}

#[derive(Debug)]
enum Phase {
    WaitUntilUp,
    Upload {
        file: String,
    },
    /// Checks that the service is still up, after an upload without a response.
    CheckAfterUpload {
        file: String,
        failure: String,
    },
    List(Listing),
}

impl Seeding {
    /// Creates a seeding.
    ///
    /// # Errors
    /// `request.invalid` if one of the definitions cannot be uploaded.
    pub(super) fn new(definitions: Vec<ServiceDefinition>, patience: Duration, now: Timestamp) -> Result<Self, Error> {
        definitions.iter().try_for_each(|definition| form::check(&definition.files))?;
        let readiness = Readiness::new(patience, now);
        Ok(Self { readiness, waiting: definitions.into(), seeded: Vec::new(), phase: Phase::WaitUntilUp })
    }

    /// Returns the outcome of the definitions uploaded so far.
    pub(super) fn seeded(&self) -> &[SeededDefinition] {
        &self.seeded
    }

    pub(super) fn ask(&mut self, url: &str, now: Timestamp) -> MockStep {
        MockStep::Send(self.readiness.request(url, now))
    }

    pub(super) fn on_answer(&mut self, url: &str, answer: &MockAnswer, now: Timestamp) -> Result<MockStep, Error> {
        match &mut self.phase {
            Phase::WaitUntilUp => match self.readiness.take(url, answer, now)? {
                ReadinessStep::Up => self.upload_next(url),
                ReadinessStep::Wait { until } => Ok(MockStep::Wait { until }),
            },
            Phase::Upload { file } => {
                let file = std::mem::take(file);
                let (services, failure) = match uploaded::read(answer) {
                    Ok(services) => (services, None),
                    Err(reason) => (Vec::new(), Some(reason)),
                };
                self.seeded.push(SeededDefinition { file, services, failure });
                self.upload_next(url)
            }
            Phase::CheckAfterUpload { file, failure } => {
                let (file, failure) = (std::mem::take(file), std::mem::take(failure));
                if !matches!(health::read(url, answer)?, health::HealthAnswer::Told(health) if health.is_up) {
                    return Err(stopped(url, &file, &failure));
                }
                self.seeded.push(SeededDefinition { file, services: Vec::new(), failure: Some(failure) });
                self.upload_next(url)
            }
            Phase::List(listing) => match listing.take(url, answer)? {
                ListingStep::Ask(request) => Ok(MockStep::Send(request)),
                ListingStep::Done(listed) => Ok(MockStep::done(Ok(MockResult::Seeded(self.report(&listed))))),
            },
        }
    }

    pub(super) fn on_failure(
        &mut self,
        url: &str,
        failure: TransportFailure,
        now: Timestamp,
    ) -> Result<MockStep, Error> {
        match &mut self.phase {
            Phase::WaitUntilUp => match self.readiness.take_failure(url, &failure, now)? {
                ReadinessStep::Up => self.upload_next(url),
                ReadinessStep::Wait { until } => Ok(MockStep::Wait { until }),
            },
            Phase::Upload { file } => {
                let file = std::mem::take(file);
                self.phase = Phase::CheckAfterUpload { file, failure: failure.detail };
                Ok(MockStep::Send(Readiness::request_once(url)))
            }
            Phase::CheckAfterUpload { file, .. } => Err(stopped(url, file, &failure.detail)),
            Phase::List(_) => Err(unanswered(url, failure)),
        }
    }

    fn upload_next(&mut self, url: &str) -> Result<MockStep, Error> {
        let Some(ServiceDefinition { files }) = self.waiting.pop_front() else {
            let listing = Listing::default();
            let request = listing.request(url);
            self.phase = Phase::List(listing);
            return Ok(MockStep::Send(request));
        };
        let request = form::request(url, &files)?;
        let file = files.into_iter().next().map(|file| file.path).unwrap_or_default();
        self.phase = Phase::Upload { file };
        Ok(MockStep::Send(request))
    }

    /// Compares the uploaded services with the service's list.
    fn report(&mut self, listed: &[ListedService]) -> SeedReport {
        let mut definitions = std::mem::take(&mut self.seeded);
        let listed: BTreeMap<String, &ListedService> = listed.iter().map(|service| (service.id(), service)).collect();
        for definition in &mut definitions {
            for service in &mut definition.services {
                match listed.get(&service.id()) {
                    Some(found) => service.unserved = service.unserved.take().or_else(|| found.unserved.clone()),
                    None => definition.failure = Some(format!("{} is not in the list of services", service.id())),
                }
            }
        }
        SeedReport { definitions }
    }
}

fn stopped(url: &str, file: &str, reason: &str) -> Error {
    let message = format!("{url} stopped responding during the upload of {file}: {reason}");
    Error::new(code::MOCK_NOT_UP, message).remedy(START_AGAIN)
}
