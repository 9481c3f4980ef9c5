import FlintCalendar
import FlintRules
import Foundation
import Testing

/// What an app encodes of a profile; the values are those of the rules, by hand.
struct `Encoded results` {
  private static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func `have the fields of their schemas`() throws {
    let rulebook = try Rulebook.ignition()
    let zone = try CivilZone(name: "UTC")
    // 2026-03-02T12:00:00Z
    let noon = Instant(milliseconds: 1_772_452_800_000)
    let today = zone.day(of: noon)
    let events = [
      try EventDraft.spark("Ran", category: .energy, intensity: .high)
        .event(at: noon, in: zone, seed: 7, key: "a"),
      try EventDraft.task("Buy shoes", priority: .p1, due: today)
        .event(at: noon, in: zone, seed: 7, key: "b"),
    ].sorted()
    var state = rulebook.initialState()
    let outcomes = rulebook.apply(events, to: &state, seed: 7)
    let spark = try #require(zip(events, outcomes).first { $0.0.kind == .spark }?.1)
    #expect(spark.refusal == nil && state.canAppend(events[0]) == false)

    let outcome = try Self.text(spark)
    #expect(outcome.contains(#""level":1"#) && outcome.contains(#""refusal":null"#), "\(outcome)")
    #expect(outcome.contains(#""is_new":true"#))
    let summary = rulebook.summary(of: state, today: today)
    let encoded = try Self.text(summary)
    #expect(encoded.contains("\"points\":\(summary.ledger.total),"), "\(encoded)")
    #expect(encoded.contains(#""streak":1"#) && encoded.contains(#""cards":1"#))
    let cards = try Self.text(rulebook.ownedCards(in: state))
    #expect(
      cards.contains(#""copies":1"#) && cards.contains(#""first":"2026-03-02T12:00:00Z""#),
      "\(cards)")
    let tasks = try Self.text(state.openTasks)
    #expect(
      tasks
        == #"[{"details":null,"due":"2026-03-02","id":"\#(events.first { $0.kind != .spark }?.id.description ?? "")","#
        + #""name":"Buy shoes","priority":"P1","reminder":null}]"#)
    let dues = try Self.text(rulebook.dues(of: state, at: noon, in: zone, days: 0))
    #expect(dues.contains(#""day":"2026-03-02""#) && dues.contains(#""kind":"task""#), "\(dues)")
    let missions = try Self.text(rulebook.missions(in: state, today: today))
    #expect(missions.contains(#""window":"day""#) && missions.contains(#""status":"in_progress""#))
    #expect(try Self.text(rulebook.achievements(in: state, today: today)).contains("unlocked_on"))
  }

  @Test func `of an event without effect say why`() throws {
    let rulebook = try Rulebook.ignition()
    let zone = try CivilZone(name: "UTC")
    let noon = Instant(milliseconds: 1_772_452_800_000)
    var state = rulebook.initialState()
    // `ignition` gives no token at the start that a second roll could spend.
    let rolls = try (0..<12).map {
      try EventDraft.roll(.idea).event(at: noon, in: zone, seed: 7, key: "\($0)")
    }.sorted()
    let outcomes = rulebook.apply(rolls, to: &state, seed: 7)
    let refused = outcomes.filter { $0.refusal != nil }
    #expect(refused.count == outcomes.count { $0.isVoid } && !refused.isEmpty)
    #expect(try Self.text(refused[0]).contains(try #require(refused[0].refusal)))
  }
}
