/// A writer of charts as vector graphics (SVG 1.1): the same chart yields the same bytes.
///
/// A picture is an image with a title and a description for who cannot see it. Its attributes are its
/// light look, which print has too; `styleSheet` has the dark one.
public struct SVGWriter {
  /// The rules of a style sheet for the pictures of a page: a page contains them once.
  public static let styleSheet =
    "@media screen and (prefers-color-scheme:dark){\(Palette.darkRules)}"

  /// Returns a text for content or attributes of XML 1.0 or HTML. Characters that these do not allow,
  /// control characters above all, become U+FFFD.
  public static func escaped(_ text: String) -> String { SVGText.escaped(text) }

  private var text = ""
  private let id: String

  private init(id: String) { self.id = id }

  /// Returns a chart as an element of a page.
  ///
  /// - Parameters:
  ///   - id: A name that no other element of the page has.
  ///   - width: The width for which the chart is drawn; it is scaled to the space that it gets.
  public static func element(_ chart: some Chart, id: String, width: Double = 320) -> String {
    let scene = chart.scene(on: .vector, width: width)
    var writer = SVGWriter(id: id)
    writer.open(
      scene, title: chart.caption.title, summary: chart.caption.summary, isDocument: false)
    writer.draw(scene)
    return writer.text + "</svg>"
  }

  /// Returns charts as a document, one below the other.
  ///
  /// - Parameters:
  ///   - title: The title of the document; each chart has its own.
  ///   - comment: A remark at the beginning, without two hyphens in a row.
  public static func document(
    _ charts: [any Chart], title: String, summary: String, comment: String = "",
    width: Double = 720
  ) -> String {
    let margin = 12.0
    var whole = Scene(width: width + 2 * margin, height: margin)
    var body = ""
    for (index, chart) in charts.enumerated() {
      let scene = chart.scene(on: .vector, width: width)
      var header = Scene(width: width, height: 18)
      header.label(
        Medium.vector.elided(chart.caption.title, to: width), x: 0, y: 9, .start, .ink, isBold: true
      )
      for part in [header, scene] {
        var writer = SVGWriter(id: "p\(index)")
        writer.draw(part)
        let position = "\(SVGText.number(margin)) \(SVGText.number(whole.height))"
        body += "<g transform=\"translate(\(position))\">\(writer.text)</g>\n"
        whole.height += part.height + 6
      }
      whole.height += margin
    }
    var writer = SVGWriter(id: "p")
    writer.text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    if !comment.isEmpty { writer.text += "<!-- \(comment) -->\n" }
    writer.open(whole, title: title, summary: summary, isDocument: true)
    writer.text +=
      "<style>\(styleSheet)</style>\n"
      + "<rect \(fill(.paper)) width=\"100%\" height=\"100%\"/>\n"
    return writer.text + body + "</svg>\n"
  }

  // MARK: Elements

  private mutating func open(_ scene: Scene, title: String, summary: String, isDocument: Bool) {
    let (width, height) = (SVGText.number(scene.width), SVGText.number(scene.height))
    text +=
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\""
      + " width=\"\(width)\" height=\"\(height)\" role=\"img\""
      + " aria-labelledby=\"\(id)t \(id)d\" class=\"ink\" fill=\"#\(Palette.colors(of: .ink).light)\""
      + " font-size=\"11\" font-family=\"system-ui,sans-serif\">"
      + "<title id=\"\(id)t\">\(SVGText.escaped(title))</title>"
      + "<desc id=\"\(id)d\">\(SVGText.escaped(summary))</desc>"
    if !isDocument { text += "\n" }
  }

  /// Returns the attributes of a filled shape.
  private static func fill(_ paint: Paint) -> String {
    "class=\"\(paint.className)\" fill=\"#\(Palette.colors(of: paint).light)\""
  }

  /// Returns the attributes of an outline.
  private static func stroke(_ paint: Paint, width: Double) -> String {
    "class=\"k\(paint.className)\" stroke=\"#\(Palette.colors(of: paint).light)\" fill=\"none\""
      + (width == 1 ? "" : " stroke-width=\"\(SVGText.number(width))\"")
  }

  private static func title(_ tip: String?) -> String {
    tip.map { "<title>\(SVGText.escaped($0))</title>" } ?? ""
  }

  private static func path(of frame: Rectangle) -> String {
    "M\(SVGText.number(frame.x)) \(SVGText.number(frame.y))h\(SVGText.number(frame.width))"
      + "v\(SVGText.number(frame.height))h\(SVGText.number(-frame.width))z"
  }

  private mutating func draw(_ scene: Scene) {
    drawPatterns(of: scene)
    var tiles: [Tile] = []
    for mark in scene.marks {
      if case .tile(let tile) = mark {
        tiles.append(tile)
        continue
      }
      draw(tiles)
      tiles = []
      switch mark {
      case .tile: break
      case .bar(let bar): draw(bar)
      case .line(let line): draw(line)
      case .area(let area):
        let points = area.upper + area.lower.reversed()
        text +=
          "<polygon \(Self.fill(area.paint)) fill-opacity=\"\(SVGText.number(area.opacity))\""
          + " points=\"\(Self.list(points))\"/>\n"
      case .dot(let dot):
        text +=
          "<circle \(Self.fill(dot.paint)) cx=\"\(SVGText.number(dot.center.x))\""
          + " cy=\"\(SVGText.number(dot.center.y))\" r=\"\(SVGText.number(dot.radius))\""
        text += dot.tip == nil ? "/>\n" : ">\(Self.title(dot.tip))</circle>\n"
      case .rule(let rule):
        text +=
          "<path \(Self.stroke(rule.paint, width: 1))"
          + (rule.isDashed ? " stroke-dasharray=\"3 3\"" : "")
          + " d=\"M\(SVGText.number(rule.from.x)) \(SVGText.number(rule.from.y))"
          + "L\(SVGText.number(rule.to.x)) \(SVGText.number(rule.to.y))\"/>\n"
      case .label(let label): draw(label)
      }
    }
    draw(tiles)
  }

  /// Draws consecutive tiles. Those of one colour share an element, unless they have words of their own.
  private mutating func draw(_ tiles: [Tile]) {
    var paints: [Tile] = []
    for tile in tiles
    where !paints.contains(where: { $0.paint == tile.paint && $0.isOutline == tile.isOutline }) {
      paints.append(tile)
    }
    for first in paints {
      let same = tiles.filter { $0.paint == first.paint && $0.isOutline == first.isOutline }
      let look =
        first.isOutline
        ? Self.stroke(first.paint, width: 1) + " stroke-dasharray=\"2 2\"" : Self.fill(first.paint)
      func path(_ tile: Tile) -> String {
        // The line of an outline lies within the cell.
        let frame = tile.frame
        return Self.path(
          of: tile.isOutline
            ? Rectangle(
              x: frame.x + 0.5, y: frame.y + 0.5, width: frame.width - 1, height: frame.height - 1)
            : frame)
      }
      let plain = same.filter { $0.tip == nil }
      if !plain.isEmpty {
        text += "<path \(look) d=\"\(plain.map { path($0) }.joined())\"/>\n"
      }
      let described = same.filter { $0.tip != nil }
      if !described.isEmpty {
        text += "<g \(look)>\n"
        for tile in described {
          text += "<path d=\"\(path(tile))\">\(Self.title(tile.tip))</path>\n"
        }
        text += "</g>\n"
      }
    }
    drawSymbols(of: tiles)
  }

  /// Draws the signs in tiles: those of one row and colour share an element.
  private mutating func drawSymbols(of tiles: [Tile]) {
    struct Row: Hashable {
      var paint: Paint
      var y: Double
      var size: Double
      /// The position of the only tile of an element, whose sign is long.
      var long: Int?
    }
    var rows: [Row: (xs: [String], symbols: String)] = [:]
    var order: [Row] = []
    for (index, tile) in tiles.enumerated() {
      guard let symbol = tile.symbol, !symbol.isWhitespace else { continue }
      let side = min(tile.frame.width, tile.frame.height)
      // A sign of several code units, such as an emoji, has positions for each of them.
      let row = Row(
        paint: tile.isOutline ? .ink : tile.paint.symbolPaint, y: tile.frame.center.y,
        size: max(8, min(11, side * 0.85)), long: symbol.utf16.count > 1 ? index : nil)
      if rows[row] == nil { order.append(row) }
      rows[row, default: ([], "")].xs.append(SVGText.number(tile.frame.center.x))
      rows[row]?.symbols.append(symbol)
    }
    for row in order {
      guard let (xs, symbols) = rows[row] else { continue }
      text +=
        "<text \(Self.fill(row.paint)) font-size=\"\(SVGText.number(row.size))\""
        + " text-anchor=\"middle\" y=\"\(SVGText.number(row.y + row.size * 0.36))\""
        + " x=\"\(xs.joined(separator: " "))\">\(SVGText.escaped(symbols))</text>\n"
    }
  }

  private mutating func draw(_ bar: Bar) {
    let path = "d=\"\(Self.path(of: bar.frame))\""
    text += "<path \(Self.fill(bar.paint)) \(path)"
    text += bar.tip == nil ? "/>\n" : ">\(Self.title(bar.tip))</path>\n"
    if bar.pattern > 0 {
      text +=
        "<path fill=\"url(#\(id)p\((bar.pattern - 1) % Self.patterns.count + 1))\" \(path)/>\n"
    }
  }

  private mutating func draw(_ line: Line) {
    if line.points.count == 1, let point = line.points.first {
      text +=
        "<circle \(Self.fill(line.paint)) cx=\"\(SVGText.number(point.x))\""
        + " cy=\"\(SVGText.number(point.y))\" r=\"2\"/>\n"
      return
    }
    let dash = line.dashes.map { String($0) }.joined(separator: " ")
    text +=
      "<polyline \(Self.stroke(line.paint, width: line.width)) stroke-linejoin=\"round\""
      + (dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\"")
      + " points=\"\(Self.list(line.points))\"/>\n"
  }

  private static func list(_ points: [Point]) -> String {
    points.map { "\(SVGText.number($0.x)) \(SVGText.number($0.y))" }.joined(separator: " ")
  }

  private mutating func draw(_ label: Label) {
    let look = label.paint == .ink ? "" : Self.fill(label.paint) + " "
    text +=
      "<text \(look)x=\"\(SVGText.number(label.at.x))\" y=\"\(SVGText.number(label.at.y + 3.9))\""
      + (label.anchor == .start ? "" : " text-anchor=\"\(label.anchor.rawValue)\"")
      + (label.isBold ? " font-weight=\"600\"" : "") + ">\(SVGText.escaped(label.text))</text>\n"
  }

  // MARK: Patterns

  /// The lines of the patterns that tell series apart without colour.
  private static let patterns = [
    "M0 6L6 0M-1 1L1-1M5 7L7 5", "M0 0L6 6M-1 5L1 7M5-1L7 1", "M3 0V6", "M0 3H6", "M3 0V6M0 3H6",
  ]

  /// Writes the patterns that bars of a scene use.
  private mutating func drawPatterns(of scene: Scene) {
    let used = Set(
      scene.marks.compactMap { mark -> Int? in
        guard case .bar(let bar) = mark, bar.pattern > 0 else { return nil }
        return (bar.pattern - 1) % Self.patterns.count
      })
    if used.isEmpty { return }
    text += "<defs>"
    for index in used.sorted() {
      text +=
        "<pattern id=\"\(id)p\(index + 1)\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
        + "<path d=\"\(Self.patterns[index])\" stroke=\"#fff\" stroke-opacity=\".7\" fill=\"none\"/>"
        + "</pattern>"
    }
    text += "</defs>\n"
  }
}
