//! What a mock service is set to when it starts.

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
    /// How much the request log holds.
    pub log: LogLimits,
    /// Origins whose pages may call mocked services; `*` is every one.
    pub cors_origins: Vec<String>,
    /// Names, beside `localhost` and addresses, under which the control endpoints are reached.
    pub allowed_hosts: Vec<String>,
    /// Whether clients reach it by https, as the addresses in descriptions say then.
    pub https: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            action: ActionRule::Declared,
            declared_namespaces: true,
            validate: true,
            seed: 0,
            day: None,
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

    pub(crate) fn soap_rules(&self) -> SoapRules {
        SoapRules { action: self.action, declared_namespaces: self.declared_namespaces, validate: self.validate }
    }
}
