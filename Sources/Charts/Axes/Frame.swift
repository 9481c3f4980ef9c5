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
        y: medium.isText ? min(y, plot.bottom - 0.5) : y, .end, .muted)
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

  /// Draws the horizontal axis and the texts of its ticks, leaving out what would overlap.
  func drawHorizontal(_ ticks: Ticks, in scene: inout Scene) {
    let y = plot.bottom
    scene.rule(
      from: Point(plot.x, medium.isText ? y + 0.5 : y),
      to: Point(plot.right, medium.isText ? y + 0.5 : y))
    let textY = medium.isText ? y + 1.5 : y + medium.lineHeight * 0.8
    var end = -Double.infinity
    for (share, text) in ticks {
      let width = medium.width(of: text)
      var x = x(share)
      let isFree = x >= end
      x = max(width / 2, min(x, scene.width - width / 2))
      guard isFree, x - width / 2 >= end else { continue }
      if !medium.isText {
        scene.rule(from: Point(self.x(share), y), to: Point(self.x(share), y + 3))
      }
      scene.label(text, x: x, y: textY, .middle, .muted)
      end = x + width / 2 + medium.characterWidth
    }
  }
}

extension Scene {
  /// Draws a legend in as many lines as it needs.
  ///
  /// - Returns: Its height.
  mutating func legend(
    _ entries: [LegendEntry], x: Double = 0, y: Double, on medium: Medium, pattern: Bool = false
  ) -> Double {
    let side = medium.isText ? 1 : 10.0
    let between = medium.characterWidth * 2
    var (left, line) = (x, 0.0)
    for (index, entry) in entries.enumerated() {
      let text = medium.elided(entry.text, to: max(medium.characterWidth * 4, width - x - side * 2))
      let needed = side + medium.characterWidth + medium.width(of: text)
      if left > x && left + needed > width {
        line += 1
        left = x
      }
      let middle = y + (line + 0.5) * medium.lineHeight
      let frame = Rectangle(x: left, y: middle - side / 2, width: side, height: side)
      if pattern {
        marks.append(.bar(Bar(frame: frame, direction: .up, paint: entry.paint, pattern: index)))
      } else {
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
