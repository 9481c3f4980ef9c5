import FlintRules
import FlintSchema

/// A quantity that is measured for every player, as a whole number.
package struct Measure: Hashable, Sendable, CustomStringConvertible {
  /// A unit of the time until a milestone.
  package enum Unit: String, Sendable, CaseIterable {
    /// Sparks, including the one that reached the milestone.
    case sparks
    /// Days started, including the one of the milestone.
    case days
    /// Rolls of the pool that the milestone is about.
    case rolls
  }

  package enum Kind: Hashable, Sendable {
    /// A total at the end of the horizon.
    case total(Total)
    /// A total at the end of a day, counted from 1.
    case totalOnDay(Total, day: Int32)
    /// The time until a milestone; a player who does not reach it within the horizon has no value.
    case until(Unit, Milestone)
    /// The result of a function of the plan at the end of the horizon.
    case scripted
  }

  package let name: String
  package let kind: Kind

  /// Creates a measure that a function of the plan computes.
  package init(scripted name: String) {
    self.name = name
    kind = .scripted
  }

  init(_ kind: Kind) {
    self.kind = kind
    switch kind {
    case .total(let total): name = total.name
    case .totalOnDay(let total, let day): name = "\(total.name) on day \(day)"
    case .until(let unit, let milestone): name = "\(unit.rawValue) until \(milestone)"
    case .scripted: name = ""
    }
  }

  /// The syntax of measures, for messages.
  package static let forms =
    "a total such as points, level, cards, cards.legendary, retention.7, missions or streak, or "
    + "\"sparks until GOAL\" or \"days until GOAL\""

  /// Parses `points`, `points on day 30`, `sparks until first:legendary` or `days until level:10`.
  package init(parsing text: String) throws(PlanProblem) {
    for unit in Unit.allCases where text.hasPrefix("\(unit.rawValue) until ") {
      let milestone = try Milestone(
        parsing: String(text.dropFirst(unit.rawValue.utf8.count + 7)))
      if unit == .rolls {
        guard case .pool = milestone else {
          throw PlanProblem(
            "rolls are counted until a goal in a pool, as in \"rolls until character/featured\", got "
              + "\"\(text)\"")
        }
      }
      self.init(.until(unit, milestone))
      return
    }
    let components = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    if components.count == 4, components[1] == "on", components[2] == "day",
      let day = Int32(components[3]), day >= 1,
      let total = Total(name: components[0]), total.isRecordedByDay
    {
      self.init(.totalOnDay(total, day: day))
      return
    }
    guard components.count == 1, let total = Total(name: text) else {
      let names =
        Total.plain.map(\.name) + ["retention.7", "sparks until", "days until", "rolls until"]
      throw PlanProblem(
        "unknown measure \"\(text)\"\(NearestName.hint(for: components[0], among: names)); expected "
          + Self.forms)
    }
    self.init(.total(total))
  }

  /// Whether the mean is a share of the players.
  package var isShare: Bool { if case .total(let total) = kind { total.isShare } else { false } }

  /// Whether it is about one day, counted from the first, and not about the end of the horizon.
  var isOfOneDay: Bool {
    switch kind {
    case .total(let total): total.isShare
    case .totalOnDay: true
    case .until, .scripted: false
    }
  }

  package var description: String { name }
}
