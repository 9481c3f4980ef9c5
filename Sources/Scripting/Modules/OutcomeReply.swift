import Lua
import Rules
import Sessions

/// What an event brought, as the table that `spark.add` and `card.roll` return.
struct OutcomeReply {
  private let session: Session

  init(_ session: Session) {
    self.session = session
  }

  static let fields = [
    HostResult("id", "string", "The event's id, 32 hexadecimal digits."),
    HostResult("status", "string", "added, restored (it had been removed) or unchanged."),
    HostResult(
      "pending", "boolean?",
      "true when the event lies in the past: what depends on the fold shows in profile()."),
    HostResult("points", "integer?", "All points it brought."),
    HostResult("base_points", "integer", "Points of the spark itself."),
    HostResult("card", "string?", "The name of the card drawn."),
    HostResult("card_id", "string?"),
    HostResult("rarity", "string?", "The rarity of that card."),
    HostResult("new", "boolean?", "Whether it is a first copy."),
    HostResult("duplicate_points", "integer?", "Bonus points for a further copy."),
    HostResult("missions", "string[]?", "Ids of the missions completed, in order."),
    HostResult("achievements", "string[]?", "Ids of the achievements unlocked, if any."),
    HostResult("level", "integer?", "The level afterwards."),
    HostResult("level_up", "true?", "true when the level rose."),
    HostResult("streak", "integer?", "The spark streak."),
    HostResult("note", "string?", "ambiguous or skipped: what the local time was."),
  ]

  func reply(_ recorded: Recorded, to reply: borrowing HostReply) {
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
    switch recorded.note {
    case .ambiguous?: reply.field("note", constant: "ambiguous")
    case .skipped?: reply.field("note", constant: "skipped")
    case nil: break
    }
    reply.end()
  }

  private func write(_ outcome: Outcome, to reply: borrowing HostReply) {
    reply.field("points", outcome.points)
    reply.field("base_points", outcome.basePoints)
    if let card = outcome.card {
      write(card, to: reply)
      reply.field("new", outcome.isNewCard)
      reply.field("duplicate_points", outcome.duplicatePoints)
    }
    reply.field("missions")
    reply.beginArray(expecting: outcome.completions.count)
    for completion in outcome.completions {
      reply.string(session.missionID(ofCompletion: completion))
    }
    reply.end()
    writeAchievements(outcome, to: reply)
    reply.field("level", outcome.level)
    if outcome.level > outcome.levelBefore { reply.field("level_up", true) }
    reply.field("streak", Int64(outcome.streak))
  }

  private func writeAchievements(_ outcome: Outcome, to reply: borrowing HostReply) {
    if outcome.unlocks.isEmpty { return }
    reply.field("achievements")
    reply.beginArray(expecting: outcome.unlocks.count)
    for unlock in outcome.unlocks { reply.string(session.achievementID(ofUnlock: unlock)) }
    reply.end()
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
  static let subjectFields = [
    HostResult("id", "string", "The event's id, 32 hexadecimal digits."),
    HostResult("status", "string", "added, restored (it had been removed) or unchanged."),
    HostResult(
      "pending", "boolean?",
      "true when the event lies in the past: what depends on the fold shows in profile()."),
    HostResult("score", "integer?", "What a task scored; negative when it was taken back."),
    HostResult("points", "integer?", "All points it brought."),
    HostResult("missions", "string[]?", "Ids of the missions completed, in order."),
    HostResult("achievements", "string[]?", "Ids of the achievements unlocked, if any."),
    HostResult("level", "integer?", "The level afterwards."),
    HostResult("level_up", "true?", "true when the level rose."),
    HostResult("note", "string?", "ambiguous or skipped: what the local time was."),
  ]

  func replySubject(_ recorded: Recorded, to reply: borrowing HostReply) {
    reply.beginTable()
    reply.field("id")
    reply.id(recorded.id)
    reply.field("status", recorded.status.rawValue)
    if let outcome = recorded.outcome {
      if outcome.taskScore != 0 { reply.field("score", outcome.taskScore) }
      reply.field("points", outcome.points)
      reply.field("missions")
      reply.beginArray(expecting: outcome.completions.count)
      for completion in outcome.completions {
        reply.string(session.missionID(ofCompletion: completion))
      }
      reply.end()
      writeAchievements(outcome, to: reply)
      reply.field("level", outcome.level)
      if outcome.level > outcome.levelBefore { reply.field("level_up", true) }
    } else if recorded.status != .unchanged {
      reply.field("pending", true)
    }
    switch recorded.note {
    case .ambiguous?: reply.field("note", constant: "ambiguous")
    case .skipped?: reply.field("note", constant: "skipped")
    case nil: break
    }
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
