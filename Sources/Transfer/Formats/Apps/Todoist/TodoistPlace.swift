import Rules

/// Where a row of Todoist's stands among those above it, which alone say what it is part of.
struct TodoistPlace {
  /// The section it lies in, if any.
  var section = ""
  /// The names of the tasks that it may be part of, by their indent.
  private var parents: [Int: String] = [:]
  /// The lines of rows above that cannot be read, and of which it may be part; in their order.
  private(set) var unread: [Int] = []
  /// The least indent that the first of them can have.
  private var floor = 0

  /// Makes a place at the beginning of a file or a section.
  init(section: String = "") { self.section = section }

  /// Reads a place that a rejects file has kept.
  init(_ context: RowContext) {
    section = context[text: "section"]
    let above = context[context: "parents"]
    for name in above.names {
      if let indent = Int(name) { parents[indent] = above[text: name] }
    }
    unread = context[numbers: "unread"]
  }

  /// Notes the place for when the row is rejected.
  func keep(in context: inout RowContext) {
    context[text: "section"] = section
    var above = RowContext()
    for (indent, name) in parents.sorted(by: { $0.key < $1.key }) {
      above[text: String(indent)] = name
    }
    context[context: "parents"] = above
    context[numbers: "unread"] = unread
  }

  /// The name of the task that one of an indent is part of, if any.
  func parent(of indent: Int) -> String? {
    parents.filter { $0.key < indent }.max { $0.key < $1.key }?.value
  }

  /// The line of the row above that cannot be read, and of which a task of an indent may be part.
  func unreadParent(of indent: Int?) -> Int? {
    indent.map { $0 > floor } ?? true ? unread.first : nil
  }

  /// Where a task of an indent itself stands: what it cannot be part of does not matter to it.
  func narrowed(to indent: Int?) -> TodoistPlace {
    var place = self
    if unreadParent(of: indent) == nil { place.unread = [] }
    return place
  }

  /// Goes on below a task.
  mutating func enter(_ indent: Int, _ name: String) {
    if unreadParent(of: indent) == nil { unread = [] }
    parents = parents.filter { $0.key < indent }
    parents[indent] = name
  }

  /// Goes on below a row that cannot be read.
  mutating func reject(line: Int, indent: Int?) {
    if unreadParent(of: indent) == nil {
      unread = []
      floor = indent ?? 1
    }
    unread.append(line)
  }

  /// Takes rows above into account that can be read by now.
  ///
  /// - Parameter row: what the row on a line is; `nil` when it still cannot be read.
  mutating func resolve(_ row: (_ line: Int) -> TodoistRow?) {
    while let line = unread.first, let found = row(line) {
      unread.removeFirst()
      if case .task(let indent, let name) = found {
        parents = parents.filter { $0.key < indent }
        parents[indent] = name
      }
    }
  }
}

/// What a row turned out to be that could not be read before.
enum TodoistRow {
  case task(indent: Int, name: String)
  /// It is not there any more, or no task.
  case gone
}
