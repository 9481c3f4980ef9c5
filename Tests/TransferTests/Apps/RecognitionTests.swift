import Foundation
import Testing

@testable import Transfer

@Suite struct `Files of other apps` {
  @Test func `are each claimed by their own format, and by no other`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "examples/data/imports")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let apps = AppFormats.all.map(\.name) + AppFormats.records.map(\.name)
    var seen: Set<String> = []
    for name in names {
      let files = try example(name)
      let glimpses = files.map(glimpse)
      let app = String(name.prefix { $0.isLetter })
      var claims: [String] = []
      for format in AppFormats.all {
        let places = format.claim(glimpses)
        if places.isEmpty { continue }
        claims.append(format.name)
        #expect(Set(places).count == files.count, "\(format.name) leaves files of \(name)")
      }
      let context = try appContext()
      for format in AppFormats.records
      where glimpses.contains(where: { format.translator(for: $0.header, context) != nil }) {
        claims.append(format.name)
      }
      #expect(claims == (apps.contains(app) ? [app] : []), "\(name)")
      if apps.contains(app) { seen.insert(app) }
    }
    #expect(seen == Set(apps))
  }

  @Test func `have formats in the order of their names, each with a whole guide`() {
    let names = AppFormats.all.map(\.name)
    #expect(names == names.sorted())
    for guide in AppFormats.all.map(\.guide) + AppFormats.records.map(\.guide) {
      #expect(guide.summary.hasSuffix("."))
      #expect(!guide.columns.isEmpty)
      #expect(!guide.identity.isEmpty)
      #expect(guide.oddities.allSatisfy { $0.hasSuffix(".") })
    }
  }

  @Test func `without anything that can be read say so`() throws {
    let context = try appContext()
    for format in AppFormats.all where format.name != "taskwarrior" && format.name != "loop" {
      #expect(throws: FormatProblem.self) {
        try format.read([appFile("empty.csv", "\n\n")], context)
      }
    }
  }

  @Test func `have keys that no part can counterfeit, and none too long`() {
    #expect(SourceKey.make("a", "b/c") == "a/b%2Fc")
    #expect(SourceKey.make("a", "b%2Fc") == "a/b%252Fc")
    let long = SourceKey.make("a", String(repeating: "é", count: 600))
    #expect(long.utf8.count <= SourceKey.longest)
    #expect(long != SourceKey.make("a", String(repeating: "é", count: 601)))
    #expect(long == SourceKey.make("a", String(repeating: "é", count: 600)))
  }
}
