/// The counts of values in bins of equal width.
package struct HistogramChart: Chart {
  /// The values from `low` to `high`, with their number.
  package struct Bin: Hashable, Sendable {
    package var low: Double
    package var high: Double
    package var count: Double

    package init(from low: Double, to high: Double, count: Double) {
      (self.low, self.high, self.count) = (low, high, count)
    }
  }

  package let caption: Caption
  private let bins: [Bin]
  private let markers: [LineChart.Event]
  private let places: Int
  private let locale: ChartLocale

  /// - Parameters:
  ///   - bins: The bins; only those of a width and a count above 0 have a bar.
  ///   - markers: Values with a name, such as the median.
  ///   - places: The decimals of counts, which may be probabilities.
  package init(
    _ title: String, summary: String, table: DataTable, bins: [Bin],
    markers: [LineChart.Event] = [], places: Int = 0, locale: ChartLocale = .english
  ) {
    caption = Caption(title, summary: summary, table: table)
    self.bins = bins.filter { $0.low.isDrawable && $0.high.isDrawable && $0.low < $0.high }
    (self.markers, self.places, self.locale) = (markers, places, locale)
  }

  package var size: FigureSize { .broad }

  package func scene(on medium: Medium, width: Double) -> Scene {
    var scene = Scene(width: width, height: 0)
    let scale = LinearScale(
      0...(bins.map(\.count).filter { $0 > 0 && $0.isDrawable }.max() ?? 0),
      most: medium.isText ? 4 : 5, isWhole: places == 0)
    let texts = scale.labels(locale)
    let low = bins.map(\.low).min() ?? 0
    let high = bins.map(\.high).max() ?? low + 1
    func share(_ value: Double) -> Double { (value - low) / (high - low) }
    func frame(rows: Int) -> Frame {
      Frame(
        &scene, on: medium, top: Double(rows) * medium.lineHeight, yTexts: texts,
        height: medium.isText ? 10 : max(110, width * 0.36), right: medium.characterWidth)
    }
    let shown: Frame.Ticks = markers.filter { (low...high).contains($0.x) }
      .sorted { $0.x < $1.x }.map { (share($0.x), $0.text) }
    let rows = frame(rows: 0).markerRows(shown, within: width)
    let frame = frame(rows: rows)
    frame.drawVertical(scale, texts, in: &scene)
    for bin in bins where bin.count > 0 && bin.count.isDrawable {
      let left = frame.x(share(bin.low))
      let upper = frame.y(scale.share(of: bin.count))
      let gap = medium.isText ? 0 : min(1, (frame.x(share(bin.high)) - left) * 0.1)
      scene.marks.append(
        .bar(
          Bar(
            frame: Rectangle(
              x: left, y: upper, width: frame.x(share(bin.high)) - left - gap,
              height: frame.plot.bottom - upper), direction: .up, paint: .series(0))))
    }
    frame.drawMarkers(shown, y: 0, rows: rows, .ink, in: &scene)
    let axis = LinearScale(
      low...high, most: Int(frame.plot.width / (medium.characterWidth * 9)), isTight: true)
    frame.drawHorizontal(
      zip(axis.ticks, axis.labels(locale)).map { (share: share($0), text: $1) }, in: &scene)
    return scene
  }
}
