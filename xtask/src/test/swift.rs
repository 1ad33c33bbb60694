//! Tests the Swift package on Linux, with the machine's Swift 6 or the one in the cache.

use super::example::{self, Platform};
use super::step::{DOCUMENTS, KOTLIN, NPM, Step};
use super::{count, proxy};
use crate::build;
use crate::command::Run;
use crate::repo::Repo;
use crate::serve::Server;
use crate::surface::{self, Surface};

const HOST: &str = "swift";
const PACKAGES: &str = "packages";

/// Shell script that runs an example, as in the package's README; `$0` is its name.
const EXAMPLE: &str = r#"lib=$(cd ../../../bindings/swift/lib && pwd -P)
exec swift run --quiet --scratch-path "$SWIFT_SCRATCH" -Xlinker "-L$lib" -Xlinker -rpath -Xlinker "$lib" "$0" "$@""#;

/// The back end that apps call, and the shell script that builds it.
const PROXY: &str = "examples/proxy/swift/Proxy";
const PROXY_BUILD: &str = r#"lib=$(cd ../../../../bindings/swift/lib && pwd -P)
exec swift build --quiet --scratch-path "$SWIFT_SCRATCH" -Xlinker "-L$lib""#;

pub(super) fn steps() -> Vec<Step> {
    let needs = ["build/swift", "set-up/swift"];
    vec![
        Step::tests(HOST, "swift/package", count::swift, |session| {
            let program = |name: &str| build::built(session.repo, name);
            let drivers = Server::start(&program("waybill-driver-server"), &[])?;
            let dev = Server::start(&program("waybill"), &["dev", "--port", "0", "--until-stdin-closes"])?;
            let mock = Server::start(&program("waybill"), &["mock", "--port", "0", "--until-stdin-closes"])?;
            // Not in parallel: dispatch aborts the process if one test exhausts the file descriptors while another test opens a
            // file.
            let words = ["sh", "-c", r#"swift test --no-parallel --scratch-path "$SWIFT_SCRATCH""#];
            swift(session.repo, "swift-test", "bindings/swift", &words)
                .env("WAYBILL_EVIDENCE", &session.evidence)
                .env("WAYBILL_PLANTED_PANIC", "1")
                .env("WAYBILL_CI", "1")
                .env("WAYBILL_DRIVER_SERVER", drivers.origin())
                .env("WAYBILL_DEV_ORIGIN", dev.origin())
                .env("WAYBILL_MOCK_ORIGIN", mock.origin())
                .run_either_way()
        })
        .needs(&needs)
        .runs_vectors()
        .ignores(DOCUMENTS)
        .ignores(NPM)
        .ignores(KOTLIN),
        Step::check(PACKAGES, "swift/example-calls", |session| {
            let platform = Platform::start(session.repo)?;
            platform.show(example(session.repo, "CallPlatform", &[platform.origin()]))
        })
        .needs(&needs),
        Step::check(HOST, "swift/declarations", |session| surface::check(session.repo, Surface::Swift))
            .needs(&needs)
            .deep(),
        Step::tests(PACKAGES, "swift/libmicrohttpd", count::node, |session| {
            swift(session.repo, "swift-proxy", PROXY, &["sh", "-c", PROXY_BUILD]).run()?;
            let run = session.repo.path("tools/swift-exec.sh").display().to_string();
            proxy::run(session.repo, HOST, &["sh", &run, PROXY, "Proxy"])
        })
        .needs(&needs)
        .needs(&["set-up/node"])
        .deep(),
        Step::check(PACKAGES, "swift/example-shared-login", |session| {
            Platform::start(session.repo)?
                .share_login(session.repo, |log, arguments| named_example(session.repo, log, "ShareLogin", arguments))
        })
        .needs(&needs)
        .needs(&["set-up/redis"])
        .deep(),
        Step::check(PACKAGES, "swift/example-comparison", |session| {
            let example = |arguments: &[&str]| example(session.repo, "CompareReleases", arguments);
            example::compare_releases(session.repo, "../../..", example)
        })
        .needs(&needs)
        .deep(),
        Step::check(PACKAGES, "swift/example-carrier", |session| {
            let example = |arguments: &[&str]| example(session.repo, "CallCarrier", arguments);
            example::call_carrier(session.repo, "../../..", example)
        })
        .needs(&needs)
        .deep(),
    ]
}

fn example(repo: &Repo, name: &str, arguments: &[&str]) -> Run {
    named_example(repo, "swift-example", name, arguments)
}

fn named_example(repo: &Repo, log: &str, name: &str, arguments: &[&str]) -> Run {
    swift(repo, log, "examples/swift/Examples", &["sh", "-c", EXAMPLE, name]).args(arguments)
}

/// Creates a run of a command with Swift in a package.
fn swift(repo: &Repo, log: &str, package: &str, words: &[&str]) -> Run {
    Run::new(repo, log, "sh").arg(repo.path("tools/swift-run.sh")).arg(package).args(words)
}
