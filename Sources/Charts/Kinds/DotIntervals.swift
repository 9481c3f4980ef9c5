/// Values with intervals, a row each, beside a line of reference such as 0.
package struct DotIntervals: Chart {
  package struct Row: Hashable, Sendable {
    package var name: String
    package var value: Double
    /// The ends of the interval; `nil` for exact values.
    package var interval: ClosedRange<Double>?

    package init(_ name: String, _ value: Double, _ interval: ClosedRange<Double>?) {
      (self.name, self.value, self.interval) = (name, value, interval)
    }
  }

  package let caption: Caption
  private let rows: [Row]
  private let reference: Double?
  private let places: Int
  private let locale: ChartLocale

  /// Creates the chart; its table is made of the rows.
  ///
  /// - Parameters:
  ///   - columns: The headers of the table: name, value, lower and upper end.
  ///   - reference: A value that a line marks.
  package init(
    _ title: String, summary: String, columns: [String], rows: [Row], reference: Double? = nil,
    places: Int = 2, locale: ChartLocale = .english
  ) {
    (self.rows, self.reference) = (rows, reference)
    (self.places, self.locale) = (places, locale)
    let table = DataTable(
      columns: columns,
      rows: rows.map { row in
        [row.name, locale.text(row.value, places: places)]
          + [row.interval?.lowerBound, row.interval?.upperBound].map {
            $0.map { locale.text($0, places: places) } ?? "–"
          }
      })
    caption = Caption(title, summary: summary, table: table)
  }

  package func scene(on medium: Medium, width: Double) -> Scene {
    let pitch = medium.isText ? 1 : medium.lineHeight * 1.4
    let names = rows.map { medium.elided($0.name, to: width * 0.4) }
    let left = (names.map { medium.width(of: $0) }.max() ?? 0) + medium.characterWidth * 1.5
    let texts = rows.map { locale.text($0.value, places: places) }
    let right = (texts.map { medium.width(of: $0) }.max() ?? 0) + medium.characterWidth
    let values =
      rows.flatMap { [$0.value] + ($0.interval.map { [$0.lowerBound, $0.upperBound] } ?? []) }
      + (reference.map { [$0] } ?? [])
    let finite = values.filter(\.isDrawable)
    let room = max(medium.characterWidth * 6, width - left - right)
    let scale = LinearScale(
      (finite.min() ?? 0)...(finite.max() ?? 1),
      most: max(2, Int(room / (medium.characterWidth * 8))))
    let bottom = Double(rows.count) * pitch
    var scene = Scene(width: width, height: bottom + medium.lineHeight * (medium.isText ? 2 : 1.4))
    func x(_ value: Double) -> Double {
      left + scale.share(of: max(scale.domain.lowerBound, min(value, scale.domain.upperBound)))
        * room
    }
    if let reference, reference.isDrawable {
      scene.rule(from: Point(x(reference), 0), to: Point(x(reference), bottom), isDashed: true)
    }
    for (index, row) in rows.enumerated() {
      let y = (Double(index) + 0.5) * pitch
      scene.label(names[index], x: 0, y: y)
      if let interval = row.interval {
        scene.rule(
          from: Point(x(interval.lowerBound), y), to: Point(x(interval.upperBound), y), .series(0))
      }
      if row.value.isDrawable {
        let tip = "\(row.name): \(texts[index])"
        scene.marks.append(
          .dot(Dot(center: Point(x(row.value), y), paint: .series(0), tip: tip)))
      }
      scene.label(texts[index], x: width, y: y, .end, .muted)
    }
    let frame = Frame(Rectangle(x: left, y: 0, width: room, height: bottom), on: medium)
    let ticks = zip(scale.ticks, scale.labels(locale))
    frame.drawHorizontal(ticks.map { (scale.share(of: $0), $1) }, in: &scene)
    return scene
  }
}
