import Foundation
import TestSupport
import Testing

/// Tests of `flint replay --population`, with lines made from a seed.
struct `Replay of a population` {
  private static let categories = ["decision", "energy", "idea", "experiment", "challenge"]
  private static let intensities = ["low", "medium", "high", "extreme"]

  /// Returns the lines of some players, by player, in no order of time.
  private static func lines(players: Int, events: Int, seed: UInt64, name: String = "p")
    -> [[String]]
  {
    var random = SplitMix64(state: seed)
    return (0..<players).map { player in
      let start = "{\"player\":\"\(name)\(player)\","
      let first = start + #""at":"2026-02-01T00:00:00Z","kind":"task","key":"t","name":"First"}"#
      return [first]
        + (0..<events).map { index in
          let day = Int.random(in: 1..<29, using: &random)
          let minute = Int.random(in: 0..<1440, using: &random)
          let at = String(
            format: "\"at\":\"2026-02-%02dT%02d:%02d:00Z\",", day, minute / 60, minute % 60)
          switch Int.random(in: 0..<6, using: &random) {
          case 0: return start + at + "\"kind\":\"task\",\"key\":\"t\(index)\",\"name\":\"Task\"}"
          case 1: return start + at + "\"kind\":\"task.complete\",\"task\":\"t\"}"
          case 2: return start + at + "\"kind\":\"mood\",\"mood\":\"good\"}"
          default:
            let category = categories[Int.random(in: 0..<5, using: &random)]
            let intensity = intensities[Int.random(in: 0..<4, using: &random)]
            return start + at + "\"kind\":\"spark\",\"category\":\"\(category)\","
              + "\"intensity\":\"\(intensity)\"}"
          }
        }
    }
  }

  private func write(_ lines: [String], _ name: String, in folder: URL) throws {
    try (lines.joined(separator: "\n") + "\n").write(
      to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  private func sorted(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init).sorted()
  }

  /// The profile was recorded by a session, which shares neither the reader of lines nor the ids' code for
  /// them with the replay.
  @Test(arguments: [1, 2, 3])
  func `The replay of a profile's exports has the totals of the profile`(seed: Int) throws {
    let scratch = try Scratch()
    try write(
      [
        "math.randomseed(\(seed))", "local n, open = 0, {}",
        "local function at() n = n + math.random(0, 40000) return 1767225600 + n end",
        "for i = 1, 4 do tracker.add{name = 'T' .. i, at = at()} end",
        "local kinds = {'idea', 'energy', 'challenge'}",
        "for i = 1, 300 do",
        "  local pick, t = math.random(9), at()",
        "  if pick < 5 then spark.add{title = 'A, ' .. i % 3, category = kinds[math.random(3)],",
        "    tags = {'x', 'y'}, at = t, key = i % 7 == 0 and 'k' .. i or nil}",
        "  elseif pick == 5 then open[#open + 1] = task.add{name = 'N' .. i, priority = 'P0', at = t}.id",
        "  elseif pick == 6 then local id = table.remove(open) if id then task.complete(id, {at = t}) end",
        "  elseif pick == 7 then mood.add{mood = math.random(0, 4), day = os.date('!%Y-%m-%d', t), at = t}",
        "  elseif pick == 8 then activity.add{kind = 'journal', text = 'Text', at = t}",
        "  else tracker.add_entry('T' .. math.random(4), {minutes = i, at = t}) end",
        "end", "card.roll('idea')",
      ], "record.lua", in: scratch.url)
    let now = "--now 2026-07-01T00:00Z --db p.db"
    let result = try Shell.run(
      """
      flint run --quiet --create \(now) --seed 7\(seed) --zone UTC --rules everyday record.lua &&
      for kind in sparks rolls events; do
        name= ; case $kind in sparks) name='"kind":"spark",' ;; rolls) name='"kind":"roll",' ;; esac
        flint export $kind --quiet \(now) --format jsonl |
          sed 's/^{/{"player":"me","seed":7\(seed),'"$name"'/' >$kind.jsonl
      done
      cat sparks.jsonl rolls.jsonl events.jsonl >all.jsonl
      flint replay --population --rules everyday --now 2026-07-01T00:00Z --totals - all.jsonl
      flint status --format json \(now) >status.json
      """, in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    let totals = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let status = try #require(
      JSONSerialization.jsonObject(
        with: Data(contentsOf: scratch.url.appendingPathComponent("status.json")))
        as? [String: Any])
    let points = try #require(status["points"] as? [String: Any])
    let pairs: [(String, Any?)] = [
      ("points", points["total"]), ("points.spark", points["spark"]),
      ("points.duplicate", points["duplicate"]), ("points.mission", points["mission"]),
      ("points.earned", points["earned"]), ("level", status["level"]), ("cards", status["cards"]),
      ("sparks", status["sparks"]), ("fuel", status["fuel"]), ("overloads", status["overloads"]),
      ("tokens", status["tokens"]), ("missions", status["missions_completed"]),
      ("achievements", status["achievements"]), ("streak", status["longest_streak"]),
      ("task_score", status["task_score"]), ("moods", status["rated_days"]),
      ("void", status["void_events"]),
    ]
    for (name, expected) in pairs {
      #expect(totals[name] as? Int == expected as? Int && expected != nil, "\(name)")
    }
    #expect((totals["points"] as? Int ?? 0) > 0)
  }

  @Test func `Any partition, order of lines and number of threads has the same bytes`() throws {
    let scratch = try Scratch()
    let players = Self.lines(players: 40, events: 30, seed: 5)
    var random = SplitMix64(state: 6)
    try write(players.flatMap(\.self), "all.jsonl", in: scratch.url)
    try write(
      players.shuffled(using: &random).flatMap { $0.shuffled(using: &random) }, "mixed.jsonl",
      in: scratch.url)
    for part in 0..<3 {
      try write(
        players.enumerated().filter { $0.offset % 3 == part }.flatMap(\.element),
        "part\(part).jsonl", in: scratch.url)
    }
    let replay = "flint replay --population --rules everyday"
    let whole = try Shell.run("\(replay) --threads 1 --totals - all.jsonl", in: scratch.url)
    #expect(whole.status == 0, "\(whole.output)")
    #expect(sorted(whole.output).count == 40)
    for command in [
      "\(replay) --threads 3 --totals - all.jsonl", "\(replay) --totals - <mixed.jsonl",
      "for p in 0 1 2; do \(replay) --totals - part$p.jsonl; done",
      "\(replay) --totals - part2.jsonl part0.jsonl part1.jsonl",
    ] {
      let other = try Shell.run(command, in: scratch.url)
      #expect(sorted(other.output) == sorted(whole.output), "\(command)")
    }
    for format in ["table", "json", "csv", "markdown"] {
      let summary = try Shell.run("\(replay) --format \(format) all.jsonl", in: scratch.url)
      let merged = try Shell.run(
        "for p in 2 0 1; do \(replay) --force --tallies t$p.json part$p.jsonl >table$p.txt; done; "
          + "flint simulate --format \(format) --merge t2.json t0.json t1.json", in: scratch.url)
      #expect(summary.status == 0 && !summary.output.isEmpty)
      #expect(merged.output == summary.output)
    }
  }

  private struct Compared: Decodable {
    struct Row: Decodable {
      let measure: String
      let mean: Double
      let interval: [Double]
    }
    let differences: [Row]
  }

  @Test func `Two rulebooks are compared player by player`() throws {
    let scratch = try Scratch()
    let players = Self.lines(players: 40, events: 30, seed: 12)
    try write(players.flatMap(\.self), "all.jsonl", in: scratch.url)
    for part in 0..<3 {
      try write(
        players.enumerated().filter { $0.offset % 3 == part }.flatMap(\.element),
        "part\(part).jsonl", in: scratch.url)
    }
    let replay = "flint replay --population --measure points,cards"
    func rows(_ options: String) throws -> [[String: Any]] {
      let result = try Shell.run("\(replay) \(options) --totals - all.jsonl", in: scratch.url)
      return try result.output.split(separator: "\n").map {
        try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
    }
    let both = try rows("--rules everyday --against ignition --threads 3")
    let (first, second) = (try rows("--rules everyday"), try rows("--rules ignition"))
    var gains: [Double] = []
    for (row, (own, other)) in zip(both, zip(first, second)) {
      for name in ["points", "cards", "void"] {
        #expect(row[name] as? Int == own[name] as? Int)
        #expect(row["against.\(name)"] as? Int == other[name] as? Int)
      }
      let gain = try #require(own["points"] as? Int) - (try #require(other["points"] as? Int))
      #expect(row["difference.points"] as? Int == gain)
      gains.append(Double(gain))
    }
    #expect(both.count == 40 && gains.contains { $0 != 0 })
    // Student's t of 39 degrees of freedom is 2.0226909.
    let mean = gains.reduce(0, +) / 40
    let variance = gains.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 39
    let reach = 2.0226909 * (variance / 40).squareRoot()
    let compare = "\(replay) --rules everyday --against ignition"
    let summary = try Shell.run("\(compare) --format json all.jsonl", in: scratch.url)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let difference = try #require(
      try decoder.decode(Compared.self, from: Data(summary.output.utf8)).differences.first)
    #expect(difference.measure == "points" && abs(difference.mean - mean) < 1e-9)
    #expect(abs(difference.interval[1] - mean - reach) < 1e-4 * reach)
    for format in ["table", "json", "csv", "markdown"] {
      let whole = try Shell.run("\(compare) --format \(format) all.jsonl", in: scratch.url)
      let merged = try Shell.run(
        "for p in 2 0 1; do \(compare) --force --tallies t$p.json part$p.jsonl >table$p.txt; done; "
          + "flint simulate --format \(format) --merge t2.json t0.json t1.json", in: scratch.url)
      #expect(merged.output == whole.output && whole.status == 0)
    }
    // Tallies without the other rulebook are those of another replay.
    let refused = try Shell.run(
      "\(replay) --rules everyday --tallies t3.json part0.jsonl >table3.txt; "
        + "flint simulate --merge t0.json t3.json", in: scratch.url)
    #expect(refused.status == 65)
  }

  /// The blocks are a quarter of a megabyte: these players are longer than one, and shorter.
  @Test func `Players end at the borders of blocks`() throws {
    let scratch = try Scratch()
    let long = Self.lines(players: 3, events: 6000, seed: 8)
    let short = Self.lines(players: 2000, events: 2, seed: 9, name: "q")
    try write((short + long).flatMap(\.self), "all.jsonl", in: scratch.url)
    let result = try Shell.run(
      "flint replay --population --rules ignition --measure sparks --totals - all.jsonl",
      in: scratch.url)
    #expect(result.status == 0, "\(result.output.suffix(500))")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2003)
    #expect(lines.suffix(3).allSatisfy { $0.contains("\"events\":6001,") })
    #expect(lines.prefix(2000).allSatisfy { $0.contains("\"events\":3,") })
  }

  @Test func `A table has the totals of the same events as JSON Lines`() throws {
    let scratch = try Scratch()
    try write(
      [
        #"{"player":"a","kind":"task","at":"2026-02-01T08:00:00Z","key":"t","name":"007","priority":1}"#,
        #"{"player":"a","kind":"task.complete","at":"2026-02-01T09:00:00Z","task":"t"}"#,
        #"{"player":"a","kind":"tracker","at":"2026-02-01T08:00:00Z","name":"Run, far"}"#,
        #"{"player":"a","kind":"tracker.entry","at":"2026-02-02T08:00:00Z","tracker":"run, FAR","minutes":30}"#,
        #"{"player":"b","kind":"spark","at":1769940000000,"category":"idea","tags":["x","y"]}"#,
      ], "events.jsonl", in: scratch.url)
    try write(
      [
        "player,kind,at,key,name,priority,task,tracker,minutes,category,tags",
        "a,task,2026-02-01T08:00:00Z,t,007,P0,,,,,",
        "a,task.complete,2026-02-01T09:00:00Z,,,,t,,,,",
        "a,tracker,2026-02-01T08:00:00Z,,\"Run, far\",,,,,,",
        "a,tracker.entry,2026-02-02T08:00:00Z,,,,,\"run, FAR\",30,,",
        "b,spark,1769940000000,,,,,,,idea,\"x,y\"",
      ], "events.csv", in: scratch.url)
    let replay = "flint replay --population --rules everyday --totals -"
    let lines = try Shell.run("\(replay) events.jsonl", in: scratch.url)
    #expect(lines.status == 0, "\(lines.output)")
    #expect(lines.output.contains("\"task_score\":7,"))
    #expect(try Shell.run("\(replay) events.csv", in: scratch.url).output == lines.output)
    let columns =
      "--column-names player,kind,at,key,name,priority,task,tracker,minutes,category,tags"
    #expect(
      try Shell.run("tail -n +2 events.csv | \(replay) \(columns)", in: scratch.url).output
        == lines.output)
  }

  @Test func `A line that repeats an event is counted, one with other content is rejected`() throws
  {
    let scratch = try Scratch()
    let start = #"{"player":"a","at":"2026-02-01T08:00:00Z","kind":"spark","#
    let spark = start + #""category":"idea"}"#
    let keyed = start + #""category":"idea","key":"1"}"#
    let other =
      #"{"player":"a","at":"2026-02-02T08:00:00Z","kind":"spark","category":"energy","key":"1"}"#
    let replay =
      "flint replay --population --rules ignition --measure sparks,points.spark --rejects r.jsonl --force --totals -"
    // Without a key, equal lines are several events; with one, they are one. Idea, medium: 12 points.
    try write([spark, spark, keyed, keyed], "events.jsonl", in: scratch.url)
    let twice = try Shell.run("\(replay) events.jsonl", in: scratch.url)
    #expect(twice.status == 0)
    #expect(twice.output.hasSuffix("\"events\":3,\"void\":0,\"sparks\":3,\"points.spark\":36}\n"))
    for lines in [[keyed, other, other], [other, keyed, other], [other, other, keyed]] {
      try write(lines, "events.jsonl", in: scratch.url)
      let result = try Shell.run("\(replay) events.jsonl; cat r.jsonl", in: scratch.url)
      #expect(result.output.contains("\"sparks\":1,\"points.spark\":12}\n"))
      #expect(result.output.contains("flint: 2 lines rejected"))
      #expect(result.output.contains("key: another line of the player has it with other content"))
      #expect(result.output.contains("2026-02-02T08:00:00Z"))
    }
  }

  @Test(arguments: [
    ("{\"player\":\"a\"", "not JSON: column 14: expected ',' or '}', but the text ends"),
    (#"{"kind":"spark"}"#, "player: expected a name, got nothing"),
    (
      #"{"player":"a","kind":"sparc","at":"2026-02-01"}"#,
      "kind: expected a kind such as spark or task.complete (did you mean \"spark\"?), got \"sparc\""
    ),
    (
      #"{"player":"a","kind":"spark","category":"idea"}"#,
      "at: expected a timestamp such as 2026-03-01, 2026-03-01T09:30 or 2026-03-01T09:30:00+01:00, or "
        + "milliseconds since 1970, got null"
    ),
    (
      #"{"player":"a","kind":"spark","at":"2026-02-01","category":"idea","intensty":"low"}"#,
      "unknown member \"intensty\" (did you mean \"intensity\"?); to ignore it, give --ignore intensty"
    ),
    (
      #"{"player":"a","kind":"spark","at":"2026-02-01","category":"luck"}"#,
      "category: expected decision, energy, idea, experiment or challenge, got \"luck\""
    ),
    (
      #"{"player":"a","kind":"task.complete","at":"2026-02-01","task":"t"}"#,
      "task: expected an id, or the key of a task of the player, got \"t\""
    ),
    (
      #"{"player":"a","seed":-1,"kind":"spark","at":"2026-02-01","category":"idea"}"#,
      "seed: expected a whole number from 0 to 18446744073709551615, as a text above "
        + "9223372036854775807, got -1"
    ),
    (
      #"{"player":"a","kind":"spark","at":"2026-02-03","category":"idea"}"#,
      "at: 2026-02-03T00:00:00Z is later than --now, 2026-02-02T00:00:00Z"
    ),
  ])
  func `A line that cannot be replayed is refused with its reason`(
    line: String, reason: String
  ) throws {
    let scratch = try Scratch()
    let good = #"{"player":"z","kind":"spark","at":"2026-02-01","category":"idea"}"#
    try write([good, line], "events.jsonl", in: scratch.url)
    let replay = "flint replay --population --rules ignition --now 2026-02-02 --measure sparks"
    let refused = try Shell.run(
      "\(replay) --tallies t.json events.jsonl; ls t.json", in: scratch.url)
    #expect(refused.output.contains("flint: events.jsonl:2: \(reason)\n"), "\(refused.output)")
    #expect(refused.output.contains("No such file"))
    let rejected = try Shell.run(
      "\(replay) --rejects r.jsonl --totals t.jsonl events.jsonl >s.txt; echo $?; cat t.jsonl r.jsonl; "
        + "\(replay) --rejects r.jsonl --force --allow-rejects events.jsonl >s.txt; echo $?",
      in: scratch.url)
    #expect(rejected.output.hasPrefix("flint: 1 line rejected; they are in r.jsonl\n65\n"))
    #expect(rejected.output.contains("{\"player\":\"z\","))
    #expect(rejected.output.hasSuffix("\n0\n"))
  }

  @Test func `What cannot be one replay is an error`() throws {
    let scratch = try Scratch()
    let lines = Self.lines(players: 2, events: 3, seed: 1)
    try write(lines[0] + lines[1] + lines[0], "apart.jsonl", in: scratch.url)
    try write(
      [
        #"{"player":"a","seed":1,"kind":"spark","at":"2026-02-01","category":"idea"}"#,
        #"{"player":"a","seed":2,"kind":"spark","at":"2026-02-01","category":"idea"}"#,
      ], "seeds.jsonl", in: scratch.url)
    let replay = "flint replay --population --rules ignition"
    for (command, status, message) in [
      ("\(replay) apart.jsonl", 65, "the lines of player \"p0\" are not together"),
      ("\(replay) --max-events 2 apart.jsonl", 65, "has more than 2 events"),
      ("\(replay) seeds.jsonl", 65, "the lines of a player have to have the same seed, or none"),
      ("\(replay) --measure luck apart.jsonl", 2, "unknown measure \"luck\""),
      ("\(replay) --zone Nowhere apart.jsonl", 2, "--zone"),
      ("\(replay) absent.jsonl", 74, "absent.jsonl"),
      ("echo '[1]' | \(replay)", 65, "is a list in JSON"),
      ("echo 'a,b' | \(replay)", 65, "has no column \"player\""),
      ("\(replay) --totals - --tallies - apart.jsonl", 2, "cannot both be standard output"),
      ("flint replay --rules ignition apart.jsonl", 2, "requires --population"),
    ] {
      let result = try Shell.run(command, in: scratch.url)
      #expect(result.status == Int32(status), "\(command): \(result.output)")
      #expect(result.output.contains(message), "\(command): \(result.output)")
    }
  }

  @Test func `Empty input has no players, and its tallies can be merged`() throws {
    let scratch = try Scratch()
    try write(
      Self.lines(players: 2, events: 3, seed: 3).flatMap(\.self), "e.jsonl", in: scratch.url)
    let replay = "flint replay --population --rules ignition"
    let empty = try Shell.run(
      "\(replay) --totals - </dev/null && \(replay) --tallies none.json </dev/null >none.txt",
      in: scratch.url)
    #expect(empty.status == 0 && empty.output.isEmpty, "\(empty.output)")
    let merged = try Shell.run(
      "\(replay) --tallies some.json e.jsonl >some.txt; flint simulate --merge none.json some.json | "
        + "cmp - some.txt", in: scratch.url)
    #expect(merged.status == 0, "\(merged.output)")
    let other = try Shell.run(
      "\(replay) --seed 2 --tallies other.json e.jsonl >other.txt; "
        + "flint simulate --merge some.json other.json", in: scratch.url)
    #expect(other.status == 65)
    #expect(
      other.output
        == "flint: other.json: cannot be merged with some.json: its seed is \"2\", not \"1\"\n")
    let damaged = try Shell.run(
      "sed 's/\"players\":2/\"players\":3/' some.json >bad.json; flint simulate --merge bad.json",
      in: scratch.url)
    #expect(damaged.status == 65)
    #expect(damaged.output == "flint: bad.json has damaged tallies; make them again\n")
  }

  @Test func `Tallies of the same players are merged once`() throws {
    let scratch = try Scratch()
    for (name, player) in [("a", "p"), ("b", "q"), ("c", "p")] {
      try write(
        Self.lines(players: 1, events: 5, seed: 3, name: player).flatMap(\.self), "\(name).jsonl",
        in: scratch.url)
    }
    let merged = try Shell.run(
      "for f in a b c; do flint replay --population --rules everyday --tallies $f.json $f.jsonl "
        + ">$f.txt; done; flint simulate --merge a.json b.json | grep 'players, '; "
        + "for f in a c; do flint simulate --merge a.json b.json $f.json; echo $?; done",
      in: scratch.url)
    #expect(
      merged.output == """
        2 players, 12 events, under everyday.
        flint: a.json: is given twice
        65
        flint: c.json: has a player that is in a.json as well; all events of a player belong in one file
        65

        """)
  }

  @Test func `Tallies that are merged have the page of the replay`() throws {
    let scratch = try Scratch()
    let players = Self.lines(players: 6, events: 20, seed: 8)
    try write(players.flatMap(\.self), "p.jsonl", in: scratch.url)
    let result = try Shell.run(
      "flint replay --population --rules everyday --against ignition --measure points,retention.1 "
        + "--tallies t.json -o page.md p.jsonl >t.txt && "
        + "flint simulate --merge t.json --output merged.md >m.txt; echo $?; "
        + "cmp t.txt m.txt; grep -c '^## \\(Measures\\|Points\\)' page.md; "
        + "grep -v flint page.md >a; grep -v flint merged.md | cmp - a", in: scratch.url)
    #expect(result.output == "0\n2\n")
  }
}
