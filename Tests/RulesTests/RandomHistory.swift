import FlintCalendar
import FlintRules
import TestSupport

/// Improbable random histories: many sparks at one instant, changes between zones 36
/// hours apart, rolls without a token, gaps. Each is determined by a seed.
enum RandomHistory {
  /// Events in the order of the fold.
  static func events(seed: UInt64, count: Int) -> [ProfileEvent] {
    var random = SplitMix64(state: seed)
    var now: Int64 = 1_772_323_200_000 + Int64.random(in: 0..<31_536_000_000, using: &random)
    let offsets: [Int32] = [0, 0, 3600, 7200, 20_700, -12_600, 64_800, -64_800, 43_200, -39_600]
    var ids: Set<EventID> = []
    var events: [ProfileEvent] = []
    while events.count < count {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<4: break
      case 4..<14: now += Int64.random(in: 1...7_200_000, using: &random)
      case 14..<19: now += Int64.random(in: 7_200_000...100_000_000, using: &random)
      default: now += Int64.random(in: 100_000_000...900_000_000, using: &random)
      }
      let id = EventID(high: random.next(), low: random.next() & 3)
      guard ids.insert(id).inserted,
        let category = SparkCategory.ignition.randomElement(using: &random),
        let intensity = SparkIntensity.ignition.randomElement(using: &random),
        let offset = offsets.randomElement(using: &random)
      else { continue }
      let isRoll = Int.random(in: 0..<8, using: &random) == 0
      events.append(
        ProfileEvent(
          id: id, at: Instant(milliseconds: now), offset: UTCOffset(seconds: offset),
          action: isRoll ? .roll(category) : .spark(category, intensity)))
    }
    return events.sorted { $0.foldPosition < $1.foldPosition }
  }

  /// Rulebooks for these histories: the bundled ones, one with pity and with missions over
  /// every metric and window, and one in which everything overflows.
  static let definitions: [RulebookDefinition] = {
    var own = RulebookDefinition.ignition
    own.id = "own"
    own.drops.chance = .percent(75)
    own.drops.pity[3] = PityDefinition(softStart: 5, softStep: .percent(10), hard: 12)
    own.drops.pity[2] = PityDefinition(hard: 6)
    let metrics: [(Metric, Int64)] = [
      (.sparks(category: nil, minIntensity: .medium, beforeHour: 15), 2),
      (.sparks(category: .energy, minIntensity: nil, beforeHour: nil), 2),
      (.sparkDays, 1), (.distinctCategories, 3), (.earnedPoints, 77), (.totalPoints, 333),
      (.missionsCompleted(window: nil), 4), (.missionsCompleted(window: .week), 2),
      (.cards(category: nil, rarity: nil), 2), (.cards(category: .idea, rarity: nil), 1),
      (.cards(category: nil, rarity: .rare), 1), (.overloads, 1), (.streak, 2), (.level, 2),
      (.streak, 3), (.level, 1),
    ]
    for window in Window.allCases {
      for (index, (metric, target)) in metrics.enumerated() {
        own.missions.append(
          MissionDefinition(
            id: "own-\(window.name)-\(index)", title: "Own", window: window, metric: metric,
            target: target, reward: Int64(index * 7 % 40), difficulty: .hard))
      }
    }
    // Missions are evaluated in the rulebook's order, which should not be that of the windows.
    own.missions = own.missions.enumerated()
      .sorted { ($0.offset * 37 % 101, $0.offset) < ($1.offset * 37 % 101, $1.offset) }
      .map(\.element)

    var brimming = RulebookDefinition.ignitionShipped
    brimming.id = "brimming"
    brimming.fuelCapacity = 60
    brimming.tokens.initial = 0
    brimming.tokens.perOverload = 2
    brimming.drops.emptyCell = .reroll
    brimming.drops.chance = .one
    brimming.levels = (0..<40).map { LevelDefinition(title: "L", threshold: $0 * 50) }
    return [.ignition, .ignitionShipped, own, brimming]
  }()
}

/// A slow reference count of the missions of a history: every metric from a list of facts, every
/// mission on every event. Points, cards and tokens are taken from the outcomes; the effects of
/// missions, fuel, levels and streaks are computed here.
struct SlowMissions {
  struct Fact {
    var day: Int
    var hour = 0
    var spark: (category: SparkCategory, intensity: SparkIntensity)?
    var earned: Int64 = 0
    var missionPoints: Int64 = 0
    var newCard: CardDefinition?
    var overloads: Int64 = 0
    var completed: [Window] = []
  }

  let definition: RulebookDefinition
  var facts: [Fact] = []
  var completions: [(mission: Int, start: Int?, at: Int64)] = []
  var fuel: Int64 = 0
  var overloads: Int64 = 0
  var tokens: Int64
  var points: Int64 = 0

  init(_ definition: RulebookDefinition) {
    self.definition = definition
    tokens = definition.tokens.initial
  }

  var level: Int { definition.levels.count { $0.threshold <= points } }

  /// The longest run of spark days, and the one that is current on a day.
  func longestRun() -> Int {
    let days = Set(facts.filter { $0.spark != nil }.map(\.day))
    return days.map { day in
      var length = 0
      while days.contains(day - length) { length += 1 }
      return length
    }.max() ?? 0
  }

  func run(on day: Int) -> Int {
    let days = Set(facts.filter { $0.spark != nil }.map(\.day))
    var from = days.contains(day) ? day : day - 1
    var length = 0
    while days.contains(from) {
      length += 1
      from -= 1
    }
    return length
  }

  static func start(_ window: Window, _ day: Int) -> Int? {
    switch window {
    case .day: day
    // 1970-01-01 was a Thursday.
    case .week: day - (((day + 3) % 7) + 7) % 7
    case .life: nil
    }
  }

  mutating func apply(_ event: ProfileEvent, _ outcome: Outcome) {
    let local = event.at.milliseconds + Int64(event.offset.seconds) * 1000
    let day = Int((Double(local) / 86_400_000).rounded(.down))
    if outcome.isVoid { return }
    var fact = Fact(day: day, hour: Int(local - Int64(day) * 86_400_000) / 3_600_000)
    if case .spark(let category, let intensity) = event.action {
      fact.spark = (category, intensity)
    } else {
      tokens -= 1
    }
    fact.earned = outcome.basePoints + outcome.draw.duplicatePoints
    points += fact.earned
    if outcome.draw.isNew, let card = outcome.draw.card { fact.newCard = definition.cards[card] }
    facts.append(fact)
    var isScanning = true
    while isScanning {
      isScanning = false
      for (index, mission) in definition.missions.enumerated() {
        guard mission.season.contains(CivilDay(number: Int32(day))) else { continue }
        let start = Self.start(mission.window, day)
        if completions.contains(where: { $0.mission == index && $0.start == start }) { continue }
        guard value(mission, start, day) >= mission.target else { continue }
        completions.append((index, start, event.at.milliseconds))
        let last = facts.count - 1
        facts[last].completed.append(mission.window)
        facts[last].missionPoints += mission.reward
        points += mission.reward
        fuel += mission.reward
        if fuel >= definition.fuelCapacity {
          fuel = 0
          overloads += 1
          tokens += definition.tokens.perOverload
          facts[last].overloads += 1
        }
        isScanning = true
        break
      }
    }
  }

  private func value(_ mission: MissionDefinition, _ start: Int?, _ day: Int) -> Int64 {
    let inside = facts.filter {
      Self.start(mission.window, $0.day) == start
        && mission.season.contains(CivilDay(number: Int32($0.day)))
    }
    switch mission.metric {
    case .sparks(let category, let least, let hour):
      return Int64(
        inside.count { fact in
          guard let spark = fact.spark else { return false }
          return (category == nil || spark.category == category)
            && spark.intensity.number >= (least?.number ?? 0) && fact.hour < hour ?? 24
        })
    case .sparkDays: return Int64(Set(inside.filter { $0.spark != nil }.map(\.day)).count)
    case .distinctCategories: return Int64(Set(inside.compactMap(\.spark?.category)).count)
    case .earnedPoints: return inside.reduce(0) { $0 + $1.earned }
    case .totalPoints: return inside.reduce(0) { $0 + $1.earned + $1.missionPoints }
    case .missionsCompleted(let window):
      return Int64(inside.flatMap(\.completed).count { window == nil || $0 == window })
    case .cards(let category, let rarity, _):
      return Int64(
        inside.compactMap(\.newCard).count {
          (category == nil || $0.category == category) && (rarity == nil || $0.rarity == rarity)
        })
    case .streak:
      let latest = facts.filter { $0.spark != nil }.map(\.day).max() ?? day
      return Int64(run(on: max(day, latest)))
    case .overloads: return inside.reduce(0) { $0 + $1.overloads }
    case .level: return Int64(level)
    case .sets, .tasks, .taskScore, .moods, .activities, .questSteps, .entries, .events: return 0
    }
  }
}
