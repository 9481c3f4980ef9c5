import FlintCalendar
import FlintRules
import Testing

/// A driver that sets the metric of a mission to an exact value within a window, with events that
/// count and near misses that do not.
struct MissionDrive {
  var profile: PlayedProfile
  let mission: MissionDefinition

  /// 2026-03-02, a Monday.
  static let monday = CivilDay(number: 20_514)

  /// The possible points of one spark: base points × multiplier, computed by hand (domain, section 2).
  private static let coins: [(points: Int64, category: SparkCategory, intensity: SparkIntensity)] =
    [
      (62, .challenge, .extreme), (50, .challenge, .high), (40, .experiment, .high),
      (37, .challenge, .medium), (30, .energy, .high), (25, .challenge, .low),
      (22, .energy, .medium),
      (20, .experiment, .low), (16, .idea, .high), (15, .energy, .low), (12, .idea, .medium),
      (10, .decision, .low), (8, .idea, .low),
    ]

  /// Returns few sparks whose points have a given sum, at least 62 or one of the values above.
  static func sparks(worth sum: Int64) -> [(SparkCategory, SparkIntensity)] {
    var rest = sum
    var sparks: [(SparkCategory, SparkIntensity)] = []
    while rest >= 200 {
      sparks.append((.challenge, .extreme))
      rest -= 62
    }
    // The fewest summands of the rest.
    var fewest: [Int64: [Int]] = [0: []]
    for value in 1...max(1, rest) {
      for (index, coin) in coins.enumerated() {
        guard let before = fewest[value - coin.points] else { continue }
        if fewest[value].map({ before.count + 1 < $0.count }) ?? true {
          fewest[value] = before + [index]
        }
      }
    }
    precondition(fewest[rest] != nil, "no sparks are worth \(sum)")
    return sparks + (fewest[rest] ?? []).map { (coins[$0].category, coins[$0].intensity) }
  }

  /// Prepares a profile in which only the driver changes the mission's metric.
  init(_ mission: MissionDefinition, in base: RulebookDefinition = .ignition) throws {
    self.mission = mission
    var definition = base
    if !definition.missions.contains(mission) { definition.missions.append(mission) }
    switch mission.metric {
    case .earnedPoints:
      // No duplicates.
      definition.drops.chance = .zero
    case .totalPoints, .level:
      definition.drops.chance = .zero
      definition.missions = [mission]
    case .overloads:
      definition.drops.chance = .zero
      // Each spark before one o'clock fills the tank: one a day.
      let fill = MissionDefinition(
        id: "fill", title: "Fill", window: .day,
        metric: .sparks(category: nil, minIntensity: nil, beforeHour: 1), target: 1, reward: 1000,
        difficulty: .easy)
      definition.missions = mission.window == .day ? Self.fills(mission) : [mission, fill]
    default: break
    }
    profile = try PlayedProfile(definition)
  }

  /// Within one day several missions can each fill the tank: the n-th spark completes the n-th.
  private static func fills(_ mission: MissionDefinition) -> [MissionDefinition] {
    [mission]
      + (1...8).map {
        MissionDefinition(
          id: "fill-\($0)", title: "Fill", window: .day,
          metric: .sparks(category: nil, minIntensity: nil, beforeHour: nil), target: $0,
          reward: 1000, difficulty: .easy)
      }
  }

  /// The number of completions of the mission so far.
  var completions: Int { profile.completions(of: mission.id) }

  /// Adds exactly `count` to the metric (for `streak`, as many days; for `level`, enough points
  /// for that level, less one where `isShort`), from `day` on.
  mutating func add(_ count: Int64, on day: CivilDay, isShort: Bool = false) {
    switch mission.metric {
    case .sparks(let category, let minIntensity, let beforeHour):
      let (right, least) = (category ?? .decision, minIntensity ?? .low)
      for index in 0..<Int(count) {
        // Up to the last minute before the hour.
        let minute = beforeHour.map { $0 * 60 - 1 } ?? (index % 600 + 600)
        profile.spark(right, least, on: day, minute: minute)
      }
      if let category {
        for other in SparkCategory.ignition where other != category {
          profile.spark(other, .extreme, on: day, minute: 1290)
        }
      }
      for weaker in SparkIntensity.ignition where weaker.number < least.number {
        profile.spark(right, weaker, on: day, minute: 1300)
      }
      if let beforeHour, beforeHour < 24 {
        profile.spark(right, least, on: day, minute: beforeHour * 60)
      }
    case .sparkDays, .streak:
      for offset in 0..<Int(count) {
        // Two a day count once.
        profile.spark(on: day + offset, minute: 0)
        profile.spark(on: day + offset, minute: 1439)
      }
    case .distinctCategories:
      for category in SparkCategory.ignition.prefix(Int(count)) {
        profile.spark(category, .low, on: day)
        profile.spark(category, .high, on: day)
      }
    case .earnedPoints, .totalPoints:
      if count > 0 {
        for (category, intensity) in Self.sparks(worth: count) {
          profile.spark(category, intensity, on: day)
        }
      }
    case .level:
      let threshold = profile.rulebook.definition.levels[Int(count) - 1].threshold
      let missing = threshold - profile.state.ledger.total - (isShort ? 1 : 0)
      if missing > 0 {
        for (category, intensity) in Self.sparks(worth: missing) {
          profile.spark(category, intensity, on: day)
        }
      }
    case .missionsCompleted:
      // An idea in the afternoon completes the idea-generator of its day, and nothing else of a
      // day; two do so once.
      for offset in 0..<Int(count) {
        profile.spark(.idea, .low, on: day + offset, minute: 780)
        profile.spark(.idea, .low, on: day + offset, minute: 840)
      }
    case .cards(let category, let rarity, _):
      addCards(Int(count), category, rarity, on: day)
    case .overloads:
      for offset in 0..<Int(count) {
        if mission.window == .day {
          profile.spark(on: day)
        } else {
          profile.spark(on: day + offset, minute: 0)
          profile.spark(on: day + offset, minute: 59)
        }
      }
    case .sets, .tasks, .taskScore, .moods, .activities, .questSteps, .entries, .events:
      preconditionFailure("sparks and rolls do not move \(mission.metric.name)")
    }
  }

  private mutating func addCards(
    _ count: Int, _ category: SparkCategory?, _ rarity: CardRarity?, on day: CivilDay
  ) {
    let matching = CardChoice.cards(category, rarity)
    let isMissing = { [holdings = profile.state.holdings] in holdings[$0].copies == 0 }
    let wanted = matching.filter(isMissing).prefix(count)
    let others = CardChoice.cards().filter { !matching.contains($0) && isMissing($0) }
    // Near misses: a card that does not match, and a card owned already.
    for position in Array(wanted) + others.prefix(1) + wanted.suffix(1) {
      let card = profile.rulebook.definition.cards[position]
      let outcome = profile.spark(
        card.category, .low, on: day, draw: CardChoice.ignition[position])
      precondition(outcome.draw.card == position)
    }
  }
}
