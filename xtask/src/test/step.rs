//! A step of a test run: its name, the steps it needs, and its action.

use std::path::PathBuf;

use anyhow::Result;

use super::count::Tests;
use crate::repo::Repo;
use crate::setup::Tool;

/// The data passed to every step.
#[derive(Debug)]
pub(super) struct Session<'a> {
    pub(super) repo: &'a Repo,
    /// Folder where hosts write which vectors they ran: `WAYBILL_EVIDENCE`.
    pub(super) evidence: PathBuf,
}

/// The command that runs a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tier {
    /// `cargo xtask test`.
    Quick,
    /// `cargo xtask test --deep`.
    Deep,
    /// A command that names the step or its part.
    OnRequest,
}

/// The share of the machine that a step uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Load {
    /// No core, because it waits: for a download, a server, or time to pass.
    Waits,
    /// One busy process.
    OneCore,
    /// All cores: compilers, and tests that run in parallel.
    AllCores,
}

/// The output of a test runner, and true if the runner succeeded.
pub(super) type RunnerOutput = (String, bool);

type Check = dyn Fn(&Session<'_>) -> Result<String> + Send + Sync;
type TestRunner = dyn Fn(&Session<'_>) -> Result<RunnerOutput> + Send + Sync;

/// The action of a step.
pub(super) enum Action {
    /// A check that passes or fails as a whole. Its string is shown below the step's line.
    Check(Box<Check>),
    /// Tests whose counts are read from the runner's output.
    Tests { count: fn(&str) -> Option<Tests>, run: Box<TestRunner> },
}

/// A step of a test run.
pub(super) struct Step {
    /// `PART/NAME`, the argument of `cargo xtask test`.
    pub(super) id: String,
    /// Row in the closing table.
    pub(super) host: &'static str,
    pub(super) tier: Tier,
    pub(super) load: Load,
    /// Steps that have to pass first.
    pub(super) needs: Vec<&'static str>,
    /// Steps that have to end first if they run too, because they write to the same folder.
    pub(super) after: &'static [&'static str],
    /// Programs that the user has to install if this command cannot.
    pub(super) tools: &'static [Tool],
    /// Files and folders that cannot change the result, so that `--changed` ignores them.
    pub(super) ignored: Vec<&'static str>,
    /// True if the step runs all of its host's vectors and driver scenarios.
    pub(super) runs_vectors: bool,
    pub(super) action: Action,
}

impl Step {
    /// Creates a check without a report.
    pub(super) fn check<T>(
        host: &'static str,
        id: impl Into<String>,
        check: impl Fn(&Session<'_>) -> Result<T> + Send + Sync + 'static,
    ) -> Self {
        Self::report(host, id, move |session| check(session).map(|_| String::new()))
    }

    /// Creates a check whose string is shown below its line.
    pub(super) fn report(
        host: &'static str,
        id: impl Into<String>,
        check: impl Fn(&Session<'_>) -> Result<String> + Send + Sync + 'static,
    ) -> Self {
        Self::new(host, id.into(), Action::Check(Box::new(check)))
    }

    /// Creates a step whose tests the runner counts.
    pub(super) fn tests(
        host: &'static str,
        id: impl Into<String>,
        count: fn(&str) -> Option<Tests>,
        run: impl Fn(&Session<'_>) -> Result<RunnerOutput> + Send + Sync + 'static,
    ) -> Self {
        Self::new(host, id.into(), Action::Tests { count, run: Box::new(run) })
    }

    fn new(host: &'static str, id: String, action: Action) -> Self {
        Self {
            id,
            host,
            tier: Tier::Quick,
            load: Load::OneCore,
            needs: Vec::new(),
            after: &[],
            tools: &[],
            ignored: Vec::new(),
            runs_vectors: false,
            action,
        }
    }

    pub(super) fn tier(mut self, tier: Tier) -> Self {
        self.tier = tier;
        self
    }

    pub(super) fn deep(self) -> Self {
        self.tier(Tier::Deep)
    }

    pub(super) fn load(mut self, load: Load) -> Self {
        self.load = load;
        self
    }

    pub(super) fn needs(mut self, needs: &[&'static str]) -> Self {
        self.needs.extend(needs);
        self
    }

    pub(super) fn after(mut self, after: &'static [&'static str]) -> Self {
        self.after = after;
        self
    }

    pub(super) fn tools(mut self, tools: &'static [Tool]) -> Self {
        self.tools = tools;
        self
    }

    pub(super) fn ignores(mut self, ignored: &'static [&'static str]) -> Self {
        self.ignored.extend(ignored);
        self
    }

    pub(super) fn runs_vectors(mut self) -> Self {
        self.runs_vectors = true;
        self
    }

    /// Returns the part of the step: its id before the slash.
    pub(super) fn part(&self) -> &str {
        self.id.split('/').next().unwrap_or(&self.id)
    }

    /// Returns the lane. Steps of a lane run one after another: those of a part, except for downloads and builds.
    pub(super) fn lane(&self) -> &str {
        if self.is_preparation() { &self.id } else { self.part() }
    }

    /// True if the step installs or builds something. Such a step cannot be skipped, because its files may be gone.
    pub(super) fn is_preparation(&self) -> bool {
        [SET_UP, BUILD].contains(&self.part())
    }
}

/// Documents, and folders that only `rust/tests`, `--deep` and the fuzzer read.
pub(super) const DOCUMENTS: &[&str] =
    &[".ci", ".gitignore", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs", "fuzz", "site", "viewer"];
/// Folders that only steps with the npm package read, then the same for Kotlin and Swift.
pub(super) const NPM: &[&str] =
    &["bindings/npm", "examples/node", "wasm", "tests/bundlers", "tests/sites", "tests/markdown", "tests/ci"];
pub(super) const KOTLIN: &[&str] = &["bindings/kotlin", "examples/kotlin", "examples/proxy", "examples/secrets"];
pub(super) const SWIFT: &[&str] = &["bindings/swift", "examples/swift"];

/// Part of the steps that install what other steps need.
const SET_UP: &str = "set-up";
/// Part of the steps that build what other steps run.
const BUILD: &str = "build";
