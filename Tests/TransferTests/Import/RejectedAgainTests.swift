import Foundation
import FlintRules
import Testing

@testable import Transfer

extension ImportScratch {
  fileprivate func write(_ name: String, bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  /// Renames the rejects file.
  fileprivate func keepRejects(as name: String) throws {
    try? FileManager.default.removeItem(atPath: path(name))
    try FileManager.default.moveItem(atPath: path("rejects.csv"), toPath: path(name))
  }
}

/// A row that breaks the rules of CSV is read as other text, which is valid in a rejects file; so
/// it is not recorded unless the user has checked it.
struct `A rejected row that breaks the rules of CSV` {
  private static let daylio = "full_date,date,weekday,time,mood,activities,note_title,note\n"
  static let files = [
    "daylio.csv": daylio
      + "2026-01-05,January 5,Monday,10:00 AM,good,,t,\"He said \"hi\" to me\"\n",
    "sparks.csv": "at,title,category\n2026-01-05,\"He said \"hi\" to me\",idea\n",
    "moods.csv": "value,date,mood,note\n,2026-01-05,good,\"open\n,2026-01-06,bad,x\n",
  ]

  @Test(arguments: ["daylio.csv", "sparks.csv", "moods.csv"])
  func `stays rejected with its reason before it is changed`(name: String) throws {
    let scratch = try ImportScratch()
    try scratch.write(name, try #require(Self.files[name]))
    let reason = try #require(try scratch.run(name).rejects.first).problem.reason
    var texts: [String] = []
    for again in ["one.csv", "two.csv"] {
      try scratch.keepRejects(as: again)
      let report = try scratch.run(again)
      #expect(report.line == "1=0+0+0+1+0")
      #expect(
        report.rejects.first?.problem.reason
          == "not changed since it was rejected from \(scratch.path(name)):2: \(reason); fix it, or empty "
          + "its reject_row if it is right as it is")
      texts.append(
        try scratch.text("rejects.csv").split(separator: "\n").last.map(String.init) ?? "")
    }
    #expect(texts[0].contains("not changed") && texts[1].contains("not changed"))
    try scratch.keepRejects(as: "fixed.csv")
    let fixed = try scratch.text("fixed.csv").replacing("said hi\"\"", with: "said \"\"hi\"\"")
      .replacing("open", with: "closed")
    try scratch.write("fixed.csv", fixed)
    #expect(try scratch.run("fixed.csv").line == "1=1+0+0+0+0")
  }

  // Two glasses of water, one mistyped: corrected, the second equals the first, which is recorded.
  @Test(arguments: [
    (["D,V", "2026-01-01,5", "2026-01-01,x5"], ",x5,", ",5,"),
    (["at,title,category", "2026-01-01,T,idea", "2026-01-01,T,ideo"], ",ideo,", ",idea,"),
  ])
  func `is not lost untold if it equals a recorded row once it is corrected`(
    rows: [String], wrong: String, right: String
  ) throws {
    let scratch = try ImportScratch()
    let mapping = try Mapping(
      reading: [
        "kind": "entry", "columns": ["at": "D", "tracker": ["value": "T"], "number": "V"],
      ], name: "m.lua")
    func run(_ name: String) throws -> ImportReport {
      try? FileManager.default.removeItem(atPath: scratch.path("rejects.csv"))
      return try scratch.run(name) { if rows[0] == "D,V" { mapping.fill(&$0) } }
    }
    let text = rows.joined(separator: "\n") + "\n"
    try scratch.write("q.csv", text)
    #expect(try run("q.csv").line == "2=1+0+0+1+0")
    let rejects = try scratch.text("rejects.csv")
    try scratch.write("fixed.csv", rejects.replacing(wrong, with: right, maxReplacements: 1))
    let again = try run("fixed.csv")
    #expect(again.line == "1=0+0+1+0+0")
    #expect(again.sources[0].equalRows == 1)
    #expect(
      again.sources[0].notes.contains(
        "A row equals one that the profile has (line 2) and added nothing. If you mean another one, "
          + "correct the original file and import that: equal rows of one file are counted."))
    try scratch.write("q.csv", text.replacing(wrong.dropLast(), with: right.dropLast()))
    let original = try run("q.csv")
    #expect(original.line == "2=1+0+1+0+0")
    #expect(original.sources[0].equalRows == 0)
  }

  @Test func `is recorded unchanged once its hash is removed`() throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", "at,title,category\n2026-01-05,\"One\" two,idea\n")
    try scratch.run("s.csv")
    let rejects = try scratch.text("rejects.csv")
    let hash = try #require(rejects.firstMatch(of: /,(r[0-9a-z]{5})\n/)?.output.1)
    try scratch.write("right.csv", rejects.replacing(hash, with: ""))
    #expect(try scratch.run("right.csv").line == "1=1+0+0+0+0")
    #expect(try scratch.sparks() == ["One two idea"])
  }

  @Test(arguments: ["daylio.csv", "sparks.csv"])
  func `is one that strict reading finds too narrow`(name: String) throws {
    let scratch = try ImportScratch()
    let text =
      name == "sparks.csv"
      ? "at,title,category,notes\n2026-01-05,One,idea\n"
      : Self.daylio + "2026-01-05,January 5,Monday,10:00 AM,good,,t\n"
    try scratch.write(name, text)
    #expect(try scratch.run(name) { $0.text.isStrict = true }.line == "1=0+0+0+1+0")
    try scratch.keepRejects(as: "one.csv")
    #expect(try scratch.run("one.csv") { $0.text.isStrict = true }.line == "1=0+0+0+1+0")
    try scratch.keepRejects(as: "two.csv")
    #expect(try scratch.run("two.csv").line == "1=0+0+0+1+0")
  }

  @Test func `retains its bytes, and stays rejected when they are read in their encoding`() throws {
    let scratch = try ImportScratch()
    let text = Self.daylio + "2026-01-05,January 5,Monday,10:00 AM,good,,t,\"He said \"hi\" caf"
    try scratch.write("d.csv", bytes: Array(text.utf8) + [0xE9] + Array("\"\n".utf8))
    #expect(try scratch.run("d.csv").line == "1=0+0+0+1+0")
    try scratch.keepRejects(as: "r.csv")
    let rejects = try Data(contentsOf: URL(fileURLWithPath: scratch.path("r.csv")))
    #expect(rejects.firstRange(of: Data(Array("caf".utf8) + [0xE9])) != nil)
    let report = try scratch.run("r.csv") { $0.text.encoding = "windows-1252" }
    #expect(report.rejects.first?.problem.reason.hasPrefix("not changed since") == true)
  }
}

/// The text in a rejects file is UTF-8, in any encoding of the original file.
struct `An encoding of a rejects file` {
  private static let mapping: MappingTree = [
    "kind": "spark", "encoding": "windows-1252",
    "columns": ["at": "at", "title": "t", "category": ["value": "idea"]],
  ]

  /// Imports rows of which one has a byte that is invalid in the encoding.
  private func rejected(_ scratch: ImportScratch) throws -> MappedFormat {
    let mapping = try Mapping(reading: Self.mapping, name: "test.lua")
    try scratch.write(
      "w.csv",
      bytes: Array("at,t\n2026-01-05,b".utf8) + [0x81, 0x64, 0x20, 0xFC] + Array("ber\n".utf8))
    let report = try scratch.run("w.csv") { mapping.fill(&$0) }
    #expect(report.line == "1=0+0+0+1+0")
    // The message does not suggest that the whole file is in another encoding.
    #expect(report.undecoded.isEmpty)
    try scratch.keepRejects(as: "r.csv")
    return MappedFormat(mapping)
  }

  @Test func `leaves an invalid byte unchanged`() throws {
    let scratch = try ImportScratch()
    _ = try rejected(scratch)
    let rejects = try Data(contentsOf: URL(fileURLWithPath: scratch.path("r.csv")))
    #expect(rejects.firstRange(of: Data([0x62, 0x81, 0x64, 0x20, 0xC3, 0xBC])) != nil)
  }

  @Test func `applies only to bytes that are not UTF-8`() throws {
    let scratch = try ImportScratch()
    let format = try rejected(scratch)
    let same = try scratch.run("r.csv") {
      $0.mapping = format
      $0.text.encoding = "windows-1252"
    }
    #expect(same.line == "1=0+0+0+1+0")
    #expect(
      same.rejects[0].problem.reason.hasSuffix("; that is not windows-1252 either: fix the row"))
    let other = try scratch.run("r.csv") {
      $0.mapping = format
      $0.text.encoding = "cp437"
    }
    #expect(other.line == "1=1+0+0+0+0")
    #expect(try scratch.sparks() == ["büd über idea"])
  }

  @Test func `may have characters of several bytes`() throws {
    let text = Array("ソ表".utf8)
    #expect(
      [0x83, 0x5C, 0x95, 0x5C].text(in: "shift_jis") == String(decoding: text, as: UTF8.self))
    #expect((Array("über ".utf8) + [0xE9]).text(in: "windows-1252") == "über é")
    #expect([0x81].text(in: "windows-1252") == nil)
    #expect([0x81].text(in: "klingon") == nil)
  }

  @Test(arguments: ["daylio.csv", "tasks.json"])
  func `applies to files of apps, too`(name: String) throws {
    let scratch = try ImportScratch()
    let (start, end) =
      name == "tasks.json"
      ? (
        #"{"uuid":"a","status":"pending","entry":"20260102T100000Z","description":"über caf"#,
        "\"}\n"
      ) : ("full_date,weekday,mood,activities,note\n2026-01-02,,good,,über caf", "\n")
    try scratch.write(name, bytes: Array(start.utf8) + [0xE9] + Array(end.utf8))
    #expect(try scratch.run(name).line == "1=0+0+0+1+0")
    try scratch.keepRejects(as: "r.csv")
    #expect(try scratch.run("r.csv") { $0.text.encoding = "windows-1252" }.line == "1=1+0+0+0+0")
    // The recorded text is the same as that of a file in UTF-8.
    try scratch.write(name, start + "é" + end)
    #expect(try scratch.run(name).line == "1=0+0+1+0+0")
  }
}

/// Rejected rows are read again with the original options, or not at all.
struct `Options that a rejects file stores` {
  private static let header = "full_date,weekday,time,mood,activities,note\n"

  /// Writes a rejects file of rows that were read in the time zone of New York, and returns its
  /// name.
  private func rejects(
    _ scratch: ImportScratch, _ name: String, _ rows: [UInt8], zone: String = "America/New_York"
  ) throws -> String {
    try scratch.write("in.csv", bytes: Array(Self.header.utf8) + rows)
    try scratch.run("in.csv") {
      $0.values.zone = zone
      $0.repeated = RepeatedOptions($0, map: nil)
    }
    try scratch.keepRejects(as: name)
    return scratch.path(name)
  }

  @Test(arguments: ["2026-01-05,,10:00,goood,,x", "2026-01-05,,10:00,good,,é", "long"])
  func `are found for any first row`(row: String) throws {
    let scratch = try ImportScratch()
    var bytes = row == "2026-01-05,,10:00,good,,é" ? row.utf8.dropLast(2) + [0xE9] : Array(row.utf8)
    if row == "long" {
      bytes = Array("2026-01-05,,10:00,goood,,".utf8) + Array(repeating: 0x78, count: 1 << 17)
    }
    let path = try rejects(scratch, "r.csv", bytes + [0x0A])
    #expect(RepeatedOptions(ofFile: path)?.zone == "America/New_York")
  }

  @Test func `are not read if Flint did not write them`() {
    #expect(RepeatedOptions(text: #"{"dates":5}"#)?.isEmpty == true)
    #expect(RepeatedOptions(text: "x") == nil)
  }

  @Test func `are printed as arguments of the command`() {
    var options = RepeatedOptions()
    options.trackers = ["walk, fast": "a=b\\"]
    #expect(options.arguments == #"--trackers "walk\, fast=a\=b\\""#)
    var given = RepeatedOptions()
    given.zone = "UTC"
    options.zone = "Europe/Rome"
    #expect(options.missing(in: given).arguments == #"--trackers "walk\, fast=a\=b\\""#)
    given.map = "m.lua"
    options.format = "daylio"
    #expect(options.missing(in: given).format == nil)
  }

  @Test func `reject the file if they are not given`() throws {
    let scratch = try ImportScratch()
    let row = Array("2026-01-05,,10:00,goood,,x\n".utf8)
    let first = try rejects(scratch, "a.csv", row)
    let second = try rejects(scratch, "b.csv", row, zone: "Europe/Rome")
    let failure = #expect(throws: InputFailure.self) { try scratch.run(first, second) }
    #expect(
      failure?.message
        == "its rows were read with --zone America/New_York when they were rejected; import it alone "
        + "and by its name to use them again, or give these options")
    let other = #expect(throws: InputFailure.self) { try scratch.run(second) }
    #expect(
      other?.message
        == failure?.message.replacing("America/New_York", with: "Europe/Rome"))
    #expect(try scratch.run(first, second) { $0.values.zone = "UTC" }.line == "2=0+0+0+2+0")
  }
}
