import FlintCalendar
import Foundation
import FlintRules
import Sessions
import Testing

@testable import Transfer

/// Incompatible amounts are added up only on request.
struct `Trackers of an import` {
  private static let minutes = "at,tracker,kind,value\n2026-01-05T10:00:00Z,Walk,session,30\n"
  private static let checks = "Date,Walk\n2026-01-05,YES_MANUAL\n"

  /// Returns the message of a rejected import.
  private func refusal(_ body: () throws -> ImportReport) -> String {
    do {
      return "not refused: \(try body().line)"
    } catch {
      return "\(error)"
    }
  }

  private func entries(_ scratch: ImportScratch) throws -> [String] {
    try scratch.state().trackers.trackers.map { "\($0.content.name) \($0.entries)" }.sorted()
  }

  /// As if the earlier file had been imported first.
  @Test(arguments: [["a.csv", "b.csv"], ["b.csv", "a.csv"]])
  func `have the name of their earliest entry, in any order of imports`(files: [String]) throws {
    let scratch = try ImportScratch()
    try scratch.write("a.csv", "at,tracker,kind,value\n2026-01-05T10:00:00Z,Gym,session,30\n")
    try scratch.write("b.csv", "at,tracker,kind,value\n2025-01-05T10:00:00Z,gym,session,20\n")
    for file in files + files { try scratch.run(file) }
    #expect(try entries(scratch) == ["gym 2"])
    let tracker = try #require(try scratch.state().trackers.trackers.first)
    // 2025-01-05T10:00:00Z.
    #expect(tracker.createdAt == Instant(milliseconds: 1_736_071_200_000))
  }

  @Test func `made by hand keep what an earlier file does not say`() throws {
    let scratch = try ImportScratch()
    try scratch.session { session in
      let content = try TrackerContent(name: "Gym", description: "Weights", category: .health)
      let at = try #require(Timestamp("2026-01-05T10:00:00Z"))
      _ = try session.record(.tracker(.create(content)), at: .written(at))
    }
    try scratch.write("b.csv", "at,tracker,kind,value\n2025-01-05T10:00:00Z,gym,session,20\n")
    try scratch.run("b.csv")
    let tracker = try #require(try scratch.state().trackers.trackers.first)
    #expect(tracker.content.name == "gym")
    #expect(tracker.content.description == "Weights")
    #expect(tracker.content.category == .health)
  }

  @Test func `do not mix amounts of two files of one import`() throws {
    let scratch = try ImportScratch()
    try scratch.write("f/Checkmarks.csv", Self.checks)
    try scratch.write("f/e.csv", Self.minutes)
    let refusal = refusal { try scratch.run("f") }
    #expect(refusal.contains("of \"Walk\", checks in "))
    #expect(refusal.contains(" and minutes in the file"))
    #expect(
      refusal.contains("imported by itself, or put them together by --trackers \"Walk=Walk\""))
    #expect(try entries(scratch) == [])
    #expect(try scratch.run("f") { $0.values.trackers = ["walk": "Walk"] }.line == "2=2+0+0+0+0")
  }

  private func loop(
    _ unit: String, target: String, folder: String, _ scratch: ImportScratch
  ) throws {
    try scratch.write("\(folder)/Checkmarks.csv", "Date,Run,\n2026-01-0\(unit.count),2500,\n")
    try scratch.write(
      "\(folder)/Habits.csv",
      "Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,"
        + "Target Type,Target Value,Archived?\n001,Run,NUMERICAL,,,1,1,#1,\(unit),AT_LEAST,\(target),"
        + "false\n")
  }

  @Test(arguments: ["2.0", "0"])
  func `do not mix units, in one import or two`(target: String) throws {
    let scratch = try ImportScratch()
    try loop("km", target: target, folder: "u1", scratch)
    try loop("mi.", target: target, folder: "u2", scratch)
    #expect(refusal { try scratch.run("u1", "u2") }.contains("of \"Run\", km in "))
    #expect(try scratch.run("u1").line == "2=1+0+0+0+1")
    #expect(try scratch.run("u1").line == "2=0+0+1+0+1")
    #expect(refusal { try scratch.run("u2") }.contains("of \"Run\", km in the profile and mi."))
    #expect(try entries(scratch) == ["Run 1"])
  }

  @Test
  func `to which entries are assigned have to be compatible, unless they are given for themselves`()
    throws
  {
    let scratch = try ImportScratch()
    try scratch.write("e.csv", Self.minutes)
    try scratch.write("Checkmarks.csv", Self.checks.replacing("Walk", with: "Run"))
    try scratch.run("e.csv")
    let refusal = refusal {
      try scratch.run("Checkmarks.csv") { $0.values.trackers = ["run": "Walk"] }
    }
    #expect(
      refusal.contains(
        "of \"Run\", which goes to \"Walk\", minutes in the profile and checks in the file. Give them "
          + "trackers of their own by --trackers \"Run=Walk (loop)\", or put them together by "
          + "--trackers \"Run=Walk,Walk=Walk\""))
    let report = try scratch.run("Checkmarks.csv") {
      $0.values.trackers = ["run": "Walk", "walk": "Walk"]
    }
    #expect(report.line == "1=1+0+0+0+0")
    #expect(report.sources.flatMap(\.notes).filter { $0.contains("no entries") } == [])
    #expect(try entries(scratch) == ["Walk 2"])
  }

  @Test func `whose names have commas are escaped in the advice`() throws {
    let scratch = try ImportScratch()
    try scratch.write("e.csv", Self.minutes.replacing("Walk", with: "\"Walk, fast\""))
    try scratch.write("Checkmarks.csv", Self.checks.replacing("Walk", with: "\"Walk, fast\""))
    try scratch.run("e.csv")
    let refusal = refusal { try scratch.run("Checkmarks.csv") { $0.values.trackers = ["x": "Y"] } }
    #expect(refusal.contains(#"by --trackers "Walk\, fast=Walk\, fast (loop),x=Y", or"#))
  }

  @Test func `that no file contains are reported`() throws {
    let scratch = try ImportScratch()
    try scratch.write("Checkmarks.csv", Self.checks)
    let report = try scratch.run("Checkmarks.csv") { $0.values.trackers = ["wlak": "Walk (Loop)"] }
    #expect(
      report.sources.flatMap(\.notes).contains(
        "There are no entries of \"wlak\" (did you mean \"Walk\"?)."))
  }

  @Test func `are not created if no row is recorded in them`() throws {
    let scratch = try ImportScratch()
    try scratch.write("Checkmarks.csv", Self.checks + "2026-01-06,YES_MANUAL\n")
    let first = try scratch.run("Checkmarks.csv") { $0.values.trackers = ["walk": "Walk (Loop)"] }
    #expect(first.line == "2=2+0+0+0+0")
    let again = try scratch.run("Checkmarks.csv")
    #expect(again.line == "2=0+0+0+0+2")
    #expect(again.sources.map(\.batch) == [nil])
    let reason =
      "the profile has it in the tracker \"Walk (Loop)\", and here it goes to \"Walk\"; give the same "
      + "tracker for it as before (--trackers)"
    #expect(again.changed.map(\.problem.reason) == [reason, reason])
    #expect(try entries(scratch) == ["Walk (Loop) 2"])
  }
}
