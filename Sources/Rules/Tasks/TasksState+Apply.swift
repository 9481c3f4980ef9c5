extension TasksState {
  /// Lets an event about tasks or projects have its effect.
  ///
  /// - Parameters:
  ///   - action: what the event says.
  ///   - id: the event's id, which becomes that of a task it adds.
  ///   - at: the event's instant.
  ///   - offset: the event's own offset.
  ///   - day: the event's own civil day.
  ///   - rules: what completed tasks score.
  /// - Returns: what to count for it, or why it is void and has changed nothing.
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
    case .projectAdd(let content): return add(content)
    case .projectRename(let from, let to): return rename(from, to)
    case .projectRemove(let name): return remove(name)
    }
  }

  private mutating func add(
    _ content: TaskContent, id: EventID, at: Instant, offset: UTCOffset, day: CivilDay
  ) -> SubjectEffect {
    positions[id] = tasks.count
    tasks.append(
      TaskState(
        id: id, addedAt: at, addedOffset: offset, addedDay: day, name: content.name,
        details: content.details,
        priority: content.priority, type: content.type, due: content.due,
        reminder: content.reminder, completion: nil, place: place(for: content.project)))
    return SubjectEffect()
  }

  private mutating func complete(
    _ id: EventID, at: Instant, offset: UTCOffset, day: CivilDay, rules: TaskRules
  ) -> SubjectEffect {
    guard let position = positions[id] else { return .void(.unknownTask) }
    guard tasks[position].isOpen else { return .void(.taskCompleted) }
    let priority = tasks[position].priority
    let score = rules.score(of: priority)
    tasks[position].completion = TaskState.Completion(
      at: at, offset: offset, day: day, priority: priority, score: score)
    days.add(score, on: day)
    return SubjectEffect(tasks: 1, taskScore: score)
  }

  private mutating func reopen(_ id: EventID) -> SubjectEffect {
    guard let position = positions[id] else { return .void(.unknownTask) }
    guard let completion = tasks[position].completion else { return .void(.taskOpen) }
    tasks[position].completion = nil
    days.takeBack(completion.score, from: completion.day)
    return SubjectEffect(takenBack: [
      SubjectEffect.TakenBack(day: completion.day, tasks: 1, taskScore: completion.score)
    ])
  }

  private mutating func update(_ id: EventID, _ change: TaskChange) -> SubjectEffect {
    guard let position = positions[id] else { return .void(.unknownTask) }
    if let name = change.name { tasks[position].name = name }
    if let details = change.details { tasks[position].details = details }
    if let priority = change.priority { tasks[position].priority = priority }
    if let type = change.type { tasks[position].type = type }
    if let project = change.project { tasks[position].place = place(for: project) }
    if let due = change.due { tasks[position].due = due }
    if let reminder = change.reminder { tasks[position].reminder = reminder }
    return SubjectEffect()
  }

  /// The place of the project of a name, which comes to be if there is none.
  private mutating func place(for name: ProjectName) -> Int32 {
    if name.isInbox { return 0 }
    if let place = placesByKey[name.key] { return Int32(place) }
    return place(Project(name: name, description: nil, isExplicit: false))
  }

  @discardableResult
  private mutating func place(_ project: Project) -> Int32 {
    placesByKey[project.name.key] = places.count
    places.append(project)
    return Int32(places.count - 1)
  }

  private mutating func add(_ content: ProjectContent) -> SubjectEffect {
    guard let place = placesByKey[content.name.key], let project = places[place] else {
      place(Project(name: content.name, description: content.description, isExplicit: true))
      return SubjectEffect()
    }
    if content.name.isInbox { return .void(.projectExists) }
    // One project per name: a later creation changes it.
    places[place]?.description = content.description ?? project.description
    places[place]?.isExplicit = true
    return SubjectEffect()
  }

  private mutating func rename(_ from: ProjectName, _ to: ProjectName) -> SubjectEffect {
    if from.isInbox { return .void(.inboxIsFixed) }
    guard let place = placesByKey[from.key] else { return .void(.unknownProject) }
    if let other = placesByKey[to.key], other != place { return .void(.projectExists) }
    placesByKey[from.key] = nil
    placesByKey[to.key] = place
    places[place]?.name = to
    return SubjectEffect()
  }

  private mutating func remove(_ name: ProjectName) -> SubjectEffect {
    if name.isInbox { return .void(.inboxIsFixed) }
    guard let place = placesByKey.removeValue(forKey: name.key) else {
      return .void(.unknownProject)
    }
    places[place] = nil
    return SubjectEffect()
  }
}
