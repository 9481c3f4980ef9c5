import FlintCalendar
import FlintRules
import FlintSchema
import Sessions

/// A row for each day, week or month from the first to the last with anything, with a column for each
/// tracker and each of its own fields, so that what was tracked and the moods need not be joined.
struct PeriodExport: ExportTable {
  static let columns =
    [
      ExportColumn("day", "The day, or the first one of the week (Monday) or month.", .day),
      ExportColumn("weekday", "The name of the weekday, in rows of days.", presence: .whenNeeded),
      ExportColumn(
        "mood", "The rating of the day by its name, in rows of days.", presence: .whenNeeded),
      ExportColumn("mood_value", "The rating, 0 to 4; the mean of those of a period.", .number),
    ]
    + [
      ("sparks", "The sparks."), ("points", "The points from all sources."),
      ("tasks", "The tasks completed and not reopened."), ("activities", "The activities."),
    ].map { ExportColumn($0.0, $0.1, .number, presence: .whenNeeded) }
  static let namedColumns = TrackerSeries.documented

  /// A column may have the name of any tracker.
  static func mayName(_ name: String) -> Bool { true }

  let columns: [ExportColumn]
  private(set) var needed: Set<String> = []
  private let options: ExportOptions
  private let trackers: [Tracker]
  private let series: [TrackerSeries]

  init(_ session: Session, _ options: ExportOptions) throws {
    self.options = options
    let state = try session.state()
    var trackers = state.trackers.trackers
    if let names = options.trackers {
      trackers = try names.map { name in
        if let tracker = state.trackers.tracker(named: name) { return tracker }
        let known = trackers.map(\.content.name)
        throw ExportProblem(
          option: "trackers",
          message: "there is no tracker \"\(name)\"\(NearestName.hint(for: name, among: known))")
      }
    }
    self.trackers = trackers
    series = TrackerSeries.all(of: trackers, Self.columns.map(\.name), options)
    columns = Self.columns + series.map(\.column)
    if options.period == .day { needed.formUnion(["weekday", "mood"]) }
    let days = state.history.days
    if days.contains(where: { $0.sparks > 0 }) { needed.insert("sparks") }
    if days.contains(where: { $0.points != 0 }) { needed.insert("points") }
    if days.contains(where: { $0.subjects.tasks > 0 }) { needed.insert("tasks") }
    if days.contains(where: { $0.subjects.activities > 0 }) { needed.insert("activities") }
  }

  func hasFractions(_ session: Session) throws -> Bool { false }

  func forEachRow(_ session: Session, _ body: ([FieldValue]) throws -> Bool) throws {
    let state = try session.state()
    let period = options.period
    let (first, last) = options.range.days(in: session.zone)
    func isIncluded(_ day: CivilDay) -> Bool {
      (first.map { $0 <= day } ?? true) && (last.map { day <= $0 } ?? true)
    }
    var moods: [CivilDay: (sum: Int64, count: Int64, name: String)] = [:]
    for rating in state.moods.ratings where isIncluded(rating.day) {
      let start = period.start(containing: rating.day)
      let known = moods[start] ?? (0, 0, "")
      moods[start] = (known.sum + Int64(rating.mood.rawValue), known.count + 1, rating.mood.name)
    }
    var counts: [CivilDay: [Int64]] = [:]
    for day in state.history.days where isIncluded(day.day) {
      let values = [day.sparks, day.points, day.subjects.tasks, day.subjects.activities]
      if values.allSatisfy({ $0 == 0 }) { continue }
      let start = period.start(containing: day.day)
      counts[start] = zip(counts[start] ?? [0, 0, 0, 0], values).map(+)
    }
    let totals = try totals(session, state, isIncluded)
    // The days of a habit on which nothing was recorded do not make the table longer.
    let recorded = trackers.flatMap(\.days).map(\.day).filter(isIncluded)
    let starts = recorded.map { period.start(containing: $0) } + moods.keys + counts.keys
    guard var day = starts.min(), let end = starts.max() else { return }
    while day <= end {
      let mood = moods[day]
      let row: [FieldValue] =
        [
          .day(day), .name(day.weekdayName),
          period == .day ? FieldValue(name: mood?.name) : .none,
          mood.map { .mean(of: Int128($0.sum) * 1_000_000, $0.count) } ?? .none,
        ] + (counts[day] ?? [0, 0, 0, 0]).map { .integer($0) }
        + zip(series, totals).map { series, totals in
          totals[day].map { series.aggregate.value(of: $0) } ?? .none
        }
      if try !body(row) { return }
      day = period.end(containing: day)
    }
  }

  /// Returns the totals of each column of trackers, by the first day of the period.
  private func totals(
    _ session: Session, _ state: ProfileState, _ isIncluded: (CivilDay) -> Bool
  ) throws -> [[CivilDay: TrackerSeries.Totals]] {
    let period = options.period
    var totals = [[CivilDay: TrackerSeries.Totals]](repeating: [:], count: series.count)
    if series.isEmpty { return totals }
    let columns = Dictionary(grouping: series.indices) { series[$0].tracker }
    let voids = Set(state.events.voids.map(\.event))
    try session.eachEvent(of: [.trackerEntry], options.range) { stored in
      guard case .tracker(.entry(let entry)) = stored.event.action,
        !voids.contains(stored.event.id),
        let tracker = state.trackers.tracker(entry.tracker), let columns = columns[tracker.id]
      else { return true }
      let start = period.start(containing: stored.event.day(session.dayStart))
      for index in columns {
        guard let value = series[index].source.value(of: entry) else { continue }
        totals[index][start, default: TrackerSeries.Totals()].add(value)
      }
      return true
    }
    for (id, columns) in columns {
      let ofHabit = columns.filter { series[$0].source.isOfHabit }
      guard !ofHabit.isEmpty, let tracker = state.trackers.tracker(id),
        let record = state.trackers.habitRecord(of: tracker, today: session.today)
      else { continue }
      for day in record.days where isIncluded(day.day) {
        let start = period.start(containing: day.day)
        for index in ofHabit {
          guard let value = series[index].source.value(of: day.status) else { continue }
          totals[index][start, default: TrackerSeries.Totals()].add(value)
        }
      }
    }
    return totals
  }
}
