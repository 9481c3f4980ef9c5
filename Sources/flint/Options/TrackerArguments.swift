// Words about trackers on a command line.
public import ArgumentParser
public import Rules

extension TrackerCategory: ExpressibleByArgument {
  /// Reads a command line's word.
  public init?(argument: String) { self.init(name: argument) }
  /// The words there are.
  public static var allValueStrings: [String] { names }
}

/// The name of a kind of entry as a word of a command line.
enum EntryKindName: String, ExpressibleByArgument, CaseIterable {
  case session, measurement, log, checklist, rating
}
