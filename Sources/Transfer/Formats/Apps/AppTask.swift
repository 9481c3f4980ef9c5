import Rules
import Sessions

/// A task of another app, before it is cut to what a task of Flint's can be.
struct AppTask {
  /// The column that its name came from.
  var column: String
  /// Its name, of any length.
  var name: String
  /// What tells it from others, also the name by which its completion refers to it.
  var key: String
  /// See `ImportUnit.alikeKey`.
  var alikeKey: String?
  /// Free text, if any.
  var details = ""
  /// What has no place of its own, each on a line below the details.
  var lines: [String] = []
  /// How urgent it is.
  var priority = TaskPriority.p2
  /// The project; Inbox if empty.
  var project = ""
  /// The day it is due.
  var due: CivilDay?
  /// When to remind of it.
  var reminder: Instant?
  /// When it was added.
  var added: Instant
  /// Whether the file says when.
  var isAddedKnown = true
  /// When it was completed, if it was.
  var completed: Instant?

  /// Adds a line about something, unless there is nothing to say.
  mutating func tell(_ label: String, _ text: String) {
    let text = text.trimmedWhitespace
    if !text.isEmpty { lines.append("\(label): \(text)") }
  }

  /// What is to be recorded: the task, and its completion if it was completed.
  ///
  /// - Throws: `RowProblem` when it has no name, or was completed before it was added.
  func drafts(_ zone: Zone) throws(RowProblem) -> [Draft] {
    let content = try content()
    var addition = ActionDraft(
      at: .instant(added), key: key, reference: key, .task(.taskAdd(content)))
    addition.isTimeKnown = isAddedKnown
    guard let completed else { return [.action(addition)] }
    guard completed >= added else {
      throw RowProblem(
        column: column, value: name,
        reason: "completed at \(zone.text(completed)), before it was added at \(zone.text(added))")
    }
    let (key, column) = (key, column)
    let completion = ActionDraft(at: .instant(completed), key: "\(key)/completed") {
      references throws(RowProblem) in
      .task(.taskComplete(try references.event(.taskAdd, named: key, column: column)))
    }
    return [.action(addition), .action(completion)]
  }

  /// That a task of a key is open, or gone: then there is no completion of it, or not even the task.
  static func absences(
    _ key: String, isGone: Bool, column: String, value: String
  ) -> [Absence] {
    let completion = Absence(
      .taskComplete, key: "\(key)/completed", column: column, value: value)
    return isGone
      ? [completion, Absence(.taskAdd, key: key, column: column, value: value)] : [completion]
  }

  /// What the task says. A name of several lines, or too long for one, is cut, and the whole text
  /// stands at the top of the details; likewise a project's.
  private func content() throws(RowProblem) -> TaskContent {
    let whole = name.trimmedWhitespace
    let line = whole.split(whereSeparator: \.isNewline).joined(separator: " ")
    let short = String(line.prefix(TaskContent.longestName)).trimmedWhitespace
    var parts = details.trimmedWhitespace.isEmpty ? [] : [details.trimmedWhitespace]
    if short != whole { parts.insert(whole, at: 0) }
    let project = project.trimmedWhitespace
    let shortProject = String(project.prefix(ProjectName.longest)).trimmedWhitespace
    parts += shortProject == project ? lines : lines + ["Project: \(project)"]
    let details = parts.joined(separator: "\n")
    return try inColumn(nil) { () throws(FieldError) in
      try TaskContent(
        name: short, details: details, priority: priority,
        project: shortProject.isEmpty ? nil : shortProject, due: due, reminder: reminder)
    }
  }
}
