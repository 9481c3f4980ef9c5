import FlintCalendar
import FlintSchema
import TestSupport
import Testing

@testable import FlintRules

/// A slow reference model of tasks and projects: a task has its project's name, and every answer is
/// computed from the list of tasks.
private struct SlowTasks {
  struct Known {
    var id: EventID
    var content: TaskContent
    var project: String
    var name: String
    var details: String?
    var priority: TaskPriority
    var type: TaskType
    var due: CivilDay?
    var addedDay: CivilDay
    var completion: (day: CivilDay, score: Int64, priority: TaskPriority)?
  }

  var tasks: [Known] = []
  /// The task that is worked on.
  var running: EventID?
  var projects: [(name: String, description: String?, byTaskOnly: Bool)] = [("Inbox", nil, false)]

  func spelling(of name: String) -> String? {
    projects.first { $0.name.lowercased() == name.lowercased() }?.name
  }

  mutating func named(_ name: String) -> String {
    if let known = spelling(of: name) { return known }
    projects.append((name, nil, true))
    return name
  }

  /// The reason why the event is void, or the scores it added and subtracted.
  mutating func apply(
    _ action: TaskAction, id: EventID, day: CivilDay
  ) -> (void: VoidReason?, score: Int64, back: (CivilDay, Int64)?) {
    func position(_ id: EventID) -> Int? { tasks.firstIndex { $0.id == id } }
    func void(_ reason: VoidReason) -> (VoidReason?, Int64, (CivilDay, Int64)?) { (reason, 0, nil) }
    switch action {
    case .taskAdd(let content):
      tasks.append(
        Known(
          id: id, content: content, project: named(content.project.text), name: content.name,
          details: content.details, priority: content.priority, type: content.type,
          due: content.due, addedDay: day, completion: nil))
    case .taskComplete(let id):
      guard let position = position(id) else { return void(.unknownTask) }
      if tasks[position].completion != nil { return void(.taskCompleted) }
      let score: Int64 =
        switch tasks[position].priority {
        case .p0: 7
        case .p1: 4
        case .p2: 3
        case .p3: 2
        }
      tasks[position].completion = (day, score, tasks[position].priority)
      if running == id { running = nil }
      return (nil, score, nil)
    case .taskReopen(let id):
      guard let position = position(id) else { return void(.unknownTask) }
      guard let completion = tasks[position].completion else { return void(.taskOpen) }
      tasks[position].completion = nil
      return (nil, 0, (completion.day, completion.score))
    case .taskUpdate(let id, let change):
      guard let position = position(id) else { return void(.unknownTask) }
      for name in change.names {
        switch (name, change[name]) {
        case ("name", .text(let text)): tasks[position].name = text
        case ("details", .text(let text)): tasks[position].details = text
        case ("details", _): tasks[position].details = nil
        case ("priority", let value?):
          tasks[position].priority = TaskPriority(name: value.plain) ?? .p2
        case ("type", let value?): tasks[position].type = TaskType(name: value.plain) ?? .morning
        case ("project", let value?): tasks[position].project = named(value.plain)
        case ("due", .day(let day)): tasks[position].due = day
        case ("due", _): tasks[position].due = nil
        default: break
        }
      }
    case .taskStart(let id):
      guard let position = position(id) else { return void(.unknownTask) }
      if tasks[position].completion != nil { return void(.taskCompleted) }
      if running == id { return void(.taskStarted) }
      running = id
    case .taskStop(let id):
      if position(id) == nil { return void(.unknownTask) }
      if running != id { return void(.taskNotStarted) }
      running = nil
    case .projectAdd(let content):
      if let known = projects.firstIndex(where: {
        $0.name.lowercased() == content.name.text.lowercased()
      }) {
        if projects[known].name == "Inbox" { return void(.projectExists) }
        projects[known].description = content.description ?? projects[known].description
        projects[known].byTaskOnly = false
      } else {
        projects.append((content.name.text, content.description, false))
      }
    case .projectRename(let from, let to):
      if from.text == "Inbox" { return void(.inboxIsFixed) }
      guard let old = spelling(of: from.text) else { return void(.unknownProject) }
      if let taken = spelling(of: to.text), taken != old { return void(.projectExists) }
      for index in projects.indices where projects[index].name == old {
        projects[index].name = to.text
      }
      for index in tasks.indices where tasks[index].project == old {
        tasks[index].project = to.text
      }
    case .projectRemove(let name):
      if name.text == "Inbox" { return void(.inboxIsFixed) }
      guard let old = spelling(of: name.text) else { return void(.unknownProject) }
      projects.removeAll { $0.name == old }
      for index in tasks.indices where tasks[index].project == old {
        tasks[index].project = "Inbox"
      }
    }
    return (nil, 0, nil)
  }

  func score(on day: CivilDay) -> Int64 {
    tasks.reduce(0) { $0 + ($1.completion?.day == day ? $1.completion?.score ?? 0 : 0) }
  }

  func names(in view: TaskView, on day: CivilDay, today: CivilDay) -> [String] {
    tasks.filter { task in
      let isOpen = task.completion == nil
      let isDue = task.due == day
      let isOverdue = isOpen && (task.due?.number ?? .max) < day.number
      let isDone = task.completion?.day == day
      let isInPlan = isDue || (isOverdue && day == today) || isDone
      return switch view {
      case .morning: isInPlan && task.type == .morning
      case .evening: isInPlan && task.type == .evening
      case .upcoming:
        isOpen && ((task.due?.number ?? .min) > day.number || task.type == .upcoming)
      case .inbox: isOpen && (task.project == "Inbox" || task.due == nil || task.type == .inbox)
      case .overdue: isOverdue
      case .completed: isDone
      case .project: task.project == "Inbox"
      }
    }.map(\.name)
  }
}

extension TaskChange {
  /// Creates a change of the fields that have a value here.
  fileprivate init(given values: [(String, FieldValue?)]) throws {
    self.init()
    for case (let name, let value?) in values { self = try setting(name, value) }
  }
}

/// Task events in an order of the fold, with changing offsets and many invalid
/// requests.
private struct TaskHistory {
  var random: SplitMix64
  var now: Int64 = 1_772_323_200_000
  var count: UInt64 = 0
  var ids: [EventID] = []

  init(seed: UInt64) {
    random = SplitMix64(state: seed)
  }

  private mutating func one<Element>(of list: [Element]) -> Element {
    list[Int.random(in: 0..<list.count, using: &random)]
  }

  private mutating func projectName() -> String {
    one(of: ["Work", "work", "WORK", "Home", "hOME", "Inbox", "INBOX", "Ärger", "äRGER", "Garten"])
  }

  private mutating func task() -> EventID {
    Int.random(in: 0..<12, using: &random) == 0 || ids.isEmpty
      ? EventID(high: 1, low: 1) : one(of: Array(ids.suffix(12)))
  }

  private mutating func maybe<Value>(
    _ value: (inout TaskHistory) -> Value
  ) -> Value? {
    Bool.random(using: &random) ? value(&self) : nil
  }

  private mutating func due() -> CivilDay {
    CivilDay(
      number: Int32(now / 86_400_000) + Int32.random(in: -3...3, using: &random))
  }

  mutating func next() throws -> (action: TaskAction, id: EventID, at: Instant, day: CivilDay) {
    now += Int64.random(in: 0...20_000_000, using: &random)
    count += 1
    let id = EventID(high: 0, low: count)
    let offset: Int32 = one(of: [0, 0, 3600, -39_600, 64_800, -64_800])
    let at = Instant(milliseconds: now)
    let action: TaskAction
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<6:
      action = .taskAdd(
        try TaskContent(
          name: "task \(count)", details: maybe { "details \($0.count)" },
          priority: one(of: TaskPriority.allCases), type: one(of: TaskType.allCases),
          project: maybe { $0.projectName() }, due: maybe { $0.due() },
          reminder: maybe { Instant(milliseconds: $0.now) }))
      ids.append(id)
    case 6..<11: action = .taskComplete(task())
    case 11..<14: action = .taskReopen(task())
    case 14..<17:
      action = .taskUpdate(
        task(),
        try TaskChange(given: [
          ("name", maybe { .text("renamed \($0.count)") }),
          ("details", maybe { FieldValue(text: $0.maybe { "d \($0.count)" }) }),
          ("priority", maybe { $0.one(of: TaskPriority.allCases).fieldValue }),
          ("type", maybe { $0.one(of: TaskType.allCases).fieldValue }),
          ("project", maybe { .text($0.projectName()) }),
          ("due", maybe { FieldValue($0.maybe { $0.due() }) }),
          ("reminder", maybe { $0.maybe { .instant(Instant(milliseconds: $0.now)) } ?? .none }),
        ]))
    case 17:
      action = .projectAdd(
        try ProjectContent(name: projectName(), description: maybe { "of \($0.count)" }))
    case 18:
      action = .projectRename(
        from: try ProjectName(projectName()), to: try ProjectName(projectName()))
    case 19, 20: action = .taskStart(task())
    case 21, 22: action = .taskStop(task())
    default: action = .projectRemove(try ProjectName(projectName()))
    }
    return (action, id, at, CivilTime(at, offset: UTCOffset(seconds: offset)).day)
  }
}

struct `Random histories of tasks` {
  @Test(arguments: cases(1...40 as ClosedRange<UInt64>, usual: 20, quick: 6))
  func `task states agree with the reference model`(_ seed: UInt64) throws {
    var history = TaskHistory(seed: seed)
    var state = TasksState()
    var slow = SlowTasks()
    for step in 0..<250 {
      let (action, id, at, day) = try history.next()
      let before = state
      let effect = state.apply(action, id: id, at: at, offset: .zero, day: day, rules: TaskRules())
      let expected = slow.apply(action, id: id, day: day)
      try #require(effect.void == expected.void, "\(action)")
      #expect(effect.taskScore == expected.score)
      if case .taskComplete = action { #expect(effect.tasks == (effect.void == nil ? 1 : 0)) }
      #expect(effect.reversals.first?.day == expected.back?.0)
      #expect((effect.reversals.first?.taskScore ?? 0) == (expected.back?.1 ?? 0))
      if effect.void != nil {
        #expect(state == before)
        #expect(state.days == before.days)
        #expect(state.slotsByKey == before.slotsByKey)
      }

      try #require(state.projects.map(\.name.text) == slow.projects.map(\.name))
      #expect(state.projects.map(\.description) == slow.projects.map(\.description))
      try #require(
        state.tasks.map { state.project(of: $0).name.text } == slow.tasks.map(\.project))
      #expect(state.tasks.map(\.name) == slow.tasks.map(\.name))
      #expect(state.score(on: day) == slow.score(on: day))
      #expect(state.running?.task == slow.running)
      if step % 10 == 0 {
        try compare(state, slow, around: day)
        try expectRoundTrip(state)
      }
    }
  }

  private func compare(_ state: TasksState, _ slow: SlowTasks, around day: CivilDay) throws {
    #expect(state.tasks.map(\.id) == slow.tasks.map(\.id))
    #expect(state.tasks.map(\.details) == slow.tasks.map(\.details))
    #expect(state.tasks.map(\.due) == slow.tasks.map(\.due))
    #expect(state.tasks.map(\.priority) == slow.tasks.map(\.priority))
    #expect(state.tasks.map(\.type) == slow.tasks.map(\.type))
    let total = slow.tasks.reduce(0 as Int64) { $0 + ($1.completion?.score ?? 0) }
    #expect(state.days.reduce(0) { $0 + $1.score } == total)
    #expect(state.tasks.reduce(0) { $0 + (state.score(of: $1.id) ?? 0) } == total)
    #expect(state.days.allSatisfy { $0.completed > 0 })
    #expect(zip(state.days, state.days.dropFirst()).allSatisfy { $0.day < $1.day })
    for view in TaskView.allCases {
      for shown in [day + -1, day, day + 1] {
        var query = TaskQuery(view, day: shown)
        query.order = .added
        #expect(
          state.tasks(query, today: day).map(\.name)
            == slow.names(in: view, on: shown, today: day), "\(view)")
      }
    }
    compareAnalytics(state, slow, from: day + -9, before: day + 1)
  }

  private func compareAnalytics(
    _ state: TasksState, _ slow: SlowTasks, from since: CivilDay, before: CivilDay
  ) {
    let analytics = state.analytics(since: since, before: before, today: before + -1)
    func isInRange(_ day: CivilDay?) -> Bool { day.map { since <= $0 && $0 < before } ?? false }
    let done = slow.tasks.filter { isInRange($0.completion?.day) }
    for (index, day) in analytics.days.enumerated() {
      #expect(day.day == since + index)
      #expect(day.score == slow.score(on: day.day))
      #expect(day.week.sum == (0..<7).reduce(0) { $0 + slow.score(on: day.day + -$1) })
      #expect(day.month.sum == (0..<30).reduce(0) { $0 + slow.score(on: day.day + -$1) })
    }
    #expect(analytics.days.count == 10)
    #expect(analytics.completion.completed == Int64(done.count))
    let all = slow.tasks.count { task in
      isInRange(task.completion?.day)
        || (task.addedDay < before && (task.completion.map { since <= $0.day } ?? true))
    }
    #expect(analytics.completion.all == Int64(all))
    for row in analytics.projects {
      let name = row.project.name.text
      #expect(row.tally.completed == Int64(done.count { $0.project == name }))
      #expect(
        row.tally.open == Int64(slow.tasks.count { $0.project == name && $0.completion == nil }))
    }
    for row in analytics.priorities {
      let scores = done.filter { $0.completion?.priority == row.priority }
        .map { $0.completion?.score ?? 0 }
      #expect(row.tally.completed == Int64(scores.count))
      #expect(row.tally.score == scores.reduce(0, +))
    }
  }

  private func expectRoundTrip(_ state: TasksState) throws {
    var writer = StateWriter()
    state.encode(to: &writer)
    var reader = StateReader(writer.bytes)
    let again = TasksState(from: &reader)
    try #require(reader.isAtEnd)
    #expect(again == state)
    #expect(again.positions == state.positions)
    #expect(again.slotsByKey == state.slotsByKey)
    #expect(again.days == state.days)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `completing and reopening a task leaves every score unchanged`(_ seed: UInt64) throws {
    var history = TaskHistory(seed: seed)
    var state = TasksState()
    for _ in 0..<120 {
      let (action, id, at, day) = try history.next()
      _ = state.apply(action, id: id, at: at, offset: .zero, day: day, rules: TaskRules())
      for task in state.tasks.suffix(3) where task.isOpen && state.running?.task != task.id {
        var other = state
        let there = other.apply(
          .taskComplete(task.id), id: EventID(high: 2, low: 1), at: at, offset: .zero,
          day: day + -1,
          rules: TaskRules())
        let back = other.apply(
          .taskReopen(task.id), id: EventID(high: 2, low: 2), at: at, offset: .zero,
          day: day + 1,
          rules: TaskRules())
        #expect(there.taskScore == back.reversals.first?.taskScore)
        #expect(back.reversals.first?.day == day + -1)
        #expect(other == state)
        #expect(other.days == state.days)
      }
    }
  }

  @Test func `a damaged cache is refused, or decodes to a state that never traps`() throws {
    var history = TaskHistory(seed: 77)
    var state = TasksState()
    for _ in 0..<40 {
      let (action, id, at, day) = try history.next()
      _ = state.apply(action, id: id, at: at, offset: .zero, day: day, rules: TaskRules())
    }
    var writer = StateWriter()
    state.encode(to: &writer)
    let bytes = writer.bytes
    for count in stride(from: 0, to: bytes.count, by: 3) {
      var reader = StateReader(bytes, in: 0..<count)
      _ = TasksState(from: &reader)
      #expect(!reader.isAtEnd, "cut to \(count) bytes")
    }
    for position in bytes.indices {
      for change in [0x01, 0x80, 0xff] as [UInt8] {
        var damaged = bytes
        damaged[position] ^= change
        var reader = StateReader(damaged)
        let read = TasksState(from: &reader)
        // Some damage decodes to a consistent state, which must answer all queries.
        let today = PlayedTasks.march(1)
        _ = read.tasks(TaskQuery(.inbox), today: today)
        _ = read.analytics(since: today, before: today + 1, today: today)
        if !reader.isSound { #expect(read == TasksState()) }
      }
    }
  }
}
