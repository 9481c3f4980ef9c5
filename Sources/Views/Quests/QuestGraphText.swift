public import Rules

/// An output language for graphs.
public enum QuestGraphFormat: String, Sendable, CaseIterable {
  /// The DOT language of Graphviz.
  case dot
  /// A Mermaid flowchart, which Markdown viewers draw.
  case mermaid
}

extension QuestsState {
  /// Returns the dependency graph of a set or of one of its missions: nodes and gates, each drawn
  /// by its status, with an arrow from each to those that depend on it.
  ///
  /// - Parameters:
  ///   - set: the set's id.
  ///   - mission: the mission's id; `nil` for the whole set.
  ///   - format: the output language.
  ///   - level: the profile's level, which applies unless another was set.
  /// - Returns: the text, which ends with a line break; `nil` when no such set or mission is
  ///   loaded.
  public func graph(
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
  /// - Parameters:
  /// - text: the set's id, or `set/mission`, or a mission's id that occurs in one set only.
  /// - format: the language of the graph.
  ///   - level: the profile's level.
  /// - Throws: `QuestReferenceError` if the set or mission does not exist.
  public func graph(
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
