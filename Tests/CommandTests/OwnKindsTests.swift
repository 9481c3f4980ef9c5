import Foundation
import Testing

/// The names that a rulebook lists, in processes that know nothing of each other.
struct `A profile whose rulebook lists its own kinds` {
  private static let rulebook = """
    return {
      id = "magic",
      categories = {{id = "fire", points = 12}, {id = "water", points = 9}},
      intensities = {{id = "weak", multiplier = 1}, {id = "mighty", multiplier = 4}},
      rarities = {
        {id = "plain", rate = "99%", duplicate = 5}, {id = "divine", rate = "1%", duplicate = 500},
      },
      drops = {chance = 1, empty_cell = "demote"},
      fuel = {capacity = 1000}, tokens = {initial = 1, per_overload = 1},
      levels = {{title = "One", threshold = 0}}, missions = {}, ladders = {},
      tasks = {credit_points = false, scores = {P0 = 7, P1 = 4, P2 = 3, P3 = 2}},
      cards = {
        {id = "ember", name = "Ember", category = "fire", rarity = "plain"},
        {id = "drop", name = "Drop", category = "water", rarity = "plain"},
      },
    }
    """

  private static func run(_ command: String, in scratch: borrowing Scratch) throws -> Shell.Result {
    try Shell.run("flint \(command)", in: scratch.url)
  }

  private static func prepared() throws -> Scratch {
    let scratch = try Scratch()
    try Data(rulebook.utf8).write(to: scratch.url.appendingPathComponent("magic.lua"))
    for command in [
      "init --db p.db --rules magic.lua --seed 1 --zone UTC",
      "spark 'Lit a candle' fire mighty --db p.db --now 2026-03-02T09:00",
      "spark 'Swam' water --db p.db --now 2026-03-02T10:00",
      "roll fire --db p.db --now 2026-03-02T11:00",
    ] {
      let result = try run(command, in: scratch)
      #expect(result.status == 0, "\(command): \(result.output)")
    }
    return scratch
  }

  @Test func `stores and shows them`() throws {
    let scratch = try Self.prepared()
    let list = try Self.run("sparks --db p.db --format csv --now 2026-03-02T12:00", in: scratch)
    let rows = list.output.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(rows.dropFirst().map { $0.contains("water") && $0.contains("weak") } == [true, false])
    #expect(rows.dropFirst().map { $0.contains("fire") && $0.contains("mighty") } == [false, true])
    let strong = try Self.run(
      "sparks --db p.db --min-intensity mighty --format csv --now 2026-03-02T12:00", in: scratch)
    #expect(strong.output.contains("Lit a candle") && !strong.output.contains("Swam"))
    #expect(try Self.run("verify --db p.db", in: scratch).status == 0)
    let log = try Self.run("log --db p.db --now 2026-03-02T12:00", in: scratch)
    #expect(log.output.contains("Swam"))
  }

  @Test func `exports and imports them, and merges copies`() throws {
    let scratch = try Self.prepared()
    for command in [
      "export sparks --db p.db -o s.csv", "export rolls --db p.db -o r.csv",
      "init --db q.db --rules magic.lua --seed 1 --zone UTC",
      "import --db q.db s.csv r.csv --now 2026-03-02T12:00", "verify --db q.db",
      "dump --db p.db text", "restore --db d.db text",
    ] {
      let result = try Self.run(command, in: scratch)
      #expect(result.status == 0, "\(command): \(result.output)")
    }
    let pages = try ["p", "q", "d"].map {
      try Self.run("status --db \($0).db --now 2026-03-02T12:00", in: scratch).output
    }
    #expect(pages[0] == pages[1] && pages[0] == pages[2])
    #expect(pages[0].contains("Points") && pages[0].contains("fire 1 · water 1"))
  }

  @Test func `refuses other names with those that there are`() throws {
    let scratch = try Self.prepared()
    let recorded = try Self.run("spark 'Ran' energy --db p.db", in: scratch)
    #expect(recorded.status != 0 && recorded.output.contains("expected fire or water"))
    let listed = try Self.run("sparks --category energy --db p.db", in: scratch)
    #expect(listed.status != 0 && listed.output.contains("--category: expected fire or water"))
    let scripted = try Self.run(
      "eval 'spark.add{title = \"x\", category = \"fier\"}' --db p.db", in: scratch)
    #expect(scripted.status != 0 && scripted.output.contains("did you mean \"fire\"?"))
    try Data("title,category,at\nRan,energy,2026-03-01\n".utf8)
      .write(to: scratch.url.appendingPathComponent("s.csv"))
    let imported = try Self.run("import --db p.db s.csv --now 2026-03-02T12:00", in: scratch)
    #expect(imported.output.contains("expected fire or water"), "\(imported.output)")
  }

  @Test func `shows sparks of names that another rulebook lacks as void`() throws {
    let scratch = try Self.prepared()
    let replay = try Self.run(
      "replay --db p.db --rules ignition --now 2026-03-02T12:00", in: scratch)
    #expect(replay.output.contains("without effect: the rulebook has no such category"))
    let set = try Self.run("rules set ignition --db p.db --now 2026-03-02T12:00", in: scratch)
    #expect(set.status == 0, "\(set.output)")
    let void = try Self.run("log --void --db p.db --now 2026-03-02T12:00", in: scratch)
    #expect(void.output.contains("the rulebook has no such category"), "\(void.output)")
  }
}
