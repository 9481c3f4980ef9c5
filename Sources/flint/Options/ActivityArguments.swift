public import ArgumentParser
public import Rules

extension ActivityKind: ExpressibleByArgument {
  /// Reads a command line's word.
  public init?(argument: String) { self.init(name: argument) }
  /// The words there are.
  public static var allValueStrings: [String] { names }
}

/// Which activities are listed.
struct ActivityFilterOptions: ParsableArguments {
  /// How many a table shows unless more are asked for.
  static let tableLimit = 50

  @Option(help: ArgumentHelp("Only activities from this time on.", valueName: "time"))
  var since: Timestamp?
  @Option(help: ArgumentHelp("Only activities before this time.", valueName: "time"))
  var until: Timestamp?
  @Option(help: "Only activities of this kind.")
  var kind: ActivityKind?
  @Option(help: "At most so many; 0 for all. Without it: \(tableLimit) in a table, else all.")
  var limit: Int?

  /// The options that were given.
  var given: [String] {
    let options = [
      ("--since", since != nil), ("--until", until != nil), ("--kind", kind != nil),
      ("--limit", limit != nil),
    ]
    return options.filter(\.1).map(\.0)
  }

  func validate() throws {
    try checkLimit(limit)
  }
}
