package import FlintCalendar
package import FlintSchema

/// The values of a metric over a range of days, in one bucket for each period.
package struct Series: Hashable, Sendable {
  /// A period, clipped to the range.
  package struct Bucket: Hashable, Sendable {
    /// The name of the period: `2026-03-01`, `2026-W09`, `2026-03` or `2026`.
    package var label: String
    /// The first day of the period in the range.
    package var start: CivilDay
    /// The number of days of the period in the range.
    package var days: Int
    /// The value: a whole number, or an average in millionths; `nil` for that of nothing.
    package var value: Int64?
  }

  package let query: SeriesQuery
  /// The buckets, earliest first, including empty ones.
  package let buckets: [Bucket]
  /// The value over the whole range: the sum of the buckets, or the average of all values in it.
  package let total: Int64?

  package var metric: SeriesMetric { query.metric }
}

/// A valid request for a series: the metric supports the filter, and there are few enough buckets.
package struct SeriesQuery: Hashable, Sendable {
  package let metric: SeriesMetric
  package let period: SeriesPeriod
  package let range: DayRange
  package let filter: StatisticsFilter

  package static let maximumBuckets = 100_000

  /// - Throws: `FieldError` with the name of a filter that the metric does not support, or `by`
  ///   when there would be too many buckets.
  package init(
    _ metric: SeriesMetric, by period: SeriesPeriod = .day, _ range: DayRange,
    where filter: StatisticsFilter = StatisticsFilter()
  ) throws(FieldError) {
    if let problem = filter.problem(with: metric) { throw problem }
    let count = period.count(in: range)
    guard count <= SeriesQuery.maximumBuckets else {
      throw FieldError(
        field: "by", expected: "a period with at most \(SeriesQuery.maximumBuckets) buckets",
        found: "\(period.name), with \(count)")
    }
    self.metric = metric
    self.period = period
    self.range = range
    self.filter = filter
  }
}

/// An accumulator that adds values by day to the buckets of a series.
struct SeriesTally {
  private let query: SeriesQuery
  private let starts: [CivilDay]
  private var sums: [Int64]
  private var counts: [Int64]
  private var current = 0

  init(_ query: SeriesQuery) {
    self.query = query
    var starts: [CivilDay] = []
    var day = query.range.since
    while day < query.range.before {
      starts.append(day)
      day = query.period.end(containing: day)
    }
    self.starts = starts
    sums = [Int64](repeating: 0, count: starts.count)
    counts = sums
  }

  /// Adds a value, if the day is in the range.
  mutating func add(_ value: Int64, on day: CivilDay) {
    guard query.range.contains(day) else { return }
    if day < starts[current] || (current + 1 < starts.count && day >= starts[current + 1]) {
      // Values mostly arrive in chronological order.
      current = starts.partitioningIndex { $0 > day } - 1
    }
    sums[current] &+= value
    counts[current] &+= 1
  }

  func series() -> Series {
    let buckets = starts.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1] : query.range.before
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

/// Returns a mean in millionths, rounded; `nil` when the count is 0. Sums of ratings and
/// intensities are far below 2⁴³.
func mean(of sum: Int64, _ count: Int64) -> Int64? {
  count == 0 ? nil : Int64((Int128(sum) * 1_000_000).dividedRounding(by: Int128(count)))
}

extension Int128 {
  /// Returns the quotient, rounded to the nearest whole number, halves away from zero.
  ///
  /// - Parameter divisor: a number greater than 0.
  package func dividedRounding(by divisor: Int128) -> Int128 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest.magnitude >= divisor.magnitude - rest.magnitude ? quotient + signum() : quotient
  }
}
