package import FlintCalendar
package import FlintRules
package import FlintSchema
package import Sessions

/// The mood of a day, together with the fields that only the event of its rating contains.
package struct MoodEntry: ResultRow, Sendable {
  package var view: MoodDayView
  package var note: String?
  /// The time of the rating, with its offset.
  package var recordedAt: FieldValue

  /// The fields of a day. A day that is neither rated nor missing has no mood, value or entry type.
  package static let schema = ResultSchema<MoodEntry>(
    "Mood", "The mood of a day.",
    shown: ["id", "day", "weekday", "mood", "entry_type", "recorded_at", "note"],
    [
      ResultField("day", \.view.day, "The civil day."),
      ResultField("mood", .text, "The name of the rating, or missing.", isOptional: true) {
        FieldValue(name: $0.view.mood?.name)
      },
      ResultField(
        "value", .integer, "The rating as a number, 0 to 4; 5 if it is missing.", isOptional: true
      ) { FieldValue($0.view.mood?.rawValue) },
      ResultField(
        "entry_type", .text, "The type of entry: \(MoodEntryType.names.alternatives).",
        isOptional: true,
        text: { $0.view.isRated ? $0.view.entryType?.name.replacing("_", with: " ") : nil }
      ) { FieldValue(name: $0.view.entryType?.name) },
      ResultField("recorded_at", .time, "The time of the rating.", isOptional: true) {
        $0.recordedAt
      },
      ResultField("weekday", .text, "The English name of the weekday.") {
        .name($0.view.day.weekdayName)
      },
      ResultField(
        "can_edit", \.view.canEdit,
        "Whether the rating can be changed: true for a rating, false for a day shown as missing."),
      ResultField(
        "can_delete", \.view.canDelete,
        "Whether the rating can be removed; the same as can_edit."),
      ResultField("note", \.note, "The note."),
      ResultField("id", .id, "The id of the rating that counts.", isOptional: true) {
        FieldValue(name: $0.view.id?.description)
      },
      ResultField("ratings", .integer, "The number of ratings of the day.") {
        FieldValue($0.view.ratings)
      },
      ResultField("superseded", .list, "The ids of the superseded ratings.") {
        .list($0.view.superseded.map(\.description))
      },
    ])
}

/// The grid of a month: weeks of seven days.
package struct MoodGrid: ResultRow, Sendable {
  let month: CivilMonth
  let weeks: [[Cell]]

  /// The fields.
  package static let schema = ResultSchema<MoodGrid>(
    "MoodGrid", "A month as the grid of a calendar.",
    [
      ResultField("month", .text, "The month, YYYY-MM.") { .name($0.month.description) },
      .grid(
        "weeks",
        "The days of each week. Days that are neither rated nor missing have no mood. Days outside "
          + "the month or the given weekdays are placeholders, which only have mood and value.",
        Cell.schema
      ) { $0.weeks },
    ])

  /// A day of the grid; a placeholder without one.
  struct Cell: ResultRow, Sendable {
    let entry: MoodEntry?

    static let schema = ResultSchema<Cell>(
      "MoodCell", "A day in the grid of a month.",
      MoodEntry.schema.fields.map { field in
        switch field.name {
        case "mood":
          ResultField(
            "mood", .text, "The name of the rating, missing or placeholder.", isOptional: true
          ) { FieldValue(name: ($0.entry.map(\.view.mood) ?? .placeholder)?.name) }
        case "value":
          ResultField(
            "value", .integer,
            "The rating as a number, 0 to 4; 5 if it is missing, 6 for a placeholder.",
            isOptional: true
          ) { FieldValue(($0.entry.map(\.view.mood) ?? .placeholder)?.rawValue) }
        default: field.within { $0.entry }
        }
      })
  }
}

extension Session {
  /// Returns the mood of a day, with the fields of its rating event: the state contains no notes.
  package func moodEntry(_ view: MoodDayView) throws(SessionError) -> MoodEntry {
    var entry = MoodEntry(view: view, recordedAt: view.at.map { zone.time($0) } ?? .none)
    if let id = view.id, let event = try reader.event(id: id)?.event,
      case .mood(.record(let rating)) = event.action
    {
      entry.note = rating.note
      entry.recordedAt = .time(event.at, event.offset)
    }
    return entry
  }

  /// Returns the grid of a month, whose weeks begin on Monday.
  package func grid(_ month: MoodMonth) throws(SessionError) -> MoodGrid {
    var weeks: [[MoodGrid.Cell]] = []
    for week in month.weeks {
      var cells: [MoodGrid.Cell] = []
      for view in week {
        cells.append(
          MoodGrid.Cell(entry: try view.map { view throws(SessionError) in try moodEntry(view) }))
      }
      weeks.append(cells)
    }
    return MoodGrid(month: month.month, weeks: weeks)
  }

  /// Returns the range of days that can have moods: from `since`, or the first rated day, up to
  /// `before`, or through today and the last rated day.
  ///
  /// - Throws: `SessionError.field` about `before` if that is a day before `since`.
  package func moodRange(
    since: CivilDay?, before: CivilDay?, _ moods: MoodsState
  ) throws(SessionError) -> (since: CivilDay, before: CivilDay) {
    let last = before ?? moods.lastDay.map { max($0, today) + 1 } ?? today + 1
    let first = since ?? min(moods.firstDay ?? today, last)
    guard first <= last else {
      if before == nil { return (first, first) }
      throw .field(
        FieldError(
          field: "before", expected: "a day that is not before \(first)", found: "\(last)"))
    }
    return (first, last)
  }
}

extension MoodSummary: ResultRow {
  package static let schema = ResultSchema<MoodSummary>(
    "MoodSummary",
    "A summary of moods. Means and median are ratings from 0 to 4; missing days do not count.",
    [
      ResultField("since", \.from, "The first day."),
      ResultField("before", \.before, "The first day after the range."),
      ResultField("weekdays", .list, "The weekdays included.") {
        .list($0.weekdays.weekdays.map(\.name))
      },
      ResultField("rated", \.rated, "The number of rated days."),
      ResultField("missing", \.missing, "The number of days shown as missing."),
      .row("counts", "The number of days by mood.", counts) { $0 },
      ResultField("mean", .decimal, "The mean rating.", isOptional: true) {
        FieldValue(millionths: $0.mean)
      },
      ResultField("median", .decimal, "The median rating.", isOptional: true) {
        FieldValue(millionths: $0.median)
      },
      ResultField(
        "best_weekday", .text, "The weekday with the highest mean; of equal ones, the first.",
        isOptional: true
      ) { FieldValue(name: $0.bestWeekday?.name) },
      ResultField(
        "worst_weekday", .text, "The weekday with the lowest mean; of equal ones, the first.",
        isOptional: true
      ) { FieldValue(name: $0.worstWeekday?.name) },
      ResultField(
        "best_month", .text, "The month with the highest mean, YYYY-MM; of equal ones, the first.",
        isOptional: true
      ) { FieldValue(name: $0.bestMonth?.description) },
      ResultField(
        "worst_month", .text, "The month with the lowest mean, YYYY-MM; of equal ones, the first.",
        isOptional: true
      ) { FieldValue(name: $0.worstMonth?.description) },
      ResultField("longest_run", \.longestRun, "The greatest number of consecutive rated days."),
      ResultField(
        "trend", .text,
        "rising, falling or steady: compares the second half of the rated days with the first, and "
          + "ignores changes of up to 5 %; nil with fewer than two rated days.", isOptional: true
      ) { FieldValue(name: $0.trend?.direction.rawValue) },
      ResultField(
        "trend_change", .decimal, "The mean of the second half minus that of the first.",
        isOptional: true
      ) { FieldValue(millionths: $0.trend?.change) },
      .rows("by_weekday", "The ratings by weekday.", WeekdayAverage.schema) { summary in
        summary.weekdays.weekdays.map { weekday in
          WeekdayAverage(
            weekday: weekday, average: summary.byWeekday[Int(weekday.rawValue)])
        }
      },
      .rows("by_month", "The ratings by month; only months with rated days.", MonthAverage.schema) {
        $0.byMonth.map { MonthAverage(month: $0.month, average: $0.average) }
      },
    ])

  private static let counts = ResultSchema<MoodSummary>(
    "MoodCounts", "The number of days by mood.",
    (Mood.ratings + [.missing]).map { mood in
      ResultField(mood.name, .integer, "The number of days.") { FieldValue($0.count(of: mood)) }
    })

  struct WeekdayAverage: ResultRow {
    let weekday: Weekday
    let average: MoodAverage

    static let schema = ResultSchema<WeekdayAverage>(
      "WeekdayMood", "The ratings of a weekday.",
      [
        ResultField("weekday", .text, "The English name of the weekday.") {
          .name($0.weekday.name)
        }
      ] + MoodAverage.fields.map { $0.within(\.average) })
  }

  struct MonthAverage: ResultRow {
    let month: CivilMonth
    let average: MoodAverage

    static let schema = ResultSchema<MonthAverage>(
      "MonthMood", "The ratings of a month.",
      [
        ResultField("month", .text, "The month, YYYY-MM.") { .name($0.month.description) }
      ] + MoodAverage.fields.map { $0.within(\.average) })
  }
}

extension MoodAverage {
  fileprivate static let fields: [ResultField<MoodAverage>] = [
    ResultField("rated", \.rated, "The number of rated days."),
    ResultField(
      "mean", .decimal, "The mean rating, 0 to 4; nil without rated days.", isOptional: true
    ) { FieldValue(millionths: $0.mean) },
  ]
}
