import ArgumentParser
import Calendar
import JSON
import Rules
import Schema
import Scripting
import Sessions
import Views

/// Lists trackers, their entries, or statistics of the entries.
struct TrackersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trackers", _superCommandName: "flint",
    abstract: "List trackers, their entries, or statistics of the entries.",
    discussion: """
      Without options, lists the trackers. With --name, lists the entries of that
      tracker, newest first. Scripts create trackers with tracker.create and record
      entries with tracker.entry.

      Examples:
        flint trackers --category health
        flint trackers --name Running --since 2026-03-01
        flint trackers --name Running --stats
        flint trackers --entries --tag easy --format csv
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: "List the entries of the tracker with this name or id.") var name: String?
  @Option(help: "List only trackers of this category.")
  var category: TrackerCategory?
  @Flag(help: "List the entries of all trackers, or only those of --name.") var entries = false
  @Flag(help: "List statistics of the entries by kind.") var stats = false
  @Option(help: ArgumentHelp("List only entries at or after this time.", valueName: "time"))
  var since: Timestamp?
  @Option(help: ArgumentHelp("List only entries before this time.", valueName: "time"))
  var before: Timestamp?
  @Option(help: "List only entries of this kind.")
  var kind: EntryKindName?
  @Option(help: "List only entries with this tag.") var tag: String?
  @Option(help: "List only entries that contain this text (case-insensitive).")
  var text: String?
  @OptionGroup var rows: RowLimitOptions

  private var filtersEntries: Bool {
    since != nil || before != nil || kind != nil || tag != nil || text != nil || rows.limit != nil
  }

  func validate() throws {
    if entries && stats { throw ValidationError("--entries and --stats cannot be combined") }
    if filtersEntries && (stats || (name == nil && !entries)) {
      throw ValidationError(
        "--since, --before, --kind, --tag, --text and --limit select entries and require "
          + "--name or --entries")
    }
  }

  func run() throws {
    try profile.reading { session in
      let state = try session.state()
      var found = category.map { state.trackers.trackers(in: $0) } ?? state.trackers.trackers
      if let name {
        guard let tracker = state.trackers.tracker(reference: name) else {
          throw CommandFailure.unknown(tracker: name, state.trackers)
        }
        found = found.filter { $0.id == tracker.id }
      }
      if stats {
        listTotals(found, session)
      } else if entries || name != nil {
        try listEntries(found, state.voids, session)
      } else {
        listTrackers(found, session)
      }
    }
  }

  private func listTrackers(_ trackers: [Tracker], _ session: Session) {
    if list.format == .json {
      return StandardOutput.shared.write(list: trackers.map { $0.json(session) })
    }
    let isTable = list.format == .table
    let totals = ["entries", "hours", "active_days", "streak", "best_streak", "total"]
    var listing = Listing(
      list.format,
      columns: isTable
        ? ["name", "category"] + totals + ["target", "progress"]
        : ["id", "name", "description", "category", "goal", "target", "fields", "created_at"]
          + totals + ["progress"])
    for tracker in trackers {
      let content = tracker.content
      let totals: [Cell] = [
        .integer(tracker.entries),
        isTable && tracker.minutes == 0 ? .none : .decimal(tracker.hours),
        .integer(Int64(tracker.activeDays)),
        .integer(tracker.currentStreak(today: session.today)), .integer(tracker.bestStreak),
        tracker.total.map { .decimal(Int64(clamping: $0)) } ?? .none,
      ]
      let progress = tracker.progress.map { Cell.share($0) } ?? .none
      let target = content.target.map { Cell.decimal($0.millionths) } ?? .none
      listing.append(
        isTable
          ? [.text(content.name), .text(content.category.name)] + totals + [target, progress]
          : [
            .text(tracker.id.description), .text(content.name), Cell(content.description),
            .text(content.category.name), Cell(content.goal), target,
            .list(content.fields.map { "\($0.name):\($0.type.name)" }),
            .text(session.zone.text(tracker.createdAt)),
          ] + totals + [progress])
    }
    listing.end(empty: "no trackers")
  }

  private func listTotals(_ trackers: [Tracker], _ session: Session) {
    if list.format == .json {
      return StandardOutput.shared.write(list: trackers.map { $0.statisticsJSON(session) })
    }
    var listing = Listing(
      list.format, columns: ["tracker", "kind", "entries", "sum", "mean", "min", "max"])
    for tracker in trackers {
      for totals in tracker.totalsByKind {
        listing.append([
          .text(tracker.content.name), .text(totals.kind), .integer(totals.entries),
          totals.sum.map { .decimal(Int64(clamping: $0)) } ?? .none,
          totals.mean.map { .decimal($0) } ?? .none,
          totals.minimum.map { .decimal($0) } ?? .none,
          totals.maximum.map { .decimal($0) } ?? .none,
        ])
      }
    }
    listing.end(empty: "no entries")
    if list.format == .table, name != nil, let tracker = trackers.first {
      StandardOutput.shared.write("\n" + tracker.page(session))
    }
  }

  private func listEntries(
    _ trackers: [Tracker], _ voids: [ProfileState.Void], _ session: Session
  ) throws {
    var query = EntryQuery()
    if name != nil { query.tracker = trackers.first }
    query.kind = kind?.rawValue
    query.since = session.zone.instant(since)
    query.before = session.zone.instant(before)
    query.tag = tag
    query.text = text
    query.isNewestFirst = true
    let wanted = query.filter(voids: voids)
    let names = Dictionary(
      trackers.flatMap { tracker in tracker.ids.map { ($0, tracker.content.name) } },
      uniquingKeysWith: { first, _ in first })
    let most = rows.most(in: list.format)
    var writer = EntryListing(list.format, withTracker: name == nil)
    var isCut = false
    // A tracker of another category has no entries to list.
    let sequences = trackers.isEmpty ? [] : try session.reader.eventSequences(query.events)
    pages: for start in stride(from: 0, to: sequences.count, by: 500) {
      for stored in try session.reader.events(
        sequences: sequences[start..<min(start + 500, sequences.count)])
      {
        if StandardOutput.shared.isClosed { return }
        guard let entry = wanted(stored.event), let name = names[entry.content.tracker] else {
          continue
        }
        if writer.count == most {
          isCut = true
          break pages
        }
        writer.append(entry, tracker: name)
      }
    }
    writer.end()
    if isCut { rows.note("only the newest \(writer.count) shown", list) }
  }
}

/// Writes entries one by one in any of the formats.
private struct EntryListing {
  private let format: ListFormat
  private let withTracker: Bool
  private var listing: Listing<[Cell]>
  private var objects: [JSONValue] = []
  private(set) var count = 0

  init(_ format: ListFormat, withTracker: Bool) {
    self.format = format
    self.withTracker = withTracker
    listing = Listing(
      format,
      columns: format == .table
        ? ["at"] + (withTracker ? ["tracker"] : []) + ["kind", "value", "title", "values", "tags"]
        : TrackerEntry.columns)
  }

  mutating func append(_ entry: TrackerEntry, tracker: String) {
    count += 1
    switch format {
    case .json: objects.append(entry.json(tracker: tracker))
    case .csv: listing.append(entry.record(tracker))
    case .table: listing.append(entry.row(withTracker ? tracker : nil))
    }
  }

  func end() {
    if format == .json {
      StandardOutput.shared.write(list: objects)
    } else {
      listing.end(empty: "no entries")
    }
  }
}

extension TrackerEntry {
  /// Returns the cells of a CSV record with the columns of `columns`.
  fileprivate func record(_ tracker: String) -> [Cell] {
    var recorded = [Cell](repeating: .none, count: 5)
    recorded[0] = content.minutes.map { .integer($0) } ?? .none
    switch content.kind {
    case .session(let minutes): recorded[0] = .integer(minutes)
    case .measurement(let number): recorded[1] = .text(number.description)
    case .log(let text): recorded[2] = .text(text)
    case .checklist(let isDone): recorded[3] = .flag(isDone)
    case .rating(let rating): recorded[4] = .integer(rating)
    }
    return [
      .text(event.id.description), .text(tracker), .text(content.kind.name),
      .text(event.at.text(offset: event.offset)),
      .text(CivilTime(event.at, offset: event.offset).day.description),
    ] + recorded + [
      Cell(content.title), Cell(content.notes), .list(content.tags),
      content.values.isEmpty ? .none : .text(values.text()),
    ]
  }

  /// Returns the cells of a row of the table.
  fileprivate func row(_ tracker: String?) -> [Cell] {
    let value =
      switch content.kind {
      case .session(let minutes): "\(grouped(minutes)) min"
      case .measurement(let number): grouped(decimal: number.description)
      case .log(let text): String(text.prefix(60))
      case .checklist(let isDone): isDone ? "done" : "not done"
      case .rating(let rating): "\(rating) of 5"
      }
    return [.text(CivilTime(event.at, offset: event.offset).minuteText)]
      + (tracker.map { [.text($0)] } ?? []) + [
        .text(content.kind.name), .text(value), Cell(content.title),
        .list(content.values.map { "\($0.name) \($0.value)" }), .list(content.tags),
      ]
  }
}

extension Tracker {
  /// Returns the totals of the tracker as lines of text.
  fileprivate func page(_ session: Session) -> String {
    var text =
      "\(counted(entries, "entry", "entries")) on \(counted(activeDays, "day")), "
      + "streak \(counted(currentStreak(today: session.today), "day")), "
      + "longest \(grouped(bestStreak))\n"
    if minutes > 0 { text += "\(groupedDecimal(hours)) hours\n" }
    if total == nil { text += "no total: its entries record different kinds of values\n" }
    if let total, let target = content.target, let progress {
      let total = groupedDecimal(Int64(clamping: total))
      text += "\(total) of \(grouped(decimal: target.description)) (\(percentText(progress)))\n"
    }
    if let goal = content.goal { text += "goal: \(goal)\n" }
    return text
  }
}
