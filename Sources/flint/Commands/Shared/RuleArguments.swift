// Values of the rules as command-line arguments.
public import ArgumentParser
public import Calendar
public import Rules
import Schema

extension Category: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(name: argument) }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}

extension CivilDay: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(argument) }
}

extension Difficulty: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(name: argument) }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}

extension EventID: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(argument) }
}

extension EventKind: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(name: argument) }
  /// The accepted values.
  public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension Intensity: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(name: argument) }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}

extension MissionFilter.Order: ExpressibleByArgument {}

extension MissionView.Status: ExpressibleByArgument {}

extension Rarity: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(name: argument) }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}

extension SparkQuery.Order: ExpressibleByArgument {}

extension TaskPriority: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) {
    guard let priority = try? TaskPriority(reading: argument, field: "priority") else { return nil }
    self = priority
  }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}

extension TaskQuery.Order: ExpressibleByArgument {}

extension TaskStatus: ExpressibleByArgument {}

extension TaskType: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(name: argument) }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}

extension TaskView: ExpressibleByArgument {}

extension Timestamp: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(argument) }
}

extension Window: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(name: argument) }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}
