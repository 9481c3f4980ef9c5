import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

@testable import Transfer

/// A profile with an event of each kind at 10:00 UTC of 1, 2 and 3 March 2026, recorded from the
/// last day to the first, at noon of the last.
private struct ThreeDays {
  /// 2026-03-01T00:00:00Z.
  static let start: Int64 = 1_772_323_200_000
  static let set = """
    {"id": "s", "name": "S", "missions": [{"id": "m", "title": "M", "nodes": [
      {"id": "n1", "orderIndex": 0, "title": "1", "dependencies": []},
      {"id": "n2", "orderIndex": 1, "title": "2", "dependencies": []},
      {"id": "n3", "orderIndex": 2, "title": "3", "dependencies": []}]}]}
    """

  let store: Store

  /// Returns 10:00 of a day of March, or a later instant.
  static func ten(_ day: Int64, later milliseconds: Int64 = 0) -> Instant {
    Instant(milliseconds: start + (day - 1) * 86_400_000 + 36_000_000 + milliseconds)
  }

  static func midnight(_ day: Int64, later milliseconds: Int64 = 0) -> Instant {
    Instant(milliseconds: start + (day - 1) * 86_400_000 + milliseconds)
  }

  static func options(isWriting: Bool) -> SessionOptions {
    SessionOptions(
      now: Timestamp("2026-03-03T12:00:00Z"), isWriting: isWriting, batchKind: "test",
      batchSource: "test")
  }

  init() throws {
    store = try .inMemory(
      profile: .new(
        seed: 11, zone: "UTC", rulebook: .ignition, now: Instant(milliseconds: Self.start)))
    try store.session(Self.options(isWriting: true)) { session in
      // A token for the roll of each day.
      var definition = RulebookDefinition.ignition
      definition.id = "three-tokens"
      definition.tokens.initial = 3
      try session.history.setRulebook(Rulebook(definition))
    }
    try store.session(Self.options(isWriting: true)) { session in
      func record(_ action: ProfileEvent.Action, _ at: Instant) throws -> EventID {
        try session.record(action, at: .instant(at)).id
      }
      let early = Self.midnight(1)
      _ = try record(
        .quest(.load(try QuestFile(parsing: Array(Self.set.utf8), file: "f").set)), early)
      _ = try record(.journey(.start(day: CivilDay(number: 20_513))), early)
      let habit = try record(.tracker(.create(try TrackerContent(name: "Walk"))), early)
      _ = try record(
        .habit(
          .plan(HabitContent(tracker: habit, plan: try HabitPlan(try HabitSchedule(.day))))), early)
      for day in [3, 2, 1] as [Int64] {
        let at = Self.ten(day)
        var spark = NewSpark(title: "S\(day)", category: SparkCategory.ignition[Int(day)])
        spark.at = .instant(at)
        _ = try session.add(spark)
        _ = try session.roll(SparkCategory.ignition[Int(day)], at: .instant(at))
        _ = try record(.task(.taskAdd(try TaskContent(name: "T\(day)"))), at)
        // The first rating is of the last day.
        let rated = CivilDay(number: 20_514 - Int32(day))
        _ = try record(.mood(.record(try MoodContent(day: rated, mood: .good))), at)
        _ = try record(.journey(try .activity(.journal, text: "J\(day)")), at)
        let tracker = try record(.tracker(.create(try TrackerContent(name: "R\(day)"))), at)
        _ = try record(
          .tracker(.entry(try EntryContent(tracker: tracker, kind: .session(minutes: day)))), at)
        _ = try record(.quest(.complete(QuestReference(set: "s", id: "n\(day)"))), at)
      }
    }
  }

  /// Reads tables in one session.
  func read<Result>(_ body: (Tables) throws -> Result) throws -> Result {
    try store.session(Self.options(isWriting: false)) { try body(Tables(session: $0)) }
  }

  /// Returns the rows of one table.
  func rows(
    _ kind: ExportKind, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> [String] {
    try read { try $0.rows(kind, change) }
  }
}

/// The tables of a session.
private struct Tables {
  let session: Session

  func rows(
    _ kind: ExportKind, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> [String] {
    var options = ExportOptions(kind)
    change(&options)
    var bytes: [UInt8] = []
    let report = try ExportJob(options).run(session) {
      $0.withUnsafeBufferPointer { bytes += Array($0) }
    }
    #expect(report.rows == bytes.count { $0 == 0x0A } - 1)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      .map(String.init)
  }
}

struct `A range of exported rows` {
  /// The column with the day or the instant, and conditions that leave what happened at 10:00.
  private static let timed: [(ExportKind, String, [RowCondition])] = [
    (.sparks, "at", []), (.rolls, "at", []), (.tasks, "added", []), (.moods, "recorded_at", []),
    (.activities, "at", [RowCondition(column: "kind", comparison: .equal, value: "journal")]),
    (.trackers, "at", [RowCondition(column: "name", comparison: .contains, value: "R")]),
    (.entries, "at", []),
    (.quests, "at", [RowCondition(column: "kind", comparison: .equal, value: "complete")]),
    (.events, "at", [RowCondition(column: "kind", comparison: .equal, value: "task")]),
    (.points, "at", []), (.draws, "at", []), (.missions, "at", []),
  ]

  @Test(arguments: timed.indices)
  func `begins with its first instant and ends before its last`(index: Int) throws {
    let (kind, column, conditions) = Self.timed[index]
    try ThreeDays().read { profile throws in
      func days(_ since: Instant?, _ before: Instant?) throws -> [Int] {
        let rows = try profile.rows(kind) {
          $0.range = ExportRange(since: since, before: before)
          $0.columns = [column]
          $0.conditions = conditions
        }
        var days: [Int] = []
        for row in rows {
          try #require(row.hasPrefix("2026-03-0") && row.hasSuffix("T10:00:00Z"), "\(row)")
          let day = try #require(row.dropFirst(9).first?.wholeNumberValue)
          days.append(day)
        }
        return Set(days).sorted()
      }
      typealias Days = ThreeDays
      #expect(try days(nil, nil) == [1, 2, 3])
      #expect(try days(Days.ten(2), nil) == [2, 3])
      #expect(try days(Days.ten(2, later: 1), nil) == [3])
      #expect(try days(Days.ten(3, later: 1), nil) == [])
      #expect(try days(nil, Days.ten(2)) == [1])
      #expect(try days(nil, Days.ten(2, later: 1)) == [1, 2])
      #expect(try days(nil, Days.ten(1)) == [])
      #expect(try days(Days.ten(2), Days.ten(3)) == [2])
      #expect(try days(Days.ten(2), Days.ten(2)) == [])
      #expect(try days(Days.ten(2), Days.ten(2, later: 1)) == [2])
      #expect(try days(Days.ten(3), Days.ten(1)) == [])
    }
  }

  /// Two days of February were rated in March.
  @Test(arguments: [
    (ExportKind.days, "date", ["2026-02-27", "2026-02-28"]), (ExportKind.habits, "day", []),
  ])
  func `of days has each day of which an instant is in it`(
    kind: ExportKind, column: String, earlier: [String]
  ) throws {
    try ThreeDays().read { profile throws in
      func days(_ since: Instant?, _ before: Instant?) throws -> [String] {
        try profile.rows(kind) {
          $0.range = ExportRange(since: since, before: before)
          $0.columns = [column]
        }
      }
      let all = ["2026-03-01", "2026-03-02", "2026-03-03"]
      typealias Days = ThreeDays
      #expect(try days(nil, nil) == earlier + all)
      #expect(try days(Days.ten(2), nil) == Array(all[1...]))
      #expect(try days(Days.midnight(2), nil) == Array(all[1...]))
      #expect(try days(Days.midnight(2, later: -1), nil) == all)
      #expect(try days(Days.midnight(4), nil) == [])
      #expect(try days(nil, Days.midnight(2)) == earlier + [all[0]])
      #expect(try days(nil, Days.midnight(2, later: 1)) == earlier + all[..<2])
      #expect(try days(nil, Days.midnight(1)) == earlier)
      #expect(try days(Days.midnight(2), Days.midnight(3)) == [all[1]])
    }
  }

  @Test func `has the achievements that were unlocked in it, at an event or as a day began`() throws
  {
    let profile = try ThreeDays()
    func ids(_ ladder: String, _ since: Instant?, _ before: Instant?) throws -> [String] {
      try profile.rows(.achievements) {
        $0.range = ExportRange(since: since, before: before)
        $0.columns = ["id", "unlocked_on", "at"]
        $0.conditions = [RowCondition(column: "ladder", comparison: .equal, value: ladder)]
      }
    }
    typealias Days = ThreeDays
    let page = "journaling-1,2026-03-01,2026-03-01T10:00:00Z"
    // A whole day after the start of the journey.
    let day = "time-1,2026-03-02,"
    #expect(
      try ids("journaling", nil, nil)
        == [page] + [5, 10, 25, 50, 100].map { "journaling-\($0),," })
    #expect(try ids("journaling", Days.ten(1), nil) == [page])
    #expect(try ids("journaling", Days.ten(1, later: 1), nil) == [])
    #expect(try ids("journaling", nil, Days.ten(1, later: 1)) == [page])
    #expect(try ids("journaling", nil, Days.ten(1)) == [])
    #expect(try ids("time", Days.midnight(2), nil) == [day])
    #expect(try ids("time", Days.midnight(2, later: 1), nil) == [])
    #expect(try ids("time", nil, Days.midnight(2, later: 1)) == [day])
    #expect(try ids("time", nil, Days.midnight(2)) == [])
  }

  @Test func `of tasks has a completion without its task as a change`() throws {
    let profile = try ThreeDays()
    let id = try profile.store.session(ThreeDays.options(isWriting: true)) { session in
      let tasks = try session.state().tasks.tasks
      let task = try #require(tasks.first { $0.name == "T1" }).id
      _ = try session.record(.task(.taskComplete(task)), at: .instant(ThreeDays.ten(2)))
      return task
    }
    func rows(_ since: Instant?, _ before: Instant?) throws -> [String] {
      try profile.rows(.tasks) {
        $0.range = ExportRange(since: since, before: before)
        $0.columns = ["name", "added", "completed", "change", "at", "id"]
        $0.conditions = [RowCondition(column: "id", comparison: .equal, value: id.description)]
      }
    }
    let (one, two) = ("2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z")
    #expect(try rows(nil, nil) == ["T1,\(one),\(two),,,\(id)"])
    #expect(try rows(ThreeDays.ten(1), ThreeDays.ten(2, later: 1)) == ["T1,\(one),\(two),,,\(id)"])
    #expect(try rows(nil, ThreeDays.ten(2)) == ["T1,\(one),,,,\(id)"])
    #expect(try rows(ThreeDays.ten(1, later: 1), nil) == [",,,complete,\(two),\(id)"])
  }

  @Test func `of moods has missing days from the first rating in it to its end`() throws {
    let profile = try ThreeDays()
    func rows(_ since: Instant?, _ before: Instant?) throws -> [String] {
      try profile.rows(.moods) {
        $0.range = ExportRange(since: since, before: before)
        $0.columns = ["date", "mood"]
        $0.includesMissing = true
      }
    }
    let good = ["2026-02-27,good", "2026-02-28,good", "2026-03-01,good"]
    let missing = "2026-03-02,missing"
    // Today is 3 March, which may still be rated.
    #expect(try rows(nil, nil) == good + [missing])
    #expect(try rows(nil, ThreeDays.midnight(3)) == [good[1], good[2], missing])
    #expect(try rows(nil, ThreeDays.midnight(2)) == [good[2]])
    // What was recorded on 3 March is of 27 February.
    #expect(
      try rows(ThreeDays.midnight(3), nil)
        == [good[0], "2026-02-28,missing", "2026-03-01,missing", missing])
    #expect(try rows(ThreeDays.midnight(4), nil) == [])
  }
}

struct `The rows of an exported table` {
  private static let headers: [(ExportKind, String)] = [
    (.sparks, "at,title,category,intensity,notes,tags,estimated,actual,key"),
    (.rolls, "at,category,key"),
    (.tasks, "id,name,details,priority,type,project,due,reminder,added,completed,key"),
    (.moods, "date,mood,value,entry_type,recorded_at,weekday,can_edit,can_delete,note"),
    (.activities, "at,kind,text,start,key"),
    (.trackers, "id,at,name,description,category,goal,target,fields,key"),
    (.entries, "at,tracker,tracker_id,kind,value,title,notes,tags,values,key"),
    (.quests, "at,kind,set,mission,node,gate,level,cascade,definition,key"),
    (.events, "at,kind,content,key,id"), (.points, "at,source,amount,total,event,card,mission"),
    (
      .draws,
      "at,pool,category,number,card,name,rarity,featured,new,duplicate_points,event"
    ),
    (.cards, "id,name,category,rarity,copies,first,duplicate_value,duplicate_points"),
    (.missions, "at,mission,title,window,window_start,reward,difficulty"),
    (.achievements, "id,title,ladder,unlocked_on,at"),
    (.habits, "day,habit,status,amount,strength"),
    (
      .days,
      "date,weekday,events,sparks,points,spark_points,duplicate_points,mission_points,task_points,"
        + "total_points,level,streak,cards,duplicates,missions,overloads,tasks,task_score,"
        + "quest_steps,activities,entries,mood,mood_value,achievements"
    ),
  ]

  @Test(arguments: headers)
  func `have these columns, also if there are none`(kind: ExportKind, header: String) throws {
    let empty = try Store.inMemory(
      profile: .new(
        seed: 1, zone: "UTC", rulebook: .ignition, now: ThreeDays.midnight(1)))
    try empty.session(ThreeDays.options(isWriting: false)) { session in
      var options = ExportOptions(kind)
      var bytes: [UInt8] = []
      var report = try ExportJob(options).run(session) {
        $0.withUnsafeBufferPointer { bytes += Array($0) }
      }
      // The cards and achievements of the rulebook exist without events.
      let count = kind == .cards ? 50 : kind == .achievements ? 46 : 0
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      #expect(lines.first.map(String.init) == header)
      #expect(lines.count == count + 1)
      #expect(report.rows == count)
      #expect(report.columns == header.split(separator: ",").map(String.init))
      options.form.format = .jsonl
      bytes = []
      report = try ExportJob(options).run(session) {
        $0.withUnsafeBufferPointer { bytes += Array($0) }
      }
      #expect(bytes.count { $0 == 0x0A } == count && report.rows == count)
    }
  }

  private static let expected: [(ExportKind, [String], [String])] = [
    (
      .sparks, ["day", "title", "category"],
      ["2026-03-01,S1,energy", "2026-03-02,S2,idea", "2026-03-03,S3,experiment"]
    ),
    (
      .rolls, ["day", "category"],
      ["2026-03-01,energy", "2026-03-02,idea", "2026-03-03,experiment"]
    ),
    (
      .tasks, ["name", "added", "project"],
      [
        "T1,2026-03-01T10:00:00Z,Inbox", "T2,2026-03-02T10:00:00Z,Inbox",
        "T3,2026-03-03T10:00:00Z,Inbox",
      ]
    ),
    // 1 March is a Sunday; the days are rated in the order from the last.
    (
      .moods, ["date", "weekday", "recorded_at", "counts"],
      [
        "2026-02-27,6,2026-03-03T10:00:00Z,true", "2026-02-28,7,2026-03-02T10:00:00Z,true",
        "2026-03-01,1,2026-03-01T10:00:00Z,true",
      ]
    ),
    (
      .activities, ["kind", "text", "start", "day"],
      [
        "journey,,2026-03-01,2026-03-01", "journal,J1,,2026-03-01", "journal,J2,,2026-03-02",
        "journal,J3,,2026-03-03",
      ]
    ),
    (
      .trackers, ["name", "category", "at"],
      [
        "Walk,personal,2026-03-01T00:00:00Z", "R1,personal,2026-03-01T10:00:00Z",
        "R2,personal,2026-03-02T10:00:00Z", "R3,personal,2026-03-03T10:00:00Z",
      ]
    ),
    (
      .entries, ["tracker", "kind", "value", "day"],
      ["R1,session,1,2026-03-01", "R2,session,2,2026-03-02", "R3,session,3,2026-03-03"]
    ),
    (
      .quests, ["kind", "set", "node", "day"],
      [
        "load,s,,2026-03-01", "complete,s,n1,2026-03-01", "complete,s,n2,2026-03-02",
        "complete,s,n3,2026-03-03",
      ]
    ),
    (
      .habits, ["day", "habit", "status"],
      [
        "2026-03-01,Walk,not_done", "2026-03-02,Walk,not_done", "2026-03-03,Walk,unknown",
      ]
    ),
    (
      .days,
      ["date", "weekday", "sparks", "streak", "tasks", "quest_steps", "activities", "entries"],
      [
        "2026-02-27,Friday,0,0,0,0,0,0", "2026-02-28,Saturday,0,0,0,0,0,0",
        "2026-03-01,Sunday,1,1,0,1,1,1", "2026-03-02,Monday,1,2,0,1,1,1",
        "2026-03-03,Tuesday,1,3,0,1,1,1",
      ]
    ),
  ]

  @Test(arguments: expected.indices)
  func `are in the order of their time, however they were recorded`(index: Int) throws {
    let (kind, columns, rows) = Self.expected[index]
    #expect(try ThreeDays().rows(kind) { $0.columns = columns } == rows)
  }

  /// The kinds of the profile's events, by their rank at one instant: what creates, what changes,
  /// and the others.
  private static let ranks: [[String]] = [
    ["tracker", "task", "quest.load", "journey"], ["habit"],
    ["mood", "activity", "tracker.entry", "quest.complete"],
  ]

  @Test func `of events are in the order of their time, and then of their rank`() throws {
    let rows = try ThreeDays().rows(.events) { $0.columns = ["at", "kind", "void"] }
    let places = try rows.map { row in
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      let kind = String(fields[1])
      let rank = try #require(Self.ranks.firstIndex { $0.contains(kind) })
      return "\(fields[0]) \(rank)\(fields[2])"
    }
    let midnight = ["0", "0", "0", "1"].map { "2026-03-01T00:00:00Z \($0)" }
    let mornings = (1...3).flatMap { day in
      ["0", "0", "2", "2", "2", "2"].map { "2026-03-0\(day)T10:00:00Z \($0)" }
    }
    #expect(places == midnight + mornings)
  }

  @Test func `of cards and achievements are in the order of the rulebook`() throws {
    let profile = try ThreeDays()
    let rulebook = RulebookDefinition.ignition
    #expect(try profile.rows(.cards) { $0.columns = ["id"] } == rulebook.cards.map(\.id))
    #expect(
      try profile.rows(.achievements) { $0.columns = ["id"] }
        == rulebook.ladders.flatMap { $0.rungs.map(\.id) })
  }

  @Test(arguments: ExportKind.allCases)
  func `are as many as the limit, in the same order`(kind: ExportKind) throws {
    try ThreeDays().read { profile throws in
      let all = try profile.rows(kind)
      try #require(all.count >= 3)
      // The last rows, if the order is the reverse: equal ones keep their order.
      let column = try #require(kind.columns.first)
      let ordered = try profile.rows(kind) {
        $0.order = RowOrder(column: column, isDescending: true)
      }
      for limit in [0, 1, all.count - 1, all.count, all.count + 1] {
        #expect(try profile.rows(kind) { $0.limit = limit } == Array(all.prefix(limit)), "\(limit)")
        let cut = try profile.rows(kind) {
          $0.order = RowOrder(column: column, isDescending: true)
          $0.limit = limit
        }
        #expect(cut == Array(ordered.prefix(limit)), "\(limit)")
      }
    }
  }

  @Test func `of equal keys stay in the order of time, in both directions`() throws {
    let profile = try ThreeDays()
    for isDescending in [false, true] {
      let rows = try profile.rows(.tasks) {
        $0.columns = ["name"]
        $0.order = RowOrder(column: "project", isDescending: isDescending)
      }
      #expect(rows == ["T1", "T2", "T3"])
    }
    let rows = try profile.rows(.entries) {
      $0.columns = ["tracker"]
      $0.order = RowOrder(column: "value", isDescending: true)
    }
    #expect(rows == ["R3", "R2", "R1"])
  }

  @Test(arguments: ExportKind.allCases)
  func `have the columns that are asked for, in any order`(kind: ExportKind) throws {
    try ThreeDays().read { profile throws in
      let columns = kind.columns
      let forward = try profile.rows(kind) {
        $0.columns = columns
        $0.form.format = .tsv
      }
      let backward = try profile.rows(kind) {
        $0.columns = columns.reversed()
        $0.form.format = .tsv
      }
      #expect(forward.count >= 3)
      func fields(_ row: String) -> [Substring] {
        row.split(separator: "\t", omittingEmptySubsequences: false)
      }
      #expect(forward.map { fields($0).count } == forward.map { _ in columns.count })
      #expect(backward.map { fields($0).reversed() } == forward.map(fields))
      for (index, column) in columns.enumerated() {
        let single = try profile.rows(kind) {
          $0.columns = index == 0 ? [column] : [column, columns[0]]
          $0.form.format = .tsv
          $0.limit = 3
        }
        #expect(single.map { fields($0)[0] } == forward.prefix(3).map { fields($0)[index] })
      }
    }
  }
}
