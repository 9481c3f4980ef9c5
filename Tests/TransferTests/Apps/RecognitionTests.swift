import Foundation
import Testing

@testable import Transfer

@Suite struct `Files of other apps` {
  @Test func `are each claimed by their own format, and by no other`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "examples/data/imports")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let apps = AppFormats.readWhole.map(\.name) + AppFormats.readByRecord.map(\.name)
    var seen: Set<String> = []
    for name in names {
      let files = try example(name)
      let glimpses = files.map(glimpse)
      let app = String(name.prefix { $0.isLetter })
      var claims: [String] = []
      for format in AppFormats.readWhole {
        let indices = format.claim(glimpses)
        if indices.isEmpty { continue }
        claims.append(format.name)
        #expect(Set(indices).count == files.count, "\(format.name) leaves files of \(name)")
      }
      let context = try appContext()
      for format in AppFormats.readByRecord
      where glimpses.contains(where: { format.translator(for: $0.header, context) != nil }) {
        claims.append(format.name)
      }
      #expect(claims == (apps.contains(app) ? [app] : []), "\(name)")
      if apps.contains(app) { seen.insert(app) }
    }
    #expect(seen == Set(apps))
  }

  @Test func `have formats in the order of their names, each with a complete guide`() {
    let names = AppFormats.readWhole.map(\.name)
    #expect(names == names.sorted())
    for guide in AppFormats.readWhole.map(\.guide) + AppFormats.readByRecord.map(\.guide) {
      #expect(guide.summary.hasSuffix("."))
      #expect(!guide.columns.isEmpty)
      #expect(!guide.identity.isEmpty)
      #expect(guide.oddities.allSatisfy { $0.hasSuffix(".") })
    }
  }

  @Test func `without readable content are refused`() throws {
    let context = try appContext()
    // A list, a log or a table of a habit may be empty.
    let others = ["harsh", "loop", "taskwarrior", "timewarrior"]
    for format in AppFormats.readWhole where !others.contains(format.name) {
      let problem = #expect(throws: FormatProblem.self) {
        try format.read([appFile("empty.csv", "\n\n")], context)
      }
      #expect(
        problem?.description == "empty.csv: there is no header in this file", "\(format.name)")
    }
  }

  @Test func `are read from corrected rejects files`() throws {
    let rejected = RejectColumns.always.joined(separator: ",")
    let context = try appContext()
    let moods = try read(
      DaylioFormat(),
      "full_date,weekday,time,mood,activities,note,\(rejected)\n"
        + "2026-06-01,x,20:00,good,,,old/daylio.csv,2,mood,Gut,why\n",
      path: "daylio.rejects.csv", context)
    #expect(moods.units[0].events.map(\.key) == ["daylio/2026-06-01/20:00"])
    #expect(moods.columns == [["full_date", "weekday", "time", "mood", "activities", "note"]])
    #expect(
      moods.units[0].originals[0].fields == ["2026-06-01", "x", "20:00", "good", "", ""])
    let lines = try read(
      TaskwarriorFormat(),
      "task,\(rejected)\n"
        + #""{""uuid"":""u"",""description"":""d"",""status"":""pending"","#
        + #"""entry"":""20260801T080000Z""}",old/tasks.json,2,status,done,why"# + "\n",
      path: "taskwarrior.rejects.csv", context)
    #expect(lines.events == [#"2026-08-01T08:00:00Z task {"name":"d"} key u"#])
    #expect(lines.columns == [["task"]])
  }

  @Test func `have unambiguous keys of limited length`() {
    #expect(SourceKey.make("a", "b/c") == "a/b%2Fc")
    #expect(SourceKey.make("a", "b%2Fc") == "a/b%252Fc")
    let long = SourceKey.make("a", String(repeating: "é", count: 600))
    #expect(long.utf8.count <= SourceKey.longest)
    #expect(long != SourceKey.make("a", String(repeating: "é", count: 601)))
    #expect(long == SourceKey.make("a", String(repeating: "é", count: 600)))
  }
}
