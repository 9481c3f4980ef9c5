import FlintRandom
import FlintRules
import FlintSchema

/// The days on which players leave for good, under one rulebook.
///
/// The draws are a stream of the player's own with one number a day: the same under every rulebook, so that
/// players leave at different times only where different things happened to them.
struct PlayerChurn {
  /// The purpose of the stream: "chur".
  static let purpose: UInt32 = 0x6368_7572

  /// What is counted for a condition.
  private enum Event {
    case level
    case missions
    /// Different cards.
    case cards
    /// Copies of the marked cards.
    case copies(marked: [Bool])
    case lostFeatured
    case lostStreak
  }

  private struct Condition {
    let event: Event
    let days: Int64
    let times: Double
    /// The count at the end of the latest day; of a streak, its length.
    var count: Int64 = 0
    /// The latest day on which the count changed or a streak ended, counted from 1; 0 before that.
    var latest: Int64 = 0
  }

  private let daily: Double
  private var conditions: [Condition] = []
  private var stream: StreamReader

  /// Whether the days have to be observed.
  var isConditional: Bool { !conditions.isEmpty }

  /// - Returns: `nil` where players never leave for good.
  /// - Throws: `PlanProblem` when the rulebook lacks what a condition names.
  init?(_ policy: Policy, _ rulebook: Rulebook, seed: UInt64) throws(PlanProblem) {
    guard let churn = policy.churn else { return nil }
    daily = churn.daily.approximation
    stream = StreamReader(key: seed, purpose: Self.purpose)
    for (index, condition) in churn.after.enumerated() {
      conditions.append(
        Condition(
          event: try Self.event(condition, rulebook, "churn.after[\(index + 1)].without"),
          days: condition.days, times: condition.times.approximation))
    }
  }

  private static func event(
    _ condition: Policy.Churn.Condition, _ rulebook: Rulebook, _ field: String
  ) throws(PlanProblem) -> Event {
    switch condition.lost {
    case .featured: return .lostFeatured
    case .streak: return .lostStreak
    case nil: break
    }
    let definition = rulebook.definition
    let name = condition.without ?? ""
    switch name {
    case "level": return .level
    case "mission": return .missions
    case "card": return .cards
    default:
      let rarities = definition.rarities.map(\.name)
      guard rarities.contains(name) else {
        let names = ["level", "mission", "card"] + rarities
        throw PlanProblem(
          field,
          "expected \(names.alternatives), got \"\(name)\""
            + NearestName.hint(for: name, among: names))
      }
      return .copies(marked: definition.cards.map { $0.rarity.name == name })
    }
  }

  mutating func begin(_ player: UInt64) {
    stream.begin(identity: player << 32)
    for index in conditions.indices { (conditions[index].count, conditions[index].latest) = (0, 0) }
  }

  /// Draws whether the player leaves before a day, counted from 1.
  mutating func leaves(before day: Int64) -> Bool {
    var chance = daily
    for condition in conditions {
      let since = day - 1 - condition.latest
      let holds =
        switch condition.event {
        case .level, .missions, .cards, .copies: since >= condition.days
        case .lostFeatured: condition.latest > 0 && since < condition.days
        case .lostStreak: condition.latest > 0 && since == 0
        }
      if holds { chance *= condition.times }
    }
    // 53 bits, as many as a number from 0 to 1 has.
    return Double(stream.next64() >> 11) * 0x1p-53 < chance
  }

  /// Observes the end of a day.
  ///
  /// - Parameters:
  ///   - sparks: the number of sparks of the day.
  ///   - lost: the number of cards so far that were not featured ones.
  mutating func observe(
    _ day: Int64, _ state: borrowing ProfileState, sparks: Int64, lost: Int64
  ) {
    for index in conditions.indices {
      let count: Int64
      switch conditions[index].event {
      case .level: count = Int64(state.level)
      case .missions: count = state.missionsCompleted
      case .cards: count = state.holdings.reduce(0) { $0 + ($1.copies > 0 ? 1 : 0) }
      case .copies(let marked):
        count = zip(state.holdings, marked).reduce(0) { $0 + ($1.1 ? Int64($1.0.copies) : 0) }
      case .lostFeatured: count = lost
      case .lostStreak:
        let length = conditions[index].count
        if sparks == 0, length >= conditions[index].days { conditions[index].latest = day }
        conditions[index].count = sparks == 0 ? 0 : length + 1
        continue
      }
      // The first level is no new one.
      let before =
        if case .level = conditions[index].event { max(1, conditions[index].count) } else {
          conditions[index].count
        }
      if count != before { conditions[index].latest = day }
      conditions[index].count = count
    }
  }
}
