import FlintCalendar
import FlintRandom
import Design
import FlintJSON
import Players
import FlintRules
import FlintSchema
import Transfer

/// The events of a population, as JSON Lines or a table: each line is read or rejected, with its number.
func populationTarget(_ corpus: Corpus) throws -> Target {
  let file = MemoryFile()
  let terms = PopulationTerms(
    rulebook: try Rulebook(.everyday), zone: try CivilZone(name: "Europe/Rome").definition, seed: 1,
    mostEvents: 2000)
  let table = """
    player,at,kind,content
    ann,2026-03-01T10:00:00Z,spark,"{""title"":""a"",""category"":""idea""}"
    ann,1772359200000,mood,"{""day"":""2026-03-01"",""mood"":""good""}"
    """
  return Target(
    try corpus.files("examples/cluster/events.jsonl").map {
      Array($0.prefix(through: $0.prefix(4000).lastIndex(of: 0x0A) ?? 0))
    }
      + [Array(table.utf8)],
    words: [
      "\"player\"", "\"seed\"", "\"kind\"", "\"at\"", "\"content\"", "\"key\"", "spark",
      "task.complete", "habit",
    ]
  ) { input in
    file.write(input.bytes)
    let blocks = try PopulationInput([file.path], columns: nil, mostEvents: terms.mostEvents)
    var reader = PopulationReader(terms)
    while let block = try blocks.next() {
      let rejected = try reader.read(block) { _ in }
      for line in rejected {
        try Violation.unless(
          (1...2 * input.bytes.count + 1).contains(line.line), "line \(line.line)")
      }
    }
  }
}

/// Logs of draws: UIGF, and tables.
func drawLogTarget(_ corpus: Corpus) throws -> Target {
  let file = MemoryFile()
  let version4 =
    #"{"info":{"version":"v4.0"},"hk4e":[{"uid":"1","list":[{"uigf_gacha_type":"301","id":"10","name":"a","rank_type":"5","time":"2026-01-01 10:00:00"},{"uigf_gacha_type":"200","id":"9","item_id":"7","count":"1"}]}]}"#
  let log = try corpus.files("examples/data/draws-uigf.json")[0]
  guard case .object(var members) = try JSONValue(parsing: log),
    let list = members.firstIndex(where: { $0.name == "list" }),
    case .array(let draws) = members[list].value
  else { throw Violation("draws-uigf.json has no list") }
  members[list].value = .array(Array(draws.prefix(8)))
  return Target(
    try [Array(JSONValue.object(members).text().utf8), Array(version4.utf8)]
      + corpus.files("examples/data/draws.csv", "examples/designers-guide/draws.csv"),
    areSamplesValid: false,
    words: [
      "\"list\"", "hk4e", "hkrpg", "nap", "uigf_gacha_type", "rank_type", "count",
      "2026-01-01 10:00:00",
    ]
  ) { input in
    file.write(input.bytes)
    // The members of UIGF are known.
    let columns =
      switch input.sample {
      case 2: DrawColumns(name: "item", time: "time")
      case 3: DrawColumns(name: "card", player: "player")
      default: DrawColumns()
      }
    let log = try DrawLogFile(file.path, columns)
    try Violation.unless(
      log.rejectedCount <= log.rows.count, "\(log.rejectedCount) of \(log.rows.count) rows rejected"
    )
  }
}

/// Shards and tallies of populations: what was read is written with the same values, and merges.
func shardTarget(_ corpus: Corpus) throws -> Target {
  Target(
    try corpus.files("Tests/CommandTests/Stored/shard-*.json"),
    words: ["population", "shard", "form"]
  ) { input in
    let json = try JSONValue(parsing: input.bytes)
    if PopulationTallies.isForm(of: json) {
      let tallies = try PopulationTallies(json, name: "input")
      try Violation.unless(
        try PopulationTallies(tallies.json, name: "again") == tallies,
        "has other tallies once it is written")
      return
    }
    let shard = try ShardResult(json, name: "input")
    guard let again = try? ShardResult(parsing: Array(shard.json.text().utf8), name: "again") else {
      throw Violation("cannot be read once it is written")
    }
    // Compared as they are written: the form and the hash that were read may be former ones.
    try Violation.unless(again.json == shard.json, "is another shard once it is written")
    _ = try? ShardResult.merge([("a", shard), ("b", again)])
    _ = try? ShardResult.merge(
      (1...shard.shard.count).prefix(8).map { number in
        var other = shard
        other.shard = Shard(number, of: shard.shard.count) ?? shard.shard
        return ("\(number)", other)
      })
  }
}
