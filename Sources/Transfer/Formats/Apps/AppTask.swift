import FlintCalendar
import FlintRules
import FlintSchema
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
  var lines: [Line] = []
  var priority = TaskPriority.p2
  /// The project; Inbox if empty.
  var project = ""
  var due: CivilDay?
  /// Whether the file states the due day. If not, it is only the initial one.
  var isDueKnown = true
  var reminder: Instant?
  var tags: [String] = []
  var every: TaskRecurrence?
  /// The keys of the tasks that have to be completed first. Those that are imported later, or never, block
  /// the task once they are there.
  var after: [String] = []
  var wait: CivilDay?
  var added: Instant
  /// Whether the file states that time.
  var isAddedKnown = true
  /// The time at which it was completed, if it was.
  var completed: Instant?
  /// The name that earlier versions gave the task, if it was another one.
  var formerName: String?
  /// The due day, if any, that earlier versions gave the task, if it was another one.
  var formerDue: CivilDay??

  /// A line of the details.
  struct Line {
    var text: String
    /// Whether only earlier versions have the line, since a field has it now.
    var isFormer = false
  }

  /// Appends a labelled line, unless the text is empty.
  ///
  /// - Parameter isFormer: whether only earlier versions have the line.
  mutating func addLine(_ label: String, _ text: String, isFormer: Bool = false) {
    let text = text.trimmedWhitespace
    if !text.isEmpty { lines.append(Line(text: "\(label): \(text)", isFormer: isFormer)) }
  }

  /// Sets how often the task comes again, if a field can say it and the task is open, and appends the
  /// text as a line otherwise.
  ///
  /// - Parameter isWhole: whether the recurrence says all that the text does.
  mutating func setRecurrence(_ every: TaskRecurrence?, _ text: String, isWhole: Bool = true) {
    // A task that comes again is open after its completion.
    self.every = completed == nil ? every : nil
    addLine("Repeat", text, isFormer: self.every != nil && isWhole)
  }

  /// Returns the events of the task: its addition, and its completion if it was completed.
  ///
  /// - Throws: `RowProblem` when the task has no name, or was completed before it was added.
  func events(_ zone: CivilZone) throws(RowProblem) -> [ImportedEvent] {
    let task = self
    // What is wrong with the row is reported where it is read; the profile determines the ids only.
    _ = try content(References())
    var addition = ImportedAction(.taskAdd, at: .instant(added), key: key) {
      (references) throws(RowProblem) in
      .task(.taskAdd(try task.content(references)))
    }
    addition.isTimeKnown = isAddedKnown
    if !isDueKnown { addition.absentFields = ["due"] }
    if hasFormerContent {
      addition.former = { () throws(RowProblem) in .task(.taskAdd(try task.formerContent())) }
    }
    addition.reference = key
    guard let completed else { return [.action(addition)] }
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
    if after.isEmpty { return [.action(addition), .action(completion)] }
    return [.action(addition), .action(release(at: completed)), .action(completion)]
  }

  /// Returns the event that frees the task from those before it when it is completed: the app may let one
  /// complete a task before them. So no other row determines what this one records.
  private func release(at completed: Instant) -> ImportedAction {
    let (key, column) = (key, column)
    var release = ImportedAction(
      .taskUpdate, at: .instant(completed), key: Self.releaseKey(key)
    ) { references throws(RowProblem) in
      let id = try references.event(.taskAdd, named: key, column: column)
      let change = try RowProblem.checking { () throws(FieldError) in
        try TaskChange().setting("after", .none)
      }
      return .task(.taskUpdate(id, change))
    }
    release.isRelease = true
    return release
  }

  /// Returns the key of the event that frees a completed task from those before it.
  private static func releaseKey(_ key: String) -> String { "\(key)/released" }

  /// Returns the events that must not exist if the task is open (its completion, with what frees it) or removed
  /// (also the task itself).
  static func absences(
    _ key: String, isGone: Bool, column: String, value: String
  ) -> [Absence] {
    var events: [(EventKind, String)] = [
      (.taskComplete, "\(key)/completed"), (.taskUpdate, releaseKey(key)),
    ]
    if isGone { events.append((.taskAdd, key)) }
    return events.map { Absence($0, key: $1, column: column, value: value) }
  }

  // MARK: Content

  private var hasFormerContent: Bool {
    formerName != nil || lines.contains { $0.isFormer } || !after.isEmpty || every != nil
      || wait != nil
  }

  /// Returns the content of the task. A name that is too long or has several lines is shortened,
  /// and its full text becomes the beginning of the details; likewise a project's.
  private func content(_ references: References) throws(RowProblem) -> TaskContent {
    try content(
      name: name, due: due, lines.filter { !$0.isFormer }.map(\.text),
      [
        "tags": tags.fieldValue, "every": every?.fieldValue, "wait": wait?.fieldValue,
        "after": after.map { references.id(ofTask: $0).description }.fieldValue,
      ])
  }

  /// Returns the content that earlier versions gave the task, with all properties as lines.
  private func formerContent() throws(RowProblem) -> TaskContent {
    try content(name: formerName ?? name, due: formerDue ?? due, lines.map(\.text), [:])
  }

  private func content(
    name: String, due: CivilDay?, _ lines: [String], _ fields: [String: FieldValue?]
  ) throws(RowProblem) -> TaskContent {
    let whole = name.trimmedWhitespace
    // Most names have one line of ASCII.
    let line =
      whole.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
      ? whole : whole.split(whereSeparator: \.isNewline).joined(separator: " ")
    let short = line.shortened(to: TaskContent.maximumNameLength).trimmedWhitespace
    var details = self.details.trimmedWhitespace.isEmpty ? [] : [self.details.trimmedWhitespace]
    if short != whole { details.insert(whole, at: 0) }
    let project = project.trimmedWhitespace
    let shortProject = project.shortened(to: ProjectName.longest).trimmedWhitespace
    details += shortProject == project ? lines : lines + ["Project: \(project)"]
    var values = fields
    values["name"] = short.fieldValue
    values["details"] = details.joined(separator: "\n").fieldValue
    values["priority"] = priority.fieldValue
    values["project"] = shortProject.isEmpty ? nil : shortProject.fieldValue
    values["due"] = due?.fieldValue
    values["reminder"] = reminder?.fieldValue
    return try TaskContent.schema.record(
      { (field, _) throws(RowProblem) in values[field.name] ?? nil },
      failure: { RowProblem($0, column: $0.field == "name" ? column : nil) })
  }
}

extension String {
  /// Returns the first characters of the text.
  fileprivate func shortened(to count: Int) -> String {
    // No text has more characters than bytes.
    utf8.count <= count ? self : String(prefix(count))
  }
}
