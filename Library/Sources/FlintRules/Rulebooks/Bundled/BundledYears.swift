/// The missions of `everyday` about sets of cards, and the chains of its second and third year.
enum BundledYears {
  static let missions = sets + albums + chains

  private static let seasons = ["winter", "spring", "summer", "autumn"]

  private static let sets = BundledCardTexts.sets.map { set in
    MissionDefinition(
      id: "set-\(set.id)", title: "\(set.title): All Five", window: .life,
      metric: .cards(category: nil, rarity: nil, set: set.id), target: 5, reward: 60,
      difficulty: .medium)
  }

  private static let albums = [
    gauge("first-set", "A First Set", .sets, 1, 40, .easy),
    gauge("five-sets", "Five Sets", .sets, 5, 150, .medium, after: "first-set"),
    gauge("every-set", "Every Set", .sets, 14, 600, .expert, after: "five-sets"),
    album("whole-album", "The Whole Album", 500) { !seasons.contains($0) },
    album("year-of-cards", "A Year of Cards", 300) { seasons.contains($0) },
  ]

  private static let chains =
    chain(
      after: "hundred-tasks", .taskComplete, .count,
      [
        ("tidy-drawer", "A Tidy Drawer", 200, 150), ("empty-inbox", "The Empty Inbox", 325, 200),
        ("clear-desk", "A Clear Desk", 450, 250),
        ("clear-stairs", "Nothing on the Stairs", 575, 250),
        ("seven-hundred-tasks", "Seven Hundred Small Victories", 700, 300),
        ("quiet-list", "The Quiet List", 825, 300),
      ])
    + chain(
      after: "hundred-moods", .mood, .days,
      [
        ("palette", "A Palette", 175, 150), ("four-skies", "Four Seasons of Skies", 280, 200),
        ("mondays", "The Colour of Mondays", 400, 250),
        ("weather-station", "Weather Station", 520, 250),
        ("all-shades", "All the Shades", 640, 300),
        ("watercolour", "The Long Watercolour", 760, 300),
      ])
    + chain(
      after: "hundred-habits", .habitDone, .count, [("worn-smooth", "Worn Smooth", 300, 200)])
    + chain(
      after: "five-hundred-habits", .habitDone, .count,
      [
        ("as-breathing", "As Natural as Breathing", 700, 250),
        ("without-thinking", "Without Thinking", 950, 300),
        ("bred-in-the-bone", "Bred in the Bone", 1200, 300), ("groove", "The Groove", 1450, 300),
        ("older-than-calendar", "Older than the Calendar", 1700, 400),
      ])
    + chain(
      after: "spark-legend", .spark, .count,
      [
        ("spark-by-spark", "Spark by Spark", 1350, 400), ("long-fire", "The Long Fire", 1650, 500),
      ])
    + chain(
      after: "first-steps", .spark, .days,
      [
        ("hundred-fifty-lamps", "A Hundred and Fifty Lamps", 150, 200),
        ("year-of-light", "A Year with Light", 365, 300),
        ("streetlights", "Streetlights", 540, 300), ("lit-city", "The Lit City", 790, 400),
      ])
    + [
      gauge(
        "point-keeper", "Point Keeper", .totalPoints, 100_000, 500, .expert, after: "point-master"),
      gauge(
        "point-baron", "Point Baron", .totalPoints, 150_000, 600, .expert, after: "point-keeper"),
      gauge("full-hearth", "A Full Hearth", .overloads, 25, 300, .hard, after: "overload-master"),
      gauge(
        "warm-hearth", "The Hearth That Never Cools", .overloads, 45, 500, .expert,
        after: "full-hearth"),
      gauge("twenty-steps", "Twenty Steps Up", .level, 20, 500, .expert, after: "mythical-ascent"),
      gauge("thirty-steps", "Thirty Steps Up", .level, 30, 800, .expert, after: "twenty-steps"),
    ]

  /// Returns missions of one count, each of which requires the one before it.
  ///
  /// - Parameter first: the id of the mission that the first one requires.
  private static func chain(
    after first: String, _ event: OccurrenceKind, _ form: EventMetric.Form,
    _ links: [(id: String, title: String, target: Int64, reward: Int64)]
  ) -> [MissionDefinition] {
    var before = first
    return links.map { link in
      defer { before = link.id }
      return BundledEveryday.mission(
        link.id, link.title, .window(.life), event, form, link.target, link.reward, .expert,
        requires: before)
    }
  }

  private static func gauge(
    _ id: String, _ title: String, _ metric: Metric, _ target: Int64, _ reward: Int64,
    _ difficulty: Difficulty, after required: String? = nil
  ) -> MissionDefinition {
    MissionDefinition(
      id: id, title: title, window: .life, metric: metric, target: target, reward: reward,
      difficulty: difficulty, requires: required.map { [$0] } ?? [])
  }

  /// Returns a mission that requires those of several sets.
  private static func album(
    _ id: String, _ title: String, _ reward: Int64, _ includes: (String) -> Bool
  ) -> MissionDefinition {
    let sets = BundledCardTexts.sets.map(\.id).filter(includes)
    return MissionDefinition(
      id: id, title: title, window: .life, metric: .sets, target: Int64(sets.count),
      reward: reward, difficulty: .expert, requires: sets.map { "set-\($0)" })
  }
}
