/// A grid of character cells on which the marks of a scene are drawn.
struct CellCanvas {
  private struct Cell {
    var character: Character = " "
    var paint: Paint?
    var isBold = false
    /// The dots of a character of Braille (Unicode, "Braille Patterns"), by their bits.
    var dots: UInt8 = 0
    /// Whether the cell is covered by a wide character before it.
    var isCovered = false
  }

  private let width: Int
  private let height: Int
  private let depth: ColorDepth
  private var cells: [Cell]

  init(_ scene: Scene, _ depth: ColorDepth = .none) {
    self.depth = depth
    width = max(0, Self.index(scene.width.rounded(.up)))
    height = max(0, Self.index(scene.height.rounded(.up)))
    cells = Array(repeating: Cell(), count: width * height)
    // Texts come last, so that nothing covers them.
    for mark in scene.marks { if case .label = mark {} else { draw(mark) } }
    for mark in scene.marks { if case .label(let label) = mark { draw(label) } }
  }

  /// Returns the lines, with control sequences for colours.
  var lines: [String] {
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

  /// Returns the cell at a coordinate; one that is far outside for what is too great.
  private static func index(_ coordinate: Double) -> Int {
    Int(max(-1e6, min(coordinate, 1e6)).rounded(.down))
  }

  private mutating func set(_ column: Int, _ row: Int, _ character: Character, _ paint: Paint?) {
    set(column, row, Cell(character: character, paint: paint))
  }

  /// Fills a cell and, with a wide character, the next one; not one outside or without a width.
  private mutating func set(_ column: Int, _ row: Int, _ cell: Cell) {
    let columns = TextWidth.of(cell.character)
    guard columns > 0, column >= 0, column + columns <= width, (0..<height).contains(row)
    else { return }
    let first = row * width
    for index in first + column..<first + column + columns {
      // The other half of a wide character is empty when one of them is overwritten.
      if cells[index].isCovered { cells[index - 1] = Cell() }
      if index + 1 < first + width, cells[index + 1].isCovered { cells[index + 1] = Cell() }
    }
    cells[first + column] = cell
    for index in first + column + 1..<first + column + columns {
      cells[index] = Cell(isCovered: true)
    }
  }

  /// Whether a cell is within the grid and empty.
  private func isFree(_ column: Int, _ row: Int) -> Bool {
    (0..<width).contains(column) && (0..<height).contains(row)
      && cells[row * width + column].character == " " && cells[row * width + column].dots == 0
  }

  private mutating func draw(_ mark: Mark) {
    switch mark {
    case .tile(let tile): draw(tile)
    case .bar(let bar): draw(bar)
    case .line(let line): draw(line)
    case .area(let area): draw(area)
    case .dot(let dot): set(Self.index(dot.center.x), Self.index(dot.center.y), "●", dot.paint)
    case .rule(let rule): draw(rule)
    case .label: break
    }
  }

  private mutating func draw(_ tile: Tile) {
    // A wide sign would cover the next tile.
    let symbol = tile.symbol.flatMap { TextWidth.of($0) == 1 ? $0 : nil }
    let character: Character =
      switch (symbol, tile.paint, tile.isOutline) {
      case (let symbol?, _, true): Self.outlines[symbol] ?? symbol
      case (let symbol?, _, false): symbol
      // Where the steps have colours of their own, shades would only add noise.
      case (nil, .level(1...), _) where depth.hasShades: "■"
      case (nil, .level(let level), _): Array("·░▒▓█")[max(0, min(level, 4))]
      case (nil, .rating(let step), _): Array("▁▂▄▆█")[max(0, min(step, 4))]
      case (nil, .neutral, _): "·"
      case (nil, .missed, _): "×"
      case (nil, _, true): "□"
      case (nil, _, false): "■"
      }
    set(Self.index(tile.frame.x), Self.index(tile.frame.y), character, tile.paint)
  }

  /// The outlines of signs that are filled.
  private static let outlines: [Character: Character] = [
    "●": "○", "◆": "◇", "▲": "△", "★": "☆", "■": "□",
  ]

  private mutating func draw(_ bar: Bar) {
    let frame = bar.frame
    // Series have shades of their own, for which there are no fractions of a cell.
    let shade = Array("█▓▒░▚▞")[bar.pattern % 6]
    switch bar.direction {
    case .right:
      let (start, row) = (Self.index(frame.x.rounded()), Self.index(frame.y))
      if bar.pattern > 0 {
        // The bar ends where the next one begins; a value that is not 0 is visible.
        for column in start..<max(start + 1, Self.index(frame.right.rounded())) {
          set(column, row, shade, bar.paint)
        }
      } else {
        let eighths = max(1, Self.index((frame.width * 8).rounded()))
        for column in 0..<eighths / 8 { set(start + column, row, shade, bar.paint) }
        if eighths % 8 > 0 {
          set(start + eighths / 8, row, Array("▏▎▍▌▋▊▉")[eighths % 8 - 1], bar.paint)
        }
      }
    case .up:
      let columns =
        Self.index(
          frame.x.rounded())..<max(
          Self.index(frame.x.rounded()) + 1, Self.index(frame.right.rounded()))
      let bottom = Self.index(frame.bottom.rounded())
      let eighths = max(1, Self.index(((Double(bottom) - frame.y) * 8).rounded()))
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

  /// The lengths of dashes and gaps in turn, in dots, of each style of `Line`. They differ within the eight
  /// dots of a legend's sample, and each begins with a dot, so that the shortest line is visible.
  private static let dashes = [[], [6, 2], [1, 1], [3, 2, 1, 2], [1, 3], [2, 2]]

  private mutating func draw(_ line: Line) {
    let isDrawn = Self.dashes[line.dash % Self.dashes.count].enumerated().flatMap { index, length in
      Array(repeating: index % 2 == 0, count: length)
    }
    var length = 0
    var last: (Int, Int)?
    let ends = line.points.count == 1 ? line.points : Array(line.points.dropFirst())
    for (from, to) in zip(line.points, ends) {
      draw(from, to) { canvas, x, y in
        // Close points are the same dot, which counts once, so that dashes keep their length.
        if let last, last == (x, y) { return }
        last = (x, y)
        if isDrawn.isEmpty || isDrawn[length % isDrawn.count] { canvas.setDot(x, y, line.paint) }
        length += 1
      }
    }
  }

  /// Draws a straight line in dots, of which a cell has two columns and four rows (Bresenham).
  private mutating func draw(
    _ from: Point, _ to: Point, _ setDot: (inout CellCanvas, Int, Int) -> Void
  ) {
    func dot(_ point: Point) -> (x: Int, y: Int) {
      (Self.index(point.x * 2), Self.index(point.y * 4))
    }
    var (x, y) = dot(from)
    let (endX, endY) = dot(to)
    let (dx, dy) = (abs(endX - x), -abs(endY - y))
    let (stepX, stepY) = (x < endX ? 1 : -1, y < endY ? 1 : -1)
    var error = dx + dy
    while true {
      setDot(&self, x, y)
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
    let (column, row) = (x / 2, y / 4)
    guard x >= 0, y >= 0, column < width, row < height else { return }
    let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    cells[row * width + column].dots |= bits[x % 2][y % 4]
    cells[row * width + column].paint = paint
  }

  /// An area on another is darker, as it is in vector graphics.
  private static let darker: [Character: Character] = ["░": "▒", "▒": "▓"]

  private mutating func draw(_ area: Area) {
    guard let first = area.upper.first, let last = area.upper.last else { return }
    for column in Self.index(first.x)..<max(Self.index(first.x), Self.index(last.x)) + 1 {
      let x = Double(column) + 0.5
      guard let upper = Self.ordinate(of: area.upper, at: x),
        let lower = Self.ordinate(of: area.lower, at: x)
      else { continue }
      let top = Self.index(upper.rounded())
      for row in top..<max(top, Self.index(lower.rounded())) {
        if isFree(column, row) {
          set(column, row, "░", area.paint)
        } else if (0..<width).contains(column), (0..<height).contains(row),
          let darker = Self.darker[cells[row * width + column].character]
        {
          set(column, row, darker, area.paint)
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
    let (row, column) = (Self.index(rule.start.y), Self.index(rule.start.x))
    if rule.start.y == rule.end.y {
      let end = max(column, Self.index(rule.end.x))
      for column in column...end { set(column, row, rule.isDashed ? "┄" : "─", rule.paint) }
    } else {
      // Data cover a marking line.
      for row in row..<max(row, Self.index(rule.end.y)) where isFree(column, row) {
        set(column, row, rule.isDashed ? "┊" : "│", rule.paint)
      }
    }
  }

  private mutating func draw(_ label: Label) {
    let wide = Double(TextWidth.of(label.text))
    let start: Double =
      switch label.anchor {
      case .start: label.position.x
      case .middle: label.position.x - wide / 2
      case .end: label.position.x - wide
      }
    var column = max(0, min(Self.index(start.rounded()), width - Int(wide)))
    let row = Self.index(label.position.y)
    for character in label.text {
      set(
        column, row, Cell(character: character, paint: label.paint, isBold: label.isBold))
      column += TextWidth.of(character)
    }
  }
}

extension Chart {
  /// - Parameters:
  ///   - width: The greatest number of columns; 20 at least.
  ///   - colors: The colours that the terminal has; without any, shades and signs replace them.
  ///   - printable: Makes texts printable, which may contain control characters.
  package func lines(
    width: Int, colors: ColorDepth = .none, printable: (String) -> String = { $0 }
  ) -> [String] {
    var scene = scene(on: .terminal, width: Double(max(20, width)))
    for index in scene.marks.indices {
      guard case .label(var label) = scene.marks[index] else { continue }
      label.text = printable(label.text)
      scene.marks[index] = .label(label)
    }
    return CellCanvas(scene, colors).lines
  }
}
