//! Settings of a mock service, fixed when it starts.

use std::collections::BTreeMap;

use crate::catalogue::ServiceId;
use crate::log::LogLimits;
use crate::soap::{ActionRule, SoapRules};

/// The settings of a mock service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Allowed values of the `SOAPAction` header.
    pub action: ActionRule,
    /// True if payloads may use a namespace other than the `targetNamespace` where the WSDL declares so.
    pub declared_namespaces: bool,
    /// True if requests are validated against their schemas.
    pub validate: bool,
    /// Seed of samples. The same seed, request and day give the same bytes.
    pub seed: u64,
    /// Day that samples use as today, in days since 1970-01-01 (UTC). `None` uses the day of the request.
    pub day: Option<i64>,
    /// Settings of single services, by `name:version`.
    pub services: BTreeMap<String, ServiceSettings>,
    /// Limits of the request log.
    pub log: LogLimits,
    /// Origins whose pages may call mocked services. `*` allows every origin.
    pub cors_origins: Vec<String>,
    /// Host names for the control endpoints, in addition to `localhost` and addresses.
    pub allowed_hosts: Vec<String>,
    /// True if clients reach the mock service by https. Addresses in descriptions then use https.
    pub https: bool,
}

/// Settings of one service. Missing values are taken from [`Settings`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ServiceSettings {
    /// Allowed values of the `SOAPAction` header.
    pub action: Option<ActionRule>,
    /// True if requests are validated against their schemas.
    pub validate: Option<bool>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            action: ActionRule::Declared,
            declared_namespaces: true,
            validate: true,
            seed: 0,
            day: None,
            services: BTreeMap::new(),
            log: LogLimits::default(),
            cors_origins: Vec::new(),
            allowed_hosts: Vec::new(),
            https: false,
        }
    }
}

impl Settings {
    /// Returns settings that follow the platform's rules strictly. The action is the operation's name, and payloads use
    /// the `targetNamespace`.
    #[must_use]
    pub fn strict() -> Settings {
        Settings { action: ActionRule::OperationName, declared_namespaces: false, ..Settings::default() }
    }

    pub(crate) fn soap_rules(&self, id: &ServiceId) -> SoapRules {
        SoapRules {
            action: self.of_service(id).action.unwrap_or(self.action),
            declared_namespaces: self.declared_namespaces,
            validate: self.validates(id),
        }
    }

    /// True if requests to a service are validated against their schemas.
    pub(crate) fn validates(&self, id: &ServiceId) -> bool {
        self.of_service(id).validate.unwrap_or(self.validate)
    }

    fn of_service(&self, id: &ServiceId) -> ServiceSettings {
        self.services.get(&id.to_string()).copied().unwrap_or_default()
    }
}
