// swift-tools-version: 6.2
import PackageDescription

// The programs of campaigns and benchmarks, apart from the package that people build. They read what only the modules
// of Flint see of each other, and so they bear its package's name, which SwiftPM takes from its folder. What they have in
// common with tests is in the folders of those, to which links lead.

/// The name of the folder of the repository, as SwiftPM writes it where a name of C is needed.
let folder = String(
  Context.packageDirectory.split(separator: "/").dropLast().last.map { name in
    name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
  } ?? [])

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .unsafeFlags(["-package-name", folder]),
]

// As flint is linked (Package.swift).
let linking: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-lCoreFoundation", "-l_FoundationCShims", "-l_FoundationCollections",
      "-l_FoundationICU",
    ], .when(platforms: [.linux], configuration: .release)),
  .unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux])),
]

/// The modules, which the package of Flint offers where `FLINT_TOOLS` is set.
let modules: Target.Dependency = .product(name: "FlintModules", package: "flint")

let package = Package(
  name: "tools",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "flint", path: "..")],
  targets: [
    // Campaigns: tests that go on for as long as they are told to.
    .executableTarget(
      name: "csv-fuzz", dependencies: [modules], path: "campaign/fuzz", packageAccess: false,
      swiftSettings: settings, linkerSettings: linking),
    .executableTarget(
      name: "parser-fuzz", dependencies: [modules], path: "campaign/bytes", packageAccess: false,
      swiftSettings: settings, linkerSettings: linking),
    .executableTarget(
      name: "odds-campaign", dependencies: [modules], path: "campaign/distributions",
      packageAccess: false,
      swiftSettings: settings, linkerSettings: linking),
    .executableTarget(
      name: "host-faults", dependencies: [modules], path: "campaign/faults", packageAccess: false,
      swiftSettings: settings, linkerSettings: linking),
    // Benchmarks, built and run by scripts/bench/run.
    .target(name: "BenchAllocations", path: "bench/allocations"),
    .executableTarget(
      name: "fold-bench", dependencies: [modules, "BenchAllocations"], path: "bench/fold",
      packageAccess: false, swiftSettings: settings, linkerSettings: linking),
    .executableTarget(
      name: "host-bench", dependencies: [modules], path: "bench/host", packageAccess: false,
      swiftSettings: settings, linkerSettings: linking),
    .executableTarget(
      name: "csv-bench", dependencies: [modules], path: "bench/csv", packageAccess: false,
      swiftSettings: settings, linkerSettings: linking),
  ]
)
