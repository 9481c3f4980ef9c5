import Charts
import Views

extension ReportPage {
  /// The page as Markdown (CommonMark with tables): pictures are drawn with characters, in blocks of code.
  package var markdown: String {
    var lines = ["<!-- \(Self.mark) -->", "", "# \(Self.inline(title))", ""]
    for sentence in lead { lines += [Self.inline(sentence), ""] }
    if !story.isEmpty { lines += story.map { "- " + Self.inline($0) } + [""] }
    if !figures.isEmpty {
      lines +=
        figures.map { figure in
          let note = figure.note.isEmpty ? "" : " (\(Self.inline(figure.note)))"
          return "- \(Self.inline(figure.name)): **\(Self.inline(figure.value))**\(note)"
        } + [""]
    }
    for section in sections {
      lines += ["## \(Self.inline(section.title))", ""]
      for block in section.blocks { lines += Self.markdown(block) + [""] }
    }
    if !notes.isEmpty || provenance != nil {
      lines += ["---", ""]
      for sentence in notes { lines += [Self.inline(sentence), ""] }
    }
    if let provenance {
      lines += [Self.inline(provenance.sentences(language).joined(separator: " ")), ""]
      // The lines of a command are indented as code, in which nothing has to be escaped.
      if let command = provenance.making?.command {
        lines += command.split(separator: "\n").map { "    " + $0 } + [""]
      }
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  private static func markdown(_ block: Block) -> [String] {
    switch block {
    case .text(let text): return [inline(text)]
    case .list(let items): return items.map { "- " + inline($0) }
    case .facts(let facts): return facts.map { "- \(inline($0.name)): **\(inline($0.value))**" }
    case .table(let title, let table): return ["### \(inline(title))", ""] + markdown(table)
    case .chart(let chart, let note):
      // A line of code cannot end the block: none begins with a fence.
      var lines = ["### \(inline(chart.caption.title))", "", "```text"]
      lines += chart.lines(width: 80).map { $0.replacing("```", with: "'''") } + ["```"]
      if let note { lines += ["", inline(note)] }
      return lines
    }
  }

  private static func markdown(_ table: DataTable) -> [String] {
    func line(_ cells: [String]) -> String {
      "| " + cells.map { inline($0) }.joined(separator: " | ") + " |"
    }
    let rule = table.columns.indices.map {
      $0 == 0 || table.textColumns.contains($0) ? ":--" : "--:"
    }
    return [line(table.columns), "|" + rule.joined(separator: "|") + "|"] + table.rows.map(line)
  }

  /// Returns a text that Markdown shows as it is.
  package static func inline(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "#", "|", "~", "$", "^", "=", "!",
        "&":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      case "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}": escaped += " "
      // The last two ranges reorder the text after them.
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{202a}"..."\u{202e}",
        "\u{2066}"..."\u{2069}":
        escaped.unicodeScalars.append("\u{fffd}")
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    // At the beginning of a line these would start a list.
    let first = escaped.unicodeScalars.first
    if first == "-" || first == "+" { return "\\" + escaped }
    let digits = escaped.prefix { $0.isASCII && $0.isNumber }
    let rest = escaped[digits.endIndex...]
    let isNumbered = !digits.isEmpty && (rest.hasPrefix(". ") || rest.hasPrefix(") "))
    return isNumbered ? digits + "\\" + rest : escaped
  }
}
