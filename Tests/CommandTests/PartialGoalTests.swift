import Foundation
import Testing

/// Goals that not all players reach within the horizon, and differences between rulebooks, tested with
/// the built program.
///
/// Under ignition a spark gives a legendary card with a chance of 0.012; with the pity below, the n-th
/// since the last one with 3/5 of min(1, 0.02 + 0.06 · max(0, n − 73)), and 3/5 from n = 90 on. Expected
/// values are sums over these, worked out with mpmath at 30 digits.
struct `Goals that some players do not reach` {
  private static let pity = """
    return {id = "pity", extends = "ignition",
      drops = {pity = {legendary = {soft_start = 74, soft_step = 0.06, hard = 90}}}}
    """
  private static let measure = "sparks until first:legendary"

  private typealias Object = [String: Any]

  /// Runs `flint simulate` in a folder with the rulebook `pity.lua`.
  private func run(_ arguments: String, plan: String? = nil) throws -> Shell.Result {
    let scratch = try Scratch()
    try Self.pity.write(
      to: scratch.url.appendingPathComponent("pity.lua"), atomically: true, encoding: .utf8)
    try plan?.write(
      to: scratch.url.appendingPathComponent("plan.lua"), atomically: true, encoding: .utf8)
    return try Shell.run("flint simulate --quiet \(arguments)", in: scratch.url)
  }

  /// The results of each rulebook.
  private func results(_ arguments: String) throws -> [Object] {
    let result = try run(arguments + " --format json")
    #expect(result.status == 0, "\(result.output)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? Object)
    return try #require(json["results"] as? [Object])
  }

  private func first(_ name: String, of result: Object) throws -> Object {
    try #require((result[name] as? [Object])?.first)
  }

  private func number(_ object: Object, _ path: String...) throws -> Double {
    var value: Any? = object
    for name in path { value = (value as? Object)?[name] }
    return try #require(value as? Double, "\(path)")
  }

  private func ends(_ object: Object?, _ name: String = "interval") throws -> (Double, Double) {
    let ends = try #require(object?[name] as? [Double])
    try #require(ends.count == 2)
    return (ends[0], ends[1])
  }

  @Test func `have no mean, but a share with its interval and a restricted mean`() throws {
    let measured = try first(
      "measures",
      of: try results(
        "--sparks 80 --players 4000 --rules ignition --measure '\(Self.measure)'")[0])
    #expect(measured["mean"] is NSNull && measured["interval"] is NSNull)
    #expect(measured["sd"] is NSNull && measured["standard_error"] is NSNull)
    let share = try number(measured, "reached_share")
    #expect(abs(share - 0.6193239388617045) < 4 * (0.2357618 / 4000).squareRoot())
    let interval = try ends(measured, "reached_interval")
    #expect(interval.0 < share && share < interval.1)
    let restricted = try #require(measured["restricted_mean"] as? Object)
    let error = try number(restricted, "standard_error")
    #expect(abs(try number(restricted, "mean") - 51.61032823847537) < 4 * error)
    #expect(error > 0 && error < 0.5)
    #expect(abs(try number(measured, "exact", "reached") - 0.6193239388617045) < 1e-12)
    #expect(abs(try number(measured, "exact", "restricted_mean") - 51.61032823847537) < 1e-9)
    // E(N | N ≤ 80) = (E min(N, 80) − 80 · P(N > 80)) / P(N ≤ 80).
    let some = try #require(measured["mean_of_reached"] as? Object)
    #expect(abs(try number(some, "mean") - 34.16023) < 4 * (try number(some, "standard_error")))
  }

  @Test func `a share of 100 % has an interval`() throws {
    let measured = try first(
      "measures",
      of: try results("--sparks 80 --players 100 --measure 'sparks until first:common'")[0])
    #expect(measured["reached"] as? Int == 100)
    // Wilson's interval for 100 of 100, as IntervalTests has it from mpmath for others.
    let interval = try ends(measured, "reached_interval")
    #expect(abs(interval.0 - 0.9630065017930143) < 1e-12 && interval.1 == 1)
  }

  @Test func `are compared by shares and restricted means of all players`() throws {
    let second = try results(
      "--sparks 150 --players 4000 --rules ignition --rules pity.lua --measure '\(Self.measure)'")[
        1]
    let difference = try first("differences", of: second)
    #expect(difference["mean"] is NSNull)
    let restricted = try #require(difference["restricted_mean"] as? Object)
    let error = try number(restricted, "standard_error")
    #expect(abs(try number(restricted, "mean") + 18.40737324723868) < 4 * error && error < 0.8)
    #expect(abs(try number(difference, "exact", "restricted_mean") + 18.40737324723868) < 1e-9)
    #expect(abs(try number(difference, "exact", "reached") - 0.1635090096712064) < 1e-12)
    let share = try #require(difference["reached"] as? Object)
    let interval = try ends(share)
    #expect(interval.0 < 0.1635090096712064 && 0.1635090096712064 < interval.1)
    #expect(interval.1 - interval.0 < 0.03)
    let counts = try ["both", "only_first", "only_second", "neither"].map {
      try #require(share[$0] as? Int, "\($0)")
    }
    #expect(counts.reduce(0, +) == 4000)
  }

  @Test func `print no mean of those alone who reached them`() throws {
    let result = try run(
      "--sparks 80 --players 2000 --rules ignition --rules pity.lua --measure '\(Self.measure)'")
    #expect(result.output.contains("restricted mean"))
    #expect(result.output.contains("80 sparks"))
    // The mean of those who reached it is 34.2 under ignition.
    #expect(!result.output.contains(" 34."), "\(result.output)")
    #expect(!result.output.contains("player by player"))
  }

  @Test(arguments: [
    // The true mean is 83.33; of those who reach it within 80 sparks it is 34.16.
    ("at_most = 40", 1, "refused: mean of sparks until first:legendary at most 40 (ignition)"),
    ("of = 'restricted_mean', at_most = 40", 1, "FAILS: restricted mean of "),
    ("of = 'restricted_mean', at_least = 50, at_most = 53.5", 0, "holds: restricted mean of "),
    (
      "of = 'mean_of_reached', at_most = 40", 0,
      "holds: mean of sparks until first:legendary of those who reached it "
    ),
    ("of = 'reached', at_least = 0.57, at_most = 0.67", 0, "holds: share "),
  ])
  func `an assertion about the mean of some players has to name it`(
    assertion: String, status: Int32, line: String
  ) throws {
    let plan = """
      sim.assert{measure = "\(Self.measure)", \(assertion)}
      return {sparks = 80, players = 2000, measure = {"\(Self.measure)"}}
      """
    let result = try run("plan.lua", plan: plan)
    #expect(result.status == status, "\(result.output)")
    #expect(result.output.contains(line), "\(result.output)")
  }

  @Test func `have restricted means in the assertion of a goal only`() throws {
    let plan = """
      sim.assert{measure = "points", of = "restricted_mean", at_most = 40}
      return {sparks = 80, players = 20, measure = {"points"}}
      """
    let result = try run("plan.lua", plan: plan)
    #expect(result.status == 65)
    #expect(result.output.contains("points is not a goal"), "\(result.output)")
  }

  @Test func `a quantile beyond the horizon is shown as never`() throws {
    let text = try run("--sparks 80 --players 2000 --measure '\(Self.measure)'").output
    #expect(text.contains("never"))
    let csv = try run(
      "--sparks 80 --players 2000 --format csv --measure '\(Self.measure)'"
    ).output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    try #require(csv.count == 2)
    let row = Dictionary(zip(csv[0], csv[1])) { first, _ in first }
    #expect(row["p95"] == "never" && row["p95_low"] == "never")
    #expect(row["mean"] == "" && row["restricted_mean_mean"]?.isEmpty == false)
  }

  @Test func `are drawn over a sweep by their restricted means`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      "flint simulate --quiet --sparks 80 --players 256 --sweep rates.legendary=0.01,0.05 "
        + "--measure '\(Self.measure)' --output s.svg && cat s.svg", in: scratch.url)
    #expect(result.output.contains(">Restricted mean of \(Self.measure)<"), "\(result.output)")
    let difference = Self.measure.prefix(1).uppercased() + Self.measure.dropFirst()
    #expect(result.output.contains(">\(difference), less that of 0.01<"))
  }
}

/// Differences and tables of simulations.
struct `Results of simulations` {
  private func run(_ arguments: String) throws -> String {
    let scratch = try Scratch()
    try """
    return {id = "pity", extends = "ignition",
      drops = {pity = {legendary = {soft_start = 74, soft_step = 0.06, hard = 90}}}}
    """.write(
      to: scratch.url.appendingPathComponent("pity.lua"), atomically: true, encoding: .utf8)
    try """
    function day(player, today) end
    return {seed = -77, players = 300, days = 1, measure = {
      "sparks", low = function() return 3 end,
      some = function(player) if player.number <= 30 then return player.number end end}}
    """.write(
      to: scratch.url.appendingPathComponent("idle.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run("flint simulate --quiet \(arguments)", in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    return result.output
  }

  private func rows(_ csv: String) throws -> [[Substring: Substring]] {
    // Texts that contain commas are quoted; these tests read numbers.
    let plain = Substring(csv.replacing(/"[^"]*"/, with: "quoted"))
    let lines = plain.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let header = try #require(lines.first)
    return try lines.dropFirst().map { line in
      try #require(line.count == header.count)
      return Dictionary(zip(header, line)) { first, _ in first }
    }
  }

  /// Exact means 83 1/3 and 51.300209280161073 (see above): −32.033124053172260. Of the means of both
  /// rows alone one would have ± 0.80; pairs without controls have ± 1.7.
  @Test func `differences use what is known of each row`() throws {
    let rows = try rows(
      try run(
        "--rules ignition --rules pity.lua --goal first:legendary --players 5000 --format csv "
          + "--measure 'sparks until first:legendary'"))
    let row = try #require(rows.last)
    func number(_ name: Substring) throws -> Double {
      try #require(row[name].flatMap { Double($0) }, "\(name)")
    }
    let (low, high) = (
      try number("difference_interval_low"), try number("difference_interval_high")
    )
    #expect(high - low < 2 * 0.80)
    #expect(abs(try number("difference_exact_mean") + 32.03312405317226) < 1e-9)
    let z = try number("difference_exact_z")
    #expect(abs(z) < 4)
    #expect(
      abs(
        z - (try number("difference_mean") + 32.03312405317226)
          / (try number("difference_standard_error")))
        < 1e-6)
  }

  @Test func `differences of cards equal those of the means if chance is integrated out`() throws {
    let rows = try rows(
      try run(
        "--rules ignition --rules ignition-shipped --days 30 --per-day poisson:2 --players 600 "
          + "--format csv --measure cards"))
    func number(_ row: Int, _ name: Substring) throws -> Double {
      try #require(rows[row][name].flatMap { Double($0) }, "\(name)")
    }
    let difference = try number(1, "difference_mean")
    #expect(abs(difference - (try number(1, "mean") - number(0, "mean"))) < 1e-9)
    // At most the uncertainty of both rows, and less than half of that of pairs.
    #expect(
      try number(1, "difference_standard_error")
        <= number(0, "standard_error") + number(1, "standard_error") + 1e-12)
    #expect(try number(1, "difference_standard_error") < number(1, "difference_sd") / 49)
  }

  @Test func `CSV has intervals, exact values, z, controls and differences`() throws {
    let header = try run("--sparks 20 --players 300 --format csv").prefix { $0 != "\n" }
    let columns = Set(header.split(separator: ","))
    for name in [
      "reached_share", "reached_interval_low", "reached_interval_high", "restricted_mean_mean",
      "exact_mean", "exact_z", "controls", "variance_ratio", "p50", "p50_low", "p50_high",
      "p99_high", "difference_mean", "difference_interval_low", "difference_interval_high",
      "difference_exact_mean", "difference_exact_z", "difference_reached_difference",
      "difference_reached_interval_low", "difference_reached_interval_high",
    ] {
      #expect(columns.contains(Substring(name)), "\(name)")
    }
  }

  @Test func `the table has intervals of quantiles and shares`() throws {
    // Of 100 values the 40th and the 61st contain the median with 95 % (Conover, table A3); the upper
    // end of the 99 % quantile is unknown.
    let text = try run("--goal first:legendary --players 100")
    #expect(text.split(separator: "\n").contains { $0 == "Quantiles" })
    #expect(text.contains("–?"))
    let shares = try run("--sparks 20 --players 100 --measure 'sparks until first:common'")
    // Wilson: 96.3 % to 100 % for 100 of 100.
    #expect(shares.contains("96.3–100 %"), "\(shares)")
  }

  @Test func `constant measures use the rule of three, and partial means name their players`()
    throws
  {
    let text = try run("idle.lua")
    // The rule of three: 3/300.
    #expect(text.contains("0.01"), "\(text)")
    #expect(text.contains("rule of three"))
    // 1 … 30: mean 15.5, standard error 8.803408 / √30 = 1.607275; Student's t of 29 degrees of freedom,
    // 2.0452296 (scipy): ± 3.28725.
    #expect(text.contains("30 of 300"))
    #expect(text.contains("15.5 ± 3.28725"))
    #expect(text.contains(/\nSeed +-77\n/))
  }

  @Test func `the cap on the variance reduction of controls is shown`() throws {
    // 512 players and 3 controls: 512 / 6 = 85.3, times 508 / 511.
    let text = try run("--goal first:legendary --players 512 --seed 2026 --rules ignition")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      text.contains("as much as 512 players can show: sparks until first:legendary 84.8 ×"),
      "\(text)")
  }

  @Test func `results have no more digits than their bins`() throws {
    // Bins there are 32 wide: numbers have five digits.
    let text = try run("--rules ignition --days 3650 --players 100 --seed 1 --measure points")
    #expect(text.contains("3,157,600") && text.contains("3,155,400–3,159,200"), "\(text)")
  }
}
