public import Rules

extension QuestsState {
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
