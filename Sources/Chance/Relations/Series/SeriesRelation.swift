package import FlintRules

/// A comparison of a series of days with another one.
package struct SeriesRelation: Equatable, Sendable {
  /// The other series.
  package let series: DaySeries
  /// The number of periods from the other series to the one asked about.
  package let lag: Int
  /// The number of periods in which both are known.
  package let periods: Int
  /// Pearson's coefficient, −1 to 1.
  package let correlation: Double
  /// The interval of the correlation at 95 %; `nil` when permutations too often cannot be compared.
  package let interval: Interval?
  /// How much the series asked about differs where the other is greater by 1.
  package let slope: Double
  /// The probability of a correlation at least as strong among permutations in blocks of periods.
  package let pValue: Double
  /// The p-value adjusted to the number of comparisons.
  package internal(set) var qValue: Double
}

/// A comparison that was not made, because too few periods have both series, or one hardly varies in them.
package struct UntestedSeries: Equatable, Sendable {
  package let series: DaySeries
  package let lag: Int
  /// The number of periods in which both are known.
  package let periods: Int
}
