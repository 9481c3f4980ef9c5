import Calendar
import Chance
import Rules
import Views

extension ReportSource {
  /// Returns the finding about the greatest difference of moods on days with something, among those for which the test of
  /// permutations has clear evidence: 0.2 at least.
  func relationFinding() -> Finding? {
    let clear = moodRelations?.relations.relations.filter { $0.evidence == .clear } ?? []
    guard let relation = clear.max(by: { $0.difference.magnitude < $1.difference.magnitude })
    else { return nil }
    return Finding(
      .relation, relation.difference.magnitude, least: 0.2,
      language.text(
        relation.difference > 0 ? .storyMoodHigher : .storyMoodLower,
        language.rounded(relation.difference.magnitude), shownName(of: relation),
        language.rounded(relation.with.mean), language.counted(relation.with.days, .days),
        language.rounded(relation.without.mean), language.counted(relation.without.days, .days)))
  }

  /// Returns the finding about the course of moods. Of a short range: that their mean differs by 0.3 from that of the span
  /// before, each of five rated days at least. Of a longer one: that those of months with ten rated days differ by 0.5.
  func moodChange() -> Finding? {
    isShort ? moodBeside() : moodMonths()
  }

  private func moodBeside() -> Finding? {
    let (now, before) = spans
    func mean(_ days: Range<CivilDay>) -> Int64? {
      let summary = state.moods.summary(
        from: days.lowerBound, before: days.upperBound, today: today)
      return summary.rated >= 5 ? summary.mean : nil
    }
    guard let own = mean(now), let earlier = mean(before) else { return nil }
    return Finding(
      .moods, Double(abs(own - earlier)), least: 300_000,
      language.text(
        own > earlier ? .storyMoodUp : .storyMoodDown,
        language.decimal(abs(own - earlier), places: 1),
        language.counted(now.upperBound - now.lowerBound, .days),
        language.decimal(own, places: 1), language.decimal(earlier, places: 1)))
  }

  private func moodMonths() -> Finding? {
    let summary = state.moods.summary(from: range.since, before: range.before, today: today)
    let months = summary.byMonth.filter { $0.average.rated >= 10 }.compactMap { month in
      month.average.mean.map { (month: month.month, mean: $0) }
    }
    guard let best = months.max(by: { $0.mean < $1.mean }),
      let least = months.min(by: { $0.mean < $1.mean })
    else { return nil }
    return Finding(
      .moods, Double(best.mean - least.mean), least: 500_000,
      language.text(
        .storyMoodMonths, language.text(best.month), language.decimal(best.mean, places: 1),
        language.text(least.month), language.decimal(least.mean, places: 1)))
  }
}
