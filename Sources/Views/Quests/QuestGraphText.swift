package import FlintRules

/// An output language for graphs.
package enum QuestGraphFormat: String, Sendable, CaseIterable {
  /// The DOT language of Graphviz.
  case dot
  /// A Mermaid flowchart, which Markdown viewers draw.
  case mermaid
}

extension QuestsState {
  /// Returns the dependency graph of a set or of one of its missions: nodes and gates, each drawn
  /// by its status, with an arrow from each to those that depend on it.
  ///
  /// - Parameter level: the profile's level, which applies unless another was set.
  /// - Returns: the text, which ends with a line break; `nil` when no such set or mission is
  ///   loaded.
  package func graph(
    set id: String, mission: String? = nil, format: QuestGraphFormat, level: Int64
  ) -> String? {
    graph(set: id, mission: mission, level: level).map { graph in
      switch format {
      case .dot: graph.dot
      case .mermaid: graph.mermaid
      }
    }
  }

  /// Returns the graph of a set, or of one mission of a set.
  ///
  /// - Parameter text: the set's id, or `set/mission`, or a mission's id that occurs in one set only.
  /// - Throws: `QuestReferenceError` if the set or mission does not exist.
  package func graph(
    of text: String, format: QuestGraphFormat, level: Int64
  ) throws(QuestReferenceError) -> String {
    if let graph = graph(set: text, format: format, level: level) { return graph }
    let mission: QuestReference
    do throws(QuestReferenceError) {
      mission = try resolveMission(text)
    } catch {
      // An unknown reference was most likely meant as a set.
      if error.candidates.isEmpty && !text.contains("/") { _ = try resolveSet(text) }
      throw error
    }
    return graph(set: mission.set, mission: mission.id, format: format, level: level) ?? ""
  }
}

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
