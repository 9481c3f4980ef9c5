import FlintCalendar
import Charts
import Foundation
import Reports
import Testing
import Views

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Pages written in each format.
struct `A page` {
  private static let hostile =
    "<script>alert(1)</script> \"q\" 'r' & ]]> *b* _c_ [d](e) `f` | # g \\ \u{202E}abc \u{1}\u{1B}[31m"

  private static func chart(_ title: String) -> BarChart {
    BarChart(
      title, summary: title, heading: title, categories: [title, "b"],
      series: [BarChart.Series(title, [1, 2])], isLying: true)
  }

  private static func page(_ text: String) -> ReportPage {
    ReportPage(
      text, lead: [text],
      sections: [
        ReportPage.Section(
          id: "one", text,
          [
            .text(text), .facts([(text, text)]), .list([text]), .chart(chart(text), note: text),
            .table(text, DataTable(columns: [text, text], rows: [[text, text]])),
          ]), ReportPage.Section(id: "two", "Two", []),
      ], notes: [text], language: .english)
  }

  @Test func `shows markup in texts as text in HTML`() {
    let html = Self.page(Self.hostile).html
    #expect(!html.contains("<script") && !html.contains("alert(1)</script>"))
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot;q&quot; 'r' &amp; ]]&gt;"))
    // Control characters are no characters of HTML.
    #expect(!html.unicodeScalars.contains("\u{1}") && !html.unicodeScalars.contains("\u{1B}"))
    // Title, heading, lead, navigation and section, text, fact twice, list, picture: caption, title,
    // description, bar, label; numbers: two headers and a row; note; table: caption, two headers, two
    // cells; footer.
    #expect(html.ranges(of: "&lt;script&gt;alert(1)").count >= 20)
  }

  @Test func `is well-formed as SVG with any text`() {
    let svg = Self.page(Self.hostile).svg()
    let parser = XMLParser(data: Data(svg.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(svg.contains("<!-- Made by Flint -->") && svg.contains("role=\"img\""))
  }

  @Test func `says what repeats it, in every format`() throws {
    var page = Self.page("T")
    page.provenance = PageProvenance([PageProvenance.Source("world", hash: "0123abcd")])
    #expect(
      page.html.contains("<p>Rulebook world, hash 0123abcd.</p>") && !page.html.contains("<code>"))
    page.provenance?.making = PageProvenance.Making(
      version: "9.8", day: CivilDay(number: 20_000), command: "flint odds 'it'\\''s <1>'")
    let made =
      "Rulebook world, hash 0123abcd. Made by Flint 9.8 on 2024-10-04 with this command:"
    #expect(
      page.html.contains(
        "<p>\(made)</p>\n<p><code>flint odds 'it'\\''s &lt;1&gt;'</code></p>\n</footer>"))
    #expect(
      page.markdown.hasSuffix(
        "\(made)\n\n    flint odds 'it'\\''s <1>'\n"))
    let parser = XMLParser(data: Data(page.svg().utf8))
    #expect(parser.parse() && page.svg().contains("hash 0123abcd"))
    #expect(!page.text(width: 80).contains("0123abcd"))
  }

  @Test func `escapes what Markdown would read as markup`() {
    let page = ReportPage(
      "*a*", lead: ["- no list", "1 < 2 & 3 | 4"],
      sections: [
        ReportPage.Section(
          id: "one", "#b",
          [
            .facts([("c_d", "`e`")]), .list(["[f](g)"]),
            .table("h", DataTable(columns: ["i|j", "k"], rows: [["l\nm", "~n~"]])),
          ])
      ], language: .english)
    #expect(
      page.markdown == """
        <!-- Made by Flint -->

        # \\*a\\*

        \\- no list

        1 \\< 2 \\& 3 \\| 4

        ## \\#b

        - c\\_d: **\\`e\\`**

        - \\[f\\](g)

        ### h

        | i\\|j | k |
        |:--|--:|
        | l m | \\~n\\~ |

        """)
  }

  @Test func `draws pictures with characters in Markdown and text`() {
    let page = ReportPage(
      "Title", lead: [],
      sections: [ReportPage.Section(id: "one", "One", [.chart(Self.chart("Bars"), note: "Note")])],
      language: .english)
    // 39 columns less 5 for the names and 3 for the values.
    let bars = """
      Bars ███████████████▌ 1
      b    ███████████████████████████████ 2
      """
    #expect(page.text(width: 39).contains(bars))
    #expect(page.markdown.contains("```text\nBars ") && page.markdown.contains("\n```\n\nNote"))
  }

  @Test(arguments: [20, 40, 80])
  func `fits its width as text`(width: Int) {
    let words = String(repeating: "word ", count: 40) + String(repeating: "x", count: 100)
    for line in Self.page(words).text(width: width).split(separator: "\n") {
      #expect(TextWidth.of(line) <= width, "\(line)")
    }
  }

  @Test func `has a region to scroll only for tables with many wide columns`() {
    func html(_ columns: Int, _ cell: String) -> String {
      let names = (0..<columns).map { "c\($0)" }
      let table = DataTable(columns: names, rows: [names.map { _ in cell }])
      return ReportPage(
        "T", lead: [], sections: [ReportPage.Section(id: "a", "A", [.table("t", table)])],
        language: .english
      ).html
    }
    #expect(!html(4, "a long cell").contains("tabindex"))
    #expect(!html(8, "12").contains("tabindex"))
    #expect(html(8, "a long cell").contains("role=\"region\" aria-label=\"t\" tabindex=\"0\""))
  }

  @Test(arguments: [
    ("a.html", ReportFormat.html), ("A.HTM", .html), ("x/b.svg", .svg), ("c.md", .markdown),
    ("c.markdown", .markdown),
  ])
  func `has the format of its file's name`(path: String, format: ReportFormat) {
    #expect(ReportFormat(path: path) == format)
  }

  @Test(arguments: ["a.png", "html", "a", "", "a.html.gz", "a."])
  func `has no format for other names`(path: String) {
    #expect(ReportFormat(path: path) == nil)
  }
}
