/// What sort of thing wants attention.
public enum DueKind: String, Sendable, CaseIterable {
  /// An open task whose due day is past.
  case overdue
  /// An open task that somebody asked to be reminded of.
  case reminder
  /// An open task whose due day is near.
  case task
  /// A spark streak that ends unless there is a spark today.
  case streak
  /// A mission whose window closes soon.
  case mission
  /// A day that is not rated.
  case mood
  /// An achievement that will unlock by itself.
  case rung
  /// The week, on its Sunday.
  case report

  /// The name in Lua, JSON and the command line.
  public var name: String { rawValue }
  /// The names of all kinds.
  public static let names = allCases.map(\.name)

  /// Reads a name; `nil` when it is none.
  public init?(name: String) { self.init(rawValue: name) }
}

/// How much something presses.
public enum Urgency: UInt8, Sendable, CaseIterable, Comparable {
  /// Late, or lost at the end of today.
  case high = 0
  /// To be done.
  case normal = 1
  /// Good to know.
  case low = 2

  /// The name in Lua, JSON and the command line.
  public var name: String {
    switch self {
    case .high: "high"
    case .normal: "normal"
    case .low: "low"
    }
  }

  /// Whether the left one presses more.
  public static func < (left: Urgency, right: Urgency) -> Bool { left.rawValue < right.rawValue }
}
