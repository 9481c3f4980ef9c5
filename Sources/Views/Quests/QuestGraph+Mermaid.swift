import Rules

extension QuestGraph {
  /// The graph as a Mermaid flowchart.
  var mermaid: String {
    var text = "flowchart TD\n"
    for group in groups {
      text += "  subgraph c\(group.name)[\"\(Self.mermaidText([group.title]))\"]\n"
      for vertex in group.vertices { text += "    \(Self.mermaid(vertex))\n" }
      text += "  end\n"
    }
    for vertex in outside { text += "  \(Self.mermaid(vertex))\n" }
    for edge in edges { text += "  \(edge.from) --> \(edge.to)\n" }
    text += "  classDef done fill:#b7dfb9,stroke:#3b7a3e,color:#000000\n"
    text += "  classDef available fill:#ffffff,stroke:#1f5fa8,stroke-width:3px,color:#000000\n"
    text += "  classDef locked fill:#e4e4e4,stroke:#8a8a8a,color:#555555\n"
    text += "  classDef outside fill:#ffffff,stroke:#8a8a8a,stroke-dasharray:4,color:#555555\n"
    text += "  classDef empty fill:none,stroke:none,color:#555555\n"
    return text
  }

  private static func mermaid(_ vertex: Vertex) -> String {
    let text = mermaidText(vertex.lines)
    let shape = vertex.isGate ? "{\"\(text)\"}" : "[\"\(text)\"]"
    return "\(vertex.name)\(shape):::\(vertex.look.rawValue)"
  }

  /// Returns lines as the content of a quoted text. Characters that HTML, Markdown or Mermaid might
  /// interpret as markup are written as numeric entities.
  private static func mermaidText(_ lines: [String]) -> String {
    lines.map { line in
      var text = ""
      // At the start of a line, `1.`, `2)`, `-` and `+` would begin a list.
      var hasOnlyDigits = true
      for scalar in line.unicodeScalars {
        switch scalar {
        case "\n": text += "<br/>"
        case "\u{0}"..."\u{1f}", "\u{7f}": text += " "
        case "a"..."z", "A"..."Z", "0"..."9", " ", ",", "'", "/", "?", "!", "(":
          text.unicodeScalars.append(scalar)
        case ".", ")", "-", "+":
          if hasOnlyDigits {
            text += "#\(scalar.value);"
          } else {
            text.unicodeScalars.append(scalar)
          }
        case "\u{21}"..."\u{7e}": text += "#\(scalar.value);"
        default: text.unicodeScalars.append(scalar)
        }
        hasOnlyDigits = scalar == "\n" || hasOnlyDigits && ("0"..."9").contains(scalar)
      }
      return text
    }.joined(separator: "<br/>")
  }
}
