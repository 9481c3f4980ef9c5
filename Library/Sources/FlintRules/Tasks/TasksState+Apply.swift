import FlintCalendar
import FlintSchema

extension TasksState {
  /// - Parameter id: the event's id, which becomes the id of a task that it adds.
  /// - Returns: the counts of the event, or the reason why it is void and changed nothing.
  mutating func apply(
    _ action: TaskAction, id: EventID, at: Instant, offset: UTCOffset, day: CivilDay,
    rules: TaskRules
  ) -> SubjectEffect {
    switch action {
    case .taskAdd(let content): return add(content, id: id, at: at, offset: offset, day: day)
    case .taskComplete(let task):
      return complete(task, at: at, offset: offset, day: day, rules: rules)
    case .taskReopen(let task): return reopen(task)
    case .taskUpdate(let task, let change): return update(task, change)
    case .taskStart(let task): return start(task, at: at, offset: offset)
    case .taskStop(let task): return stop(task)
    case .projectAdd(let content): return add(content)
    case .projectRename(let from, let to): return rename(from, to)
    case .projectRemove(let name): return remove(name)
    }
  }

  private mutating func add(
    _ content: TaskContent, id: EventID, at: Instant, offset: UTCOffset, day: CivilDay
  ) -> SubjectEffect {
    if cycle(id, after: content.after) != nil { return .void(.taskCycle) }
    positions[id] = tasks.count
    tasks.append(
      TaskState(
        id: id, addedAt: at, addedOffset: offset, addedDay: day, content: content,
        first: content.due, projectSlot: slot(for: content.project)))
    addDependencies(of: tasks.count - 1)
    return SubjectEffect()
  }

  private mutating func complete(
    _ id: EventID, at: Instant, offset: UTCOffset, day: CivilDay, rules: TaskRules
  ) -> SubjectEffect {
    guard let position = positions[id] else { return .void(.unknownTask) }
    guard tasks[position].isOpen else { return .void(.taskCompleted) }
    if isBlocked(tasks[position]) { return .void(.taskBlocked) }
    let priority = tasks[position].priority
    let score = rules.score(of: priority)
    let project = project(of: tasks[position]).name.key
    let move = tasks[position].moveOn(from: day)
    tasks[position].isOpen = move != nil
    tasks[position].completions.append(
      TaskState.Completion(
        at: at, offset: offset, day: day, priority: priority, score: score, project: project,
        tags: tasks[position].tags, move: move))
    if running?.task == id { running = nil }
    days.add(score, on: day)
    return SubjectEffect(tasks: 1, taskScore: score)
  }

  private mutating func reopen(_ id: EventID) -> SubjectEffect {
    guard let position = positions[id] else { return .void(.unknownTask) }
    guard let completion = tasks[position].completions.popLast() else { return .void(.taskOpen) }
    tasks[position].isOpen = true
    if let move = completion.move { tasks[position].takeBack(move) }
    days.subtract(completion.score, from: completion.day)
    return SubjectEffect(reversals: [
      SubjectEffect.Reversal(
        day: completion.day, tasks: 1, taskScore: completion.score, payment: completion.payment,
        undone: SubjectEffect.Undone(
          occurrence: .task(completion),
          names: OccurrenceNames(tags: completion.tags, project: completion.project),
          at: completion.at, offset: completion.offset))
    ])
  }

  /// Notes what the completion of a task earned.
  mutating func note(_ payment: Payment, for task: EventID) {
    guard let position = positions[task], let latest = tasks[position].completions.indices.last
    else { return }
    tasks[position].completions[latest].payment = payment
  }

  private mutating func update(_ id: EventID, _ change: TaskChange) -> SubjectEffect {
    guard let position = positions[id] else { return .void(.unknownTask) }
    if change["after"] != nil {
      var content = tasks[position].content
      change.apply(to: &content)
      if cycle(id, after: content.after) != nil { return .void(.taskCycle) }
      removeDependencies(of: position)
      change.apply(to: &tasks[position].content)
      addDependencies(of: position)
    } else {
      change.apply(to: &tasks[position].content)
    }
    if change["due"] != nil || change["every"] != nil {
      tasks[position].first = tasks[position].content.due
    }
    if change["project"] != nil {
      tasks[position].projectSlot = slot(for: tasks[position].content.project)
    }
    return SubjectEffect()
  }

  /// Returns the slot of the project of a name, and creates the project if it does not exist.
  private mutating func slot(for name: ProjectName) -> Int32 {
    if name.isInbox { return 0 }
    if let slot = slotsByKey[name.key] { return Int32(slot) }
    return insert(Project(name: name, description: nil, isExplicit: false))
  }

  @discardableResult
  private mutating func insert(_ project: Project) -> Int32 {
    slotsByKey[project.name.key] = projectSlots.count
    projectSlots.append(project)
    return Int32(projectSlots.count - 1)
  }

  private mutating func add(_ content: ProjectContent) -> SubjectEffect {
    guard let slot = slotsByKey[content.name.key], let project = projectSlots[slot] else {
      insert(Project(name: content.name, description: content.description, isExplicit: true))
      return SubjectEffect()
    }
    if content.name.isInbox { return .void(.projectExists) }
    // Names are unique: a later creation updates the project.
    projectSlots[slot]?.description = content.description ?? project.description
    projectSlots[slot]?.isExplicit = true
    return SubjectEffect()
  }

  private mutating func rename(_ from: ProjectName, _ to: ProjectName) -> SubjectEffect {
    if from.isInbox { return .void(.inboxIsFixed) }
    guard let slot = slotsByKey[from.key] else { return .void(.unknownProject) }
    if let other = slotsByKey[to.key], other != slot { return .void(.projectExists) }
    slotsByKey[from.key] = nil
    slotsByKey[to.key] = slot
    projectSlots[slot]?.name = to
    return SubjectEffect()
  }

  private mutating func remove(_ name: ProjectName) -> SubjectEffect {
    if name.isInbox { return .void(.inboxIsFixed) }
    guard let slot = slotsByKey.removeValue(forKey: name.key) else {
      return .void(.unknownProject)
    }
    projectSlots[slot] = nil
    return SubjectEffect()
  }
}
