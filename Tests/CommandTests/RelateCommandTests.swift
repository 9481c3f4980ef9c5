import Foundation
import FlintJSON
import Testing

struct `flint stats relate` {
  private static let options = "--db p.db --now 2026-03-01T12:00"

  /// Forty rated days: even ones great, with a workout and a spark; odd ones bad.
  private static let days = """
    tracker.add{name = "Gym", at = "2025-12-31T10:00"}
    for i = 0, 39 do
      local day, even = clock.add_days("2026-01-01", i), i % 2 == 0
      mood.add{mood = even and "great" or "bad", day = day, at = day .. "T22:00"}
      tracker.add_entry("Gym", {done = even, at = day .. "T18:00"})
      if even then spark.add{title = "Out", category = "energy", at = day .. "T12:00"} end
    end
    spark.add{title = "Once", category = "idea", at = "2026-01-05T12:00"}
    """

  private static func profile() throws -> Scratch {
    let scratch = try Scratch()
    let commands = [
      "flint init --db p.db --zone Europe/Rome --seed 7", "flint eval \(options) '\(days)'",
    ]
    for command in commands {
      let result = try Shell.run(command, in: scratch.url)
      try #require(result.status == 0, "\(result.output)")
    }
    return scratch
  }

  @Test func `shows a table, what was too rare, and what it does not show`() throws {
    let scratch = try Self.profile()
    let result = try Shell.run("flint stats relate mood \(Self.options)", in: scratch.url)
    #expect(result.status == 0)
    #expect(
      result.output.hasPrefix("2025-12-31 to 2026-03-01: 40 rated days, 2 comparisons, blocks of "))
    #expect(result.output.contains(/\n(clear|possible|none) +Gym +habit +20 +20 +\+3\.00/))
    // From the day of the spark on, 35 other days.
    #expect(result.output.contains("Too few days: spark idea (1 with, 35 without)"))
    #expect(result.output.contains("A relation is not a cause"))
    let lines = result.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(result.output)")
    let quiet = try Shell.run("flint stats relate mood \(Self.options) --quiet", in: scratch.url)
    #expect(result.output.hasPrefix(quiet.output) && !quiet.output.contains("cause"))
  }

  @Test func `today is left out, since it is not over`() throws {
    let scratch = try Self.profile()
    let command = "flint stats relate mood --db p.db --format json --now "
    // On the fortieth day, which has no workout, and on the day after.
    for (day, count) in [("2026-02-09", 39), ("2026-02-10", 40)] {
      let report = try JSONValue(
        parsing: Shell.run(command + "\(day)T23:00", in: scratch.url).output)
      #expect(report["rated_days"] == .integer(Int64(count)))
    }
    let early = try Shell.run(command + "2026-02-09T23:00 --since 2026-02-09", in: scratch.url)
    #expect(early.status == 0 && early.output.contains(#""rated_days": 0"#), "\(early.output)")
  }

  @Test func `JSON and CSV have the same comparisons, equal in every run`() throws {
    let scratch = try Self.profile()
    let command = "flint stats relate mood \(Self.options) --lag 0..1 --format "
    let json = try Shell.run(command + "json", in: scratch.url).output
    #expect(try Shell.run(command + "json", in: scratch.url).output == json)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let relations = try #require(report["relations"] as? [[String: Any]])
    #expect(relations.count == 4 && (report["too_few_days"] as? [Any])?.count == 2)
    let csv = try Shell.run(command + "csv", in: scratch.url).output
    let rows = csv.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.count == 7 && rows.allSatisfy { $0.count == 13 })
    #expect(
      rows.dropFirst().prefix(4).map { "\($0[1]) \($0[2])" }
        == relations.map { "\($0["factor"] ?? "") \($0["lag"] ?? "")" })
    #expect(rows.suffix(2).allSatisfy { $0[12] == "too few days" })
  }

  @Test func `the days are chosen before and after the name of the subcommand`() throws {
    let scratch = try Self.profile()
    let expected = "2026-01-11 to 2026-01-20: 10 rated days, 0 comparisons\n"
    let range = "--since 2026-01-11 --before 2026-01-21"
    for command in ["stats relate mood \(range)", "stats \(range) relate mood"] {
      let result = try Shell.run("flint \(command) \(Self.options)", in: scratch.url)
      #expect(result.output.hasPrefix(expected), "\(command): \(result.output)")
    }
  }

  @Test func `other limits, kinds and options of stats are refused`() throws {
    let scratch = try Self.profile()
    let cases = [
      ("relate mood --lag 4", "a number of days from 0 to 3, or several such as 0..3"),
      ("relate mood --with sleep", "names among habits, tags, trackers, sparks, tasks"),
      ("relate mood --limit=-1", "--limit: expected 0 or more, got -1"),
      ("relate", "series"), ("relate sleep", "series: expected mood, points or another metric"),
      ("relat mood", "relate"),
      ("relate mood --metric sparks", "--metric and relate cannot be combined"),
      ("--min-intensity high relate mood", "--min-intensity and relate cannot be combined"),
      (
        "relate mood --before 2020-01-01 --since 2021-01-01",
        "--before: expected a day that is not before --since"
      ),
    ]
    for (command, expected) in cases {
      let result = try Shell.run("flint stats \(command) --db p.db", in: scratch.url)
      #expect(result.status == 2, "\(command): \(result.status)")
      #expect(result.output.contains(expected), "\(command): \(result.output)")
    }
  }

  @Test func `without ratings it shows that there are none`() throws {
    let scratch = try Scratch()
    _ = try Shell.run("flint init --db p.db --zone Europe/Rome", in: scratch.url)
    let result = try Shell.run("flint stats relate mood --db p.db", in: scratch.url)
    #expect(result.status == 0 && result.output == "no rated days\n")
  }
}
