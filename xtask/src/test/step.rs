//! One step of a test run: its name, what has to pass before it, and what it does.

use std::path::PathBuf;

use anyhow::Result;

use super::count::Tests;
use crate::repo::Repo;
use crate::setup::Tool;

/// What every step is given.
#[derive(Debug)]
pub(super) struct Session<'a> {
    pub(super) repo: &'a Repo,
    /// The folder where hosts write which vectors they ran: `WAYBILL_EVIDENCE`.
    pub(super) evidence: PathBuf,
}

/// Which command runs a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tier {
    /// `cargo xtask test`.
    Quick,
    /// `cargo xtask test --deep`.
    Deep,
    /// A command that names the step or its part.
    OnRequest,
}

/// How much of the machine a step takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Load {
    /// It waits: for a download, a server, or time that passes.
    Waits,
    /// One busy process.
    OneCore,
    /// All cores: compilers, and tests that run side by side.
    AllCores,
}

/// A test runner's output, and true if the runner exited with success.
pub(super) type RunnerOutput = (String, bool);

type Check = dyn Fn(&Session<'_>) -> Result<String> + Send + Sync;
type TestRunner = dyn Fn(&Session<'_>) -> Result<RunnerOutput> + Send + Sync;

/// What a step does.
pub(super) enum Action {
    /// Passes or fails as one. The string is shown below the step's line.
    Check(Box<Check>),
    /// Runs tests, whose numbers are read out of the runner's output.
    Tests { count: fn(&str) -> Option<Tests>, run: Box<TestRunner> },
}

/// One step.
pub(super) struct Step {
    /// `PART/NAME`, as `cargo xtask test` takes it.
    pub(super) id: String,
    /// Its row in the closing table.
    pub(super) host: &'static str,
    pub(super) tier: Tier,
    pub(super) load: Load,
    /// Steps that have to pass first.
    pub(super) needs: Vec<&'static str>,
    /// Steps that have to end first where they run too, because they write to the same folder.
    pub(super) after: &'static [&'static str],
    /// Programs that the user has to install where this machine cannot.
    pub(super) tools: &'static [Tool],
    /// Files and folders that cannot change the result, so that `--changed` ignores them.
    pub(super) ignored: Vec<&'static str>,
    /// True if the step runs all of its host's vectors and driver scenarios.
    pub(super) runs_vectors: bool,
    pub(super) action: Action,
}

impl Step {
    /// A check without a result.
    pub(super) fn check<T>(
        host: &'static str,
        id: impl Into<String>,
        check: impl Fn(&Session<'_>) -> Result<T> + Send + Sync + 'static,
    ) -> Self {
        Self::report(host, id, move |session| check(session).map(|_| String::new()))
    }

    /// A check whose string is shown below its line.
    pub(super) fn report(
        host: &'static str,
        id: impl Into<String>,
        check: impl Fn(&Session<'_>) -> Result<String> + Send + Sync + 'static,
    ) -> Self {
        Self::new(host, id.into(), Action::Check(Box::new(check)))
    }

    /// Tests that a runner counts.
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

    /// The part that the step belongs to: what stands before the slash of its id.
    pub(super) fn part(&self) -> &str {
        self.id.split('/').next().unwrap_or(&self.id)
    }

    /// Steps of one lane run one after another: those of a part, but for downloads and builds.
    pub(super) fn lane(&self) -> &str {
        if self.is_preparation() { &self.id } else { self.part() }
    }

    /// True if the step's result is what it leaves behind, so that a pass says nothing about later.
    pub(super) fn is_preparation(&self) -> bool {
        [SET_UP, BUILD].contains(&self.part())
    }
}

/// Documents, and folders that only `rust/tests`, `--deep` and the fuzzer read.
pub(super) const DOCUMENTS: &[&str] =
    &[".ci", ".gitignore", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs", "fuzz", "viewer"];
/// Folders that only steps over the npm package read, and the same for Kotlin and Swift.
pub(super) const NPM: &[&str] =
    &["bindings/npm", "examples/node", "wasm", "tests/bundlers", "tests/sites", "tests/markdown", "tests/ci"];
pub(super) const KOTLIN: &[&str] = &["bindings/kotlin", "examples/kotlin", "examples/proxy", "examples/secrets"];
pub(super) const SWIFT: &[&str] = &["bindings/swift", "examples/swift"];

/// The part of steps that install what others need.
const SET_UP: &str = "set-up";
/// The part of steps that build what others run.
const BUILD: &str = "build";
