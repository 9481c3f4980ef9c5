import FlintCalendar
import FlintRules
import Views

extension ReportSource {
  /// Returns the finding about the habit whose completion changed most: by 15 percentage points at least. Of a short
  /// range, it is compared with the span before it; of a longer one, the second half with the first. Either side has at
  /// least six periods that were done or missed; of a week, four.
  func habitChange() -> Finding? {
    let (now, before) = spans
    let middle = now.lowerBound + (now.upperBound - now.lowerBound) / 2
    let (first, second) =
      isShort ? (before, now) : (now.lowerBound..<middle, middle..<now.upperBound)
    let least = range.count <= 7 ? 4 : 6
    var change: (name: String, before: Int64, after: Int64)?
    for view in habitViews {
      guard let earlier = completion(of: view, in: first, least: least),
        let later = completion(of: view, in: second, least: least)
      else { continue }
      let isGreater = change.map { abs(later - earlier) > abs($0.after - $0.before) } ?? true
      if isGreater { change = (view.tracker.content.name, earlier, later) }
    }
    guard let change else { return nil }
    let (earlier, later) = (language.percent(change.before), language.percent(change.after))
    let isRise = change.after > change.before
    return Finding(
      .habit, Double(abs(change.after - change.before)), least: 150_000,
      isShort
        ? language.text(
          isRise ? .storyHabitUpFrom : .storyHabitDownFrom, change.name, later, earlier,
          language.counted(now.upperBound - now.lowerBound, .days))
        : language.text(
          isRise ? .storyHabitUp : .storyHabitDown, change.name, earlier, later))
  }

  /// Returns the completion of a habit in millionths; `nil` of too few periods.
  private func completion(of view: HabitView, in days: Range<CivilDay>, least: Int) -> Int64? {
    let (done, missed) = view.record.completion(from: days.lowerBound, before: days.upperBound)
    return done + missed >= least ? Int64(done) * 1_000_000 / Int64(done + missed) : nil
  }
}
