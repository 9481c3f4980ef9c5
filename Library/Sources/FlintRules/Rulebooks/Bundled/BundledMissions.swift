/// The 43 missions of the bundled rulebooks, in the order of evaluation.
enum BundledMissions {
  static let all = daily + weekly + collection + milestones

  private static let daily = [
    mission("morning-spark", "Morning Spark", .day, sparks(before: 12), 1, 50, .easy),
    mission("spark-streak", "Spark Streak", .day, sparks(), 3, 100, .medium),
    mission("idea-generator", "Idea Generator", .day, sparks(.idea), 1, 60, .easy),
    mission("energy-boost", "Energy Boost", .day, sparks(.energy), 2, 75, .easy),
    mission("high-intensity", "High Intensity", .day, sparks(atLeast: .high), 1, 80, .medium),
  ]

  private static let weekly = [
    mission("weekly-warrior", "Weekly Warrior", .week, sparks(), 15, 400, .medium),
    mission("challenge-master", "Challenge Master", .week, sparks(.challenge), 5, 350, .medium),
    mission("idea-factory", "Idea Factory", .week, sparks(.idea), 7, 350, .medium),
    mission("energy-dynamo", "Energy Dynamo", .week, sparks(.energy), 10, 400, .medium),
    mission("consistent-creator", "Consistent Creator", .week, .sparkDays, 7, 500, .hard),
    mission(
      "diversity-champion", "Diversity Champion", .week, .distinctCategories, 5, 600, .expert),
    mission("decision-week", "Decision Week", .week, sparks(.decision), 5, 300, .easy),
    mission("point-collector-week", "Point Collector", .week, .earnedPoints, 800, 600, .hard),
    mission(
      "intensity-champion", "Intensity Champion", .week, sparks(atLeast: .high), 5, 450, .medium),
    mission(
      "grand-achiever", "Grand Achiever", .week, .missionsCompleted(window: .day), 3, 500, .hard),
  ]

  private static let collection = [
    mission("first-card", "First Card", .life, cards(), 1, 100, .easy),
    mission("rare-collector", "Rare Collector", .life, cards(.rare), 5, 300, .medium),
    mission("epic-hunter", "Epic Hunter", .life, cards(.epic), 1, 500, .hard),
    mission("legendary-status", "Legendary Status", .life, cards(.legendary), 1, 1000, .expert),
    mission("card-collector", "Card Collector", .life, cards(), 25, 1500, .hard),
    mission(
      "master-of-decision", "Master of Decision", .life, cards(of: .decision), 10, 750, .hard),
    mission("master-of-energy", "Master of Energy", .life, cards(of: .energy), 10, 750, .hard),
    mission("master-of-ideas", "Master of Ideas", .life, cards(of: .idea), 10, 750, .hard),
    mission(
      "master-of-experiments", "Master of Experiments", .life, cards(of: .experiment), 10, 750,
      .hard),
    mission(
      "master-of-challenges", "Master of Challenges", .life, cards(of: .challenge), 10, 750, .hard),
    mission(
      "legendary-collector", "Legendary Collector", .life, cards(.legendary), 3, 2000, .expert),
    mission("completionist", "Completionist", .life, cards(), 50, 5000, .expert),
  ]

  private static let milestones = [
    mission("first-steps", "First Steps", .life, sparks(), 10, 200, .easy),
    mission("rising-star", "Rising Star", .life, sparks(), 50, 500, .medium),
    mission("spark-veteran", "Spark Veteran", .life, sparks(), 100, 1000, .hard),
    mission("spark-master", "Spark Master", .life, sparks(), 500, 3000, .expert),
    mission("spark-legend", "Spark Legend", .life, sparks(), 1000, 10000, .expert),
    mission("point-starter", "Point Starter", .life, .totalPoints, 1000, 200, .easy),
    mission("point-earner", "Point Earner", .life, .totalPoints, 5000, 500, .medium),
    mission("point-collector", "Point Collector", .life, .totalPoints, 10000, 1500, .hard),
    mission("point-master", "Point Master", .life, .totalPoints, 50000, 5000, .expert),
    mission("week-warrior", "Week Warrior", .life, .streak, 7, 300, .medium),
    mission("month-champion", "Month Champion", .life, .streak, 30, 1000, .hard),
    mission("unstoppable", "Unstoppable", .life, .streak, 100, 5000, .expert),
    mission("first-overload", "First Overload", .life, .overloads, 1, 500, .medium),
    mission("overload-addict", "Overload Addict", .life, .overloads, 5, 1500, .hard),
    mission("overload-master", "Overload Master", .life, .overloads, 10, 3000, .expert),
    mission("mythical-ascent", "Mythical Ascent", .life, .level, 10, 5000, .expert),
  ]

  private static func mission(
    _ id: String, _ title: String, _ window: Window, _ metric: Metric, _ target: Int64,
    _ reward: Int64, _ difficulty: Difficulty
  ) -> MissionDefinition {
    MissionDefinition(
      id: id, title: title, window: window, metric: metric, target: target, reward: reward,
      difficulty: difficulty)
  }

  private static func sparks(
    _ category: SparkCategory? = nil, atLeast intensity: SparkIntensity? = nil,
    before hour: Int? = nil
  ) -> Metric {
    .sparks(category: category, minIntensity: intensity, beforeHour: hour)
  }

  private static func cards(_ rarity: CardRarity? = nil, of category: SparkCategory? = nil)
    -> Metric
  {
    .cards(category: category, rarity: rarity)
  }
}
