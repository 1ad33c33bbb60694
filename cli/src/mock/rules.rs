//! The options that say how requests are held to their definitions, what samples are drawn from, and what the log keeps.

use clap::ValueEnum;
use waybill_mock::service::{ActionRule, LogLimits, ServiceSettings, Settings};

use crate::failure::Failure;

/// Options of the mock service itself, wherever it is served.
#[derive(Debug, clap::Args)]
pub(crate) struct Rules {
    /// What the `SOAPAction` header may hold: `operation-name`; `declared`, which allows what the WSDL declares, too, and is
    /// the default; or `any`. With a service in front it is for that one alone. May be given several times.
    #[arg(long, value_name = "[NAME:VERSION=]RULE", value_parser = parse_action)]
    soap_action: Vec<(Option<String>, Action)>,
    /// The platform's rules by their letter: --soap-action operation-name, and payloads in the targetNamespace alone.
    #[arg(long)]
    strict: bool,
    /// Answer requests that do not match their schema, too: of every service, or of those named. May be given several times.
    #[arg(
        long,
        value_name = "NAME:VERSION",
        num_args = 0..=1,
        default_missing_value = EVERY_SERVICE,
        value_parser = parse_services
    )]
    no_validate: Vec<String>,
    /// The day (YYYY-MM-DD, UTC) that samples take for today, so that they are the same tomorrow.
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    clock: Option<i64>,
    /// The seed of the values in samples: another number gives other values.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    sample_seed: u64,
    /// How many requests the log holds.
    #[arg(long, value_name = "N", default_value_t = LogLimits::default().entries, allow_negative_numbers = true)]
    log_entries: usize,
    /// How many bytes the requests and answers in the log may have together.
    #[arg(long, value_name = "BYTES", default_value_t = LogLimits::default().bytes, allow_negative_numbers = true)]
    log_bytes: usize,
}

/// What the `SOAPAction` header may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Action {
    OperationName,
    Declared,
    Any,
}

/// What `--no-validate` without a name stands for; no service is called so, as there is no colon in it.
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
    /// The settings, those that tell where it is served left as they are by default.
    pub(crate) fn settings(&self) -> Result<Settings, Failure> {
        let mut settings = if self.strict { Settings::strict() } else { Settings::default() };
        for (service, action) in &self.soap_action {
            let action = ActionRule::from(*action);
            match service {
                Some(service) => of_service(&mut settings, service).action = Some(action),
                None if self.strict && action != ActionRule::OperationName => {
                    let help =
                        "leave one of them out, or name the service that it is for: --soap-action NAME:VERSION=RULE";
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

    /// The services that are named, each once.
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

/// `RULE`, or `NAME:VERSION=RULE`. A name may hold an equals sign, a rule does not.
fn parse_action(text: &str) -> Result<(Option<String>, Action), String> {
    let (service, rule) = match text.rsplit_once('=') {
        Some((service, rule)) => (Some(parse_service(service)?), rule),
        None => (None, text),
    };
    let action = Action::from_str(rule, false)
        .map_err(|_| format!("`{rule}` is no rule: operation-name, declared and any are"))?;
    Ok((service, action))
}

/// What `--no-validate` may be given.
fn parse_services(text: &str) -> Result<String, String> {
    if text == EVERY_SERVICE { Ok(text.to_owned()) } else { parse_service(text) }
}

fn parse_service(text: &str) -> Result<String, String> {
    if text.rsplit_once(':').is_some_and(|(name, version)| !name.is_empty() && !version.is_empty()) {
        return Ok(text.to_owned());
    }
    Err(format!("`{text}` is no service: it is written NAME:VERSION, as in TrackService:1.0"))
}

/// A date as days since 1970-01-01.
fn parse_day(text: &str) -> Result<i64, String> {
    let date: waybill_core::release::Date = text.parse().map_err(|error| format!("{error}"))?;
    Ok(date.days_since_epoch())
}
