/// Bars of one or several series over categories, such as months: upright or, with names that need space,
/// lying.
public struct BarChart: Chart {
  /// How the bars of several series are arranged.
  public enum Arrangement: Hashable, Sendable {
    /// One on the other.
    case stacked
    /// Beside each other.
    case grouped
  }

  /// The bars of a series.
  public struct Series: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value of each category; `nil` without a bar.
    public var values: [Double?]
    /// The colour; by default that of its position among the series.
    public var paint: Paint?

    /// Creates a series.
    public init(_ name: String, _ values: [Double?], paint: Paint? = nil) {
      (self.name, self.values, self.paint) = (name, values, paint)
    }
  }

  /// The title, the summary and the numbers.
  public let caption: Caption
  private let categories: [String]
  private let series: [Series]
  private let arrangement: Arrangement
  private let isLying: Bool
  private let greatest: Double?
  private let unit: String
  private let places: Int
  private let locale: ChartLocale

  /// Creates a chart; its table is made of the values.
  ///
  /// - Parameters:
  ///   - heading: The header of the categories in the table.
  ///   - isLying: Whether the bars grow to the right, each with its category and value beside it.
  ///   - greatest: The value at the end of the axis; by default one just beyond the longest bar.
  ///   - unit: What follows each value, such as " %".
  ///   - places: The decimals of values.
  public init(
    _ title: String, summary: String, heading: String, categories: [String], series: [Series],
    _ arrangement: Arrangement = .stacked, isLying: Bool = false, greatest: Double? = nil,
    unit: String = "", places: Int = 0, locale: ChartLocale = .english
  ) {
    self.categories = categories
    (self.series, self.arrangement, self.isLying) = (series, arrangement, isLying)
    (self.greatest, self.unit, self.places, self.locale) = (greatest, unit, places, locale)
    let table = DataTable(
      columns: [heading] + series.map(\.name),
      rows: categories.enumerated().map { index, name in
        [name]
          + series.map {
            $0.values[index].map { locale.text($0, places: places) + unit } ?? "–"
          }
      })
    caption = Caption(title, summary: summary, table: table)
  }

  /// Returns the picture; see `Chart`.
  public func scene(on medium: Medium, width: Double) -> Scene {
    isLying ? lyingScene(on: medium, width: width) : uprightScene(on: medium, width: width)
  }

  /// The sums or the values that the axis has to reach.
  private var highest: Double {
    if let greatest { return greatest }
    let values = categories.indices.map { index in
      let row = series.compactMap { $0.values[index] }
      return arrangement == .stacked ? row.reduce(0, +) : row.max() ?? 0
    }
    return values.max() ?? 0
  }

  private func paint(_ index: Int) -> Paint { series[index].paint ?? .series(index) }

  private func tip(_ category: Int, _ index: Int, _ value: Double) -> String {
    let name =
      series.count > 1 ? "\(categories[category]), \(series[index].name)" : categories[category]
    return "\(name): \(locale.text(value, places: places))\(unit)"
  }

  private func uprightScene(on medium: Medium, width: Double) -> Scene {
    var scene = Scene(width: width, height: 0)
    var top = 0.0
    if series.count > 1 {
      let entries = series.indices.map { LegendEntry(paint($0), series[$0].name) }
      top = scene.legend(entries, y: 0, on: medium, pattern: true)
    }
    let scale = LinearScale(0...max(highest, 0), most: medium.isText ? 4 : 5, isWhole: places == 0)
    let texts = scale.labels(locale).map { $0 + unit }
    let frame = Frame(
      &scene, on: medium, top: top, yTexts: texts,
      height: medium.isText ? 10 : max(110, width * 0.36))
    frame.drawVertical(scale, texts, in: &scene)
    let count = max(1, categories.count)
    let pitch = frame.plot.width / Double(count)
    // Whole characters, so that bars of a terminal have the same width.
    let isWhole = medium.isText && pitch >= 2
    let barWidth = isWhole ? (pitch * 0.75).rounded(.down) : pitch * (pitch > 3 ? 0.8 : 1)
    for category in categories.indices {
      var base = 0.0
      let left = frame.plot.x + Double(category) * pitch
      let x = medium.isText ? left.rounded() : left + (pitch - barWidth) / 2
      for index in series.indices {
        guard let value = series[index].values[category], value > 0 else { continue }
        let (from, to) = arrangement == .stacked ? (base, base + value) : (0, value)
        base += value
        let part = arrangement == .stacked ? barWidth : barWidth / Double(series.count)
        let upper = frame.y(min(1, scale.share(of: to)))
        scene.marks.append(
          .bar(
            Bar(
              frame: Rectangle(
                x: arrangement == .stacked ? x : x + Double(index) * part, y: upper, width: part,
                height: frame.y(scale.share(of: from)) - upper), direction: .up,
              paint: paint(index), pattern: series.count > 1 ? index : 0,
              tip: tip(category, index, value))))
      }
    }
    let ticks = categories.enumerated().map { index, name in
      ((Double(index) + 0.5) / Double(count), name)
    }
    frame.drawHorizontal(frame.thinned(ticks.map { (share: $0.0, text: $0.1) }), in: &scene)
    return scene
  }

  private func lyingScene(on medium: Medium, width: Double) -> Scene {
    let values = categories.indices.map { index -> Double? in
      let own = series.compactMap { $0.values[index] }
      return own.isEmpty ? nil : own.reduce(0, +)
    }
    let texts = values.map { $0.map { locale.text($0, places: places) + unit } ?? "–" }
    let right = (texts.map { medium.width(of: $0) }.max() ?? 0) + medium.characterWidth * 2
    let names = categories.map { medium.elided($0, to: width * 0.4) }
    let left =
      (names.map { medium.width(of: $0) }.max() ?? 0)
      + medium.characterWidth * (medium.isText ? 1 : 1.6)
    let pitch = medium.isText ? 1 : medium.lineHeight * 1.35
    var scene = Scene(width: width, height: 0)
    var top = 0.0
    if series.count > 1 {
      let entries = series.indices.map { LegendEntry(paint($0), series[$0].name) }
      top = scene.legend(entries, y: 0, on: medium, pattern: true)
    }
    scene.height = top + pitch * Double(max(1, categories.count))
    let room = max(medium.characterWidth, width - left - right)
    let limit = max(highest, .leastNonzeroMagnitude)
    for (category, name) in names.enumerated() {
      let middle = top + pitch * (Double(category) + 0.5)
      scene.label(name, x: 0, y: middle)
      var x = left
      for index in series.indices {
        guard let value = series[index].values[category], value > 0 else { continue }
        let length = room * min(1, value / limit)
        let height = medium.isText ? 1 : pitch * 0.7
        scene.marks.append(
          .bar(
            Bar(
              frame: Rectangle(x: x, y: middle - height / 2, width: length, height: height),
              direction: .right, paint: paint(index), pattern: series.count > 1 ? index : 0,
              tip: tip(category, index, value))))
        x += length
      }
      let end = medium.isText ? x.rounded(.up) + 1 : x + medium.characterWidth * 0.6
      scene.label(texts[category], x: end, y: middle, .start, .muted)
    }
    return scene
  }
}
