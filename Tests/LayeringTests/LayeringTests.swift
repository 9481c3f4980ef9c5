import Foundation
import TestSupport
import Testing

/// The modules of the toolchain that a target may import without a line in `Package.swift`.
private let toolchain: Set = [
  "Darwin", "Dispatch", "Foundation", "FoundationXML", "Glibc", "Musl", "Synchronization",
  "Testing",
  "WASILibc",
]

/// The Swift targets that know nothing of the product: C and the standard library only.
private let leaves: Set = [
  "Archives", "CSV", "Confinement", "FlintCalendar", "FlintJSON", "FlintRandom", "Lua",
]

/// What each other target of `Sources` must not know, even if `Package.swift` listed it.
private let forbidden: [String: Set<String>] = [
  "Charts": toolchain.union(leaves).subtracting(["FlintCalendar"]),
  "FlintSchema": toolchain.union(leaves).subtracting(["FlintCalendar", "FlintJSON"]),
  // The names that rulebooks list are known to the whole process: see `NameTable`.
  "FlintRules": toolchain.union(leaves).subtracting([
    "FlintCalendar", "FlintJSON", "FlintRandom", "Synchronization",
  ]),
  "Chance": ["CSV", "Design", "GRDB", "Lua", "Players", "Sessions", "Storage"],
  "Players": ["CSV", "Design", "GRDB", "Lua", "Sessions", "Storage"],
  "Design": ["CSV", "GRDB", "Lua", "Sessions", "Storage"],
  "Storage": ["CSV", "Lua"],
  "Sessions": ["CSV", "CSystem", "GRDB", "Lua"],
  "Views": ["CSV", "Chance", "Design", "GRDB", "Lua", "Players", "Storage"],
  "Reports": ["CSV", "GRDB", "Lua", "Storage"],
  "Transfer": ["GRDB", "Lua", "Storage"],
  "Scripting": ["ArgumentParser", "GRDB", "Storage"],
  "Commands": ["GRDB"],
  "RecordCommands": ["CSV", "Chance", "Design", "GRDB", "Players", "Scripting"],
  "FileCommands": ["Chance", "Design", "GRDB", "Players"],
  "LookCommands": ["CSV", "Design", "GRDB", "Players", "Transfer"],
  "ScriptCommands": ["CSV", "Chance", "Design", "GRDB", "Players"],
  "ChanceCommands": ["GRDB"],
  "flint": [
    "CSV", "Chance", "Design", "GRDB", "Players", "Scripting", "Sessions", "Storage", "Transfer",
  ],
]

/// A target of `Package.swift`, which is the table of what each may import.
private struct Target {
  var name: String
  /// The modules of its dependencies, and those of products of other packages.
  var dependencies: Set<String>
  /// The folder of its sources.
  var path = ""

  /// Reads all targets, as `swift format` writes them.
  ///
  /// - Parameter sources: the folder of the targets that have no path.
  static func all(in manifest: String, sources: String = "Sources") -> [Target] {
    let starts = manifest.ranges(of: /\.(target|executableTarget|testTarget|systemLibrary)\(/)
    return zip(starts, starts.dropFirst().map(\.lowerBound) + [manifest.endIndex]).compactMap {
      let text = manifest[$0.lowerBound..<$1]
      guard let name = text.firstMatch(of: /name: "([^"]+)"/)?.1 else { return nil }
      let list = text.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
      let modules = list.replacing(/, package: "[^"]*"/, with: "").matches(of: /"([^"]+)"/)
      let folder = text.hasPrefix(".testTarget") ? "Tests" : sources
      return Target(
        name: String(name), dependencies: Set(modules.map { String($0.1) }),
        path: text.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) } ?? "\(folder)/\(name)")
    }
  }

  /// Returns what is wrong with the imports of its sources.
  ///
  /// - Parameter swift: the names of the targets written in Swift.
  func faults(importing imports: Set<String>, swift: Set<String>) -> [String] {
    let known = imports.union(dependencies)
    let isLeaf = leaves.contains(name)
    let hidden =
      isLeaf
      ? swift.union(["Dispatch", "Foundation"]).subtracting([name]) : forbidden[name] ?? []
    return imports.subtracting(dependencies).subtracting(toolchain).sorted().map {
      "\(name) imports \($0), which is not among its dependencies in Package.swift"
    }
      // A name with a hyphen is not that of a module: it is a program, which tests run.
      + dependencies.subtracting(imports).filter { !$0.contains("-") }.sorted().map {
        "\(name) depends on \($0) in Package.swift and imports it nowhere"
      } + known.intersection(hidden).sorted().map { "\(name) must not know \($0)" }
  }
}

@Suite struct `Layering` {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static func manifest() throws -> [Target] {
    Target.all(in: try text("Package.swift"))
  }

  /// The modules that the Swift files of a target import; `nil` if it has no such files.
  private static func imported(by target: Target) throws -> Set<String>? {
    let sources = try files(in: target.path).filter { $0.pathExtension == "swift" }
    if sources.isEmpty { return nil }
    return try sources.reduce(into: []) { modules, file in
      modules.formUnion(imports(in: try String(contentsOf: file, encoding: .utf8)).map(\.module))
    }
  }

  @Test(.slow)
  func `each target imports its dependencies in Package.swift and what its layer may know`()
    throws
  {
    var imports: [String: Set<String>] = [:]
    let targets = try Self.manifest()
    for target in targets { imports[target.name] = try Self.imported(by: target) }
    for target in targets {
      guard let modules = imports[target.name] else { continue }
      #expect(target.faults(importing: modules, swift: Set(imports.keys)) == [])
    }
  }

  @Test(.slow) func `each folder of sources is a target, and in one of the tables above`() throws {
    let targets = try Self.manifest().filter { $0.path.contains("Sources/") }
    let found = try roots.flatMap { root in try folders(in: root).map { "\(root)/\($0)" } }
    #expect(found.sorted() == targets.map(\.path).sorted())
    let swift = try targets.filter { try Self.imported(by: $0) != nil }.map(\.name)
    #expect(swift.sorted() == (leaves.sorted() + forbidden.keys).sorted())
  }

  @Test func `the library's package has the targets of the program's, and needs no other package`()
    throws
  {
    let manifest = try Self.text("Library/Package.swift")
    let library = Target.all(in: manifest, sources: "Library/Sources")
    #expect(!manifest.contains(".package("))
    #expect(manifest.contains(#".library(name: "FlintRules", targets: ["FlintRules"])"#))
    let program = try Self.manifest().filter { $0.path.hasPrefix("Library/") }
    #expect(library.map(\.name).sorted() == program.map(\.name).sorted())
    for target in library {
      let same = try #require(program.first { $0.name == target.name })
      #expect(target.dependencies == same.dependencies && target.path == same.path)
      #expect(target.name.contains("Flint"), "another package may have a target \(target.name)")
      let imports = try Self.imported(by: target) ?? []
      #expect(
        imports.isDisjoint(with: [
          "Dispatch", "Foundation", "FoundationEssentials", "FoundationXML",
        ]))
    }
  }

  @Test func `an import above its layer, undeclared or unused is found`() throws {
    let targets = Target.all(
      in: """
        .systemLibrary(name: "CLua"),
        .target(
          name: "CSV", dependencies: ["CLua", "FlintRules"], swiftSettings: strict),
        .target(
          name: "FlintRules",
          dependencies: [
            "CSV", "FlintRandom", .product(name: "GRDB", package: "GRDB.swift"),
          ]),
        .testTarget(name: "RulesTests", dependencies: ["FlintRules"], path: "Tests/Rules"),
        """)
    #expect(
      targets.map(\.path) == ["Sources/CLua", "Sources/CSV", "Sources/FlintRules", "Tests/Rules"])
    let swift: Set = ["CSV", "FlintRules", "RulesTests"]
    #expect(
      targets[1].faults(importing: ["CLua", "Foundation", "FlintRules"], swift: swift) == [
        "CSV must not know FlintRules", "CSV must not know Foundation",
      ])
    #expect(
      targets[2].faults(importing: ["CSV", "GRDB", "Glibc", "Lua"], swift: swift) == [
        "FlintRules imports Lua, which is not among its dependencies in Package.swift",
        "FlintRules depends on FlintRandom in Package.swift and imports it nowhere",
        "FlintRules must not know CSV", "FlintRules must not know Glibc",
        "FlintRules must not know Lua",
      ])
    #expect(targets[3].faults(importing: ["Foundation", "FlintRules"], swift: swift) == [])
  }

  @Test(.slow) func `a folder has at most 15 files, and a type's name is in one module`() throws {
    let sources = try roots.flatMap(files).filter { $0.pathExtension == "swift" }
    let folders = Dictionary(grouping: sources) { $0.deletingLastPathComponent().path }
    #expect(folders.filter { $0.value.count > 15 }.keys.sorted() == [])
    let declaration =
      /^(?:(?:public|package|final|indirect) )*(?:struct|class|enum|protocol|actor) (\w+)/
      .anchorsMatchLineEndings()
    var modules: [Substring: Set<Substring>] = [:]
    for file in sources {
      let components = path(of: file).split(separator: "/")
      let module = try #require(components.drop { $0 != "Sources" }.dropFirst().first)
      for type in try String(contentsOf: file, encoding: .utf8).matches(of: declaration) {
        modules[type.1, default: []].insert(module)
      }
    }
    #expect(modules.filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  @Test func `nothing mentions what lies outside of the repository`() throws {
    let entries = try FileManager.default.contentsOfDirectory(atPath: root.path)
    let searched = entries.filter {
      ["Library", "Sources", "Tests", "scripts", "examples", "docs", ".ci", "Package.swift"]
        .contains($0)
        || $0.hasSuffix(".md")
    }
    // In pieces, so that this file does not mention them.
    let outside = ["..", "/work"].map { Data(($0 + "/" + "shared").utf8) }
    for file in try searched.flatMap(files) {
      let bytes = try Data(contentsOf: file)
      for words in outside where bytes.range(of: words) != nil {
        Issue.record("\(path(of: file)) mentions \(String(decoding: words, as: UTF8.self))")
      }
    }
  }

  @Test func `imports are found however they are written`() {
    let source = #"""
      // import Comment
      import Plain
      public import Shown
        @testable internal import Inner  // why
      @_spi(Some) @preconcurrency import Marked
      import struct Kind.Thing
      import Sub.Module; import Second
      let important = "import Text"
      let text = """
        import Literal
        """
      """#
    #expect(
      imports(in: source).map { "\($0.line) \($0.module)" } == [
        "2 Plain", "3 Shown", "4 Inner", "5 Marked", "6 Kind", "7 Sub", "7 Second",
      ])
  }
}

// MARK: The tree

/// The repository, or wherever this file's folder is linked from.
private let root = URL(filePath: #filePath).resolvingSymlinksInPath()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The folders that have a folder for each target.
private let roots = ["Library/Sources", "Sources"]

private func path(of file: URL) -> String {
  String(file.path.dropFirst(root.path.count + 1))
}

private func folders(in folder: String) throws -> [String] {
  let folder = root.appending(path: folder)
  return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter {
    (try? folder.appending(path: $0).resourceValues(forKeys: [.isDirectoryKey]).isDirectory)
      == true
  }
}

/// A file, or all files in a folder.
private func files(in name: String) throws -> [URL] {
  let start = root.appending(path: name)
  let walk = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
  let entries = [start] + (walk?.compactMap { $0 as? URL } ?? [])
  return try entries.flatMap { entry in
    let values = try entry.resourceValues(forKeys: [.isRegularFileKey, .isSymbolicLinkKey])
    if values.isRegularFile == true { return [entry] }
    // Sources that two targets have in common are in the folder of one, and linked from the other.
    let target = entry.resolvingSymlinksInPath()
    return values.isSymbolicLink == true && target.path.hasPrefix(root.path)
      ? try files(in: path(of: target)) : []
  }
}

// MARK: Import lines

/// The modules that a source file imports, with their lines.
private func imports(in source: String) -> [(module: String, line: Int)] {
  let words: Set = ["public", "package", "internal", "fileprivate", "private"]
  let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
  var found: [(module: String, line: Int)] = []
  var (isInLiteral, isInRawLiteral) = (false, false)
  for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
  {
    if line.contains(isInRawLiteral ? "\"\"\"#" : "#\"\"\"") {
      isInRawLiteral.toggle()
      continue
    }
    if isInRawLiteral { continue }
    if line.components(separatedBy: "\"\"\"").count % 2 == 0 { isInLiteral.toggle() }
    if isInLiteral { continue }
    for statement in line.split(separator: ";") {
      let tokens = statement.split(whereSeparator: \.isWhitespace).map(String.init)
      let rest = tokens.drop { $0.hasPrefix("@") || words.contains($0) }
      guard rest.first == "import" else { break }
      let module = rest.dropFirst().drop { kinds.contains($0) }.first ?? ""
      found.append((String(module.prefix { $0 != "." }), index + 1))
    }
  }
  return found
}
