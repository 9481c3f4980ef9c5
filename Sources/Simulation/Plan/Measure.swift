import Rules

/// Something that is measured of every player, as a whole number.
public struct Measure: Hashable, Sendable {
  /// What is counted until a milestone.
  public enum Unit: String, Sendable, CaseIterable {
    /// Sparks, the one that brought it included.
    case sparks
    /// Days begun, the one that brought it included.
    case days
  }

  /// What sort of thing it is.
  public enum Kind: Hashable, Sendable {
    /// What stands at the end of the horizon.
    case total(Total)
    /// What stands at the end of a day, counted from 1.
    case totalOnDay(Total, day: Int32)
    /// How long it takes to come to a milestone; a player that does not come to it within the
    /// horizon has no value.
    case until(Unit, Milestone)
    /// What a function of the plan's says at the end of the horizon.
    case scripted
  }

  /// What it is called.
  public let name: String
  /// What sort of thing it is.
  public let kind: Kind

  /// Makes a measure that a function of the plan's works out.
  public init(scripted name: String) {
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

  /// How measures are written, for messages.
  public static let forms =
    "a total such as points, level, cards, cards.legendary, missions or streak, or \"sparks until "
    + "GOAL\" or \"days until GOAL\""

  /// Reads `points`, `points on day 30`, `sparks until first:legendary` or `days until level:10`.
  ///
  /// - Throws: `PlanProblem`.
  public init(parsing text: String) throws(PlanProblem) {
    for unit in Unit.allCases where text.hasPrefix("\(unit.rawValue) until ") {
      self.init(
        .until(
          unit, try Milestone(parsing: String(text.dropFirst(unit.rawValue.utf8.count + 7)))))
      return
    }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 4, parts[1] == "on", parts[2] == "day", let day = Int32(parts[3]), day >= 1,
      let total = Total(name: parts[0]), total.isKeptByDay
    {
      self.init(.totalOnDay(total, day: day))
      return
    }
    guard parts.count == 1, let total = Total(name: text) else {
      let names = Total.plain.map(\.name) + ["sparks until", "days until"]
      throw PlanProblem(
        "",
        "unknown measure \"\(text)\"\(NearestName.hint(for: parts[0], among: names)); expected "
          + Self.forms)
    }
    self.init(.total(total))
  }
}

extension Measure: CustomStringConvertible {
  /// What it is called.
  public var description: String { name }
}

extension Total {
  /// Whether it can be told of any day, not only of the last.
  public var isKeptByDay: Bool {
    switch self {
    case .points, .sparks, .missions, .drops(nil), .duplicates, .overloads, .taskScore, .moods,
      .activeDays:
      true
    default: false
    }
  }
}
