// swift-tools-version:6.0
// The Swift package: a hand-written client over code generated from Rust by `cargo xtask build swift`.
//
// The native library is in `lib/`; README.md has the linker flags. The project's own runs (WAYBILL_CI=1) set them here and treat
// warnings as errors. A package with such flags cannot be a dependency.

import Foundation
import PackageDescription

let ownRun = Context.environment["WAYBILL_CI"] == "1"
let strict: [SwiftSetting] = ownRun ? [.unsafeFlags(["-warnings-as-errors"])] : []
let library = Context.packageDirectory + "/lib"
let linked: [LinkerSetting] = ownRun ? [.unsafeFlags(["-L" + library, "-Xlinker", "-rpath", "-Xlinker", library])] : []
// The test build of the library has a function that panics, for a test of panics.
let panics: [SwiftSetting] = Context.environment["WAYBILL_PLANTED_PANIC"] == "1" ? [.define("PLANTED_PANIC")] : []

// hiredis has TLS from 1.0 on, in a separate library. Debian 12 has 0.14.
let hasTLS = ["hiredis/hiredis_ssl.h", "openssl/ssl.h"].allSatisfy { header in
    ["/usr/include/", "/usr/local/include/"].contains { FileManager.default.fileExists(atPath: $0 + header) }
}
let tls: [SwiftSetting] = hasTLS ? [.define("HIREDIS_TLS")] : []
let tlsLibraries: [LinkerSetting] = hasTLS ? ["hiredis_ssl", "ssl", "crypto"].map { .linkedLibrary($0) } : []

// Programs that a test (tests/src/keycloak) and a benchmark of the repository start. Like tests, they use internals of the
// package.
let ownPrograms: [Target] = ownRun
    ? [
        .executableTarget(
            name: "KeycloakHost", dependencies: ["Waybill", "WaybillRedis", "WaybillRust", "WaybillTestSupport"],
            path: "Tests/KeycloakHost", swiftSettings: strict),
        .executableTarget(name: "MeasureCalls", dependencies: ["Waybill"], path: "Tests/MeasureCalls", swiftSettings: strict),
        .executableTarget(
            name: "MeasureMemory", dependencies: ["Waybill", "WaybillRust"], path: "Tests/MeasureMemory", swiftSettings: strict),
    ] : []

let package = Package(
    name: "Waybill",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "Waybill", targets: ["Waybill"]),
        .library(name: "WaybillRedis", targets: ["WaybillRedis"]),
    ],
    targets: [
        .systemLibrary(name: "WaybillFFI"),
        .target(name: "WaybillRust", dependencies: ["WaybillFFI"], linkerSettings: linked),
        .target(name: "Waybill", dependencies: ["WaybillRust"], swiftSettings: strict),
        .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"]), .brew(["hiredis"])]),
        .target(
            name: "WaybillRedis", dependencies: ["Waybill", "WaybillRust", "CHiredis"], swiftSettings: strict + tls,
            linkerSettings: tlsLibraries),
        .target(
            name: "WaybillTestSupport", dependencies: ["Waybill", "WaybillRust"], path: "Tests/WaybillTestSupport",
            swiftSettings: strict),
        .testTarget(
            name: "WaybillTests", dependencies: ["Waybill", "WaybillRedis", "WaybillRust", "WaybillTestSupport"],
            swiftSettings: strict + panics),
        .testTarget(
            name: "WaybillRedisTests", dependencies: ["Waybill", "WaybillRedis", "WaybillTestSupport"], swiftSettings: strict),
    ] + ownPrograms
)
