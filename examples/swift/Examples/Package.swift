// swift-tools-version:6.0
// Programs that depend on the Swift package by path.

import PackageDescription

let waybill: Target.Dependency = .product(name: "Waybill", package: "swift")
let redis: Target.Dependency = .product(name: "WaybillRedis", package: "swift")

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "../../../bindings/swift")],
    targets: ["CallPlatform", "CompareReleases", "CallCarrier"].map { .executableTarget(name: $0, dependencies: [waybill]) }
        + [.executableTarget(name: "ShareLogin", dependencies: [waybill, redis])]
)
