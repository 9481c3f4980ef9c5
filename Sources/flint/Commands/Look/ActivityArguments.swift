import ArgumentParser
import Calendar
import Rules

/// The options that select which activities are listed.
struct ActivityFilterOptions: ParsableArguments {
  @Option(help: ArgumentHelp("List only activities at or after this time.", valueName: "time"))
  var since: Timestamp?
  @Option(help: ArgumentHelp("List only activities before this time.", valueName: "time"))
  var before: Timestamp?
  @Option(help: "List only activities of this kind.")
  var kind: ActivityKind?
  @OptionGroup var rows: RowLimitOptions

  /// The name of the first option that was given.
  var given: String? {
    firstGiven([
      "--since": since != nil, "--before": before != nil, "--kind": kind != nil,
      "--limit": rows.limit != nil,
    ])
  }
}
