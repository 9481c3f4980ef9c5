import Foundation
import FlintJSON
import Testing

/// Pools and currencies on the pages of every day.
struct `A profile with pools` {
  private static let rulebook = """
    return {
      id = "harbour", extends = "ignition", money_unit = "EUR",
      currencies = {pearls = {start = 20}},
      cards = {
        {id = "boat", name = "Boat", category = "idea", rarity = "common", exclusive = true},
        {id = "ship", name = "Ship", category = "idea", rarity = "legendary", exclusive = true},
      },
      pools = {{
        id = "spring", title = "Spring", before = "2026-03-08", cards = {"boat"},
        rates = {common = 1}, pity = {legendary = {hard = 4}},
        featured = {cards = {"ship"}, hard = 9}, price = {pearls = 3}, exchange = {at = 10},
      }},
    }
    """

  /// Rolls 5 times: three boats, the ship that pity makes certain, a boat.
  private static func prepared() throws -> Scratch {
    let scratch = try Scratch()
    try Data(rulebook.utf8).write(to: scratch.url.appendingPathComponent("harbour.lua"))
    for command in [
      "init --db p.db --rules harbour.lua --seed 1 --zone UTC",
      "roll spring 5 --db p.db --now 2026-03-02T09:00",
    ] {
      let result = try Shell.run("flint \(command)", in: scratch.url)
      try #require(result.status == 0, "\(command): \(result.output)")
    }
    return scratch
  }

  private static func output(_ command: String, in scratch: borrowing Scratch) throws -> String {
    let result = try Shell.run("flint \(command) --db p.db", in: scratch.url)
    #expect(result.status == 0)
    return result.output
  }

  /// The rolls of one instant are in the order of their ids, so that a later one may come first.
  @Test func `says of a roll what the profile gained`() throws {
    let scratch = try Scratch()
    try Data(Self.rulebook.replacing("start = 20", with: "start = 200").utf8).write(
      to: scratch.url.appendingPathComponent("harbour.lua"))
    let setup = "flint init --db p.db --rules harbour.lua --seed 1 --zone UTC --quiet"
    try #require(try Shell.run(setup, in: scratch.url).status == 0)
    var isPending: [Bool] = []
    for _ in 1...8 {
      let result = try Self.output(
        "roll spring --format json --now 2026-03-02T09:00", in: scratch)
      let json = try JSONValue(parsing: result)
      guard case .array(let events) = json["events"], let event = events.first else { continue }
      isPending.append(event["pending"] == .boolean(true))
      if event["pending"] == nil { #expect(event["points"] == json["points_gained"], "\(result)") }
      #expect(event["cards"] != nil, "\(result)")
    }
    #expect(isPending.contains(true), "\(isPending)")
  }

  @Test(arguments: [
    (
      "idea", 2,
      "\"idea\" means a category and a pool: flint roll idea --token rolls a card of the category, "
        + "and flint roll idea 1 rolls the pool"
    ),
    ("id", 2, "\"id\" means a category and a pool"),
    ("idea 1", 0, "Boat"), ("idea --token", 0, "a card of category idea"),
    ("id --token", 0, "a card of category idea"), ("energy", 0, "a card of category energy"),
    ("idea 2 --token", 2, "only pools are rolled several times"),
  ])
  func `tells a pool from the category of its name`(
    words: String, status: Int32, answer: String
  ) throws {
    let scratch = try Scratch()
    try Data(Self.rulebook.replacing("id = \"spring\"", with: "id = \"idea\"").utf8).write(
      to: scratch.url.appendingPathComponent("harbour.lua"))
    let result = try Shell.run(
      """
      flint init --db p.db --rules harbour.lua --seed 1 --zone UTC --quiet
      flint roll \(words) --db p.db --now 2026-03-02T09:00
      """, in: scratch.url)
    #expect(result.status == status && result.output.contains(answer), "\(result.output)")
  }

  @Test func `has them among what is due`() throws {
    let scratch = try Self.prepared()
    let far = try Self.output("due --now 2026-03-02T12:00", in: scratch)
    #expect(!far.contains("Spring"))
    // 20 − 5 · 3 = 5 pearls are enough for one roll.
    let near = try Self.output("due --kind pool --now 2026-03-06T12:00", in: scratch)
    #expect(
      near.contains("closes tomorrow, enough for 1 roll, 5 of 10 rolls towards an exchange."))
    let calendar = try Self.output("due --format ics --now 2026-03-06T12:00", in: scratch)
    #expect(calendar.contains("UID:pool-spring-2026-03-07@"))
    #expect(calendar.contains("DUE;VALUE=DATE:20260307\r\n"))
    let spanish = try Self.output("due --language es --now 2026-03-07T12:00", in: scratch)
    #expect(spanish.contains("cierra hoy, te llega para 1 tirada"))
  }

  @Test func `has them in its report`() throws {
    let scratch = try Self.prepared()
    let text = try Self.output("report pools --now 2026-03-02T12:00", in: scratch)
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    for line in [
      "Rolls 5", "New cards 2", "Featured cards 1",
      "Spring 5 yes legendary 1, featured 1 legendary 3, featured 8 5 / 10", "pearls 5 15",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("common █") && $0.hasSuffix(" 4") })
    // Of an earlier range only what was rolled then is known.
    let before = try Self.output("report pools --on 2026-02 --now 2026-03-02T12:00", in: scratch)
    #expect(before.contains("Nothing was recorded in this time."))
  }

  @Test func `lists the roll at which a featured card is certain`() throws {
    let scratch = try Self.prepared()
    let table = try Self.output("pools --now 2026-03-02T12:00", in: scratch)
    #expect(table.contains("legendary 1, featured 1 (certain in 8)"))
    let json = try Self.output("pools --format json --now 2026-03-02T12:00", in: scratch)
    #expect(json.contains("\"featured_certain_in\":8"))
  }

  /// Of five rolls the fourth gave the ship; each gave a point.
  @Test(arguments: ["--state current", "--state-log d.csv"])
  func `is where a question about rolls begins`(options: String) throws {
    let scratch = try Self.prepared()
    _ = try Self.output("spark 'An idea' idea --now 2026-03-02T10:00", in: scratch)
    _ = try Self.output("export draws -o d.csv", in: scratch)
    let json = try Self.output("odds pool spring \(options) --format json", in: scratch)
    let answer = try JSONValue(parsing: json)
    #expect(
      answer["state"] == .string("pity.legendary=1,points=5,since-featured=1"), "\(answer)")
    let given = try Self.output(
      "odds pool spring --state 'current,points=7' --format json", in: scratch)
    #expect(
      try JSONValue(parsing: given)["state"]
        == .string("points=7,pity.legendary=1,since-featured=1"))
  }

  /// The second to fourth boat of five cards are duplicates at 10 points each.
  @Test func `exports the points of its duplicates`() throws {
    let scratch = try Self.prepared()
    let table = try Self.output("export points --now 2026-03-02T12:00", in: scratch)
    let header = try #require(table.split(separator: "\n").first).split(separator: ",")
    let (source, amount) = try (
      #require(header.firstIndex(of: "source")), #require(header.firstIndex(of: "amount"))
    )
    let rows = table.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.filter { $0[source] == "duplicate" }.map { $0[amount] } == ["10", "10", "10"])
    let status = try Self.output("status --now 2026-03-02T12:00", in: scratch)
    #expect(status.contains("duplicate 30"))
  }

  @Test func `exports its draws as a log to audit`() throws {
    let scratch = try Self.prepared()
    _ = try Self.output("spark 'An idea' idea --now 2026-03-02T10:00", in: scratch)
    let columns = "pool,category,number,card,featured,new,duplicate_points"
    let table = try Self.output(
      "export draws --columns \(columns) --now 2026-03-02T12:00", in: scratch)
    let rows = table.split(separator: "\n")
    #expect(
      rows.prefix(6) == [
        columns[...], "spring,,1,boat,no,yes,0", "spring,,2,boat,no,no,10",
        "spring,,3,boat,no,no,10", "spring,,4,ship,yes,yes,0", "spring,,5,boat,no,no,10",
      ])
    #expect(rows.count == 7 && rows[6].hasPrefix(",idea,1,"))
    _ = try Self.output("export draws --where pool=spring -o d.csv", in: scratch)
    let audit = try Shell.run(
      "flint audit log d.csv --item-column card --rank-column rarity --ranks legendary=legendary,common=other "
        + "--time-column at --rates legendary=20%", in: scratch.url)
    #expect(audit.status == 0 && audit.output.contains("1 legendary in 5 draws"), "\(audit.output)")
  }
}
