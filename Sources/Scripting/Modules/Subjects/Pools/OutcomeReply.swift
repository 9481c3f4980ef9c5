import Calendar
import Lua
import Rules
import Sessions

/// The outcome of an event, as the table that `spark.add` and `card.roll` return.
struct OutcomeReply {
  private let session: Session

  init(_ session: Session) {
    self.session = session
  }

  /// The fields of an outcome that events of all kinds have: how the event was recorded.
  private static let recording = [
    HostResult("id", "string", "The event's id, 32 hexadecimal digits."),
    HostResult(
      "status", "string",
      "added, restored (it had been removed before) or unchanged (it was recorded before)."),
    HostResult(
      "pending", "boolean?",
      "true if the event is earlier than one recorded before: its effects are computed later, and "
        + "profile() shows them."),
  ]

  /// The fields of progress that events of all kinds can cause.
  private static let progress = [
    HostResult(
      "missions", "string[]?",
      "The ids of the missions that it completed, in the order of completion."),
    HostResult(
      "achievements", "string[]?",
      "The ids of the achievements that it unlocked, if any."),
    HostResult("level", "integer?", "The level after the event."),
    HostResult("level_up", "true?", "true if the event raised the level."),
  ]

  private static let note = HostResult(
    "note", "string?",
    "ambiguous (the local time occurs twice) or skipped (it does not occur), because clocks "
      + "change.")

  static let fields =
    recording + [
      HostResult("points", "integer?", "All points that the event earned."),
      HostResult(
        "base_points", "integer",
        "The points of the spark itself, by category and intensity."),
      HostResult("card", "string?", "The name of the card drawn, if any."),
      HostResult("card_id", "string?", "The id of that card."),
      HostResult("rarity", "string?", "The rarity of that card."),
      HostResult("new", "boolean?", "Whether it is the first copy of the card."),
      HostResult("duplicate_points", "integer?", "The bonus points for a further copy."),
    ] + progress + [HostResult("streak", "integer?", "The spark streak, in days."), note]

  /// The fields of the outcome of a roll.
  static let rollFields =
    fields + [HostResult("name", "string?", "The name of the card drawn; the same as card.")]

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

  /// The position of the card that an event drew in the rulebook; `nil` if it drew none or none is
  /// certain yet.
  private func card(of recorded: Recorded) -> Int? {
    recorded.outcome.map(\.draw.card) ?? session.certainDraw(of: recorded.event)
  }

  private func write(_ outcome: Outcome, to reply: borrowing HostReply) {
    reply.field("points", outcome.points)
    reply.field("base_points", outcome.basePoints)
    if let card = outcome.draw.card {
      write(card, to: reply)
      reply.field("new", outcome.draw.isNew)
      reply.field("duplicate_points", outcome.draw.duplicatePoints)
    }
    writeProgress(outcome, to: reply)
    reply.field("streak", Int64(outcome.streak))
  }

  /// Writes the progress that an event of any kind can cause: missions, achievements, a level.
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

  /// Writes the fields that are certain before the fold: the base points, and the card where pity
  /// cannot change the draw.
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
    case let other: reply.field("rarity", other.name)
    }
  }
}

/// The outcome of an event that draws no card, as the table that the functions of its module return.
extension OutcomeReply {
  static let subjectFields =
    recording + [
      HostResult("score", "integer?", "The score of the task; negative if the task was reopened."),
      HostResult("points", "integer?", "All points that the event earned."),
      HostResult("card", "string?", "The name of the card that an earning rule granted, if any."),
      HostResult("card_id", "string?", "The id of that card."),
      HostResult("rarity", "string?", "The rarity of that card."),
      HostResult("new", "boolean?", "Whether it is the first copy of the card."),
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
      if let card = outcome.draw.card {
        write(card, to: reply)
        reply.field("new", outcome.draw.isNew)
      }
      writeProgress(outcome, to: reply)
    } else if recorded.status != .unchanged {
      reply.field("pending", true)
    }
    write(recorded.note, to: reply)
    reply.end()
  }
}

extension HostReply {
  /// Writes an id as its 32 hexadecimal digits, without creating a Swift string.
  func id(_ id: EventID) {
    var digits = InlineArray<32, UInt8>(repeating: 0)
    for (half, start) in [(id.high, 0), (id.low, 16)] {
      for index in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: (half >> UInt64(60 - index * 4)) & 15)
        digits[start + index] = digit < 10 ? 0x30 + digit : 0x57 + digit
      }
    }
    string(digits.span)
  }
}
