/// How many days were rated, and what the ratings add up to.
public struct MoodAverage: Equatable, Sendable {
  /// Rated days.
  public internal(set) var rated: Int64 = 0
  /// The sum of their ratings, 0–4 each.
  public internal(set) var sum: Int64 = 0

  /// The mean rating in millionths, 0–4,000,000, rounded; `nil` when no day was rated.
  public var mean: Int64? { Rules.mean(of: sum, rated) }

  mutating func add(_ mood: Mood) {
    rated += 1
    sum += Int64(mood.rawValue)
  }

  /// Whether the exact mean is higher than another's; both have rated days.
  func isHigher(than other: MoodAverage) -> Bool { sum * other.rated > other.sum * rated }
}

/// Where the ratings of a range are going: the last half of its rated days against the first. With
/// an odd number of rated days the middle one is in neither half.
public struct MoodTrend: Equatable, Sendable {
  /// The first half.
  public let first: MoodAverage
  /// The last half, of as many days.
  public let last: MoodAverage

  /// Which way the ratings go. From a first half of nothing but 0 any rise is `rising`.
  public var direction: Trend.Direction {
    // Both halves have as many days: their sums compare as their means do.
    Trend.Direction(from: first.sum, to: last.sum)
  }

  /// The last half's mean less the first half's, in millionths, rounded.
  public var change: Int64 { mean(of: last.sum - first.sum, first.rated) ?? 0 }

  /// The trend of ratings in the order of their days; `nil` when there are fewer than two.
  init?(_ moods: [Mood]) {
    guard moods.count >= 2 else { return nil }
    var (first, last) = (MoodAverage(), MoodAverage())
    for mood in moods.prefix(moods.count / 2) { first.add(mood) }
    for mood in moods.suffix(moods.count / 2) { last.add(mood) }
    self.first = first
    self.last = last
  }
}

/// What the days of a range come to. A missing day is counted, and enters no average.
public struct MoodSummary: Equatable, Sendable {
  /// A month and its average.
  public struct Month: Equatable, Sendable {
    /// The month.
    public let month: CivilMonth
    /// What its rated days within the range come to.
    public internal(set) var average: MoodAverage
  }

  /// The first day of the range.
  public let from: CivilDay
  /// The first day after the range.
  public let until: CivilDay
  /// The weekdays that it is about.
  public let weekdays: Weekdays
  /// Days by mood, `horrible` first and `missing` last.
  public internal(set) var counts: [Int64] = [0, 0, 0, 0, 0, 0]
  /// All rated days.
  public internal(set) var average = MoodAverage()
  /// Averages by weekday, Monday first.
  public internal(set) var byWeekday = [MoodAverage](repeating: MoodAverage(), count: 7)
  /// Averages of the months that have rated days, earliest first.
  public internal(set) var byMonth: [Month] = []
  /// The longest run of rated days. Days of other weekdays than those asked for do not break one,
  /// and do not count.
  public internal(set) var longestRun: Int64 = 0
  /// Where the ratings are going; `nil` with fewer than two rated days.
  public internal(set) var trend: MoodTrend?

  /// Days shown as missing.
  public var missing: Int64 { count(of: .missing) }
  /// Rated days.
  public var rated: Int64 { average.rated }
  /// The mean rating in millionths, rounded; `nil` when no day is rated.
  public var mean: Int64? { average.mean }

  /// The median rating in millionths, the mean of the two in the middle when the number of rated
  /// days is even; `nil` when no day is rated.
  public var median: Int64? {
    guard rated > 0 else { return nil }
    return (rating(at: (rated - 1) / 2) + rating(at: rated / 2)) * 500_000
  }

  /// The weekday with the highest mean, of equals the first; `nil` when no day is rated.
  public var bestWeekday: Weekday? { Weekday.allCases.extreme(byWeekday) { $0.isHigher(than: $1) } }
  /// The weekday with the lowest mean, of equals the first; `nil` when no day is rated.
  public var worstWeekday: Weekday? {
    Weekday.allCases.extreme(byWeekday) { $1.isHigher(than: $0) }
  }
  /// The month with the highest mean, of equals the first; `nil` when no day is rated.
  public var bestMonth: CivilMonth? {
    byMonth.map(\.month).extreme(byMonth.map(\.average)) { $0.isHigher(than: $1) }
  }
  /// The month with the lowest mean, of equals the first; `nil` when no day is rated.
  public var worstMonth: CivilMonth? {
    byMonth.map(\.month).extreme(byMonth.map(\.average)) { $1.isHigher(than: $0) }
  }

  /// Days with a mood; none for `placeholder`.
  public func count(of mood: Mood) -> Int64 {
    mood == .placeholder ? 0 : counts[Int(mood.rawValue)]
  }

  /// The rating that stands at a position, from 0, when all are in ascending order.
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
  /// The element whose average beats all before it and is beaten by none after; `nil` when none of
  /// them has rated days.
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
  /// What the days of a half-open range come to.
  ///
  /// - Parameters:
  ///   - from: the first day.
  ///   - until: the first day that is not part of it.
  ///   - weekdays: only these.
  ///   - today: the day before which unrated days are filled in.
  public func summary(
    from: CivilDay, until: CivilDay, weekdays: Weekdays = .all, today: CivilDay
  ) -> MoodSummary {
    var summary = MoodSummary(from: from, until: until, weekdays: weekdays)
    let filled = filledRange(from: from, until: until, today: today)
    var moods: [Mood] = []
    var run: (end: Int, length: Int64) = (.min, 0)
    var missing =
      weekdays.ordinal(of: CivilDay(number: filled.upperBound))
      - weekdays.ordinal(of: CivilDay(number: filled.lowerBound))
    for rating in ratings.elements(from: from, until: until) where weekdays.contains(rating.day) {
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

  /// What the days of a year come to; `nil` when the year is outside 1–9999.
  ///
  /// - Parameters:
  ///   - year: the year.
  ///   - weekdays: only these.
  ///   - today: the day before which unrated days are filled in.
  public func summary(
    ofYear year: Int, weekdays: Weekdays = .all, today: CivilDay
  ) -> MoodSummary? {
    guard let first = CivilMonth(year: year, month: 1), let last = CivilMonth(year: year, month: 12)
    else { return nil }
    return summary(from: first.firstDay, until: last.end, weekdays: weekdays, today: today)
  }
}

extension MoodSummary {
  fileprivate init(from: CivilDay, until: CivilDay, weekdays: Weekdays) {
    self.from = from
    self.until = until
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
