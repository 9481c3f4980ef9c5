import ArgumentParser
import Calendar
import Reports
import Rules
import Sessions
import Views

/// Writes a report of a profile with pictures.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration.command(
    "report", abstract: "Write a report with pictures: a page in one file, or in the terminal.",
    discussion: """
      The subjects are overview (the default: points, levels, calendar, records),
      sparks, habits, trackers, moods, tasks, cards, missions, quests, journey, or
      all. Without --on, --since and --before, the report is about the last 365 days.

      A page (.html) is one file without scripts that loads nothing; .svg has the
      pictures alone; .md is for note-taking programs. Without --output the report
      is shown in the terminal.

      Titles of sparks, names of tasks, texts of the journal, and notes are left
      out unless --with-titles is given; the page says which.

      Examples:
        flint report -o review.html --open
        flint report all --on 2026 -o 2026.html
        flint report habits moods --since -90d
        flint report moods --on 2026 --language it -o umore.html
      """)

  /// A subject, or all of them.
  enum Choice: Equatable, ExpressibleByArgument, CaseIterable {
    case all
    case subject(ReportSubject)

    static var allCases: [Choice] { ReportSubject.allCases.map { .subject($0) } + [.all] }
    static var allValueStrings: [String] { allCases.map(\.name) }

    var name: String {
      switch self {
      case .all: "all"
      case .subject(let subject): subject.rawValue
      }
    }

    init?(argument: String) {
      guard let choice = Self.allCases.first(where: { $0.name == argument }) else { return nil }
      self = choice
    }
  }

  @OptionGroup var profile: ProfileOptions
  @Argument(help: ArgumentHelp("The subjects of the report.", valueName: "subject"))
  var subjects: [Choice] = []
  @OptionGroup var range: RangeOptions
  @Flag(help: "Include titles of sparks, names of tasks, texts of the journal, and notes.")
  var withTitles = false
  @OptionGroup var output: PictureOptions

  func validate() throws { try range.checkDays() }

  func run() throws {
    try output.write(profile, isWhole: true) { session, language in
      try ReportPage(
        session, try days(session), language: language,
        ReportOptions(
          chosen, showsTitles: withTitles,
          hasChosenDays: range.given != nil))
    }
  }

  private var chosen: [ReportSubject] {
    if subjects.contains(.all) { return ReportSubject.allCases }
    let named = ReportSubject.allCases.filter { subjects.contains(.subject($0)) }
    return named.isEmpty ? [.overview] : named
  }

  /// Returns the days of the report: by default the last 365, or those up to the last event if nothing
  /// was recorded since.
  private func days(_ session: Session) throws -> DayRange {
    let (since, before) = try range.days(session)
    guard since == nil && before == nil else {
      return try session.reader.days(since: since, before: before)
    }
    let whole = try session.reader.days(since: nil, before: nil)
    let last = try session.reader.lastDay
    let isRecent = last.map { session.today - $0 < 365 } ?? true
    let end = isRecent ? max(session.today, last ?? session.today) : last ?? session.today
    return try session.reader.days(since: max(whole.since, end + -364), before: end + 1)
  }
}
