// Values of the rules as command-line arguments.
public import ArgumentParser
public import Calendar
public import Rules
import Schema
import Views

/// A value of the rules with a name, which is how a command line gives it.
public protocol NamedArgument: ExpressibleByArgument {
  /// Creates the value with a name.
  init?(name: String)
  /// The names of all values.
  static var names: [String] { get }
}

// As specific as this, since the library reads raw values otherwise.
extension NamedArgument where Self: RawRepresentable, RawValue: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(name: argument) }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}

extension ActivityKind: NamedArgument {}
extension Category: NamedArgument {}
extension Difficulty: NamedArgument {}
extension Intensity: NamedArgument {}
extension Rarity: NamedArgument {}
extension TaskType: NamedArgument {}
extension Window: NamedArgument {}
extension TrackerCategory: NamedArgument {}

// Their raw values are the names.
extension MissionFilter.Order: ExpressibleByArgument {}
extension MissionView.Status: ExpressibleByArgument {}
extension SparkQuery.Order: ExpressibleByArgument {}
extension TaskQuery.Order: ExpressibleByArgument {}
extension TaskStatus: ExpressibleByArgument {}
extension TaskView: ExpressibleByArgument {}
extension SeriesMetric: ExpressibleByArgument {}
extension SeriesPeriod: ExpressibleByArgument {}
extension DueKind: ExpressibleByArgument {}
extension DueTone: ExpressibleByArgument {}
extension Language: ExpressibleByArgument {}
extension ColorChoice: ExpressibleByArgument {}
extension QuestGraphFormat: ExpressibleByArgument {}
extension EntryKind.Name: ExpressibleByArgument {}

extension CivilDay: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(argument) }
}

extension EventID: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(argument) }
}

extension EventKind: NamedArgument {
  /// The names of all kinds.
  public static var names: [String] { allCases.map(\.name) }
}

extension TaskPriority: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) {
    guard let priority = try? TaskPriority(reading: argument, field: "priority") else { return nil }
    self = priority
  }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}

extension Timestamp: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(argument) }
}

extension CivilMonth: ExpressibleByArgument {
  /// Parses a command-line argument such as `2026-03`.
  public init?(argument: String) {
    guard argument.utf8.count == 7, let firstDay = CivilDay(argument + "-01") else { return nil }
    self.init(firstDay)
  }
}

extension Weekdays: ExpressibleByArgument {
  /// Parses a command-line argument such as `mon,tue`.
  public init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard let weekdays = try? Weekdays(names: names) else { return nil }
    self = weekdays
  }
}
