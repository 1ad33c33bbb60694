//! The engine and the reference model side by side: whatever happens to one happens to the other, and causes the same.

use waybill_core::{Action, Config, Engine, Outcome as Ended};
use waybill_tests::token_model::{Act, Input, Model, Observer, Outcome, Setup, difference};

pub(crate) struct Pair {
    engine: Observer,
    model: Model,
}

/// What both did.
pub(crate) struct Done {
    pub(crate) acts: Vec<Act>,
    pub(crate) wake_at: Option<i64>,
}

impl Pair {
    pub(crate) fn new(config: Config) -> Self {
        let model = Model::new(&Setup::from(&config));
        Self { engine: Observer::new(Engine::new(config).unwrap(), "sandbox", "acme", "ann"), model }
    }

    /// What the input causes; `None` where it is a misuse or refused, by both.
    pub(crate) fn step(&mut self, input: &Input, now: i64) -> Option<Done> {
        let (actual, step) = self.engine.step(input, now);
        let predicted = self.model.step(input, now);
        if let Some(difference) = difference(&predicted, &actual) {
            panic!("at {now}, {input:?}: {difference}");
        }
        for action in step.iter().flat_map(|step| &step.actions) {
            check_no_secret(action);
        }
        match actual {
            Outcome::Step { acts, wake_at } => Some(Done { acts, wake_at }),
            Outcome::Misuse | Outcome::Refused(_) | Outcome::Exported(_) => None,
        }
    }

    /// The state, exported by both.
    pub(crate) fn export(&mut self, now: i64) -> String {
        let (actual, _) = self.engine.step(&Input::Export, now);
        assert_eq!(actual, self.model.step(&Input::Export, now), "at {now}, both export the same");
        match actual {
            Outcome::Exported(snapshot) => snapshot,
            other => panic!("an export gives a snapshot, not {other:?}"),
        }
    }
}

/// What a program may log of an action holds no secret.
fn check_no_secret(action: &Action) {
    match action {
        Action::Done { outcome: Ended::Failed(error), .. } => {
            assert!(!format!("{error:?} {error}").contains("canary"));
        }
        Action::Note { note } => assert!(!format!("{note:?}").contains("canary")),
        Action::Save { snapshot, .. } => assert!(!format!("{snapshot:?}").contains("canary")),
        _ => {}
    }
}
