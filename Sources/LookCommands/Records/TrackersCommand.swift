import ArgumentParser
import FlintCalendar
import Commands
import FlintJSON
import FlintRules
import FlintSchema
import Scripting
import Sessions
import Views

/// Lists trackers, their entries, or statistics of the entries.
struct TrackersCommand: Subcommand, PagedCommand {
  static let name = "trackers"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List trackers, their entries, or statistics of the entries.",
    discussion: """
      Without options, lists the trackers, by group where they have one: flint edit
      Running group=Sport gives a tracker a group of your own. With --name, lists
      the entries of that tracker, newest first. flint entry records entries, and
      creates a tracker with --new; scripts use tracker.add_entry and tracker.add.

      Examples:
        flint trackers --category health
        flint trackers --group Sport
        flint trackers --name Running --since 2026-03-01
        flint trackers --name Running --stats
        flint trackers --entries --tag easy --format csv
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @Option(
    help: "List the entries of the tracker with this name or id.",
    completion: .profile(.trackers))
  var name: String?
  @Option(name: .shortAndLong, help: "List only trackers of this category.") var category:
    TrackerCategory?
  @Option(help: "List only trackers of this group.", completion: .profile(.groups))
  var group: String?
  @Flag(help: "List the entries of all trackers, or only those of --name.") var entries = false
  @Flag(help: "List statistics of the entries by kind.") var stats = false
  @OptionGroup var range: RangeOptions
  @Option(help: "List only entries of this kind.") var kind: EntryKind.Name?
  @Option(name: .shortAndLong, help: "List only entries with this tag.") var tag: String?
  @Option(help: "List only entries that contain this text (case-insensitive).") var text: String?

  private var filtersEntries: Bool {
    range.given != nil || kind != nil || tag != nil || text != nil
  }

  func validate() throws {
    if entries && stats { throw ValidationError("--entries and --stats cannot be combined") }
    if filtersEntries && (stats || (name == nil && !entries)) {
      throw ValidationError(
        "--since, --before, --on, --kind, --tag and --text select entries and require --name or "
          + "--entries")
    }
  }

  func run() throws {
    try profile.reading { session in
      let state = try session.state()
      try state.trackers.checkGroup(group)
      var found = (category.map { state.trackers.trackers(in: $0) } ?? state.trackers.trackers)
        .filter { tracker in group.map(tracker.content.isListed) ?? true }
      found = found.listed(by: \.content.group).flatMap(\.elements)
      if let name {
        let tracker = try session.tracker(named: name, among: state.trackers)
        found = found.filter { $0.id == tracker.id }
      }
      if stats {
        try listTotals(found, session)
      } else if entries || name != nil {
        try listEntries(found, state.events.voids, session)
      } else {
        let hint =
          category == nil && group == nil
          ? "; flint entry NAME 20 --new and flint habit add NAME create one" : ""
        try ResultList.write(
          session.rows(found), Tracker.schema, list, session: session,
          empty: "no trackers\(hint)")
      }
    }
  }

  private func listTotals(_ trackers: [Tracker], _ session: Session) throws {
    if list.format == .json, list.given == nil {
      return try ResultList.write(
        session.rows(trackers).map { Tracker.Statistics($0) }, Tracker.Statistics.schema, list,
        session: session, empty: "no trackers")
    }
    try ResultList.write(
      trackers.flatMap(\.totalsByKind), Tracker.KindTotals.schema, list, session: session,
      empty: "no entries")
    if list.format == .table, name != nil, let tracker = trackers.first {
      StandardOutput.shared.write(page: "\n" + tracker.page(session))
    }
  }

  private func listEntries(
    _ trackers: [Tracker], _ voids: [FoldedEvents.Void], _ session: Session
  ) throws {
    var query = EntryQuery()
    if name != nil { query.tracker = trackers.first }
    query.kind = kind?.rawValue
    (query.since, query.before) = try range.instants(session)
    query.tag = tag
    query.text = text
    query.isNewestFirst = true
    let wanted = query.filter(voids: voids)
    let names = Dictionary(
      trackers.flatMap { tracker in tracker.ids.map { ($0, tracker.content.name) } },
      uniquingKeysWith: { first, _ in first })
    var list = list
    // The tracker is named above.
    if name != nil, list.columns == nil, list.format.isText {
      list.columns = EntryRow.schema.shown.filter { $0 != "tracker" }
    }
    var output = try ResultList(EntryRow.schema, list, isLong: true, session: session)
    // A tracker of another category has no entries to list.
    let sequences = trackers.isEmpty ? [] : try session.reader.eventSequences(query.events)
    for start in stride(from: 0, to: sequences.count, by: 500) {
      let stored = try session.reader.events(
        sequences: sequences[start..<min(start + 500, sequences.count)])
      let found = stored.compactMap { stored -> EntryRow? in
        guard let entry = wanted(stored.event), let name = names[entry.content.tracker] else {
          return nil
        }
        return EntryRow(entry, tracker: name, session)
      }
      if try !output.append(found) { break }
    }
    let isFiltered = filtersEntries || category != nil || group != nil
    try output.end(empty: "no entries\(isFiltered ? "" : "; flint entry NAME records one")")
    if output.isCut { list.note("only the newest \(output.count) shown") }
  }
}

extension Tracker {
  /// Returns the totals of the tracker as lines of text.
  fileprivate func page(_ session: Session) -> String {
    var text =
      "\(counted(entries, "entry", "entries")) on \(counted(activeDays, "day")), "
      + "streak \(counted(currentStreak(today: session.today), "day")), "
      + "longest \(grouped(bestStreak))\n"
    if minutes > 0 { text += Language.english.duration(minutes) + "\n" }
    if total == nil { text += "no total: its entries record different kinds of values\n" }
    if let total, let target = content.target, let progress {
      let parts = [total, Int128(target.millionths)].compactMap { totalText($0) }
      text += "\(parts.joined(separator: " of ")) (\(percentText(progress)))\n"
    }
    if let goal = content.goal { text += "goal: \(goal)\n" }
    return text
  }
}
