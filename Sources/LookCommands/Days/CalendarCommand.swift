import ArgumentParser
import FlintCalendar
import Commands
import Lua
import Reports
import FlintRules
import FlintSchema
import Sessions
import Views

/// Shows a calendar of a metric, a habit, a tracker or the moods.
struct CalendarCommand: Subcommand, PagedCommand {
  static let name = "calendar"
  static let configuration = CommandConfiguration.command(
    name,
    abstract: "Show a calendar of days: what was recorded, a metric, a habit, a tracker or moods.",
    discussion: """
      Each column is a week, each row a weekday; darker days have more. Without a
      subject, the calendar counts everything recorded. A subject is moods, a metric
      of flint stats such as points, sparks or tasks, or a habit or a tracker: its
      name, the beginning of it, or tracker:NAME where a metric has that name.
      A range of days may follow the subject, or stand alone. Without one, and
      without --on, --since and --before, it ends today and has a year. On a terminal
      the notes of a habit or a tracker follow, with their days.

      Examples:
        flint calendar
        flint calendar points 2026
        flint calendar Read
        flint calendar moods --on 2025 -o moods.svg
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var subject: CalendarSubjectArgument
  @OptionGroup var range: RangeOptions
  @OptionGroup var output: PictureOptions

  func validate() throws { try range.checkDays() }

  func run() throws {
    var notes: [StyledText] = []
    try output.write(profile) { session, language in
      let (subject, given) = try subject.resolve(session, range)
      var (since, before) = try given.days(session, isWhole: true)
      if since == nil && before == nil {
        before = session.today + 1
        since = session.today.week.monday + -7 * 52
      }
      let range = try session.reader.days(since: since, before: before)
      // Pages that others may read leave notes out.
      if output.output == nil {
        notes = try session.notes(of: subject.trackers, in: range.since..<range.before).map {
          StyledText("\($0.day)  \($0.line)")
        }
      }
      return try ReportPage(calendarOf: subject, session, range, language: language)
    }
    if !notes.isEmpty { StandardOutput.shared.write(lines: [""] + notes) }
  }
}

extension CalendarSubject {
  /// The tracker of a habit or a tracker; none of another subject.
  fileprivate var trackers: [Tracker] {
    switch self {
    case .habit(let habit): [habit.tracker]
    case .tracker(let tracker): [tracker]
    case .metric, .moods: []
    }
  }
}

/// Shows years in pixels: a row for each month, a column for each day.
struct YearCommand: Subcommand, PagedCommand {
  static let name = "year"
  static let configuration = CommandConfiguration.command(
    name,
    abstract: "Show a year with a row for each month: moods, a metric, a habit or a tracker.",
    discussion: """
      Without a subject, shows the moods. A subject is moods, a metric of flint stats
      such as points, sparks or tasks, or a habit or a tracker, as in flint calendar.
      A range of days may follow the subject, or stand alone. Without one, and
      without --on, --since and --before, it is the latest year with anything
      recorded.

      Examples:
        flint year 2025
        flint year Read 2025
        flint year points --since 2024-01-01 -o years.html
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var subject: CalendarSubjectArgument
  @OptionGroup var range: RangeOptions
  @OptionGroup var output: PictureOptions

  func validate() throws { try range.checkDays() }

  func run() throws {
    try output.write(profile) { session, language in
      let (subject, given) = try subject.resolve(session, range, default: .moods)
      var (since, before) = try given.days(session, isWhole: true)
      if since == nil && before == nil {
        // A profile of earlier years shows the latest one.
        let last = try session.reader.lastDay ?? session.today
        let year = min(last, session.today).components.year
        since = CivilDay(year: year, month: 1, day: 1)
        before = CivilMonth(year: year, month: 12)?.end
      }
      return try ReportPage(
        yearsOf: subject, session, try session.reader.days(since: since, before: before),
        language: language)
    }
  }
}

/// The argument that names what a calendar shows.
struct CalendarSubjectArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "What to show: moods, a metric such as points, a habit or a tracker.", valueName: "subject"),
    completion: .profile(.metrics, .trackers))
  var subject: String?

  /// What precedes the name of a habit or tracker that is also that of a metric.
  private static let prefix = "tracker:"

  /// Returns what the argument names, and the range. A word that names nothing but a range is the range.
  ///
  /// - Parameter usual: The subject if none is named.
  /// - Throws: `CommandFailure` if the argument names nothing.
  func resolve(
    _ session: Session, _ range: RangeOptions, default usual: CalendarSubject = .metric(.events)
  ) throws -> (CalendarSubject, RangeOptions) {
    guard let subject else { return (usual, range) }
    let days = RangeArgument(argument: subject)
    // A range of days may be a word of a name, and is a name only where it is the whole one.
    let isName = try days == nil || isWholeName(subject, session.state())
    if isName, let named = try named(subject, session) { return (named, range) }
    if let days {
      if let option = range.given {
        throw ValidationError(
          "\(Suggestion.quoted(subject)) and \(option) cannot be combined: both are ranges of days")
      }
      var range = range
      range.on = days
      return (usual, range)
    }
    throw CommandFailure.unknown(
      "subject", subject,
      among: ["moods"] + SeriesMetric.allCases.map(\.name)
        + (try session.state().trackers.trackers.map(\.content.name)),
      listedBy: "flint calendar --help")
  }

  private func isWholeName(_ subject: String, _ state: ProfileState) -> Bool {
    state.trackers.tracker(named: subject) != nil || subject.hasPrefix(Self.prefix)
  }

  /// Returns what a text names; `nil` if it is nothing.
  private func named(_ subject: String, _ session: Session) throws -> CalendarSubject? {
    let trackers = try session.state().trackers
    let names = trackers.trackers.map(\.content.name)
    if subject.hasPrefix(Self.prefix) {
      let name = String(subject.dropFirst(Self.prefix.count))
      if let named = try tracker(name, session) { return named }
      throw CommandFailure.unknown("tracker", name, among: names, listedBy: "flint trackers")
    }
    let isMoods = subject == "moods" || subject == "mood"
    if let metric = isMoods ? .moodMean : SeriesMetric(name: subject) {
      if trackers.tracker(named: subject) != nil {
        note("\(subject) is a metric; \(Self.prefix)\(subject) is the tracker of that name")
      }
      return metric == .moodMean ? .moods : .metric(metric)
    }
    return try tracker(subject, session)
  }

  /// Returns the habit or tracker that a text names: by its name or the beginning of one, or its id.
  private func tracker(_ text: String, _ session: Session) throws -> CalendarSubject? {
    do throws(SessionError) {
      let trackers = try session.state().trackers
      let tracker = try session.reader.tracker(text, abbreviatesNames: true, among: trackers)
      return trackers.habitView(of: tracker, today: session.today).map { .habit($0) }
        ?? .tracker(tracker)
    } catch {
      if case .reference(let reference) = error, !reference.isAmbiguous { return nil }
      throw error
    }
  }
}
