import FlintCalendar
import FlintRules
import Sessions
import Storage
import Testing

/// A written time, local to the profile's zone unless it has an offset.
func written(_ text: String) -> EventTime {
  guard let timestamp = Timestamp(text) else { preconditionFailure("no time: \(text)") }
  return .written(timestamp)
}

/// A day from a text that is known to be valid.
func civil(_ text: String) -> CivilDay {
  guard let day = CivilDay(text) else { preconditionFailure("no day: \(text)") }
  return day
}

/// Short constructors for events of every subject.
extension Session {
  @discardableResult
  func spark(
    _ category: SparkCategory = .idea, _ intensity: SparkIntensity = .medium, at time: String
  ) throws -> Recorded {
    var newSpark = NewSpark(title: "Spark", category: category)
    newSpark.intensity = intensity
    newSpark.at = written(time)
    return try add(newSpark)
  }

  @discardableResult
  func addTask(
    _ name: String, _ priority: TaskPriority = .p2, at time: String
  ) throws -> EventID {
    let content = try TaskContent(name: name, priority: priority)
    return try record(.task(.taskAdd(content)), at: written(time)).id
  }

  @discardableResult
  func completeTask(_ id: EventID, at time: String) throws -> Recorded {
    try record(.task(.taskComplete(id)), at: written(time))
  }

  @discardableResult
  func startJourney(on start: String, at time: String) throws -> Recorded {
    try record(.journey(.start(day: civil(start))), at: written(time))
  }

  @discardableResult
  func activity(
    _ kind: ActivityKind, _ text: String? = nil, at time: String
  ) throws -> Recorded {
    try record(.journey(.activity(kind, text: text)), at: written(time))
  }

  @discardableResult
  func rate(_ rated: String, _ mood: Mood, at time: String) throws -> Recorded {
    try record(.mood(.record(MoodContent(day: civil(rated), mood: mood))), at: written(time))
  }

  @discardableResult
  func load(_ json: String, at time: String) throws -> Recorded {
    try record(
      .quest(.load(QuestFile(parsing: Array(json.utf8), file: "set.json").set)),
      at: written(time))
  }

  @discardableResult
  func completeNode(_ set: String, _ node: String, at time: String) throws -> Recorded {
    try record(.quest(.complete(QuestReference(set: set, id: node))), at: written(time))
  }

  /// The view of a mission on a day; by default today.
  func mission(_ id: String, on day: CivilDay? = nil) throws -> MissionView {
    let views = rulebook.missions(in: try state(), day: day, today: today)
    return try #require(views.first { $0.definition.id == id })
  }

  /// The unlocked achievements with their days.
  func unlocked() throws -> [String] {
    try state().journey.unlocks.map { unlock in
      let ladder = rulebook.definition.ladders[Int(unlock.ladder)]
      return "\(ladder.rungs[Int(unlock.rung)].id) \(unlock.day)"
    }
  }
}

extension Store {
  /// A session at a known time, with a kind of batch that undo and redo recognise.
  @discardableResult
  func at<Result>(
    _ now: String = today, kind: String, _ body: (Session) throws -> Result
  ) throws -> Result {
    var options = SessionOptions(at: now)
    options.batchKind = kind
    return try session(options, body)
  }

  /// Every row of every table of records, and their sum, which a refused event must not change.
  func everything() throws -> [String] {
    let tables = try rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
        AND name <> 'cached_state' ORDER BY name
      """)
    return try tables.flatMap { table in
      let name = table.filter { $0 != "\"" }
      let columns = try rows("SELECT name FROM pragma_table_info('\(name)')")
        .map { $0.filter { $0 != "\"" } }
      let shown = columns.map { "quote(\"\($0)\")" }.joined(separator: ", ")
      return try rows("SELECT '\(name)', \(shown) FROM \"\(name)\" ORDER BY rowid")
    }
  }
}

extension SessionTally {
  /// Whether nothing was recorded or changed.
  var isNothing: Bool {
    [added, restored, updated, removed, unchanged].allSatisfy { $0 == 0 }
  }
}
