package import FlintRules
package import FlintSchema

extension ReplayOutcome: ResultRow {
  /// The fields of the outcome of an event.
  package static let schema = ResultSchema<ReplayOutcome>(
    "ReplayOutcome", "The outcome of an event under a rulebook.",
    [
      .row("points", "The points, by source.", pointSchema) { $0 },
      ResultField("task_score", \.taskScore, "The score of a task."),
      ResultField("rarity", .text, "The rarity drawn, if one was.", isOptional: true) {
        FieldValue(name: $0.drawnRarity?.name)
      },
      ResultField("card", .text, "The id of the card given, if one was.", isOptional: true) {
        FieldValue(name: $0.card)
      },
      ResultField("new_card", .boolean, "Whether it is the first copy.", isOptional: true) {
        $0.card == nil ? .none : .boolean($0.isNewCard)
      },
      ResultField("missions", \.missions, "The ids of the missions completed."),
      ResultField("achievements", \.achievements, "The ids of the achievements unlocked."),
      ResultField("overloads", \.overloads, "The number of overloads."),
      ResultField("level", \.level, "The level after the event."),
      ResultField(
        "pool_cards", \.poolCards,
        "The ids of the cards that a pool gave, in order; - for a roll without one."),
      ResultField("void", .text, "Why the event has no effect, if it has none.", isOptional: true) {
        FieldValue(text: $0.void?.text)
      },
    ])

  private static let pointSchema = ResultSchema<ReplayOutcome>(
    "ReplayPoints", "The points of an event, by source.",
    [
      ResultField("total", \.points, "The points from all sources."),
      ResultField("base", \.basePoints, "The points for the event itself."),
      ResultField("duplicate", \.duplicatePoints, "The points for duplicates."),
      ResultField("mission", \.missionPoints, "The points for missions."),
    ])

  /// Returns the outcome as text.
  func text(_ titles: ReplayTitles) -> String {
    if let void { return "without effect: \(void.text)" }
    let sources = [(duplicatePoints, "for the duplicate"), (missionPoints, "from missions")]
      .filter { $0.0 != 0 }.map { "\(grouped($0)) \($1)" }
    var parts = [
      "\(grouped(points)) points" + (sources.isEmpty ? "" : " (\(sources.joined(separator: ", ")))")
    ]
    if let card {
      parts.append((isNewCard ? "new card " : "duplicate card ") + titles.title("card", card))
    } else if let drawnRarity {
      parts.append("no card, since none is \(drawnRarity.name)")
    }
    if !poolCards.isEmpty {
      let most = 10
      let rest = poolCards.count - most
      parts.append(
        "cards " + poolCards.prefix(most).map { titles.title("card", $0) }.joined(separator: ", ")
          + (rest > 0 ? " and \(counted(rest, "other card"))" : ""))
    }
    if taskScore != 0 { parts.append("task score \(grouped(taskScore))") }
    parts += missions.map { "mission \(titles.title("mission", $0))" }
    parts += achievements.map { "achievement \(titles.title("achievement", $0))" }
    if overloads > 0 { parts.append(counted(overloads, "overload")) }
    parts.append("level \(level)")
    return parts.joined(separator: ", ")
  }
}
