import FlintSchema

extension RulebookDefinition {
  /// The rulebook for people who record more than sparks: it extends `ignition` and pays for tasks,
  /// moods, habits, entries, activities and quests as well. Its cards have a sentence each and belong to
  /// sets, duplicates bring embers that buy missing cards, each quarter has cards and missions of its own,
  /// and levels and chains of missions last for three years. The numbers are those of
  /// `examples/plans/everyday.lua`, which checks the pace. Nothing is ever taken away.
  public static let everyday: RulebookDefinition = {
    var everyday = ignition
    everyday.id = "everyday"
    everyday.levels = levels(thresholds: BundledEveryday.thresholds)
    everyday.cards = BundledEveryday.cards
    everyday.sets = BundledCardTexts.sets
    everyday.points.duplicates = [3, 8, 15, 30]
    everyday.currencies = [CurrencyDefinition(id: "embers")]
    everyday.duplicateGrants = BundledEveryday.embers(1, 3, 8, 20)
    everyday.cardPrices = BundledEveryday.embers(60, 200, 600, 1500)
    everyday.drops.perDay = 5
    everyday.earn = BundledEveryday.rules
    for index in everyday.missions.indices {
      let id = everyday.missions[index].id
      everyday.missions[index].reward =
        BundledEveryday.rewards[id] ?? everyday.missions[index].reward
    }
    everyday.missions += BundledEveryday.missions + BundledSeasons.missions + BundledYears.missions
    return everyday
  }()
}

/// What `everyday` changes in `ignition`.
enum BundledEveryday {
  /// The points at which the levels begin: ten in the first year, then about one a month.
  static let thresholds: [Int64] =
    [0, 950, 2100, 3900, 6700, 11_000, 17_500, 26_500, 39_500, 58_000]
    + (1...28).map { 58_000 + $0 * 4350 }

  /// The cards of `ignition`, with their sentences and sets, and those of the seasons.
  static let cards =
    BundledCards.ignition.map { card in
      var card = card
      card.text = BundledCardTexts.entries[card.name]?.text
      card.set = BundledCardTexts.entries[card.name]?.set
      return card
    } + BundledSeasonalCards.all

  /// Returns amounts of embers by rarity, given from the commonest on, in the order in which rulebooks store them.
  static func embers(_ amounts: Int64...) -> [NamedValue<[CurrencyAmount]>] {
    zip(CardRarity.ignitionNames, amounts).map { NamedValue($0, [NamedValue("embers", $1)]) }
      .sorted { $0.name < $1.name }
  }

  /// The limits per day are far above what a day brings; they keep a script from farming points.
  static let rules = [
    rule(.taskComplete, 30, perDay: 10) { $0.priority = .p0 },
    rule(.taskComplete, 25, perDay: 10) { $0.priority = .p1 },
    rule(.taskComplete, 20, perDay: 10),
    rule(.mood, 15, perDay: 1, roll: .energy),
    rule(.habitDone, 15, perDay: 10),
    rule(.entry, 5, perDay: 10),
    rule(.activity, 20, perDay: 2) { $0.activity = .journal },
    rule(.activity, 12, perDay: 3) { $0.activity = .selfCare },
    rule(.activity, 12, perDay: 3) { $0.activity = .sos },
    rule(.activity, 2, perDay: 1),
    rule(.questNode, 12, perDay: 30),
  ]

  /// The rewards of the missions of `ignition`, by id.
  static let rewards: [String: Int64] = [
    "morning-spark": 5, "spark-streak": 15, "idea-generator": 5, "energy-boost": 10,
    "high-intensity": 10, "weekly-warrior": 60, "challenge-master": 50, "idea-factory": 50,
    "energy-dynamo": 60, "consistent-creator": 100, "diversity-champion": 40,
    "decision-week": 50, "point-collector-week": 60, "intensity-champion": 50,
    "grand-achiever": 20, "first-card": 10, "rare-collector": 60, "epic-hunter": 80,
    "legendary-status": 200, "card-collector": 250, "master-of-decision": 200,
    "master-of-energy": 200, "master-of-ideas": 200, "master-of-experiments": 200,
    "master-of-challenges": 200, "legendary-collector": 500, "completionist": 700,
    "first-steps": 30, "rising-star": 100, "spark-veteran": 200, "spark-master": 600,
    "spark-legend": 800, "point-starter": 50, "point-earner": 150, "point-collector": 300,
    "point-master": 600, "week-warrior": 70, "month-champion": 300, "unstoppable": 1000,
    "first-overload": 100, "overload-addict": 300, "overload-master": 600,
    "mythical-ascent": 600,
  ]

  /// The missions over tasks, moods, habits, activities and quests, in the order of evaluation.
  static let missions = daily + longer + lifetime

  private static let daily = [
    mission("one-thing-done", "One Thing Done", .window(.day), .taskComplete, .count, 1, 5, .easy),
    mission("checked-in", "Checked In", .window(.day), .mood, .count, 1, 5, .easy),
    mission("habit-kept", "A Habit Kept", .window(.day), .habitDone, .count, 1, 5, .easy),
  ]

  private static let longer = [
    mission("tidy-week", "Tidy Week", .window(.week), .taskComplete, .count, 5, 20, .medium),
    mission("week-in-colours", "A Week in Colours", .window(.week), .mood, .days, 5, 20, .easy),
    mission("habits-at-work", "Habits at Work", .window(.week), .habitDone, .count, 8, 20, .medium),
    mission("month-in-colours", "A Month in Colours", .month, .mood, .days, 20, 60, .medium),
    mission("steady-fortnight", "A Steady Fortnight", .days(14), .habitDone, .days, 10, 40, .hard),
  ]

  private static let lifetime = [
    mission("first-task", "Off the List", .window(.life), .taskComplete, .count, 1, 10, .easy),
    mission(
      "hundred-tasks", "A Hundred Things Done", .window(.life), .taskComplete, .count, 100, 150,
      .medium,
      requires: "first-task"),
    mission("first-mood", "How Are You?", .window(.life), .mood, .count, 1, 10, .easy),
    mission(
      "hundred-moods", "A Hundred Days in Colours", .window(.life), .mood, .days, 100, 150,
      .medium, requires: "first-mood"),
    mission("first-habit", "A Beginning", .window(.life), .habitDone, .count, 1, 10, .easy),
    mission(
      "hundred-habits", "Second Nature", .window(.life), .habitDone, .count, 100, 150, .medium,
      requires: "first-habit"),
    mission(
      "five-hundred-habits", "A Way of Life", .window(.life), .habitDone, .count, 500, 400, .expert,
      requires: "hundred-habits"),
    mission("first-page", "A First Page", .window(.life), .activity, .count, 1, 10, .easy) {
      $0.activity = .journal
    },
    mission(
      "fifty-pages", "A Full Notebook", .window(.life), .activity, .count, 50, 150, .hard,
      requires: "first-page"
    ) { $0.activity = .journal },
    mission("first-step", "Setting Out", .window(.life), .questNode, .count, 1, 10, .easy),
    mission(
      "hundred-quest-steps", "A Long Road", .window(.life), .questNode, .count, 100, 150, .hard,
      requires: "first-step"),
  ]

  private static func rule(
    _ event: OccurrenceKind, _ points: Int64, perDay: Int64, roll: SparkCategory? = nil,
    where filter: (inout OccurrenceSelector) -> Void = { _ in }
  ) -> EarningRule {
    var selector = OccurrenceSelector(event)
    filter(&selector)
    return EarningRule(selector, points: points, perDay: perDay, roll: roll)
  }

  static func mission(
    _ id: String, _ title: String, _ period: MissionPeriod, _ event: OccurrenceKind,
    _ form: EventMetric.Form, _ target: Int64, _ reward: Int64, _ difficulty: Difficulty,
    requires: String? = nil, where filter: (inout OccurrenceSelector) -> Void = { _ in }
  ) -> MissionDefinition {
    var selector = OccurrenceSelector(event)
    filter(&selector)
    return MissionDefinition(
      id: id, title: title, period: period, events: EventMetric(selector, form), target: target,
      reward: reward, difficulty: difficulty, requires: requires.map { [$0] } ?? [])
  }
}
