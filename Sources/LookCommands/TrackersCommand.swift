import ArgumentParser
import Calendar
import Charts
import Commands
import JSON
import Rules
import Schema
import Scripting
import Sessions
import Views

/// Lists trackers, their entries, or statistics of the entries.
struct TrackersCommand: Subcommand {
  static let name = "trackers"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List trackers, their entries, or statistics of the entries.",
    discussion: """
      Without options, lists the trackers. With --name, lists the entries of that
      tracker, newest first. flint entry records entries, and creates a tracker
      with --new; scripts use tracker.entry and tracker.create.

      Examples:
        flint trackers --category health
        flint trackers --name Running --since 2026-03-01
        flint trackers --name Running --stats
        flint trackers --entries --tag easy --format csv
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(
    help: "List the entries of the tracker with this name or id.",
    completion: .profile(.trackers))
  var name: String?
  @Option(help: "List only trackers of this category.") var category: TrackerCategory?
  @Flag(help: "List the entries of all trackers, or only those of --name.") var entries = false
  @Flag(help: "List statistics of the entries by kind.") var stats = false
  @OptionGroup var range: RangeOptions
  @Option(help: "List only entries of this kind.") var kind: EntryKind.Name?
  @Option(help: "List only entries with this tag.") var tag: String?
  @Option(help: "List only entries that contain this text (case-insensitive).") var text: String?
  @OptionGroup var rows: RowLimitOptions

  private var filtersEntries: Bool {
    range.given != nil || kind != nil || tag != nil || text != nil || rows.limit != nil
  }

  func validate() throws {
    if entries && stats { throw ValidationError("--entries and --stats cannot be combined") }
    if filtersEntries && (stats || (name == nil && !entries)) {
      throw ValidationError(
        "--since, --before, --on, --kind, --tag, --text and --limit select entries and require "
          + "--name or --entries")
    }
  }

  func run() throws {
    try profile.reading { session in
      let state = try session.state()
      var found = category.map { state.trackers.trackers(in: $0) } ?? state.trackers.trackers
      if let name {
        let tracker = try session.tracker(named: name, among: state.trackers)
        found = found.filter { $0.id == tracker.id }
      }
      if stats {
        listTotals(found, session)
      } else if entries || name != nil {
        try listEntries(found, state.events.voids, session)
      } else {
        listTrackers(found, session)
      }
    }
  }

  private func listTrackers(_ trackers: [Tracker], _ session: Session) {
    let isTable = list.format == .table
    let (zone, today) = (session.zone, session.today)
    Listing.write(
      trackers, list.format,
      [
        Column("id", in: .records, \.id.description), Column("name", \.content.name),
        Column("description", in: .records, \.content.description),
        Column("category", \.content.category.name),
        Column("goal", in: .records, \.content.goal), Column("target", in: .records, \.target),
        Column("fields", in: .records) {
          $0.content.fields.map { "\($0.name):\($0.type.name)" }
        },
        Column("created_at", in: .records) { zone.text($0.createdAt) },
        Column("entries", \.entries),
        Column("last 12 weeks", in: .table) { $0.weeks(12, today: today) },
        Column("hours") { isTable && $0.minutes == 0 ? nil : Cell.decimal($0.hours) },
        Column("active_days", \.activeDays),
        Column("streak") { $0.currentStreak(today: today) }, Column("best_streak", \.bestStreak),
        Column("total") { $0.total.map { Cell.decimal(Int64(clamping: $0)) } },
        Column("target", in: .table, \.target),
        Column("progress") { $0.progress.map { Cell.share($0) } },
      ], json: { $0.json(session) },
      empty:
        "no trackers\(category == nil ? "; flint entry NAME 20 --new and flint habit add NAME create one" : "")"
    )
  }

  private func listTotals(_ trackers: [Tracker], _ session: Session) {
    if list.format == .json {
      return Listing.write(trackers, .json, [], json: { $0.statisticsJSON(session) })
    }
    let rows = trackers.flatMap { tracker in
      tracker.totalsByKind.map { (tracker: tracker.content.name, totals: $0) }
    }
    Listing.write(
      rows, list.format,
      [
        Column("tracker", \.tracker), Column("kind", \.totals.kind),
        Column("entries", \.totals.entries),
        Column("sum") { $0.totals.values.map { Cell.decimal(Int64(clamping: $0.sum)) } },
        Column("mean") { $0.totals.values?.mean.map { Cell.decimal($0) } },
        Column("min") { $0.totals.values?.minimum.map { Cell.decimal($0) } },
        Column("max") { $0.totals.values?.maximum.map { Cell.decimal($0) } },
      ], empty: "no entries")
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
    let most = rows.most(in: list.format)
    var listing = Listing(
      list.format, EntryRow.columns(withTracker: name == nil, session.dayStart),
      json: { $0.entry.json(tracker: $0.tracker, session) })
    var count = 0
    var isCut = false
    // A tracker of another category has no entries to list.
    let sequences = trackers.isEmpty ? [] : try session.reader.eventSequences(query.events)
    for start in stride(from: 0, to: sequences.count, by: 500) where !isCut {
      let stored = try session.reader.events(
        sequences: sequences[start..<min(start + 500, sequences.count)])
      let found = stored.compactMap { stored -> EntryRow? in
        guard let entry = wanted(stored.event), let name = names[entry.content.tracker] else {
          return nil
        }
        return EntryRow(entry: entry, tracker: name)
      }
      let page = Array(found.prefix(most.map { $0 - count } ?? .max))
      for row in try session.reader.identified(page, in: list.format, by: \.entry.event.id) {
        if StandardOutput.shared.isClosed { return }
        listing.append(row)
      }
      count += page.count
      isCut = page.count < found.count
    }
    let isFiltered = filtersEntries || category != nil
    listing.end(empty: "no entries\(isFiltered ? "" : "; flint entry NAME records one")")
    if isCut { rows.note("only the newest \(count) shown", list) }
  }
}

/// An entry with the name of its tracker.
private struct EntryRow {
  let entry: TrackerEntry
  let tracker: String

  private var time: CivilTime { CivilTime(entry.event.at, offset: entry.event.offset) }

  static func columns(
    withTracker: Bool, _ dayStart: DayStart
  ) -> [Column<Identified<EntryRow>>] {
    [
      Column("id", in: .table, \.shortID),
      Column("at", in: .table, \.time.minuteText),
      Column("id", in: .records, \.entry.event.id.description),
      Column("tracker", in: .table, if: withTracker, \.tracker),
      Column("tracker", in: .records, \.tracker), Column("kind", \.entry.content.kind.name),
      Column("at", in: .records) { $0.entry.event.at.text(offset: $0.entry.event.offset) },
      Column("day", in: .records) { $0.entry.event.day(dayStart) },
      Column("value", in: .table, \.value),
    ]
      + ["minutes", "number", "text", "done", "rating"].map { name in
        Column(name, in: .records) { $0.row.recorded(name) }
      } + [
        Column("title", \.entry.content.title),
        Column("notes", in: .records, \.entry.content.notes),
        Column("values", in: .table) {
          $0.entry.content.values.map { "\($0.name) \($0.value)" }
        },
        Column("tags", \.entry.content.tags),
        Column("values", in: .records) {
          $0.entry.content.values.isEmpty ? nil : $0.entry.values.text()
        },
      ]
  }

  /// Returns a value that only some kinds of entries record.
  private func recorded(_ name: String) -> Cell {
    switch (name, entry.content.kind) {
    case ("minutes", .session(let minutes)): .integer(minutes)
    case ("minutes", _): Cell(entry.content.minutes)
    case ("number", .measurement(let number)): .text(number.description)
    case ("text", .log(let text)): .text(text)
    case ("done", .checklist(let isDone)): .flag(isDone)
    case ("rating", .rating(let rating)): .integer(rating)
    default: .none
    }
  }

  /// The recorded value as a table shows it.
  private var value: Cell {
    switch entry.content.kind {
    case .session(let minutes): .rounded("\(grouped(minutes)) min")
    case .measurement(let number): .rounded(grouped(decimal: number.description))
    case .log(let text): .text(text)
    case .checklist(let isDone): .text(isDone ? "done" : "not done")
    case .rating(let rating): .rounded("\(rating) of 5")
    }
  }
}

extension Tracker {
  fileprivate var target: Cell? { content.target.map { Cell.decimal($0.millionths) } }

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

extension Tracker {
  /// Returns the numbers of entries of the last weeks as a sparkline.
  fileprivate func weeks(_ count: Int, today: CivilDay) -> String {
    let first = today.week.monday + -7 * (count - 1)
    var entries = [Double](repeating: 0, count: count)
    for day in days(from: first, before: today + 1) {
      entries[(day.day - first) / 7] += Double(day.entries)
    }
    return Sparkline.text(entries)
  }
}
