import FlintCalendar
import FlintRandom
import FlintRules

/// Random valid rulebooks, each determined by its number.
struct RandomRulebook {
  private var random: CounterStream

  static func rulebook(_ number: UInt64) -> RulebookDefinition {
    var maker = RandomRulebook(
      random: CounterStream(key: 1, identity: number, purpose: 0))
    return maker.definition(number)
  }

  private mutating func below(_ bound: Int) -> Int { Int(random.bounded(UInt64(bound))) }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  private mutating func whole(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(random.bounded(UInt64(range.upperBound - range.lowerBound) + 1))
  }

  private mutating func title() -> String {
    pick([
      "Plain", "Two Words", " Spaced ", "\"Quoted\" \\ back", "Line\nbreak\tand\u{1}", "Größe 火 🔥",
      "e\u{301}", "\u{e9}", "null", "0.5", "[1]", "a/b",
    ])
  }

  /// A share of one with a small denominator.
  private mutating func share() -> Fraction {
    let denominator = UInt64(pick([1, 3, 7, 100, 1000, 4096]))
    return Fraction(random.bounded(denominator + 1), over: denominator) ?? .zero
  }

  private mutating func definition(_ number: UInt64) -> RulebookDefinition {
    var definition = RulebookDefinition.ignition
    definition.id = "random-\(number)"
    definition.points.base = (0..<5).map { _ in whole(0...1_000_000) }
    definition.points.multipliers = (0..<4).map { _ in
      pick([
        share(), Fraction(whole(0...1000).magnitude), Fraction(1, over: .max) ?? .zero,
        Fraction(1_000_000_000, over: 123_456_789_012_345_678) ?? .zero,
      ])
    }
    definition.points.duplicates = (0..<4).map { _ in whole(0...1_000_000) }
    definition.fuelCapacity = whole(1...1_000_000_000)
    definition.tokens.initial = whole(0...1_000_000)
    definition.tokens.perOverload = whole(0...1_000_000)
    var threshold: Int64 = 0
    definition.levels = (0...below(12)).map { _ in
      defer { threshold += whole(1...10_000_000_000) }
      return LevelDefinition(title: title(), threshold: threshold)
    }
    definition.cards = (0..<below(40)).map { index in
      CardDefinition(
        id: "card-\(index)", name: title(), category: pick(SparkCategory.ignition),
        rarity: pick(CardRarity.ignition), season: season())
    }
    definition.drops = drops()
    definition.missions = (0..<below(40)).map { mission($0, levels: definition.levels.count) }
    for index in 0..<below(10) { definition.missions.append(eventMission(index)) }
    definition.ladders = (0..<below(6)).map { ladder($0) }
    definition.tasks = TaskRules(
      scores: (0..<4).map { _ in whole(0...1000) }, creditPoints: below(2) == 0)
    definition.earn = (0..<below(6)).map { _ in rule() }
    return definition
  }

  private mutating func drops() -> DropDefinition {
    let rates = pick(
      [
        ["60%", "30%", "8%", "2%"], ["1/3", "1/3", "1/3", "0"], ["0", "0", "0", "1"],
        ["0.994", "0", "0", "0.006"], ["1/7", "2/7", "3/7", "1/7"],
      ]
    ).map { Fraction($0) ?? .zero }
    let pity = (0..<4).map { rarity -> PityDefinition? in
      switch rarity == 0 ? 3 : below(4) {
      case 0: return PityDefinition(hard: whole(1...1_000_000))
      case 1: return PityDefinition(softStart: whole(1...1_000_000), softStep: .percent(6))
      case 2:
        return PityDefinition(
          softStart: whole(1...74), softStep: Fraction(1, over: 8) ?? .one, hard: 90)
      default: return nil
      }
    }
    // Any cell may be empty.
    return DropDefinition(chance: share(), rates: rates, emptyCell: .none, pity: pity)
  }

  private mutating func season() -> Season {
    let day = CivilDay(number: Int32(whole(-100_000...100_000)))
    switch below(5) {
    case 0: return Season(from: day)
    case 1: return Season(before: day)
    case 2: return Season(from: day, before: day + 1 + below(100))
    default: return .always
    }
  }

  private mutating func mission(_ index: Int, levels: Int) -> MissionDefinition {
    let metric = pick([
      .sparks(
        category: pick([nil, .idea, .challenge]), minIntensity: pick([nil, .low, .extreme]),
        beforeHour: pick([nil, 1, 24])),
      .earnedPoints, .totalPoints, .streak, .overloads, .tasks, .taskScore, .moods, .activities,
      .questSteps, .entries, Metric.level,
    ])
    let target =
      switch metric {
      case .level: Int64(levels)
      // A day has one mood.
      case .moods: 1 as Int64
      default: whole(1...1_000_000_000)
      }
    return MissionDefinition(
      id: "mission_\(index)", title: title(), window: pick(Window.allCases), metric: metric,
      target: target,
      reward: whole(0...1_000_000_000), difficulty: pick(Difficulty.allCases), season: season())
  }

  private mutating func eventMission(_ index: Int) -> MissionDefinition {
    var selector = OccurrenceSelector(pick(OccurrenceKind.allCases))
    if selector.event == .card { selector.rarity = pick([nil, .epic]) }
    if selector.event == .mission { selector.window = pick([nil, .week]) }
    if selector.event == .spark { selector.times.beforeHour = pick([nil, 7]) }
    return MissionDefinition(
      id: "general_\(index)", title: title(),
      period: pick([.window(.week), .window(.life), .month, .days(Int32(whole(1...366)))]),
      events: EventMetric(
        selector, pick([.count, .sum]), of: nil), target: whole(1...1_000_000_000),
      reward: whole(0...1_000_000_000), difficulty: pick(Difficulty.allCases), season: season(),
      requires: index > 0 && below(2) == 0 ? ["general_\(index - 1)"] : [])
  }

  private mutating func rule() -> EarningRule {
    let event = pick(OccurrenceKind.earning)
    var selector = OccurrenceSelector(event)
    switch event {
    case .taskComplete:
      selector.priority = pick([nil, .p0, .p3])
      selector.project = pick([nil, title()])
    case .mood: selector.minMood = pick([nil, .horrible, .great])
    case .habitDone: selector.tracker = pick([nil, title()])
    case .entry:
      selector.tracker = pick([nil, title()])
      selector.tag = pick([nil, title()])
    case .activity: selector.activity = pick([nil, .open, .selfCare])
    case .questNode, .spark, .card, .mission: break
    }
    selector.times.beforeHour = pick([nil, 1, 24])
    selector.times.afterHour = pick([nil, 0, 23])
    selector.times.weekdays = pick([nil, .all, [.init(.monday), .init(.sunday)]])
    return EarningRule(
      selector, points: whole(1...1_000_000),
      amount: event == .entry && below(2) == 0
        ? .init(per: whole(1...1_000_000), of: pick(EarningRule.Unit.allCases)) : nil,
      cap: pick([nil, whole(0...1_000_000)]), perDay: pick([nil, whole(1...1_000_000)]),
      roll: pick([nil, .idea]))
  }

  private mutating func ladder(_ index: Int) -> LadderDefinition {
    let metric = pick(LadderMetric.allCases)
    var least: Int64 = 0
    let rungs = (0...below(6)).map { rung in
      least += whole(1...100_000)
      var conditions = [LadderCondition(metric, atLeast: least)]
      if metric != .journals, below(3) == 0 {
        conditions.append(LadderCondition(.journals, atLeast: whole(1...1_000_000)))
      }
      return RungDefinition(id: "rung-\(index)-\(rung)", title: title(), conditions: conditions)
    }
    return LadderDefinition(id: "ladder-\(index)", title: title(), rungs: rungs)
  }
}
