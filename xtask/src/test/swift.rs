//! The Swift package on Linux, with the machine's Swift 6 or the one in the cache.

use super::example::{self, Platform};
use super::steps::Steps;
use super::{count, proxy};
use crate::build::{self, Kind};
use crate::command::Run;
use crate::serve::Server;
use crate::setup;
use crate::surface::{self, Surface};

const HOST: &str = "swift";

/// An example's own run, as the package's README has it; `$0` is its name.
const EXAMPLE: &str = r#"lib=$(cd ../../../bindings/swift/lib && pwd -P)
exec swift run --quiet --scratch-path "$SWIFT_SCRATCH" -Xlinker "-L$lib" -Xlinker -rpath -Xlinker "$lib" "$0" "$@""#;

/// The back end that apps ask, and how it is built.
const PROXY: &str = "examples/proxy/swift/Proxy";
const PROXY_BUILD: &str = r#"lib=$(cd ../../../../bindings/swift/lib && pwd -P)
exec swift build --quiet --scratch-path "$SWIFT_SCRATCH" -Xlinker "-L$lib""#;

pub(super) fn run(steps: &mut Steps<'_>) {
    let repo = steps.repo;
    if steps.check(HOST, "set-up: Swift 6", || setup::swift::ready(repo)).is_none() {
        return;
    }
    if steps.check(HOST, "test build", || build::host(repo, "swift", Kind::Test)).is_none() {
        return;
    }
    let evidence = steps.evidence.folder();
    steps.tests(HOST, "package", count::swift, || {
        let drivers = Server::start(&build::program(repo, "waybill-driver-server")?, &[])?;
        let dev = Server::start(&build::program(repo, "waybill")?, &["dev", "--port", "0"])?;
        let mock = Server::start(&build::program(repo, "waybill")?, &["mock", "--port", "0"])?;
        Run::new(repo, "swift-test", "sh")
            .arg(repo.path("tools/swift-run.sh"))
            // One after another: dispatch ends a process in which another test needs a file while one lets it open none.
            .args(&["bindings/swift", "sh", "-c", r#"swift test --no-parallel --scratch-path "$SWIFT_SCRATCH""#])
            .env("WAYBILL_EVIDENCE", evidence)
            .env("WAYBILL_PLANTED_PANIC", "1")
            .env("WAYBILL_CI", "1")
            .env("WAYBILL_DRIVER_SERVER", drivers.origin())
            .env("WAYBILL_DEV_ORIGIN", dev.origin())
            .env("WAYBILL_MOCK_ORIGIN", mock.origin())
            .run_either_way()
    });
    steps.check(HOST, "public declarations", || surface::check(repo, Surface::Swift));
    steps.tests("packages", "swift: back end of an app, libmicrohttpd", count::node, || {
        setup::node::ready(repo)?;
        Run::new(repo, "swift-proxy", "sh")
            .arg(repo.path("tools/swift-run.sh"))
            .args(&[PROXY, "sh", "-c", PROXY_BUILD])
            .run()?;
        let run = repo.path("tools/swift-exec.sh").display().to_string();
        proxy::run(repo, HOST, &["sh", &run, PROXY, "Proxy"])
    });
    let example = |name: &str, arguments: &[&str]| {
        let run = Run::new(repo, "swift-example", "sh").arg(repo.path("tools/swift-run.sh"));
        run.args(&["examples/swift/Examples", "sh", "-c", EXAMPLE, name]).args(arguments)
    };
    steps.check(HOST, "example, run", || {
        let platform = Platform::start(repo)?;
        platform.show(example("CallPlatform", &[platform.origin()]))
    });
    steps.check(HOST, "example, a login shared by two processes", || {
        Platform::start(repo)?.share_login(repo, |log, arguments| {
            let run = Run::new(repo, log, "sh").arg(repo.path("tools/swift-run.sh"));
            run.args(&["examples/swift/Examples", "sh", "-c", EXAMPLE, "ShareLogin"]).args(arguments)
        })
    });
    steps.check(HOST, "example, two releases compared", || {
        example::compare_releases(repo, "../../..", |arguments| example("CompareReleases", arguments))
    });
    steps.check(HOST, "example, a carrier called", || {
        example::call_carrier(repo, "../../..", |arguments| example("CallCarrier", arguments))
    });
}
