import Foundation
import Testing

struct `Statistics of what is tracked` {
  private static let options = "--db p.db --now 2026-03-01T12:00"

  /// Two weeks from Monday, 2026-02-02: runs of 20, 40 and 30 minutes, two of them with a distance; forty nights of
  /// sleep; entries in two units; and a tracker with the name of a metric.
  private static let days = """
    tracker.add{name = "Run", fields = {Distance = "number"}, at = "2026-01-01T10:00"}
    tracker.add{name = "Sleep", at = "2026-01-01T10:00"}
    tracker.add{name = "Mixed", at = "2026-01-01T10:00"}
    tracker.add{name = "points", at = "2026-01-01T10:00"}
    tracker.add_entry("Run", {minutes = 20, values = {Distance = 4}, at = "2026-02-02T18:00"})
    tracker.add_entry("Run", {minutes = 40, values = {Distance = 8.5}, at = "2026-02-04T18:00"})
    tracker.add_entry("Run", {minutes = 30, at = "2026-02-10T18:00"})
    tracker.add_entry("Mixed", {minutes = 30, at = "2026-02-10T18:00"})
    tracker.add_entry("Mixed", {number = 2, at = "2026-02-10T18:00"})
    tracker.add_entry("points", {number = 2, at = "2026-02-10T18:00"})
    for i = 0, 39 do
      local day, long = clock.add_days("2026-01-05", i), i * 7 % 5 > 2
      tracker.add_entry("Sleep", {number = long and 8 or 6, at = day .. "T07:00"})
      mood.add{mood = long and "great" or "bad", day = day, at = day .. "T22:00"}
    end
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

  @Test func `amounts have their count, sum, mean, minimum and maximum in each period`() throws {
    let scratch = try Self.profile()
    let command =
      "flint stats \(Self.options) --metric amount --by week --on 2026-02-02..2026-02-15"
    let run = try Shell.run(command + " --tracker run --format csv", in: scratch.url)
    #expect(
      run.output.split(whereSeparator: \.isNewline) == [
        "period,first_day,days,count,sum,mean,min,max",
        "2026-W06,2026-02-02,7,2,60.000000,30.000000,20.000000,40.000000",
        "2026-W07,2026-02-09,7,1,30.000000,30.000000,30.000000,30.000000",
      ])
    let distance = try Shell.run(
      command + " --tracker Run.distance --format csv", in: scratch.url)
    #expect(
      distance.output.split(whereSeparator: \.isNewline).dropFirst() == [
        "2026-W06,2026-02-02,7,2,12.500000,6.250000,4.000000,8.500000",
        "2026-W07,2026-02-09,7,0,0.000000,,,",
      ])
    let table = try Shell.run(command + " --tracker Run", in: scratch.url)
    #expect(table.output.contains("Run: 3 entries, sum 90, mean 30.00, 14 days"))
  }

  @Test func `minutes of a tracker are its amounts in minutes`() throws {
    let scratch = try Self.profile()
    let command = "flint stats \(Self.options) --metric minutes --by year --format csv --tracker "
    let mixed = try Shell.run(command + "Mixed", in: scratch.url)
    #expect(mixed.output.contains(",1,30.000000,30.000000,30.000000,30.000000"), "\(mixed.output)")
    let sleep = try Shell.run(command + "Sleep", in: scratch.url)
    #expect(
      sleep.status == 2 && sleep.output.contains("expected a tracker with minutes, got \"Sleep\""))
  }

  @Test func `series are related by name, and names in any case`() throws {
    let scratch = try Self.profile()
    let result = try Shell.run(
      "flint stats relate sleep mood \(Self.options) --format csv", in: scratch.url)
    let rows = result.output.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.count == 2, "\(result.output)")
    let row = Dictionary(
      zip(rows.first ?? [], rows.last ?? []), uniquingKeysWith: { first, _ in first })
    #expect(row["with"] == "mood" && row["periods"] == "40" && row["evidence"] == "clear")
    // Eight hours and great (4), or six and bad (1): two hours are three steps.
    #expect((Double(row["correlation"] ?? "") ?? 0) > 0.999_999)
    #expect(((Double(row["slope"] ?? "") ?? 0) - 2.0 / 3).magnitude < 1e-9)
    let weeks = try Shell.run(
      "flint stats relate sleep mood --by week \(Self.options)", in: scratch.url)
    // Of forty days from a Monday on, six weeks are too few.
    #expect(weeks.output.contains("Sleep, 2026-01-01 to 2026-03-01: 6 weeks with a value"))
    #expect(weeks.output.contains("metric mood (6 weeks)"), "\(weeks.output)")
    let all = try Shell.run("flint stats relate SLEEP \(Self.options)", in: scratch.url)
    #expect(all.status == 0 && all.output.contains(/\nclear +mood +metric +40 +\+1\.00/))
  }

  @Test(arguments: [
    ("relate sleap", "did you mean \"Sleep\"?"),
    ("relate sleep SLEEP", "series: expected a series other than Sleep, got \"SLEEP\""),
    ("relate mixed", "series: expected Mixed.minutes or Mixed.number, got \"mixed\""),
    ("relate points", "series: expected metric:points or tracker:points, got \"points\""),
    ("relate sleep mood --with tags", "--with and names of other series cannot be combined"),
    ("--metric amount", "--metric amount requires --tracker NAME"),
    ("--metric amount --tracker Runn", "did you mean \"Run\"?"),
    ("--metric amount --tracker Mixed", "--tracker: expected Mixed.minutes or Mixed.number"),
    ("--metric amount --tracker Run --tag x", "--tag and --metric amount"),
    ("--metric amount --tracker Run -o x.html", "writes no page"),
    ("Run", "flint stats --metric amount --tracker Run"),
  ])
  func `what may mean several things, or nothing, is refused with the readings`(
    _ arguments: String, _ expected: String
  ) throws {
    let scratch = try Self.profile()
    let result = try Shell.run("flint stats \(arguments) --db p.db", in: scratch.url)
    // A name that the profile does not have is no wrong command line.
    let isName = ["--tracker Runn", "--tracker Mixed"].contains { arguments.hasSuffix($0) }
    #expect(result.status == (isName ? 1 : 2), "\(result.output)")
    #expect(result.output.contains(expected), "\(result.output)")
  }
}
