import FlintRules
package import Sessions
import Storage
import Views

extension UndoReport {
  /// The maximum number of events that are listed.
  private static let mostNamed = 5

  /// Returns the text about what was undone or redone.
  ///
  /// - Parameter report: The report; `nil` if there was nothing to do.
  /// - Throws: `CommandFailure` when nothing was undone or redone.
  package static func message(
    _ report: UndoReport?, _ verb: String, _ done: String, _ session: Session
  ) throws -> String {
    guard let report else {
      throw CommandFailure(.failure, "nothing to \(verb)")
    }
    let text = try report.text(done, session)
    guard report.isDone else { throw CommandFailure(.failure, text) }
    return text
  }

  /// Returns the text of the report: counts in one line, then the changed events and those that were
  /// left unchanged.
  package func text(_ verb: String, _ session: Session) throws -> String {
    var parts: [String] = []
    if let rulebook { parts.append(rulebook.text) }
    if let setting { parts.append(setting.text) }
    if removed > 0 { parts.append("\(counted(removed, "event")) removed") }
    if restored > 0 { parts.append("\(counted(restored, "event")) restored") }
    if changed > 0 { parts.append("\(counted(changed, "event")) changed back") }
    if unchanged > 0 { parts.append("\(counted(unchanged, "event")) unchanged") }
    let name = batchName.map { " (\(shown($0, most: 80)))" } ?? ""
    let what = batch.map { isDone ? "\(verb) batch \($0)\(name): " : "batch \($0)\(name): " }
    var text =
      (what ?? "") + (parts.isEmpty ? "nothing to change" : parts.joined(separator: ", "))
    var words = try EventText(session)
    let named = events.prefix(Self.mostNamed)
    try words.learn(named.map(\.id) + left.prefix(10))
    for event in named {
      let words = words.text(of: event.id).map { shown($0, most: 80) }
      let effect = event.effect == .changed ? "changed back" : "\(event.effect)"
      text += "\n  \(effect): \(words ?? event.id.description)"
    }
    if touched > named.count && !named.isEmpty { text += "\n  … and \(touched - named.count) more" }
    if isMerge && removed > 0 {
      text +=
        "\nevery copy that is merged with this one loses them too, also the one from which they came"
    }
    for id in left.prefix(10) {
      let name = words.text(of: id).map { "\(shown($0, most: 80)) (\(id))" } ?? id.description
      text += "\nleft unchanged, since something else was recorded about it: \(name)"
    }
    if left.count > 10 { text += "\n… and \(left.count - 10) more" }
    if let rulebookInstead {
      text += "\nleft unchanged, since it was set later: rulebook \(rulebookInstead)"
    }
    if let settingInstead {
      text += "\nleft unchanged, since it was set later: \(settingInstead)"
    }
    return text
  }
}
