//! Runs a job of a GitHub workflow step by step, as GitHub's runner would: expressions resolved, each script in a shell
//! with its own variables, outputs and summary through files, and composite actions of the repository run in place.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "test support: a failure here is a failed test"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::{Ended, Folder, ended, isolated};

/// A runner, the repository it works in, and what it knows.
pub(crate) struct Runner<'f> {
    folder: &'f Folder,
    /// Its own folder: programs that stand in for others, temporary files.
    own: Folder,
    /// What expressions stand for: `github.ref_name`, `inputs.current`.
    pub(crate) contexts: BTreeMap<String, String>,
    /// Variables that every step gets.
    pub(crate) variables: BTreeMap<String, String>,
    /// Steps that run somebody else's action: its name and what it was given.
    pub(crate) used: Vec<(String, BTreeMap<String, String>)>,
    /// How each script ended.
    pub(crate) ran: Vec<(String, Ended)>,
}

impl<'f> Runner<'f> {
    /// A runner whose checkout of the repository is this folder.
    pub(crate) fn new(folder: &'f Folder) -> Runner<'f> {
        let own = Folder::empty();
        own.write("summary", "");
        Runner { folder, own, contexts: BTreeMap::new(), variables: BTreeMap::new(), used: Vec::new(), ran: Vec::new() }
    }

    /// Lets expressions resolve to these values.
    pub(crate) fn set(&mut self, contexts: &[(&str, &str)]) {
        self.contexts.extend(contexts.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    }

    /// Puts a program of this name on the `PATH`.
    pub(crate) fn install(&self, name: &str, script: &str) {
        let path = format!("bin/{name}");
        self.own.write(&path, script);
        #[cfg(unix)]
        std::fs::set_permissions(self.own.path().join(path), std::os::unix::fs::PermissionsExt::from_mode(0o755))
            .unwrap();
    }

    /// The job's summary so far.
    pub(crate) fn summary(&self) -> String {
        self.own.read("summary")
    }

    /// The folder for temporary files.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.own.path().to_owned()
    }

    /// Runs the only job of a workflow; whether all of its steps passed.
    pub(crate) fn run_workflow(&mut self, workflow: &Value) -> bool {
        let jobs: Vec<&Value> = workflow["jobs"].as_object().unwrap().values().collect();
        let [job] = jobs.as_slice() else { panic!("there are {} jobs", jobs.len()) };
        if job.get("if").is_some_and(|condition| !self.holds(condition, true)) {
            return true;
        }
        self.run_steps(&job["steps"], &[&workflow["env"], &job["env"]])
    }

    fn run_steps(&mut self, steps: &Value, environments: &[&Value]) -> bool {
        let mut passed = true;
        for step in steps.as_array().unwrap() {
            // A step without a condition runs where all before it passed, and so does one whose condition names no status.
            let runs = step.get("if").map_or(passed, |condition| self.holds(condition, passed));
            if runs && !self.run_step(step, environments) {
                passed = false;
            }
        }
        passed
    }

    fn run_step(&mut self, step: &Value, environments: &[&Value]) -> bool {
        if let Some(action) = step["uses"].as_str() {
            let given: BTreeMap<String, String> = self.resolve_all(&step["with"]);
            let Some(path) = action.strip_prefix("./") else {
                self.used.push((action.to_owned(), given));
                return true;
            };
            let path = self.folder.path().join(path).join("action.yml");
            return self.run_action(&read_yaml(&path), given);
        }
        let mut variables = self.variables.clone();
        for environment in environments.iter().copied().chain([&step["env"]]) {
            variables.extend(self.resolve_all(environment));
        }
        let script = self.resolve(step["run"].as_str().expect("a step runs a script or uses an action"));
        self.own.write("script.sh", &script);
        self.own.write("output", "");
        let mut command = Command::new("bash");
        match step["shell"].as_str() {
            Some("bash") => command.args(["--noprofile", "--norc", "-e", "-o", "pipefail"]),
            None => command.arg("-e"),
            Some(other) => panic!("no such shell: {other}"),
        };
        isolated(&mut command, self.folder.path());
        let own = self.own.path();
        command.arg(own.join("script.sh")).envs(&variables).env("PATH", self.path());
        command.env("GITHUB_ACTIONS", "true").env("GITHUB_WORKSPACE", self.folder.path()).env("RUNNER_TEMP", own);
        command.env("GITHUB_OUTPUT", own.join("output")).env("GITHUB_STEP_SUMMARY", own.join("summary"));
        let ended = ended(&command.output().unwrap());
        let passed = ended.status == 0;
        let name = step["name"].as_str().unwrap_or(&script).to_owned();
        self.ran.push((name, ended));
        if let Some(id) = step["id"].as_str() {
            self.contexts.insert(format!("steps.{id}"), String::new());
            let outputs = read_outputs(&self.own.read("output"));
            self.contexts
                .extend(outputs.into_iter().map(|(name, value)| (format!("steps.{id}.outputs.{name}"), value)));
        }
        passed
    }

    /// Runs a composite action, which sees its own inputs and not those of the workflow.
    fn run_action(&mut self, action: &Value, given: BTreeMap<String, String>) -> bool {
        assert_eq!(action["runs"]["using"], "composite");
        let outer = self.contexts.clone();
        self.contexts.retain(|name, _| !name.starts_with("inputs.") && !name.starts_with("steps."));
        let mut inputs = BTreeMap::new();
        for (name, declared) in action["inputs"].as_object().unwrap() {
            let default = declared["default"].as_str().map(|default| self.resolve(default));
            assert!(declared["required"] != true || given.contains_key(name), "the action is not given {name}");
            inputs.insert(format!("inputs.{name}"), default.unwrap_or_default());
        }
        for (name, value) in given {
            let name = format!("inputs.{name}");
            assert!(inputs.insert(name.clone(), value).is_some(), "the action has no {name}");
        }
        self.contexts.extend(inputs);
        let passed = self.run_steps(&action["runs"]["steps"], &[]);
        for (name, declared) in action["outputs"].as_object().into_iter().flatten() {
            let value = self.resolve(declared["value"].as_str().unwrap());
            self.variables.insert(format!("OUTPUT_{name}"), value);
        }
        self.contexts = outer;
        passed
    }

    /// The built command first, then programs that stand in for others.
    fn path(&self) -> std::ffi::OsString {
        let built = Path::new(env!("CARGO_BIN_EXE_waybill")).parent().unwrap().to_owned();
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::join_paths([self.own.path().join("bin"), built].into_iter().chain(std::env::split_paths(&path)))
            .unwrap()
    }

    fn resolve_all(&self, map: &Value) -> BTreeMap<String, String> {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
        let entries = map.as_object().into_iter().flatten();
        entries.map(|(name, value)| (name.clone(), self.resolve(&text(value)))).collect()
    }

    /// A text with every `${{ expression }}` replaced by its value.
    fn resolve(&self, text: &str) -> String {
        let mut parts = text.split("${{");
        let mut written = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (expression, rest) = part.split_once("}}").expect("an expression ends");
            written.push_str(&self.value(expression));
            written.push_str(rest);
        }
        written
    }

    fn holds(&self, condition: &Value, passed: bool) -> bool {
        let text = condition.as_str().unwrap().trim();
        let text = text.strip_prefix("${{").and_then(|text| text.strip_suffix("}}")).unwrap_or(text);
        let names_status = ["cancelled()", "always()", "failure()", "success()"].iter().any(|name| text.contains(name));
        (passed || names_status) && is_truthy(&self.value(text))
    }

    /// The value of an expression: what workflows here use of GitHub's language. What no table has fails the test.
    fn value(&self, expression: &str) -> String {
        let expression = expression.trim();
        if let Some((left, right)) = expression.rsplit_once("||") {
            let left = self.value(left);
            return if is_truthy(&left) { left } else { self.value(right) };
        }
        if let Some((left, right)) = expression.rsplit_once("&&") {
            let left = self.value(left);
            return if is_truthy(&left) { self.value(right) } else { left };
        }
        for (operator, equal) in [("==", true), ("!=", false)] {
            if let Some((left, right)) = expression.split_once(operator) {
                return ((self.value(left) == self.value(right)) == equal).to_string();
            }
        }
        if let Some(rest) = expression.strip_prefix('!') {
            return (!is_truthy(&self.value(rest))).to_string();
        }
        if let Some(literal) = expression.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')) {
            return literal.to_owned();
        }
        match expression {
            "cancelled()" => "false".to_owned(),
            "runner.temp" => self.temporary().display().to_string(),
            name => self.contexts.get(name).cloned().unwrap_or_else(|| {
                // An output that a step did not set is empty.
                let step = name.split(".outputs.").next().unwrap_or_default();
                assert!(self.contexts.contains_key(step), "the test has no value for {name}");
                String::new()
            }),
        }
    }
}

fn is_truthy(value: &str) -> bool {
    !matches!(value, "" | "false")
}

/// A YAML file as JSON.
pub(crate) fn read_yaml(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    yaml_serde::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Outputs as GitHub reads them: `name=value`, or lines between `name<<END` and `END`.
fn read_outputs(text: &str) -> Vec<(String, String)> {
    let mut lines = text.lines();
    let mut outputs = Vec::new();
    while let Some(line) = lines.next() {
        if let Some((name, end)) = line.split_once("<<") {
            let value: Vec<&str> = lines.by_ref().take_while(|line| *line != end).collect();
            outputs.push((name.to_owned(), value.join("\n")));
        } else if let Some((name, value)) = line.split_once('=') {
            outputs.push((name.to_owned(), value.to_owned()));
        }
    }
    outputs
}
