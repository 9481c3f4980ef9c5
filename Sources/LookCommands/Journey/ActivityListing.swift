import ArgumentParser
import FlintCalendar
import Commands
import FlintRules
import Sessions
import Views

/// The options that select which activities are listed.
struct ActivityFilterOptions: ParsableArguments {
  @OptionGroup var range: RangeOptions
  @Option(help: "List only activities of this kind.") var kind: ActivityKind?

  /// The name of the first option that was given.
  var given: String? {
    range.given ?? firstGiven(["--kind": kind != nil])
  }
}

extension ActivityFilterOptions {
  /// Writes the selected activities as a list, newest first.
  func write(_ list: ResultOptions, _ session: Session) throws {
    var query = EventQuery(kinds: [.activity])
    if let kind { query.members = [("activity", [kind.name])] }
    (query.since, query.before) = try range.instants(session)
    query.isNewestFirst = true
    let sequences = try session.reader.eventSequences(query)
    let wanted = sequences.prefix(list.mostRead(session) ?? .max)
    var output = try ResultList(ActivityRow.schema, list, isLong: true, session: session)
    for start in stride(from: 0, to: wanted.count, by: 500) {
      let stored = try session.reader.events(
        sequences: wanted[start..<min(start + 500, wanted.count)])
      if try !output.append(stored.compactMap { ActivityRow($0, session) }) { break }
    }
    let isFiltered = range.given != nil || kind != nil
    try output.end(
      empty: isFiltered ? "no activities" : "no activities; flint journal TEXT records one")
    if output.isCut || wanted.count < sequences.count {
      list.note("\(grouped(output.count)) of \(grouped(sequences.count)) shown")
    }
  }
}
