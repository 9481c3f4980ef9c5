// swift-tools-version: 6.2
import PackageDescription

// The rules of Flint as a package of their own, which needs no other. The program's package has the same targets, so
// that it can use what is `package`; Tests/LayeringTests compares the two.

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "flint-rules",
  // Of Apple's platforms the first ones that have `Int128` and `Mutex`. Only Linux is tested.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "FlintRules", targets: ["FlintRules"])],
  targets: [
    // SwiftPM wants the name of a target to be unique in all packages of an app, hence the prefixes.
    .target(name: "CFlintRandom", cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "FlintRandom", dependencies: ["CFlintRandom"], swiftSettings: strict,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "FlintJSON", swiftSettings: strict),
    .target(name: "FlintCalendar", swiftSettings: strict),
    .target(
      name: "FlintSchema", dependencies: ["FlintCalendar", "FlintJSON"], swiftSettings: strict),
    // What an app imports.
    .target(
      name: "FlintRules",
      dependencies: ["FlintCalendar", "FlintJSON", "FlintRandom", "FlintSchema"],
      swiftSettings: strict,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
  ]
)
