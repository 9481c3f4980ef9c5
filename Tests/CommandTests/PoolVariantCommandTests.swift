import Foundation
import FlintJSON
import Testing

/// Questions about pools with other numbers, under several rulebooks, and from a log.
struct `flint odds pool` {
  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    let rulebook = """
      local function card(id, rarity)
        return {id = id, name = id, category = "idea", rarity = rarity, exclusive = true}
      end
      return {
        id = "game", extends = "ignition", currencies = {gems = {}},
        cards = {card("page", "rare"), card("hero", "legendary"), card("hermit", "legendary")},
        pools = {{
          id = "banner", cards = {"page", "hermit"}, rates = {rare = "99.4%", legendary = "0.6%"},
          pity = {legendary = {soft_start = 74, soft_step = "6%", hard = 90}},
          featured = {cards = {"hero"}, share = "50%", guarantee = true}, price = {gems = 160},
        }},
      }
      """
    let log = "who,what\nann,page\nben,page\nann,hermit\nann,page\nann,page\nann,page\n"
    for (name, text) in [
      ("game.lua", rulebook), ("log.csv", log),
      ("next.lua", rulebook.replacing("share = \"50%\"", with: "share = \"55%\"")),
    ] {
      try Data(text.utf8).write(to: scratch.url.appendingPathComponent(name))
    }
    return scratch
  }

  /// The values are those of a dynamic programme of its own.
  @Test func `answers with other numbers, under several rulebooks, and from a log`() throws {
    let scratch = try Self.scratch()
    func json(_ options: String) throws -> JSONValue {
      let line = "flint odds pool banner --rules game.lua \(options) --format json"
      let result = try Shell.run(line, in: scratch.url)
      try #require(result.status == 0, "\(line): \(result.output)")
      return try JSONValue(parsing: result.output)
    }
    func variants(_ answer: JSONValue) -> [JSONValue] {
      if case .array(let variants)? = answer["variants"] { variants } else { [] }
    }
    func isClose(_ value: JSONValue?, _ expected: Double) -> Bool {
      if case .number(let number)? = value { abs(number - expected) < 1e-9 } else { false }
    }
    let swept = variants(try json("--sweep soft_step=2%,4%"))
    #expect(swept.map { $0["name"] } == [.string("0.02"), .string("0.04")])
    #expect(isClose(swept.first?["mean"], 96.81489785457582))
    #expect(isClose(swept.last?["mean"], 94.50943936379299))
    let solved = try json("--solve soft_step --mean 94")
    #expect(solved["value"] == .string("0.048101624"))
    #expect(solved["number"] == .string("pools.banner.pity.legendary.soft_step"))
    let compared = variants(try json("--rules next.lua"))
    #expect(compared.map { $0["name"] } == [.string("game.lua"), .string("next.lua")])
    #expect(isClose(compared.last?["difference"]?["mean"], -3.114866601981518))
    let logged = try json("--state-log log.csv --item-column what --player-column who --player ann")
    #expect(logged["state"] == .string("pity.legendary=3,guaranteed"))
    #expect(isClose(logged["mean"], 60.39591275618174))
  }

  @Test(arguments: [
    ("--sweep soft_step", "expected a sweep such as rates.legendary=0.01..0.05/5"),
    ("--sweep soft_step=", "expected values such as 0.01..0.05/5 or 0.01,0.02 (at most 1000)"),
    ("--solve soft_step", "expected one of --mean 62.5, --quantile 90%=120, --at"),
    (
      "--solve soft_step --mean -5", "--mean: expected a number of rolls above 0, such as 62.5, got"
    ),

    ("--mean 60", "--mean, --quantile and --at n=p require --solve"),
    ("--rules next.lua --sweep soft_step=1%", "--sweep and several --rules cannot be combined"),
    ("--player ann", "--player requires --state-log"),
    (
      "--solve soft_step --mean 20",
      "a mean of 20 is not reachable with pools.banner.pity.legendary.soft_step"
    ),
    (
      "--state-log log.csv --item-column what --player-column who",
      "the log has 2 players: ann, ben; choose one with --player"
    ),
  ])
  func `refuses what cannot be answered`(options: String, problem: String) throws {
    let scratch = try Self.scratch()
    let result = try Shell.run(
      "flint odds pool banner --rules game.lua \(options)", in: scratch.url)
    #expect(result.status != 0)
    #expect(result.output.replacing("\n", with: " ").contains(problem), "\(result.output)")
  }
}
