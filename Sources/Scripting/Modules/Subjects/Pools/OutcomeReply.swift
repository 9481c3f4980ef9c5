import FlintCalendar
import Lua
import FlintRules
import Sessions
import Views

/// The outcome of an event, as the table that functions return. That of a spark or a roll, with the fields of
/// `SparkOutcome` and `RollOutcome`, is written without their schemas, since scripts record many sparks.
struct OutcomeReply {
  private let session: Session

  init(_ session: Session) {
    self.session = session
  }

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
    if outcome.draw.isBeyondLimit { reply.field("no_draw", true) }
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
    reply.field("streak", Int64(outcome.streak))
  }

  private func write(_ note: CivilZone.Note?, to reply: borrowing HostReply) {
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

extension OutcomeReply {
  /// Replies the outcome of an event of another subject.
  func replySubject(_ recorded: Recorded, to reply: borrowing HostReply) {
    if reply.isWanted { reply.row(SubjectOutcome(recorded, session)) }
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
