import FlintCalendar
import FlintRules
import FlintSchema

extension FileSniff {
  /// Returns the order of day, month and year in all dates; `nil` where none needs one.
  ///
  /// - Throws: `FormatProblem` when several orders fit or none, with the meaning of a date in each.
  package func order(_ requested: DateOrder?) throws(FormatProblem) -> DateOrder? {
    if let requested { return requested }
    let dates = columns.filter { column in
      switch column.content {
      case .date, .span: true
      default: false
      }
    }
    var found: (column: String, order: DateOrder)?
    for column in dates {
      switch column.order {
      case .unneeded, .ambiguous: continue
      case .contradictory(let one, let other):
        throw problem(column, DateOrderFinder.contradiction(one, other))
      case .order(let order):
        if let found, found.order != order {
          throw problem(
            column,
            "its dates are \(order.rawValue), and those of column \"\(found.column)\" are "
              + "\(found.order.rawValue); choose the right one with --dates")
        }
        found = found ?? (column.name, order)
      }
    }
    if let found { return found.order }
    for column in dates {
      guard case .ambiguous(let ambiguity) = column.order else { continue }
      if let order = orderOfDays(column, ambiguity) { return order }
      throw problem(column, ambiguity.message)
    }
    return nil
  }

  /// Returns the only order in which the dates of a column are near each other, if the others put the
  /// day of the month into the year; `nil` otherwise.
  private func orderOfDays(
    _ column: SniffedColumn, _ ambiguity: DateOrderFinder.Ambiguity
  ) -> DateOrder? {
    guard let position = columns.firstIndex(where: { $0.name == column.name }) else { return nil }
    let texts = sample.compactMap { position < $0.count ? $0[position].trimmedWhitespace : nil }
    func days(_ order: DateOrder) -> [Int] {
      texts.compactMap { text in
        DateReader(order: order).read(text).map { Int($0.day.number) }
      }.sorted()
    }
    func gap(_ order: DateOrder) -> Int {
      let days = days(order)
      let gaps = zip(days.dropFirst(), days).map { $0 - $1 }.sorted()
      return gaps.isEmpty ? 0 : gaps[gaps.count / 2]
    }
    let orders = ambiguity.readings.map(\.order)
    let near = orders.filter { gap($0) <= 31 }
    guard texts.count >= 5, near.count == 1,
      orders.allSatisfy({ near.contains($0) || gap($0) >= 300 })
    else { return nil }
    return near[0]
  }

  func problem(_ column: SniffedColumn, _ message: String) -> FormatProblem {
    FormatProblem(path: path, message: "column \"\(column.name)\": \(message)")
  }
}
