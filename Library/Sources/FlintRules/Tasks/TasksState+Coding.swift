import FlintCalendar

extension TasksState {
  /// Encodes the state for a cache. Everything derived from tasks and projects is omitted.
  func encode(to writer: inout StateWriter) {
    writer.write(list: projectSlots) { writer, project in
      writer.write(project) { writer, project in
        writer.write(project.name.text)
        writer.write(project.description) { $0.write($1) }
        writer.write(project.isExplicit)
      }
    }
    writer.write(list: tasks) { writer, task in task.encode(to: &writer) }
    writer.write(running) { writer, work in
      writer.write(work.task)
      writer.write(work.since)
      writer.write(work.offset.seconds)
    }
  }

  /// Decodes the output of `encode(to:)`; the reader fails when the state is inconsistent.
  init(from reader: inout StateReader) {
    projectSlots = reader.list { reader in
      reader.optional { reader in
        let text = reader.text()
        let description = reader.optional { $0.text() }
        let isExplicit = reader.flag()
        guard let name = try? ProjectName(text, field: "project"), name.text == text else {
          reader.fail()
          return Project(name: .inbox, description: nil, isExplicit: true)
        }
        return Project(name: name, description: description, isExplicit: isExplicit)
      }
    }
    tasks = reader.list { TaskState(from: &$0) }
    running = reader.optional {
      TaskWork(task: $0.id(), since: $0.instant(), offset: UTCOffset(seconds: $0.integer()))
    }
    slotsByKey = [:]
    for (slot, project) in projectSlots.enumerated() {
      guard let project else { continue }
      if slotsByKey.updateValue(slot, forKey: project.name.key) != nil { reader.fail() }
    }
    if slotsByKey[ProjectName.inbox.key] != 0 { reader.fail() }
    positions.reserveCapacity(tasks.count)
    for (position, task) in tasks.enumerated() {
      if positions.updateValue(position, forKey: task.id) != nil { reader.fail() }
      if !projectSlots.indices.contains(Int(task.projectSlot)) { reader.fail() }
      for completion in task.completions { days.add(completion.score, on: completion.day) }
      addDependencies(of: position)
    }
    if let running, positions[running.task] == nil { reader.fail() }
    if !reader.isSound { self = TasksState() }
  }
}

extension TaskState {
  fileprivate func encode(to writer: inout StateWriter) {
    writer.write(id)
    writer.write(addedAt)
    writer.write(addedOffset.seconds)
    writer.write(addedDay)
    writer.write(record: content)
    writer.write(isOpen)
    writer.write(first) { $0.write($1) }
    writer.write(list: completions) { writer, completion in
      writer.write(completion.at)
      writer.write(completion.offset.seconds)
      writer.write(completion.day)
      writer.write(completion.priority.rawValue)
      writer.write(completion.score)
      writer.write(completion.project)
      writer.write(list: completion.tags) { $0.write($1) }
      writer.write(completion.payment) { $1.encode(to: &$0) }
      writer.write(completion.move) { $1.encode(to: &$0) }
    }
    writer.write(projectSlot)
  }

  fileprivate init(from reader: inout StateReader) {
    id = reader.id()
    addedAt = reader.instant()
    addedOffset = UTCOffset(seconds: reader.integer())
    addedDay = reader.day()
    content = reader.record()
    isOpen = reader.flag()
    first = reader.optional { $0.writtenDay() }
    completions = reader.list { reader in
      Completion(
        at: reader.instant(), offset: UTCOffset(seconds: reader.integer()), day: reader.day(),
        priority: TaskPriority(from: &reader), score: reader.word(),
        project: reader.text(), tags: reader.list { $0.text() },
        payment: reader.optional { Payment(from: &$0) }, move: reader.optional { Move(from: &$0) })
    }
    projectSlot = reader.integer()
  }
}

extension TaskState.Move {
  fileprivate func encode(to writer: inout StateWriter) {
    writer.write(due) { $0.write($1) }
    writer.write(wait) { $0.write($1) }
    writer.write(reminder) { $0.write($1) }
    writer.write(first) { $0.write($1) }
    writer.write(next)
  }

  fileprivate init(from reader: inout StateReader) {
    due = reader.optional { $0.writtenDay() }
    wait = reader.optional { $0.writtenDay() }
    reminder = reader.optional { $0.instant() }
    first = reader.optional { $0.writtenDay() }
    next = reader.writtenDay()
  }
}

extension StateReader {
  /// Reads a day of the years 1 to 9999, with which the fold computes.
  fileprivate mutating func writtenDay() -> CivilDay {
    let day = day()
    if !(1...9999).contains(day.components.year) { fail() }
    return isSound ? day : CivilDay(number: 0)
  }
}

extension TaskPriority {
  fileprivate init(from reader: inout StateReader) {
    let priority = TaskPriority(rawValue: reader.integer())
    if priority == nil { reader.fail() }
    self = priority ?? .p2
  }
}
