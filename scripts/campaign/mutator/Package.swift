// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds Flint needs swift-syntax.
let package = Package(
  name: "mutator",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")
  ],
  targets: [
    .executableTarget(
      name: "mutator",
      dependencies: [
        .product(name: "SwiftOperators", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ]),
    .testTarget(name: "MutatorTests", dependencies: ["mutator"]),
  ]
)
