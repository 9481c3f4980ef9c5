import Calendar
import Foundation
import JSON
import Rules
import Testing

@testable import Transfer

/// The description of a folder with a profile's tables.
struct `A manifest` {
  /// Returns a manifest with other members.
  private static func text(_ changes: [String: String?] = [:]) -> String {
    let members: [(String, String)] = [
      ("form", #""flint tables""#), ("version", "1"), ("seed", #""7""#), ("zone", #""UTC""#),
      ("newest", #""2026-03-01T10:00:00Z""#), ("tables", #"[{"file":"sparks.csv","rows":2}]"#),
      ("rulebook", RulebookDefinition.ignition.json.text()),
    ]
    let given: [(String, String?)] = members.map { ($0.0, changes[$0.0] ?? $0.1) }
    let more = changes.filter { name, _ in !members.contains { $0.0 == name } }
      .map { ($0.key, $0.value) }
    let all = (given + more).compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    return "{" + all.joined(separator: ",") + "}"
  }

  private func read(_ text: String) throws -> ProfileManifest {
    try ProfileManifest(parsing: Array(text.utf8), path: "profile.json")
  }

  @Test func `has the properties of a profile`() throws {
    let manifest = try read(
      Self.text(["day_start": #""11:59""#, "seed": #""18446744073709551615""#]))
    #expect(manifest.seed == .max)
    #expect(manifest.zone == "UTC")
    #expect(manifest.dayStart.description == "11:59")
    #expect(manifest.newest == Instant(milliseconds: 1_772_359_200_000))
    #expect(manifest.tables.map(\.name) == ["sparks.csv"] && manifest.tables.map(\.rows) == [2])
    let plain = try read(Self.text(["newest": "null"]))
    #expect(plain.newest == nil && plain.dayStart == .midnight)
  }

  @Test func `is written as it is read, and names only another day start than midnight`() throws {
    let text = Self.text(["day_start": #""04:00""#])
    let written = try read(text).json
    #expect(written["day_start"] == .string("04:00"))
    let manifest = try read(written.text())
    #expect(
      manifest.seed == 7 && manifest.zone == "UTC" && manifest.dayStart.description == "04:00")
    #expect(manifest.newest == Instant(milliseconds: 1_772_359_200_000))
    #expect(manifest.tables.map(\.name) == ["sparks.csv"])
    #expect(try read(Self.text()).json["day_start"] == nil)
    #expect(try read(Self.text(["newest": "null"])).json["newest"] == .null)
  }

  private static let none = "not the manifest of a profile's tables (flint export everything)"
  private static let time =
    "expected a timestamp such as 2026-03-01, 2026-03-01T09:30 or 2026-03-01T09:30:00+01:00"
  private static let dayStart = "day_start: expected a time from 00:00 to 11:59, such as 04:00"

  private static let wrong: [(String, String?, String)] = [
    ("form", nil, none), ("form", #""flint profile""#, none), ("version", nil, none),
    ("version", #""1""#, none),
    ("version", "2", "written by a later version of Flint; use that version"),
    ("seed", nil, none), ("seed", "7", none), ("seed", #""-1""#, none),
    ("seed", #""18446744073709551616""#, none), ("zone", nil, none), ("zone", "7", none),
    ("zone", #""Mars/X""#, "there is no time zone \"Mars/X\""),
    ("tables", nil, none), ("tables", "{}", none), ("rulebook", nil, none),
    ("rulebook", "{}", "the rulebook in it cannot be read"),
    ("tables", #"[{"file":"a.csv"}]"#, "a table in it has no file or no rows"),
    ("tables", #"[{"rows":1}]"#, "a table in it has no file or no rows"),
    ("tables", #"[{"file":"../a.csv","rows":1}]"#, "a table in it has no file or no rows"),
    ("newest", #""soon""#, "newest: \(time), found \"soon\""),
    ("newest", #""2026-03-01T10:00""#, "newest: \(time), found \"2026-03-01T10:00\""),
    ("day_start", #""12:00""#, "\(dayStart), found \"12:00\""),
    ("day_start", "4", "\(dayStart), found 4"),
  ]

  @Test(arguments: wrong)
  func `is refused by each of its members`(name: String, value: String?, message: String) {
    let problem = #expect(throws: FormatProblem.self) { try read(Self.text([name: value])) }
    #expect(problem?.description == "profile.json: \(message)")
  }

  @Test func `lists files that are there, with as many rows`() throws {
    let scratch = try ImportScratch()
    try scratch.write("f/profile.json", Self.text())
    let folder = scratch.path("f")
    let missing = #expect(throws: FormatProblem.self) { try ProfileManifest(inFolder: folder) }
    #expect(
      missing?.description
        == "\(folder)/sparks.csv: the file is missing: \(folder)/profile.json lists it with 2 rows")
    for count in 1...3 {
      let rows = (1...count).map { "2026-03-01,T\($0),idea\n" }.joined()
      try scratch.write("f/sparks.csv", "at,title,category\n" + rows)
      let manifest = try #require(try ProfileManifest(inFolder: folder))
      let report = try scratch.run(folder)
      if count == 2 {
        try manifest.check(report, folder: folder + "//")
        continue
      }
      let problem = #expect(throws: FormatProblem.self) {
        try manifest.check(report, folder: folder + "/")
      }
      #expect(
        problem?.description
          == "\(folder)/sparks.csv: expected 2 rows, as profile.json states, got \(count)")
    }
  }
}
