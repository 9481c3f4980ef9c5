import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import Sessions
import Testing

@testable import Transfer

@Suite struct `The times of an exported table` {
  /// Returns the lengths of the texts of the columns with times, in all rows with one.
  private func forms(_ text: String, _ columns: [String]) -> Set<Int> {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    guard let header = lines.first else { return [] }
    let indices = columns.compactMap { name in header.firstIndex { $0 == name } }
    return Set(
      lines.dropFirst().flatMap { line in indices.map { line[$0].count } }.filter { $0 > 0 })
  }

  private static let tables: [(kind: ExportKind, header: String, row: String, times: [String])] = [
    (.sparks, "at,title,category", "TIME,One,idea", ["at"]),
    (.moods, "recorded_at,date,mood,value", "TIME,2026-03-01,good,", ["recorded_at"]),
    (.entries, "at,tracker,kind,value", "TIME,T,measurement,1", ["at"]),
    (.activities, "at,kind,text", "TIME,journal,x", ["at"]),
    (.tasks, "added,completed,name", "TIME,2026-03-09T10:00:00Z,x", ["added", "completed"]),
  ]

  @Test(arguments: tables.indices, [false, true])
  func `have one form, with a fraction only if a time has one`(
    index: Int, hasFraction: Bool
  ) throws {
    let (kind, header, row, times) = Self.tables[index]
    let scratch = try ImportScratch()
    var written = ["2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z", "2026-03-03"]
    if hasFraction { written.append("2026-03-04T10:00:00.250Z") }
    let text =
      header + "\n" + written.map { row.replacing("TIME", with: $0) + "\n" }.joined()
    try scratch.write("t.csv", text)
    let report = try scratch.run("t.csv")
    #expect(report.line == "\(written.count)=\(written.count)+0+0+0+0", "\(report.rejects)")
    let exported = try scratch.export(kind)
    // 2026-03-01T10:00:00Z has 20 characters, with milliseconds 24.
    #expect(forms(exported, times) == [hasFraction ? 24 : 20], "\(exported)")
    if kind == .sparks {
      let order = RowOrder(column: "title", isDescending: true)
      let sorted = try scratch.export(kind, order: order)
      #expect(forms(sorted, times) == [hasFraction ? 24 : 20])
    }
  }

  @Test func `with an imported day are those of an import of the export`() throws {
    let scratch = try ImportScratch(zone: "Europe/Rome")
    let mapping: MappingTree = [
      "kind": "entry", "columns": ["tracker": ["value": "T"], "at": "date", "number": "v"],
    ]
    _ = try scratch.map(mapping, "date,v\n2026-01-01,1\n2026-01-02 08:30,2\n")
    let entries = try scratch.export(.entries, ["at", "tracker", "kind", "value"])
    #expect(
      entries == """
        at,tracker,kind,value
        2026-01-01T12:00:00+01:00,T,measurement,1
        2026-01-02T08:30:00+01:00,T,measurement,2

        """)
    try scratch.write("e.csv", entries)
    #expect(try scratch.run("e.csv").line == "2=0+0+2+0+0")
  }

  // Until 1893 the clocks of Rome were 49 min 56 s ahead of Greenwich, so noon was at 11:10:04.
  @Test func `before standard time are in UTC, and come back`() throws {
    let scratch = try ImportScratch(zone: "Europe/Rome")
    try scratch.write(
      "e.csv",
      "at,tracker,kind,value\n1890-05-01,W,measurement,1\n1890-05-02T12:00:00+00:49:57,W,measurement,2\n"
        + "1900-05-01,W,measurement,3\n")
    try scratch.write(
      "s.csv", "at,title,category\n1890-05-01,One,idea\n1890-05-01T10:00:00Z,Two,idea\n")
    try scratch.run("e.csv", "s.csv")
    let entries = try scratch.export(.entries, ["at", "tracker", "kind", "value"])
    // An offset that is not that of the zone stays.
    #expect(
      entries == """
        at,tracker,kind,value
        1890-05-01T11:10:04-00:00,W,measurement,1
        1890-05-02T12:00:00+00:49:57,W,measurement,2
        1900-05-01T12:00:00+01:00,W,measurement,3

        """)
    let sparks = try scratch.export(.sparks, ["at", "title", "category"])
    #expect(
      sparks == """
        at,title,category
        1890-05-01T10:00:00Z,Two,idea
        1890-05-01T11:10:04-00:00,One,idea

        """)
    #expect(
      try scratch.export(
        .sparks, ["at", "title", "category"], order: RowOrder(column: "at", isDescending: false))
        == sparks)
    try scratch.write("e2.csv", entries)
    try scratch.write("s2.csv", sparks)
    #expect(try scratch.run("e2.csv", "s2.csv").line == "5=0+0+5+0+0")
    let other = try ImportScratch(zone: "Europe/Rome")
    try other.write("e2.csv", entries)
    try other.write("s2.csv", sparks)
    try other.run("e2.csv", "s2.csv")
    #expect(try other.export(.entries) == scratch.export(.entries))
    #expect(try other.state() == scratch.state())
  }
}
