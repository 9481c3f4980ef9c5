/// A grid of character cells on which the marks of a scene are drawn.
struct CellCanvas {
  /// A cell.
  private struct Cell {
    var character: Character = " "
    var paint: Paint?
    var isBold = false
    /// Whether the character is text, which lines do not cover.
    var isText = false
    /// The dots of a character of Braille (Unicode, "Braille Patterns"), by their bits.
    var dots: UInt8 = 0
    /// Whether the cell is covered by a wide character before it.
    var isCovered = false
  }

  private let width: Int
  private let height: Int
  private var cells: [Cell]

  /// Draws a scene.
  init(_ scene: Scene) {
    width = max(0, Int(scene.width.rounded(.up)))
    height = max(0, Int(scene.height.rounded(.up)))
    cells = Array(repeating: Cell(), count: width * height)
    // Texts come last, so that nothing covers them.
    for mark in scene.marks { if case .label = mark {} else { draw(mark) } }
    for mark in scene.marks { if case .label(let label) = mark { draw(label) } }
  }

  /// Returns the lines, with control sequences for colours.
  func lines(_ depth: ColorDepth) -> [String] {
    (0..<height).map { row in
      var line = ""
      var current: String?
      var row = cells[row * width..<(row + 1) * width]
      while let last = row.last, last.dots == 0, last.character == " ", !last.isCovered {
        row.removeLast()
      }
      for cell in row where !cell.isCovered {
        var wanted: String?
        if depth != .none {
          let color = cell.paint?.parameters(depth)
          wanted = cell.isBold ? color.map { "1;" + $0 } ?? "1" : color
        }
        if wanted != current {
          if current != nil { line += "\u{1B}[0m" }
          if let wanted { line += "\u{1B}[\(wanted)m" }
          current = wanted
        }
        if cell.dots != 0, let braille = Unicode.Scalar(0x2800 + UInt32(cell.dots)) {
          line.unicodeScalars.append(braille)
        } else {
          line.append(cell.character)
        }
      }
      return current == nil ? line : line + "\u{1B}[0m"
    }
  }

  private mutating func set(_ column: Int, _ row: Int, _ character: Character, _ paint: Paint?) {
    guard (0..<width).contains(column), (0..<height).contains(row) else { return }
    cells[row * width + column] = Cell(character: character, paint: paint)
  }

  private mutating func draw(_ mark: Mark) {
    switch mark {
    case .tile(let tile): draw(tile)
    case .bar(let bar): draw(bar)
    case .line(let line):
      for (from, to) in zip(line.points, line.points.dropFirst()) { draw(from, to, line.paint) }
      if line.points.count == 1, let point = line.points.first { draw(point, point, line.paint) }
    case .area(let area): draw(area)
    case .dot(let dot): set(Int(dot.center.x), Int(dot.center.y), "●", dot.paint)
    case .rule(let rule): draw(rule)
    case .label: break
    }
  }

  private mutating func draw(_ tile: Tile) {
    let character: Character =
      switch (tile.symbol, tile.paint, tile.isOutline) {
      case (let symbol?, _, _): symbol
      case (nil, .level(let level), _): Array("·░▒▓█")[max(0, min(level, 4))]
      case (nil, .rating(let step), _): Array("▁▂▄▆█")[max(0, min(step, 4))]
      case (nil, .neutral, _): "·"
      case (nil, _, true): "□"
      case (nil, _, false): "■"
      }
    set(Int(tile.frame.x.rounded(.down)), Int(tile.frame.y.rounded(.down)), character, tile.paint)
  }

  private mutating func draw(_ bar: Bar) {
    let frame = bar.frame
    let rows = Int(frame.y.rounded(.down))..<max(Int(frame.bottom.rounded(.up)), 0)
    // Series have shades of their own, for which there are no fractions of a cell.
    let shade = Array("█▓▒░▚▞")[bar.pattern % 6]
    switch bar.direction {
    case .right:
      let from = Int(frame.x.rounded())
      // A value that is not 0 is visible.
      let eighths = max(1, Int((frame.width * 8).rounded()))
      for row in rows.prefix(max(1, Int(frame.height.rounded()))) {
        for column in 0..<eighths / 8 { set(from + column, row, shade, bar.paint) }
        if eighths % 8 > 0, bar.pattern == 0 {
          set(from + eighths / 8, row, Array("▏▎▍▌▋▊▉")[eighths % 8 - 1], bar.paint)
        } else if eighths < 8 {
          set(from, row, shade, bar.paint)
        }
      }
    case .up:
      let columns =
        Int(frame.x.rounded())..<max(Int(frame.x.rounded()) + 1, Int(frame.right.rounded()))
      let bottom = Int(frame.bottom.rounded())
      let eighths = max(1, Int(((Double(bottom) - frame.y) * 8).rounded()))
      for column in columns {
        if bar.pattern > 0 || frame.bottom.rounded() != frame.bottom {
          for row in 0..<max(1, (eighths + 4) / 8) {
            set(column, bottom - 1 - row, shade, bar.paint)
          }
          continue
        }
        for row in 0..<eighths / 8 { set(column, bottom - 1 - row, shade, bar.paint) }
        if eighths % 8 > 0 {
          set(column, bottom - 1 - eighths / 8, Array("▁▂▃▄▅▆▇")[eighths % 8 - 1], bar.paint)
        }
      }
    }
  }

  /// Draws a straight line in dots, of which a cell has two columns and four rows (Bresenham).
  private mutating func draw(_ from: Point, _ to: Point, _ paint: Paint) {
    func dot(_ point: Point) -> (x: Int, y: Int)? {
      guard point.x.magnitude < 1e6, point.y.magnitude < 1e6 else { return nil }
      return (Int((point.x * 2).rounded(.down)), Int((point.y * 4 - 0.5).rounded()))
    }
    guard var (x, y) = dot(from), let (endX, endY) = dot(to) else { return }
    let (dx, dy) = (abs(endX - x), -abs(endY - y))
    let (stepX, stepY) = (x < endX ? 1 : -1, y < endY ? 1 : -1)
    var error = dx + dy
    while true {
      setDot(x, y, paint)
      if x == endX && y == endY { return }
      let double = 2 * error
      if double >= dy {
        error += dy
        x += stepX
      }
      if double <= dx {
        error += dx
        y += stepY
      }
    }
  }

  private mutating func setDot(_ x: Int, _ y: Int, _ paint: Paint) {
    let (column, row) = (max(0, x) / 2, max(0, y) / 4)
    guard (0..<width).contains(column), (0..<height).contains(row) else { return }
    let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    cells[row * width + column].dots |= bits[max(0, x) % 2][max(0, y) % 4]
    cells[row * width + column].paint = paint
  }

  private mutating func draw(_ area: Area) {
    guard let first = area.upper.first, let last = area.upper.last else { return }
    for column in max(0, Int(first.x))...max(0, Int(last.x)) {
      let x = Double(column) + 0.5
      guard let upper = Self.ordinate(of: area.upper, at: x),
        let lower = Self.ordinate(of: area.lower, at: x)
      else { continue }
      for row in max(0, Int(upper.rounded()))..<max(Int(upper.rounded()), Int(lower.rounded())) {
        if (0..<height).contains(row), column < width, cells[row * width + column].character == " "
        {
          set(column, row, "░", area.paint)
        }
      }
    }
  }

  /// Returns the ordinate of a line at an abscissa.
  private static func ordinate(of points: [Point], at x: Double) -> Double? {
    guard let next = points.firstIndex(where: { $0.x >= x }) else { return points.last?.y }
    if next == 0 { return points[0].y }
    let (from, to) = (points[next - 1], points[next])
    let share = to.x > from.x ? (x - from.x) / (to.x - from.x) : 0
    return from.y + share * (to.y - from.y)
  }

  private mutating func draw(_ rule: Rule) {
    if rule.paint == .grid { return }
    let (row, column) = (Int(rule.from.y), Int(rule.from.x))
    if rule.from.y == rule.to.y {
      let end = max(column, Int(rule.to.x))
      for column in column...end { set(column, row, rule.isDashed ? "┄" : "─", rule.paint) }
    } else {
      for row in row..<max(row, Int(rule.to.y)) where (0..<height).contains(row) && column < width {
        // Data cover a marking line.
        if cells[row * width + column].character == " " {
          set(column, row, rule.isDashed ? "┊" : "│", rule.paint)
        }
      }
    }
  }

  private mutating func draw(_ label: Label) {
    let wide = Double(TextWidth.of(label.text))
    let start: Double =
      switch label.anchor {
      case .start: label.at.x
      case .middle: label.at.x - wide / 2
      case .end: label.at.x - wide
      }
    var column = max(0, min(Int(start.rounded()), width - Int(wide)))
    let row = Int(label.at.y.rounded(.down))
    guard (0..<height).contains(row) else { return }
    for character in label.text {
      let columns = TextWidth.of(character)
      guard columns > 0 else { continue }
      guard column + columns <= width else { return }
      cells[row * width + column] = Cell(
        character: character, paint: label.paint, isBold: label.isBold, isText: true)
      if columns == 2 { cells[row * width + column + 1] = Cell(isCovered: true) }
      column += columns
    }
  }
}

extension Chart {
  /// Returns the chart as lines of a terminal.
  ///
  /// - Parameters:
  ///   - width: The greatest number of columns.
  ///   - colors: The colours that the terminal has; without any, shades and signs say the same.
  ///   - printable: Makes texts printable, which may contain control characters.
  public func lines(
    width: Int, colors: ColorDepth = .none, printable: (String) -> String = { $0 }
  ) -> [String] {
    var scene = scene(on: .terminal, width: Double(max(20, width)))
    for index in scene.marks.indices {
      guard case .label(var label) = scene.marks[index] else { continue }
      label.text = printable(label.text)
      scene.marks[index] = .label(label)
    }
    return CellCanvas(scene).lines(colors)
  }
}
