import ArgumentParser
import Calendar
import Commands
import JSON
import Rules
import Schema
import Scripting
import Sessions
import Views

/// Lists what is due: tasks, streaks, missions and ratings that need attention.
struct DueCommand: Subcommand {
  static let name = "due"
  static let configuration = CommandConfiguration.command(
    name,
    abstract: "Show what is due: tasks, habits, streak, missions, pools, moods, weekly report.",
    discussion: """
      Kinds:
        overdue   open tasks past their due day
        reminder  reminders of open tasks, including past ones
        task      open tasks that are due soon
        streak    a spark streak that ends unless a spark is recorded today
        habit     habits that are due today and still open
        quest     quest missions that were started and have an available node
        mission   missions in progress whose window closes soon
        pool      pools that close soon, if a roll or an exchange can be paid for
        mood      missing ratings of today and yesterday, if any day was ever rated
        rung      achievements that unlock by themselves or after one more activity
        report    the weekly report, on Sundays

      The exit status is 0 whether or not anything is due. With --quiet, suited to
      cron, nothing is printed if nothing is due. --format ics writes an iCalendar
      file for subscriptions; its entries have the same ids in every run.

      Examples:
        flint due
        flint due --within 12h --kind reminder --kind task --quiet
        flint due --within 1w --format ics > due.ics
      """)

  /// The output format.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table
    case json
    case csv
    case ics
  }

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var language: LanguageOption
  @Option(help: ArgumentHelp("The output format.", valueName: "table|json|csv|ics"))
  var format = Format.table
  @Option(
    help: ArgumentHelp(
      "How far to look ahead, such as 12h, 2d or 1w; a number without unit means days "
        + "(default: 2d).",
      valueName: "span"),
    transform: { try DueCommand.span($0) })
  var within: DueSpan?
  @Option(help: "List only items of this kind; may be repeated.") var kind: [DueKind] = []
  @Option(help: "The tone of the messages.") var tone = DueTone.nice
  @Flag(name: .shortAndLong, help: .quiet) var quiet = false
  /// Accepted but not shown in the help: the command changes nothing anyway.
  @Flag(help: .hidden) var dryRun = false

  private static func span(_ text: String) throws -> DueSpan {
    do throws(FieldError) {
      return try DueSpan(text)
    } catch {
      throw ValidationError("expected \(error.expected)")
    }
  }

  func run() throws {
    try profile.reading { session in
      let dues = try session.reader.dues(within: within ?? .usual, kinds: Set(kind))
      if quiet && dues.isEmpty { return }
      switch format {
      case .table: try list(dues, .table, session, in: language.language(session))
      case .csv: try list(dues, .csv, session, in: .english)
      case .json:
        let value = JSONValue.object([
          ("count", .integer(Int64(dues.count))), ("now", .string(session.zone.text(session.now))),
          ("due", .array(dues.map { DueRow($0, session.zone, tone).json })),
        ])
        StandardOutput.shared.write(json: value)
      case .ics:
        StandardOutput.shared.write(
          Due.calendar(
            of: dues, now: session.now, profile: session.profile.id, tone: tone,
            in: language.language(session)))
      }
    }
  }

  private func list(
    _ dues: [Due], _ format: ListFormat, _ session: Session, in language: Language
  ) throws {
    let zone = session.zone
    Listing.write(
      try session.reader.identified(dues, in: format, by: \.event), format,
      [
        Column("id", in: .table, \.shortID),
        Column(language[.dueColumn], in: .table) { $0.row.shortText(zone, in: language) },
        Column(language[.kindColumn], style: { $0.row.kind == .overdue ? .overdue : nil }) {
          language.name(of: $0.row.kind)
        },
        Column("id", in: .records, \.id),
        Column(language[.titleColumn]) { $0.row.title(in: language) },
        Column("due", in: .records) { $0.row.momentText(zone) },
        Column("urgency", in: .records, \.urgency.name),
        Column(language[.detailColumn]) { $0.row.detail(tone, in: language) },
        Column("missing", in: .records, \.missing),
      ], empty: language[.nothingDue])
  }
}

extension Due {
  /// The event that the item is about, such as a task, which its id ends with; `nil` for others.
  fileprivate var event: EventID? {
    id.split(separator: "-").last.flatMap { EventID($0) }
  }

  /// Returns the due time as a table shows it, to the minute.
  fileprivate func shortText(_ zone: Zone, in language: Language) -> String {
    switch moment {
    case .on(let day): return language.shown(day)
    case .at(let instant):
      let time = CivilTime(instant, offset: zone.offset(at: instant))
      return language.shown(time.day) + time.minuteText.dropFirst(time.day.description.count)
    }
  }
}
