package import FlintCalendar

/// The amounts of a tracker over a range of days: the totals of the entries of each period.
package struct AmountSeries: Sendable {
  /// A period, clipped to the range.
  package struct Bucket: Sendable {
    /// The name of the period: `2026-03-01`, `2026-W09`, `2026-03` or `2026`.
    package let label: String
    /// The first day of the period in the range.
    package let start: CivilDay
    /// The number of days of the period in the range.
    package let days: Int
    package internal(set) var totals = ValueTotals()
  }

  package let series: DaySeries
  package let period: SeriesPeriod
  package let range: DayRange
  /// The periods, earliest first, including those without entries.
  package let buckets: [Bucket]
  /// The totals of the whole range.
  package let total: ValueTotals

  /// - Parameter days: the totals of the entries of each day.
  package init(
    _ series: DaySeries, by period: SeriesPeriod, _ range: DayRange,
    _ days: [CivilDay: ValueTotals]
  ) {
    (self.series, self.period, self.range) = (series, period, range)
    var buckets: [Bucket] = []
    var start = range.since
    while start < range.before {
      let end = min(range.before, period.end(containing: start))
      buckets.append(
        Bucket(label: period.label(containing: start), start: start, days: end - start))
      start = end
    }
    var total = ValueTotals()
    var current = 0
    for (day, totals) in days.sorted(by: { $0.key < $1.key }) where range.contains(day) {
      while day >= buckets[current].start + buckets[current].days { current += 1 }
      buckets[current].totals.add(totals)
      total.add(totals)
    }
    (self.buckets, self.total) = (buckets, total)
  }
}
