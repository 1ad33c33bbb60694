//! The model that words the changelog, and limits, from environment variables.

use std::path::PathBuf;
use std::time::Duration;

use waybill_core::Secret;
use waybill_core::rewrite::{AttemptLimits, BatchLimits, ModelEndpoint, ModelProvider};

use crate::failure::Failure;

/// Minimum number of bytes of a token in JSON, so that facts of a number of tokens fit.
const BYTES_OF_TOKEN: usize = 3;

/// Settings of a run.
#[derive(Debug)]
pub(super) struct Settings {
    /// The model.
    pub(super) endpoint: ModelEndpoint,
    /// Value of the header that carries the key.
    pub(super) key: Secret,
    /// Limits of one request.
    pub(super) batch: BatchLimits,
    /// Limits on the attempts at one request.
    pub(super) attempts: AttemptLimits,
    /// Maximum number of requests in one run.
    pub(super) requests: usize,
    /// Time limit for one answer.
    pub(super) patience: Duration,
    /// The folder of answers; `None` to cache nothing.
    pub(super) cache: Option<PathBuf>,
}

/// The configuration of a model.
#[derive(Debug)]
pub(super) enum Configured {
    /// A model is configured.
    Model(Box<Settings>),
    /// There is no key; the text names the missing variables.
    NoKey(String),
}

impl Settings {
    /// Reads the settings from environment variables.
    pub(super) fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Configured, Failure> {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let wanted = match set("WAYBILL_REWRITE_PROVIDER").as_deref() {
            None => None,
            Some("anthropic") => Some(ModelProvider::Anthropic),
            Some("openai") => Some(ModelProvider::OpenAi),
            Some(other) => {
                let failure = Failure::new(format!("WAYBILL_REWRITE_PROVIDER is `{other}`, which is not a provider"));
                return Err(failure.help("set it to anthropic or openai"));
            }
        };
        let keys = [(ModelProvider::Anthropic, "ANTHROPIC_API_KEY"), (ModelProvider::OpenAi, "OPENAI_API_KEY")];
        let mut usable = keys.into_iter().filter(|(provider, _)| wanted.is_none_or(|wanted| wanted == *provider));
        let Some((provider, name, key)) = usable.find_map(|(provider, name)| Some((provider, name, set(name)?))) else {
            return Ok(Configured::NoKey(missing(wanted)));
        };
        let base_url = set("WAYBILL_REWRITE_BASE_URL").unwrap_or_else(|| provider.base_url().to_owned());
        let model = set("WAYBILL_REWRITE_MODEL").unwrap_or_else(|| provider.model().to_owned());
        let endpoint = ModelEndpoint::new(provider, &base_url, &model);
        let usable = endpoint.and_then(|endpoint| Ok((endpoint, provider.key_header().value(&Secret::new(key))?)));
        let (endpoint, key) = usable.map_err(|error| {
            Failure::new(format!("the model for the rewrite cannot be used: {error}"))
                .help(format!("check {name}, WAYBILL_REWRITE_MODEL and WAYBILL_REWRITE_BASE_URL"))
        })?;
        let limit = |name: &str, usual: usize, most: usize| limit(name, set(name), usual, most);
        let (batch, usual) = (BatchLimits::default(), AttemptLimits::default());
        let bytes = limit("WAYBILL_REWRITE_CONTEXT", batch.bytes / BYTES_OF_TOKEN, 1_000_000)? * BYTES_OF_TOKEN;
        let attempts = u32::try_from(limit("WAYBILL_REWRITE_ATTEMPTS", usual.attempts as usize, 10)?).unwrap_or(1);
        let seconds = limit("WAYBILL_REWRITE_TIMEOUT", 120, 3_600)?;
        Ok(Configured::Model(Box::new(Settings {
            endpoint,
            key,
            batch: BatchLimits { bytes, changes: limit("WAYBILL_REWRITE_CHANGES", batch.changes, 200)? },
            attempts: AttemptLimits { attempts, ..usual },
            requests: limit("WAYBILL_REWRITE_REQUESTS", 50, 10_000)?,
            patience: Duration::from_secs(u64::try_from(seconds).unwrap_or(u64::MAX)),
            cache: cache(&set),
        })))
    }
}

fn missing(wanted: Option<ModelProvider>) -> String {
    match wanted {
        Some(ModelProvider::Anthropic) => "ANTHROPIC_API_KEY is not set".to_owned(),
        Some(ModelProvider::OpenAi) => "OPENAI_API_KEY is not set".to_owned(),
        None => "neither ANTHROPIC_API_KEY nor OPENAI_API_KEY is set".to_owned(),
    }
}

fn limit(name: &str, value: Option<String>, usual: usize, most: usize) -> Result<usize, Failure> {
    let Some(value) = value else { return Ok(usual) };
    value.parse().ok().filter(|number| (1..=most).contains(number)).ok_or_else(|| {
        Failure::new(format!("{name} is `{value}`, which is not a number from 1 to {most}"))
            .help(format!("set it to such a number, or unset it to use {usual}"))
    })
}

/// Returns the cache folder: the one in the variable, or else one by the XDG Base Directory Specification.
fn cache(set: &impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    match set("WAYBILL_REWRITE_CACHE").as_deref() {
        Some("off") => None,
        Some(folder) => Some(PathBuf::from(folder)),
        None => {
            let caches = set("XDG_CACHE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
            let caches = caches.or_else(|| Some(PathBuf::from(set("HOME")?).join(".cache")))?;
            Some(caches.join("waybill").join("rewrite"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Configured, Failure> {
        Settings::read(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_key_that_is_set_chooses_the_provider() {
        let model = |variables: &[(&str, &str)]| match read(variables).unwrap() {
            Configured::Model(settings) => settings.endpoint.model().to_owned(),
            Configured::NoKey(reason) => reason,
        };
        assert_eq!(model(&[("OPENAI_API_KEY", "k")]), ModelProvider::OpenAi.model());
        assert_eq!(model(&[("OPENAI_API_KEY", "k"), ("ANTHROPIC_API_KEY", "k")]), ModelProvider::Anthropic.model());
        let other = [("OPENAI_API_KEY", "k"), ("WAYBILL_REWRITE_PROVIDER", "anthropic")];
        assert_eq!(model(&other), "ANTHROPIC_API_KEY is not set");
        assert_eq!(model(&[("OPENAI_API_KEY", "")]), "neither ANTHROPIC_API_KEY nor OPENAI_API_KEY is set");
    }

    #[test]
    fn a_setting_that_cannot_be_used_is_named_and_no_key_is_shown() {
        for (name, value) in [
            ("WAYBILL_REWRITE_PROVIDER", "carrier"),
            ("WAYBILL_REWRITE_BASE_URL", "http://models.example/v1"),
            ("WAYBILL_REWRITE_TIMEOUT", "0"),
            ("WAYBILL_REWRITE_CONTEXT", "many"),
        ] {
            let failure = read(&[("OPENAI_API_KEY", "canary"), (name, value)]).unwrap_err().to_string();
            assert!(failure.contains(name) && !failure.contains("canary"), "{failure}");
        }
        let failure = read(&[("OPENAI_API_KEY", "canary key")]).unwrap_err().to_string();
        assert!(failure.contains("OPENAI_API_KEY") && !failure.contains("canary"), "{failure}");
    }
}
