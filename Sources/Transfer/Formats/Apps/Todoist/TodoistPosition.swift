import Rules

/// The position of a row in the hierarchy of a Todoist file, which only the rows above it
/// determine.
struct TodoistPosition {
  /// The section of the row, if any.
  var section = ""
  /// The possible parent tasks, by increasing indent.
  private var parents: [(indent: Int, name: String)] = []
  /// The lines of unreadable rows above that may be its parents, in order.
  private(set) var unread: [Int] = []
  /// The smallest indent that the first of them can have.
  private var floor = 0

  /// Creates the position at the beginning of a file or a section.
  init(section: String = "") { self.section = section }

  /// Reads a position stored in a rejects file.
  init(_ context: RowContext) {
    section = context[text: "section"]
    let above = context[context: "parents"]
    for name in above.names {
      if let indent = Int(name) { parents.append((indent, above[text: name])) }
    }
    parents.sort { $0.indent < $1.indent }
    unread = context[numbers: "unread"]
  }

  /// Stores the position in the context of a row, for the case that the row is rejected.
  func store(in context: inout RowContext) {
    context[text: "section"] = section
    var above = RowContext()
    for (indent, name) in parents { above[text: String(indent)] = name }
    context[context: "parents"] = above
    context[numbers: "unread"] = unread
  }

  /// Returns the name of the parent of a task with an indent, if any.
  func parent(of indent: Int) -> String? {
    parents.last { $0.indent < indent }?.name
  }

  /// Returns the line of the unreadable row above that may be the parent of a task with an indent,
  /// if any.
  func unreadParent(of indent: Int?) -> Int? {
    indent.map { $0 > floor } ?? true ? unread.first : nil
  }

  /// Returns the position of a task with an indent, without rows that cannot be its parents.
  func narrowed(to indent: Int?) -> TodoistPosition {
    var position = self
    if unreadParent(of: indent) == nil { position.unread = [] }
    return position
  }

  /// Moves the position below a task.
  mutating func enter(_ indent: Int, _ name: String) {
    if unreadParent(of: indent) == nil { unread = [] }
    addParent(indent, name)
  }

  private mutating func addParent(_ indent: Int, _ name: String) {
    while let last = parents.last, last.indent >= indent { parents.removeLast() }
    parents.append((indent, name))
  }

  /// Moves the position below an unreadable row.
  mutating func reject(line: Int, indent: Int?) {
    if unreadParent(of: indent) == nil {
      unread = []
      floor = indent ?? 1
    }
    unread.append(line)
  }

  /// Replaces unreadable rows above by rows that were corrected.
  ///
  /// - Parameter row: returns the row on a line; `nil` when it still cannot be read.
  mutating func resolve(_ row: (_ line: Int) -> TodoistRow?) {
    while let line = unread.first, let found = row(line) {
      unread.removeFirst()
      if case .task(let indent, let name) = found {
        addParent(indent, name)
      }
    }
  }
}

/// A row that could not be read before it was corrected.
enum TodoistRow {
  case task(indent: Int, name: String)
  /// The row was removed, or is not a task.
  case gone
}
