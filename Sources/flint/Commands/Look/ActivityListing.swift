import Calendar
import Rules
import Sessions
import Views

extension ActivityFilterOptions {
  /// Writes the selected activities as a list, newest first.
  func write(_ list: ListOptions, _ session: Session) throws {
    let isTable = list.format == .table
    let shown = limit ?? (isTable ? Self.tableLimit : 0)
    var query = EventQuery(kinds: [.activity])
    if let kind { query.members = [("activity", [kind.name])] }
    query.since = since.map { session.zone.resolve($0).instant }
    query.before = before.map { session.zone.resolve($0).instant }
    query.isNewestFirst = true
    let sequences = try session.reader.eventSequences(query)
    let wanted = sequences.prefix(shown == 0 ? .max : shown)
    var listing = Listing(
      list.format,
      columns: isTable ? ["at", "kind", "text"] : ["id", "day", "at", "kind", "text"])
    for start in stride(from: 0, to: wanted.count, by: 500) {
      for stored in try session.reader.events(
        sequences: wanted[start..<min(start + 500, wanted.count)])
      {
        if StandardOutput.shared.isClosed { return }
        let event = stored.event
        guard case .journey(.activity(let activity)) = event.action else { continue }
        listing.append(
          isTable
            ? [
              .text(CivilTime(event.at, offset: event.offset).minuteText),
              .text(activity.kind.name), Cell(activity.text),
            ]
            : [
              .text(event.id.description), .text(event.day.description),
              .text(event.at.text(offset: event.offset)), .text(activity.kind.name),
              Cell(activity.text),
            ])
      }
    }
    listing.end(empty: "no activities")
    if isTable && limit == nil && wanted.count < sequences.count && !list.quiet {
      note(
        "\(grouped(wanted.count)) of \(grouped(sequences.count)) shown; --limit 0 shows all")
    }
  }
}
