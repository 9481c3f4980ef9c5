import Foundation
import Testing

/// The documentation of the library FlintRules: its code is that of an example that is built and run.
@Suite struct `Embedding` {
  private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The fenced blocks of a language in a page.
  private static func blocks(of language: String, in page: String) -> [String] {
    page.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  private static let pages: [String] = {
    let catalog = "Library/Sources/FlintRules/FlintRules.docc"
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: catalog).path)
    return (files ?? []).sorted().map { "\(catalog)/\($0)" }
      + ["Library/README.md", "docs/embedding.md"]
  }()

  @Test(arguments: Embedding.pages)
  func `each Swift block about the library is in the example that embeds it`(_ page: String) throws
  {
    let example = try Self.text("Library/Examples/embed/main.swift")
    let manifest = try Self.text("Library/Examples/embed/Package.swift")
    for block in Self.blocks(of: "swift", in: try Self.text(page)) {
      #expect(
        example.contains(block) || manifest.contains(block), "not in Examples/embed:\n\(block)")
    }
  }

  @Test func `there are pages about the library, and the guide has code and the example's output`()
    throws
  {
    #expect(Self.pages.count >= 8)
    let guide = try Self.text("docs/embedding.md")
    #expect(Self.blocks(of: "swift", in: guide).count >= 5)
    let output = try Self.text("Library/Examples/embed/expected.txt")
    let shown = Self.blocks(of: "text", in: guide)
    #expect(!shown.isEmpty)
    for block in shown { #expect(output.contains(block), "not in expected.txt:\n\(block)") }
  }
}
