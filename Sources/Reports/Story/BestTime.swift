import FlintCalendar
import FlintRules
import Views

extension ReportSource {
  /// Returns the finding about the best time by points. Of a short range: since when no other span of that length, from any
  /// day on, had as many, if three spans before it with something recorded are among them. Of a longer one: its
  /// best whole month, or week below three months, if that has 15 % more than the mean of the others since anything was
  /// recorded, of which there are two at least, and none that is not whole has as many.
  func bestTime() -> Finding? { isShort ? bestSince() : bestPart() }

  private func points(_ days: Range<CivilDay>) -> Int64 {
    let totals = state.history.totals(from: days.lowerBound, before: days.upperBound)
    return totals.reduce(0) { $0 &+ $1.points }
  }

  private func bestSince() -> Finding? {
    let (now, _) = spans
    let length = now.upperBound - now.lowerBound
    let own = points(now)
    guard own > 0 else { return nil }
    var better: CivilDay?
    for window in windows(of: length) where window.points >= own && window.start != now.lowerBound {
      if window.start < now.lowerBound {
        better = window.start
      } else if window.points > own || window.start >= now.upperBound {
        return nil
      }
    }
    let first = better.map { $0 + 1 }
    let recorded = state.history.totals(from: CivilDay(number: .min), before: now.lowerBound)
    // The spans before the range that are among the days since then.
    let worse = Set(
      recorded.map { (now.lowerBound - $0.day - 1) / length }.filter { span in
        first.map { now.lowerBound + -length * (span + 1) >= $0 } ?? true
      })
    let amount = language.counted(own, .points)
    let days = language.counted(length, .days)
    let sentence: String
    switch (first.map { language.shortText($0) }, length) {
    case (let since?, 1): sentence = language.text(.storyBestDaySince, since, amount)
    case (nil, 1): sentence = language.text(.storyBestDayEver, amount)
    case (let since?, _): sentence = language.text(.storyBestSince, days, since, amount)
    case (nil, _): sentence = language.text(.storyBestEver, days, amount)
    }
    return Finding(.bestTime, Double(worse.count), least: 3, sentence)
  }

  /// Returns the points of each span of so many days that begins with a day with points: of others, one of these has as
  /// many at least.
  ///
  /// - Complexity: O(days with points).
  private func windows(of length: Int) -> [(start: CivilDay, points: Int64)] {
    let days = state.history.days.filter { $0.points > 0 }
    var (sum, end) = (Int64(0), 0)
    return days.map { first in
      while end < days.count, days[end].day - first.day < length {
        sum &+= days[end].points
        end += 1
      }
      defer { sum &-= first.points }
      return (first.day, sum)
    }
  }

  private func bestPart() -> Finding? {
    guard let firstDay = state.history.days.first?.day else { return nil }
    let isByMonth = range.count > 92
    var parts: [(start: CivilDay, points: Int64)] = []
    var mostOfPartial: Int64 = 0
    var start = range.since
    while start <= lastDay {
      let (first, end) =
        isByMonth
        ? (CivilMonth(start).firstDay, CivilMonth(start).end)
        : (start.week.monday, start.week.monday + 7)
      let part = points(first..<end)
      if first >= max(range.since, firstDay), end <= lastDay + 1 {
        parts.append((first, part))
      } else {
        mostOfPartial = max(mostOfPartial, part)
      }
      start = end
    }
    guard parts.count > 2, let best = parts.max(by: { $0.points < $1.points }),
      best.points > mostOfPartial, parts.count(where: { $0.points == best.points }) == 1
    else { return nil }
    let others = parts.reduce(Int64(0)) { $0 &+ $1.points } &- best.points
    // Nothing is a percentage more than nothing.
    guard others > 0 else { return nil }
    let excess = Double(best.points) / (Double(others) / Double(parts.count - 1)) - 1
    guard excess < 1e6 else { return nil }
    let name =
      isByMonth ? language.text(CivilMonth(best.start)) : language.shortText(best.start)
    return Finding(
      .bestTime, excess, least: 0.15,
      language.text(
        isByMonth ? .storyBestMonth : .storyBestWeek, name,
        language.counted(best.points, .points),
        language.percent(Int64((excess * 1e6).rounded()))))
  }
}
