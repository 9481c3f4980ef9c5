import FlintCalendar
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

@testable import Transfer

@Suite struct `The table of days` {
  private let scratch: ImportScratch

  /// A week of June 2026, whose 1st is a Monday, of a runner who weighs in twice a day.
  init() throws {
    scratch = try ImportScratch()
    try scratch.session { session in
      func record(_ action: ProfileEvent.Action, _ day: Int, _ hour: Int = 12) throws -> EventID {
        let at = Instant(milliseconds: 1_780_272_000_000 + Int64((day - 1) * 24 + hour) * 3_600_000)
        return try session.record(action, at: .instant(at)).id
      }
      func tracker(_ name: String, _ fields: [TrackerField] = []) throws -> EventID {
        try record(.tracker(.create(try TrackerContent(name: name, fields: fields))), 1, 0)
      }
      func enter(
        _ tracker: EventID, _ day: Int, _ kind: EntryKind, minutes: Int64? = nil,
        _ values: [EntryContent.Value] = []
      ) throws {
        _ = try record(
          .tracker(
            .entry(
              try EntryContent(tracker: tracker, kind: kind, minutes: minutes, values: values))),
          day)
      }
      let run = try tracker(
        "Run",
        [
          try TrackerField(name: "Distance", type: .number),
          try TrackerField(name: "Route", type: .text),
          try TrackerField(name: "Wet", type: .boolean),
        ])
      func values(_ distance: String, _ route: String, wet: Bool) throws -> [EntryContent.Value] {
        [
          .init(name: "distance", value: .number(try DecimalNumber(reading: distance, field: "d"))),
          .init(name: "Route", value: .text(route)), .init(name: "Wet", value: .boolean(wet)),
        ]
      }
      try enter(run, 2, .session(minutes: 30), try values("5.2", "River", wet: true))
      try enter(run, 2, .session(minutes: 15), try values("2.1", "Park", wet: true))
      try enter(run, 9, .session(minutes: 20), try values("4", "Park", wet: false))
      let weight = try tracker("Weight")
      for number in ["70.5", "71"] {
        try enter(weight, 4, .measurement(try DecimalNumber(reading: number, field: "n")))
      }
      let mood = try tracker("Mood")
      try enter(mood, 2, .rating(4))
      try enter(mood, 2, .rating(5))
      let mixed = try tracker("Mixed")
      try enter(mixed, 2, .measurement(try DecimalNumber(reading: "3", field: "n")), minutes: 10)
      try enter(mixed, 4, .checklist(false))
      let yoga = try tracker("Yoga")
      _ = try record(
        .habit(.plan(HabitContent(tracker: yoga, plan: try HabitPlan(try HabitSchedule(.day))))),
        2, 1)
      try enter(yoga, 3, .checklist(true))
      for (day, rating) in [(1, Mood.good), (2, .great), (9, .bad)] {
        let rated = CivilDay(number: 20_605 + Int32(day - 1))
        _ = try record(.mood(.record(try MoodContent(day: rated, mood: rating))), day, 20)
      }
    }
  }

  private func table(_ change: (inout ExportOptions) -> Void) throws -> [String] {
    var options = ExportOptions(.table)
    change(&options)
    return try scratch.session { session in
      var bytes: [UInt8] = []
      _ = try ExportJob(options).run(session) {
        $0.withUnsafeBufferPointer { bytes += Array($0) }
      }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  @Test func `has a row for each day and a column for each tracker, own field and habit`() throws {
    let rows = try table { $0.trackers = ["weight", "Run", "Yoga"] }
    #expect(
      rows.prefix(6) == [
        "day,weekday,mood,mood_value,Weight,Run,Run.Distance,Run.Wet,Yoga,Yoga.status",
        "2026-06-01,Monday,good,3,,,,,,", "2026-06-02,Tuesday,great,4,,45,7.3,2,,not_done",
        "2026-06-03,Wednesday,,,,,,,1,done", "2026-06-04,Thursday,,,141.5,,,,,not_done",
        "2026-06-05,Friday,,,,,,,,not_done",
      ])
    #expect(rows.count == 10)
    #expect(rows.last == "2026-06-09,Tuesday,bad,1,,20,4,0,,not_done")
  }

  @Test func `has a row for each week or month, with means of moods and the days of habits`() throws
  {
    #expect(
      try table {
        $0.period = .week
        $0.trackers = ["Run", "Yoga"]
      } == [
        "day,mood_value,Run,Run.Distance,Run.Wet,Yoga,Yoga.is_done",
        "2026-06-01,3.5,45,7.3,2,1,1", "2026-06-08,1,20,4,0,,0",
      ])
    // (3 + 4 + 1) / 3
    #expect(
      try table {
        $0.period = .month
        $0.columns = ["day", "mood_value", "Run"]
      } == ["day,mood_value,Run", "2026-06-01,2.666667,65"])
  }

  @Test func `has other sums on request, and names that are found regardless of case`() throws {
    let rows = try table {
      $0.columns = [
        "day", "weight.mean", "Weight.max", "weight.entries", "RUN.DISTANCE.mean", "run.route",
        "Run.minutes", "yoga.is_done",
      ]
      $0.range = ExportRange(
        since: Instant(milliseconds: 1_780_358_400_000),
        before: Instant(milliseconds: 1_780_617_600_000))
    }
    #expect(
      rows == [
        "day,Weight.mean,Weight.max,Weight.entries,Run.Distance.mean,Run.Route,Run.minutes,"
          + "Yoga.is_done",
        "2026-06-02,,,,3.65,Park,45,0", "2026-06-03,,,,,,,1", "2026-06-04,70.75,71,2,,,,0",
      ])
  }

  @Test func `does not add units, and prefixes names that are taken`() throws {
    let rows = try table { $0.trackers = ["Mood", "Mixed"] }
    #expect(
      rows.prefix(5) == [
        "day,weekday,mood,mood_value,tracker.Mood,Mixed.minutes,Mixed.number,Mixed.done",
        "2026-06-01,Monday,good,3,,,,", "2026-06-02,Tuesday,great,4,4.5,10,3,",
        "2026-06-03,Wednesday,,,,,,", "2026-06-04,Thursday,,,,,,0",
      ])
  }

  @Test func `is empty without anything`() throws {
    let empty = try ImportScratch()
    #expect(try empty.export(.table) == "day,weekday,mood,mood_value\n")
  }

  @Test func `refuses unknown columns and trackers with the nearest name`() throws {
    func problem(_ change: (inout ExportOptions) -> Void) -> String? {
      #expect(throws: ExportProblem.self) { try table(change) }?.description
    }
    #expect(
      problem {
        $0.columns = ["day", "Wieght"]
        $0.trackers = ["Weight"]
      }
        == "--columns: there is no column \"Wieght\" in table (did you mean \"Weight\"?); it has day, "
        + "weekday, mood, mood_value, sparks, points, tasks, activities, Weight")
    #expect(
      problem { $0.trackers = ["Rum"] }
        == "--trackers: there is no tracker \"Rum\" (did you mean \"Run\"?)")
    #expect(
      problem { $0.columns = ["Run", "run"] }
        == "--columns: expected each column once, got \"Run\" twice")
    #expect(
      problem { $0.conditions = [RowCondition(column: "run", comparison: .more, value: "x")] }
        == "--where: column \"run\" is compared with a number, got \"x\"")
    var options = ExportOptions(.days)
    options.period = .week
    #expect(
      #expect(throws: ExportProblem.self) { try ExportJob(options) }?.description
        == "--by: applies to table, not to days")
  }

  // MARK: Entries

  @Test func `of entries has own fields and typed values as columns on request`() throws {
    var options = ExportOptions(.entries)
    options.columns = ["day", "tracker", "minutes", "number", "done", "rating", "values.DISTANCE"]
    options.conditions = [
      RowCondition(column: "day", comparison: .equal, value: "2026-06-02"),
      RowCondition(column: "values.distance", comparison: .more, value: "3"),
    ]
    options.form.format = .jsonl
    try scratch.session { session in
      var bytes: [UInt8] = []
      _ = try ExportJob(options).run(session) {
        $0.withUnsafeBufferPointer { bytes += Array($0) }
      }
      #expect(
        String(decoding: bytes, as: UTF8.self)
          == "{\"day\":\"2026-06-02\",\"tracker\":\"Run\",\"minutes\":30,\"number\":null,"
          + "\"done\":null,\"rating\":null,\"values.Distance\":5.2}\n")
      options.columns = ["values.Distnace"]
      options.conditions = []
      let problem = #expect(throws: ExportProblem.self) {
        try ExportJob(options).run(session) { _ in }
      }
      #expect(problem?.message.contains("(did you mean \"values.Distance\"?)") == true)
    }
  }

  @Test func `of entries with all columns are known when they are imported again`() throws {
    let columns = ExportKind.entries.columns + ["values.Distance", "values.Wet"]
    try scratch.write("e.csv", try scratch.export(.entries, columns))
    let report = try scratch.run("e.csv")
    #expect(report.line == "10=0+0+10+0+0", "\(report.rejects)")
  }
}
