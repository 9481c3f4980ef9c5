import FlintCalendar
import FlintRules
import FlintSchema

/// A column of the table of days: what a tracker has on each day, week or month.
struct TrackerSeries {
  /// What of an entry, or of a day of a habit, counts.
  enum Source: Equatable {
    case minutes
    case number
    case rating
    case done
    case entries
    /// The value of an own field, by its lower-case name.
    case field(String)
    /// The status of a day of a habit.
    case status
    /// Whether a day of a habit that counts was done.
    case isDone
  }

  /// How the values of a period become one.
  enum Aggregate: String, CaseIterable {
    case sum, mean, min, max, last
  }

  /// The value that an entry or a day contributes: a number in millionths, or another value, of which
  /// the last one counts.
  enum Value {
    case number(Int64)
    case other(FieldValue)
  }

  let tracker: EventID
  let source: Source
  let aggregate: Aggregate
  private(set) var column: ExportColumn

  private init(
    _ tracker: Tracker, _ suffix: String, _ source: Source, _ aggregate: Aggregate,
    _ content: ColumnContent = .number
  ) {
    self.tracker = tracker.id
    self.source = source
    self.aggregate = aggregate
    column = ExportColumn(tracker.content.name + suffix, "", content)
  }

  /// The columns of a tracker by the forms of their names.
  static let documented = [
    ExportColumn(
      "TRACKER",
      "What the tracker has: the sum of minutes or of numbers, the mean of ratings, or the number of "
        + "checklist entries that are done; the number of entries if these have texts only.",
      .number),
    ExportColumn(
      "TRACKER.minutes",
      "The same for one of several kinds of values, which are not added: also .number, .rating and "
        + ".done.", .number),
    ExportColumn(
      "TRACKER.FIELD",
      "The sum of an own field of type number, or how often one of type boolean is true; by --columns "
        + "the last one of another type.", .number),
    ExportColumn("TRACKER.status", "The status of the day of a habit, in rows of days."),
    ExportColumn(
      "TRACKER.is_done",
      "The number of days on which a habit was done, empty without a day that counts; in rows of days "
        + "by --columns.", .number),
    ExportColumn("TRACKER.entries", "The number of entries.", .number, presence: .onRequest),
    ExportColumn(
      "TRACKER.mean",
      "The mean of the entries, as weights want it: also .sum, .min, .max and .last, and each of them "
        + "after a field, as TRACKER.FIELD.mean.", .number, presence: .onRequest),
  ]

  /// Returns the columns of trackers that an export needs: the usual ones, or those that options name.
  ///
  /// A name that is taken, regardless of case, is preceded by `tracker.`; a column on request then does
  /// not exist.
  static func all(
    of trackers: [Tracker], _ fixed: [String], _ options: ExportOptions
  ) -> [TrackerSeries] {
    var taken = Set(fixed.map { $0.lowercased() })
    var all: [TrackerSeries] = []
    for var series in trackers.flatMap({ usual(of: $0, options.period) }) {
      while !taken.insert(series.column.name.lowercased()).inserted {
        series.column.name = "tracker." + series.column.name
      }
      all.append(series)
    }
    for var series in trackers.flatMap({ onRequest(of: $0) })
    where options.names(series.column.name) {
      guard taken.insert(series.column.name.lowercased()).inserted else { continue }
      series.column.presence = .onRequest
      all.append(series)
    }
    return all
  }

  private static func usual(of tracker: Tracker, _ period: SeriesPeriod) -> [TrackerSeries] {
    let values = tracker.values
    var all = values.map {
      TrackerSeries(tracker, values.count == 1 ? "" : $0.suffix, $0, $0.usualAggregate)
    }
    for field in tracker.content.fields where field.type == .number || field.type == .boolean {
      all.append(
        TrackerSeries(tracker, "." + field.name, .field(field.name.lowercased()), .sum))
    }
    if tracker.habit != nil {
      all.append(
        period == .day
          ? TrackerSeries(tracker, ".status", .status, .last, .text)
          : TrackerSeries(tracker, ".is_done", .isDone, .sum))
    }
    return all
  }

  private static func onRequest(of tracker: Tracker) -> [TrackerSeries] {
    var all = [TrackerSeries(tracker, ".entries", .entries, .sum)]
    if tracker.habit != nil { all.append(TrackerSeries(tracker, ".is_done", .isDone, .sum)) }
    let values = tracker.values
    for value in values {
      all.append(TrackerSeries(tracker, value.suffix, value, value.usualAggregate))
      let suffixes = values.count == 1 ? ["", value.suffix] : [value.suffix]
      for suffix in suffixes {
        all += Aggregate.allCases.map { TrackerSeries(tracker, "\(suffix).\($0)", value, $0) }
      }
    }
    for field in tracker.content.fields {
      let source = Source.field(field.name.lowercased())
      guard field.type == .number else {
        all.append(
          TrackerSeries(tracker, "." + field.name, source, .last, ColumnContent(field.type)))
        continue
      }
      all += Aggregate.allCases.map { TrackerSeries(tracker, ".\(field.name).\($0)", source, $0) }
    }
    return all
  }
}

extension Tracker {
  /// The kinds of values that the tracker has; entries are counted if they have no other.
  fileprivate var values: [TrackerSeries.Source] {
    var values: [TrackerSeries.Source] = []
    if sessions.count > 0 || otherMinutes > 0 { values.append(.minutes) }
    if measurements.count > 0 { values.append(.number) }
    if ratings.count > 0 { values.append(.rating) }
    if checklists.count > 0 { values.append(.done) }
    return values.isEmpty && logs > 0 ? [.entries] : values
  }
}
