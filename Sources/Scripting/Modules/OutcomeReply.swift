import Lua
import Rules
import Sessions

/// What an event brought, as the table that `spark.add` and `card.roll` return.
struct OutcomeReply {
  private let session: Session

  init(_ session: Session) {
    self.session = session
  }

  /// What is told of an event of any kind: what became of it.
  private static let recording = [
    HostResult("id", "string", "The event's id, 32 hexadecimal digits."),
    HostResult("status", "string", "added, restored (it had been removed) or unchanged."),
    HostResult(
      "pending", "boolean?",
      "true when the event lies in the past: what depends on the fold shows in profile()."),
  ]

  /// What an event of any kind can bring.
  private static let progress = [
    HostResult("missions", "string[]?", "Ids of the missions completed, in order."),
    HostResult("achievements", "string[]?", "Ids of the achievements unlocked, if any."),
    HostResult("level", "integer?", "The level afterwards."),
    HostResult("level_up", "true?", "true when the level rose."),
  ]

  private static let note = HostResult(
    "note", "string?", "ambiguous or skipped: what the local time was.")

  static let fields =
    recording + [
      HostResult("points", "integer?", "All points it brought."),
      HostResult("base_points", "integer", "Points of the spark itself."),
      HostResult("card", "string?", "The name of the card drawn."),
      HostResult("card_id", "string?"),
      HostResult("rarity", "string?", "The rarity of that card."),
      HostResult("new", "boolean?", "Whether it is a first copy."),
      HostResult("duplicate_points", "integer?", "Bonus points for a further copy."),
    ] + progress + [HostResult("streak", "integer?", "The spark streak."), note]

  /// What is told of a roll: the card is what it is about.
  static let rollFields =
    fields + [HostResult("name", "string?", "The name of the card drawn, as in card.")]

  func reply(_ recorded: Recorded, to reply: borrowing HostReply) {
    guard reply.isWanted else { return }
    reply.beginTable()
    reply.field("id")
    reply.id(recorded.id)
    switch recorded.status {
    case .added: reply.field("status", constant: "added")
    case .restored: reply.field("status", constant: "restored")
    case .unchanged: reply.field("status", constant: "unchanged")
    }
    if let outcome = recorded.outcome {
      write(outcome, to: reply)
    } else {
      writePending(recorded, to: reply)
    }
    write(recorded.note, to: reply)
    if case .roll = recorded.event.action, let card = card(of: recorded) {
      reply.field("name", session.rulebook.definition.cards[card].name)
    }
    reply.end()
  }

  /// The card that an event drew, as far as that is certain.
  private func card(of recorded: Recorded) -> Int? {
    recorded.outcome.map(\.card) ?? session.certainDraw(of: recorded.event)
  }

  private func write(_ outcome: Outcome, to reply: borrowing HostReply) {
    reply.field("points", outcome.points)
    reply.field("base_points", outcome.basePoints)
    if let card = outcome.card {
      write(card, to: reply)
      reply.field("new", outcome.isNewCard)
      reply.field("duplicate_points", outcome.duplicatePoints)
    }
    writeProgress(outcome, to: reply)
    reply.field("streak", Int64(outcome.streak))
  }

  /// What an event of any kind can bring: missions, achievements, a level.
  private func writeProgress(_ outcome: Outcome, to reply: borrowing HostReply) {
    reply.field("missions")
    reply.beginArray(expecting: outcome.completions.count)
    for completion in outcome.completions {
      reply.string(session.missionID(ofCompletion: completion))
    }
    reply.end()
    if !outcome.unlocks.isEmpty {
      reply.field("achievements")
      reply.beginArray(expecting: outcome.unlocks.count)
      for unlock in outcome.unlocks { reply.string(session.achievementID(ofUnlock: unlock)) }
      reply.end()
    }
    reply.field("level", outcome.level)
    if outcome.level > outcome.levelBefore { reply.field("level_up", true) }
  }

  private func write(_ note: Zone.Note?, to reply: borrowing HostReply) {
    switch note {
    case .ambiguous?: reply.field("note", constant: "ambiguous")
    case .skipped?: reply.field("note", constant: "skipped")
    case nil: break
    }
  }

  /// What is certain before the fold: the base points, and the draw where no pity bends it.
  private func writePending(_ recorded: Recorded, to reply: borrowing HostReply) {
    reply.field("pending", recorded.status != .unchanged)
    if case .spark(let category, let intensity) = recorded.event.action {
      reply.field("base_points", session.rulebook.points(for: category, intensity))
    }
    if let card = session.certainDraw(of: recorded.event) { write(card, to: reply) }
  }

  private func write(_ card: Int, to reply: borrowing HostReply) {
    let definition = session.rulebook.definition.cards[card]
    reply.field("card", definition.name)
    reply.field("card_id", definition.id)
    switch definition.rarity {
    case .common: reply.field("rarity", constant: "common")
    case .rare: reply.field("rarity", constant: "rare")
    case .epic: reply.field("rarity", constant: "epic")
    case .legendary: reply.field("rarity", constant: "legendary")
    }
  }
}

/// What an event of a subject without cards brought, as the table that its functions return.
extension OutcomeReply {
  static let subjectFields =
    recording + [
      HostResult("score", "integer?", "What a task scored; negative when it was taken back."),
      HostResult("points", "integer?", "All points it brought."),
    ] + progress + [note]

  func replySubject(_ recorded: Recorded, to reply: borrowing HostReply) {
    guard reply.isWanted else { return }
    reply.beginTable()
    reply.field("id")
    reply.id(recorded.id)
    reply.field("status", recorded.status.rawValue)
    if let outcome = recorded.outcome {
      if outcome.taskScore != 0 { reply.field("score", outcome.taskScore) }
      reply.field("points", outcome.points)
      writeProgress(outcome, to: reply)
    } else if recorded.status != .unchanged {
      reply.field("pending", true)
    }
    write(recorded.note, to: reply)
    reply.end()
  }
}

extension HostReply {
  /// Replies an id as its 32 hexadecimal digits, without a string of Swift's.
  func id(_ id: EventID) {
    var digits = InlineArray<32, UInt8>(repeating: 0)
    for (half, start) in [(id.high, 0), (id.low, 16)] {
      for place in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: (half >> UInt64(60 - place * 4)) & 15)
        digits[start + place] = digit < 10 ? 0x30 + digit : 0x57 + digit
      }
    }
    string(digits.span)
  }
}
