package import Calendar
package import JSON
package import Rules
package import Schema
package import Sessions

/// The mood of a day, together with the fields that only the event of its rating contains.
package struct MoodEntry: SchemaRow, Sendable {
  /// The day.
  package var view: MoodDayView
  /// The note on the rating.
  package var note: String?
  /// The time of the rating, with its offset.
  package var recordedAt: String?

  /// The fields of a day, as scripts receive it. A day that is neither rated nor missing has no
  /// mood, value or entry type.
  package static let schema = RecordSchema<MoodEntry>([
    Field("date", .day, "The civil day.") { .day($0.view.day) },
    Field("mood", .text, "The name of the rating, or missing.", isOptional: true) {
      FieldValue(name: $0.view.mood?.name)
    },
    Field(
      "value", .integer, "The rating as a number, 0 to 4; 5 if it is missing.", isOptional: true
    ) { FieldValue($0.view.mood?.rawValue) },
    Field(
      "entry_type", .text, "The type of entry: \(MoodEntryType.names.alternatives).",
      isOptional: true
    ) { FieldValue(name: $0.view.entryType?.name) },
    Field("recorded_at", .time, "The time of the rating.", isOptional: true) {
      FieldValue(name: $0.recordedAt)
    },
    Field("weekday", .integer, "The weekday: 1 (Sunday) to 7 (Saturday).") {
      FieldValue($0.view.weekdayNumber)
    },
    Field(
      "can_edit", .boolean,
      "Whether the rating can be changed: true for a rating, false for a day shown as missing."
    ) { .boolean($0.view.canEdit) },
    Field(
      "can_delete", .boolean, "Whether the rating can be removed; the same as can_edit."
    ) { .boolean($0.view.canDelete) },
    Field("note", .text, "The note.", isOptional: true) { FieldValue(text: $0.note) },
    Field("id", .id, "The id of the rating that counts.", isOptional: true) {
      FieldValue(name: $0.view.id?.description)
    },
    Field("ratings", .integer, "The number of ratings of the day.") {
      FieldValue($0.view.ratings)
    },
    Field("superseded", .list, "The ids of the superseded ratings.") {
      .list($0.view.superseded.map(\.description))
    },
  ])
  /// The fields of lists: those of exported tables.
  package static let listed = [
    "date", "mood", "value", "entry_type", "recorded_at", "weekday", "can_edit", "can_delete",
    "note",
  ].compactMap { schema[$0] }

  /// The cell of a month's grid without a day, or with a day outside the range.
  static let placeholder = JSONValue.object([
    ("mood", .string(Mood.placeholder.name)), ("value", .integer(Int64(Mood.placeholder.rawValue))),
  ])
}

extension Session {
  /// Returns the mood of a day, with the fields of its rating event: the state contains no notes.
  package func moodEntry(_ view: MoodDayView) throws(SessionError) -> MoodEntry {
    var entry = MoodEntry(view: view, recordedAt: view.at.map { zone.text($0) })
    if let id = view.id, let event = try reader.event(id: id)?.event,
      case .mood(.record(let rating)) = event.action
    {
      entry.note = rating.note
      entry.recordedAt = event.at.text(offset: event.offset)
    }
    return entry
  }

  /// Returns the days of a month's grid as JSON: the month, and weeks of seven days from Monday to
  /// Sunday, with the mood `placeholder` for days outside.
  package func json(_ month: MoodMonth) throws(SessionError) -> JSONValue {
    var weeks: [JSONValue] = []
    for week in month.weeks {
      var days: [JSONValue] = []
      for view in week {
        days.append(
          try view.map { view throws(SessionError) in try moodEntry(view).json }
            ?? MoodEntry.placeholder)
      }
      weeks.append(.array(days))
    }
    return .object([
      ("month", .string(month.month.description)), ("weeks", .array(weeks)),
    ])
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

extension MoodAverage {
  fileprivate var members: [(name: String, value: JSONValue)] {
    [("rated", .integer(rated)), ("mean", mean.map { .millionths($0) } ?? .null)]
  }
}

extension MoodSummary {
  /// The summary as JSON; means and median are ratings from 0 to 4.
  package var json: JSONValue {
    let moods = Mood.ratings + [.missing]
    let byWeekday = weekdays.weekdays.map { weekday in
      let average = self.byWeekday[Int(weekday.rawValue)]
      return JSONValue.object([("weekday", .string(weekday.name))] + average.members)
    }
    let byMonth = byMonth.map {
      JSONValue.object([("month", .string($0.month.description))] + $0.average.members)
    }
    return .object([
      ("since", .string(from.description)), ("before", .string(before.description)),
      ("weekdays", .array(weekdays.weekdays.map { .string($0.name) })),
      ("rated", .integer(rated)), ("missing", .integer(missing)),
      ("counts", .object(moods.map { ($0.name, .integer(count(of: $0))) })),
      ("mean", mean.map { .millionths($0) } ?? .null),
      ("median", median.map { .millionths($0) } ?? .null),
      ("best_weekday", bestWeekday.map { .string($0.name) } ?? .null),
      ("worst_weekday", worstWeekday.map { .string($0.name) } ?? .null),
      ("best_month", bestMonth.map { .string($0.description) } ?? .null),
      ("worst_month", worstMonth.map { .string($0.description) } ?? .null),
      ("longest_run", .integer(longestRun)),
      ("trend", trend.map { .string($0.direction.rawValue) } ?? .null),
      ("trend_change", trend.map { .millionths($0.change) } ?? .null),
      ("by_weekday", .array(byWeekday)), ("by_month", .array(byMonth)),
    ])
  }
}
