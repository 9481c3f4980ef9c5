package import FlintCalendar

/// The fields of a spark that statistics use.
package struct SparkFact: Hashable, Sendable {
  package var at: Instant
  /// The local UTC offset at that instant.
  package var offset: UTCOffset
  package var category: SparkCategory
  package var intensity: SparkIntensity
  /// The actual duration in minutes, if given.
  package var minutes: Int32?

  @inlinable
  package init(
    at: Instant, offset: UTCOffset, category: SparkCategory, intensity: SparkIntensity,
    minutes: Int32?
  ) {
    self.at = at
    self.offset = offset
    self.category = category
    self.intensity = intensity
    self.minutes = minutes
  }
}

struct SparkTally {
  private let range: DayRange
  private let dayStart: DayStart
  private var points: Int64 = 0
  private var minutes: Int64 = 0
  private let rulebook: Rulebook
  private var categories: [Int64]
  private var intensities: [Int64]
  private var hours = [Int64](repeating: 0, count: 24)
  private var weekdays = [Int64](repeating: 0, count: 7)
  private var days: Set<CivilDay> = []
  /// The latest day added, which avoids most lookups in the set.
  private var latest: CivilDay?
  private var recent: Int64 = 0
  private var before: Int64 = 0

  init(_ range: DayRange, _ rulebook: Rulebook) {
    self.range = range
    self.rulebook = rulebook
    dayStart = rulebook.dayStart
    categories = [Int64](repeating: 0, count: rulebook.definition.categories.count)
    intensities = [Int64](repeating: 0, count: rulebook.definition.intensities.count)
  }

  /// The days whose sparks are required: those of the range and those of the trend.
  var requiredDays: DayRange {
    let first = max(DayRange.earliest, range.before + -2 * Trend.days)
    return (try? DayRange(since: min(range.since, first), before: range.before)) ?? range
  }

  /// Adds a spark of any day, unless it is void, since the rulebook does not list its category or its
  /// intensity.
  mutating func add(_ spark: SparkFact, points: Int64) {
    let category = rulebook.categories[spark.category]
    let intensity = rulebook.intensities[spark.intensity]
    guard category >= 0 && intensity >= 0 else { return }
    let time = CivilTime(spark.at, offset: spark.offset)
    let day = dayStart.day(of: time)
    let age = range.before - day
    if (1...Trend.days).contains(age) { recent &+= points }
    if (Trend.days + 1...2 * Trend.days).contains(age) { before &+= points }
    guard range.contains(day) else { return }
    self.points &+= points
    minutes &+= Int64(spark.minutes ?? 0)
    categories[category] &+= 1
    intensities[intensity] &+= 1
    hours[time.hour] &+= 1
    weekdays[day.weekday] &+= 1
    if latest != day {
      latest = day
      days.insert(day)
    }
  }

  var trend: Trend { Trend(recent: recent, before: before) }

  var sparks: StatisticsSummary.Sparks {
    let count = categories.reduce(0, +)
    let intensity = intensities.enumerated().reduce(0) {
      $0 + $1.element * Int64($1.offset + 1)
    }
    let used = Int64(categories.count { $0 > 0 })
    let steadiness = 300_000 * Int64(days.count) / Int64(range.count)
    return StatisticsSummary.Sparks(
      count: count, points: points, minutes: minutes, days: Int64(days.count),
      meanIntensity: mean(of: intensity, count),
      categories: Share.shares(of: rulebook.definition.categories, categories),
      intensities: Share.shares(of: rulebook.definition.intensities, intensities),
      hours: hours,
      weekday: weekdays.peak.map { Weekday.allCases[$0] },
      productivity: count == 0
        ? nil
        : 400_000 * intensity / (Int64(intensities.count) * count)
          + 300_000 * used / Int64(categories.count) + steadiness)
  }
}

extension StatisticsSummary.Sparks {
  /// The local hour, 0–23, with the most sparks, the earliest of equals; `nil` without sparks.
  package var hour: Int? { hours.peak }
}

extension [Int64] {
  /// The index of the greatest count, the first of equals; `nil` when all are 0.
  fileprivate var peak: Int? {
    guard let most = self.max(), most > 0 else { return nil }
    return firstIndex(of: most)
  }
}
