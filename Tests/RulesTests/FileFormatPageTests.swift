import Foundation
import FlintSchema
import Testing

@testable import FlintRules

struct `The page on the file format` {
  private let page: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    page = try String(
      contentsOf: root.appendingPathComponent("docs/file-format.md"), encoding: .utf8)
  }

  @Test func `lists every kind of event with its number, name and rank`() {
    let rows = page.split(separator: "\n").filter { line in
      EventKind.allCases.contains { line.hasPrefix("| \($0.rawValue) | \($0.name) |") }
    }
    #expect(rows.count == EventKind.allCases.count)
    for (row, kind) in zip(rows, EventKind.allCases) {
      #expect(row.hasPrefix("| \(kind.rawValue) | \(kind.name) | \(kind.rank) | "), "\(row)")
    }
  }

  @Test func `lists the members of contents in the order of the schemas`() {
    func members(_ kind: EventKind) -> [String] {
      let row = page.split(separator: "\n").first { $0.hasPrefix("| \(kind.rawValue) | ") } ?? ""
      let cell = row.split(separator: "|").last ?? ""
      return cell.matches(of: /`([a-z_]+)`/).map { String($0.1) }
    }
    #expect(members(.taskAdd) == TaskContent.schema.declarations.map(\.member))
    #expect(members(.projectAdd) == ProjectContent.schema.declarations.map(\.member))
    #expect(members(.activity) == Activity.schema.declarations.map(\.member))
    #expect(members(.mood) == MoodContent.schema.declarations.map(\.member))
    #expect(members(.trackerCreate) == TrackerContent.schema.declarations.map(\.member))
  }
}
