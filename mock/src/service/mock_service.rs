//! The state that the mock service's endpoints share: settings, imported services, log and metrics.

use std::sync::Mutex;

use waybill_base::time::Timestamp;

use super::health::Seeding;
use super::settings::Settings;
use crate::catalogue::Catalogue;
use crate::log::RequestLog;
use crate::metrics::Metrics;
use crate::sample::SampleOptions;
use crate::upload::WsdlReader;

const MILLIS_PER_DAY: i64 = 86_400_000;

/// The mock service with all imported services.
#[derive(Debug)]
pub struct MockService {
    pub(super) settings: Settings,
    pub(super) wsdl: WsdlReader,
    pub(super) catalogue: Catalogue,
    pub(super) log: RequestLog,
    pub(super) metrics: Metrics,
    pub(super) seeding: Mutex<Seeding>,
}

impl MockService {
    /// Creates a mock service without imported services that reads WSDL files with `wsdl`.
    pub(super) fn with_reader(settings: Settings, wsdl: WsdlReader) -> MockService {
        let log = RequestLog::new(settings.log);
        MockService {
            settings,
            wsdl,
            catalogue: Catalogue::default(),
            log,
            metrics: Metrics::default(),
            seeding: Mutex::default(),
        }
    }

    /// Returns the options of samples for a request at `now`.
    pub(super) fn sample_options(&self, now: Timestamp) -> SampleOptions {
        let day = self.settings.day.unwrap_or_else(|| now.as_millis().div_euclid(MILLIS_PER_DAY));
        SampleOptions { seed: self.settings.seed, day }
    }
}
