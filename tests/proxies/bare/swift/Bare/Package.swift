// swift-tools-version:6.0
// libmicrohttpd as a proxy that checks nothing: what tests/proxies/bench.mjs compares with.

import PackageDescription

let package = Package(
    name: "Bare",
    targets: [
        .systemLibrary(name: "CMicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .executableTarget(name: "Bare", dependencies: ["CMicrohttpd"]),
    ]
)
