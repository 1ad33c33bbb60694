//! Checks the workflows and the action of `examples/github` with third-party linters: `tests/workflows`.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use super::step::Step;
use crate::command::Run;
use crate::repo::Repo;
use crate::setup::workflow_linters::{self, Linters};

const HOST: &str = "workflows";

pub(super) fn steps() -> Vec<Step> {
    vec![
        Step::check(HOST, "workflows/actionlint", |session| {
            let Linters { actionlint, .. } = workflow_linters::ready(session.repo)?;
            lint(session.repo, |folder, log| {
                Run::new(session.repo, log, &actionlint).args(&["-shellcheck=", "-pyflakes="]).current_dir(folder)
            })
        }),
        Step::check(HOST, "workflows/zizmor", |session| {
            let Linters { zizmor, .. } = workflow_linters::ready(session.repo)?;
            let config = session.repo.path("tests/workflows/zizmor.yml");
            lint(session.repo, |folder, log| {
                let run = Run::new(session.repo, log, &zizmor).args(&["--offline", "--no-progress", "--config"]);
                run.arg(&config).arg(".").current_dir(folder)
            })
        }),
    ]
    .into_iter()
    .map(|step| step.needs(&["set-up/workflow-linters"]).deep())
    .collect()
}

/// Runs a linter on the workflows in their usual folders, after checking that it reports a faulty one.
fn lint(repo: &Repo, linter: impl Fn(&Path, &str) -> Run) -> Result<()> {
    let folder = repo.work("workflows");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    // Linters look for local actions in the root of the repository.
    copy(&repo.path("tests/workflows/faulty.yml"), &folder.join(".github/workflows/faulty.yml"))?;
    std::fs::create_dir_all(folder.join(".git")).context("cannot create a folder")?;
    let action = ".github/actions/api-changelog/action.yml";
    copy(&repo.path("examples/github/api-changelog/action.yml"), &folder.join(action))?;
    let (said, content) = linter(&folder, "workflows-faulty").run_either_way()?;
    ensure!(!content && said.contains("faulty.yml"), "it does not complain about tests/workflows/faulty.yml:\n{said}");
    std::fs::remove_file(folder.join(".github/workflows/faulty.yml")).context("cannot remove the faulty workflow")?;
    for name in ["api-changelog.yml", "api-check.yml", "api-comment.yml"] {
        copy(&repo.path("examples/github").join(name), &folder.join(".github/workflows").join(name))?;
    }
    linter(&folder, "workflows").run().map(drop)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().context("a file has a folder")?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    std::fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}
