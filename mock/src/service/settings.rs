//! What a mock service is set to when it starts.

use std::collections::BTreeMap;

use crate::catalogue::ServiceId;
use crate::log::LogLimits;
use crate::soap::{ActionRule, SoapRules};

/// The settings of a mock service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// What the `SOAPAction` header may hold.
    pub action: ActionRule,
    /// Whether payloads may be in another namespace than the WSDL's `targetNamespace` where the WSDL itself says so.
    pub declared_namespaces: bool,
    /// Whether requests are held to their schemas.
    pub validate: bool,
    /// What samples are drawn from: the same seed, request and day give the same bytes.
    pub seed: u64,
    /// The day that samples take for today, in days since 1970-01-01 (UTC); None is the day of the request.
    pub day: Option<i64>,
    /// What single services are set to, by `name:version`.
    pub services: BTreeMap<String, ServiceSettings>,
    /// How much the request log holds.
    pub log: LogLimits,
    /// Origins whose pages may call mocked services; `*` is every one.
    pub cors_origins: Vec<String>,
    /// Names, beside `localhost` and addresses, under which the control endpoints are reached.
    pub allowed_hosts: Vec<String>,
    /// Whether clients reach it by https, as the addresses in descriptions say then.
    pub https: bool,
}

/// What one service is set to; what is not given is as for the others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ServiceSettings {
    /// What the `SOAPAction` header may hold.
    pub action: Option<ActionRule>,
    /// Whether requests are held to their schemas.
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
    /// The platform's rules by their letter: the operation's name as action, the `targetNamespace` alone.
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

    /// Whether requests to a service are held to their schemas.
    pub(crate) fn validates(&self, id: &ServiceId) -> bool {
        self.of_service(id).validate.unwrap_or(self.validate)
    }

    fn of_service(&self, id: &ServiceId) -> ServiceSettings {
        self.services.get(&id.to_string()).copied().unwrap_or_default()
    }
}
