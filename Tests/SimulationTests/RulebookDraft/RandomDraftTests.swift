import FlintRandom
import Design
import FlintJSON
import FlintRules
import Testing

/// Tables made up at random: the drafted rulebook has the chance of each row.
@Suite struct `Drafts of random tables` {
  private struct Model {
    var header = ["name", "rarity", "rate"]
    var rows: [[String]] = []
    /// The chance of each row and its pool.
    var chances: [(chance: Fraction, pool: String)] = []
  }

  private static func model(_ stream: inout CounterStream) -> Model {
    func below(_ bound: Int) -> Int { Int(stream.bounded(UInt64(bound))) }
    var model = Model()
    // How rates are written: fractions of cards, percents of cards, rates of rarities, or weights.
    let form = below(4)
    let pools = 1 + below(3)
    let hasPools = pools > 1 || below(3) == 0
    let hasCategories = below(2) == 0
    let hasFeatured = below(2) == 0
    if form == 3 { model.header[2] = "weight" }
    if form == 1 { model.header[2] = "Rate (%)" }
    if form == 2 { model.header.append("weight") }
    if hasPools { model.header.append("banner") }
    if hasCategories { model.header.append("type") }
    if hasFeatured { model.header.append("featured") }
    for pool in 0..<pools {
      let name = "Pool \(pool)"
      let rarities = 1 + below(4)
      var cells: [(rarity: String, weights: [Int])] = []
      for rarity in 0..<rarities {
        cells.append(("R\(rarity)", (0..<(1 + below(4))).map { _ in 1 + below(20) }))
      }
      if form == 1 {
        // Percents of two decimals: what is missing to 100 is added to the first card.
        let sum = cells.flatMap(\.weights).reduce(0, +)
        cells[0].weights[0] += 10_000 - sum
      }
      let shares = cells.map { _ in 1 + below(50) }
      let shareSum = shares.reduce(0, +)
      let sum = cells.flatMap(\.weights).reduce(0, +)
      for (index, cell) in cells.enumerated() {
        let cellSum = cell.weights.reduce(0, +)
        for weight in cell.weights {
          var row = ["Card \(below(6))", cell.rarity]
          var chance = Fraction(UInt64(weight), over: UInt64(sum))
          switch form {
          case 0: row.append("\(weight)/\(sum)")
          case 1: row.append("\(weight / 100).\(weight % 100 / 10)\(weight % 10)")
          case 2:
            row += ["\(shares[index])/\(shareSum)", "\(weight)"]
            chance = Fraction(UInt64(shares[index] * weight), over: UInt64(shareSum * cellSum))
          default: row.append("\(weight)")
          }
          if hasPools { row.append(name) }
          if hasCategories { row.append(["fire", "water", "wind"][below(3)]) }
          if hasFeatured { row.append(below(4) == 0 ? "yes" : "") }
          model.rows.append(row)
          model.chances.append((chance ?? .zero, hasPools ? "pool-\(pool)" : "drawn"))
        }
      }
    }
    return model
  }

  @Test(arguments: [UInt64(20_261_127)])
  func `each row has its chance, and the text of the tree reads back`(seed: UInt64) throws {
    var stream = CounterStream(key: seed, identity: 0, purpose: 0)
    for round in 0..<400 {
      let model = Self.model(&stream)
      let comment = Comment(rawValue: "seed \(seed), round \(round): \(model.header) \(model.rows)")
      let table = try DraftTable(
        header: model.header,
        records: model.rows.enumerated().map { .init(line: $0.offset + 2, values: $0.element) })
      let draft = try RulebookDraft(table, id: "drawn")
      let read = try RulebookDefinition(
        reading: try JSONValue(parsing: draft.tree.text()), bundled: RulebookDefinition.bundled)
      #expect(read == draft.definition, comment)
      #expect(draft.cardIDs.count == model.rows.count, comment)
      for (id, expected) in zip(draft.cardIDs, model.chances) {
        #expect(read.chance(of: id, pool: expected.pool) == expected.chance, comment)
      }
    }
  }
}
