import FlintJSON
import FlintRules
import FlintSchema
import Sessions
import Testing
import Transfer

/// The columns of a file that are reported as ignored: exactly those that the format does not use.
@Suite struct `Ignored columns` {
  private func ignored(
    _ name: String, _ text: String, strict: Bool = false
  ) throws -> [String] {
    let scratch = try ImportScratch()
    var path = try scratch.write(name, text)
    // The folder of a habit's own file has the name of the habit.
    if name.contains("/") { path = scratch.path("loop") }
    let report = try scratch.run(path) {
      $0.text.isStrict = strict
      $0.errors.onError = .skip
    }
    guard case .array(let sources)? = report.json["sources"],
      case .array(let columns)? = sources.first?["ignored_columns"]
    else { return ["the report has no ignored_columns"] }
    return columns.map { if case .string(let text) = $0 { text } else { "no text" } }
  }

  private static let files: [(name: String, text: String, ignored: [String])] = [
    (
      "daylio.csv",
      "full_date,my own,date,weekday,time,mood,activities,note_title,note,Cost\n"
        + "2022-10-27,secret,October 27,Thursday,12:30 AM,bad,walk,,x,12 EUR\n",
      ["my own", "weekday", "Cost"]
    ),
    (
      "twice.csv",
      "full_date,weekday,mood,mood,activities,note\n2022-10-27,Thursday,bad,good,walk,x\n",
      ["weekday", "mood (2)"]
    ),
    (
      "habitica.csv",
      "Task Name,Task ID,Task Type,Date,Value,Mine\n"
        + "cure,7059cade,habit,2020-03-08 10:19:43,-1.02,secret\n", ["Mine"]
    ),
    (
      "Work.csv",
      "TYPE,CONTENT,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DUE_DATE\n"
        + "task,Do something,1,1,me,,,en,UTC,2026-03-04\n",
      ["AUTHOR", "DATE_LANG", "TIMEZONE", "DUE_DATE"]
    ),
    (
      "ticktick.csv",
      "List Name,Title,Status,Created Time,Completed Time,Order,View Mode,Mine\n"
        + "Home,Milk,0,2026-01-02T10:00:00+0000,,-1,list,x\n", ["Order", "View Mode", "Mine"]
    ),
    (
      "ignition.csv",
      "ID,Title,Category,Intensity,Points,Created,Updated,Mine\n"
        + "1,One,idea,low,10,2026-01-02,2026-01-02,x\n", ["Points", "Updated", "Mine"]
    ),
    (
      "tasks.json",
      #"[{"uuid":"a-1","description":"Milk","status":"pending","entry":"20260102T100000Z","#
        + #""id":1,"urgency":2.5,"mine":"x"}]"#, ["id", "urgency"]
    ),
    ("empty.json", "[]", []),
    (
      "loop/Habits.csv",
      "Position,Name,Color,FrequencyNumerator,FrequencyDenominator,Mine\n001,Run,#1,1,1,x\n",
      ["Position", "Color", "Mine"]
    ),
    ("loop/Checkmarks.csv", "Date,Run,\n2026-01-02,YES_MANUAL,\n", []),
    (
      "loop/001 Run/Checkmarks.csv", "Date,Value,Notes,Mine\n2026-01-02,YES_MANUAL,,x\n", ["Mine"]
    ),
    (
      "moods.csv", "date,mood,value,weekday\n2026-01-02,good,3,5\n", ["value", "weekday"]
    ),
  ]

  @Test(arguments: files.indices)
  func `are those that a format does not use`(index: Int) throws {
    let file = Self.files[index]
    #expect(try ignored(file.name, file.text) == file.ignored, "\(file.name)")
  }

  @Test(arguments: [0, 2, 3, 4, 5, 8, 10])
  func `that a format does not know are refused by strict reading`(index: Int) throws {
    let file = Self.files[index]
    #expect {
      _ = try ignored(file.name, file.text, strict: true)
    } throws: { error in
      "\(error)".contains("\"\(file.ignored.last ?? "")\"")
    }
  }

  @Test func `that a format knows are accepted by strict reading`() throws {
    let text = "full_date,weekday,mood,activities,note\n2022-10-27,Thursday,bad,walk,x\n"
    #expect(try ignored("daylio.csv", text, strict: true) == ["weekday"])
  }

  @Test func `without a name are named by their position, if they have text`() throws {
    let text = "full_date,weekday,mood,,activities,,note\n2022-10-27,Thursday,bad,,walk,secret,x\n"
    #expect(try ignored("daylio.csv", text) == ["weekday", "column 6"])
  }
}
