// swift-tools-version:6.0
// libmicrohttpd as a proxy without any checks, for tests/proxies/bench.mjs.

import PackageDescription

let package = Package(
    name: "Bare",
    targets: [
        .systemLibrary(name: "CMicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .executableTarget(name: "Bare", dependencies: ["CMicrohttpd"]),
    ]
)
