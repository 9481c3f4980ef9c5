package import FlintCalendar

/// The number and the sum of the ratings of some days.
package struct MoodAverage: Equatable, Sendable {
  package internal(set) var rated: Int64 = 0
  /// The sum of their ratings, 0–4 each.
  package internal(set) var sum: Int64 = 0

  /// The mean rating in millionths, 0–4,000,000, rounded; `nil` when no day was rated.
  package var mean: Int64? { FlintRules.mean(of: sum, rated) }

  mutating func add(_ mood: Mood) {
    rated += 1
    sum += Int64(mood.rawValue)
  }

  /// Returns whether the exact mean is higher than another's; both must have rated days.
  func isHigher(than other: MoodAverage) -> Bool { sum * other.rated > other.sum * rated }
}

/// The change of the ratings in a range: the last half of its rated days compared with the first.
/// With an odd number of rated days the middle one belongs to neither half.
package struct MoodTrend: Equatable, Sendable {
  /// The average of the first half.
  package let first: MoodAverage
  /// The average of the last half, with as many days.
  package let last: MoodAverage

  /// The direction of the ratings. If the first half consists of 0 alone, any increase is `rising`.
  package var direction: Trend.Direction {
    // Both halves have the same number of days: their sums compare like their means.
    Trend.Direction(from: first.sum, to: last.sum)
  }

  /// The last half's mean minus the first half's, in millionths, rounded.
  package var change: Int64 { mean(of: last.sum - first.sum, first.rated) ?? 0 }

  /// Computes the trend of ratings in the order of their days; `nil` for fewer than two.
  init?(_ moods: [Mood]) {
    guard moods.count >= 2 else { return nil }
    var (first, last) = (MoodAverage(), MoodAverage())
    for mood in moods.prefix(moods.count / 2) { first.add(mood) }
    for mood in moods.suffix(moods.count / 2) { last.add(mood) }
    self.first = first
    self.last = last
  }
}

/// The statistics of the moods in a range of days. Missing days are part of no average.
package struct MoodSummary: Equatable, Sendable {
  package struct Month: Equatable, Sendable {
    package let month: CivilMonth
    /// The average of its rated days within the range.
    package internal(set) var average: MoodAverage
  }

  /// The first day of the range.
  package let from: CivilDay
  /// The first day after the range.
  package let before: CivilDay
  /// The weekdays included.
  package let weekdays: Weekdays
  /// The number of days by mood, `horrible` first and `missing` last.
  package internal(set) var counts: [Int64] = [0, 0, 0, 0, 0, 0]
  package internal(set) var average = MoodAverage()
  /// The averages by weekday, Monday first.
  package internal(set) var byWeekday = [MoodAverage](repeating: MoodAverage(), count: 7)
  /// The averages of the months with rated days, earliest first.
  package internal(set) var byMonth: [Month] = []
  /// The length of the longest run of rated days, as if excluded weekdays did not exist.
  package internal(set) var longestRun: Int64 = 0
  /// The trend of the ratings; `nil` for fewer than two rated days.
  package internal(set) var trend: MoodTrend?

  package var missing: Int64 { count(of: .missing) }
  package var rated: Int64 { average.rated }
  /// The mean rating in millionths, rounded; `nil` when no day is rated.
  package var mean: Int64? { average.mean }

  /// The median rating, or the mean of the middle two, in millionths; `nil` when no day is rated.
  package var median: Int64? {
    guard rated > 0 else { return nil }
    return (rating(at: (rated - 1) / 2) + rating(at: rated / 2)) * 500_000
  }

  /// The weekday with the highest mean, the first of equal ones; `nil` when no day is rated.
  package var bestWeekday: Weekday? {
    Weekday.allCases.extreme(byWeekday) { $0.isHigher(than: $1) }
  }
  /// The weekday with the lowest mean, the first of equal ones; `nil` when no day is rated.
  package var worstWeekday: Weekday? {
    Weekday.allCases.extreme(byWeekday) { $1.isHigher(than: $0) }
  }
  /// The month with the highest mean, the first of equal ones; `nil` when no day is rated.
  package var bestMonth: CivilMonth? {
    byMonth.map(\.month).extreme(byMonth.map(\.average)) { $0.isHigher(than: $1) }
  }
  /// The month with the lowest mean, the first of equal ones; `nil` when no day is rated.
  package var worstMonth: CivilMonth? {
    byMonth.map(\.month).extreme(byMonth.map(\.average)) { $1.isHigher(than: $0) }
  }

  /// Returns the number of days with a mood; 0 for `placeholder`.
  package func count(of mood: Mood) -> Int64 {
    mood == .placeholder ? 0 : counts[Int(mood.rawValue)]
  }

  /// Returns the rating at an index, from 0, of all ratings in ascending order.
  private func rating(at position: Int64) -> Int64 {
    var passed: Int64 = 0
    for mood in Mood.ratings {
      passed += counts[Int(mood.rawValue)]
      if passed > position { return Int64(mood.rawValue) }
    }
    return 0
  }
}

extension Array {
  /// Returns the first element whose average no other beats; `nil` when none has rated days.
  fileprivate func extreme(
    _ averages: [MoodAverage], by beats: (MoodAverage, MoodAverage) -> Bool
  ) -> Element? {
    var best: (element: Element, average: MoodAverage)?
    for (element, average) in zip(self, averages) where average.rated > 0 {
      if best.map({ beats(average, $0.average) }) ?? true { best = (element, average) }
    }
    return best?.element
  }
}

extension MoodsState {
  /// Returns the statistics of the days of a half-open range.
  ///
  /// - Parameter today: the day before which unrated days are filled in.
  package func summary(
    from: CivilDay, before: CivilDay, weekdays: Weekdays = .all, today: CivilDay
  ) -> MoodSummary {
    var summary = MoodSummary(from: from, before: before, weekdays: weekdays)
    let filled = filledRange(from: from, before: before, today: today)
    var moods: [Mood] = []
    var run: (end: Int, length: Int64) = (.min, 0)
    var missing =
      weekdays.ordinal(of: CivilDay(number: filled.upperBound))
      - weekdays.ordinal(of: CivilDay(number: filled.lowerBound))
    for rating in ratings.elements(from: from, before: before) where weekdays.contains(rating.day) {
      moods.append(rating.mood)
      summary.count(rating)
      if filled.contains(rating.day.number) { missing -= 1 }
      let ordinal = weekdays.ordinal(of: rating.day)
      run = (ordinal, run.end == ordinal - 1 ? run.length + 1 : 1)
      summary.longestRun = max(summary.longestRun, run.length)
    }
    summary.counts[Int(Mood.missing.rawValue)] = Int64(missing)
    summary.trend = MoodTrend(moods)
    return summary
  }

  /// Returns the statistics of the days of a year; `nil` when the year is outside 1–9999.
  package func summary(
    ofYear year: Int, weekdays: Weekdays = .all, today: CivilDay
  ) -> MoodSummary? {
    guard let first = CivilMonth(year: year, month: 1), let last = CivilMonth(year: year, month: 12)
    else { return nil }
    return summary(from: first.firstDay, before: last.end, weekdays: weekdays, today: today)
  }
}

extension MoodSummary {
  fileprivate init(from: CivilDay, before: CivilDay, weekdays: Weekdays) {
    self.from = from
    self.before = before
    self.weekdays = weekdays
  }

  fileprivate mutating func count(_ rating: MoodRating) {
    counts[Int(rating.mood.rawValue)] += 1
    average.add(rating.mood)
    byWeekday[rating.day.weekday].add(rating.mood)
    let month = CivilMonth(rating.day)
    if byMonth.last?.month != month {
      byMonth.append(Month(month: month, average: MoodAverage()))
    }
    byMonth[byMonth.count - 1].average.add(rating.mood)
  }
}
