package import FlintSchema

/// The section of a person's plan that a task belongs to.
package enum TaskType: UInt8, NamedChoice, Comparable {
  /// Stored as 1, the default.
  case morning = 1
  /// Stored as 2.
  case evening = 2
  /// Stored as 3.
  case upcoming = 3
  /// Stored as 4.
  case inbox = 4

  /// The name in Lua, CSV and the command line.
  package var name: String {
    switch self {
    case .morning: "morning"
    case .evening: "evening"
    case .upcoming: "upcoming"
    case .inbox: "inbox"
    }
  }

  /// The index among all cases, from 0.
  package var index: Int { Int(rawValue) - 1 }

  /// A choice of the names, or of the numbers 1 to 4, which files contain.
  package static let fieldType = FieldType.choice(
    FieldType.Choice(names, numbers: [1, 2, 3, 4], isStoredAsNumber: true))

  /// Returns whether the left value is listed first.
  package static func < (left: TaskType, right: TaskType) -> Bool { left.rawValue < right.rawValue }
}
