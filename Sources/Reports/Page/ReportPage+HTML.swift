import Charts
import Views

extension ReportPage {
  /// The page as one file of HTML: without scripts, and without anything from elsewhere. Where the words of
  /// single days and bars would make it too large, it does without them: the tables have the numbers too.
  package var html: String {
    let whole = html(hasTips: true)
    return whole.utf8.count <= sizeLimit ? whole : html(hasTips: false)
  }

  /// Whether sections can be folded on a narrow screen.
  private var hasFolds: Bool { sections.count > 4 }

  private func html(hasTips: Bool) -> String {
    var html = HTMLText(hasTips: hasTips)
    html.raw(
      """
      <!DOCTYPE html>
      <html lang="\(language.code)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(Self.securityPolicy)">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="\(Self.mark)">
      <link rel="icon" href="data:,">

      """)
    html.element("title", title)
    html.raw(
      "<style>\(Self.styleSheet)\(SVGWriter.styleSheet)</style>\n</head>\n")
    html.raw(hasFolds ? "<body class=\"k\">\n<header>\n" : "<body>\n<header>\n")
    html.element("h1", title)
    for sentence in lead { html.element("p", sentence) }
    if !story.isEmpty {
      html.raw("<ul class=\"y\">\n")
      for sentence in story { html.element("li", sentence) }
      html.raw("</ul>\n")
    }
    html.write(figures)
    if sections.count > 1 {
      html.raw("<nav aria-label=\"\(HTMLText.escaped(language[.contents]))\"><ul>\n")
      for section in sections {
        html.raw("<li><a href=\"#\(section.id)\">\(HTMLText.escaped(section.title))</a></li>\n")
      }
      html.raw("</ul></nav>\n")
    }
    html.raw("</header>\n<main>\n")
    var charts = 0
    for (index, section) in sections.enumerated() {
      // On a narrow screen, all sections but the first are folded where there are many; a mail has few.
      html.write(section, language, isFolded: index > 0 && hasFolds, charts: &charts)
    }
    html.raw("</main>\n")
    if !notes.isEmpty || provenance != nil {
      html.raw("<footer>\n")
      for sentence in notes { html.element("p", sentence) }
      if let provenance {
        html.element("p", provenance.sentences(language).joined(separator: " "))
        if let command = provenance.making?.command {
          html.raw("<p><code>\(HTMLText.escaped(command))</code></p>\n")
        }
      }
      html.raw("</footer>\n")
    }
    html.raw("</body>\n</html>\n")
    return html.text
  }

  /// What the page may load: nothing but its own styles, and pictures that it contains itself.
  static let securityPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

  private static let styleSheet = """
    :root{--bg:#fff;--ink:#1f2328;--mut:#59606a;--line:#d5d9df;--card:#f6f7f9;--link:#0b57a4}
    @media screen and (prefers-color-scheme:dark){:root{--bg:#16181d;--ink:#e6e9ee;--mut:#a4acb8;\
    --line:#3a4048;--card:#1d2026;--link:#7db8f0}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:16px;max-width:1180px;background:var(--bg);color:var(--ink);\
    font:15px/1.5 system-ui,sans-serif;overflow-wrap:break-word}
    h1{font-size:1.7em;line-height:1.2;margin:.3em 0}
    h2{font-size:1.25em;margin:1.8em 0 .6em;border-bottom:1px solid var(--line)}
    header p,footer p{color:var(--mut);margin:.3em 0}
    .y{list-style:none;padding:0;margin:1em 0;max-width:44em;font-size:1.15em;line-height:1.4}
    .y li{margin:.45em 0}
    footer{margin-top:2.5em;border-top:1px solid var(--line);font-size:.9em}
    nav ul{display:flex;flex-wrap:wrap;gap:.2em 1em;list-style:none;padding:0}
    a{color:var(--link)}
    a:focus-visible,summary:focus-visible,.o:focus-visible{outline:2px solid var(--link);outline-offset:2px}
    .g{display:grid;margin:16px 0;gap:20px;\
    grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));\
    align-items:start}
    .j{grid-template-columns:repeat(auto-fit,minmax(min(100%,520px),1fr))}
    .q{grid-template-columns:repeat(auto-fill,minmax(min(100%,205px),1fr))}
    figure{margin:16px 0;min-width:0}
    .g figure{margin:0}
    figcaption,caption{font-size:.9em;font-weight:600;margin-bottom:.3em}
    figure p{color:var(--mut);margin:.3em 0;font-size:.85em}
    svg{display:block;width:100%;height:auto;max-width:390px}
    .v svg{max-width:270px}
    .j svg{max-width:760px}.j svg+svg{display:none}
    @media(max-width:620px){.j svg{display:none}.j svg+svg{display:block;max-width:390px}}
    \(SVGWriter.segmentRules)
    dl{display:flex;flex-wrap:wrap;gap:.2em 1.4em;margin:.6em 0}
    dl div{display:flex;flex-wrap:wrap;gap:0 .5em;align-items:baseline}
    dt{color:var(--mut);font-size:.85em}
    dd{margin:0;font-weight:600}
    .n{display:grid;grid-template-columns:repeat(4,1fr);gap:12px;margin:1em 0}
    .n div{display:block;border-top:2px solid var(--ink);padding-top:6px;min-width:0}
    .n dd{font-size:2.1em;line-height:1.15}
    .n dd+dd{font-size:.85em;font-weight:400;line-height:1.4;color:var(--mut)}
    .o{display:none}
    @media(max-width:620px){.n{grid-template-columns:1fr 1fr}.n dd{font-size:1.7em}}
    @media screen and (max-width:620px){.o{display:block;float:right;width:24px;height:24px;\
    margin:0;appearance:none;text-align:center;color:var(--mut);font:20px/24px system-ui}\
    .k nav{display:none}.o:before{content:"+"}.o:checked:before{content:"−"}.o~h2{margin:.9em 0 .5em}\
    .o~h2 label{display:block;cursor:pointer}\
    .o:not(:checked)~.b{display:none}section:target>.b.b{display:block}}
    summary{color:var(--mut);font-size:.85em;cursor:pointer}
    .t{overflow-x:auto}
    @media screen{.t table{max-width:none}.t td,.t thead th{white-space:nowrap}\
    .t th:first-child,.t .x{white-space:normal;overflow-wrap:break-word;min-width:7em}\
    .t .x{min-width:10em}.t caption{max-width:calc(100vw - 32px)}}
    table{border-collapse:collapse;font-size:.85em;font-variant-numeric:tabular-nums;\
    max-width:100%;margin-bottom:16px}
    caption{text-align:start;font-size:1.06em}
    th,td{padding:2px 8px 2px 0;text-align:end;vertical-align:top;border-bottom:1px solid var(--line);\
    font-weight:400;unicode-bidi:isolate}
    thead th{color:var(--mut)}
    th:first-child,.x{text-align:start;overflow-wrap:anywhere;min-width:5em}
    td+.x,th+.x{padding-inline-start:6px}
    .s{font-size:.75em}.s th,.s td{padding-inline-end:4px}
    @media(max-width:420px){table{font-size:.75em}th,td{padding-inline-end:4px}}
    @media print{body{max-width:none;padding:0;font-size:11px}nav,summary{display:none}\
    figure,dl,tr{break-inside:avoid}h2,h3,caption,figcaption,thead,dl{break-after:avoid}}

    """
}

extension DataTable {
  /// Whether a table has space beside others: a few columns, whose texts need not be broken within words.
  fileprivate var isNarrow: Bool {
    guard columns.count <= 4, textColumns.count <= 1 else { return false }
    let widths = columns.indices.map { column in
      ([columns] + rows).map { row in
        guard column < row.count, !textColumns.contains(column) else { return 0 }
        return column > 0
          ? row[column].count : row[column].split(separator: " ").map(\.count).max() ?? 0
      }.max() ?? 0
    }
    return widths.reduce(0) { $0 + $1 + 2 } <= 46
  }
}

extension ReportPage.Block {
  /// The size of the block beside others; a wide one has none beside it.
  fileprivate var size: FigureSize {
    switch self {
    case .chart(let chart, _): chart.size
    case .table(_, let table): table.isNarrow ? .normal : .wide
    case .text, .facts, .list: .wide
    }
  }
}

extension ReportPage.Section {
  /// The sizes of the columns in which the blocks are: one or two small blocks beside others are in columns as wide as
  /// those of the others, rather than in a row of their own.
  fileprivate var gridSizes: [FigureSize] {
    var sizes = blocks.map(\.size)
    var start = 0
    while start < sizes.count {
      let size = sizes[start]
      let end = sizes[start...].firstIndex { $0 != size } ?? sizes.count
      let neighbours = [
        start > 0 ? sizes[start - 1] : .wide, end < sizes.count ? sizes[end] : .wide,
      ]
      if size == .small, end - start < 3, neighbours.contains(.normal) {
        for index in start..<end { sizes[index] = .normal }
      }
      start = end
    }
    return sizes
  }
}

struct HTMLText {
  private(set) var text = ""
  /// The names of the regions that scroll by themselves: no two are equal.
  private var regions: Set<String> = []
  /// The title of the section that is written.
  private var section = ""
  /// Whether shapes have their words.
  let hasTips: Bool

  init(hasTips: Bool) { self.hasTips = hasTips }

  /// Returns a text for content or attributes. Characters that documents cannot contain become U+FFFD.
  static func escaped(_ text: String) -> String { SVGWriter.escaped(text) }

  mutating func raw(_ markup: String) { text += markup }

  mutating func element(_ name: String, _ content: String) {
    text += "<\(name)>\(Self.escaped(content))</\(name)>\n"
  }

  /// Writes large numbers, each with its name above and its note below.
  mutating func write(_ figures: [ReportPage.Figure]) {
    if figures.isEmpty { return }
    raw("<dl class=\"n\">\n")
    for figure in figures {
      let note = figure.note.isEmpty ? "" : "<dd>\(Self.escaped(figure.note))</dd>"
      raw("<div><dt>\(Self.name(figure.name))</dt>")
      raw("<dd>\(Self.escaped(figure.value))</dd>\(note)</div>\n")
    }
    raw("</dl>\n")
  }

  /// Returns a name in which a range of numbers is never broken.
  private static func name(_ text: String) -> String {
    escaped(text.replacing(#/\(\d–\d\)/#) { $0.output.replacing("–", with: "\u{2060}–\u{2060}") })
  }

  mutating func write(
    _ section: ReportPage.Section, _ language: Language, isFolded: Bool, charts: inout Int
  ) {
    raw("<section id=\"\(section.id)\">\n")
    self.section = section.title
    if isFolded {
      let title = Self.escaped(section.title)
      raw("<input class=\"o\" type=\"checkbox\" id=\"o-\(section.id)\">")
      raw("<h2><label for=\"o-\(section.id)\">\(title)</label></h2>\n<div class=\"b\">\n")
    } else {
      element("h2", section.title)
    }
    var size = FigureSize.wide
    for (block, own) in zip(section.blocks, section.gridSizes) {
      if own != size {
        if size != .wide { raw("</div>\n") }
        size = own
        if size != .wide {
          let kind =
            switch size {
            case .small: " q"
            case .broad: " j"
            case .normal, .wide: ""
            }
          raw("<div class=\"g\(kind)\">\n")
        }
      }
      switch block {
      case .chart(let chart, let note):
        write(chart, note: note, number: charts, language)
        charts += 1
      case .text(let content): element("p", content)
      case .list(let items):
        raw("<ul>\n")
        for item in items { element("li", item) }
        raw("</ul>\n")
      case .facts(let facts):
        raw("<dl>\n")
        for (name, value) in facts {
          raw("<div><dt>\(Self.name(name))</dt><dd>\(Self.escaped(value))</dd></div>\n")
        }
        raw("</dl>\n")
      case .table(let title, let table): write(table, caption: title)
      }
    }
    if size != .wide { raw("</div>\n") }
    raw(isFolded ? "</div>\n</section>\n" : "</section>\n")
  }

  private mutating func write(
    _ chart: any Chart, note: String?, number: Int, _ language: Language
  ) {
    func svg(_ chart: some Chart) -> String {
      SVGWriter.element(chart, id: "c\(number)", hasTips: hasTips)
    }
    raw(chart.size == .small ? "<figure class=\"v\">\n" : "<figure>\n")
    element("figcaption", chart.caption.title)
    raw(svg(chart))
    if let note { element("p", note) }
    if !chart.caption.table.rows.isEmpty {
      raw("<details><summary>\(Self.escaped(language[.numbers]))</summary>\n")
      write(chart.caption.table, caption: nil, name: chart.caption.title)
      raw("</details>\n")
    }
    raw("</figure>\n")
  }

  /// Returns a name for a region that no other has: where there was one of this name, that of the section is added.
  private mutating func region(_ name: String) -> String {
    if regions.insert(name).inserted { return name }
    let whole = "\(name): \(section)"
    var (unique, count) = (whole, 1)
    while !regions.insert(unique).inserted {
      count += 1
      unique = "\(whole) \(count)"
    }
    return unique
  }

  private mutating func write(_ table: DataTable, caption: String?, name: String? = nil) {
    // A table with small cells fits a telephone; another one with many columns scrolls by itself, also by
    // keyboard.
    let isSmall = (table.rows + [table.columns]).allSatisfy { row in
      row.dropFirst().allSatisfy { $0.count <= 6 }
    }
    let isWide = table.columns.count > 4 && !isSmall
    if isWide {
      let name = Self.escaped(region(caption ?? name ?? table.columns[0]))
      raw("<div class=\"t\" role=\"region\" aria-label=\"\(name)\" tabindex=\"0\">")
    }
    raw(isSmall && table.columns.count > 5 ? "<table class=\"s\">" : "<table>")
    if let caption { raw("<caption>\(Self.escaped(caption))</caption>") }
    raw("<thead><tr>")
    // A header in the head of a table is that of its column.
    for (index, column) in table.columns.enumerated() {
      raw((table.textColumns.contains(index) ? "<th class=\"x\">" : "<th>") + Self.escaped(column))
      raw("</th>")
    }
    raw("</tr></thead><tbody>\n")
    for row in table.rows {
      raw("<tr>")
      for (index, cell) in row.enumerated() {
        let content = Self.escaped(cell)
        // The end tags of cells and rows are optional in HTML, and there are many.
        let cell = table.textColumns.contains(index) ? "<td class=\"x\">" : "<td>"
        raw((index == 0 ? "<th scope=\"row\">" : cell) + content)
      }
      raw("\n")
    }
    raw("</tbody></table>" + (isWide ? "</div>\n" : "\n"))
  }
}
