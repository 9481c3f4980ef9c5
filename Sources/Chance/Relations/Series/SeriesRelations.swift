internal import FlintCalendar
package import FlintRules
package import FlintSchema

/// The relations of one series of days with others: their correlations, tested against permutations in blocks of
/// periods, as `MoodRelations` tests differences of moods.
package struct SeriesRelations: Equatable, Sendable {
  /// The relations tested, those with the smallest p-value first.
  package let relations: [SeriesRelation]
  /// The comparisons with too few periods, or of series that hardly vary.
  package let untested: [UntestedSeries]
  /// The number of periods in which the series asked about is known.
  package let periods: Int
  /// The number of periods in a block; 0 without any.
  package let blockLength: Int
  /// The maximum number of permutations of a comparison.
  package let permutations: Int

  /// - Parameters:
  ///   - outcome: the series asked about.
  ///   - others: the series it is compared with.
  ///   - period: the period of which numbers are compared; only whole ones are.
  ///   - range: the days of the series asked about; `nil` if none of them is over.
  ///   - lags: the numbers of periods from the others to it.
  ///   - seed: the seed of the permutations.
  /// - Throws: an error about `since` if the periods are too many.
  package init(
    _ outcome: DayValues, _ others: [DayValues], by period: SeriesPeriod, _ range: DayRange?,
    lags: LagRange, seed: UInt64
  ) throws(FieldError) {
    let most = lags.lags.upperBound
    let extended = range.flatMap { period.range($0, precededBy: most) }
    // The first `most` periods are before the range.
    let all = extended.map { outcome.values(by: period, in: $0) } ?? []
    let known = all.indices.dropFirst(most).filter { !all[$0].isNaN }
    let (first, last) = (known.first ?? 0, known.last ?? -1)
    guard last - first < MoodRelations.mostDays else {
      throw FieldError(
        field: "since", expected: "at most \(MoodRelations.mostDays) periods",
        found: "\(last - first + 1)")
    }
    let mean = known.reduce(0) { $0 + all[$1] } / Double(max(1, known.count))
    let outcomes = last < first ? [] : all[first...last].map { $0 - mean }
    var tests: [SeriesTest] = []
    var untested: [UntestedSeries] = []
    for other in extended == nil ? [] : others {
      let numbers = extended.map { other.values(by: period, in: $0) } ?? []
      for lag in lags.lags where !outcomes.isEmpty {
        let test = SeriesTest(
          other.series, lag: lag, numbers[(first - lag)...(last - lag)], outcomes)
        if test.isTested {
          tests.append(test)
        } else {
          untested.append(UntestedSeries(series: other.series, lag: lag, periods: test.periods))
        }
      }
    }
    periods = known.count
    self.untested = untested
    blockLength = outcomes.isEmpty ? 0 : Self.blockLength(outcomes)
    permutations = PermutationTest.most(comparisons: tests.count)
    if !outcomes.isEmpty {
      BlockPermutations(days: outcomes.count, blockLength: blockLength, seed: seed)
        .compare(&tests, most: permutations, outcomes) { permuted, order in
          for (index, source) in order.enumerated() { permuted[index] = outcomes[source] }
        }
    }
    relations = SeriesRelation.adjusted(tests.map(\.relation))
  }

  /// The number of periods in a block, by the correlation of successive numbers.
  private static func blockLength(_ outcomes: [Double]) -> Int {
    var (variance, covariance, known, pairs) = (0.0, 0.0, 0, 0)
    for (index, value) in outcomes.enumerated() where !value.isNaN {
      variance += value * value
      known += 1
      guard index + 1 < outcomes.count, !outcomes[index + 1].isNaN else { continue }
      covariance += value * outcomes[index + 1]
      pairs += 1
    }
    let autocorrelation =
      variance > 0 && pairs > 0 ? covariance / Double(pairs) / (variance / Double(known)) : 0
    return RatedDays.blockLength(autocorrelation: autocorrelation, days: outcomes.count)
  }
}

extension SeriesPeriod {
  /// Returns the whole periods of a range and so many before them as a range; `nil` if there is none.
  fileprivate func range(_ range: DayRange, precededBy count: Int) -> DayRange? {
    let periods = wholePeriods(in: range)
    guard var start = periods.first?.start, let end = periods.last?.end else { return nil }
    for _ in 0..<count { start = self.start(containing: start + -1) }
    return try? DayRange(since: start, before: end)
  }
}
