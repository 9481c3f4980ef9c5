import Foundation
import Lua
import Scripting
import Testing
import Transfer

struct `A bundled mapping` {
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "examples/data")

  /// The files below `examples/data`, with the letters with which their names begin.
  private static let files: [(path: String, app: String)] = {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: examples.path)) ?? []
    return paths.sorted().map { examples.appending(path: $0) }
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile ?? false }
      .map { ($0.path, String($0.lastPathComponent.prefix { $0.isLetter })) }
  }()

  @Test(arguments: BundledMappings.all)
  func `is a valid mapping file that begins with a comment`(table: BundledMapping) throws {
    #expect(table.lua.hasPrefix("-- "))
    #expect(table.title.hasSuffix("."))
    try withScriptThread { () throws in
      _ = try MappingFile.mapping(of: Array(table.lua.utf8), path: "\(table.app).lua")
    }
  }

  @Test(arguments: BundledMappings.all)
  func `has a made file of its table`(table: BundledMapping) throws {
    let alone = KnownMappings(BundledMappings.known().all.filter { $0.isEqual(table) })
    let claimed = try Self.files.filter { $0.app == table.app }.filter {
      try alone.mapping(ofFile: $0.path, ImportOptions().text) != nil
    }
    #expect(!claimed.isEmpty, "\(table.app) \(table.table)")
  }

  @Test func `claims the made files of its app, and no others`() throws {
    let known = BundledMappings.known()
    #expect(Self.files.count > 50)
    for file in Self.files {
      #expect(
        try known.mapping(ofFile: file.path, ImportOptions().text)?.name
          == (known.names.contains(file.app) ? file.app : nil), "\(file.path)")
    }
  }
}

extension KnownMapping {
  fileprivate func isEqual(_ table: BundledMapping) -> Bool {
    name == table.app && signature.columns == table.signature.columns
      && signature.members == table.signature.members
  }
}
