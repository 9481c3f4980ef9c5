/// Bars of one or several series over categories, such as months: upright or, with names that need space,
/// lying. Only values above 0 have a bar.
package struct BarChart: Chart {
  /// How the bars of several series are arranged.
  package enum Arrangement: Hashable, Sendable {
    /// The bars lie on each other.
    case stacked
    /// The bars are beside each other.
    case grouped
  }

  package struct Series: Hashable, Sendable {
    package var name: String
    /// The value of each category, as many as there are; `nil` without a bar.
    package var values: [Double?]
    /// The colour; by default that of its position among the series.
    package var paint: Paint?

    package init(_ name: String, _ values: [Double?], paint: Paint? = nil) {
      (self.name, self.values, self.paint) = (name, values, paint)
    }
  }

  package let caption: Caption
  private let categories: [String]
  private let series: [Series]
  private let isStacked: Bool
  private let isLying: Bool
  private let greatest: Double?
  private let unit: String
  private let places: Int
  private let chosenSize: FigureSize?
  private let locale: ChartLocale

  /// Creates a chart; its table is made of the values.
  ///
  /// - Parameters:
  ///   - heading: The header of the categories in the table.
  ///   - isLying: Whether the bars grow to the right, with their category and their value or sum beside
  ///     them; grouped ones have a line each.
  ///   - greatest: The value that the axis reaches, at which bars end; by default that of the longest bar.
  ///   - unit: What follows each value, such as " %".
  ///   - places: The decimals of values.
  ///   - size: The size on a page; by default that of its names.
  package init(
    _ title: String, summary: String, heading: String, categories: [String], series: [Series],
    _ arrangement: Arrangement = .stacked, isLying: Bool = false, greatest: Double? = nil,
    unit: String = "", places: Int = 0, size: FigureSize? = nil, locale: ChartLocale = .english
  ) {
    chosenSize = size
    self.categories = categories
    (self.series, self.isLying) = (series, isLying)
    isStacked = arrangement == .stacked
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

  package var size: FigureSize {
    if let chosenSize { return chosenSize }
    return isLying && series.count == 1 && categories.allSatisfy { TextWidth.of($0) <= 14 }
      ? .small : .normal
  }

  package var pointCount: Int { categories.count }

  package func scene(on medium: Medium, width: Double) -> Scene {
    isLying ? lyingScene(on: medium, width: width) : uprightScene(on: medium, width: width)
  }

  /// The sums or the values that the axis has to reach.
  private var highest: Double {
    if let greatest, greatest > 0 { return greatest }
    let values = categories.indices.map { category in
      let row = series.indices.compactMap { value($0, category) }
      return isStacked ? row.reduce(0, +) : row.max() ?? 0
    }
    return values.max() ?? 0
  }

  /// Returns the value of a bar, if there is one.
  private func value(_ index: Int, _ category: Int) -> Double? {
    series[index].values[category].flatMap { $0 > 0 && $0.isDrawable ? $0 : nil }
  }

  /// Whether the series have a legend. Lying bars of a single one have their values beside them instead.
  private var hasLegend: Bool {
    series.count > 1 || !isLying && caption.needsLegend(of: series.map(\.name))
  }

  /// Draws the legend, if there is one.
  ///
  /// - Returns: Its height.
  private func drawLegend(on medium: Medium, in scene: inout Scene) -> Double {
    if !hasLegend { return 0 }
    let entries = series.indices.map { LegendEntry(paint($0), series[$0].name) }
    return scene.legend(entries, y: 0, on: medium) { .bar(pattern: $0) }
  }

  private func draw(
    _ value: Double, _ index: Int, of category: Int, _ frame: Rectangle, in scene: inout Scene
  ) {
    scene.marks.append(
      .bar(
        Bar(
          frame: frame, direction: isLying ? .right : .up, paint: paint(index),
          pattern: index, tip: tip(category, index, value))))
  }

  private func paint(_ index: Int) -> Paint { series[index].paint ?? .series(index) }

  private func tip(_ category: Int, _ index: Int, _ value: Double) -> String {
    let name =
      hasLegend ? "\(categories[category]), \(series[index].name)" : categories[category]
    return "\(name): \(locale.text(value, places: places))\(unit)"
  }

  private func uprightScene(on medium: Medium, width: Double) -> Scene {
    var scene = Scene(width: width, height: 0)
    let top = drawLegend(on: medium, in: &scene)
    let scale = LinearScale(0...highest, most: medium.isText ? 4 : 5, isWhole: places == 0)
    let texts = scale.labels(locale).map { $0 + unit }
    let frame = Frame(
      &scene, on: medium, top: top, yTexts: texts,
      height: medium.isText ? 10 : max(110, width * 0.36))
    frame.drawVertical(scale, texts, in: &scene)
    let count = max(1, categories.count)
    let pitch = frame.plot.width / Double(count)
    // Whole characters, so that bars of a terminal have the same width.
    let barWidth =
      medium.isText ? max(1, (pitch * 0.75).rounded(.down)) : pitch * (pitch > 3 ? 0.8 : 1)
    let part = isStacked ? barWidth : barWidth / Double(series.count)
    func y(_ value: Double) -> Double { frame.y(min(1, scale.share(of: value))) }
    for category in categories.indices {
      var base = 0.0
      let left = frame.plot.x + Double(category) * pitch
      let x = medium.isText ? left.rounded(.down) : left + (pitch - barWidth) / 2
      for index in series.indices {
        guard let value = value(index, category) else { continue }
        let (lower, upper) = (y(base), y(base + value))
        let bar = Rectangle(
          x: isStacked ? x : x + Double(index) * part, y: upper, width: part,
          height: lower - upper)
        if bar.height > 0 { draw(value, index, of: category, bar, in: &scene) }
        if isStacked {
          // A line of the background separates parts of a bar.
          if base > 0, bar.height > 2, !medium.isText {
            scene.rule(from: Point(x, bar.bottom), to: Point(bar.right, bar.bottom), .paper)
          }
          base += value
        }
      }
    }
    let names = categories.map { medium.elided($0, to: frame.plot.width / 2) }
    let ticks = names.enumerated().map { index, name in
      (share: (Double(index) + 0.5) / Double(count), text: name)
    }
    frame.drawHorizontal(frame.thinned(ticks), in: &scene)
    return scene
  }

  private func lyingScene(on medium: Medium, width: Double) -> Scene {
    let lines = categories.indices.flatMap { category in
      isStacked ? [(category, series.indices)] : series.indices.map { (category, $0..<$0 + 1) }
    }
    let texts = lines.map { category, shown in
      let own = shown.compactMap { series[$0].values[category] }
      return own.isEmpty ? "–" : locale.text(own.reduce(0, +), places: places) + unit
    }
    let right = (texts.map { medium.width(of: $0) }.max() ?? 0) + medium.characterWidth * 2
    let names = categories.map { medium.elided($0, to: width * 0.45) }
    let left =
      (names.map { medium.width(of: $0) }.max() ?? 0)
      + medium.characterWidth * (medium.isText ? 1 : 1.6)
    let pitch = medium.isText ? 1 : medium.lineHeight * 1.35
    // A space separates the bars of a category from those of the next one.
    let space = isStacked || medium.isText ? 0 : pitch * 0.3
    var scene = Scene(width: width, height: 0)
    let top = drawLegend(on: medium, in: &scene)
    scene.height =
      top + pitch * Double(max(1, lines.count)) + space * Double(max(0, categories.count - 1))
    let room = max(medium.characterWidth, width - left - right)
    let limit = max(highest, .leastNormalMagnitude)
    let height = medium.isText ? 1 : pitch * 0.7
    for (line, (category, shown)) in lines.enumerated() {
      let middle = top + pitch * (Double(line) + 0.5) + space * Double(category)
      if shown.lowerBound == 0 { scene.label(names[category], x: 0, y: middle) }
      var x = left
      for index in shown {
        guard let value = value(index, category) else { continue }
        let length = min(left + room - x, room * min(1, value / limit))
        let bar = Rectangle(x: x, y: middle - height / 2, width: length, height: height)
        if length > 0 { draw(value, index, of: category, bar, in: &scene) }
        if index > shown.lowerBound, length > 2, !medium.isText {
          scene.rule(from: Point(x, bar.y), to: Point(x, bar.bottom), .paper)
        }
        x += max(0, length)
      }
      let end = medium.isText ? x.rounded(.up) + 1 : x + medium.characterWidth * 0.6
      scene.label(texts[line], x: end, y: middle, .start, .muted)
    }
    return scene
  }
}
