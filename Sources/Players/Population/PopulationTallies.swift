import FlintCalendar
package import FlintJSON
package import FlintRules

/// The settings of a replay of a population that determine its results.
package struct PopulationSettings: Equatable, Sendable {
  package var version = ""
  /// The id of the rulebook.
  package var rules = ""
  package var rulesHash = ""
  /// The seed of players whose lines have none.
  package var seed: UInt64 = 0
  /// The zone whose days events have; empty where these are the days of the times' own offsets, or of UTC.
  package var zone = ""
  /// The start of the days, as `HH:MM`.
  package var dayStart = ""
  /// The instant up to which players are replayed; empty for the last event of each.
  package var now = ""
  package var measures: [String] = []
  /// The id of the rulebook that it is compared with; `nil` where there is none.
  package var against: String?
  package var againstHash: String?

  init() {}

  package init(
    version: String, rulebook: Rulebook, against other: Rulebook? = nil, seed: UInt64, zone: String,
    now: String, measures: [String]
  ) {
    self.version = version
    rules = rulebook.definition.id
    rulesHash = rulebook.hash
    against = other?.definition.id
    againstHash = other?.hash
    self.seed = seed
    self.zone = zone
    dayStart = rulebook.dayStart.description
    self.now = now
    self.measures = measures
  }
}

/// The tallies of some players of a population. They are whole numbers that are added up, so that
/// any partition of the players has the same result.
package struct PopulationTallies: Equatable, Sendable {
  package private(set) var settings: PopulationSettings
  package private(set) var players: Int64 = 0
  /// The number of events, those without effect included.
  package private(set) var events: Int64 = 0
  /// The number of lines that repeat an event.
  package private(set) var repeated: Int64 = 0
  package private(set) var rejected: Int64 = 0
  /// The totals under the rulebook.
  package private(set) var own: PopulationTotals
  /// The totals under the rulebook that it is compared with; `nil` where there is none.
  package private(set) var other: PopulationTotals?
  /// The tallies of each player's own difference from that rulebook, by measure.
  private var pairs: [PairTally]?
  /// The hashes by which players that are in two files are found.
  private var sample = PlayerSample()

  package init(_ settings: PopulationSettings) {
    self.settings = settings
    own = PopulationTotals(measures: settings.measures.count)
    if settings.against != nil {
      other = own
      pairs = settings.measures.map { _ in PairTally() }
    }
  }

  /// Adds a player.
  ///
  /// - Parameters:
  ///   - player: the name.
  ///   - others: the totals under the rulebook that it is compared with.
  package mutating func add(
    _ totals: PlayerTotals, of player: String, against others: PlayerTotals? = nil
  ) {
    players += 1
    sample.insert(player)
    events += totals.events
    own.add(totals)
    guard let others else { return }
    other?.add(others)
    for (index, values) in zip(others.values, totals.values).enumerated() {
      pairs?[index].add(.value(values.0), .value(values.1))
    }
  }

  /// Adds lines that were not replayed.
  package mutating func add(repeated: Int64 = 0, rejected: Int64 = 0) {
    self.repeated += repeated
    self.rejected += rejected
  }

  /// Adds the tallies of other players, which have the same settings.
  package mutating func merge(_ other: PopulationTallies) {
    players += other.players
    events += other.events
    repeated += other.repeated
    rejected += other.rejected
    sample.merge(other.sample)
    own.merge(other.own)
    if let totals = other.other { self.other?.merge(totals) }
    for (index, pair) in (other.pairs ?? []).enumerated() { pairs?[index].merge(pair) }
  }

  /// The estimates of the measures, in order.
  package var estimates: [Estimate] { own.estimates(settings.measures) }

  /// The estimates under the rulebook that it is compared with; none without one.
  package var otherEstimates: [Estimate] { other?.estimates(settings.measures) ?? [] }

  /// The differences of the measures from that rulebook, player by player; none without one.
  package var differences: [Difference] {
    zip(zip(otherEstimates, estimates), pairs ?? []).map {
      Difference($0.0, $0.1, $1, nil)
    }
  }

  /// Returns an error about the first measure whose values are too large; `nil` where none is.
  package var problem: SimulationError? {
    let rows = [own.tallies, other?.tallies ?? [], pairs?.map(\.difference) ?? []]
    for row in rows {
      guard let index = row.firstIndex(where: \.isTooLarge) else { continue }
      return .shard(
        "\"\(settings.measures[index])\" has values too large to be tallied: the sum of the squares "
          + "has to fit into 128 bits")
    }
    return nil
  }
}

extension PopulationTallies {
  private static let form: Int64 = 2

  /// Whether a text appears to be tallies of a population, and not a shard of a simulation.
  package static func isForm(of json: JSONValue) -> Bool { json["flint"] == .string("population") }

  /// The tallies as the JSON of their file.
  package var fileJSON: JSONValue { shardJSON }

  /// - Parameter name: the name of the file in errors.
  package init(_ json: JSONValue, name: String) throws(SimulationError) {
    guard Self.isForm(of: json) else {
      throw .shard("\(name) is no file of tallies; one is written by flint replay --population")
    }
    guard json["form"] == .integer(Self.form) else {
      throw .shard("\(name) was written by another version of Flint")
    }
    guard let tallies = PopulationTallies(shardJSON: json) else {
      throw .shard("\(name) has damaged tallies; make them again")
    }
    self = tallies
  }

  /// - Throws: `SimulationError.shard` where their settings differ, or two have players in common.
  package static func merge(
    _ files: [(name: String, tallies: PopulationTallies)]
  ) throws(SimulationError) -> PopulationTallies {
    guard let first = files.first else { throw .shard("no tallies") }
    var merged = first.tallies
    var known = first.tallies.sample.hashes.reduce(into: [:]) { $0[$1] = first.name }
    for file in files.dropFirst() {
      if let difference = first.tallies.settings.difference(from: file.tallies.settings) {
        throw .shard("\(file.name): cannot be merged with \(first.name): \(difference)")
      }
      for hash in file.tallies.sample.hashes {
        if let other = known.updateValue(file.name, forKey: hash) {
          throw .shard(
            "\(file.name): "
              + (other == file.name
                ? "is given twice"
                : "has a player that is in \(other) as well; all events of a player belong in one file")
          )
        }
      }
      merged.merge(file.tallies)
    }
    if let problem = merged.problem { throw problem }
    return merged
  }
}

extension PopulationSettings {
  /// Returns the first setting in which other settings differ, in words; `nil` where they are equal.
  fileprivate func difference(from other: PopulationSettings) -> String? {
    for member in Self.members {
      let (own, others) = (member.value(self), member.value(other))
      if own != others {
        return "its \(member.name) is \(others.text()), not \(own.text())"
      }
    }
    return nil
  }
}

extension PopulationSettings: ShardRecord {
  static var members: [ShardMember<PopulationSettings>] {
    [
      ShardMember("version", \.version), ShardMember("rules", \.rules),
      ShardMember("rules_hash", \.rulesHash), ShardMember("seed", \.seedText),
      ShardMember("zone", \.zone), ShardMember("day_start", \.dayStart), ShardMember("now", \.now),
      ShardMember("measures", \.measures), ShardMember(omitting: "against", \.against),
      ShardMember(omitting: "against_hash", \.againstHash),
    ]
  }

  /// The seed as a text, since JSON's integers have 63 bits.
  private var seedText: String {
    get { String(seed) }
    set { seed = UInt64(newValue) ?? 0 }
  }

  var isConsistent: Bool {
    (1...Plan.mostMeasures).contains(measures.count) && (against == nil) == (againstHash == nil)
  }
}

extension PopulationTallies: ShardRecord {
  init() { self.init(PopulationSettings()) }

  static var members: [ShardMember<PopulationTallies>] {
    [
      ShardMember("flint", constant: .string("population")),
      ShardMember("form", constant: .integer(form)), ShardMember("settings", \.settings),
      ShardMember("players", \.players), ShardMember("sample", \.sample),
      ShardMember("events", \.events),
      ShardMember("repeated", \.repeated), ShardMember("rejected", \.rejected),
      ShardMember("void", \.own.sparseVoids), ShardMember("tallies", \.own.tallies),
      ShardMember(omitting: "against", \.other), ShardMember(omitting: "pairs", \.pairs),
    ]
  }

  var isConsistent: Bool {
    let measures = settings.measures.count
    guard (0...Plan.mostPlayers).contains(players), sample.isOf(players), events >= 0,
      repeated >= 0, rejected >= 0,
      own.isOf(players, events, measures: measures),
      (settings.against != nil) == (other != nil), (other == nil) == (pairs == nil)
    else { return false }
    return (other?.isOf(players, events, measures: measures) ?? true)
      && (pairs.map { pairs in
        pairs.count == measures
          && pairs.allSatisfy {
            $0.both == players && $0.difference.players == players && $0.difference.absent == 0
          }
      } ?? true)
  }
}
