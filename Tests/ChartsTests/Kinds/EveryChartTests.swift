import Foundation
import TestSupport
import Testing

@testable import Charts

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct `A chart of every kind` {
  /// A case: names, values and other texts.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var names: [String]
    var values: [Double]
    var texts = ["Title", "Summary", "Name"]
    /// Whether all fits: texts are ordinary and numbers short.
    var isOrdinary = true

    var samples: [Samples.Sample] { Samples.all(names, values, texts) }
  }

  static let cases: [Case] = {
    let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")
      .map { String($0) }
    let long = String(repeating: "a very long name ", count: 600)
    func many(_ name: String) -> [String] { Array(repeating: name, count: 5) }
    let five = [1.0, 2, 0, 4, 3]
    return [
      Case(testDescription: "no data", names: [], values: []),
      Case(testDescription: "one value", names: ["one"], values: [3]),
      Case(testDescription: "zeros", names: months, values: Array(repeating: 0, count: 12)),
      Case(testDescription: "equal values", names: months, values: Array(repeating: 7, count: 12)),
      Case(testDescription: "a year", names: months, values: (0..<12).map { Double($0 * $0) }),
      Case(testDescription: "negative values", names: months, values: (-4..<8).map { Double($0) }),
      Case(
        testDescription: "values that are no numbers", names: many("x"),
        values: [.nan, .infinity, -.infinity, 2, 1]),
      Case(
        testDescription: "no numbers at all", names: ["x", "y"], values: [.nan, .infinity]),
      Case(
        testDescription: "extreme values", names: many("x"),
        values: [1e308, -1e308, 1e99, -1e99, .leastNonzeroMagnitude], isOrdinary: false),
      Case(
        testDescription: "great values", names: many("x"),
        values: [1e14, 2e14, 3.5e14, 1, 0], isOrdinary: false),
      Case(
        testDescription: "tiny values", names: many("x"),
        values: [1e-7, 2e-7, 0, 3e-7, 1e-8]),
      Case(
        testDescription: "long names", names: many(long), values: five,
        texts: [long, long + "b", long + "c"]),
      Case(
        testDescription: "markup", names: many("</text><script>alert(\"&\")</script>"),
        values: five, texts: ["<a & b>", "\"><script>", "]]>"]),
      Case(
        testDescription: "right to left", names: many("משימה יומית حذاء رياضي"), values: five,
        texts: ["\u{202e}שלום", "مرحبا", "\u{2067}x"]),
      Case(
        testDescription: "emoji and wide characters", names: many("👩‍👩‍👧 日本語の長い題名です 🇪🇸❤️"),
        values: five, texts: ["👩‍👩‍👧", "日本語", "e\u{301}🎉"]),
      Case(
        testDescription: "control characters", names: many("a\u{1b}[31mb\u{7}\tc\nd\u{85}\0"),
        values: five, texts: ["\u{1b}[2J", "\u{9b}31m", "\r\n"]),
      Case(testDescription: "empty texts", names: many(""), values: five, texts: ["", "", ""]),
      Case(
        testDescription: "many values", names: (0..<250).map { "name \($0)" },
        values: (0..<250).map { Double($0 % 17) }),
    ]
  }()

  @Test(arguments: cases) func `has only finite marks within its scene`(_ data: Case) {
    for sample in data.samples {
      for width in [320.0, 360, 720] {
        check(
          sample.chart.scene(on: .vector, width: width), on: .vector, width: width,
          isOrdinary: data.isOrdinary, "\(data.testDescription), \(sample.kind), \(width)")
      }
      for width in [20.0, 31, 40, 53, 80, 200] {
        check(
          sample.chart.scene(on: .terminal, width: width), on: .terminal, width: width,
          isOrdinary: data.isOrdinary && width >= 40,
          "\(data.testDescription), \(sample.kind), \(width)")
      }
    }
  }

  private func check(
    _ scene: Scene, on medium: Medium, width: Double, isOrdinary: Bool, _ comment: Comment
  ) {
    let height = scene.height
    #expect(scene.width.isFinite && height.isFinite && height >= 0, comment)
    #expect(scene.width <= width + 1e-6, comment)
    for mark in scene.marks {
      let box = mark.box(on: medium)
      let numbers = [box.x, box.y, box.right, box.bottom]
      guard numbers.allSatisfy(\.isFinite) else {
        Issue.record("\(comment): \(String(describing: mark).prefix(200))")
        return
      }
      guard isOrdinary else { continue }
      let slack = 1e-6
      if box.x < -slack || box.y < -slack || box.right > scene.width + slack
        || box.bottom > height + slack || box.width < 0 || box.height < 0
      {
        Issue.record(
          "\(comment): \(box) in \(scene.width) × \(height): \(String(describing: mark).prefix(300))"
        )
        return
      }
    }
  }

  @Test(arguments: cases) func `is well-formed SVG with the same bytes twice`(_ data: Case) throws {
    let samples = data.samples
    for sample in samples {
      let svg = element(sample.chart)
      #expect(svg == element(sample.chart))
      let outline = try #require(Outline(svg), "\(sample.kind): \(svg.prefix(2000))")
      #expect(outline.root["role"] == "img")
      #expect(outline.root["aria-labelledby"] == "c1t c1d")
      // The title and the description are the first elements, with all of their text.
      #expect(outline.elements.prefix(3) == ["svg", "title", "desc"])
      let parts = outline.texts.prefix(2)
      let caption = sample.chart.caption
      #expect(Array(parts) == [caption.title, caption.summary].map { SVGText.plain($0) })
      #expect(
        Set(outline.elements).isSubset(of: [
          "svg", "title", "desc", "g", "path", "rect", "circle", "polyline", "polygon", "text",
          "defs", "pattern",
        ]))
      #expect(Set(outline.ids).count == outline.ids.count)
      #expect(!svg.contains("nan") && !svg.contains("inf"), "\(sample.kind)")
    }
    let charts = samples.map(\.chart)
    let document = SVGWriter.document(charts, title: data.texts[0], summary: data.texts[1])
    #expect(document == SVGWriter.document(charts, title: data.texts[0], summary: data.texts[1]))
    let outline = try #require(Outline(document))
    #expect(Set(outline.ids).count == outline.ids.count, "\(outline.ids)")
    #expect(outline.root["aria-labelledby"] == "pt pd")
  }

  private func element(_ chart: some Chart) -> String { SVGWriter.element(chart, id: "c1") }

  @Test(.slow, arguments: cases) func `fits into a terminal, with colours as without`(_ data: Case)
  {
    for sample in data.samples {
      for width in [1, 20, 33, 40, 79, 200] {
        let plain = sample.chart.lines(width: width)
        let comment: Comment = "\(data.testDescription), \(sample.kind), \(width)"
        let isFit = plain.allSatisfy { line in
          TextWidth.of(line) <= max(20, width) && line.last != " "
            && !line.unicodeScalars.contains { $0.value < 32 || (127..<160).contains($0.value) }
        }
        #expect(isFit, comment)
        guard width == 79 else { continue }
        for colors in [ColorDepth.basic, .indexed, .trueColor] {
          let colored = sample.chart.lines(width: width, colors: colors)
          let text = colored.map { Self.withoutColors($0) }
          if colors.hasShades && Self.hasSteps(sample.chart) {
            // Steps with blues of their own have no shades.
            #expect(text.map(Self.withoutShades) == plain.map(Self.withoutShades), comment)
          } else {
            #expect(text == plain, comment)
          }
        }
      }
    }
  }

  /// Whether a chart has tiles of steps above 0 in a terminal.
  private static func hasSteps(_ chart: any Chart) -> Bool {
    chart.scene(on: .terminal, width: 79).tiles.contains {
      if case .level(1...) = $0.paint { true } else { false }
    }
  }

  private static func withoutShades(_ line: String) -> String {
    String(line.map { "░▒▓█".contains($0) ? "■" : $0 })
  }

  /// Returns a line without control sequences of colours.
  private static func withoutColors(_ line: String) -> String {
    var rest = line.unicodeScalars[...]
    var plain = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\u{1b}", rest.first == "[" {
        rest = rest.drop { $0 == "[" || $0 == ";" || ("0"..."9").contains($0) }
        // The last character of the sequence; another one than "m" would not be of a colour.
        if rest.first == "m" { rest.removeFirst() }
      } else {
        plain.append(scalar)
      }
    }
    return String(plain)
  }

  @Test(.slow) func `has space for thousands of values`() {
    let numbers = 0..<3000
    for sample in Samples.all(
      numbers.map { "name \($0)" }, numbers.map { Double($0 % 17) }, ["Title", "Summary", "Name"])
    {
      for (medium, width) in [(Medium.vector, 360.0), (.terminal, 80)] {
        check(
          sample.chart.scene(on: medium, width: width), on: medium, width: width, isOrdinary: true,
          "\(sample.kind), \(width)")
      }
      #expect(sample.chart.lines(width: 80).allSatisfy { TextWidth.of($0) <= 80 })
    }
  }

  @Test func `shows hostile texts as text`() throws {
    let hostile = "</svg><script>alert('&\"')</script>"
    let chart = BarChart(
      hostile, summary: hostile, heading: hostile, categories: ["<b>x"],
      series: [BarChart.Series("<i>", [1]), BarChart.Series("&amp;", [2])], unit: "<")
    let outline = try #require(Outline(SVGWriter.element(chart, id: "x")))
    #expect(outline.texts.contains(hostile))
    #expect(outline.texts.contains("<b>x"))
    #expect(outline.texts.contains("<i>"))
    #expect(outline.texts.contains("&amp;"))
    #expect(outline.texts.contains("<b>x, <i>: 1<"))
  }
}

extension SVGText {
  /// Returns the text that a reader of XML finds.
  fileprivate static func plain(_ text: String) -> String {
    escaped(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }
}

/// What a parser of XML finds in a picture.
private final class Outline: NSObject, XMLParserDelegate {
  private(set) var root: [String: String] = [:]
  private(set) var elements: [String] = []
  private(set) var ids: [String] = []
  /// The contents of `title`, `desc` and `text`.
  private(set) var texts: [String] = []
  private var open: [String] = []

  init?(_ svg: String) {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append(name)
    // Segments are in elements of HTML.
    if name == "div" { return }
    if elements.isEmpty { root = attributes }
    elements.append(name)
    attributes["id"].map { ids.append($0) }
    if ["title", "desc", "text"].contains(name) { texts.append("") }
  }

  func parser(
    _ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if ["title", "desc", "text"].contains(open.last ?? "") { texts[texts.count - 1] += text }
  }
}

extension Mark {
  /// The least rectangle around a mark.
  fileprivate func box(on medium: Medium) -> Rectangle {
    func around(_ points: [Point]) -> Rectangle {
      let (xs, ys) = (points.map(\.x), points.map(\.y))
      // The sum is not finite if a number is not.
      guard (xs + ys).allSatisfy(\.isFinite), let left = xs.min(), let top = ys.min(),
        let right = xs.max(), let bottom = ys.max()
      else {
        let wrong = points.isEmpty ? 0 : Double.nan
        return Rectangle(x: wrong, y: wrong, width: 0, height: 0)
      }
      return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
    switch self {
    case .tile(let tile): return tile.frame
    case .bar(let bar): return bar.frame
    case .line(let line): return around(line.points)
    case .area(let area): return around(area.upper + area.lower)
    case .dot(let dot): return around([dot.center])
    case .rule(let rule): return around([rule.start, rule.end])
    case .label(let label):
      let width = medium.width(of: label.text)
      let left =
        switch label.anchor {
        case .start: label.position.x
        case .middle: label.position.x - width / 2
        case .end: label.position.x - width
        }
      return Rectangle(
        x: left, y: label.position.y - medium.lineHeight / 2, width: width,
        height: medium.lineHeight)
    }
  }
}
