extension SVGWriter {
  /// Draws consecutive tiles, and forgets them. Those of one colour share an element, unless they have words
  /// of their own.
  mutating func draw(_ tiles: inout [Tile]) {
    var paints: [Tile] = []
    for tile in tiles
    where !paints.contains(where: { $0.paint == tile.paint && $0.isOutline == tile.isOutline }) {
      paints.append(tile)
    }
    for first in paints {
      let same = tiles.filter { $0.paint == first.paint && $0.isOutline == first.isOutline }
      let described = same.filter { hasTips && $0.tip != nil }
      drawPlain(hasTips ? same.filter { $0.tip == nil } : same)
      if described.isEmpty { continue }
      text += "<g \(look(of: first))>\n"
      for tile in described { text += "<path d=\"\(path(of: tile))\"" + end("path", tile.tip) }
      text += "</g>\n"
    }
    drawSymbols(of: tiles)
    tiles = []
  }

  private func look(of tile: Tile) -> String {
    tile.isOutline
      ? Self.stroke(tile.paint, width: 1) + " stroke-dasharray=\"2 2\"" : Self.fill(tile.paint)
  }

  private func path(of tile: Tile) -> String {
    // The line of an outline lies within the cell.
    let frame = tile.frame
    return Self.path(
      of: tile.isOutline
        ? Rectangle(
          x: frame.x + 0.5, y: frame.y + 0.5, width: frame.width - 1, height: frame.height - 1)
        : frame)
  }

  /// Draws tiles of one colour without words. Cells one below the other, or beside each other, are a dashed
  /// line, each dash of which is a cell: so a calendar takes a fifth of the space.
  private mutating func drawPlain(_ tiles: [Tile]) {
    guard let first = tiles.first else { return }
    let size = first.frame
    let isUniform = tiles.allSatisfy {
      $0.frame.width == size.width && $0.frame.height == size.height
    }
    let steps = zip(tiles, tiles.dropFirst()).map {
      ($1.frame.x - $0.frame.x, $1.frame.y - $0.frame.y)
    }
    let down = steps.filter { $0.0 == 0 && $0.1 > size.height }.map(\.1).min()
    let right = steps.filter { $0.1 == 0 && $0.0 > size.width }.map(\.0).min()
    guard !first.isOutline, isUniform, let step = down ?? right else {
      text += "<path \(look(of: first)) d=\"\(tiles.map { path(of: $0) }.joined())\"/>\n"
      return
    }
    let isDown = down != nil
    var runs: [(start: Rectangle, count: Int)] = []
    for frame in tiles.map(\.frame) {
      if let last = runs.last {
        let distance = Point(frame.x - last.start.x, frame.y - last.start.y)
        let (across, along) = isDown ? (distance.x, distance.y) : (distance.y, distance.x)
        if across == 0, abs(along - Double(last.count) * step) < 0.01 {
          runs[runs.count - 1].count += 1
          continue
        }
      }
      runs.append((frame, 1))
    }
    let (thickness, dash) = isDown ? (size.width, size.height) : (size.height, size.width)
    let lines = runs.map { run in
      let start =
        isDown ? Point(run.start.center.x, run.start.y) : Point(run.start.x, run.start.center.y)
      let length = SVGText.number(Double(run.count - 1) * step + dash)
      return "M\(SVGText.tenths(start.x)) \(SVGText.tenths(start.y))\(isDown ? "v" : "h")\(length)"
    }
    text +=
      "<path \(Self.stroke(first.paint, width: thickness))"
      + " stroke-dasharray=\"\(SVGText.number(dash)) \(SVGText.number(step - dash))\""
      + " d=\"\(lines.joined())\"/>\n"
  }

  /// Draws the signs in tiles: those of one row share an element, those of one colour their attributes.
  private mutating func drawSymbols(of tiles: [Tile]) {
    struct Look: Hashable {
      var paint: Paint
      var size: Double
    }
    struct Row {
      var y: Double
      var xs: [String]
      var symbols: String
    }
    var rows: [Look: [Row]] = [:]
    var order: [Look] = []
    for tile in tiles {
      guard let symbol = tile.symbol, !symbol.isWhitespace else { continue }
      let side = min(tile.frame.width, tile.frame.height)
      let look = Look(
        paint: tile.isOutline ? .ink : tile.paint.symbolPaint, size: max(8, min(11, side * 0.85)))
      if rows[look] == nil { order.append(look) }
      let (x, y) = (SVGText.tenths(tile.frame.center.x), tile.frame.center.y)
      // A sign of several code units, such as an emoji, has positions for each of them.
      let isShort = symbol.utf16.count == 1
      let index = rows[look]?.firstIndex {
        $0.y == y && isShort && $0.symbols.utf16.count == $0.xs.count
      }
      if let index {
        rows[look]?[index].xs.append(x)
        rows[look]?[index].symbols.append(symbol)
      } else {
        rows[look, default: []].append(Row(y: y, xs: [x], symbols: String(symbol)))
      }
    }
    for look in order {
      text +=
        "<g \(Self.fill(look.paint)) font-size=\"\(SVGText.number(look.size))\""
        + " text-anchor=\"middle\">\n"
      for row in rows[look] ?? [] {
        text +=
          "<text y=\"\(SVGText.tenths(row.y + look.size * 0.36))\""
          + " x=\"\(row.xs.joined(separator: " "))\">\(SVGText.escaped(row.symbols))</text>\n"
      }
      text += "</g>\n"
    }
  }
}
