//! Tests of environments and credentials.

use waybill_base::secret::Secret;

use super::*;

fn environment(name: &str, kind: EnvironmentKind) -> Environment {
    Environment {
        name: name.to_owned(),
        kind,
        base_url: Some(format!("https://{name}.example/api/v1")),
        proxy_url: Some(format!("https://{name}.example/api/commerce")),
        commerce_url: Some(format!("https://commerce.{name}.example/api")),
        auth_url: Some(format!("https://id.{name}.example")),
        mock_url: None,
    }
}

fn two() -> Environments {
    Environments::new(vec![
        environment("sandbox", EnvironmentKind::Sandbox),
        environment("production", EnvironmentKind::Production),
    ])
    .unwrap()
}

fn key(environment: &str, key: &str) -> Credentials {
    Credentials { environment: environment.to_owned(), api_key: Some(Secret::new(key.to_owned())), login: None }
}

fn refused(held: Vec<Credentials>, served: &str) -> Error {
    choose_credentials(held, served, &two()).unwrap_err()
}

#[test]
fn two_environments_of_one_name_are_refused() {
    let twice = vec![environment("a", EnvironmentKind::Sandbox), environment("a", EnvironmentKind::Production)];
    assert_eq!(Environments::new(twice).unwrap_err().code, code::ENVIRONMENT_NAME);
}

#[test]
fn a_url_error_names_environment_and_field_but_not_the_url() {
    let mut bad = environment("sandbox", EnvironmentKind::Sandbox);
    bad.auth_url = Some("https://user:canary@id.example".to_owned());
    let error = Environments::new(vec![bad]).unwrap_err();
    assert_eq!(error.code, code::ENVIRONMENT_URL);
    assert!(error.message.contains("`auth_url` of environment `sandbox`"), "{error}");
    assert!(!error.message.contains("canary"), "{error}");
}

#[test]
fn a_mock_service_exists_in_development_alone() {
    for kind in [EnvironmentKind::Staging, EnvironmentKind::Sandbox, EnvironmentKind::Production] {
        let mut with_mock = environment("e", kind);
        with_mock.mock_url = Some("http://localhost:9000".to_owned());
        assert_eq!(Environments::new(vec![with_mock]).unwrap_err().code, code::ENVIRONMENT_MOCK);
    }
    let mut with_mock = environment("e", EnvironmentKind::Development);
    with_mock.mock_url = Some("http://localhost:9000".to_owned());
    assert!(Environments::new(vec![with_mock]).is_ok());
}

#[test]
fn only_the_served_environments_credentials_are_chosen() {
    let (own, foreign) =
        choose_credentials(vec![key("production", "p"), key("sandbox", "s")], "sandbox", &two()).unwrap();
    assert_eq!(own, Some(key("sandbox", "s")));
    assert_eq!(foreign, [("production".to_owned(), Secret::new("p".to_owned()))]);
}

#[test]
fn credentials_of_another_or_an_unknown_environment_are_refused() {
    assert_eq!(refused(vec![key("production", "p")], "sandbox").code, code::CREDENTIALS_WRONG_ENVIRONMENT);
    assert_eq!(refused(vec![key("elsewhere", "p")], "sandbox").code, code::CREDENTIALS_UNKNOWN_ENVIRONMENT);
    assert!(choose_credentials(Vec::new(), "sandbox", &two()).is_ok());
}

#[test]
fn key_shared_by_two_environments_is_rejected() {
    let error = refused(vec![key("production", "canary"), key("sandbox", "canary")], "sandbox");
    assert_eq!(error.code, code::CREDENTIALS_SHARED_KEY);
    assert!(!format!("{error:?}").contains("canary"));
    let foreign = vec![("production".to_owned(), Secret::new("p".to_owned()))];
    assert_eq!(
        check_credentials(&key("sandbox", "p"), "sandbox", &foreign).unwrap_err().code,
        code::CREDENTIALS_SHARED_KEY
    );
}

#[test]
fn a_key_with_a_line_break_is_refused_without_being_shown() {
    let error = refused(vec![key("sandbox", "canary\r\n")], "sandbox");
    assert_eq!(error.code, code::CREDENTIALS_INVALID);
    assert!(!format!("{error:?}").contains("canary"));
}
