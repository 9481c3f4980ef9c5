import FlintJSON
import FlintSchema

extension TableType where Value == [NamedValue<[Int64]>] {
  /// The maximum number of prices of a round.
  private static var mostSteps: Int { 1000 }

  /// The prices of rolls, by currency: one, or those of a round of rolls, which begins again after the last.
  static let rollPrices: TableType = {
    let amount = TableType<Int64>.amount(from: 1)
    let list = TableType<[Int64]>.list(of: .amount(from: 0))
    var prices = TableType<[Int64]>("a whole number, or a list of them", blank: []) {
      source, value, reader in
      if case .array = source { return list.read(source, &value, &reader) }
      var number: Int64 = 1
      guard amount.read(source, &number, &reader) else { return false }
      value = [number]
      return true
    } json: {
      $0.count == 1 ? amount.json($0[0]) : list.json($0)
    }
    prices.check = { value, reader in
      if value.count == 1 { return amount.check(value[0], &reader) }
      list.check(value, &reader)
      if value.count > mostSteps {
        reader.fault("expected at most \(mostSteps) prices, got \(value.count)")
      } else if value.allSatisfy({ $0 == 0 }) {
        reader.fault("expected a price above 0 in one of the rolls")
      }
    }
    return .named("a currency", prices)
  }()
}
