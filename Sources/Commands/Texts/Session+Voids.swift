package import FlintRules
package import Sessions
import Views

extension Session {
  /// Returns a list of the events that have no effect now and did before, or did not exist before;
  /// begins with a line break.
  ///
  /// - Parameter history: The name of the history, such as `the merged history`.
  package func voidText(
    since before: [FoldedEvents.Void], in history: String = "the merged history"
  ) throws -> String {
    let known = Set(before.map(\.event))
    let voids = try state().events.voids.filter { !known.contains($0.event) }
    if voids.isEmpty { return "" }
    let shown = voids.prefix(20)
    var words = try EventText(self)
    try words.learn(shown.map(\.event))
    var text = "\nwithout effect in \(history): \(counted(Int64(voids.count), "event"))"
    for void in shown {
      text += "\n  \(words.text(of: void.event) ?? "") (\(void.event)): \(void.reason.text)"
    }
    if voids.count > shown.count {
      text += "\n  … and \(grouped(voids.count - shown.count)) more; flint log --void lists them"
    }
    return text
  }
}
