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
