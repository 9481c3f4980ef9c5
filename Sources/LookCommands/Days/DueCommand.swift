import ArgumentParser
import Commands
import FlintRules
import FlintSchema
import Scripting
import Sessions
import Views

/// Lists what is due: tasks, streaks, missions and ratings that need attention.
struct DueCommand: Subcommand, PagedCommand {
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

      A task that comes after another one says so; one that waits for a day is left
      out until then.

      The exit status is 0 whether or not anything is due. With --quiet, suited to
      cron, nothing is printed if nothing is due. --format ics writes an iCalendar
      file for subscriptions; its entries have the same ids in every run. They are
      to-dos; --as events is for calendars that do not show those.

      Examples:
        flint due
        flint due --within 12h --kind reminder --kind task --quiet
        flint due --within 1w --format ics --as events > due.ics
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table
    case json
    case jsonl
    case csv
    case markdown
    case ics
  }

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var language: LanguageOption
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The output format.", valueName: Format.allCases.map(\.rawValue).joined(separator: "|")))
  var format = Format.table
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "What --format ics writes for what is to be done (default: todos).",
      valueName: DueComponent.allCases.map(\.rawValue).joined(separator: "|")))
  var component: DueComponent?
  @OptionGroup var selection: RowSelection
  @Option(
    help: ArgumentHelp(
      "How far to look ahead, such as 12h, 2d or 1w; a number without unit means days "
        + "(default: 2d).",
      valueName: "span"),
    transform: { try DueCommand.span($0) })
  var within: DueSpan?
  @Option(help: "List only items of this kind; may be repeated.") var kind: [DueView.Kind] = []
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

  func validate() throws {
    if format == .ics, let option = selection.given {
      throw ValidationError("\(option) and --format ics cannot be combined")
    }
    if component != nil, format != .ics { throw ValidationError("--as requires --format ics") }
  }

  func run() throws {
    try profile.reading { session in
      let dues = try session.reader.dues(within: within ?? .usual, kinds: Set(kind))
      if quiet && dues.isEmpty { return }
      let rows = dues.map { DueRow($0, session.zone, tone) }
      let language = language.language(session)
      guard let format = ResultFormat(rawValue: format.rawValue) else {
        let calendar = DueView.calendar(
          of: dues, now: session.now, profile: session.profile.id, as: component ?? .todos,
          tone: tone, in: language)
        return StandardOutput.shared.write(calendar)
      }
      if format == .json, selection.given == nil {
        return StandardOutput.shared.write(json: DueList(rows, session).json)
      }
      var output = try ResultList(
        DueRow.schema(in: language), format, selection, in: language, session: session)
      try output.append(rows)
      try output.end(empty: language[.nothingDue])
    }
  }
}
