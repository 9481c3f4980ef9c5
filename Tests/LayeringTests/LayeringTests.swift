import Foundation
import Testing

/// The import table of the house: what each target may import, ours first, then what comes from
/// elsewhere. The standard library needs no import; C targets have no Swift to look at.
private let table: [String: Layer] = [
  // Leaves.
  "CLua": Layer(),
  "CLuaShims": Layer(ours: ["CLua"]),
  "CDraws": Layer(),
  "CScan": Layer(),
  "CConfinement": Layer(),
  "CLineEditor": Layer(),
  "Confinement": Layer(ours: ["CConfinement"], others: ["Glibc"]),
  "Lua": Layer(ours: ["CLua", "CLuaShims"], others: ["Glibc", "Synchronization"]),
  "CSV": Layer(ours: ["CScan"], others: ["Glibc"]),
  "CArchives": Layer(),
  "Archives": Layer(ours: ["CArchives"]),
  "CounterRandom": Layer(ours: ["CDraws"]),
  "JSON": Layer(),
  "Calendar": Layer(others: ["Glibc"]),
  "Schema": Layer(ours: ["Calendar", "JSON"]),
  "Rules": Layer(ours: ["Calendar", "CounterRandom", "JSON", "Schema"]),
  // The profile.
  "CSQLite": Layer(),
  "Storage": Layer(
    ours: ["Calendar", "JSON", "Schema", "CSQLite", "Rules"],
    others: ["Dispatch", "Foundation", "GRDB", "GRDBSQLite", "Synchronization"]),
  "Sessions": Layer(
    ours: ["Calendar", "JSON", "Schema", "Rules", "Storage"],
    others: ["Foundation", "Synchronization"]),
  // The jobs.
  "Scripting": Layer(
    ours: [
      "Calendar", "JSON", "Schema", "CSV", "CounterRandom", "Lua", "Rules", "Sessions",
      "Simulation", "Transfer",
    ],
    others: ["Foundation", "Synchronization"]),
  "Transfer": Layer(
    ours: ["Calendar", "JSON", "Schema", "Archives", "CSV", "Rules", "Sessions"],
    others: ["Foundation", "Synchronization"]),
  "Simulation": Layer(
    ours: ["Calendar", "JSON", "Schema", "CounterRandom", "Rules"],
    others: ["BigInt", "Dispatch", "Foundation", "RealModule", "Synchronization"]),
  "Reports": Layer(
    ours: ["Calendar", "JSON", "Schema", "Rules", "Simulation"], others: ["Foundation"]),
  // The command.
  "flint": Layer(
    ours: [
      "Calendar", "JSON", "Schema",
      "CDraws", "CLineEditor", "CLua", "CLuaShims", "CSV", "Confinement", "CounterRandom", "Lua",
      "Reports",
      "Rules",
      "Scripting", "Sessions", "Simulation", "Storage", "Transfer", "Views",
    ],
    others: ["ArgumentParser", "Dispatch", "Foundation", "Glibc", "Synchronization"]),
]

private struct Layer {
  var ours: Set<String> = []
  var others: Set<String> = []

  var allowed: Set<String> { ours.union(others) }
}

@Suite struct `Layering` {
  @Test func `each target imports only what its layer may know`() throws {
    for target in try folders(in: "Sources") {
      guard let layer = table[target] else { continue }
      for file in try files(in: "Sources/\(target)") where file.pathExtension == "swift" {
        for found in imports(in: try String(contentsOf: file, encoding: .utf8))
        where !layer.allowed.contains(found.module) {
          let allowed = layer.allowed.sorted().joined(separator: ", ")
          Issue.record(
            """
            \(path(of: file)):\(found.line): import \(found.module), \
            but \(target) may import \(allowed.isEmpty ? "nothing" : "only \(allowed)")
            """)
        }
      }
    }
  }

  @Test func `each folder of Sources is a target of the table`() throws {
    let unknown = try folders(in: "Sources").filter { table[$0] == nil }
    #expect(unknown == [], "add them to the table at the top of this file")
  }

  @Test func `the table has no cycle and no unknown target`() {
    var settled: Set<String> = []
    while let next = table.first(where: {
      !settled.contains($0.key) && $0.value.ours.isSubset(of: settled)
    }) {
      settled.insert(next.key)
    }
    #expect(settled.sorted() == table.keys.sorted())
  }

  @Test func `nothing mentions what lies outside of the repository`() throws {
    let entries = try FileManager.default.contentsOfDirectory(atPath: root.path)
    let roots = entries.filter {
      ["Sources", "Tests", "scripts", "examples", "docs", ".ci", "Package.swift"].contains($0)
        || $0.hasSuffix(".md")
    }
    // In pieces, so that this file does not mention them.
    let outside = ["..", "/work"].map { Data(($0 + "/" + "shared").utf8) }
    for file in try roots.flatMap(files) {
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
  return try entries.filter {
    try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
  }
}

// MARK: Import lines

/// The modules that a source file imports, with their lines.
private func imports(in source: String) -> [(module: String, line: Int)] {
  let words: Set = ["public", "package", "internal", "fileprivate", "private"]
  let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
  var found: [(module: String, line: Int)] = []
  var isInLiteral = false
  for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
  {
    if line.components(separatedBy: "\"\"\"").count % 2 == 0 { isInLiteral.toggle() }
    if isInLiteral { continue }
    for statement in line.split(separator: ";") {
      let tokens = statement.split(whereSeparator: \.isWhitespace).map(String.init)
      let rest = tokens.drop { $0.hasPrefix("@") || words.contains($0) }
      guard rest.first == "import" else { continue }
      let module = rest.dropFirst().drop { kinds.contains($0) }.first ?? ""
      found.append((String(module.prefix { $0 != "." }), index + 1))
    }
  }
  return found
}
