//! The engine and the reference model side by side: whatever happens to one happens to the other, and causes the same.

use waybill_core::{
    Action, Config, Credentials, Engine, Environment, EnvironmentKind, Login, Outcome as Ended, Secret,
};
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
    pub(crate) fn new(password: Option<&str>, refresh: Option<&str>) -> Self {
        let engine = Engine::new(config("sandbox", password, refresh)).unwrap();
        Self { engine: Observer::new(engine, "sandbox", "acme", "ann"), model: model("sandbox", password, refresh) }
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
            Outcome::Misuse | Outcome::Refused(_) => None,
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
        _ => {}
    }
}

fn environment(name: &str) -> Environment {
    Environment {
        name: name.to_owned(),
        kind: if name == "sandbox" { EnvironmentKind::Sandbox } else { EnvironmentKind::Production },
        base_url: Some(format!("https://{name}.example/api/v1")),
        proxy_url: None,
        commerce_url: Some(format!("https://commerce.{name}.example/api")),
        auth_url: Some(format!("https://id.{name}.example")),
        mock_url: None,
    }
}

/// A configuration of two environments that serves the one of that name.
pub(crate) fn config(name: &str, password: Option<&str>, refresh: Option<&str>) -> Config {
    let secret = |text: &str| Secret::new(text.to_owned());
    let login = Login {
        realm: "acme".to_owned(),
        username: "ann".to_owned(),
        password: password.map(secret),
        refresh_token: refresh.map(secret),
    };
    Config {
        environments: vec![environment("sandbox"), environment("production")],
        environment: name.to_owned(),
        credentials: vec![Credentials { environment: name.to_owned(), api_key: None, login: Some(login) }],
        seed: 7,
        token_timeout: None,
        token_retry_wait: None,
        shared_store: None,
    }
}

/// The model of such a configuration.
pub(crate) fn model(name: &str, password: Option<&str>, refresh: Option<&str>) -> Model {
    let Config { environments, seed, .. } = config(name, password, refresh);
    let others = environments.into_iter().filter(|other| other.name != name);
    Model::new(&Setup {
        password: password.map(str::to_owned),
        refresh: refresh.map(str::to_owned),
        seed,
        timeout: None,
        retry_wait: None,
        foreign_providers: others.filter_map(|other| other.auth_url).collect(),
    })
}
