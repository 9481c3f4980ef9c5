import Testing

@testable import Charts

struct `A picture as vector graphics` {
  private struct Picture: Chart {
    var caption = Caption("Title", summary: "Summary", table: Samples.table)
    var marks: [Mark]

    func scene(on medium: Medium, width: Double) -> Scene {
      // As wide as a part of a page is narrow.
      var scene = Scene(width: min(width, 100), height: 20)
      scene.marks = marks
      return scene
    }
  }

  private func lines(_ marks: [Mark]) -> [String] {
    SVGWriter.element(Picture(marks: marks), id: "c")
      .split(separator: "\n").map { String($0) }
  }

  private func tile(
    _ x: Double, _ paint: Paint, _ symbol: Character? = nil, tip: String? = nil,
    isOutline: Bool = false
  ) -> Mark {
    .tile(
      Tile(
        frame: Rectangle(x: x, y: 0, width: 10, height: 10), paint: paint, symbol: symbol,
        tip: tip, isOutline: isOutline))
  }

  @Test func `has a role, a title and a description`() {
    #expect(
      lines([]) == [
        #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20" width="100" height="20" role="img""#
          + ##" aria-labelledby="ct cd" class="ink" fill="#1f2328""##
          + #" font-size="11" font-family="system-ui,sans-serif">"#
          + #"<title id="ct">Title</title><desc id="cd">Summary</desc>"#, "</svg>",
      ])
  }

  @Test func `has one shape for tiles of a colour, and one each for those with words`() {
    let marks = [
      tile(0, .positive), tile(11, .caution), tile(22, .positive),
      tile(36, .positive, tip: "a < b"),
    ]
    #expect(
      lines(marks).dropFirst() == [
        ##"<path class="kpos" stroke="#1a9c78" fill="none" stroke-width="10" stroke-dasharray="10 12""##
          + #" d="M0 5h32"/>"#,
        ##"<g class="pos" fill="#1a9c78">"##,
        #"<path d="M36 0h10v10h-10z"><title>a &lt; b</title></path>"#, "</g>",
        ##"<path class="cau" fill="#e69f00" d="M11 0h10v10h-10z"/>"##, "</svg>",
      ])
  }

  /// The cells are recomputed from the dashes that the lines have.
  @Test func `draws cells in rows and columns as the dashes of lines`() throws {
    var random = SplitMix(seed: 11)
    for round in 0..<200 {
      let (width, height) = round % 2 == 0 ? (10.0, 10.0) : (8.4, 10.7)
      let (across, along) = (width + 1, height + (round % 3 == 0 ? 2 : 1))
      let isByRow = round % 4 < 2
      var cells: [Point] = []
      for outer in 0..<6 {
        for inner in 0..<5 where random.unit() < 0.7 {
          let (column, row) = isByRow ? (inner, outer) : (outer, inner)
          cells.append(Point(Double(column) * across, Double(row) * along))
        }
      }
      let marks = cells.map { cell in
        Mark.tile(
          Tile(
            frame: Rectangle(x: cell.x, y: cell.y, width: width, height: height), paint: .positive))
      }
      let path = try #require(lines(marks).dropFirst().first)
      let drawn = try Self.cells(of: path, width: width, height: height)
      #expect(drawn.count == cells.count, "round \(round): \(path)")
      for cell in cells {
        #expect(
          drawn.contains { abs($0.x - cell.x) < 0.11 && abs($0.y - cell.y) < 0.11 },
          "round \(round), \(cell): \(path)")
      }
    }
  }

  /// Returns the corners of the cells of a path: of rectangles, or of dashes.
  private static func cells(of path: String, width: Double, height: Double) throws -> [Point] {
    func attribute(_ name: String) -> String? {
      path.split(separator: " \(name)=\"", maxSplits: 1).dropFirst().first?
        .split(separator: "\"", maxSplits: 1).first.map { String($0) }
    }
    let moves = try #require(attribute("d")).split(separator: "M")
    return try moves.flatMap { move -> [Point] in
      let isDown = move.contains("v")
      let parts = move.split { "vh".contains($0) }
      let start = parts[0].split(separator: " ").compactMap { Double($0) }
      try #require(start.count == 2)
      guard let dashes = attribute("stroke-dasharray") else { return [Point(start[0], start[1])] }
      let lengths = dashes.split(separator: " ").compactMap { Double($0) }
      let whole = try #require(Double(parts[1]))
      let thickness = try #require(attribute("stroke-width").flatMap { Double($0) })
      #expect(abs(thickness - (isDown ? width : height)) < 0.01)
      return stride(from: 0, to: whole - 0.1, by: lengths[0] + lengths[1]).map { offset in
        isDown
          ? Point(start[0] - thickness / 2, start[1] + offset)
          : Point(start[0] + offset, start[1] - thickness / 2)
      }
    }
  }

  @Test func `has one text for the signs of a row, but for those of several code units`() {
    let marks = [
      tile(0, .positive, "x"), tile(12, .positive, "👍"), tile(24, .positive, "<"),
      tile(36, .positive, " "), tile(48, .positive, "e\u{301}"),
    ]
    let texts = lines(marks).filter { $0.hasPrefix("<text") }
      .map { $0.drop { $0 != "x" }.split(separator: "x=").last.map { String($0) } }
    #expect(
      texts == [
        #""5 29">x&lt;</text>"#, #""17">👍</text>"#, "\"53\">e\u{301}</text>",
      ])
  }

  @Test func `has outlines within their tiles`() {
    #expect(
      lines([tile(0, .rank(1), isOutline: true)])[1]
        == ##"<path class="kr1" stroke="#56a0e0" fill="none" stroke-dasharray="2 2" d="M.5 .5h9v9h-9z"/>"##
    )
  }

  @Test func `has dashes, and a dot for a line of one point`() {
    let line = Line(points: [Point(0, 1.005), Point(10, 2)], paint: .series(1), dash: 3)
    #expect(
      lines([.line(line), .line(Line(points: [Point(1, 2)], paint: .ink))]).dropFirst() == [
        ##"<polyline class="ks1" stroke="#d55e00" fill="none" stroke-width="2" stroke-linejoin="round""##
          + #" stroke-dasharray="8 3 2 3" points="0 1 10 2"/>"#,
        ##"<circle class="ink" fill="#1f2328" cx="1" cy="2" r="2"/>"##, "</svg>",
      ])
  }

  @Test func `defines the patterns that its bars have`() throws {
    func bar(_ pattern: Int) -> Mark {
      .bar(
        Bar(
          frame: Rectangle(x: 0, y: 0, width: 5, height: 5), direction: .up, paint: .series(0),
          pattern: pattern))
    }
    // The colours of the first six series differ for all readers.
    #expect(!lines((0..<6).map { bar($0) }).joined().contains("pattern"))
    let text = lines([bar(7), bar(12), bar(6)]).joined()
    // There are five patterns: that of the thirteenth series is the second.
    #expect(text.components(of: "<pattern id=\"c") == ["p1", "p2"])
    #expect(text.components(of: "url(#c") == ["p2", "p2", "p1"])
    // Documents name them by chart, so that each has a name of its own.
    let document = SVGWriter.document(
      [Picture(marks: [bar(6)]), Picture(marks: [bar(6)])], title: "T", summary: "S", comment: "C")
    #expect(document.components(of: "<pattern id=\"") == ["p0p1", "p1p1"])
    #expect(document.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- C -->\n<svg "))
  }

  @Test func `has the charts of a document below each other, with their titles`() {
    let document = SVGWriter.document(
      [Picture(marks: []), Picture(marks: [])], title: "T", summary: "S", width: 100)
    // A margin of 12, a header of 18 and a gap, a picture of 20 and a gap, for each chart, and the margin.
    #expect(document.components(of: "translate(") == ["12 12", "12 36", "12 74", "12 98"])
    #expect(document.contains(#"viewBox="0 0 124 136""#))
    #expect(document.contains(">Title</text>"))
    #expect(document.contains("<style>\(SVGWriter.styleSheet)</style>"))
  }
}

extension String {
  /// The pieces after a text, up to the next quotation mark or bracket.
  fileprivate func components(of prefix: String) -> [String] {
    split(separator: prefix, omittingEmptySubsequences: false).dropFirst()
      .map { String($0.prefix { !"\")".contains($0) }) }
  }
}
