// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "embed",
  platforms: [.macOS(.v26)],
  // An app outside of this repository names a version and a URL here.
  dependencies: [.package(name: "flint", path: "../..")],
  targets: [
    .executableTarget(
      name: "embed", dependencies: [.product(name: "FlintRules", package: "flint")], path: ".",
      exclude: ["expected.txt"], sources: ["main.swift"],
      swiftSettings: [.defaultIsolation(MainActor.self)])
  ]
)
