//! What each process of a fleet was given and did, step by step: the engine has to give the same once more, and the model of
//! the table has to foretell it. A call that failed then failed as the table says, for what came from outside.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::replay;
use super::super::secrets::Secrets;
use super::registry::Instance;

/// The recording of each life of each process.
#[derive(Debug, Default)]
pub(super) struct Recordings(BTreeMap<Instance, Recording>);

/// What processes recorded, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counted {
    pub(super) steps: usize,
    /// Records that came from the store.
    pub(super) reloads: usize,
    /// Logins without the store's lock, while it is down.
    pub(super) degraded_logins: usize,
}

#[derive(Debug)]
struct Recording {
    host: String,
    config: Value,
    steps: Vec<Value>,
}

impl Recordings {
    /// A process is started with this configuration.
    pub(super) fn begin(&mut self, instance: Instance, host: &str, config: &Value) {
        let mut config = config.clone();
        if let Some(members) = config.as_object_mut() {
            // What the host is told beside what its engine is made from.
            members.remove("store");
            members.remove("clock_offset_ms");
        }
        self.0.insert(instance, Recording { host: host.to_owned(), config, steps: Vec::new() });
    }

    pub(super) fn add(&mut self, instance: Instance, step: Value) {
        if let Some(recording) = self.0.get_mut(&instance) {
            recording.steps.push(step);
        }
    }

    /// What was recorded, in numbers.
    pub(super) fn count(&self) -> Counted {
        self.0.values().map(|recording| count(&recording.steps)).fold(Counted::default(), |all, one| Counted {
            steps: all.steps + one.steps,
            reloads: all.reloads + one.reloads,
            degraded_logins: all.degraded_logins + one.degraded_logins,
        })
    }

    /// Where a process did something else than engine and model do with the same inputs, secrets by name.
    pub(super) fn judge(&self, secrets: &Secrets) -> Vec<String> {
        let heard = self.0.iter().filter(|(_, recording)| !recording.steps.is_empty());
        let mut complaints: Vec<String> = heard
            .filter_map(|(Instance { process, life }, Recording { host, config, steps })| {
                let problem = replay::difference(config, steps).or_else(|| replay::unforeseen(config, steps))?;
                Some(format!("process {process}, life {life} ({host}): {}", secrets.redact_text(&problem)))
            })
            .collect();
        let hosts: BTreeMap<&str, usize> = self.0.values().fold(BTreeMap::new(), |mut hosts, recording| {
            *hosts.entry(recording.host.as_str()).or_default() += recording.steps.len();
            hosts
        });
        complaints
            .extend(hosts.iter().filter(|(_, steps)| **steps == 0).map(|(host, _)| format!("{host} recorded nothing")));
        complaints
    }
}

fn count(steps: &[Value]) -> Counted {
    let mut counted = Counted { steps: steps.len(), ..Counted::default() };
    let mut has_lock = false;
    for step in steps {
        if let Some(locked) = step.pointer("/input/on_store/locked") {
            has_lock = true;
            counted.reloads += usize::from(locked.get("snapshot").is_some_and(Value::is_string));
        }
        for action in step.pointer("/expect/actions").and_then(Value::as_array).into_iter().flatten() {
            has_lock &= action.get("unlock").is_none();
            let is_login = action.pointer("/send/purpose").is_some_and(|purpose| purpose == "token");
            counted.degraded_logins += usize::from(is_login && !has_lock);
        }
    }
    counted
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;

    /// A process that was recorded as this vector says, and whose step of that number is another.
    fn judge(change: impl FnOnce(&mut Vec<Value>)) -> Vec<String> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/access/shared-first-login.json");
        let vector: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let mut config = vector["config"].clone();
        config["store"] = json!({ "address": "redis://127.0.0.1:6379" });
        let mut steps = vector["steps"].as_array().unwrap().clone();
        change(&mut steps);
        let who = Instance { process: 3, life: 1 };
        let mut recordings = Recordings::default();
        recordings.begin(who, "node", &config);
        for step in steps {
            recordings.add(who, step);
        }
        recordings.judge(&Secrets::default())
    }

    #[test]
    fn recording_of_the_engine_is_predicted() {
        assert_eq!(judge(|_| ()), Vec::<String>::new());
    }

    #[test]
    fn a_step_that_is_another_is_named_with_its_process() {
        let complaints = judge(|steps| steps[2]["expect"]["wake_at"] = json!(1));
        let [complaint] = complaints.as_slice() else { panic!("one complaint, and not {complaints:?}") };
        assert!(complaint.starts_with("process 3, life 1 (node): step 3"), "{complaint}");
    }

    #[test]
    fn logins_without_the_lock_and_records_of_others_are_counted() {
        let counted = |name: &str| {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("vectors/access/{name}.json"));
            let vector: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
            let Counted { reloads, degraded_logins, .. } = count(vector["steps"].as_array().unwrap());
            (reloads, degraded_logins)
        };
        assert_eq!(counted("shared-first-login"), (0, 0));
        assert_eq!(counted("shared-login-while-down"), (1, 1));
        assert_eq!(counted("shared-another-login"), (1, 0));
    }

    #[test]
    fn a_host_that_records_nothing_is_named() {
        assert_eq!(judge(Vec::clear), ["node recorded nothing"]);
    }
}
