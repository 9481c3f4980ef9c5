import Calendar
import Rules
import Schema
import Sessions

/// A task of another app, before it is reduced to the properties of a Flint task.
struct AppTask {
  var column: String
  /// The name, of any length.
  var name: String
  /// The key, which is also the name by which its completion refers to it.
  var key: String
  /// Free text, if any.
  var details = ""
  /// Properties without a field of their own, one line each, appended to the details.
  var lines: [String] = []
  var priority = TaskPriority.p2
  /// The project; Inbox if empty.
  var project = ""
  var due: CivilDay?
  var reminder: Instant?
  var added: Instant
  /// Whether the file states that time.
  var isAddedKnown = true
  /// The time at which it was completed, if it was.
  var completed: Instant?

  /// Appends a labelled line, unless the text is empty.
  mutating func addLine(_ label: String, _ text: String) {
    let text = text.trimmedWhitespace
    if !text.isEmpty { lines.append("\(label): \(text)") }
  }

  /// Returns the events of the task: its addition, and its completion if it was completed.
  ///
  /// - Throws: `RowProblem` when the task has no name, or was completed before it was added.
  func events(_ zone: Zone) throws(RowProblem) -> [ImportedEvent] {
    var addition = ImportedAction(at: .instant(added), key: key, .task(.taskAdd(try content())))
    addition.isTimeKnown = isAddedKnown
    guard let completed else { return [.action(addition)] }
    addition.reference = key
    guard completed >= added else {
      throw RowProblem(
        column: column, value: name,
        reason: "completed at \(zone.text(completed)), before it was added at \(zone.text(added))")
    }
    let (key, column) = (key, column)
    let completion = ImportedAction(.taskComplete, at: .instant(completed), key: "\(key)/completed")
    {
      references throws(RowProblem) in
      .task(.taskComplete(try references.event(.taskAdd, named: key, column: column)))
    }
    return [.action(addition), .action(completion)]
  }

  /// Returns the events that must not exist if the task is open (its completion) or removed (also
  /// the task itself).
  static func absences(
    _ key: String, isGone: Bool, column: String, value: String
  ) -> [Absence] {
    let completion = Absence(
      .taskComplete, key: "\(key)/completed", column: column, value: value)
    return isGone
      ? [completion, Absence(.taskAdd, key: key, column: column, value: value)] : [completion]
  }

  /// Returns the content of the task. A name that is too long or has several lines is shortened,
  /// and its full text becomes the beginning of the details; likewise a project's.
  private func content() throws(RowProblem) -> TaskContent {
    let whole = name.trimmedWhitespace
    // Most names have one line of ASCII.
    let line =
      whole.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
      ? whole : whole.split(whereSeparator: \.isNewline).joined(separator: " ")
    let short = line.shortened(to: TaskContent.maximumNameLength).trimmedWhitespace
    var lines = details.trimmedWhitespace.isEmpty ? [] : [details.trimmedWhitespace]
    if short != whole { lines.insert(whole, at: 0) }
    let project = project.trimmedWhitespace
    let shortProject = project.shortened(to: ProjectName.longest).trimmedWhitespace
    lines += shortProject == project ? self.lines : self.lines + ["Project: \(project)"]
    let details = lines.joined(separator: "\n")
    do throws(FieldError) {
      return try TaskContent(
        name: short, details: details, priority: priority,
        project: shortProject.isEmpty ? nil : shortProject, due: due, reminder: reminder)
    } catch {
      throw RowProblem(error, column: error.field == "name" ? column : nil)
    }
  }
}

extension String {
  /// Returns the first characters of the text.
  fileprivate func shortened(to count: Int) -> String {
    // No text has more characters than bytes.
    utf8.count <= count ? self : String(prefix(count))
  }
}
