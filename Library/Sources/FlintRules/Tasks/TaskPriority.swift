public import FlintSchema

/// The priority of a task; P0 is the highest and scores most.
public enum TaskPriority: UInt8, NamedChoice, Comparable {
  /// Stored as 1.
  case p0 = 1
  /// Stored as 2.
  case p1 = 2
  /// Stored as 3, the default.
  case p2 = 3
  /// Stored as 4.
  case p3 = 4

  /// The name in Lua, CSV and the command line.
  public var name: String { "P\(index)" }

  /// Creates the priority of a letter of Taskwarrior: H, M or L. A task without one has P2.
  package init?(letter: String) {
    switch letter {
    case "H": self = .p0
    case "M": self = .p1
    case "L": self = .p3
    default: return nil
    }
  }

  /// The index among all cases, from 0.
  package var index: Int { Int(rawValue) - 1 }

  /// A choice of the names, or of the numbers 1 to 4, which files contain.
  package static let fieldType = FieldType.choice(
    FieldType.Choice(names, numbers: [1, 2, 3, 4], isStoredAsNumber: true))

  /// Returns whether the left value is the higher priority.
  public static func < (left: TaskPriority, right: TaskPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}
