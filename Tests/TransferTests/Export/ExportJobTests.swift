import CSV
import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

@testable import Transfer

@Suite struct `Exports` {
  private func text(
    _ store: Store, _ kind: ExportKind, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> String {
    var options = ExportOptions(kind)
    change(&options)
    let job = try ExportJob(options)
    return try store.session(RandomProfile.options(isWriting: false)) { session in
      var bytes: [UInt8] = []
      let report = try job.run(session) { $0.withUnsafeBufferPointer { bytes += Array($0) } }
      #expect(report.kind == kind)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func sample() throws -> Store {
    let store = try Store.inMemory(profile: RandomProfile.profile(seed: 5))
    try store.session(RandomProfile.options()) { session in
      for (number, title) in ["one", "=two", "three, four", "five"].enumerated() {
        var draft = NewSpark(title: title, category: SparkCategory.ignition[number])
        draft.at = .written(
          try #require(Timestamp("2026-03-0\(number + 1)T10:00:00.0\(number)0+01:00")))
        draft.intensity = number == 1 ? .extreme : .low
        _ = try session.add(draft)
      }
    }
    return store
  }

  @Test func `of sparks are in the order of time, and quoted where necessary`() throws {
    #expect(
      try text(sample(), .sparks) == """
        at,title,category,intensity,notes,tags,estimated,actual,key
        2026-03-01T10:00:00.000+01:00,one,decision,low,,,,,
        2026-03-02T10:00:00.010+01:00,'=two,energy,extreme,,,,,
        2026-03-03T10:00:00.020+01:00,"three, four",idea,low,,,,,
        2026-03-04T10:00:00.030+01:00,five,experiment,low,,,,,

        """)
  }

  /// Sparks without conditions have a faster way of their own in tables.
  @Test(arguments: [(ExportFormat.csv, true), (.csv, false), (.json, true), (.jsonl, true)])
  func `are passed on while they are written`(format: ExportFormat, isWhole: Bool) throws {
    let store = try Store.inMemory(profile: RandomProfile.profile(seed: 5))
    let notes = String(repeating: "n", count: 1000)
    try store.session(RandomProfile.options()) { session in
      for minute in 0..<600 as Range<Int64> {
        var draft = NewSpark(title: "s", category: .idea)
        draft.at = .instant(Instant(milliseconds: 1_772_323_200_000 + minute * 60_000))
        draft.notes = notes
        _ = try session.add(draft)
      }
    }
    var options = ExportOptions(.sparks)
    options.form.format = format
    if !isWhole {
      options.conditions = [RowCondition(column: "title", comparison: .equal, value: "s")]
    }
    let job = try ExportJob(options)
    var chunks: [Int] = []
    try store.session(RandomProfile.options(isWriting: false)) { session in
      let report = try job.run(session) { chunks.append($0.count) }
      #expect(report.rows == 600)
    }
    // 600 rows of over 1,000 bytes: two full chunks and a rest. A chunk ends with the row that fills it.
    #expect(chunks.count == 3)
    #expect(
      chunks.dropLast().allSatisfy {
        (RowWriter.chunkSize..<RowWriter.chunkSize + 1200).contains($0)
      })
  }

  @Test func `of cards are rejected for a range of time`() throws {
    for change in [
      { $0.range.since = Instant(milliseconds: 0) }, { $0.range.before = Instant(milliseconds: 0) },
    ]
      as [(inout ExportOptions) -> Void]
    {
      for kind in ExportKind.allCases {
        var options = ExportOptions(kind)
        change(&options)
        if kind == .cards {
          let problem = #expect(throws: ExportProblem.self) { try ExportJob(options) }
          #expect(
            problem?.description
              == "--\(options.range.since == nil ? "before" : "since"): applies to tables with times, "
              + "not to cards, of which all copies are counted; sparks has the card of each spark as a "
              + "column")
        } else {
          _ = try ExportJob(options)
        }
      }
    }
  }

  @Test func `choose, order and limit rows and columns`() throws {
    let store = try sample()
    let chosen = try text(store, .sparks) { options in
      options.columns = ["points", "title"]
      options.order = RowOrder(column: "points", isDescending: true)
      options.conditions = [RowCondition(column: "title", comparison: .unequal, value: "one")]
      options.limit = 2
    }
    // Energy, extreme: 15 × 2.5 = 37.5; experiment, low: 20.
    #expect(chosen == "points,title\n37,'=two\n20,five\n")
    let ranged = try text(store, .sparks) { options in
      options.columns = ["day"]
      // 2026-03-02T09:00:00.010Z and 2026-03-03T09:00:00.020Z: from the one, before the other.
      options.range.since = Instant(milliseconds: 1_772_442_000_010)
      options.range.before = Instant(milliseconds: 1_772_528_400_020)
    }
    #expect(ranged == "day\n2026-03-02\n")
  }

  @Test func `are JSON with numbers, lists and nulls, or one row per line`() throws {
    let store = try sample()
    let json = try text(store, .sparks) { options in
      options.form.format = .json
      options.columns = ["title", "points", "notes", "tags"]
      options.limit = 2
    }
    #expect(
      json == """
        [
          {"title":"one","points":10,"notes":null,"tags":null},
          {"title":"=two","points":37,"notes":null,"tags":null}
        ]

        """)
    let lines = try text(store, .sparks) { options in
      options.form.format = .jsonl
      options.columns = ["title"]
      options.limit = 1
    }
    #expect(lines == "{\"title\":\"one\"}\n")
    let nothing = try text(store, .rolls) { $0.form.format = .json }
    #expect(nothing == "[]\n")
  }

  @Test func `for a spreadsheet have a byte order mark, CRLF, and semicolons with decimal commas`()
    throws
  {
    let store = try sample()
    let here = try text(store, .sparks) { options in
      options.form.spreadsheet = SpreadsheetDialect(locale: "de_DE.UTF-8")
      options.columns = ["title", "points"]
      options.limit = 1
    }
    #expect(Array(here.utf8) == Array("\u{FEFF}title;points\r\none;10\r\n".utf8))
    let there = try text(store, .sparks) { options in
      options.form.spreadsheet = SpreadsheetDialect(locale: "en_GB")
      options.columns = ["title"]
      options.limit = 1
    }
    #expect(Array(there.utf8) == Array("\u{FEFF}title\r\none\r\n".utf8))
  }

  @Test(
    arguments: [
      (nil, false), ("C", false), ("C.UTF-8", false), ("POSIX", false), ("en_US.UTF-8", false),
      ("en_ZA", true), ("it_IT.UTF-8", true), ("it_CH", false), ("de_CH@euro", false),
      ("de_AT", true), ("fr_CH", true), ("es_ES", true), ("es_MX", false), ("ja_JP", false),
      ("pt_BR", true), ("pl", true),
    ] as [(String?, Bool)])
  func `have commas in decimals if the locale has them`(locale: String?, hasComma: Bool) {
    #expect(SpreadsheetDialect(locale: locale).hasDecimalComma == hasComma)
  }

  @Test func `of sparks are the same by the fast and the general writer`() throws {
    for seed in 400..<404 as Range<UInt64> {
      var random = RandomProfile(seed: seed)
      let store = try random.make(seed: seed, steps: 120, isCorrected: true)
      for isRaw in [false, true] {
        let fast = try text(store, .sparks) { options in
          options.form.isRaw = isRaw
          options.columns = Array(ExportKind.sparks.columns.prefix(12))
        }
        let slow = try text(store, .sparks) { options in
          options.form.isRaw = isRaw
          options.columns = Array(ExportKind.sparks.columns.prefix(12))
          options.order = RowOrder(column: "at")
        }
        #expect(fast == slow)
        #expect(fast.utf8.count > 1000)
      }
    }
  }

  @Test func `reject unknown columns, and suggest similar ones`() {
    func problem(_ change: (inout ExportOptions) -> Void) -> String? {
      var options = ExportOptions(.rolls)
      change(&options)
      do throws(ExportProblem) {
        _ = try ExportJob(options)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(
      problem { $0.columns = ["categry"] }
        == "--columns: there is no column \"categry\" in rolls (did you mean \"category\"?); "
        + "it has at, category, key, id, day")
    let unknown = "there is no column \"x\" in rolls; it has at, category, key, id, day"
    #expect(
      problem { $0.conditions = [.init(column: "x", comparison: .equal, value: "")] }
        == "--where: \(unknown)")
    #expect(problem { $0.order = RowOrder(column: "x") } == "--order: \(unknown)")
    #expect(problem { $0.columns = [] } == "--columns: expected at least one column")
    #expect(
      problem { $0.columns = ["at", "at"] }
        == "--columns: expected each column once, got \"at\" twice")
    #expect(problem { $0.includesMissing = true } == "--missing: applies to moods, not to rolls")
    #expect(
      problem {
        $0.form.format = .json
        $0.form.spreadsheet = SpreadsheetDialect()
      } == "--for: a spreadsheet reads csv or tsv, not json")
    #expect(problem { $0.limit = -1 } == "--limit: expected 0 or more, got -1")
    #expect(problem { $0.limit = 0 } == nil)
    for format in [ExportFormat.json, .jsonl] {
      #expect(
        problem {
          $0.form.format = format
          $0.form.spreadsheet = SpreadsheetDialect()
        } == "--for: a spreadsheet reads csv or tsv, not \(format)")
    }
    for format in [ExportFormat.tsv, .json, .jsonl] {
      #expect(
        problem {
          $0.form.format = format
          $0.form.delimiter = 0x3B
        } == "--delimiter: applies to csv, not to \(format)")
    }
    for byte in [0x22, 0x0A, 0x0D] as [UInt8] {
      #expect(
        problem { $0.form.delimiter = byte }
          == "--delimiter: expected a character such as ; that is not a quote or line end")
    }
    for byte in [0x3B, 0x09, 0x7C] as [UInt8] {
      #expect(problem { $0.form.delimiter = byte } == nil)
    }
    #expect(problem { _ in } == nil)
  }

  @Test func `of points add up to the ledger, and of days to the same`() throws {
    var random = RandomProfile(seed: 9)
    let store = try random.make(seed: 9, steps: 150, isCorrected: true)
    let ledger = try store.session(RandomProfile.options(isWriting: false)) { session in
      try session.reader.refoldedState().ledger
    }
    var options = ExportOptions(.points)
    options.columns = ["source", "amount", "total"]
    let rows = try text(store, .points) { $0 = options }.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",")
    }
    var sums: [Substring: Int64] = [:]
    for row in rows { sums[row[0], default: 0] += try #require(Int64(row[1])) }
    #expect(sums["spark"] ?? 0 == ledger.spark)
    #expect(sums["duplicate"] ?? 0 == ledger.duplicate)
    #expect(sums["mission"] ?? 0 == ledger.mission)
    #expect(sums["task"] ?? 0 == ledger.task)
    #expect(rows.last.flatMap { Int64($0[2]) } == ledger.total)
    let days = try text(store, .days) { $0.columns = ["points", "total_points"] }
      .split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    #expect(days.compactMap { Int64($0[0]) }.reduce(0, +) == ledger.total)
    #expect(days.last.flatMap { Int64($0[1]) } == ledger.total)
  }

  @Test
  func `of moods have the columns of moods, and missing days on request`()
    throws
  {
    let store = try Store.inMemory(profile: RandomProfile.profile(seed: 5))
    try store.session(RandomProfile.options()) { session in
      for (day, mood, time) in [
        ("2026-05-28", Mood.good, "2026-05-28T20:00+02:00"),
        ("2026-05-30", .bad, "2026-05-30T20:00+02:00"),
        ("2026-05-28", .great, "2026-05-31T20:00+02:00"),
      ] {
        let content = try MoodContent(day: try #require(CivilDay(day)), mood: mood)
        _ = try session.record(
          .mood(.record(content)), at: .written(try #require(Timestamp(time))))
      }
    }
    // 2026-05-28 is a Thursday, the fifth day of a week that begins on Sunday; today is June 1.
    #expect(
      try text(store, .moods) { $0.includesMissing = true } == """
        date,mood,value,entry_type,recorded_at,weekday,can_edit,can_delete,note
        2026-05-28,good,3,script,2026-05-28T20:00:00+02:00,5,true,true,
        2026-05-28,great,4,script,2026-05-31T20:00:00+02:00,5,true,true,
        2026-05-29,missing,5,filled_in_missing,,6,false,false,
        2026-05-30,bad,1,script,2026-05-30T20:00:00+02:00,7,true,true,
        2026-05-31,missing,5,filled_in_missing,,1,false,false,

        """)
  }

  @Test func `of tasks have one row per task, and one for each further change`() throws {
    let store = try Store.inMemory(profile: RandomProfile.profile(seed: 5))
    let ids = try store.session(RandomProfile.options()) { session in
      func time(_ text: String) throws -> EventTime { .written(try #require(Timestamp(text))) }
      let paint = try session.record(
        .task(.taskAdd(try TaskContent(name: "Paint", details: "blue"))),
        at: time("2026-03-01T08:00Z")
      ).id
      let call = try session.record(
        .task(.taskAdd(try TaskContent(name: "Call", priority: .p0))),
        at: time("2026-03-01T09:00Z")
      ).id
      _ = try session.record(.task(.taskComplete(paint)), at: time("2026-03-02T08:00Z"))
      _ = try session.record(
        .task(.taskUpdate(call, try TaskChange(["details": .none, "priority": .name("P1")]))),
        at: time("2026-03-03T08:00Z"))
      return (paint, call)
    }
    #expect(
      try text(store, .tasks) == """
        id,name,details,priority,type,project,due,reminder,added,completed,key,change,at,cleared
        \(ids.0),Paint,blue,P2,morning,Inbox,,,2026-03-01T08:00:00Z,2026-03-02T08:00:00Z,,,,
        \(ids.1),Call,,P0,morning,Inbox,,,2026-03-01T09:00:00Z,,,,,
        \(ids.1),,,P1,,,,,,,,update,2026-03-03T08:00:00Z,details

        """)
  }
}
