/// The area of a chart between its axes, and the axes.
struct Frame {
  /// The ticks of the horizontal axis: shares of the axis from 0 to 1, with their texts.
  typealias Ticks = [(share: Double, text: String)]

  /// The area of the data.
  let plot: Rectangle
  private let medium: Medium

  /// Reserves space for axes in a scene.
  ///
  /// - Parameters:
  ///   - top: The space above the plot, such as for a legend.
  ///   - yTexts: The texts of the ticks of the vertical axis.
  ///   - height: The height of the plot.
  ///   - right: The space on the right.
  init(
    _ scene: inout Scene, on medium: Medium, top: Double, yTexts: [String], height: Double,
    right: Double = 0
  ) {
    let space = (yTexts.map { medium.width(of: $0) }.max() ?? 0) + medium.characterWidth
    // Half a line above the plot is for half of the uppermost tick's text.
    let upper = top + (medium.isText ? 0 : medium.lineHeight / 2)
    plot = Rectangle(
      x: space, y: upper, width: max(medium.characterWidth * 4, scene.width - space - right),
      height: height)
    scene.height = upper + height + medium.lineHeight * (medium.isText ? 2 : 1.4)
    self.medium = medium
  }

  /// Creates an area in a scene that has space for a horizontal axis alone.
  init(_ plot: Rectangle, on medium: Medium) { (self.plot, self.medium) = (plot, medium) }

  /// Returns the abscissa of a share of the horizontal axis.
  func x(_ share: Double) -> Double { plot.x + share * plot.width }

  /// Returns the ordinate of a share of the vertical axis.
  func y(_ share: Double) -> Double { plot.bottom - share * plot.height }

  /// Draws the vertical axis: a line of the grid and a text for each tick.
  func drawVertical(_ scale: LinearScale, _ texts: [String], in scene: inout Scene) {
    for (tick, text) in zip(scale.ticks, texts) {
      let y = y(scale.share(of: tick))
      if !medium.isText {
        scene.rule(from: Point(plot.x, y), to: Point(plot.right, y), .grid)
      }
      // On a terminal, the axis is the line below the plot.
      scene.label(
        text, x: plot.x - medium.characterWidth * (medium.isText ? 1 : 0.8),
        y: medium.isText ? min(y.rounded(.down), plot.bottom - 1) + 0.5 : y, .end, .muted)
    }
  }

  /// Draws dashed lines at ascending shares of the horizontal axis, with their texts in rows above the plot.
  ///
  /// - Parameters:
  ///   - y: The upper end of the rows.
  ///   - rows: The number of rows, as `markerRows` returns it.
  func drawMarkers(
    _ markers: Ticks, y: Double, rows: Int, _ paint: Paint, in scene: inout Scene
  ) {
    let places = places(of: markers, most: rows, within: scene.width)
    for ((share, text), place) in zip(markers, places) {
      let x = x(share)
      scene.rule(from: Point(x, plot.y), to: Point(x, plot.bottom), paint, isDashed: true)
      guard let place else { continue }
      let middle = y + (Double(rows - place.row) - 0.5) * medium.lineHeight
      scene.label(
        medium.elided(text, to: scene.width), x: place.left, y: middle, .start, .muted)
    }
  }

  /// Returns the number of rows that the texts of markers need so that none covers another, five at most.
  func markerRows(_ markers: Ticks, within width: Double) -> Int {
    (places(of: markers, most: 5, within: width).compactMap { $0?.row }.max() ?? -1) + 1
  }

  /// Returns the left end and the row, from the plot upwards, of the text of each marker: in one row where each text
  /// can touch its line, else each over its line; `nil` where there is no space for it.
  private func places(
    of markers: Ticks, most: Int, within width: Double
  ) -> [(left: Double, row: Int)?] {
    let space = medium.characterWidth * (medium.isText ? 1 : 0.5)
    let texts = markers.map { (x: x($0.share), length: min(width, medium.width(of: $0.text))) }
    func centred(_ text: (x: Double, length: Double)) -> Double {
      max(0, min(text.x - text.length / 2, width - text.length))
    }
    // How far to the right each text may begin, so that those after it have space.
    var latest: [Double] = []
    var next = Double.infinity
    for text in texts.reversed() {
      next = min(text.x, width - text.length, next - space - text.length)
      latest.append(next)
    }
    var lefts: [Double] = []
    var end = 0.0
    for (text, latest) in zip(texts, latest.reversed()) {
      let left = max(min(centred(text), latest), end)
      guard left <= latest, left + text.length >= text.x - medium.characterWidth else { break }
      lefts.append(left)
      end = left + text.length + space
    }
    if lefts.count == texts.count { return lefts.map { ($0, 0) } }
    var ends = [Double](repeating: 0, count: max(0, most))
    return texts.map { text in
      let left = centred(text)
      guard let row = ends.firstIndex(where: { $0 <= left }) else { return nil }
      ends[row] = left + text.length + space
      return (left, row)
    }
  }

  /// Returns every second, third or further tick, so that their texts do not overlap.
  func thinned(_ ticks: Ticks) -> Ticks {
    let widest = ticks.map { medium.width(of: $0.text) }.max() ?? 0
    let pitch = plot.width / Double(max(1, ticks.count))
    let steps = [1, 2, 3, 4, 6, 12].first { Double($0) * pitch >= widest + medium.characterWidth }
    let step = steps ?? Int(((widest + medium.characterWidth) / pitch).rounded(.up))
    return stride(from: 0, to: ticks.count, by: max(1, step)).map { ticks[$0] }
  }

  /// Draws the horizontal axis and the texts of its ticks, leaving out what would overlap, and its name
  /// below, for which the scene grows by a line.
  func drawHorizontal(_ ticks: Ticks, name: String? = nil, in scene: inout Scene) {
    let y = plot.bottom
    scene.rule(
      from: Point(plot.x, medium.isText ? y + 0.5 : y),
      to: Point(plot.right, medium.isText ? y + 0.5 : y))
    let textY = medium.isText ? y + 1.5 : y + medium.lineHeight * 0.8
    var end = -Double.infinity
    for (share, text) in ticks where (-1e-9...1 + 1e-9).contains(share) {
      let width = medium.width(of: text)
      let x = max(width / 2, min(x(share), scene.width - width / 2))
      guard x - width / 2 >= end else { continue }
      if !medium.isText {
        scene.rule(from: Point(self.x(share), y), to: Point(self.x(share), y + 3))
      }
      scene.label(text, x: x, y: textY, .middle, .muted)
      end = x + width / 2 + medium.characterWidth
    }
    guard let name else { return }
    scene.label(
      medium.elided(name, to: plot.width), x: plot.center.x, y: textY + medium.lineHeight, .middle,
      .muted)
    scene.height += medium.lineHeight
  }
}

extension Scene {
  /// What a legend shows before each text.
  enum Sample {
    /// A tile with the sign of the entry.
    case tile
    case bar(pattern: Int)
    case line(dash: Int)
    /// Areas that lie on each other.
    case areas(Int)
  }

  /// Draws a legend in as many lines as it needs.
  ///
  /// - Parameter sample: What is shown before the text of the entry of each position.
  /// - Returns: Its height; 0 without entries.
  mutating func legend(
    _ entries: [LegendEntry], y: Double, on medium: Medium,
    _ sample: (Int) -> Sample = { _ in .tile }
  ) -> Double {
    if entries.isEmpty { return 0 }
    let height = medium.isText ? 1 : 10.0
    let between = medium.characterWidth * 2
    var (left, line) = (0.0, 0.0)
    for (index, entry) in entries.enumerated() {
      let sample = sample(index)
      let side: Double =
        switch sample {
        case .tile, .bar: height
        case .line, .areas: medium.isText ? 4 : 24
        }
      let text = medium.elided(
        entry.text, to: max(medium.characterWidth * 4, width - side - medium.characterWidth))
      let needed = side + medium.characterWidth + medium.width(of: text)
      if left > 0 && left + needed > width {
        line += 1
        left = 0
      }
      let middle = y + (line + 0.5) * medium.lineHeight
      let frame = Rectangle(x: left, y: middle - height / 2, width: side, height: height)
      switch sample {
      case .bar(let pattern):
        marks.append(.bar(Bar(frame: frame, direction: .up, paint: entry.paint, pattern: pattern)))
      case .line(let dash):
        let ends = [Point(left, middle), Point(frame.right - 0.5, middle)]
        marks.append(.line(Line(points: ends, paint: entry.paint, dash: dash)))
      case .areas(let count):
        let area = Area(
          upper: [Point(left, frame.y), Point(frame.right - 0.5, frame.y)],
          lower: [Point(left, frame.bottom), Point(frame.right - 0.5, frame.bottom)],
          paint: entry.paint)
        marks += repeatElement(.area(area), count: count)
      case .tile:
        marks.append(
          .tile(
            Tile(
              frame: frame, paint: entry.paint, symbol: entry.symbol, isOutline: entry.isOutline)))
      }
      label(text, x: left + side + medium.characterWidth * 0.7, y: middle, .start, .muted)
      left += needed + between
    }
    return (line + 1) * medium.lineHeight
  }
}
