// swift-tools-version: 6.2
import PackageDescription

// MARK: Settings every target shares

/// Whether scripts/quick builds, in debug configuration: each file by itself, so that a change costs the files that it
/// concerns. What computes is optimized all the same.
let isQuick = Context.environment["FLINT_QUICK"] != nil

let computing: [SwiftSetting] =
  [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
  ] + (isQuick ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])

// Tests: to optimize them takes longer than running them saves.
let plain = computing + [.unsafeFlags(["-Onone"])]

// What parses options and calls others: small rather than fast, which saves 2.4 MB. Where rows are laid out, code is
// optimized: lists take 1.2 times as long without it.
let small =
  isQuick ? plain : computing + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

// Whoever embeds a package takes no unsafe flags, so there are none otherwise.
let strict = isQuick ? plain : computing

// C that scripts and files from elsewhere reach: what overruns a buffer ends the program. `FlintRules` has
// none of it, since whoever embeds a package takes no unsafe flags.
let hardened: [CSetting] = [
  .treatAllWarnings(as: .error),
  .unsafeFlags(["-fstack-protector-strong", "-fstack-clash-protection"]),
  .define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release)),
]

// Swift's own libraries are linked in, so that a machine that runs a program needs no Swift; Foundation's are named, since
// modules name only those that are shared. Linked by gold, the default then, each start takes a millisecond longer.
// No library is linked like this, so whoever embeds one is free of it.
let linking: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-lCoreFoundation", "-l_FoundationCShims", "-l_FoundationCollections",
      "-l_FoundationICU",
    ], .when(platforms: [.linux], configuration: .release)),
  .unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux])),
]

let package = Package(
  name: "flint",
  // Of Apple's platforms the first ones that have `InlineArray`. The program is for Linux.
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .executable(name: "flint", targets: ["flint"])
  ],
  // Exact versions: see "Dependencies" in CONTRIBUTING.md.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1"),
    .package(url: "https://github.com/attaswift/BigInt", exact: "6.0.1"),
  ],
  targets: [
    // Leaves: they know nothing of the product, and of each other what is named.
    .target(
      name: "CLuaShims",
      cSettings: hardened + [.unsafeFlags(["-I\(Context.packageDirectory)/.build/static/include"])],
      linkerSettings: [
        // The archive: calls into it are cheaper than through the shared library's table.
        .linkedLibrary(":liblua5.4.a", .when(platforms: [.linux])), .linkedLibrary("m"),
        // Where scripts/build and scripts/choose-lua put what is linked instead of the system's.
        .unsafeFlags(["-L\(Context.packageDirectory)/.build/static"], .when(platforms: [.linux])),
      ]),
    .target(
      name: "Lua", dependencies: ["CLuaShims"], swiftSettings: computing + [.strictMemorySafety()]),
    // What clang compiles to vector instructions.
    .target(name: "CScan", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "CSV", dependencies: ["CScan"], swiftSettings: computing),
    .systemLibrary(name: "CSystem"),
    .target(
      name: "Archives", dependencies: ["CSystem"], swiftSettings: strict,
      // Static: two more shared libraries would slow down every start.
      linkerSettings: [
        .linkedLibrary(":libminizip.a", .when(platforms: [.linux])),
        .linkedLibrary(":libz.a", .when(platforms: [.linux])),
        .linkedLibrary("sqlite3"),
      ]),
    .target(
      name: "CLineEditor", cSettings: hardened,
      // Static, as of the archives.
      linkerSettings: ["edit", "bsd", "md", "tinfo"].map {
        .linkedLibrary(":lib\($0).a", .when(platforms: [.linux]))
      }),
    .target(name: "CConfinement", cSettings: hardened),
    .target(
      name: "CBuild",
      cSettings: [.treatAllWarnings(as: .error)]
        + (Context.environment["FLINT_COMMIT"].map { [.define("FLINT_COMMIT", to: "\"\($0)\"")] }
          ?? [])),
    .target(name: "Confinement", dependencies: ["CConfinement"], swiftSettings: strict),
    // The rules, which are a package of their own as well: Library/Package.swift.
    .target(
      name: "CFlintRandom", path: "Library/Sources/CFlintRandom",
      cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "FlintRandom", dependencies: ["CFlintRandom"], path: "Library/Sources/FlintRandom",
      swiftSettings: computing,
      // Square roots of what might be negative are libm's.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "FlintJSON", path: "Library/Sources/FlintJSON", swiftSettings: computing),
    .target(name: "FlintCalendar", path: "Library/Sources/FlintCalendar", swiftSettings: computing),
    .target(
      name: "FlintSchema", dependencies: ["FlintCalendar", "FlintJSON"],
      path: "Library/Sources/FlintSchema", swiftSettings: computing),
    .target(
      name: "FlintRules",
      dependencies: ["FlintCalendar", "FlintJSON", "FlintRandom", "FlintSchema"],
      path: "Library/Sources/FlintRules", swiftSettings: computing,
      // The standard library's conversions from Double call libm in debug builds.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),

    .target(name: "Charts", dependencies: ["FlintCalendar"], swiftSettings: strict),
    // One engine of exact odds; players who are simulated; and what only designers ask.
    .target(
      name: "Chance",
      dependencies: [
        "FlintCalendar", "FlintJSON", "FlintRandom", "FlintRules", "FlintSchema",
        .product(name: "BigInt", package: "BigInt"),
        .product(name: "RealModule", package: "swift-numerics"),
      ],
      swiftSettings: computing),
    .target(
      name: "Players",
      dependencies: [
        "Chance", "FlintCalendar", "FlintJSON", "FlintRandom", "FlintRules", "FlintSchema",
      ],
      swiftSettings: computing),
    .target(
      name: "Design",
      dependencies: [
        "Chance", "FlintCalendar", "FlintJSON", "FlintRandom", "FlintRules", "FlintSchema",
        "Players", .product(name: "BigInt", package: "BigInt"),
        .product(name: "RealModule", package: "swift-numerics"),
      ],
      swiftSettings: computing),

    // The profile's file, and units of work over it.
    .target(
      name: "Storage",
      dependencies: [
        "CSystem", "FlintCalendar", "FlintJSON", "FlintRules", "FlintSchema",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: computing),
    .target(
      name: "Sessions",
      dependencies: ["FlintCalendar", "FlintJSON", "FlintRules", "FlintSchema", "Storage"],
      swiftSettings: computing),

    // The texts of each language, files that the C compiler embeds.
    .target(
      name: "CTexts", exclude: ["en.txt", "es.txt", "it.txt"],
      cSettings: [.treatAllWarnings(as: .error)]),
    // Subjects as values to show, the jobs, and the command line.
    .target(
      name: "Views",
      dependencies: [
        "CTexts", "Charts", "FlintCalendar", "FlintJSON", "FlintRules", "FlintSchema", "Sessions",
      ],
      swiftSettings: strict),
    .target(
      name: "Transfer",
      dependencies: [
        "Archives", "CSV", "FlintCalendar", "FlintJSON", "FlintRules", "FlintSchema", "Sessions",
      ],
      swiftSettings: strict),
    .target(
      name: "Scripting",
      dependencies: [
        "CSV", "Chance", "Design", "FlintCalendar", "FlintJSON", "FlintRandom", "FlintRules",
        "FlintSchema", "Lua", "Players", "Sessions", "Transfer", "Views",
      ],
      swiftSettings: strict),
    .target(
      name: "Reports",
      dependencies: [
        "Chance", "Charts", "Design", "FlintCalendar", "FlintRules", "FlintSchema", "Players",
        "Sessions", "Views", .product(name: "RealModule", package: "swift-numerics"),
      ],
      swiftSettings: strict),
    // What the commands share: options, the terminal, the process. The groups of commands are built side by side.
    .target(
      name: "Commands",
      dependencies: [
        "CSV", "Chance", "Charts", "Confinement", "FlintCalendar", "FlintJSON", "FlintRules",
        "FlintSchema", "Lua", "Reports", "Scripting", "Sessions", "Storage", "Transfer", "Views",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(
      name: "RecordCommands",
      dependencies: [
        "Commands", "FlintCalendar", "FlintJSON", "FlintRules", "FlintSchema", "Lua", "Sessions",
        "Storage", "Views", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(
      name: "FileCommands",
      dependencies: [
        "CSV", "Commands", "Confinement", "FlintCalendar", "FlintJSON", "FlintRules", "FlintSchema",
        "Lua", "Scripting", "Sessions", "Storage", "Transfer", "Views",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: small),
    .target(
      name: "LookCommands",
      dependencies: [
        "CTexts", "Chance", "Charts", "Commands", "FlintCalendar", "FlintJSON", "FlintRules",
        "FlintSchema", "Lua", "Reports", "Scripting", "Sessions", "Storage", "Views",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(
      name: "ScriptCommands",
      dependencies: [
        "CLineEditor", "Commands", "Confinement", "FlintCalendar", "FlintJSON", "FlintRules", "Lua",
        "Scripting", "Sessions", "Storage", "Transfer", "Views",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: small),
    .target(
      name: "ChanceCommands",
      dependencies: [
        "CSV", "Chance", "Commands", "Confinement", "Design", "FlintCalendar", "FlintJSON",
        "FlintRules", "FlintSchema", "Lua", "Players", "Reports", "Scripting", "Sessions",
        "Storage", "Transfer", "Views",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: small),
    .executableTarget(
      name: "flint",
      dependencies: [
        "CBuild", "CSystem", "ChanceCommands", "Commands", "FileCommands", "FlintCalendar",
        "FlintJSON", "FlintRules", "FlintSchema", "LookCommands", "Lua", "RecordCommands",
        "ScriptCommands",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: small,
      linkerSettings: linking
        // The names of all functions, which nobody looks up, take the dynamic linker time at each start.
        + [.unsafeFlags(["-Xlinker", "--no-export-dynamic"], .when(platforms: [.linux]))]),

    .testTarget(
      name: "CSVTests", dependencies: ["CSV", "TestSupport"], exclude: ["Nasty"],
      swiftSettings: plain),
    .testTarget(name: "LayeringTests", dependencies: ["TestSupport"], swiftSettings: plain),
    .testTarget(
      name: "ChartsTests", dependencies: ["Charts", "FlintCalendar", "TestSupport"],
      exclude: ["Terminal"],
      swiftSettings: plain),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "Chance", "Charts", "Design", "FlintCalendar", "FlintJSON", "FlintRules", "FlintSchema",
        "Players", "Reports", "Views",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "CalendarTests", dependencies: ["FlintCalendar", "TestSupport"], swiftSettings: plain),
    .testTarget(
      name: "JSONTests", dependencies: ["FlintJSON", "FlintRandom"], swiftSettings: plain),
    .testTarget(
      name: "SchemaTests",
      dependencies: ["FlintCalendar", "FlintJSON", "FlintSchema", "TestSupport"],
      swiftSettings: plain),
    .testTarget(
      name: "TransferTests",
      dependencies: [
        "Archives", "CSV", "FlintCalendar", "FlintJSON", "FlintRules", "FlintSchema", "Sessions",
        "Storage", "TestSupport", "Transfer",
      ],
      swiftSettings: plain),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: plain),
    .testTarget(
      name: "StorageTests",
      dependencies: [
        "FlintCalendar", "FlintJSON", "FlintRules", "FlintSchema", "Storage", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: plain),
    .testTarget(
      name: "SessionsTests",
      dependencies: [
        "FlintCalendar", "FlintJSON", "FlintRules", "FlintSchema", "Sessions", "Storage",
        "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Fixtures"], swiftSettings: plain),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Charts", "Commands", "Confinement", "FlintJSON", "FlintRules", "FlintSchema",
        "TestSupport", "Views", "flint-unchecked",
      ],
      exclude: ["Golden", "Hostile", "Sandbox", "Stored", "Terminal"],
      swiftSettings: plain),
    .executableTarget(
      name: "flint-unchecked",
      dependencies: [
        "ChanceCommands", "Commands", "Lua", "ScriptCommands", "Scripting",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Tests/Unchecked",
      swiftSettings: plain),
    .testTarget(
      name: "ScriptingTests",
      dependencies: [
        "CSV", "Chance", "Design", "FlintCalendar", "FlintJSON", "FlintRules", "FlintSchema", "Lua",
        "Players", "Scripting", "Sessions", "Storage", "TestSupport", "Transfer", "Views",
      ],
      exclude: ["Check/Seeded"], swiftSettings: plain),
    .testTarget(
      name: "LuaTests", dependencies: ["Lua", "TestSupport"], exclude: ["Peers"],
      swiftSettings: plain),
    .testTarget(
      name: "CounterRandomTests", dependencies: ["FlintRandom"], swiftSettings: plain),
    .target(
      name: "OddsReference",
      dependencies: ["Chance", "FlintRandom", "FlintRules"],
      path: "Tests/OddsReference", swiftSettings: computing),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "Chance", "Design", "FlintCalendar", "FlintJSON", "FlintRandom", "FlintRules",
        "FlintSchema", "OddsReference", "Players", "TestSupport",
        .product(name: "RealModule", package: "swift-numerics"),
      ],
      exclude: ["Fixtures", "Audit/Fixtures", "Relations/Fixtures"], swiftSettings: plain),
    .testTarget(
      name: "RulesTests",
      dependencies: [
        "FlintCalendar", "FlintJSON", "FlintRandom", "FlintRules", "FlintSchema", "TestSupport",
      ],
      exclude: ["Fixtures"],
      swiftSettings: plain),
    .testTarget(
      name: "ViewsTests",
      dependencies: [
        "FlintCalendar", "FlintJSON", "FlintRules", "FlintSchema", "TestSupport", "Views",
      ],
      swiftSettings: plain),
  ]
)

// A build can be that of some targets only, separated by commas, and of what they need.
if let only = Context.environment["FLINT_ONLY_TARGETS"] {
  var needed = Set(only.split(separator: ",").map(String.init))
  // Dependencies come before what needs them, but for tests.
  for _ in package.targets {
    for target in package.targets where needed.contains(target.name) {
      for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}

// The programs of scripts/Package.swift are made of these modules. (`Commands` is among them so that both packages
// need the same packages of others, which are in one folder.)
if Context.environment["FLINT_TOOLS"] != nil {
  package.products.append(
    .library(
      name: "FlintModules",
      targets: [
        "Archives", "CSV", "FlintCalendar", "Chance", "Commands", "FlintRandom", "Design",
        "FlintJSON",
        "Lua",
        "OddsReference", "Players", "FlintRules", "FlintSchema", "Scripting", "Sessions", "Storage",
        "Transfer",
      ]))
}
