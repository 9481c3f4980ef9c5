/// The position of a row in the hierarchy of a Todoist file, which only the rows above it
/// determine.
struct TodoistPosition {
  /// The section of the row, if any.
  var section = ""
  /// The possible parent tasks, by increasing indent.
  private var parents: [(indent: Int, name: String)] = []
  /// The line of an unreadable row above that may be the parent of a row, and the smallest indent
  /// that it can have.
  private var unread: (line: Int, indent: Int)?

  init(section: String = "") { self.section = section }

  /// Returns the name of the parent of a task with an indent, if any.
  func parent(of indent: Int) -> String? {
    parents.last { $0.indent < indent }?.name
  }

  /// Returns the line of the unreadable row above that may be the parent of a task with an indent,
  /// if any.
  func unreadParent(of indent: Int?) -> Int? {
    unread.flatMap { row in indent.map { $0 > row.indent } ?? true ? row.line : nil }
  }

  /// Moves the position below a task.
  mutating func enter(_ indent: Int, _ name: String) {
    if unreadParent(of: indent) == nil { unread = nil }
    while let last = parents.last, last.indent >= indent { parents.removeLast() }
    parents.append((indent, name))
  }

  /// Moves the position below an unreadable row.
  mutating func reject(line: Int, indent: Int?) {
    if unreadParent(of: indent) == nil { unread = (line, indent ?? 1) }
  }
}
