import Calendar
import Rules
import Views

extension ReportSource {
  /// Returns the finding about the best time by points. Of a short range: that at least three spans before it, as long
  /// as it and with something recorded, had fewer. Of a longer one: its best whole month, or week below three months, if
  /// that has 15 % more than the mean of the others, of which there are two at least.
  func bestTime() -> Finding? { isShort ? bestSince() : bestPart() }

  private func points(_ days: Range<CivilDay>) -> (points: Int64, activeDays: Int) {
    let totals = state.history.totals(from: days.lowerBound, before: days.upperBound)
    return (totals.reduce(0) { $0 &+ $1.points }, totals.count)
  }

  private func bestSince() -> Finding? {
    let (now, _) = spans
    let length = now.upperBound - now.lowerBound
    let own = points(now).points
    guard own > 0, let first = state.history.days.first?.day else { return nil }
    var (worse, start) = (0, now.lowerBound)
    while start > first {
      let earlier = points(start + -length..<start)
      if earlier.points >= own { break }
      if earlier.activeDays > 0 { worse += 1 }
      start = start + -length
    }
    let days = language.counted(length, .days)
    let amount = language.counted(own, .points)
    return Finding(
      .bestTime, Double(worse), least: 3,
      start <= first
        ? language.text(.storyBestEver, days, amount)
        : language.text(.storyBestSince, days, language.shortText(start), amount))
  }

  private func bestPart() -> Finding? {
    let isByMonth = range.count > 92
    var parts: [(start: CivilDay, points: Int64)] = []
    var start = range.since
    while start <= lastDay {
      let (first, end) =
        isByMonth
        ? (CivilMonth(start).firstDay, CivilMonth(start).end)
        : (start.week.monday, start.week.monday + 7)
      let part = points(first..<end)
      if first >= range.since, end <= lastDay + 1, part.points > 0 {
        parts.append((first, part.points))
      }
      start = end
    }
    // Of equal ones, the first is the best.
    guard parts.count > 2, let best = parts.max(by: { $0.points < $1.points }) else { return nil }
    let others = parts.reduce(Int64(0)) { $0 &+ $1.points } &- best.points
    let mean = Double(others) / Double(parts.count - 1)
    let excess = Double(best.points) / mean - 1
    let name =
      isByMonth ? language.text(CivilMonth(best.start)) : language.shortText(best.start)
    return Finding(
      .bestTime, excess, least: 0.15,
      language.text(
        isByMonth ? .storyBestMonth : .storyBestWeek, name,
        language.counted(best.points, .points),
        language.percent(Int64((min(excess, 99) * 1e6).rounded()))))
  }
}
