/// A metric over a range of days, one bucket for each period that the range touches.
public struct Series: Hashable, Sendable {
  /// One period, cut where the range begins and ends.
  public struct Bucket: Hashable, Sendable {
    /// What the period is called: `2026-03-01`, `2026-W09`, `2026-03` or `2026`.
    public var label: String
    /// Its first day in the range.
    public var start: CivilDay
    /// How many of its days are in the range.
    public var days: Int
    /// What the metric came to: a whole number, or millionths of an average; `nil` where there was
    /// nothing to average.
    public var value: Int64?
  }

  /// What was asked for.
  public let query: SeriesQuery
  /// The buckets, earliest first, those without anything included.
  public let buckets: [Bucket]
  /// What the metric comes to over the whole range: the sum of the buckets, or the average of
  /// everything in it.
  public let total: Int64?

  /// The metric.
  public var metric: SeriesMetric { query.metric }
}

/// Which series is wanted. A value of this type is valid: its filter goes with its metric, and it
/// has no more buckets than allowed.
public struct SeriesQuery: Hashable, Sendable {
  /// What is counted.
  public let metric: SeriesMetric
  /// What one bucket is for.
  public let period: SeriesPeriod
  /// The days.
  public let range: DayRange
  /// What of it is counted.
  public let filter: StatisticsFilter

  /// The most buckets that a series can have.
  public static let mostBuckets = 100_000

  /// Makes a query.
  ///
  /// - Throws: `FieldError` that names the filter that does not go with the metric, or `by` when
  ///   there would be too many buckets.
  public init(
    _ metric: SeriesMetric, by period: SeriesPeriod = .day, _ range: DayRange,
    where filter: StatisticsFilter = StatisticsFilter()
  ) throws(FieldError) {
    if let problem = filter.problem(with: metric) { throw problem }
    let count = period.count(in: range)
    guard count <= SeriesQuery.mostBuckets else {
      throw FieldError(
        field: "by", expected: "a period that makes at most \(SeriesQuery.mostBuckets) buckets",
        found: "\(period.name), which makes \(count)")
    }
    self.metric = metric
    self.period = period
    self.range = range
    self.filter = filter
  }
}

/// Adds up what happened on days into the buckets of a series.
struct SeriesTally {
  private let query: SeriesQuery
  private let starts: [CivilDay]
  private var sums: [Int64]
  private var counts: [Int64]
  private var current = 0

  init(_ query: SeriesQuery) {
    self.query = query
    var starts: [CivilDay] = []
    starts.reserveCapacity(query.period.count(in: query.range))
    var day = query.range.since
    while day < query.range.until {
      starts.append(day)
      day = query.period.end(containing: day)
    }
    self.starts = starts
    sums = [Int64](repeating: 0, count: starts.count)
    counts = sums
  }

  /// Adds a value that stands for so many of what is averaged; nothing when the day lies outside
  /// of the range.
  mutating func add(_ value: Int64, of count: Int64 = 1, on day: CivilDay) {
    guard query.range.contains(day) else { return }
    if day < starts[current] || (current + 1 < starts.count && day >= starts[current + 1]) {
      find(day)
    }
    sums[current] &+= value
    counts[current] &+= count
  }

  /// Makes the bucket of a day the current one. What is added mostly comes in the order of time.
  private mutating func find(_ day: CivilDay) {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= day { low = middle } else { high = middle - 1 }
    }
    current = low
  }

  /// The series that it came to.
  func series() -> Series {
    let buckets = starts.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1] : query.range.until
      return Series.Bucket(
        label: query.period.label(containing: starts[index]), start: starts[index],
        days: end - starts[index], value: value(sums[index], counts[index]))
    }
    return Series(
      query: query, buckets: buckets, total: value(sums.reduce(0, &+), counts.reduce(0, &+)))
  }

  private func value(_ sum: Int64, _ count: Int64) -> Int64? {
    query.metric.isMean ? mean(of: sum, count) : sum
  }
}

/// A mean in millionths, rounded; `nil` of nothing. Sums of ratings and intensities stay far below
/// 2⁴³.
func mean(of sum: Int64, _ count: Int64) -> Int64? {
  count == 0 ? nil : Int64((Int128(sum) * 1_000_000).dividedRounding(by: Int128(count)))
}

extension Int128 {
  /// The quotient, rounded to the nearest whole number, halves away from zero.
  ///
  /// - Parameter divisor: above 0.
  func dividedRounding(by divisor: Int128) -> Int128 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest.magnitude >= divisor.magnitude - rest.magnitude ? quotient + signum() : quotient
  }
}
