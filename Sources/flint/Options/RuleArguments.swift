// Values of the rules as words of a command line.
public import ArgumentParser
public import Rules

extension Category: ExpressibleByArgument {
  /// Reads a command line's word.
  public init?(argument: String) { self.init(name: argument) }
  /// The words there are.
  public static var allValueStrings: [String] { names }
}

extension CivilDay: ExpressibleByArgument {
  /// Reads a command line's word.
  public init?(argument: String) { self.init(argument) }
}

extension Difficulty: ExpressibleByArgument {
  /// Reads a command line's word.
  public init?(argument: String) { self.init(name: argument) }
  /// The words there are.
  public static var allValueStrings: [String] { names }
}

extension EventID: ExpressibleByArgument {
  /// Reads a command line's word.
  public init?(argument: String) { self.init(argument) }
}

extension EventKind: ExpressibleByArgument {
  /// Reads a command line's word.
  public init?(argument: String) { self.init(name: argument) }
  /// The words there are.
  public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension Intensity: ExpressibleByArgument {
  /// Reads a command line's word.
  public init?(argument: String) { self.init(name: argument) }
  /// The words there are.
  public static var allValueStrings: [String] { names }
}

extension MissionFilter.Order: ExpressibleByArgument {}

extension MissionView.Status: ExpressibleByArgument {}

extension Rarity: ExpressibleByArgument {
  /// Reads a command line's word.
  public init?(argument: String) { self.init(name: argument) }
  /// The words there are.
  public static var allValueStrings: [String] { names }
}

extension SparkQuery.Order: ExpressibleByArgument {}

extension TaskPriority: ExpressibleByArgument {
  /// Reads a command line's word.
  public init?(argument: String) {
    guard let priority = try? TaskPriority(argument) else { return nil }
    self = priority
  }
  /// The words there are.
  public static var allValueStrings: [String] { names }
}

extension TaskQuery.Order: ExpressibleByArgument {}

extension TaskStatus: ExpressibleByArgument {}

extension TaskType: ExpressibleByArgument {
  /// Reads a command line's word.
  public init?(argument: String) { self.init(name: argument) }
  /// The words there are.
  public static var allValueStrings: [String] { names }
}

extension TaskView: ExpressibleByArgument {}

extension Timestamp: ExpressibleByArgument {
  /// Reads a command line's word.
  public init?(argument: String) { self.init(argument) }
}

extension Window: ExpressibleByArgument {
  /// Reads a command line's word.
  public init?(argument: String) { self.init(name: argument) }
  /// The words there are.
  public static var allValueStrings: [String] { names }
}
