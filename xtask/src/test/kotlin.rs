//! Tests the Kotlin package with Maven, and its jar as users get it.

use anyhow::Result;

use super::example::{self, Platform};
use super::step::{DOCUMENTS, NPM, SWIFT, Session, Step};
use super::{count, proxy, secrets};
use crate::build;
use crate::command::Run;
use crate::repo::Repo;
use crate::serve::Server;
use crate::surface::{self, Surface};

const HOST: &str = "kotlin";
const PACKAGES: &str = "packages";

pub(super) fn steps() -> Vec<Step> {
    vec![
        Step::tests(HOST, "kotlin/package", count::maven, |session| {
            let drivers = Server::start(&build::built(session.repo, "waybill-driver-server"), &[])?;
            // Maven keeps the classes of deleted sources, and the public declarations are read from classes.
            maven(session.repo, "maven-test", "bindings/kotlin", &["clean", "test"])
                .env("WAYBILL_EVIDENCE", &session.evidence)
                .env("WAYBILL_PLANTED_PANIC", "1")
                .env("WAYBILL_DRIVER_SERVER", drivers.origin())
                .env("WAYBILL_DEV", build::tested_command(session.repo))
                .run_either_way()
        })
        .needs(&["build/kotlin", "set-up/java"])
        .runs_vectors(),
        Step::tests(PACKAGES, "kotlin/consumer", count::maven, consumer).needs(&["build/kotlin-installed"]),
        Step::tests(PACKAGES, "kotlin/okhttp", count::maven, |session| {
            maven(session.repo, "maven-okhttp", "bindings/kotlin/okhttp", &["clean", "test"]).run_either_way()
        })
        .needs(&["build/kotlin-installed"]),
        Step::tests(PACKAGES, "kotlin/redis", count::maven, |session| {
            maven(session.repo, "maven-redis", "bindings/kotlin/redis", &["clean", "install"]).run_either_way()
        })
        .needs(&["build/kotlin-installed", "set-up/redis"]),
    ]
    .into_iter()
    .map(|step| step.ignores(DOCUMENTS).ignores(NPM).ignores(SWIFT))
    .chain(deep_steps())
    .collect()
}

fn deep_steps() -> Vec<Step> {
    vec![
        Step::check(HOST, "kotlin/declarations", |session| surface::check(session.repo, Surface::Kotlin)),
        Step::tests(PACKAGES, "kotlin/consumer-shipped", count::maven, consumer),
        Step::check(PACKAGES, "kotlin/redis-install", |session| {
            let words = ["clean", "install", "-Dmaven.test.skip=true"];
            maven(session.repo, "maven-redis-install", "bindings/kotlin/redis", &words).run()
        }),
        Step::tests(PACKAGES, "kotlin/ktor", count::node, |session| {
            maven(session.repo, "maven-proxy", "examples/proxy/kotlin", &["-q", "clean", "package"]).run()?;
            let built = |path: &str| session.repo.path("examples/proxy/kotlin/target").join(path).display().to_string();
            let classes = format!("{}:{}", built("classes"), built("dependency/*"));
            proxy::run(session.repo, HOST, &["java", "-cp", &classes, "MainKt"])
        })
        .needs(&["set-up/node"]),
        Step::tests(PACKAGES, "kotlin/aws-secrets", count::node, |session| {
            maven(session.repo, "maven-secrets", "examples/secrets/kotlin", &["-q", "clean", "compile"]).run()?;
            let project = session.repo.path("examples/secrets/kotlin/pom.xml").display().to_string();
            secrets::run(session.repo, HOST, &["mvn", "-q", "-f", &project, "exec:java"])
        })
        .needs(&["set-up/node"]),
        Step::check(PACKAGES, "kotlin/example-calls", |session| {
            let platform = Platform::start(session.repo)?;
            let origin = format!("-Dexec.args={}", platform.origin());
            let words = ["-q", "clean", "compile", "exec:java", &origin];
            platform.show(maven(session.repo, "maven-example", "examples/kotlin", &words))
        }),
        Step::check(PACKAGES, "kotlin/example-shared-login", |session| {
            let folder = "examples/kotlin/share-login";
            maven(session.repo, "maven-share-login", folder, &["-q", "clean", "compile"]).run()?;
            Platform::start(session.repo)?.share_login(session.repo, |log, arguments| {
                let arguments = format!("-Dexec.args={}", arguments.join(" "));
                maven(session.repo, log, folder, &["-q", "exec:java", &arguments])
            })
        })
        .needs(&["kotlin/redis-install", "set-up/redis"]),
        Step::check(PACKAGES, "kotlin/example-comparison", |session| {
            let example = |arguments: &[&str]| example(session.repo, "CompareReleasesKt", arguments);
            example::compare_releases(session.repo, "../..", example)
        })
        .needs(&["kotlin/example-calls"]),
        Step::check(PACKAGES, "kotlin/example-carrier", |session| {
            let example = |arguments: &[&str]| example(session.repo, "CallCarrierKt", arguments);
            example::call_carrier(session.repo, "../..", example)
        })
        .needs(&["kotlin/example-calls"]),
    ]
    .into_iter()
    .map(|step| step.needs(&["build/kotlin-shipped"]).deep())
    .collect()
}

fn consumer(session: &Session<'_>) -> Result<super::step::RunnerOutput> {
    maven(session.repo, "maven-consumer", "bindings/kotlin/consumer", &["clean", "test"]).run_either_way()
}

/// Runs a program of `examples/kotlin` that is already compiled.
fn example(repo: &Repo, class: &str, arguments: &[&str]) -> Run {
    let (class, arguments) = (format!("-Dexec.mainClass={class}"), format!("-Dexec.args={}", arguments.join(" ")));
    maven(repo, "maven-example", "examples/kotlin", &["-q", "exec:java", &class, &arguments])
}

fn maven(repo: &Repo, log: &str, folder: &str, words: &[&str]) -> Run {
    Run::maven(repo, log).args(words).current_dir(repo.path(folder))
}
