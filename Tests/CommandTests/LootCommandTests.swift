import Foundation
import FlintJSON
import Testing

/// `flint odds table`, against values worked out by hand.
struct `The command for loot tables` {
  private static let csv = "table,item,weight\nchest,gem,1\nchest,bread,3\n"

  /// Runs `flint odds table` beside a table of a gem (1/4) and bread (3/4).
  private func run(_ options: String) throws -> (output: String, status: Int32) {
    let scratch = try Scratch()
    try Data(Self.csv.utf8).write(to: scratch.url.appendingPathComponent("chest.csv"))
    let run = try Shell.run("flint odds table chest.csv \(options)", in: scratch.url)
    return (run.output, run.status)
  }

  private func json(_ options: String) throws -> JSONValue {
    let run = try run(options + " --format json")
    try #require(run.status == 0, "\(run.output)")
    return try JSONValue(parsing: run.output)
  }

  private func number(_ value: JSONValue?) throws -> Double {
    switch value {
    case .number(let number): number
    case .integer(let number): Double(number)
    default: throw CocoaError(.coderInvalidValue)
    }
  }

  private func element(_ value: JSONValue?, _ index: Int) throws -> JSONValue {
    guard case .array(let items)? = value, items.indices.contains(index) else {
      throw CocoaError(.coderInvalidValue)
    }
    return items[index]
  }

  @Test func `prints chances, means and fractions`() throws {
    let run = try run("--openings 2")
    // 1 − (3/4)² and 1 − (1/4)².
    #expect(
      run.output == """
        Loot: 2 openings of chest
        ═════════════════════════
        What do 2 openings of chest give?

        Chances
        ───────

        What 2 openings give
        item    chance  mean  exact chance  exact mean
        gem    43.75 %   0.5          7/16         1/2
        bread  93.75 %   1.5         15/16         3/2

        Exact: all chances and means are fractions.

        """)
  }

  @Test func `has the distribution of the number of an item`() throws {
    let distribution = try #require(try json("--item gem --openings 2")["distribution"])
    // 9/16, 6/16, 1/16.
    let counts = try (0...2).map { try number(element(distribution["counts"], $0)["probability"]) }
    #expect(counts == [0.5625, 0.375, 0.0625])
    #expect(try number(distribution["mean"]) == 0.5)
  }

  @Test func `has the number of openings until a goal`() throws {
    let gems = try json("--until gem:2 --at 2,3")["time"]
    // Negative binomial: mean 2 · 4; 1/16 within two, and 1/16 + 2 · 1/4 · 1/4 · 3/4 within three.
    #expect(abs(try number(gems?["mean"]) - 8) < 1e-12)
    #expect(abs(try number(element(gems?["at"], 0)["probability"]) - 1.0 / 16) < 1e-12)
    #expect(abs(try number(element(gems?["at"], 1)["probability"]) - 10.0 / 64) < 1e-12)
    // One of each: 4 + 4/3 − 1.
    #expect(abs(try number(try json("--until all")["time"]?["mean"]) - 13.0 / 3) < 1e-12)
  }

  @Test func `simulates beside the exact values, and by the seed alone`() throws {
    let first = try run("--simulate 1000 --seed 7")
    #expect(first.status == 0 && first.output.contains("25 %"), "\(first.output)")
    #expect(try run("--simulate 1000 --seed 7").output == first.output)
    #expect(try run("--simulate 1000 --seed 8").output != first.output)
  }

  @Test func `writes CSV records`() throws {
    let run = try run("--format csv")
    #expect(run.output.hasPrefix("measure,item,n,items,text,value\ntable,,,,,chest\n"))
    #expect(run.output.contains("\nitems_probability,gem,,,,0.25\n"))
    #expect(run.output.contains("\nitems_probability_fraction,bread,,,,3/4\n"))
  }

  @Test func `has the chance of each item within some numbers of openings`() throws {
    // 1 − (3/4)².
    #expect(try number(element(element(try json("--at 2,3")["items"], 0)["at"], 0)) == 0.4375)
    let records = try run("--at 2,3 --format csv").output
    #expect(records.contains("\nitems_at_probability,gem,2,,,0.4375\n"), "\(records)")
    let page = try run("--at 2,3").output
    #expect(page.contains("in 2") && page.contains("43.75 %"), "\(page)")
  }

  @Test func `has the combinations of several items`() throws {
    // Of two openings: 2 · 1/4 · 3/4 both, (1/4)² gems alone.
    let records = try run("--item gem --item bread --openings 2 --format csv").output
    #expect(records.contains("\njoint_all,,,,,0.375\n"), "\(records)")
    #expect(records.contains("\njoint_combinations_probability,,,gem,,0.0625\n"))
    #expect(records.contains("\njoint_combinations_probability,,,gem|bread,,0.375\n"))
  }

  @Test(arguments: [
    ("--goal complete", 2, "unknown option \"--goal\""),
    ("--pool coin", 2, "--pool is now written flint odds pool POOL"),
    ("--until crown", 2, "crown"), ("--item gme", 2, "did you mean \"gem\"?"),
    ("--name cellar", 2, "cellar"), ("--openings 0", 2, "--openings"),
  ])
  func `refuses what it cannot answer`(options: String, status: Int, part: String) throws {
    let run = try run(options)
    #expect(run.status == Int32(status) && run.output.contains(part), "\(run.output)")
  }

  @Test func `reports a missing table and a damaged one`() throws {
    let scratch = try Scratch()
    let missing = try Shell.run("flint odds table none.csv", in: scratch.url)
    #expect(missing.status != 0 && missing.output.contains("none.csv"), "\(missing.output)")
    try Data("table,item,weight\na,b,x\n".utf8)
      .write(to: scratch.url.appendingPathComponent("bad.csv"))
    let bad = try Shell.run("flint odds table bad.csv", in: scratch.url)
    #expect(bad.status != 0 && bad.output.contains("weight"), "\(bad.output)")
  }

  @Test func `names the file of tables that refer to each other in a circle, or to none`() throws {
    let scratch = try Scratch()
    let files = [
      ("circle.json", "{\"main\":\"a\",\"tables\":{\"a\":{\"entries\":[{\"table\":\"a\"}]}}}"),
      ("circle.csv", "table,item\nA,@B\nB,@A\n"),
      ("missing.json", "{\"entries\":[{\"table\":\"b\"}]}"),
      ("fine.csv", "table,item,weight\nA,x,1000000001\nA,y,0.0000000001\n"),
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: scratch.url.appendingPathComponent(name))
      let run = try Shell.run("flint odds table \(name)", in: scratch.url)
      #expect(run.status == 65 && run.output.hasPrefix("flint: \(name): "), "\(run.output)")
    }
  }

  @Test func `simulates the item and the openings of the question`() throws {
    let run = try run("--item gem --openings 100 --simulate 50 --seed 7")
    #expect(run.output.contains("100 openings, simulated 50 times, seed 7"), "\(run.output)")
    let simulation = try json("--item gem --openings 100 --simulate 50 --seed 7")["simulation"]
    #expect(try number(simulation?["trials"]) == 50 && number(simulation?["openings"]) == 5000)
    // 100 · 1/4
    #expect(try number(element(simulation?["items"], 0)["exact_mean"]) == 25)
  }

  @Test func `says which numbers of a distribution it does not list`() throws {
    let run = try run("--item gem --openings 100")
    // scipy.stats.binom(100, 1/4): at most 2 and at least 54 have a chance below 1e-9.
    #expect(
      run.output.contains("40 of 51 numbers, around the median; --format csv has all."),
      "\(run.output)")
    let page = run.output.replacing("\n", with: " ")
    #expect(page.contains("are not listed; ask for them with --at"), "\(run.output)")
    let records = try self.run("--item gem --openings 100 --at 60 --format csv").output
    #expect(
      records.contains("distribution_less_than_shown,gem,")
        && records.contains("distribution_more_than_shown,gem,"))
    #expect(records.contains("distribution_counts_probability,gem,3,"))
    #expect(!records.contains("distribution_counts_probability,gem,2,"))
    #expect(!records.contains("distribution_counts_probability,gem,54,"))
    #expect(records.contains("distribution_at_probability,gem,60,"))
  }

  @Test func `refuses a seed beside a rate`() throws {
    let scratch = try Scratch()
    let run = try Shell.run("flint odds prize 1/2 --seed 3", in: scratch.url)
    #expect(run.status == 2 && run.output.contains("unknown option \"--seed\""))
  }
}
