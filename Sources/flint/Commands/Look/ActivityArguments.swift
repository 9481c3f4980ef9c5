public import ArgumentParser
import Calendar
public import Rules
import Schema

extension ActivityKind: ExpressibleByArgument {
  /// Parses a command-line argument.
  public init?(argument: String) { self.init(name: argument) }
  /// The accepted values.
  public static var allValueStrings: [String] { names }
}

/// The options that select which activities are listed.
struct ActivityFilterOptions: ParsableArguments {
  /// The maximum number of rows of a table if `--limit` is not given.
  static let tableLimit = 50

  @Option(help: ArgumentHelp("Only activities at or after this time.", valueName: "time"))
  var since: Timestamp?
  @Option(help: ArgumentHelp("Only activities before this time.", valueName: "time"))
  var before: Timestamp?
  @Option(help: "Only activities of this kind.")
  var kind: ActivityKind?
  @Option(
    help:
      "The maximum number of rows; 0 for all (default: \(tableLimit) in a table, otherwise all).")
  var limit: Int?

  /// The names of the options that were given.
  var given: [String] {
    let options = [
      ("--since", since != nil), ("--before", before != nil), ("--kind", kind != nil),
      ("--limit", limit != nil),
    ]
    return options.filter(\.1).map(\.0)
  }

  func validate() throws {
    try checkLimit(limit)
  }
}
