// Values of the rules as command-line arguments.
public import ArgumentParser
public import FlintCalendar
public import FlintRules
import FlintSchema
package import Views

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

extension Array where Element: RulebookName {
  package func option(_ name: String, _ option: String) throws -> Element {
    do throws(FieldError) {
      return try entry(name, field: option)
    } catch {
      throw ValidationError("\(option): expected \(error.expected), got \(error.found)")
    }
  }
}

// The names of a rulebook are not known before its profile is open: `Rulebook.checkOptions` checks them.
extension SparkCategory: ExpressibleByArgument {
  /// The categories of the profile's rulebook.
  public static var defaultCompletionKind: CompletionKind { .profile(.categories) }
  /// Accepts every name, whether a rulebook lists it or not.
  public init?(argument: String) { self.init(declaring: argument.lowercased()) }
  /// The names that most rulebooks list.
  public static var allValueStrings: [String] { ignitionNames }
}

extension SparkIntensity: ExpressibleByArgument {
  /// The intensities of the profile's rulebook.
  public static var defaultCompletionKind: CompletionKind { .profile(.intensities) }
  /// Accepts every name, whether a rulebook lists it or not.
  public init?(argument: String) { self.init(declaring: argument.lowercased()) }
  /// The names that most rulebooks list.
  public static var allValueStrings: [String] { ignitionNames }
}

extension Rulebook {
  /// Checks that the rulebook lists the names that options have.
  ///
  /// - Throws: `ValidationError`.
  package func checkOptions(
    _ category: SparkCategory?, _ intensity: SparkIntensity? = nil,
    _ minIntensity: SparkIntensity? = nil
  ) throws {
    _ = try category.map { try definition.categories.option($0.name, "--category") }
    _ = try intensity.map { try definition.intensities.option($0.name, "--intensity") }
    _ = try minIntensity.map { try definition.intensities.option($0.name, "--min-intensity") }
  }
}

extension ActivityKind: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(name: argument) }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}

extension Difficulty: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(name: argument) }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}

extension TaskType: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(name: argument) }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}

extension TrackerCategory: NamedArgument {}

// Their raw values are the names.
extension MissionView.Filter.Order: ExpressibleByArgument {}
extension MissionView.Filter.Window: ExpressibleByArgument {}
extension MissionView.Status: ExpressibleByArgument {}
extension SparkQuery.Order: ExpressibleByArgument {}
extension TaskQuery.Order: ExpressibleByArgument {}
extension TaskCondition: ExpressibleByArgument {}
extension TaskView: ExpressibleByArgument {}
extension SeriesMetric: ExpressibleByArgument {}
extension SeriesPeriod: ExpressibleByArgument {}
extension DueView.Kind: ExpressibleByArgument {}
extension DueComponent: ExpressibleByArgument {}
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
