//! Options for the validation of requests, for samples and for the request log.

use clap::ValueEnum;
use waybill_mock::service::{ActionRule, LogLimits, ServiceSettings, Settings};

use crate::failure::Failure;

/// Options of the mock service that do not depend on where it is served.
#[derive(Debug, clap::Args)]
pub(crate) struct Rules {
    /// Rule for the `SOAPAction` header: `operation-name`, `declared` (the default, which also allows what the WSDL
    /// declares) or `any`. With NAME:VERSION=, it applies to that service only; can be repeated.
    #[arg(long, value_name = "[NAME:VERSION=]RULE", value_parser = parse_action)]
    soap_action: Vec<(Option<String>, Action)>,
    /// Apply the platform's rules literally: --soap-action operation-name, and payloads only in the targetNamespace.
    #[arg(long)]
    strict: bool,
    /// Also answer requests that do not match their schema, of all services or of this one; can be repeated.
    #[arg(
        long,
        value_name = "NAME:VERSION",
        num_args = 0..=1,
        default_missing_value = EVERY_SERVICE,
        value_parser = parse_services
    )]
    no_validate: Vec<String>,
    /// Date (YYYY-MM-DD, UTC) to use as today in samples, so that they do not change from day to day.
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    clock: Option<i64>,
    /// Seed for the values in samples; another number gives other values.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    sample_seed: u64,
    /// Maximum number of requests in the log.
    #[arg(long, value_name = "N", default_value_t = LogLimits::default().entries, allow_negative_numbers = true)]
    log_entries: usize,
    /// Maximum total size of the requests and responses in the log, in bytes.
    #[arg(long, value_name = "BYTES", default_value_t = LogLimits::default().bytes, allow_negative_numbers = true)]
    log_bytes: usize,
}

/// A rule for the `SOAPAction` header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Action {
    OperationName,
    Declared,
    Any,
}

/// Value of `--no-validate` without a name. No service has this id, because it contains no colon.
const EVERY_SERVICE: &str = "*";

impl From<Action> for ActionRule {
    fn from(action: Action) -> ActionRule {
        match action {
            Action::OperationName => ActionRule::OperationName,
            Action::Declared => ActionRule::Declared,
            Action::Any => ActionRule::Any,
        }
    }
}

impl Rules {
    /// Returns the settings. Those about where it is served keep their defaults.
    pub(crate) fn settings(&self) -> Result<Settings, Failure> {
        let mut settings = if self.strict { Settings::strict() } else { Settings::default() };
        for (service, action) in &self.soap_action {
            let action = ActionRule::from(*action);
            match service {
                Some(service) => of_service(&mut settings, service).action = Some(action),
                None if self.strict && action != ActionRule::OperationName => {
                    let help = "remove one of them, or limit the rule to a service: --soap-action NAME:VERSION=RULE";
                    return Err(Failure::new("--strict and --soap-action contradict each other").help(help));
                }
                None => settings.action = action,
            }
        }
        for service in &self.no_validate {
            match service.as_str() {
                EVERY_SERVICE => settings.validate = false,
                service => of_service(&mut settings, service).validate = Some(false),
            }
        }
        let log = LogLimits { entries: self.log_entries, bytes: self.log_bytes, ..LogLimits::default() };
        Ok(Settings { seed: self.sample_seed, day: self.clock, log, ..settings })
    }

    /// Returns the services that are named, without duplicates.
    pub(crate) fn services(&self) -> Vec<String> {
        let of_actions = self.soap_action.iter().filter_map(|(service, _)| service.clone());
        let mut named: Vec<String> = of_actions.chain(self.no_validate.iter().cloned()).collect();
        named.retain(|service| service != EVERY_SERVICE);
        named.sort();
        named.dedup();
        named
    }
}

fn of_service<'a>(settings: &'a mut Settings, service: &str) -> &'a mut ServiceSettings {
    settings.services.entry(service.to_owned()).or_default()
}

/// Parses `RULE`, or `NAME:VERSION=RULE`. A name may contain an equals sign, a rule does not.
fn parse_action(text: &str) -> Result<(Option<String>, Action), String> {
    let (service, rule) = match text.rsplit_once('=') {
        Some((service, rule)) => (Some(parse_service(service)?), rule),
        None => (None, text),
    };
    let action = Action::from_str(rule, false)
        .map_err(|_| format!("`{rule}` is not a rule; use operation-name, declared or any"))?;
    Ok((service, action))
}

/// Parses the value of `--no-validate`.
fn parse_services(text: &str) -> Result<String, String> {
    if text == EVERY_SERVICE { Ok(text.to_owned()) } else { parse_service(text) }
}

fn parse_service(text: &str) -> Result<String, String> {
    if text.rsplit_once(':').is_some_and(|(name, version)| !name.is_empty() && !version.is_empty()) {
        return Ok(text.to_owned());
    }
    Err(format!("`{text}` is not a service; write NAME:VERSION, as in TrackService:1.0"))
}

/// Parses a date into days since 1970-01-01.
fn parse_day(text: &str) -> Result<i64, String> {
    let date: waybill_core::release::Date = text.parse().map_err(|error| format!("{error}"))?;
    Ok(date.days_since_epoch())
}
