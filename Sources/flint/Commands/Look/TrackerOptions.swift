// Values of trackers as command-line arguments.
public import ArgumentParser
public import Rules
import Schema

extension TrackerCategory: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(name: argument) }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}

/// A kind of tracker entry as a command-line argument.
enum EntryKindName: String, ExpressibleByArgument, CaseIterable {
  case session, measurement, log, checklist, rating
}
