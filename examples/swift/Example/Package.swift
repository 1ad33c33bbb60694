// swift-tools-version:6.0
// A program that depends on the Swift package by path.

import PackageDescription

let package = Package(
    name: "Example",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "../../../bindings/swift")],
    targets: [.executableTarget(name: "Example", dependencies: [.product(name: "Waybill", package: "swift")])]
)
