// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "embed",
  // An app outside of this repository names a URL and a version here.
  dependencies: [.package(name: "flint-rules", path: "../..")],
  targets: [
    .executableTarget(
      name: "embed", dependencies: [.product(name: "FlintRules", package: "flint-rules")],
      path: ".",
      exclude: ["expected.txt"], swiftSettings: [.defaultIsolation(MainActor.self)])
  ]
)
