/// Streaks as horizontal bars, the longest first, each between the days of its beginning and end.
package struct StreakBars: Chart {
  package struct Streak: Hashable, Sendable {
    /// The text of the first day.
    package var start: String
    /// The text of the last day.
    package var end: String
    /// The number of days or other periods.
    package var length: Int
    /// The length with its unit.
    package var text: String
    /// Whether it still goes on.
    package var isCurrent: Bool

    package init(start: String, end: String, length: Int, text: String, isCurrent: Bool = false) {
      (self.start, self.end, self.length) = (start, end, length)
      (self.text, self.isCurrent) = (text, isCurrent)
    }
  }

  package let caption: Caption
  private let streaks: [Streak]
  private let current: String
  private let locale: ChartLocale

  /// - Parameters:
  ///   - columns: The headers of the table: first day, last day, length.
  ///   - current: What a streak is called that still goes on.
  package init(
    _ title: String, summary: String, columns: [String], streaks: [Streak], current: String,
    locale: ChartLocale = .english
  ) {
    (self.streaks, self.current, self.locale) = (streaks, current, locale)
    let table = DataTable(
      columns: columns,
      rows: streaks.map { [$0.start, $0.end, $0.text] })
    caption = Caption(title, summary: summary, table: table)
  }

  package func scene(on medium: Medium, width: Double) -> Scene {
    let pitch = medium.isText ? 1 : medium.lineHeight * 1.35
    let starts = streaks.map { medium.elided($0.start, to: width * 0.3) }
    let ends = streaks.map { medium.elided($0.end, to: width * 0.3) }
    let left = (starts.map { medium.width(of: $0) }.max() ?? 0) + medium.characterWidth
    let right = (ends.map { medium.width(of: $0) }.max() ?? 0) + medium.characterWidth
    let room = width - left - right
    let longest = Double(max(1, streaks.map(\.length).max() ?? 1))
    var scene = Scene(width: width, height: max(1, Double(streaks.count)) * pitch)
    for (index, streak) in streaks.enumerated() {
      let middle = (Double(index) + 0.5) * pitch
      let text = locale.text(Double(streak.length))
      let least = medium.width(of: text) + medium.characterWidth
      let raw = min(room, max(least, room * Double(streak.length) / longest))
      let length = medium.isText ? raw.rounded() : raw
      let start = left + (room - length) / 2
      let x = medium.isText ? start.rounded() : start
      let height = medium.isText ? 1 : pitch * 0.75
      scene.marks.append(
        .bar(
          Bar(
            frame: Rectangle(x: x, y: middle - height / 2, width: length, height: height),
            direction: .right, paint: streak.isCurrent ? .positive : .neutral,
            tip: "\(streak.start) – \(streak.end): \(streak.text)")))
      scene.label(
        text, x: x + length / 2, y: middle, .middle, streak.isCurrent ? .darkText : .ink,
        isBold: streak.isCurrent)
      scene.label(starts[index], x: x - medium.characterWidth * 0.7, y: middle, .end, .muted)
      scene.label(
        ends[index], x: x + length + medium.characterWidth * 0.7, y: middle, .start, .muted)
    }
    if streaks.contains(where: \.isCurrent) {
      scene.height += scene.legend(
        [LegendEntry(.positive, current)], y: scene.height, on: medium)
    }
    return scene
  }
}
