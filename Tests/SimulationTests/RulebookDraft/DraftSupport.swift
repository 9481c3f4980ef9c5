import Design
import FlintJSON
import FlintRules

/// Reads the rows of a CSV file that is written with commas, without quotes.
func draftTable(_ text: String) throws(DraftError) -> DraftTable {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
  return try DraftTable(
    header: lines.first ?? [],
    records: lines.enumerated().dropFirst().map { .init(line: $0.offset + 1, values: $0.element) })
}

/// Returns the error of a table from which no rulebook can be drafted.
func draftFaults(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return (error as? DraftError)?.description
  }
}

extension RulebookDefinition {
  /// Returns the exact chance that a roll of a pool, or of the only category without one, gives a card.
  func chance(of id: String, pool: String?) -> Fraction? {
    guard let position = cards.firstIndex(where: { $0.id == id }),
      let resolved = PoolTable(
        pools.first { $0.id == pool } ?? PoolDefinition(id: "all"), in: self)
    else { return nil }
    for (rate, cell) in zip(resolved.rates, resolved.cards) {
      guard let card = cell.first(where: { $0.position == position }) else { continue }
      let others = cell.filter { $0.isFeatured == card.isFeatured }
      let sum = others.reduce(0) { $0 + $1.weight }
      var factors = [(rate.numerator, rate.denominator), (card.weight, sum)]
      if others.count < cell.count, let share = resolved.definition.featured?.share {
        factors.append(
          (
            card.isFeatured ? share.numerator : share.denominator - share.numerator,
            share.denominator
          ))
      }
      return factors.reduce(Fraction.one) { product, factor in
        // Lowest terms at each step keep the numbers small.
        let left = Fraction(product.numerator, over: factor.1) ?? .zero
        let right = Fraction(factor.0, over: product.denominator) ?? .zero
        return Fraction(
          left.numerator * right.numerator, over: left.denominator * right.denominator)
          ?? .zero
      }
    }
    return nil
  }
}
