import FlintCalendar
import Chance
import FlintRules
import Views

extension ReportSource {
  /// Returns the finding about the greatest difference of moods on days with something, among those for which the test of
  /// permutations has clear evidence: 0.2 at least.
  func relationFinding() -> Finding? {
    let clear = moodRelations?.relations.relations.filter { $0.evidence == .clear } ?? []
    guard let relation = clear.max(by: { $0.difference.magnitude < $1.difference.magnitude })
    else { return nil }
    let means = [relation.with.mean, relation.without.mean].map {
      Int64(($0 * 1e6).rounded()).shown(places: 2)
    }
    return Finding(
      .relation, relation.difference.magnitude, least: 0.2,
      language.text(
        relation.difference > 0 ? .storyMoodHigher : .storyMoodLower,
        language.decimal(abs(means[0] - means[1]), places: 2), shownName(of: relation),
        language.decimal(means[0], places: 2), language.counted(relation.with.days, .days),
        language.decimal(means[1], places: 2), language.counted(relation.without.days, .days)))
  }

  /// Returns the finding about the course of moods. Of a short range: that their mean differs by 0.3 from that of the span
  /// before, each of five rated days at least. Of a longer one: that those of months differ by 0.5,
  /// of which the highest and the lowest have ten rated days at least.
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
    // The numbers of one sentence agree.
    let change = own.shown(places: 1) - earlier.shown(places: 1)
    return Finding(
      .moods, Double(abs(own - earlier)), least: 300_000,
      language.text(
        change > 0 ? .storyMoodUp : .storyMoodDown, language.decimal(abs(change), places: 1),
        language.counted(now.upperBound - now.lowerBound, .days),
        language.decimal(own, places: 1), language.decimal(earlier, places: 1)))
  }

  private func moodMonths() -> Finding? {
    let summary = state.moods.summary(from: range.since, before: range.before, today: today)
    let months = summary.byMonth.compactMap { month in
      month.average.mean.map { (month: month.month, mean: $0, rated: month.average.rated) }
    }
    let means = months.map(\.mean)
    guard let best = means.max(), let least = means.min() else { return nil }
    /// Returns the months with a mean, as far as its decimals show; `nil` of more than two, or of one with few rated days.
    func names(_ mean: Int64) -> String? {
      let equal = months.filter { $0.mean.shown(places: 2) == mean.shown(places: 2) }
      guard equal.count <= 2, equal.allSatisfy({ $0.rated >= 10 }) else { return nil }
      return language.listed(equal.map { language.text($0.month) })
    }
    guard let highest = names(best), let lowest = names(least) else { return nil }
    return Finding(
      .moods, Double(best - least), least: 500_000,
      language.text(
        .storyMoodMonths, highest, language.decimal(best, places: 2), lowest,
        language.decimal(least, places: 2)))
  }
}
