/// What a range of days came to.
public struct StatisticsSummary: Sendable {
  /// What the sparks of the range that pass the filter came to.
  public struct Sparks: Hashable, Sendable {
    /// How many.
    public let count: Int64
    /// The points for them.
    public let points: Int64
    /// The minutes they took, where that was said.
    public let minutes: Int64
    /// Days with one of them.
    public let days: Int64
    /// The mean intensity in millionths, 1 to 4, truncated; `nil` without sparks.
    public let meanIntensity: Int64?
    /// Shares by category, in the order of `Category.allCases`.
    public let categories: [Share<Category>]
    /// Shares by intensity, weakest first.
    public let intensities: [Share<Intensity>]
    /// The hour of the day, 0–23 by the local clock, with the most of them, of equals the
    /// earliest; `nil` without sparks.
    public let hour: Int?
    /// The weekday with the most of them, of equals the earliest from Monday on; `nil` without
    /// sparks.
    public let weekday: Weekday?
    /// How much came of the days, in millionths: 0.4 · mean intensity ÷ 4 + 0.3 · categories used ÷
    /// 5 + 0.3 · days with a spark ÷ days, each term truncated; `nil` without sparks.
    public let productivity: Int64?
  }

  /// What else the range came to; no filter of sparks can narrow it.
  public struct Totals: Equatable, Sendable {
    /// Events that had an effect.
    public internal(set) var events: Int64 = 0
    /// Days with any event.
    public internal(set) var activeDays: Int64 = 0
    /// Points by source.
    public internal(set) var points = ProfileState.Ledger()
    /// Cards given, duplicates included.
    public internal(set) var cards: Int64 = 0
    /// Cards given that were duplicates.
    public internal(set) var duplicates: Int64 = 0
    /// Missions completed.
    public internal(set) var missions: Int64 = 0
    /// Overloads.
    public internal(set) var overloads: Int64 = 0
    /// Tasks completed and not opened again.
    public internal(set) var tasks: Int64 = 0
    /// What they scored.
    public internal(set) var taskScore: Int64 = 0
    /// Quest nodes completed and not taken back.
    public internal(set) var questSteps: Int64 = 0
    /// Days rated with a mood.
    public internal(set) var moods: Int64 = 0
    /// The mean of the ratings in millionths, 0 to 4, rounded; `nil` without any.
    public internal(set) var moodMean: Int64?
    /// Activities.
    public internal(set) var activities: Int64 = 0
    /// Tracker entries.
    public internal(set) var entries: Int64 = 0
    /// Achievements unlocked.
    public internal(set) var achievements: Int64 = 0
  }

  /// The days.
  public let range: DayRange
  /// Which sparks.
  public let filter: StatisticsFilter
  /// What the sparks came to.
  public let sparks: Sparks
  /// What else there was; `nil` with a filter.
  public let totals: Totals?
  /// Where the points are going: those from all sources, or with a filter those for the sparks that
  /// pass it. The 14 days that it looks at need not lie in the range.
  public let trend: Trend
}

/// Which summary is wanted. A value of this type is valid: its filter is one of sparks.
public struct SummaryQuery: Hashable, Sendable {
  /// The days.
  public let range: DayRange
  /// Which sparks.
  public let filter: StatisticsFilter

  /// Makes a query.
  ///
  /// - Throws: `FieldError` that names a filter that is none of sparks.
  public init(
    _ range: DayRange, where filter: StatisticsFilter = StatisticsFilter()
  ) throws(FieldError) {
    if let problem = filter.problem(with: nil) { throw problem }
    self.range = range
    self.filter = filter
  }
}

extension Rulebook {
  /// What a range of days came to.
  ///
  /// - Parameters:
  ///   - query: which days, which sparks.
  ///   - state: the profile, folded under this rulebook.
  ///   - sparks: goes through the sparks that a query finds, in any order.
  /// - Throws: what `sparks` throws.
  public func summary<Failure: Error>(
    _ query: SummaryQuery, of state: ProfileState,
    sparks: (SparkQuery, (SparkFact) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> StatisticsSummary {
    let range = query.range
    var digest = SparkDigest(range)
    try sparks(query.filter.sparkQuery(in: digest.reach)) { spark in
      digest.add(spark, points: points(for: spark.category, spark.intensity))
    }
    let isWhole = query.filter.isEmpty
    let totals = isWhole ? state.totals(in: range) : nil
    return StatisticsSummary(
      range: range, filter: query.filter, sparks: digest.sparks,
      totals: totals,
      trend: isWhole
        ? Trend(
          recent: state.points(from: range.until + -Trend.days, until: range.until),
          before: state.points(
            from: range.until + -2 * Trend.days, until: range.until + -Trend.days))
        : digest.trend)
  }
}

extension ProfileState {
  fileprivate func points(from: CivilDay, until: CivilDay) -> Int64 {
    history.totals(from: from, until: until).reduce(0) { $0 &+ $1.points }
  }

  fileprivate func totals(in range: DayRange) -> StatisticsSummary.Totals {
    var totals = StatisticsSummary.Totals()
    for day in history.totals(from: range.since, until: range.until) {
      totals.events &+= day.events
      if day.events > 0 { totals.activeDays &+= 1 }
      totals.points.spark &+= day.sparkPoints
      totals.points.duplicate &+= day.duplicatePoints
      totals.points.mission &+= day.missionPoints
      totals.points.task &+= day.taskPoints
      totals.cards &+= day.cards
      totals.duplicates &+= day.duplicates
      totals.missions &+= day.missions
      totals.overloads &+= day.overloads
      totals.tasks &+= day.tasks
      totals.taskScore &+= day.taskScore
      totals.questSteps &+= day.questSteps
      totals.activities &+= day.activities
      totals.entries &+= day.entries
    }
    let ratings = moods.ratings.elements(from: range.since, until: range.until)
    totals.moods = Int64(ratings.count)
    totals.moodMean = mean(
      of: ratings.reduce(0) { $0 &+ Int64($1.mood.rawValue) }, Int64(ratings.count))
    totals.achievements = Int64(journey.unlocks.count { range.contains($0.day) })
    return totals
  }
}
