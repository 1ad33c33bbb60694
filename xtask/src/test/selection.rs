//! Selects the steps that a command line requests.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, bail};

use super::step::{Step, Tier};

/// The parsed command line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Selection<'w> {
    tier: Tier,
    pub(super) only_changed: bool,
    /// Requested parts and steps. Without any, all steps of the tier run.
    names: Vec<&'w str>,
}

impl<'w> Selection<'w> {
    pub(super) fn read(words: &[&'w str]) -> Result<Self> {
        let mut selection = Self { tier: Tier::Quick, only_changed: false, names: Vec::new() };
        for word in words {
            match *word {
                "--deep" => selection.tier = Tier::Deep,
                "--changed" => selection.only_changed = true,
                option if option.starts_with('-') => bail!("no such option: {option}; there are --deep and --changed"),
                name => selection.names.push(name),
            }
        }
        Ok(selection)
    }

    /// Returns the requested steps, without the steps that they need.
    pub(super) fn wanted<'a>(&self, all: &'a [Step]) -> Result<Vec<&'a Step>> {
        if self.names.is_empty() {
            return Ok(all.iter().filter(|step| step.tier == self.tier && !step.is_preparation()).collect());
        }
        let wanted = self.names.iter().map(|name| self.named(all, name)).collect::<Result<Vec<_>>>()?;
        let mut ids = BTreeSet::new();
        Ok(wanted.into_iter().flatten().filter(|step| ids.insert(&step.id)).collect())
    }

    /// Returns the step with this name, or the steps of the part with this name.
    fn named<'a>(&self, all: &'a [Step], name: &str) -> Result<Vec<&'a Step>> {
        if let Some(step) = all.iter().find(|step| step.id == name) {
            return Ok(vec![step]);
        }
        let of_part: Vec<&Step> = all.iter().filter(|step| step.part() == name).collect();
        let of_tier: Vec<&Step> = of_part.iter().filter(|step| step.tier == self.tier).copied().collect();
        // For a part without steps of this tier, select all of its steps.
        let wanted = if of_tier.is_empty() { of_part } else { of_tier };
        if wanted.is_empty() {
            let part = name.split('/').next().unwrap_or(name);
            let steps: Vec<&str> = all.iter().filter(|step| step.part() == part).map(|step| step.id.as_str()).collect();
            if !steps.is_empty() {
                bail!("no such step: {name}\nsteps of {part}: {}", steps.join(", "));
            }
            let parts: BTreeSet<&str> = all.iter().map(Step::part).collect();
            let parts = parts.into_iter().collect::<Vec<_>>().join(", ");
            bail!("no such part or step: {name}\nparts: {parts}\na step is written PART/NAME, such as rust/clippy");
        }
        Ok(wanted)
    }
}

/// Pairs of builds that write to the same folder, so that one run cannot make both.
const CONFLICTS: [(&str, &str); 2] = [("build/npm", "build/npm-shipped"), ("kotlin/package", "build/kotlin-shipped")];

/// Fails if the steps use two conflicting builds.
pub(super) fn reject_conflicting_builds(steps: &[&Step]) -> Result<()> {
    let has = |id: &str| steps.iter().any(|step| step.id == id);
    match CONFLICTS.iter().find(|(one, other)| has(one) && has(other)) {
        Some((one, other)) => bail!("{one} and {other} write to the same folder: name these steps in two commands"),
        None => Ok(()),
    }
}

/// Returns the steps to skip: they passed with the same inputs, and so did every step whose result they read.
pub(super) fn skipped<'a>(
    all: &'a [Step],
    wanted: &[&'a Step],
    has_passed: impl Fn(&Step) -> bool,
) -> Result<BTreeSet<&'a str>> {
    let mut skipped: BTreeSet<&str> =
        wanted.iter().filter(|step| has_passed(step)).map(|step| step.id.as_str()).collect();
    loop {
        let to_run: Vec<&Step> = wanted.iter().filter(|step| !skipped.contains(step.id.as_str())).copied().collect();
        let running = with_needs(all, &to_run)?;
        let runs = |id: &str| running.iter().any(|step| step.id == id && !step.is_preparation());
        let before = skipped.len();
        let reads_new = |id: &str| wanted.iter().any(|step| step.id == id && step.needs.iter().any(|need| runs(need)));
        skipped.retain(|id| !runs(id) && !reads_new(id));
        if skipped.len() == before {
            return Ok(skipped);
        }
    }
}

/// Adds the steps that these need. Returns all in their usual order.
pub(super) fn with_needs<'a>(all: &'a [Step], wanted: &[&'a Step]) -> Result<Vec<&'a Step>> {
    let mut ids: BTreeSet<&str> = BTreeSet::new();
    let mut next: Vec<&Step> = wanted.to_vec();
    while let Some(step) = next.pop() {
        if ids.insert(&step.id) {
            for need in &step.needs {
                let needed = all.iter().find(|step| step.id == *need);
                next.push(needed.with_context(|| format!("{} needs {need}, and there is no such step", step.id))?);
            }
        }
    }
    Ok(all.iter().filter(|step| ids.contains(step.id.as_str())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::steps;

    fn selected(words: &[&str]) -> Vec<String> {
        let all = steps();
        let wanted = Selection::read(words).unwrap().wanted(&all).unwrap();
        with_needs(&all, &wanted).unwrap().iter().map(|step| step.id.clone()).collect()
    }

    #[test]
    fn step_ids_are_unique_and_needs_exist() {
        let all = steps();
        let ids: BTreeSet<&str> = all.iter().map(|step| step.id.as_str()).collect();
        assert_eq!(ids.len(), all.len());
        assert_eq!(with_needs(&all, &all.iter().collect::<Vec<_>>()).unwrap().len(), all.len());
    }

    #[test]
    fn quick_run_needs_no_deep_step() {
        let all = steps();
        let quick = selected(&[]);
        let deep = all.iter().filter(|step| step.tier != Tier::Quick).find(|step| quick.contains(&step.id));
        assert!(deep.is_none_or(|step| panic!("{} is run by `cargo xtask test`", step.id)));
    }

    #[test]
    fn deep_run_builds_the_npm_package_once() {
        let deep = selected(&["--deep"]);
        assert!(deep.contains(&"build/npm-shipped".to_owned()));
        assert!(!deep.contains(&"build/npm".to_owned()), "the test build would replace the one that ships");
    }

    #[test]
    fn part_and_step_are_selected_by_name() {
        assert!(selected(&["kotlin"]).contains(&"kotlin/package".to_owned()));
        assert!(!selected(&["kotlin"]).contains(&"kotlin/ktor".to_owned()));
        assert!(selected(&["kotlin", "--deep"]).contains(&"kotlin/ktor".to_owned()));
        assert!(selected(&["workflows"]).contains(&"workflows/zizmor".to_owned()));
        assert_eq!(selected(&["rust/formatting"]), ["rust/formatting"]);
        let all = steps();
        assert!(Selection::read(&["java"]).unwrap().wanted(&all).is_err());
        assert!(Selection::read(&["--quick"]).is_err());
    }

    #[test]
    fn step_is_skipped_only_with_those_whose_results_it_reads() {
        let all = steps();
        let wanted = Selection::read(&["keycloak"]).unwrap().wanted(&all).unwrap();
        let skipped_but = |changed: &str| skipped(&all, &wanted, |step| step.id != changed).unwrap();
        assert_eq!(skipped_but("").len(), wanted.len());
        assert!(skipped_but("keycloak/run").is_empty(), "what judges the run runs with it");
        assert!(skipped_but("keycloak/node-password").is_empty(), "the run is needed, and so is judged as a whole");
    }

    #[test]
    fn steps_over_two_builds_of_one_package_are_rejected() {
        let all = steps();
        let is_rejected = |words: &[&str]| {
            let wanted = Selection::read(words).unwrap().wanted(&all).unwrap();
            reject_conflicting_builds(&with_needs(&all, &wanted).unwrap()).is_err()
        };
        for words in
            [["npm", "viewer"], ["kotlin/consumer", "kotlin/consumer-shipped"], ["kotlin", "kotlin/declarations"]]
        {
            assert!(is_rejected(&words), "{words:?}");
        }
        for words in [[].as_slice(), &["--deep"], &["store"], &["npm", "kotlin", "swift", "keycloak"]] {
            assert!(!is_rejected(words), "{words:?}");
        }
    }
}
