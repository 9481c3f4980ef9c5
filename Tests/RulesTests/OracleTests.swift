import FlintCalendar
import Foundation
import FlintRules
import Testing

/// The fold against an independent implementation of the domain (`Tests/Oracle/oracle.py`), event
/// by event: ids, points, draws, cards, missions in order, levels, streaks, and the state at the
/// end.
struct `The fold agrees with the oracle` {
  @Test(arguments: OracleCase.names)
  func `event by event and at the end`(name: String) throws {
    let oracle = try OracleCase.load(name)
    let rulebook = try oracle.rulebook()
    let events = try oracle.events()
    var state = rulebook.initialState()
    try #require(events.count == oracle.expected.events.count)
    for (event, expected) in zip(events, oracle.expected.events) {
      let outcome = rulebook.apply(event, to: &state, seed: oracle.seed)
      let missions = state.missions.completions[outcome.completions].map {
        rulebook.definition.missions[Int($0.mission)].id
      }
      let actual: [String: JSONScalar] = [
        "id": .string(event.id.description),
        "base_points": .integer(outcome.basePoints),
        "rarity": outcome.draw.rarity.map { .string($0.name) } ?? .null,
        "card": outcome.draw.card.map { .string(cell($0, rulebook)) } ?? .null,
        "is_new": .boolean(outcome.draw.isNew),
        "duplicate_points": .integer(outcome.draw.duplicatePoints),
        "missions": .list(missions),
        "level": .integer(Int64(outcome.level)),
        "streak": .integer(Int64(outcome.streak)),
        "void": .boolean(outcome.isVoid),
      ]
      try #require(actual.merging(expected) { actual, _ in actual } == actual, "\(name)")
      for (field, value) in expected {
        try #require(actual[field] == value, "\(name), event \(event.id), \(field)")
      }
    }
    try check(state, against: oracle, rulebook)
  }

  /// A card's name in the oracle: its cell and its index in the cell.
  private func cell(_ position: Int, _ rulebook: Rulebook) -> String {
    let card = rulebook.definition.cards[position]
    let index = rulebook.definition.cards[..<position].count {
      $0.category == card.category && $0.rarity == card.rarity
    }
    return "\(card.category.name)/\(card.rarity.name)/\(index)"
  }

  private func check(
    _ state: ProfileState, against oracle: OracleCase, _ rulebook: Rulebook
  ) throws {
    let expected = oracle.expected.final
    let today = try #require(CivilDay(oracle.case.today))
    let summary = rulebook.summary(of: state, today: today)
    #expect(
      [
        "spark": summary.ledger.spark, "duplicate": summary.ledger.duplicate,
        "mission": summary.ledger.mission,
      ] == expected.ledger)
    #expect(summary.ledger.total == expected.total)
    #expect(summary.level.number == expected.level)
    #expect(summary.fuel.amount == expected.fuel)
    #expect(summary.fuel.overloads == expected.overloads)
    #expect(summary.fuel.tokens == expected.tokens)
    #expect(summary.streak.current == expected.current_streak)
    #expect(summary.streak.longest == expected.longest_streak)
    #expect(summary.voids == expected.void_count)
    let cards = rulebook.collection(in: state, filter: CardFilter(owned: true)).map { view in
      (
        cell(view.position, rulebook),
        OracleCase.Holding(count: view.copies, first_at: view.first?.milliseconds ?? 0)
      )
    }
    #expect(Dictionary(uniqueKeysWithValues: cards) == expected.cards)
    let completions = state.missions.completions.map { completion -> [JSONScalar] in
      [
        .string(rulebook.definition.missions[Int(completion.mission)].id),
        completion.windowStart.map { .string($0.description) } ?? .null,
        .integer(completion.at.milliseconds),
      ]
    }
    #expect(completions == expected.completions)
    let missions = rulebook.missions(in: state, today: today)
    let progress = Dictionary(
      uniqueKeysWithValues: missions.map { ($0.definition.id, $0.progress) })
    #expect(progress == expected.progress)
    let status = Dictionary(
      uniqueKeysWithValues: missions.map { ($0.definition.id, $0.status.rawValue) })
    #expect(status == expected.status)
  }
}
