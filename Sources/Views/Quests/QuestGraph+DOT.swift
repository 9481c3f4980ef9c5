import Rules

extension QuestGraph {
  /// The graph in the DOT language of Graphviz.
  var dot: String {
    var text = "digraph quests {\n"
    text += "  label=\(Self.dotText([title]));\n"
    text += "  labelloc=t;\n  rankdir=TB;\n  fontname=\"sans-serif\";\n"
    text += "  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];\n"
    text += "  edge [color=\"#666666\"];\n"
    for group in groups {
      text += "  subgraph cluster_\(group.name) {\n"
      text += "    label=\(Self.dotText([group.title]));\n"
      text += "    color=\"#999999\";\n"
      for vertex in group.vertices { text += "    \(Self.dot(vertex))\n" }
      text += "  }\n"
    }
    for vertex in outside { text += "  \(Self.dot(vertex))\n" }
    for edge in edges { text += "  \(edge.from) -> \(edge.to);\n" }
    return text + "}\n"
  }

  private static func dot(_ vertex: Vertex) -> String {
    var attributes = "label=\(dotText(vertex.lines))"
    if vertex.isGate { attributes += ", shape=diamond, style=filled" }
    let look =
      switch vertex.look {
      case .done: ", fillcolor=\"#b7dfb9\", color=\"#3b7a3e\""
      case .available: ", fillcolor=\"#ffffff\", color=\"#1f5fa8\", penwidth=2"
      case .locked: ", fillcolor=\"#e4e4e4\", color=\"#8a8a8a\", fontcolor=\"#555555\""
      case .outside: ", style=\"dashed\", color=\"#8a8a8a\", fontcolor=\"#555555\""
      case .empty: ", shape=plaintext, style=\"\", fontcolor=\"#555555\""
      }
    return "\(vertex.name) [\(attributes)\(look)];"
  }

  /// Returns lines as a quoted string. A backslash would begin an escape and an ampersand an HTML
  /// entity.
  private static func dotText(_ lines: [String]) -> String {
    var text = "\""
    for (index, line) in lines.enumerated() {
      if index > 0 { text += "\\n" }
      for scalar in line.unicodeScalars {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "&": text += "&amp;"
        case "\n": text += "\\n"
        case "\u{0}"..."\u{1f}", "\u{7f}": text += " "
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    return text + "\""
  }
}
