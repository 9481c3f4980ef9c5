import Foundation
import Testing

@testable import Scripting

/// With `FLINT_RECORD=1` in the environment the pages are written anew.
struct `The documentation of the Lua API` {
  private static let folder = Playground.root.appendingPathComponent("docs/reference")
  private static let pages = Reference().pages

  @Test(arguments: pages.map(\.path))
  func `has an index, and a page for each module`(path: String) throws {
    let page = try #require(Self.pages.first { $0.path == path })
    let file = Self.folder.appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["FLINT_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try page.text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == page.text)
  }

  @Test func `has no page of a module that does not exist`() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appendingPathComponent("lua").path)
    let pages = Self.pages.map(\.path).filter { $0.hasPrefix("lua/") }
    #expect(names.map { "lua/\($0)" }.sorted() == pages.sorted())
  }

  @Test func `has on its pages what flint api prints as one`() {
    let whole = Reference().markdown
    for page in Self.pages.dropFirst() {
      let parts = page.text.split(separator: "\n## ").dropFirst()
      #expect(!parts.isEmpty, "\(page.path)")
      for part in parts { #expect(whole.contains("### " + part), "\(page.path)") }
    }
  }
}
