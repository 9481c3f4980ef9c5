/// The ladders of the bundled rulebooks, in the order of evaluation.
enum BundledLadders {
  static let all = milestones + combinations

  private static let milestones = [
    ladder(
      "time", "Days on the Way", .days,
      [
        (1, "Out of the Door"), (3, "Around the Corner"), (7, "A Week Along"),
        (14, "Two Sundays On"), (21, "Three Weeks' Walk"), (30, "Once Round the Moon"),
        (60, "Over the Second Hill"), (90, "A Season Behind"), (180, "Half an Orbit"),
        (365, "All Four Seasons"),
      ]),
    ladder(
      "activity-streak", "Day after Day", .activityStreak,
      [
        (3, "Three in a Row"), (7, "Seven Lamps Lit"), (14, "No Dark Window"),
        (30, "The Steady Flame"),
      ]),
    ladder(
      "journaling", "In Your Own Hand", .journals,
      [
        (1, "First Line"), (5, "Five Pages"), (10, "A Thin Notebook"), (25, "Ink on the Sleeve"),
        (50, "Half a Ream"), (100, "A Shelf of One's Own"),
      ]),
    ladder(
      "consistency", "Keeping at It", .consistency,
      [
        (500_000, "More Often than Not"), (700_000, "A Good Habit"), (850_000, "Like Clockwork"),
        (950_000, "Tide and Moon"),
      ]),
    ladder(
      "self-care", "Good to Yourself", .selfCare,
      [(600_000, "A Warm Coat"), (800_000, "Hearth and Kettle"), (900_000, "A House in Order")]),
    ladder(
      "sos", "Calling Out", .sosSessions,
      [
        (1, "A Hand Raised"), (3, "Not Alone"), (5, "The Known Number"),
        (10, "Through Rough Water"), (15, "Lighthouse Keeper"),
      ]),
    ladder(
      "engagement", "Coming Back", .activeDays,
      [
        (3, "Seen Again"), (7, "A Regular"), (14, "The Usual Seat"), (30, "Part of the Place"),
        (60, "Key of the House"),
      ]),
  ]

  private static let combinations = [
    single(
      "positive", "Brighter Words", [.init(.journals, atLeast: 5), .percent(.consistency, 60)]),
    single(
      "gratitude", "Counted Blessings", [.init(.journals, atLeast: 10), .percent(.selfCare, 70)]),
    single(
      "strength", "Firm Footing", [.init(.days, atLeast: 14), .percent(.stability, 70)]),
    single(
      "self-compassion", "A Gentle Voice",
      [.init(.journals, atLeast: 8), .percent(.stability, 60)]),
    single(
      "growth", "New Shoots", [.init(.activeDays, atLeast: 7), .percent(.consistency, 80)]),
    single("steady", "Even Keel", [.percent(.stability, 80)]),
    single(
      "month-writer", "A Month in Writing",
      [.init(.days, atLeast: 30), .init(.journals, atLeast: 15)]),
    single(
      "balanced", "Both Scales Level", [.percent(.consistency, 80), .percent(.selfCare, 80)]),
    single(
      "fortnight-writer", "Fortnight by Lamplight",
      [.init(.activityStreak, atLeast: 14), .init(.journals, atLeast: 10)]),
  ]

  /// Returns a ladder of one metric. Rung ids contain the threshold, in percent for scores.
  private static func ladder(
    _ id: String, _ title: String, _ metric: LadderMetric, _ rungs: [(Int64, String)]
  ) -> LadderDefinition {
    LadderDefinition(
      id: id, title: title,
      rungs: rungs.map { atLeast, title in
        RungDefinition(
          id: "\(id)-\(metric.isScore ? atLeast / 10_000 : atLeast)", title: title,
          conditions: [LadderCondition(metric, atLeast: atLeast)])
      })
  }

  /// Returns a ladder with one rung of the same id and title.
  private static func single(
    _ id: String, _ title: String, _ conditions: [LadderCondition]
  ) -> LadderDefinition {
    LadderDefinition(
      id: id, title: title,
      rungs: [RungDefinition(id: id, title: title, conditions: conditions)])
  }
}

extension LadderCondition {
  /// Returns the condition that a score is at least a percentage.
  fileprivate static func percent(_ metric: LadderMetric, _ percent: Int64) -> LadderCondition {
    LadderCondition(metric, atLeast: percent * 10_000)
  }
}
