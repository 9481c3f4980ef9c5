import FlintCalendar

/// What the horizontal axis of a chart measures.
package enum HorizontalAxis: Hashable, Sendable {
  /// Days; a value of the axis is the number of days since 1970-01-01.
  case days
  /// The axis measures numbers; whether only whole ones are meaningful, and what they count, if the axis has a name.
  case numbers(isWhole: Bool, name: String? = nil)
}

/// Lines over days or numbers, each with a band around it if it has one.
package struct LineChart: Chart {
  package struct Series: Sendable {
    package struct Value: Hashable, Sendable {
      /// The value on the horizontal axis.
      package var x: Double
      /// The value; `nil` interrupts the line.
      package var y: Double?

      package init(_ x: Double, _ y: Double?) { (self.x, self.y) = (x, y) }
    }

    package var name: String
    /// The points, from left to right.
    package var values: [Value]
    /// Bands around the line, the widest first: the lower and the upper line of each.
    package var bands: [Band]
    /// The colour; by default that of its position among the series.
    package var paint: Paint?
    /// Whether the value stays until the next point.
    package var isStepped: Bool

    package init(
      _ name: String, _ values: [Value], bands: [Band] = [], paint: Paint? = nil,
      isStepped: Bool = false
    ) {
      (self.name, self.values, self.bands) = (name, values, bands)
      (self.paint, self.isStepped) = (paint, isStepped)
    }
  }

  /// A band between two lines over the same abscissas.
  package struct Band: Sendable {
    package var name: String
    /// The points: abscissa, lower and upper value.
    package var values: [(x: Double, low: Double, high: Double)]

    package init(_ name: String, _ values: [(x: Double, low: Double, high: Double)]) {
      (self.name, self.values) = (name, values)
    }
  }

  /// A value on the horizontal axis with a name, such as the day of a new level.
  package struct Event: Hashable, Sendable {
    /// The value on the horizontal axis.
    package var x: Double
    package var text: String

    package init(_ x: Double, _ text: String) { (self.x, self.text) = (x, text) }
  }

  package let caption: Caption
  private let axis: HorizontalAxis
  private let series: [Series]
  private let events: [Event]
  private let range: ClosedRange<Double>?
  private let isPercent: Bool
  private let locale: ChartLocale

  /// - Parameters:
  ///   - range: Values that the vertical axis includes in any case; by default 0.
  ///   - events: Values of the horizontal axis with a name.
  ///   - isPercent: Whether the values are shares, which the axis shows in percent.
  package init(
    _ title: String, summary: String, table: DataTable, over axis: HorizontalAxis,
    series: [Series], events: [Event] = [], including range: ClosedRange<Double>? = 0...0,
    isPercent: Bool = false, locale: ChartLocale = .english
  ) {
    caption = Caption(title, summary: summary, table: table)
    self.axis = axis
    (self.series, self.events, self.range) = (series, events, range)
    (self.isPercent, self.locale) = (isPercent, locale)
  }

  /// Days have space in a picture of normal size; from a curve over numbers, these are read.
  package var size: FigureSize {
    if case .numbers = axis { .broad } else { .normal }
  }

  package var pointCount: Int {
    series.map { $0.values.count { $0.y != nil } }.max() ?? 0
  }

  package func scene(on medium: Medium, width: Double) -> Scene {
    let factor = isPercent ? 100.0 : 1
    var scene = Scene(width: width, height: 0)
    let endLabels = endLabels(on: medium, width: width)
    let legend = endLabels == nil ? legend : []
    let legendHeight = scene.legend(legend.map(\.entry), y: 0, on: medium) { legend[$0].sample }
    let ordinates =
      series.flatMap { $0.values.compactMap(\.y) }
      + series.flatMap { $0.bands.flatMap { $0.values.flatMap { [$0.low, $0.high] } } }
      + (range.map { [$0.lowerBound, $0.upperBound] } ?? [])
    let finite = ordinates.filter(\.isDrawable)
    let scale = LinearScale(
      (finite.min() ?? 0) * factor...(finite.max() ?? 1) * factor, most: medium.isText ? 4 : 5)
    let texts = scale.labels(locale).map { isPercent ? $0 + " %" : $0 }
    func frame(rows: Int) -> Frame {
      Frame(
        &scene, on: medium, top: legendHeight + Double(rows) * medium.lineHeight, yTexts: texts,
        height: medium.isText ? 10 : Self.height(width),
        right: endLabels?.width ?? medium.characterWidth)
    }
    let abscissas = series.flatMap { $0.values.map(\.x) + $0.bands.flatMap { $0.values.map(\.x) } }
    let drawn = abscissas.filter(\.isDrawable)
    let (low, high) = (drawn.min() ?? 0, drawn.max() ?? 1)
    // The rows of texts above the plot do not change its width.
    let level = frame(rows: 0)
    let horizontal = Horizontal(axis, low, high, plot: level.plot, medium, locale)
    let markers: Frame.Ticks = events.filter { (low...high).contains($0.x) }
      .sorted { $0.x < $1.x }.map { (horizontal.share($0.x), $0.text) }
    let rows = level.markerRows(markers, within: width)
    let frame = frame(rows: rows)
    frame.drawVertical(scale, texts, in: &scene)
    func point(_ x: Double, _ y: Double) -> Point {
      // Lines at the ends of the axis are within the plot.
      let middle = scale.share(of: y * factor) - 0.5
      return Point(
        frame.x(horizontal.share(x)),
        frame.plot.center.y - middle * (frame.plot.height - 2 * medium.lineInset))
    }
    frame.drawMarkers(markers, y: legendHeight, rows: rows, .muted, in: &scene)
    for (index, line) in series.enumerated() {
      let paint = line.paint ?? .series(index)
      for band in line.bands {
        let values = band.values.filter { [$0.x, $0.low, $0.high].allSatisfy(\.isDrawable) }
        scene.marks.append(
          .area(
            Area(
              upper: values.map { point($0.x, $0.high) }, lower: values.map { point($0.x, $0.low) },
              paint: paint)))
      }
      for run in line.runs {
        scene.marks.append(
          .line(Line(points: run.map { point($0.x, $0.y) }, paint: paint, dash: index)))
      }
    }
    frame.drawHorizontal(horizontal.ticks, name: horizontal.name, in: &scene)
    endLabels?.draw(
      zip(series, endLabels?.names ?? []).compactMap { line, name in
        line.runs.last?.last.map { (name, point($0.x, $0.y).y) }
      }, right: frame.plot.right, within: frame.plot.y...frame.plot.bottom, in: &scene)
    return scene
  }

  /// The names of lines at their ends, where these have space for them and lie apart; `nil` for a legend instead.
  private func endLabels(on medium: Medium, width: Double) -> EndLabels? {
    let names = series.map(\.name)
    guard !medium.isText, (2...4).contains(series.count), series.allSatisfy({ $0.bands.isEmpty })
    else { return nil }
    let values =
      series.flatMap { $0.values.compactMap(\.y) }.filter(\.isDrawable)
      + (range.map { [$0.lowerBound, $0.upperBound] } ?? [])
    let ends = series.compactMap { $0.runs.last?.last?.y }.sorted()
    let least =
      ((values.max() ?? 0) - (values.min() ?? 0)) * medium.lineHeight / Self.height(width)
    guard zip(ends, ends.dropFirst()).allSatisfy({ $1 - $0 >= least }) else { return nil }
    return EndLabels(names, on: medium, within: width * 0.3)
  }

  /// The height of the plot of a picture of a width.
  private static func height(_ width: Double) -> Double { max(110, width * 0.36) }

  /// Each line and each of its bands; a band is as dark as the wider ones below make it. Bands that all lines have are
  /// named once.
  private var legend: [(entry: LegendEntry, sample: Scene.Sample)] {
    let hasBands = series.contains { !$0.bands.isEmpty }
    guard hasBands || caption.needsLegend(of: series.map(\.name)) else { return [] }
    let bands = series.first?.bands.map(\.name) ?? []
    if series.count > 1, !bands.isEmpty, series.allSatisfy({ $0.bands.map(\.name) == bands }) {
      return series.enumerated().map { index, line in
        (LegendEntry(line.paint ?? .series(index), line.name), .line(dash: index))
      } + bands.enumerated().map { (LegendEntry(.neutral, $1), .areas($0 + 1)) }
    }
    return series.enumerated().flatMap { index, line in
      let paint = line.paint ?? .series(index)
      return [(LegendEntry(paint, line.name), Scene.Sample.line(dash: index))]
        + line.bands.enumerated().map { depth, band in
          (LegendEntry(paint, band.name), .areas(depth + 1))
        }
    }
  }
}

extension LineChart.Series {
  /// The runs of points without interruption; a stepped line has a corner before each point.
  var runs: [[(x: Double, y: Double)]] {
    var runs: [[(x: Double, y: Double)]] = [[]]
    for value in values {
      guard let y = value.y, y.isDrawable, value.x.isDrawable else {
        if !runs[runs.count - 1].isEmpty { runs.append([]) }
        continue
      }
      if isStepped, let last = runs[runs.count - 1].last {
        runs[runs.count - 1].append((value.x, last.y))
      }
      runs[runs.count - 1].append((value.x, y))
    }
    return runs.filter { !$0.isEmpty }
  }
}

private struct Horizontal {
  let ticks: Frame.Ticks
  /// The name of the axis, if it has one.
  let name: String?
  private let low: Double
  private let width: Double

  init(
    _ axis: HorizontalAxis, _ low: Double, _ high: Double, plot: Rectangle, _ medium: Medium,
    _ locale: ChartLocale
  ) {
    self.low = low
    // A single value is at the beginning of an axis that is one unit long.
    let width = high > low ? high - low : 1
    self.width = width
    switch axis {
    case .days:
      name = nil
      // The first and the last day that have a date: 0001-01-01 and 9999-12-31.
      let dated = -719_162.0...2_932_896
      func day(_ value: Double) -> CivilDay {
        CivilDay(number: Int32(max(dated.lowerBound, min(value, dated.upperBound)).rounded(.down)))
      }
      let axis = DayAxis(
        day(low)..<day(high) + 1, most: Int(plot.width / (medium.characterWidth * 7)),
        locale: locale)
      ticks = axis.ticks.map { ((Double($0.day.number) - low) / width, $0.text) }
    case .numbers(let isWhole, let name):
      self.name = name
      let most = Int(plot.width / (medium.characterWidth * 9))
      let scale = LinearScale(low...low + width, most: most, isWhole: isWhole, isTight: true)
      ticks = zip(scale.ticks, scale.labels(locale)).map { (($0 - low) / width, $1) }
    }
  }

  func share(_ x: Double) -> Double { (x - low) / width }
}
