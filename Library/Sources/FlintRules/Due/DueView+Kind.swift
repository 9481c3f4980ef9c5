public import FlintSchema

extension DueView {
  /// The kind of a due item.
  public enum Kind: String, NamedChoice {
    /// An open task whose due day is past.
    case overdue
    /// An open task with a reminder.
    case reminder
    /// An open task whose due day is near.
    case task
    /// A spark streak that ends unless there is a spark today.
    case streak
    /// A habit that is due today and not done yet.
    case habit
    /// A quest mission that was started, and has an available node.
    case quest
    /// A mission whose window closes soon.
    case mission
    /// A pool that closes soon, and of which the profile can roll or take a card in exchange.
    case pool
    /// A day without a mood rating.
    case mood
    /// An achievement that unlocks without any action or lacks a single one.
    case rung
    /// The report on the week, on its Sunday.
    case report

    /// The name in Lua, JSON and the command line.
    public var name: String { rawValue }
  }
}

extension DueView {
  /// The urgency of a due item.
  public enum Urgency: UInt8, NamedChoice, Comparable {
    /// Overdue, or lost at the end of today.
    case high = 0
    /// Actionable.
    case normal = 1
    /// Informational.
    case low = 2

    package var name: String {
      switch self {
      case .high: "high"
      case .normal: "normal"
      case .low: "low"
      }
    }

    /// Returns whether the left value is more urgent.
    public static func < (left: DueView.Urgency, right: DueView.Urgency) -> Bool {
      left.rawValue < right.rawValue
    }
  }
}
