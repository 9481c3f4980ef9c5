package import FlintRules
import FlintSchema

/// The tasks that come before a task, as a file names them.
package struct TasksBefore: Sendable {
  private let names: [String]
  private let column: String

  /// - Parameters:
  ///   - names: the references of rows, or ids of tasks of the profile.
  ///   - column: the column in messages.
  package init(_ names: [String], column: String) {
    self.names = names.map(\.trimmedWhitespace).filter { !$0.isEmpty }
    self.column = column
  }

  package var isEmpty: Bool { names.isEmpty }

  /// Returns the content of a task with the tasks that come before it.
  ///
  /// - Throws: `RowProblem` when a name that is no id refers to no preceding row.
  package func added(
    to content: TaskContent, _ references: References
  ) throws(RowProblem) -> TaskContent {
    if isEmpty { return content }
    let change = try added(to: TaskChange(), references)
    var content = content
    change.apply(to: &content)
    return content
  }

  package func added(
    to change: TaskChange, _ references: References
  ) throws(RowProblem) -> TaskChange {
    if isEmpty { return change }
    var ids: [String] = []
    for name in names { ids.append(try id(of: name, references).description) }
    do throws(FieldError) {
      return try change.setting("after", .list(ids))
    } catch {
      throw RowProblem(error, column: column)
    }
  }

  /// An id that refers to nothing, such as that of a removed task, is unchanged: it blocks nothing. A row
  /// that is yet to be recorded is waited for.
  private func id(of name: String, _ references: References) throws(RowProblem) -> EventID {
    do {
      return try references.event(.taskAdd, named: name, column: column)
    } catch {
      guard let id = EventID(name), !references.expects(name, .taskAdd) else { throw error }
      return id
    }
  }
}
