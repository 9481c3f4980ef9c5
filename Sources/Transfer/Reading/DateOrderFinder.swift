public import Rules

/// Finds out from all texts of a column in which order their days, months and years stand.
///
/// ```swift
/// var finder = DateOrderFinder()
/// for text in column { finder.add(text) }
/// switch finder.finding { … }
/// ```
public struct DateOrderFinder: Sendable {
  /// What the texts say.
  public enum Finding: Hashable, Sendable {
    /// No text needs an order to be read.
    case unneeded
    /// All texts that need an order can be read in this one alone, or mean the same in others.
    case order(DateOrder)
    /// All can be read in several orders, and mean different days.
    case ambiguous(Ambiguity)
    /// There is no order in which both of two texts can be read.
    case contradictory(String, String)
  }

  /// A text that means different days in different orders.
  public struct Ambiguity: Hashable, Sendable {
    /// What a text means in an order.
    public struct Reading: Hashable, Sendable {
      /// The order.
      public var order: DateOrder
      /// The day.
      public var day: CivilDay
    }

    /// The text.
    public var text: String
    /// What it means in each of the orders in which all texts can be read.
    public var readings: [Reading]

    /// `"06-05-24" is 2024-05-06 as dmy and 2024-06-05 as mdy; say which with --dates dmy or …`.
    public var message: String {
      let meanings = readings.map { "\($0.day) as \($0.order.rawValue)" }
      let options = readings.map { "--dates \($0.order.rawValue)" }
      return "\"\(text)\" is \(list(meanings, "and")); say which with \(list(options, "or"))"
    }

    private func list(_ texts: [String], _ word: String) -> String {
      guard let last = texts.last, texts.count > 1 else { return texts.joined() }
      return texts.dropLast().joined(separator: ", ") + " \(word) " + last
    }
  }

  /// The orders in which all texts so far can be read.
  public private(set) var orders = DateOrder.allCases
  private var isNeeded = false
  /// For each order that is out, the first text that cannot be read in it.
  private var against: [DateOrder: String] = [:]
  /// For each pair of orders, the first text that means different days in them.
  private var examples: [(left: DateOrder, right: DateOrder, text: String)] = []

  /// Makes a finder that has seen nothing.
  public init() {}

  /// Takes a text into account. One that is no date in any order says nothing.
  public mutating func add(_ text: String) {
    if DateReader().read(text) != nil { return }
    let days = DateOrder.allCases.compactMap { order in
      DateReader(order: order).read(text).map { Ambiguity.Reading(order: order, day: $0.day) }
    }
    guard !days.isEmpty else { return }
    isNeeded = true
    for order in DateOrder.allCases where !days.contains(where: { $0.order == order }) {
      if against[order] == nil { against[order] = text }
    }
    orders.removeAll { order in !days.contains { $0.order == order } }
    for (index, left) in days.enumerated() {
      for right in days[(index + 1)...] where left.day != right.day {
        if !examples.contains(where: { $0.left == left.order && $0.right == right.order }) {
          examples.append((left.order, right.order, text))
        }
      }
    }
  }

  /// What the texts so far say.
  public var finding: Finding {
    guard isNeeded else { return .unneeded }
    guard let first = orders.first else {
      let texts = DateOrder.allCases.compactMap { against[$0] }
      // An order is out because of some text; the others are out because of another one.
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

  /// The order to read with: the one that was said, or else the one that the texts leave.
  ///
  /// - Throws: `Unsettled` when they leave several, or none.
  public func settle(_ said: DateOrder?) throws(Unsettled) -> DateOrder? {
    if let said { return said }
    switch finding {
    case .unneeded: return nil
    case .order(let order): return order
    case .ambiguous(let ambiguity): throw Unsettled(message: ambiguity.message)
    case .contradictory(let one, let other):
      throw Unsettled(
        message: "\"\(one)\" and \"\(other)\" are not dates of one order; "
          + "say which is right with --dates dmy, --dates mdy or --dates ymd")
    }
  }

  /// Why no order can be settled on, and what to do about it.
  public struct Unsettled: Error, Hashable, Sendable {
    /// What the texts say, and what to do.
    public var message: String
  }
}
