import FlintJSON
package import FlintRules
package import FlintSchema
package import Sessions

/// What a command recorded, changed or removed, in words and as JSON.
///
/// It is created right after recording, since missions and achievements are found by their positions in
/// the history so far.
package struct RecordedView: Sendable {
  /// The effect of a command on an event.
  package enum Effect: String, Sendable {
    case added
    /// The event had been removed and is restored.
    case restored
    /// The event was recorded before.
    case unchanged
    /// The content of the event is another one.
    case changed
    case removed
  }

  /// The card that an event drew.
  struct Card: Sendable {
    let definition: CardDefinition
    /// The step of its rarity on the scale of rarities.
    let rank: Int
    /// Whether it is the first copy; `nil` while that is not certain.
    let isNew: Bool?
    let duplicatePoints: Int64
    /// What a duplicate granted.
    let grants: [CurrencyAmount]
    /// The set of a new card, after it.
    let set: SetView?

    /// Creates the card of a draw.
    ///
    /// - Parameter position: the position of the card in the rulebook.
    init(_ position: Int, isNew: Bool?, duplicatePoints: Int64, _ session: Session)
      throws(SessionError)
    {
      let (rulebook, card) = (session.rulebook, session.rulebook.definition.cards[position])
      definition = card
      rank = rulebook.definition.rank(of: card.rarity)
      self.isNew = isNew
      self.duplicatePoints = duplicatePoints
      grants =
        isNew == false
        ? rulebook.definition.duplicateGrants.first { $0.name == card.rarity.name }?.value ?? []
        : []
      set =
        isNew == true
        ? rulebook.set(ofCard: position, in: try session.state(), today: session.today) : nil
    }

    /// The sentence about a new card and the progress of its set, in one line; `nil` without both.
    var note: String? {
      if isNew != true { return nil }
      let progress = set.map { "\($0.definition.title) \($0.owned) of \($0.total)" }
      let words = [definition.text, progress].compactMap(\.self)
      return words.isEmpty ? nil : words.joined(separator: " · ")
    }
  }

  /// What is known of a subject after an event, such as of a habit.
  package struct Consequence: Sendable {
    /// The answer for people, in one line.
    let text: String
    var habit: HabitOnDay?
    /// The ids of the cards that a pool gave, in the order drawn; `nil` for a roll without one.
    var cards: [String?]?

    /// Creates the consequence of an event about a habit.
    package init(_ habit: HabitOnDay, text: String) { (self.habit, self.text) = (habit, text) }

    /// Creates the consequence of a roll of a pool.
    init(cards: [String?], text: String) { (self.cards, self.text) = (cards, text) }
  }

  package let id: EventID
  let shortID: String
  let effect: Effect
  let kind: EventKind
  let text: String
  let outcome: Outcome?
  /// The card drawn or bought; `nil` if there are several.
  var card: Card?
  let missions: [MissionDefinition]
  let achievements: [String]
  let achievementTitles: [String]
  /// What followed for the subject of the event, if that is known.
  package var consequence: Consequence?

  /// - Parameter text: The event in words.
  package init(
    _ recorded: Recorded, _ text: String, _ session: Session
  ) throws(SessionError) {
    id = recorded.id
    shortID = try session.reader.shortID(of: recorded.id)
    effect =
      switch recorded.status {
      case .added: .added
      case .restored: .restored
      case .unchanged: .unchanged
      }
    kind = recorded.event.action.kind
    self.text = text
    outcome = recorded.isFollowed ? nil : recorded.outcome
    let definition = session.rulebook.definition
    let draw = recorded.outcome?.draw
    let position = draw?.card ?? session.certainDraw(of: recorded.event)
    var drawn: Card?
    if let position {
      drawn = try Card(
        position, isNew: draw?.isNew, duplicatePoints: draw?.duplicatePoints ?? 0, session)
    }
    card = drawn
    let ids = (outcome?.completions ?? 0..<0).map { session.missionID(ofCompletion: $0) }
    missions = ids.compactMap { id in definition.missions.first { $0.id == id } }
    let unlocked = (outcome?.unlocks ?? 0..<0).map {
      session.achievementID(ofUnlock: $0)
    }
    let rungs = unlocked.isEmpty ? [] : definition.ladders.flatMap(\.rungs)
    achievements = unlocked
    achievementTitles = unlocked.map { id in rungs.first { $0.id == id }?.title ?? id }
  }

  /// Creates the view of an event that was changed or removed.
  package init(
    _ effect: Effect, _ id: EventID, _ kind: EventKind, _ text: String, _ session: Session
  ) throws(SessionError) {
    self.id = id
    shortID = try session.reader.shortID(of: id)
    self.effect = effect
    self.kind = kind
    self.text = text
    outcome = nil
    card = nil
    missions = []
    achievements = []
    achievementTitles = []
  }

  /// Whether the effects of the event are known only from the profile's totals, since it is earlier than
  /// others or is not new.
  var isLate: Bool { outcome == nil && effect != .unchanged }

  /// The event in one line: its short id, its text and its points.
  var line: String {
    let state =
      switch effect {
      case .added: ""
      case .restored: "restored: "
      case .unchanged: "recorded before: "
      case .changed: "changed: "
      case .removed: "removed: "
      }
    let score = outcome.map(\.taskScore) ?? 0
    let gains = [
      score == 0 ? nil : "score \(signed(score))",
      outcome.flatMap { outcome in
        outcome.points == 0
          ? nil
          : signed(outcome.points) + (outcome.points.magnitude == 1 ? " point" : " points")
      },
    ].compactMap(\.self)
    return ([shortID + "  " + state + text] + gains).joined(separator: " · ")
  }

  /// The card in words: `Loose Spring (common, new)`; `nil` where the text of the consequence has it.
  var cardPiece: RecordReport.Piece? {
    if consequence?.cards != nil { return nil }
    return card.map { card in
      let copy =
        switch card.isNew {
        case true?: ", new"
        case false?:
          ", duplicate +\(grouped(card.duplicatePoints))"
            + card.grants.map { ", \($0.name) +\(grouped($0.value))" }.joined()
        case nil: ""
        }
      return RecordReport.Piece(
        text: "\(card.definition.name) (\(card.definition.rarity.name)\(copy))",
        rank: card.rank)
    }
  }
}

extension RecordedView: ResultRow {
  /// The fields; names are those of outcomes in Lua.
  package static let schema = ResultSchema<RecordedView>(
    "RecordedEvent", "An event that a command recorded, changed or removed.",
    [
      ResultField("id", .id, "The id of the event.") { .name($0.id.description) },
      ResultField(
        "short_id", \.shortID, "The first digits of its id that no other event begins with."),
      ResultField("kind", .text, "The kind of the event.") { .name($0.kind.name) },
      ResultField("text", \.text, "The event in words."),
      ResultField("status", .text, "added, restored, unchanged, changed or removed.") {
        .name($0.effect.rawValue)
      },
      .optionalRow("habit", "The habit that the event is about.", HabitOnDay.schema) {
        $0.consequence?.habit
      },
      ResultField(
        "cards", .structure("(string|nil)[]"),
        "The ids of the cards that a pool or a purchase gave, in the order drawn; null for a roll "
          + "without one.",
        isOptional: true
      ) { view in
        (view.consequence?.cards).map { .json(.array($0.map { $0.map { .string($0) } ?? .null })) }
          ?? .none
      },
      ResultField(
        "card", \.card?.definition.name, "The name of the card drawn or bought, if it is one."),
      ResultField("card_id", \.card?.definition.id, "The id of that card."),
      ResultField("rarity", .text, "The rarity of that card.", isOptional: true) {
        FieldValue(name: $0.card?.definition.rarity.name)
      },
      ResultField("card_text", \.card?.definition.text, "The sentence about that card."),
      ResultField("set", .text, "The id of the set of a new card.", isOptional: true) {
        FieldValue(name: $0.card?.set?.definition.id)
      },
      ResultField(
        "no_draw", .boolean,
        "true if the spark draws no card because as many of its day have drawn one as may.",
        isOptional: true
      ) { $0.outcome?.draw.isBeyondLimit == true ? .boolean(true) : .none },
      ResultField(
        "new", \.card?.isNew, "Whether it is the first copy; absent while that is not certain."),
      ResultField(
        "duplicate_points", \.card?.duplicatePoints, "The bonus points for a further copy."),
      ResultField(
        "pending", .boolean,
        "true if the effects are known only from the totals of the profile.", isOptional: true
      ) { $0.isLate ? .boolean(true) : .none },
      ResultField("points", \.outcome?.points, "All points that the event earned."),
      ResultField(
        "missions", .list, "The ids of the missions that it completed.", isOptional: true
      ) { view in view.outcome.map { _ in .list(view.missions.map(\.id)) } ?? .none },
      ResultField(
        "achievements", .list, "The ids of the achievements that it unlocked.", isOptional: true
      ) { view in view.outcome.map { _ in .list(view.achievements) } ?? .none },
      ResultField(
        "score", .integer, "The score of the task; negative if the task was reopened.",
        isOptional: true
      ) { $0.outcome.map { $0.taskScore == 0 ? .none : .integer($0.taskScore) } ?? .none },
    ])
}

/// The answer of a command that records: the events, and how the profile changed.
package struct RecordReport: Sendable {
  package struct Piece: Sendable {
    package let text: String
    /// The step on the scale of rarities of the card that the text is about; `nil` for other texts.
    package var rank: Int?
  }

  let events: [RecordedView]
  let before: ProfileSummary
  let after: ProfileSummary

  /// Creates the report on some events, given the summaries before and after them.
  package init(_ events: [RecordedView], before: ProfileSummary, after: ProfileSummary) {
    self.events = events
    self.before = before
    self.after = after
  }

  private var gained: Int64 { after.ledger.total - before.ledger.total }

  /// The answer for people, in pieces: a line for each event, and at most two about what follows.
  package var lines: [[Piece]] {
    let indent = String(repeating: " ", count: (events.first?.shortID.count ?? 0) + 2)
    var lines = events.flatMap { event in
      [event.line] + (event.consequence.map { [indent + $0.text] } ?? [])
    }.map { [Piece(text: $0)] }
    func add(_ effects: [[Piece]]) {
      if effects.isEmpty { return }
      lines.append([Piece(text: indent)] + Array(effects.joined(separator: [Piece(text: " · ")])))
    }
    var effects: [[Piece]] = []
    let cards = events.compactMap(\.cardPiece).map { [$0] }
    if !cards.isEmpty {
      effects.append([Piece(text: "card ")] + cards.joined(separator: [Piece(text: ", ")]))
    }
    effects += changes.map { [Piece(text: $0)] }
    // A mission of the day is completed once for each day that a command is about.
    var missions: [(text: String, times: Int)] = []
    for mission in events.flatMap(\.missions) {
      let text = "\(mission.title) +\(grouped(mission.reward))"
      if let position = missions.firstIndex(where: { $0.text == text }) {
        missions[position].times += 1
      } else {
        missions.append((text, 1))
      }
    }
    if !missions.isEmpty {
      add(effects)
      let noun = missions.count == 1 ? "mission " : "missions "
      let texts = missions.map { $0.times == 1 ? $0.text : "\($0.text) (\($0.times) times)" }
      effects = [[Piece(text: noun + texts.joined(separator: ", "))]]
    }
    // Events of one instant unlock the same one: which of them did depends on all.
    var seen: Set<String> = []
    let achievements = events.flatMap(\.achievementTitles).filter { seen.insert($0).inserted }
    if !achievements.isEmpty, after.journey.achievements > before.journey.achievements {
      effects.append([Piece(text: "achieved \(achievements.joined(separator: ", "))")])
    }
    add(effects)
    let notes = events.compactMap { $0.consequence?.cards == nil ? $0.card?.note : nil }
    if notes.count == 1 { lines += notes.map { [Piece(text: indent + $0)] } }
    if events.contains(where: { $0.outcome?.draw.isBeyondLimit ?? false }) {
      lines.append([Piece(text: indent + "no further card today: the rulebook limits draws a day")])
    }
    return lines
  }

  /// How the totals of the profile changed, where the events do not show it.
  private var changes: [String] {
    var changes: [String] = []
    if after.streak.current != before.streak.current {
      changes.append("streak \(counted(after.streak.current, "day"))")
    }
    if after.level.number != before.level.number {
      changes.append("level \(after.level.number), \(after.level.title)")
    }
    if events.contains(where: \.isLate), gained != 0 {
      changes.append("\(signed(gained)) points in all")
    }
    if after.voids > before.voids {
      let count = counted(after.voids - before.voids, "event")
      changes.append("\(count) without effect now: flint log --void")
    }
    return changes
  }
}

extension RecordReport: ResultRow {
  /// The fields of the answer for programs.
  package static let schema = ResultSchema<RecordReport>(
    "RecordReport", "What a command recorded, and how the profile changed.",
    [
      .rows("events", "The events.", RecordedView.schema) { $0.events },
      ResultField("points_gained", \.gained, "How many points the profile has more."),
      ResultField("points", \.after.ledger.total, "The points of the profile."),
      ResultField("level", \.after.level.number, "The number of its level."),
      ResultField("level_up", .boolean, "Whether the level rose.") {
        .boolean($0.after.level.number > $0.before.level.number)
      },
      ResultField("streak", \.after.streak.current, "The spark streak, in days."),
    ])
}

/// Returns a number with its sign.
private func signed(_ number: Int64) -> String { (number < 0 ? "" : "+") + grouped(number) }
