import Foundation
import FlintRules
import Testing
import Transfer

/// Misplaced quotes never alter a text without an error.
struct `Broken quotes` {
  private func problems(_ name: String, _ text: String) throws -> [String] {
    let scratch = try ImportScratch()
    try scratch.write(name, text)
    let report = try scratch.run(name)
    return report.rejects.map { "\($0.line): \($0.problem)" } + [report.line]
  }

  private static let daylio = "full_date,date,weekday,time,mood,activities,note_title,note\n"
  private static let after =
    "text after a closing quote (a quote inside a quoted field is written twice)"

  @Test func `that would alter the text of an app's row reject the row`() throws {
    let rows = """
      2026-01-02,January 2,Friday,10:00,good,walk,,"He said "hi" to me"
      2026-01-03,January 3,Saturday,10:00,good,"walk, Round 48"","Title","a note, with comma"
      2026-01-04,January 4,Sunday,10:00,good,"walk" ,,5" of snow

      """
    #expect(
      try problems("daylio.csv", Self.daylio + rows) == [
        "2: \(Self.after) (line 2, column 56)", "3: \(Self.after) (line 3, column 61)",
        "3=1+0+0+2+0",
      ])
  }

  @Test func `that would alter the text of a row of Flint's own format reject the row`() throws {
    let rows = "2026-01-02,\"One \"two\" three\",idea\n2026-01-03,\"Four\" ,idea\n"
    #expect(
      try problems("sparks.csv", "at,title,category\n" + rows) == [
        "2: \(Self.after) (line 2, column 18)", "2=1+0+0+1+0",
      ])
  }

  @Test func `that a later quote closes report the number of lines inside them`() throws {
    let rows = """
      2026-01-05,January 5,Monday,10:00,good,walk,t,"open
      2026-01-06,January 6,Tuesday,10:00,good,walk,t,plain
      2026-01-07,January 7,Wednesday,10:00,good,walk,t,plain
      2026-01-08,January 8,Thursday,10:00,good,walk,"t",plain

      """
    #expect(
      try problems("daylio.csv", Self.daylio + rows) == [
        "2: \(Self.after) (line 5, column 48); the quote that opens in line 2, column 47 makes the 3 lines "
          + "below it part of this row", "1=0+0+0+1+0",
      ])
    #expect(
      try problems(
        "sparks.csv", "at,title,category\n2026-01-02,\"One,idea\n2026-01-03,\"Two\",idea\n")
        == [
          "2: \(Self.after) (line 3, column 13); the quote that opens in line 2, column 12 makes the line "
            + "below it part of this row", "1=0+0+0+1+0",
        ])
  }

  @Test(arguments: ["sparks.csv", "daylio.csv"])
  func `that are never closed report the number of lines inside them`(name: String) throws {
    let text =
      name == "sparks.csv"
      ? "at,title,category\n2026-01-02,\"One,idea\n2026-01-03,Two,idea\n2026-01-04,Three,idea\n"
      : Self.daylio + "2026-01-02,January 2,\"Friday,10:00,good,walk,,\n"
        + "2026-01-03,January 3,Saturday,10:00,good,walk,,\n2026-01-04,,,10:00,good,walk,,"
    let column = name == "sparks.csv" ? 12 : 22
    #expect(
      try problems(name, text) == [
        "2: the quote that opens here is never closed (line 2, column \(column)); the 2 lines below "
          + "it, up to the end of the file, are part of this row", "1=0+0+0+1+0",
      ])
  }
}

/// Bytes that are invalid in the file's encoding stay unchanged until an encoding is given for
/// them.
struct `Rejected bytes` {
  /// Files with an é in Latin-1, which is invalid in UTF-8.
  private static let files: [String: String] = [
    "daylio.csv": "full_date,weekday,mood,activities,note\n2026-01-02,,good,,café\n",
    "sparks.csv": "at,title,category\n2026-01-02,café,idea\n",
    "tasks.json": #"{"uuid":"a","status":"pending","entry":"20260102T100000Z","#
      + "\"description\":\"café\"}\n",
  ]

  @Test(arguments: ["daylio.csv", "sparks.csv", "tasks.json"])
  func `are unchanged in the rejects file, and rejected again`(
    name: String
  ) throws {
    let scratch = try ImportScratch()
    let text = try #require(Self.files[name]?.data(using: .isoLatin1))
    try text.write(to: URL(fileURLWithPath: scratch.path(name)))
    #expect(try scratch.run(name).line == "1=0+0+0+1+0")
    let rejects = try Data(contentsOf: URL(fileURLWithPath: scratch.path("rejects.csv")))
    #expect(rejects.firstRange(of: Data(Array("caf".utf8) + [0xE9])) != nil)
    try FileManager.default.moveItem(
      atPath: scratch.path("rejects.csv"), toPath: scratch.path("first.csv"))
    #expect(try scratch.run("first.csv").line == "1=0+0+0+1+0")
  }
}

/// The kind of line ends in a text does not change the text.
struct `Line ends in texts` {
  private func run(_ scratch: ImportScratch, _ name: String, _ text: String) throws -> String {
    try scratch.write(name, text)
    return try scratch.run(name).line
  }

  @Test func `of Windows are equal to others, for an app's file`() throws {
    let scratch = try ImportScratch()
    let text = "full_date,weekday,mood,activities,note\n2026-01-02,,good,walk,\"one\ntwo\"\n"
    #expect(try run(scratch, "daylio.csv", text) == "1=1+0+0+0+0")
    let windows = text.replacing("\n", with: "\r\n")
    #expect(try run(scratch, "daylio.csv", windows) == "1=0+0+1+0+0")
    #expect(try run(scratch, "daylio.csv", text.replacing("\n", with: "\r")) == "1=0+0+1+0+0")
  }

  @Test func `of Windows are equal to others, for a mapping without ids`() throws {
    let scratch = try ImportScratch()
    let mapping: MappingTree = [
      "kind": "entry",
      "columns": ["at": "Day", "text": "What", "tracker": ["value": "Diary"]],
    ]
    let text = "Day,What\n2026-01-02,\"one\ntwo\"\n"
    #expect(try scratch.map(mapping, text).line == "1=1+0+0+0+0")
    #expect(
      try scratch.map(mapping, text.replacing("\n", with: "\r\n")).line == "1=0+0+1+0+0")
  }

  @Test func `of Windows are equal to others, for an export with ids`() throws {
    let scratch = try ImportScratch()
    let text = "at,title,category,notes,key\n2026-01-02,One,idea,\"one\ntwo\",k\n"
    #expect(try run(scratch, "sparks.csv", text) == "1=1+0+0+0+0")
    #expect(
      try run(scratch, "sparks.csv", text.replacing("\n", with: "\r\n")) == "1=0+0+1+0+0")
  }
}
