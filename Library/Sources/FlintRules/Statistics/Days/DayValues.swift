package import FlintCalendar

/// The numbers of a series of days, in millionths.
package struct DayValues: Sendable {
  package let series: DaySeries
  /// The days with a number, earliest first.
  package let days: [(day: CivilDay, value: Int64)]
  /// The first day from which days without a number count as 0; `nil` if they are unknown.
  package let zeroFrom: CivilDay?

  package init(
    _ series: DaySeries, _ days: some Sequence<(day: CivilDay, value: Int64)>,
    zeroFrom: CivilDay? = nil
  ) {
    self.series = series
    self.days = days.sorted { $0.day < $1.day }
    self.zeroFrom = zeroFrom ?? (series.isZeroWithout ? self.days.first?.day : nil)
  }

  /// Creates the numbers of a series from the totals of its entries.
  package init(_ series: DaySeries, _ totals: [CivilDay: ValueTotals]) {
    self.init(
      series,
      totals.map { day, totals in
        let mean = series.ofDay == .mean ? totals.mean : nil
        return (day: day, value: mean ?? Int64(clamping: totals.sum))
      })
  }

  /// Creates the numbers of a factor: 1 on the days that have it, and 0 on the others.
  package init(_ series: DaySeries, _ factor: DayFactor) {
    let with = factor.days.map { (day: $0, value: Int64(1_000_000)) }
    let without = (factor.others ?? []).map { (day: $0, value: Int64(0)) }
    self.init(
      series, with + without, zeroFrom: factor.others == nil ? factor.days.first : nil)
  }

  /// Returns the number of each whole period of a range; NaN where it is unknown.
  package func values(by period: SeriesPeriod, in range: DayRange) -> [Double] {
    var values: [Double] = []
    var next = days.startIndex
    for (start, end) in period.wholePeriods(in: range) {
      while next < days.endIndex, days[next].day < start { next += 1 }
      var (sum, known) = (0.0, 0)
      while next < days.endIndex, days[next].day < end {
        sum += Double(days[next].value) / 1_000_000
        known += 1
        next += 1
      }
      // A period in which the series began is not counted from its first day on only.
      if let zeroFrom, zeroFrom <= start { known = end - start }
      values.append(
        known == 0 ? .nan : series.ofPeriod == .mean ? sum / Double(known) : sum)
    }
    return values
  }
}

extension SeriesPeriod {
  /// Returns the periods that a range has from their first day to their last, as half-open ranges.
  package func wholePeriods(in range: DayRange) -> [(start: CivilDay, end: CivilDay)] {
    var periods: [(start: CivilDay, end: CivilDay)] = []
    var start = range.since
    while start < range.before {
      let end = end(containing: start)
      let isWhole = start == self.start(containing: start) && end <= range.before
      if isWhole { periods.append((start, end)) }
      start = end
    }
    return periods
  }
}
