import ArgumentParser
import Calendar
import Commands
import Rules
import Sessions
import Views

/// The options that select which activities are listed.
struct ActivityFilterOptions: ParsableArguments {
  @OptionGroup var range: RangeOptions
  @Option(help: "List only activities of this kind.") var kind: ActivityKind?
  @OptionGroup var rows: RowLimitOptions

  /// The name of the first option that was given.
  var given: String? {
    range.given ?? firstGiven(["--kind": kind != nil, "--limit": rows.limit != nil])
  }
}

extension ActivityFilterOptions {
  /// Writes the selected activities as a list, newest first.
  func write(_ list: ListOptions, _ session: Session) throws {
    var query = EventQuery(kinds: [.activity])
    if let kind { query.members = [("activity", [kind.name])] }
    (query.since, query.before) = try range.instants(session)
    query.isNewestFirst = true
    let sequences = try session.reader.eventSequences(query)
    let dayStart = session.dayStart
    let wanted = sequences.prefix(rows.most(in: list.format) ?? .max)
    var listing = Listing<Identified<(event: Event, activity: Activity)>>(
      list.format,
      [
        Column("id", in: .table, \.shortID),
        Column("id", in: .records) { $0.event.id.description },
        Column("day", in: .records) { $0.event.day(dayStart) },
        Column("at") { $0.event.at.text(offset: $0.event.offset, in: list.format) },
        Column("kind") { $0.activity.kind.name }, Column("text") { $0.activity.text },
      ])
    for start in stride(from: 0, to: wanted.count, by: 500) {
      let stored = try session.reader.events(
        sequences: wanted[start..<min(start + 500, wanted.count)])
      let page = stored.compactMap { stored -> (event: Event, activity: Activity)? in
        guard case .journey(.activity(let activity)) = stored.event.action else { return nil }
        return (stored.event, activity)
      }
      for row in try session.reader.identified(page, in: list.format, by: \.event.id) {
        if StandardOutput.shared.isClosed { return }
        listing.append(row)
      }
    }
    let isFiltered = range.given != nil || kind != nil
    listing.end(
      empty: isFiltered ? "no activities" : "no activities; flint journal TEXT records one")
    if wanted.count < sequences.count {
      rows.note("\(grouped(wanted.count)) of \(grouped(sequences.count)) shown", list)
    }
  }
}
