import Calendar
package import JSON
package import Rules

/// The settings of a replay of a population that determine its results.
package struct PopulationSettings: Equatable, Sendable {
  package var version = ""
  /// The id of the rulebook.
  package var rules = ""
  package var rulesHash = ""
  /// The seed of players whose lines have none.
  package var seed: UInt64 = 0
  /// The zone of times without an offset.
  package var zone = ""
  /// The start of the days, as `HH:MM`.
  package var dayStart = ""
  /// The instant up to which players are replayed; empty for the last event of each.
  package var now = ""
  package var measures: [String] = []

  init() {}

  package init(
    version: String, rulebook: Rulebook, seed: UInt64, zone: String, now: String, measures: [String]
  ) {
    self.version = version
    rules = rulebook.definition.id
    rulesHash = rulebook.hash
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
  /// The number of events without effect, by the raw value of the reason.
  private var voidCounts = [Int64](
    repeating: 0, count: 1 + Int(VoidReason.allCases.map(\.rawValue).max() ?? 0))
  private var tallies: [Tally]

  package init(_ settings: PopulationSettings) {
    self.settings = settings
    tallies = settings.measures.map { _ in Tally() }
  }

  /// The number of events without effect, by reason, most frequent first.
  package var voids: [(reason: VoidReason, count: Int64)] {
    VoidReason.allCases.map { ($0, voidCounts[Int($0.rawValue)]) }.filter { $0.1 > 0 }
      .sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
  }

  /// The number of events without effect.
  package var voidCount: Int64 { voidCounts.reduce(0, +) }

  package mutating func add(_ totals: PlayerTotals) {
    players += 1
    events += totals.events
    for (reason, count) in totals.voids { voidCounts[Int(reason.rawValue)] += count }
    for (index, value) in totals.values.enumerated() { tallies[index].add(.value(value)) }
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
    for index in voidCounts.indices { voidCounts[index] += other.voidCounts[index] }
    for index in tallies.indices { tallies[index].merge(other.tallies[index]) }
  }

  /// The estimates of the measures, in order.
  package var estimates: [Estimate] {
    zip(settings.measures, tallies).map {
      Estimate($0, $1, bound: nil, nil, exact: nil)
    }
  }

  /// Returns an error about the first measure whose values are too large; `nil` where none is.
  package var problem: SimulationError? {
    guard let index = tallies.firstIndex(where: \.isTooLarge) else { return nil }
    return .shard(
      "\"\(settings.measures[index])\" has values too large to be tallied: the sum of the squares has "
        + "to fit into 128 bits")
  }
}

extension PopulationTallies {
  private static let form: Int64 = 1

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

  /// - Throws: `SimulationError.shard` where their settings differ.
  package static func merge(
    _ files: [(name: String, tallies: PopulationTallies)]
  ) throws(SimulationError) -> PopulationTallies {
    guard let first = files.first else { throw .shard("no tallies") }
    var merged = first.tallies
    for file in files.dropFirst() {
      if let difference = first.tallies.settings.difference(from: file.tallies.settings) {
        throw .shard("\(file.name): cannot be merged with \(first.name): \(difference)")
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
      ShardMember("measures", \.measures),
    ]
  }

  /// The seed as a text, since JSON's integers have 63 bits.
  private var seedText: String {
    get { String(seed) }
    set { seed = UInt64(newValue) ?? 0 }
  }

  var isConsistent: Bool { (1...Plan.mostMeasures).contains(measures.count) }
}

extension PopulationTallies: ShardRecord {
  init() { self.init(PopulationSettings()) }

  static var members: [ShardMember<PopulationTallies>] {
    [
      ShardMember("flint", constant: .string("population")),
      ShardMember("form", constant: .integer(form)), ShardMember("settings", \.settings),
      ShardMember("players", \.players), ShardMember("events", \.events),
      ShardMember("repeated", \.repeated), ShardMember("rejected", \.rejected),
      ShardMember("void", \.sparseVoids), ShardMember("tallies", \.tallies),
    ]
  }

  private var sparseVoids: SparseCounts {
    get { SparseCounts(voidCounts) }
    set {
      let most = voidCounts.count
      voidCounts = newValue.counts + repeatElement(0, count: max(0, most - newValue.counts.count))
    }
  }

  var isConsistent: Bool {
    (0...Plan.mostPlayers).contains(players) && events >= 0 && repeated >= 0 && rejected >= 0
      && voidCounts.count == PopulationTallies(settings).voidCounts.count
      && voidCounts.allSatisfy { (0...events).contains($0) }
      && tallies.count == settings.measures.count
      && tallies.allSatisfy { $0.players == players && $0.absent == 0 }
  }
}
