/// A writer of charts as vector graphics (SVG 1.1): the same chart yields the same bytes.
///
/// A picture is an image with a title and a description for who cannot see it. Its attributes are its
/// light look, which print has too; `styleSheet` has the dark one.
package struct SVGWriter {
  /// The rules of a style sheet for the pictures of a page: a page contains them once.
  package static let styleSheet =
    "@media screen and (prefers-color-scheme:dark){\(Palette.darkRules)}"

  /// Returns a text for content or attributes of XML 1.0 or HTML. Characters that these do not allow,
  /// control characters above all, become U+FFFD.
  package static func escaped(_ text: String) -> String { SVGText.escaped(text) }

  var text = ""
  let id: String
  var hasTips = true
  /// The width at the left in which labels have a class, `w`, of their own.
  private var labelWidth = 0.0

  private init(id: String) { self.id = id }

  /// Returns a chart as an element of a page, or as several that continue each other.
  ///
  /// - Parameters:
  ///   - id: A name that no other element of the page has.
  ///   - hasTips: Whether shapes have their words.
  package static func element(_ chart: some Chart, id: String, hasTips: Bool = true) -> String {
    if chart.size == .broad {
      // One for a broad screen, and one for a narrow one, where letters of the other would be too small.
      return [(FigureSize.broad, id), (.normal, id + "n")].map { size, id in
        var writer = SVGWriter(id: id)
        writer.hasTips = hasTips
        let scene = chart.scene(on: .vector, width: size.width)
        writer.open(scene, chart.caption)
        writer.draw(scene)
        return writer.text + "</svg>\n"
      }.joined()
    }
    // The picture is scaled to the space that it gets.
    let segments = chart.segments(on: .vector, width: chart.size.width)
    func element(_ scene: Scene, _ number: Int, isFooter: Bool = false) -> String {
      // The first segment is the image for who cannot see it.
      var writer = SVGWriter(id: number == 0 ? id : "\(id)s\(number)")
      (writer.hasTips, writer.labelWidth) = (hasTips, isFooter ? 0 : segments.labelWidth)
      writer.open(scene, number == 0 ? chart.caption : nil)
      writer.draw(scene)
      return writer.text + "</svg>\n"
    }
    let elements = segments.scenes.enumerated().map { element($1, $0) }
    let footer = segments.footer.map { element($0, elements.count, isFooter: true) } ?? ""
    if elements.count == 1 && chart.size != .wide { return elements[0] + footer }
    if !segments.areContinuous {
      return "<div class=\"d\"><div>\n\(elements.joined())</div>\n\(footer)</div>\n"
    }
    return "<div class=\"f\"><div style=\"--l:\(SVGText.number(segments.labelWidth))px\">\n"
      + elements.joined() + "</div>\n\(footer)</div>\n"
  }

  /// The rules of a style sheet for segments: where they fit beside each other, they look like one picture.
  package static let segmentRules = """
    .f{container-type:inline-size}
    .f div,.d div{display:flex;flex-wrap:wrap;gap:8px 12px}
    .f svg,.d svg{width:auto;max-width:100%;font:11px system-ui,sans-serif}
    .f svg{pointer-events:none}
    .f svg *{pointer-events:auto}
    .d div{align-items:start}
    .d svg{margin-bottom:4px}
    @container(min-width:690px){.f div{column-gap:0}.f svg+svg{margin-left:calc(-1*var(--l))}\
    .f svg+svg .w{visibility:hidden}}
    @container(min-width:940px){.f>div,.f>svg{zoom:1.35}.f svg{font-size:9px}}
    @container(min-width:1100px){.f>div,.f>svg{zoom:1.6}.f svg{font-size:8px}}
    """

  /// Returns charts as a document, one below the other.
  ///
  /// - Parameters:
  ///   - title: The title of the document; each chart has its own.
  ///   - comment: A remark at the beginning, without two hyphens in a row.
  package static func document(
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
    let caption = Caption(title, summary: summary, table: DataTable(columns: [], rows: []))
    writer.open(whole, caption, isDocument: true)
    writer.text +=
      "<style>\(styleSheet)</style>\n"
      + "<rect \(fill(.paper)) width=\"100%\" height=\"100%\"/>\n"
    return writer.text + body + "</svg>\n"
  }

  // MARK: Elements

  /// Begins a picture: an image if it has a caption, else the continuation of one.
  private mutating func open(
    _ scene: Scene, _ caption: Caption?, isDocument: Bool = false
  ) {
    let (width, height) = (SVGText.number(scene.width), SVGText.number(scene.height))
    let font = " font-size=\"11\" font-family=\"system-ui,sans-serif\""
    let size = "viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\""
    let ink = "class=\"ink\" fill=\"#\(Palette.colors(of: .ink).light)\""
    // A continuation is never read without its page, whose style sheet has the font.
    text +=
      caption == nil
      ? "<svg \(size) aria-hidden=\"true\" \(ink)>"
      : "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) role=\"img\""
        + " aria-labelledby=\"\(id)t \(id)d\" \(ink)\(font)>"
    if let caption {
      text +=
        "<title id=\"\(id)t\">\(SVGText.escaped(caption.title))</title>"
        + "<desc id=\"\(id)d\">\(SVGText.escaped(caption.summary))</desc>"
    }
    if !isDocument { text += "\n" }
  }

  /// Returns the attributes of a filled shape.
  static func fill(_ paint: Paint, className: String = "") -> String {
    "class=\"\(className)\(paint.className)\" fill=\"#\(Palette.colors(of: paint).light)\""
  }

  /// Returns the attributes of an outline.
  static func stroke(_ paint: Paint, width: Double) -> String {
    "class=\"k\(paint.className)\" stroke=\"#\(Palette.colors(of: paint).light)\" fill=\"none\""
      + (width == 1 ? "" : " stroke-width=\"\(SVGText.number(width))\"")
  }

  /// Returns the end of a shape, with its words if it has any.
  func end(_ name: String, _ tip: String?) -> String {
    guard let tip, hasTips else { return "/>\n" }
    return "><title>\(SVGText.escaped(tip))</title></\(name)>\n"
  }

  static func path(of frame: Rectangle) -> String {
    "M\(SVGText.number(frame.x)) \(SVGText.number(frame.y))h\(SVGText.number(frame.width))"
      + "v\(SVGText.number(frame.height))h\(SVGText.number(-frame.width))z"
  }

  private mutating func draw(_ scene: Scene) {
    drawPatterns(of: scene)
    var (tiles, labels): ([Tile], [Label]) = ([], [])
    for mark in scene.marks {
      if case .tile(let tile) = mark { tiles.append(tile) } else { draw(&tiles) }
      if case .label(let label) = mark { labels.append(label) } else { draw(&labels) }
      switch mark {
      case .tile, .label: break
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
          + end("circle", dot.tip)
      case .rule(let rule):
        text +=
          "<path \(Self.stroke(rule.paint, width: 1))"
          + (rule.isDashed ? " stroke-dasharray=\"3 3\"" : "")
          + " d=\"M\(SVGText.number(rule.start.x)) \(SVGText.number(rule.start.y))"
          + "L\(SVGText.number(rule.end.x)) \(SVGText.number(rule.end.y))\"/>\n"
      }
    }
    draw(&tiles)
    draw(&labels)
  }

  private mutating func draw(_ bar: Bar) {
    let path = "d=\"\(Self.path(of: bar.frame))\""
    text += "<path \(Self.fill(bar.paint)) \(path)" + end("path", bar.tip)
    if let pattern = Self.pattern(of: bar) {
      text += "<path fill=\"url(#\(id)p\(pattern + 1))\" \(path)/>\n"
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
    points.map { "\(SVGText.tenths($0.x)) \(SVGText.tenths($0.y))" }.joined(separator: " ")
  }

  /// Draws consecutive texts, and forgets them. Those that look the same share their attributes.
  private mutating func draw(_ labels: inout [Label]) {
    var rest = labels[...]
    while let first = rest.first {
      let look = look(of: first)
      let same = rest.prefix { self.look(of: $0) == look }
      rest = rest.dropFirst(same.count)
      let isGroup = same.count > 1 && !look.isEmpty
      if isGroup { text += "<g \(look)>\n" }
      for label in same {
        text +=
          "<text\(isGroup || look.isEmpty ? "" : " " + look)"
          + " x=\"\(SVGText.number(label.position.x))\" y=\"\(SVGText.number(label.position.y + 3.9))\""
          + (label.anchor == .start ? "" : " text-anchor=\"\(label.anchor.rawValue)\"")
          + (label.isBold ? " font-weight=\"600\"" : "")
          + ">\(SVGText.escaped(label.text))</text>\n"
      }
      if isGroup { text += "</g>\n" }
    }
    labels = []
  }

  /// Returns the attributes of a text; none for the ink of the picture.
  private func look(of label: Label) -> String {
    let isAxisLabel = label.position.x < labelWidth
    if label.paint == .ink && !isAxisLabel { return "" }
    return Self.fill(label.paint, className: isAxisLabel ? "w " : "")
  }

  // MARK: Patterns

  /// The lines of the patterns of series that share a colour.
  private static let patterns = [
    "M0 6L6 0M-1 1L1-1M5 7L7 5", "M0 0L6 6M-1 5L1 7M5-1L7 1", "M3 0V6", "M0 3H6", "M3 0V6M0 3H6",
  ]

  /// Returns the index of the pattern of a bar. The colours of six series differ for readers with any colour vision; only
  /// those of further ones are seen again.
  private static func pattern(of bar: Bar) -> Int? {
    bar.pattern < Paint.seriesCount ? nil : (bar.pattern - Paint.seriesCount) % patterns.count
  }

  /// Writes the patterns that bars of a scene use.
  private mutating func drawPatterns(of scene: Scene) {
    let used = Set(
      scene.marks.compactMap { mark -> Int? in
        guard case .bar(let bar) = mark else { return nil }
        return Self.pattern(of: bar)
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
