import FlintCalendar
import Charts
package import FlintJSON
package import FlintRules
package import FlintSchema
package import Sessions

extension Tracker: SessionView {
  package static let schema = ResultSchema<SessionRow<Tracker>>(
    "Tracker", "A tracker with its totals.",
    shown: [
      "group", "name", "category", "entries", "last_12_weeks", "hours", "active_days", "streak",
      "best_streak", "total", "target", "progress",
    ],
    [
      ResultField("id", .id, "The id: 32 hexadecimal digits.") { .name($0.view.id.description) },
      ResultField("name", \.view.content.name, "The name."),
      ResultField("description", \.view.content.description, "The description."),
      ResultField("category", \.view.content.category, "The category."),
      ResultField("group", \.view.content.group, "The group in which it is listed, if any."),
      ResultField("goal", \.view.content.goal, "The goal, as text."),
      targetField,
      .rows("fields", "The custom fields.", TrackerField.schema) { $0.view.content.fields },
      ResultField("created_at", .time, "The time of creation.") { $0.time($0.view.createdAt) },
      .drawing("last_12_weeks") { $0.view.weeks(12, today: $0.session.today) },
    ] + totals)

  private static let targetField = ResultField<SessionRow<Tracker>>(
    "target", .decimal, "The total to reach.", .exact, isOptional: true,
    text: { $0.view.totalText(($0.view.content.target?.millionths).map { Int128($0) }) }
  ) { $0.view.content.target.map { .exact($0.millionths) } ?? .none }

  private static let totals: [ResultField<SessionRow<Tracker>>] = [
    ResultField("entries", \.view.entries, "The number of entries."),
    ResultField(
      "hours", .decimal, "The total of all minutes, in hours.", .positive,
      text: {
        $0.view.minutes > 0 ? Language.english.duration($0.view.minutes) : nil
      }
    ) { .exact($0.view.hours) },
    ResultField(
      "active_days", \.view.activeDays,
      "The number of days with an entry; a checklist that was not done does not count."),
    ResultField(
      "streak", .integer, "The number of consecutive active days up to today or yesterday."
    ) { .integer($0.view.currentStreak(today: $0.session.today)) },
    ResultField(
      "best_streak", \.view.bestStreak, "The greatest number of consecutive active days."),
    ResultField(
      "total", .decimal,
      "The sum of the values of the entries: minutes, numbers, checklists done or ratings; for logs "
        + "alone, their number; nil if entries have values of different kinds.", .exact,
      isOptional: true,
      text: { $0.view.totalText($0.view.total) }
    ) { $0.view.total.map { .exact($0) } ?? .none },
    ResultField(
      "progress", .decimal, "The total divided by the target; nil if either is nil.", .share,
      isOptional: true
    ) { $0.view.progress.map { .exact($0) } ?? .none },
  ]

  /// The totals of the entries of a tracker, together and by kind.
  package struct Statistics: ResultRow {
    let tracker: SessionRow<Tracker>

    package init(_ tracker: SessionRow<Tracker>) { self.tracker = tracker }

    package static let schema = ResultSchema<Statistics>(
      "TrackerStatistics", "The totals of the entries of a tracker.",
      [
        ResultField("id", .id, "The id of the tracker.") {
          .name($0.tracker.view.id.description)
        },
        ResultField("name", \.tracker.view.content.name, "The name of the tracker."),
      ] + Tracker.totals.map { $0.within(\.tracker) } + [
        Tracker.targetField.within(\.tracker),
        ResultField("first_day", \.tracker.view.days.first?.day, "The day of the first entry."),
        ResultField("last_day", \.tracker.view.days.last?.day, "The day of the last entry."),
        .row("by_kind", "The totals of each kind that has entries.", byKind) {
          $0.tracker.view.totalsByKind
        },
      ])

    private static let byKind = ResultSchema<[KindTotals]>(
      "TotalsByKind", "The totals by kind.",
      EntryKind.names.map { kind in
        .optionalRow(kind, "The totals of this kind.", values) { totals in
          totals.first { $0.kind == kind }
        }
      })

    private static let values = ResultSchema<KindTotals>(
      "ValueTotals", "The totals of the values of a kind.", KindTotals.values)
  }

  /// The totals of the values of a kind of entries of a tracker.
  package struct KindTotals: ResultRow {
    let tracker: String
    package let kind: String
    package let entries: Int64
    /// The totals of the values; `nil` for texts.
    let totals: ValueTotals?

    package static let schema = ResultSchema<KindTotals>(
      "KindTotals", "The totals of the values of a kind of entries.",
      [
        ResultField("tracker", \.tracker, "The name of the tracker."),
        ResultField("kind", \.kind, "The kind of entries."),
      ] + values)

    fileprivate static let values: [ResultField<KindTotals>] = [
      ResultField("entries", \.entries, "The number of entries."),
      value("sum") { $0.sum }, value("mean") { $0.mean.map { Int128($0) } },
      value("min") { $0.minimum.map { Int128($0) } },
      value("max") { $0.maximum.map { Int128($0) } },
    ]

    /// Returns the field of a value in millionths; tables show that of minutes in hours.
    private static func value(
      _ name: String, _ value: @escaping @Sendable (ValueTotals) -> Int128?
    ) -> ResultField<KindTotals> {
      ResultField(
        name, .decimal, "The \(name) of the values.", .exact, isOptional: true,
        text: { row in
          row.totals.flatMap(value).map { millionths in
            row.kind == EntryKind.Name.session.name
              ? Language.english.duration(millionths: millionths)
              : Language.english.text(.exact(millionths), .usual)
          }
        }
      ) { row in row.totals.flatMap(value).map { .exact($0) } ?? .none }
    }
  }

  /// Returns a total as tables and pages show it: minutes in hours where all of it is minutes.
  package func totalText(_ millionths: Int128?) -> String? {
    let isMinutes =
      sessions.count > 0 && measurements.count == 0 && ratings.count == 0 && checklists.sum == 0
    return millionths.map { total in
      isMinutes
        ? Language.english.duration(millionths: total)
        : Language.english.text(.exact(total), .usual)
    }
  }

  package var totalsByKind: [KindTotals] {
    let all: [(kind: String, entries: Int64, values: ValueTotals?)] = [
      ("session", sessions.count, sessions), ("measurement", measurements.count, measurements),
      ("log", logs, nil), ("checklist", checklists.count, checklists),
      ("rating", ratings.count, ratings),
    ]
    return all.filter { $0.entries > 0 }.map {
      KindTotals(tracker: content.name, kind: $0.kind, entries: $0.entries, totals: $0.values)
    }
  }

  /// Returns the numbers of entries of the last weeks as a sparkline.
  private func weeks(_ count: Int, today: CivilDay) -> String {
    let first = today.week.monday + -7 * (count - 1)
    var entries = [Double](repeating: 0, count: count)
    for day in days(from: first, before: today + 1) {
      entries[(day.day - first) / 7] += Double(day.entries)
    }
    return Sparkline.text(entries)
  }
}

extension TrackerField: ResultRow {
  package static let schema = ResultSchema<TrackerField>(
    "TrackerField", "A custom field of a tracker.",
    [
      ResultField("name", \.name, "The name."),
      ResultField("type", .text, "The type: text, number, boolean or day.") {
        .name($0.type.name)
      },
    ])
}

package struct EntryRow: ResultRow {
  let entry: TrackerEntry
  let tracker: String?
  let day: CivilDay

  package init(_ entry: TrackerEntry, tracker: String?, _ session: Session) {
    (self.entry, self.tracker) = (entry, tracker)
    day = entry.event.day(session.dayStart)
  }

  package static let schema = ResultSchema<EntryRow>(
    "Entry", "An entry of a tracker.",
    shown: ["id", "at", "tracker", "kind", "value", "title", "values", "tags", "notes"],
    [
      ResultField("id", .id, "The id: 32 hexadecimal digits.") {
        .name($0.entry.event.id.description)
      },
      ResultField("tracker", \.tracker, "The name of its tracker."),
      ResultField("kind", .text, "The kind: session, measurement, log, checklist or rating.") {
        .name($0.entry.content.kind.name)
      },
      ResultField("at", .time, "The time, with its offset from UTC.") {
        .time($0.entry.event.at, $0.entry.event.offset)
      },
      ResultField("day", \.day, "The civil day, YYYY-MM-DD."),
      .drawing("value") { $0.value },
      ResultField("minutes", .integer, "The time spent, in minutes.", isOptional: true) { row in
        if case .session(let minutes) = row.entry.content.kind { return .integer(minutes) }
        return FieldValue(row.entry.content.minutes)
      },
      ResultField("number", .decimal, "The number of a measurement.", isOptional: true) {
        if case .measurement(let number) = $0.entry.content.kind {
          return .exact(number.millionths)
        }
        return .none
      },
      ResultField("text", .text, "The text of a log.", isOptional: true) {
        if case .log(let text) = $0.entry.content.kind { return .text(text) }
        return .none
      },
      ResultField("done", .boolean, "Whether a checklist was done.", isOptional: true) {
        if case .checklist(let isDone) = $0.entry.content.kind { return .boolean(isDone) }
        return .none
      },
      ResultField("rating", .integer, "The rating, 1 to 5.", isOptional: true) {
        if case .rating(let rating) = $0.entry.content.kind { return .integer(rating) }
        return .none
      },
      ResultField("title", \.entry.content.title, "The title."),
      ResultField("notes", \.entry.content.notes, "Further text."),
      ResultField("tags", .list, "The tags.") { .list($0.entry.content.tags) },
      ResultField(
        "values", .structure("table"), "The values of the custom fields, by name.",
        text: { row in
          row.entry.content.values.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
        }
      ) { row in
        .json(.object(row.entry.content.values.map { ($0.name, $0.value.json) }))
      },
    ])

  /// The recorded value as a table shows it.
  private var value: String {
    switch entry.content.kind {
    case .session(let minutes): Language.english.duration(minutes)
    case .measurement(let number): grouped(decimal: number.description)
    case .log(let text): text
    case .checklist(let isDone): isDone ? "done" : "not done"
    case .rating(let rating): "\(rating) of 5"
    }
  }
}

extension DecimalNumber {
  /// The number as JSON: a whole one without decimals.
  package var json: JSONValue { .exact(Int128(millionths)) }
}

extension TrackerValue {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): number.json
    case .boolean(let flag): .boolean(flag)
    case .day(let day): .string(day.description)
    }
  }
}
