package import FlintCalendar
package import FlintSchema

package struct StatisticsSummary: Sendable {
  /// A summary of the sparks in the range that match the filter.
  package struct Sparks: Hashable, Sendable {
    package let count: Int64
    package let points: Int64
    /// The actual minutes of the sparks, where given.
    package let minutes: Int64
    package let days: Int64
    /// The mean intensity, 1 for the weakest one, in millionths, truncated; `nil` without sparks.
    package let meanIntensity: Int64?
    /// Shares by category, in the order of the rulebook.
    package let categories: [Share<SparkCategory>]
    /// Shares by intensity, weakest first.
    package let intensities: [Share<SparkIntensity>]
    /// The number of sparks of each local hour, 0–23.
    package let hours: [Int64]
    /// The weekday with the most sparks, the first of equals from Monday on; `nil` without sparks.
    package let weekday: Weekday?
    /// A productivity score in millionths: 0.4 · mean intensity ÷ the strongest one + 0.3 ·
    /// categories used ÷ all + 0.3 · days with a spark ÷ days, each term truncated; `nil` without sparks.
    package let productivity: Int64?
  }

  /// The other totals of the range, which no filter of sparks applies to.
  package struct Totals: Equatable, Sendable {
    /// Events that had an effect.
    package internal(set) var events: Int64 = 0
    package internal(set) var activeDays: Int64 = 0
    /// Points by source.
    package internal(set) var points = ProfileState.Ledger()
    /// Whether the points of earning rules are shown.
    package internal(set) var showsEarned = false
    /// Cards given, duplicates included.
    package internal(set) var cards: Int64 = 0
    package internal(set) var duplicates: Int64 = 0
    package internal(set) var missions: Int64 = 0
    package internal(set) var overloads: Int64 = 0
    /// The counts of tasks and the other subjects; moods are counted by the days rated.
    package internal(set) var subjects = SubjectCounts()
    /// The mean of the mood ratings, 0 to 4, in millionths, rounded; `nil` without ratings.
    package internal(set) var moodMean: Int64?
    package internal(set) var achievements: Int64 = 0
  }

  package let range: DayRange
  package let filter: StatisticsFilter
  package let sparks: Sparks
  /// The other totals; `nil` with a filter.
  package let totals: Totals?
  /// The trend of all points or, with a filter, of its sparks; it may begin before the range.
  package let trend: Trend
}

/// A request for a summary. A value of this type is valid: its filter only concerns sparks.
package struct SummaryQuery: Hashable, Sendable {
  package let range: DayRange
  package let filter: StatisticsFilter

  /// - Throws: `FieldError` with the name of a filter that does not concern sparks.
  package init(
    _ range: DayRange, where filter: StatisticsFilter = StatisticsFilter()
  ) throws(FieldError) {
    if let problem = filter.problem(with: nil) { throw problem }
    self.range = range
    self.filter = filter
  }
}

extension Rulebook {
  /// Returns the summary of a range of days.
  ///
  /// - Parameters:
  ///   - state: the state of the profile, folded under this rulebook.
  ///   - sparks: a function that calls its second argument with each spark that matches a query, in
  ///     any order.
  package func summary<Failure: Error>(
    _ query: SummaryQuery, of state: ProfileState,
    sparks: (SparkQuery, (SparkFact) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> StatisticsSummary {
    let range = query.range
    var tally = SparkTally(range, self)
    try sparks(query.filter.sparkQuery(in: tally.requiredDays, dayStart)) { spark in
      tally.add(spark, points: points(for: spark.category, spark.intensity))
    }
    let isWhole = query.filter.isEmpty
    return StatisticsSummary(
      range: range, filter: query.filter, sparks: tally.sparks,
      totals: isWhole ? state.totals(in: range, self) : nil,
      trend: isWhole ? state.trend(before: range.before) : tally.trend)
  }
}

extension ProfileState {
  fileprivate func trend(before end: CivilDay) -> Trend {
    let middle = end + -Trend.days
    return Trend(
      recent: history.points(from: middle, before: end),
      before: history.points(from: middle + -Trend.days, before: middle))
  }

  fileprivate func totals(
    in range: DayRange, _ rulebook: Rulebook
  ) -> StatisticsSummary.Totals {
    var totals = StatisticsSummary.Totals()
    for day in history.totals(from: range.since, before: range.before) {
      totals.events &+= day.events
      if day.events > 0 { totals.activeDays &+= 1 }
      totals.points.add(day.ledger)
      totals.cards &+= day.cards
      totals.duplicates &+= day.duplicates
      totals.missions &+= day.missions
      totals.overloads &+= day.overloads
      totals.subjects.tasks &+= day.subjects.tasks
      totals.subjects.taskScore &+= day.subjects.taskScore
      totals.subjects.questSteps &+= day.subjects.questSteps
      totals.subjects.activities &+= day.subjects.activities
      totals.subjects.entries &+= day.subjects.entries
    }
    totals.showsEarned = totals.points.showsEarned(under: rulebook)
    let ratings = moods.ratings.elements(from: range.since, before: range.before)
    totals.subjects.moods = Int64(ratings.count)
    totals.moodMean = mean(
      of: ratings.reduce(0) { $0 &+ Int64($1.mood.rawValue) }, Int64(ratings.count))
    totals.achievements = Int64(journey.unlocks.count { range.contains($0.day) })
    return totals
  }
}
