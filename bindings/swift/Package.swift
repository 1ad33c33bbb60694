// swift-tools-version:6.0
// The Swift package: a hand-written client over code generated from Rust by `cargo xtask build swift`.
//
// The native library lies in `lib/`; README.md has the linker flags. The project's own runs (WAYBILL_CI=1) have them set
// here, and warnings are errors there: such flags would bar the package from being a dependency.

import Foundation
import PackageDescription

let ownRun = Context.environment["WAYBILL_CI"] == "1"
let strict: [SwiftSetting] = ownRun ? [.unsafeFlags(["-warnings-as-errors"])] : []
let library = Context.packageDirectory + "/lib"
let linked: [LinkerSetting] = ownRun ? [.unsafeFlags(["-L" + library, "-Xlinker", "-rpath", "-Xlinker", library])] : []
// The test build of the library has one function that panics; a test shows what becomes of that.
let panics: [SwiftSetting] = Context.environment["WAYBILL_PLANTED_PANIC"] == "1" ? [.define("PLANTED_PANIC")] : []

// hiredis has TLS from 1.0 on, in a library of its own; Debian 12 has 0.14.
let hasTLS = ["hiredis/hiredis_ssl.h", "openssl/ssl.h"].allSatisfy { header in
    ["/usr/include/", "/usr/local/include/"].contains { FileManager.default.fileExists(atPath: $0 + header) }
}
let tls: [SwiftSetting] = hasTLS ? [.define("HIREDIS_TLS")] : []
let tlsLibraries: [LinkerSetting] = hasTLS ? ["hiredis_ssl", "ssl", "crypto"].map { .linkedLibrary($0) } : []

// Programs that a test (tests/src/keycloak) and a benchmark of the whole repository start; they look into the package, as
// tests do.
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
