import FlintJSON
import FlintSchema

/// Cards that come in a fixed order, which begins again after the last.
package struct CycleDefinition: Hashable, Sendable {
  /// A card, and how often it comes in a row.
  package struct Step: Hashable, Sendable {
    package var card = ""
    package var count: Int64 = 1

    package init(card: String = "", count: Int64 = 1) { (self.card, self.count) = (card, count) }
  }

  package var steps: [Step] = []

  package init(_ steps: [Step] = []) { self.steps = steps }

  /// The number of rolls of a cycle, as far as the counts are within their limits.
  package var length: Int64 {
    steps.reduce(0) { $0 + min(Self.mostRolls, max(0, $1.count)) }
  }

  /// The maximum number of rolls of a cycle.
  package static let mostRolls: Int64 = 10_000
  private static let mostSteps = 10_000

  /// A list of cards, each an id or a table with the number of times that it comes in a row.
  static let type: TableType<CycleDefinition> = {
    let counted = TableSchema(
      blank: Step(),
      [
        TableField("card", \.card, .rulebookID, ""),
        TableField(
          "count", \.count, .whole.limited(to: 1...mostRolls), "", isRequired: false),
      ])
    var step = TableType("the id of a card, or {card = …, count = …}", blank: Step()) {
      source, value, reader in
      if case .object = source { return counted.read(source, into: &value, &reader) }
      value = Step()
      return TableType<String>.rulebookID.read(source, &value.card, &reader)
    } json: { step in
      step.count == 1 ? .string(step.card) : counted.json(step)
    }
    step.check = counted.check
    let list = TableType<[Step]>.list(of: step)
    var type = TableType(list.expectation, blank: CycleDefinition()) {
      list.read($0, &$1.steps, &$2)
    } json: {
      list.json($0.steps)
    }
    type.check = { cycle, reader in
      if cycle.steps.isEmpty { reader.fault("expected at least one card") }
      if cycle.steps.count > mostSteps {
        return reader.fault("expected at most \(mostSteps), got \(cycle.steps.count)")
      }
      list.check(cycle.steps, &reader)
      if cycle.length > mostRolls {
        reader.fault("the cycle has more than \(mostRolls) cards")
      }
    }
    return type
  }()
}
