// swift-tools-version:6.0
// A back end for a mobile app on libmicrohttpd and libjwt, which the system has: apt-get install libmicrohttpd-dev libjwt-dev

import PackageDescription

let package = Package(
    name: "Proxy",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "../../../../bindings/swift")],
    targets: [
        .systemLibrary(name: "CMicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CJWT", providers: [.apt(["libjwt-dev"])]),
        .executableTarget(name: "Proxy", dependencies: ["CMicrohttpd", "CJWT", .product(name: "Waybill", package: "swift")]),
    ]
)
