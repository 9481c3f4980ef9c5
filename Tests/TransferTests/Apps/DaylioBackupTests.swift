import FlintCalendar
import Foundation
import FlintRules
import Sessions
import Testing

@testable import Transfer

@Suite struct `Daylio's backup` {
  private func backup() throws -> [UInt8] {
    try #require(try example("daylio-backup").first).bytes
  }

  private func write(_ bytes: [UInt8], _ name: String, in scratch: ImportScratch) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: scratch.path(name)))
  }

  /// A backup with some JSON in it.
  private func encoded(_ json: String) -> [UInt8] {
    Array(Data(json.utf8).base64EncodedString().utf8)
  }

  @Test func `has the moods and activities of the CSV export, and goals`() throws {
    let reading = try read(DaylioFormat(), try example("daylio-backup"), try appContext())
    #expect(reading.problems.isEmpty)
    #expect(reading.recordCount == 15)
    #expect(
      reading.units[0].events.map(\.words) == [
        #"2024-03-12T07:30:00 mood {"day":"2024-03-12","mood":"good","entry_type":"import","#
          + #""note":"Planted the first peas.\nTwo rows."} key daylio/2024-03-12/07:30"#,
        "2024-03-12T07:30:00 entry of Daylio activities: log reading "
          + #"tags ["reading", "group:Activities"] values ["mood=good"] key daylio/2024-03-12/07:30"#,
      ])
    // The user's own mood has the meaning of its group.
    #expect(reading.units[1].events[0].words.contains(#""mood":"bad""#))
    #expect(reading.units[1].events[1].words.contains("mood=tired"))
    #expect(
      reading.units[12...].map(\.words) == [
        "2024-03-12T07:31:00 entry of reading: done key daylio/goal/1/2024-03-12",
        "2024-03-10T18:05:00 entry of Swim: done key daylio/goal/2/2024-03-10",
        // Its month is counted from 1, that of the others from 0.
        "2024-03-09T23:16:00 entry of reading: done key daylio/goal/1/2024-03-09",
      ])
    #expect(reading.habits.map(\.tracker.content.name) == ["reading", "Swim"])
    #expect(reading.habits.map(\.schedule) == [.times(1, days: 1), .timesPerWeek(3)])
    #expect(reading.habits.map(\.tracker.content.goal) == ["every day", "3 times every week"])
    #expect(reading.habits.map(\.isArchived) == [false, true])
  }

  @Test func `merges with a CSV export of the same history, in either order`() throws {
    let csv = try #require(try example("daylio-titles.csv").first).bytes
    let zip = StoredZip.bytes([("backup.daylio", try backup()), ("assets/photos/1.jpg", [0xFF])])
    for isBackupFirst in [true, false] {
      let scratch = try ImportScratch(zone: "Europe/Berlin")
      try write(csv, "old.csv", in: scratch)
      try write(zip, "new.daylio", in: scratch)
      let moods: (inout ImportOptions) -> Void = { $0.values.moods = ["sad": .bad] }
      if isBackupFirst {
        #expect(try scratch.run("new.daylio").line == "15=15+0+0+0+0")
        #expect(try scratch.run("old.csv") { moods(&$0) }.line == "10=0+0+10+0+0")
      } else {
        #expect(try scratch.run("old.csv") { moods(&$0) }.line == "10=10+0+0+0+0")
        #expect(try scratch.run("new.daylio").line == "15=5+0+10+0+0")
      }
      #expect(try scratch.run("new.daylio").line == "15=0+0+15+0+0")
    }
  }

  @Test func `has groups of activities, which a CSV export neither removes nor repeats`() throws {
    let json =
      #"{"tag_groups": [{"id": 1, "name": " Sport"}, {"id": 2, "name": "Rest"}],"#
      + #""tags": [{"id": 1, "name": "swim", "id_tag_group": 1},"#
      + #"{"id": 2, "name": "nap", "id_tag_group": 2}, {"id": 3, "name": "chess"}],"#
      + #""scales": [{"id": 5, "name": "Sleep", "text_scale": {"values":"#
      + #"[{"id": 8, "value": "deep"}]}}], "milestones": [{"id": 1, "name": "Moved"}],"#
      + #""dayEntries": [{"year": 2026, "month": 4, "day": 2, "hour": 9, "minute": 5, "mood": 2,"#
      + #""tags": [1, 2, 3], "scaleValues": [{"id_scale": 5, "id_text_scale_value": 8},"#
      + #"{"id_scale": 6, "value": 3}]}]}"#
    let csv =
      "full_date,weekday,time,mood,activities,scales,note\n"
      + "2026-05-02,Saturday,09:05,good,swim | nap | chess,Sleep:\u{A0}deep,\n"
    func groups(_ scratch: ImportScratch) throws -> [[String]] {
      try scratch.session { session in
        try session.reader.events(EventQuery(kinds: [.trackerEntry])).map { stored in
          guard case .tracker(.entry(let entry)) = stored.event.action else { return [] }
          return entry.tags.filter { $0.hasPrefix("group:") }
        }
      }
    }
    let grouped = [["group:rest", "group:sport"]]
    for isBackupFirst in [true, false] {
      let scratch = try ImportScratch(zone: "Europe/Berlin")
      try write(StoredZip.bytes([("backup.daylio", encoded(json))]), "a.daylio", in: scratch)
      try scratch.write("a.csv", csv)
      let (first, second) = isBackupFirst ? ("a.daylio", "a.csv") : ("a.csv", "a.daylio")
      #expect(try scratch.run(first).line == "1=1+0+0+0+0")
      #expect(try scratch.run(second).line == "1=0+0+1+0+0")
      #expect(try groups(scratch) == (isBackupFirst ? grouped : [[]]))
      #expect(try scratch.run("a.daylio") { $0.isUpdating = true }.total.rejected == 0)
      #expect(try groups(scratch) == grouped)
      #expect(try scratch.run("a.csv") { $0.isUpdating = true }.line == "1=0+0+1+0+0")
      #expect(try groups(scratch) == grouped)
      let notes = try scratch.run("a.daylio").sources[0].notes
      #expect(notes.contains("Important days are not stored: 1."))
      #expect(
        notes.contains(
          "Values of scales that are in another form than Flint knows are not stored: 1."))
    }
  }

  @Test func `has the schedule of a goal if it is known, and the day on which it was reached`()
    throws
  {
    let json =
      #"{"dayEntries": [], "goals": [{"goal_id": 1, "name": "Walk", "repeat_type": 1,"#
      + #""repeat_value": 127, "end_date": -1, "created_at": 1772323200000},"#
      + #"{"goal_id": 2, "name": "Gym", "repeat_type": 1, "repeat_value": 42},"#
      + #"{"goal_id": 3, "name": "Old", "repeat_type": 2, "repeat_value": 2,"#
      + #""state": 0, "end_date": 1775001600000},"#
      + #"{"goal_id": 5, "name": "Old", "repeat_type": 1, "repeat_value": 127},"#
      + #"{"goal_id": 6, "name": "Swim", "repeat_type": 3, "repeat_value": 1},"#
      + #"{"goal_id": 4, "name": "walk", "repeat_type": 2, "repeat_value": 1}],"#
      + #""goalEntries": ["#
      // On 2026-07-01: marked weeks later, months from 1; and on the same day, months from 0.
      + #"{"goalId": 1, "year": 2026, "month": 6, "day": 5, "createdAt": 1782900000000},"#
      + #"{"goalId": 1, "year": 2026, "month": 6, "day": 1, "createdAt": 1782900000000},"#
      // Without the time of recording.
      + #"{"goalId": 1, "year": 2026, "month": 5, "day": 31}]}"#
    let reading = try DaylioFormat().read(
      [WholeFile(path: "backup.daylio", bytes: encoded(json))], appContext())
    #expect(
      reading.habits.map(\.tracker.content.name) == [
        "Walk", "Gym", "Old", "walk (2)", "Old", "Swim",
      ])
    #expect(
      reading.habits.map(\.schedule) == [
        .times(1, days: 1), nil, .timesPerWeek(2), .timesPerWeek(1), .times(1, days: 1), nil,
      ])
    #expect(reading.habits.map(\.isArchived) == [false, false, true, false, false, false])
    #expect(
      reading.habits.map { $0.start?.description } == ["2026-03-01", nil, nil, nil, nil, nil])
    #expect(
      reading.units.map { String($0.words.prefix(10)) } == [
        "2026-06-05", "2026-07-01", "2026-05-31",
      ])
    #expect(
      reading.notes == [
        "Goals for some days of the week, or with a repetition that Flint does not know, are "
          + "trackers without a schedule: Gym, Swim."
      ])
  }

  @Test(arguments: [
    ("eyJkYXlFbnRyaWVz!", "it is not base64"),
    ("eyJ", "it is not base64"),
    ("eyJkYXlFbnRyaWVzIjogW3", "it is not base64"),
    ("eyJkYXlFbnRyaWVzIjpb", "its JSON, line 1, column 16: expected a value, but the text ends"),
    (Data(#"{"tags": []}"#.utf8).base64EncodedString(), "has no list dayEntries"),
    (Data(#"{"dayEntries": [3]}"#.utf8).base64EncodedString(), "entry 1 of dayEntries"),
  ])
  func `is refused when it is damaged or something else`(text: String, message: String) throws {
    let error = #expect(throws: FormatProblem.self) {
      try DaylioFormat().read([appFile("backup.daylio", text)], appContext())
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func `has entries that cannot be read rejected, and the others recorded`() throws {
    let reading = try DaylioFormat().read(
      [
        WholeFile(
          path: "backup.daylio",
          bytes: encoded(
            #"{"version": 2, "dayEntries": [{"year": 2024, "month": 12, "day": 1, "mood": 1},"#
              + #"{"year": 2024, "month": 1, "day": 30, "hour": 9, "minute": 5, "mood": 2},"#
              + #"{"year": 2024, "month": 1, "day": 2, "hour": 9, "minute": 5, "mood": 17},"#
              + #"{"year": 2024, "month": 1, "day": 1, "hour": 9, "minute": 5, "mood": 3,"#
              + #""tags": [4]}], "goals": [{"goal_id": 9007199254740993}],"#
              + #""goalEntries": [{"goalId": 5}, {"goalId": 9007199254740993, "year": 1e300}]}"#))
      ], appContext())
    #expect(
      reading.problems.map { "\($0.column ?? "") \($0.value ?? "")" } == [
        "full_date 2024-13-01", "full_date 2024-02-30", "mood mood 17",
      ])
    #expect(
      reading.words.last(where: { $0.hasPrefix("2024") })
        == #"2024-02-01T09:05:00 mood {"day":"2024-02-01","mood":"average","entry_type":"import"}"#
        + " key daylio/2024-02-01/09:05 & "
        + "2024-02-01T09:05:00 entry of Daylio activities: log activity 4 "
        + #"tags ["activity 4"] values ["mood=meh"] key daylio/2024-02-01/09:05"#)
    #expect(
      reading.words.suffix(2) == [
        "skipped: a day of a goal that the backup does not define",
        "skipped: a day of a goal without a readable date",
      ])
  }

  @Test func `is reported when the zip file around it is damaged`() throws {
    let zip = StoredZip.bytes([("backup.daylio", try backup())])
    for index in [15, 80, zip.count - 30] {
      var damaged = zip
      damaged[index] ^= 0x55
      let scratch = try ImportScratch()
      try write(damaged, "a.daylio", in: scratch)
      #expect(throws: (any Error).self) { try scratch.run("a.daylio") }
    }
    let scratch = try ImportScratch()
    try write(Array(zip.prefix(zip.count / 2)), "cut.daylio", in: scratch)
    #expect(throws: InputFailure.self) { try scratch.run("cut.daylio") }
  }
}
