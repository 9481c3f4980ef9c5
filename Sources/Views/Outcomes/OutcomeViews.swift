import FlintCalendar
import FlintRules
package import FlintSchema
package import Sessions

/// What recording an event did.
package struct OutcomeRow {
  let recorded: Recorded
  let session: Session
  /// The card that the event drew, or will certainly draw; `nil` if it drew none.
  let card: CardDefinition?

  /// - Parameter card: the position of the card in the rulebook.
  fileprivate init(_ recorded: Recorded, _ session: Session, card: Int?) {
    (self.recorded, self.session) = (recorded, session)
    self.card = card.map { session.rulebook.definition.cards[$0] }
  }

  private var outcome: Outcome? { recorded.outcome }

  /// The outcome, if the event drew a card.
  private var drawn: Outcome? { outcome.flatMap { $0.draw.card == nil ? nil : $0 } }

  private var isPending: Bool { outcome == nil && recorded.status != .unchanged }

  /// How the event was recorded.
  fileprivate static let recording: [ResultField<OutcomeRow>] = [
    ResultField("id", .id, "The event's id, 32 hexadecimal digits.") {
      .name($0.recorded.id.description)
    },
    ResultField(
      "status", .text,
      "added, restored (it had been removed before) or unchanged (it was recorded before)."
    ) { .name($0.recorded.status.rawValue) },
    ResultField(
      "pending", .boolean,
      "true if the event is earlier than one recorded before: its effects are computed later, and "
        + "profile() shows them.", isOptional: true
    ) { $0.isPending ? .boolean(true) : .none },
  ]

  fileprivate static let points = ResultField<OutcomeRow>(
    "points", .integer, "All points that the event earned.", isOptional: true
  ) { FieldValue($0.outcome?.points) }

  fileprivate static let basePoints = ResultField<OutcomeRow>(
    "base_points", .integer, "The points of the spark itself, by category and intensity."
  ) { row in
    if let outcome = row.outcome { return .integer(outcome.basePoints) }
    guard case .spark(let category, let intensity) = row.recorded.event.action else { return .none }
    return .integer(row.session.rulebook.points(for: category, intensity))
  }

  fileprivate static let score = ResultField<OutcomeRow>(
    "score", .integer, "The score of the task; negative if the task was reopened.",
    isOptional: true
  ) { $0.outcome.map { $0.taskScore == 0 ? .none : .integer($0.taskScore) } ?? .none }

  fileprivate static let drawnCard: [ResultField<OutcomeRow>] = [
    ResultField("card", \.card?.name, "The name of the card drawn, if any."),
    ResultField("card_id", \.card?.id, "The id of that card."),
    ResultField("rarity", .text, "The rarity of that card.", isOptional: true) {
      FieldValue(name: $0.card?.rarity.name)
    },
    ResultField("new", \.drawn?.draw.isNew, "Whether it is the first copy of the card."),
  ]

  fileprivate static let noDraw = ResultField<OutcomeRow>(
    "no_draw", .boolean,
    "true if the spark draws no card because as many of its day have drawn one as may.",
    isOptional: true
  ) { $0.outcome?.draw.isBeyondLimit == true ? .boolean(true) : .none }

  fileprivate static let duplicatePoints = ResultField<OutcomeRow>(
    "duplicate_points", \.drawn?.draw.duplicatePoints, "The bonus points for a further copy.")

  /// What events of all kinds can cause.
  fileprivate static let progress: [ResultField<OutcomeRow>] = [
    ResultField(
      "missions", .list, "The ids of the missions that it completed, in the order of completion.",
      isOptional: true
    ) { row in
      row.outcome.map { .list($0.completions.map { row.session.missionID(ofCompletion: $0) }) }
        ?? .none
    },
    ResultField(
      "achievements", .list, "The ids of the achievements that it unlocked, if any.",
      isOptional: true
    ) { row in
      guard let unlocks = row.outcome?.unlocks, !unlocks.isEmpty else { return .none }
      return .list(unlocks.map { row.session.achievementID(ofUnlock: $0) })
    },
    ResultField("level", .integer, "The level after the event.", isOptional: true) {
      FieldValue($0.outcome?.level)
    },
    ResultField(
      "level_up", .boolean, "true if the event raised the level.", isOptional: true
    ) { $0.outcome.map { $0.level > $0.levelBefore ? .boolean(true) : .none } ?? .none },
  ]

  fileprivate static let streak = ResultField<OutcomeRow>(
    "streak", .integer, "The spark streak, in days.", isOptional: true
  ) { FieldValue($0.outcome?.streak) }

  fileprivate static let note = ResultField<OutcomeRow>.note { $0.recorded.note }
}

extension ResultField {
  /// Creates the field of the note on a local time.
  static func note(_ note: @escaping @Sendable (Row) -> CivilZone.Note?) -> ResultField {
    ResultField(
      "note", .text,
      "ambiguous (the local time occurs twice) or skipped (it does not occur), because clocks "
        + "change. Of a task without at, the time is its reminder.", isOptional: true
    ) { row in
      switch note(row) {
      case .ambiguous?: .name("ambiguous")
      case .skipped?: .name("skipped")
      case nil: .none
      }
    }
  }
}

/// The outcome of a spark.
package struct SparkOutcome: ResultRow {
  let row: OutcomeRow

  /// Creates the outcome of an event.
  package init(_ recorded: Recorded, _ session: Session) {
    row = OutcomeRow(
      recorded, session,
      card: recorded.outcome.map(\.draw.card) ?? session.certainDraw(of: recorded.event))
  }

  /// The fields.
  package static let schema = ResultSchema<SparkOutcome>(
    "SparkOutcome", "The outcome of a spark.", fields.map { $0.within(\.row) })

  fileprivate static let fields =
    OutcomeRow.recording + [OutcomeRow.points, OutcomeRow.basePoints] + OutcomeRow.drawnCard
    + [OutcomeRow.duplicatePoints, OutcomeRow.noDraw] + OutcomeRow.progress + [
      OutcomeRow.streak, OutcomeRow.note,
    ]
}

/// The outcome of a roll.
package struct RollOutcome: ResultRow {
  let row: OutcomeRow

  /// Creates the outcome of an event.
  package init(_ recorded: Recorded, _ session: Session) {
    row = SparkOutcome(recorded, session).row
  }

  /// The fields: those of a spark, and the name of the card.
  package static let schema = ResultSchema<RollOutcome>(
    "RollOutcome", "The outcome of a roll.",
    SparkOutcome.fields.map { field in
      field.name == "base_points" ? field.within(optional: { $0.row }) : field.within(\.row)
    } + [
      ResultField("name", \.row.card?.name, "The name of the card drawn; the same as card.")
    ])
}

/// The outcome of an event of another subject.
package struct SubjectOutcome: ResultRow {
  let row: OutcomeRow

  /// Creates the outcome of an event.
  package init(_ recorded: Recorded, _ session: Session) {
    row = OutcomeRow(recorded, session, card: recorded.outcome?.draw.card)
  }

  /// The fields.
  package static let schema = ResultSchema<SubjectOutcome>(
    "Outcome", "The outcome of an event.",
    (OutcomeRow.recording + [OutcomeRow.score, OutcomeRow.points] + OutcomeRow.drawnCard
      + OutcomeRow.progress + [OutcomeRow.note]).map { $0.within(\.row) })
}
