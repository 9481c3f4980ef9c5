package import FlintCalendar
import FlintRules
import FlintSchema

/// Determines, from all texts of a column, the order of day, month and year in its dates.
///
/// ```swift
/// var finder = DateOrderFinder()
/// for text in column { finder.add(text) }
/// switch finder.finding { … }
/// ```
package struct DateOrderFinder: Sendable {
  /// The result for the texts of a column.
  package enum Finding: Hashable, Sendable {
    /// No text needs an order to be read.
    case unneeded
    /// All texts that need an order can be read in this order only, or mean the same in all others
    /// that fit.
    case order(DateOrder)
    /// All texts can be read in several orders, with different meanings.
    case ambiguous(Ambiguity)
    /// No order exists in which both of these texts can be read.
    case contradictory(String, String)
  }

  /// A text that means different days in different orders.
  package struct Ambiguity: Hashable, Sendable {
    /// The day that a text means in one order.
    package struct Reading: Hashable, Sendable {
      package var order: DateOrder
      package var day: CivilDay
    }

    package var text: String
    /// The day that it means in each of the orders in which all texts can be read.
    package var readings: [Reading]

    /// `"06-05-24" is 2024-05-06 as dmy and 2024-06-05 as mdy; choose one with --dates dmy or …`.
    package var message: String {
      let meanings = readings.map { "\($0.day) as \($0.order.rawValue)" }
      let options = readings.map { "--dates \($0.order.rawValue)" }
      return "\"\(text)\" is \(meanings.listed("and")); choose one with \(options.listed("or"))"
    }
  }

  /// The orders in which all texts so far can be read.
  package var orders: [DateOrder] { DateOrder.allCases.filter { against[$0] == nil } }
  private var isNeeded = false
  /// For each excluded order, the first text that cannot be read in it.
  private var against: [DateOrder: String] = [:]
  /// For each pair of orders, the first text that means different days in them.
  private var examples: [(left: DateOrder, right: DateOrder, text: String)] = []

  package init() {}

  /// Adds a text. A text that is not a date in any order has no effect.
  package mutating func add(_ text: String) {
    if DateReader().read(text) != nil { return }
    let days = DateOrder.allCases.compactMap { order in
      DateReader(order: order).read(text).map { Ambiguity.Reading(order: order, day: $0.day) }
    }
    guard !days.isEmpty else { return }
    isNeeded = true
    for order in DateOrder.allCases where !days.contains(where: { $0.order == order }) {
      if against[order] == nil { against[order] = text }
    }
    for (index, left) in days.enumerated() {
      for right in days[(index + 1)...] where left.day != right.day {
        if !examples.contains(where: { $0.left == left.order && $0.right == right.order }) {
          examples.append((left.order, right.order, text))
        }
      }
    }
  }

  /// The result for the texts added so far.
  package var finding: Finding {
    guard isNeeded else { return .unneeded }
    guard let first = orders.first else {
      let texts = DateOrder.allCases.compactMap { against[$0] }
      // The first text excludes some order; another text excludes the remaining ones.
      let one = texts.first ?? ""
      return .contradictory(one, texts.first { $0 != one } ?? one)
    }
    guard
      let example = examples.first(where: { orders.contains($0.left) && orders.contains($0.right) })
    else { return .order(first) }
    return .ambiguous(
      Ambiguity(
        text: example.text,
        readings: orders.compactMap { order in
          DateReader(order: order).read(example.text).map { .init(order: order, day: $0.day) }
        }))
  }

  /// Returns the order to read dates in: the requested one, or else the one that the texts
  /// determine.
  ///
  /// - Throws: `UnresolvedOrder` when several orders fit, or none.
  package func resolve(_ requested: DateOrder?) throws(UnresolvedOrder) -> DateOrder? {
    if let requested { return requested }
    switch finding {
    case .unneeded: return nil
    case .order(let order): return order
    case .ambiguous(let ambiguity): throw UnresolvedOrder(message: ambiguity.message)
    case .contradictory(let one, let other):
      throw UnresolvedOrder(message: Self.contradiction(one, other))
    }
  }

  /// Returns the error message about two texts that cannot be read in the same order.
  static func contradiction(_ one: String, _ other: String) -> String {
    "\"\(one)\" and \"\(other)\" are not dates of the same order; choose the right one with "
      + "--dates dmy, --dates mdy or --dates ymd"
  }

  /// An error thrown when the order of dates cannot be determined.
  package struct UnresolvedOrder: Error, Hashable, Sendable {
    /// The reason, and the option that chooses an order.
    package var message: String
  }
}
