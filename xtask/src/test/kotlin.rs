//! The Kotlin package through Maven, and its jar as users get it.

use anyhow::{Context as _, Result};

use super::example::{self, Platform};
use super::steps::Steps;
use super::{count, proxy, secrets, shipped};
use crate::build::{self, Kind, host_program};
use crate::command::Run;
use crate::serve::Server;
use crate::setup;
use crate::surface::{self, Surface};

const HOST: &str = "kotlin";

pub(super) fn run(steps: &mut Steps<'_>) {
    let repo = steps.repo;
    if steps.check(HOST, "set-up: JDK and Maven", || setup::jvm::ready(repo)).is_none() {
        return;
    }
    let maven = |log: &str, folder: &str, words: &[&str]| {
        Run::new(repo, log, "mvn").args(&["-B", "-ntp"]).args(words).current_dir(repo.path(folder))
    };
    let built = steps.check(HOST, "test build", || build::host(repo, "kotlin", Kind::Test));
    let evidence = steps.evidence.folder();
    if built.is_some() {
        steps.tests(HOST, "package", count::maven, || {
            let drivers = Server::start(&build::program(repo, "waybill-driver-server")?, &[])?;
            // Maven keeps the classes of sources that are gone, and the public declarations are read from classes.
            maven("maven-test", "bindings/kotlin", &["clean", "test"])
                .env("WAYBILL_EVIDENCE", evidence)
                .env("WAYBILL_PLANTED_PANIC", "1")
                .env("WAYBILL_DRIVER_SERVER", drivers.origin())
                .env("WAYBILL_DEV", build::program(repo, "waybill")?)
                .run_either_way()
        });
        steps.check(HOST, "public declarations", || surface::check(repo, Surface::Kotlin));
    }
    let shipped = steps.check("packages", "jar: shipped build", || -> Result<()> {
        host_program::install_kotlin(repo)?;
        // The jar is this folder, packed.
        shipped::holds_no_planted_panic(&repo.path("bindings/kotlin/target/classes")).context("the jar")
    });
    if shipped.is_some() {
        steps.tests("packages", "jar: in a project of its own", count::maven, || {
            maven("maven-consumer", "bindings/kotlin/consumer", &["clean", "test"]).run_either_way()
        });
        steps.tests("packages", "jar: transport over OkHttp", count::maven, || {
            maven("maven-okhttp", "bindings/kotlin/okhttp", &["clean", "test"]).run_either_way()
        });
        steps.tests("packages", "jar: token store in Redis", count::maven, || {
            setup::redis::ready(repo)?;
            maven("maven-redis", "bindings/kotlin/redis", &["clean", "install"]).run_either_way()
        });
        steps.tests("packages", "jar: back end of an app, Ktor", count::node, || {
            setup::node::ready(repo)?;
            maven("maven-proxy", "examples/proxy/kotlin", &["-q", "clean", "package"]).run()?;
            let built = |path: &str| repo.path("examples/proxy/kotlin/target").join(path).display().to_string();
            let classes = format!("{}:{}", built("classes"), built("dependency/*"));
            proxy::run(repo, "kotlin", &["java", "-cp", &classes, "MainKt"])
        });
        steps.tests("packages", "jar: a key in AWS, rotated", count::node, || {
            maven("maven-secrets", "examples/secrets/kotlin", &["-q", "clean", "compile"]).run()?;
            let project = repo.path("examples/secrets/kotlin/pom.xml").display().to_string();
            secrets::run(repo, "kotlin", &["mvn", "-q", "-f", &project, "exec:java"])
        });
        steps.check("packages", "jar: example, run", || {
            let platform = Platform::start(repo)?;
            let origin = format!("-Dexec.args={}", platform.origin());
            platform.show(maven("maven-example", "examples/kotlin", &["-q", "clean", "compile", "exec:java", &origin]))
        });
        let example = |class: &str, arguments: &[&str]| {
            let (class, arguments) =
                (format!("-Dexec.mainClass={class}"), format!("-Dexec.args={}", arguments.join(" ")));
            maven("maven-example", "examples/kotlin", &["-q", "exec:java", &class, &arguments])
        };
        steps.check("packages", "jar: example, a login shared by two processes", || {
            let folder = "examples/kotlin/share-login";
            maven("maven-share-login", folder, &["-q", "clean", "compile"]).run()?;
            Platform::start(repo)?.share_login(repo, |log, arguments| {
                maven(log, folder, &["-q", "exec:java", &format!("-Dexec.args={}", arguments.join(" "))])
            })
        });
        steps.check("packages", "jar: example, two releases compared", || {
            example::compare_releases(repo, "../..", |arguments| example("CompareReleasesKt", arguments))
        });
        steps.check("packages", "jar: example, a carrier called", || {
            example::call_carrier(repo, "../..", |arguments| example("CallCarrierKt", arguments))
        });
    }
}
