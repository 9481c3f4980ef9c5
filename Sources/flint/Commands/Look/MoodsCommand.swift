import ArgumentParser
import Calendar
import JSON
import Rules
import Schema
import Scripting
import Sessions
import Views

/// Lists moods.
struct MoodsCommand: ParsableCommand {
  static let configuration = CommandConfiguration.command(
    "moods", abstract: "List moods by day, show a month as a calendar, or summarise a year.",
    discussion: """
      Lists rated days, earliest first. After mood.fill(true) in a script, also lists
      the days without a rating. CSV output is always a list of days,
      even with --month or --year.

      Examples:
        flint moods --since 2026-03-01 --weekdays sat,sun
        flint moods --month 2026-03
        flint moods --year 2026 --format json
        flint moods --format csv > moods.csv
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Option(help: "List only days from this day on.") var since: CivilDay?
  @Option(help: "List only days before this day.") var before: CivilDay?
  @Option(
    name: .customLong("weekdays"),
    help: ArgumentHelp("List only these weekdays, such as mon,tue.", valueName: "names"))
  var wantedWeekdays: Weekdays?
  @Option(help: "Show this month as a calendar.") var month: CivilMonth?
  @Option(
    help: ArgumentHelp("Show a summary of this year.", valueName: "YYYY"),
    transform: { try MoodsCommand.year($0) })
  var year: Int?

  private var weekdays: Weekdays { wantedWeekdays ?? .all }

  private static func year(_ text: String) throws -> Int {
    guard text.utf8.count == 4, let year = Int(text), year > 0 else {
      throw ValidationError("expected a year of four digits such as 2026")
    }
    return year
  }

  func validate() throws {
    if year != nil { try refuse(["--month": month != nil], with: "--year") }
    if (month != nil || year != nil) && (since != nil || before != nil) {
      throw ValidationError(
        "--since and --before cannot be combined with \(month == nil ? "--year" : "--month")")
    }
    if let since, let before, before < since {
      throw ValidationError("--before: expected a day that is not before --since, got \(before)")
    }
  }

  func run() throws {
    try profile.reading { session in
      let moods = try session.state().moods
      if let month {
        let grid = moods.month(month, weekdays: weekdays, today: session.today)
        switch list.format {
        case .csv: return try writeDays(from: month.firstDay, before: month.end, moods, session)
        case .json:
          return StandardOutput.shared.write(json: try session.json(grid))
        case .table:
          return StandardOutput.shared.write(
            grid.page(
              moods.summary(
                from: month.firstDay, before: month.end, weekdays: weekdays, today: session.today)))
        }
      }
      if let year,
        let summary = moods.summary(ofYear: year, weekdays: weekdays, today: session.today)
      {
        switch list.format {
        case .csv: return try writeDays(from: summary.from, before: summary.before, moods, session)
        case .json: return StandardOutput.shared.write(json: summary.json)
        case .table: return StandardOutput.shared.write(summary.page(title: "\(year)"))
        }
      }
      let range = try session.moodRange(since: since, before: before, moods)
      try writeDays(from: range.since, before: range.before, moods, session)
    }
  }

  private func writeDays(
    from since: CivilDay, before: CivilDay, _ moods: MoodsState, _ session: Session
  ) throws {
    let views = moods.days(from: since, before: before, weekdays: weekdays, today: session.today)
    let table: [Column<MoodEntry>] = [
      Column("date", in: .table, \.view.day), Column("weekday", in: .table, \.view.day.weekdayName),
      Column("mood", in: .table, \.view.mood?.name),
      Column("entry_type", in: .table) {
        $0.view.isRated ? $0.view.entryType?.name.replacing("_", with: " ") : nil
      },
      Column("recorded_at", in: .table) {
        $0.recordedAt.map { String($0.prefix(16)).replacing("T", with: " ") }
      },
      Column("note", in: .table, \.note),
    ]
    let fields = MoodEntry.listed.map { field in
      Column(field.name, in: .records) { Cell(field.value(of: $0)) }
    }
    var listing = Listing(list.format, table + fields, json: \.json)
    for view in views {
      if StandardOutput.shared.isClosed { return }
      listing.append(try session.moodEntry(view))
    }
    listing.end(empty: "no moods")
  }
}
