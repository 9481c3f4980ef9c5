import ArgumentParser
import FlintCalendar
import Commands
import Lua
import Reports
import FlintRules
import FlintSchema
import Sessions
import Views

/// Writes a report of a profile with pictures.
struct ReportCommand: Subcommand, PagedCommand {
  static let name = "report"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Write a report with pictures: a page in one file, or in the terminal.",
    discussion: """
      The subjects are overview (the default: points, levels, calendar, records),
      sparks, habits, trackers, moods, tasks, cards, pools, missions, quests,
      journey, or all; they may be abbreviated. Without --on, --since and --before,
      the report is about the last 365 days.

      --since last makes a report that is short enough for a weekly mail, of the days
      since the last one on this device, at first of seven days.

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
        flint report --since last -o week.html
      """)

  /// The word for every subject.
  private static let all = "all"
  /// The words for subjects, which may be abbreviated.
  private static let choice = FieldType.Choice(ReportSubject.allCases.map(\.rawValue) + [all])

  @OptionGroup var profile: ProfileOptions
  // Words, checked later: the parser would report the value of an unknown option as a wrong choice.
  @Argument(
    help: ArgumentHelp("The subjects of the report.", valueName: "subject"),
    completion: .list(choice.names))
  var subjects: [String] = []
  @OptionGroup var range: ReportRangeOptions
  @Flag(help: "Include titles of sparks, names of tasks, texts of the journal, and notes.")
  var withTitles = false
  @OptionGroup var output: PictureOptions
  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    // Only now: where an option is unknown, its value was taken for a subject.
    let chosen = try chosen()
    let keeps = range.isSinceLast
    try output.write(profile, isWhole: true, alsoWriting: keeps ? LastShown.outputs : []) {
      session, language in
      let days = try keeps ? session.daysSinceLastReport : days(session)
      if keeps && subjects.isEmpty {
        return try ReportPage(
          letterOf: session, days, language: language, showsTitles: withTitles)
      }
      return try ReportPage(
        session, days, language: language,
        ReportOptions(
          chosen, showsTitles: withTitles, hasChosenDays: keeps || range.days.given != nil))
    } then: { session in
      if keeps { session.keepReport() }
    }
  }

  /// Returns the subjects that the words mean.
  private func chosen() throws -> [ReportSubject] {
    let names = try subjects.map { word in
      guard let name = Self.choice.name(abbreviated: word) else {
        throw ValidationError(
          "there is no subject \(Suggestion.quoted(word))"
            + NearestName.hint(for: word, among: Self.choice.names)
            + "; expected \(Self.choice.names.alternatives)")
      }
      return name
    }
    if names.contains(Self.all) { return ReportSubject.allCases }
    let named = ReportSubject.allCases.filter { names.contains($0.rawValue) }
    return named.isEmpty ? [.overview] : named
  }

  /// Returns the days of the report: by default the last 365, or those up to the last event if nothing
  /// was recorded since.
  private func days(_ session: Session) throws -> DayRange {
    let (since, before) = try range.days.days(session, isWhole: true)
    let whole = try session.reader.days(since: nil, before: nil)
    let last = try session.reader.lastDay
    guard since == nil && before == nil else {
      let isAfter = last.map { last in since.map { $0 > last } ?? false } ?? true
      let isBefore = before.map { $0 <= whole.since } ?? false
      if isAfter || isBefore, !output.quiet { note("nothing was recorded in this time") }
      return try session.reader.days(since: since, before: before)
    }
    let isRecent = last.map { session.today - $0 < 365 } ?? true
    let end = isRecent ? max(session.today, last ?? session.today) : last ?? session.today
    return try session.reader.days(since: max(whole.since, end + -364), before: end + 1)
  }
}
