import Foundation
import Testing

@testable import Transfer

/// What each column of other apps' files may be: absent, empty, wrong, at its limit and beyond.
struct `A column of another app's file` {
  @Test(arguments: [
    (
      "ignition",
      ["ID", "Title", "Category", "Intensity", "Points", "Created", "Updated", "Notes", "Tags"],
      ["ID", "Title", "Category", "Intensity", "Points", "Created"]
    ),
    (
      "streaks",
      ["task_id", "title", "icon", "entry_type", "entry_date", "entry_timestamp", "quantity"],
      ["task_id", "title", "entry_type", "entry_date"]
    ),
    (
      "toggl", ["User", "Project", "Description", "Start date", "Start time", "Duration", "Tags"],
      ["Project", "Description", "Start date", "Start time", "Duration"]
    ),
    (
      "toggl", ["Description", "Start date", "Start time", "Stop date", "Stop time", "Tags"],
      ["Description", "Start date", "Start time", "Stop date", "Stop time"]
    ),
    (
      "applehealth", ["health_type", "day", "value", "unit"],
      ["health_type", "day", "value", "unit"]
    ),
    (
      "daylio",
      ["full_date", "date", "weekday", "time", "mood", "activities", "note_title", "note"],
      ["full_date", "weekday", "mood", "activities", "note"]
    ),
    (
      "daylio", ["year", "date", "weekday", "time", "mood", "activities", "note"],
      ["year", "date", "weekday", "mood", "activities", "note"]
    ),
    (
      "habitica", ["Task Name", "Task ID", "Task Type", "Date", "Value", "Notes"],
      ["Task Name", "Task ID", "Task Type", "Date", "Value"]
    ),
    (
      "ticktick",
      ["List Name", "Title", "Content", "Priority", "Status", "Created Time", "Completed Time"],
      ["List Name", "Title", "Status", "Completed Time"]
    ),
  ])
  func `is required, or may be absent`(name: String, columns: [String], required: [String]) throws {
    let context = try appContext()
    func isRead(_ header: [String]) -> Bool {
      FormatCatalogue.records.contains {
        $0.name == name && $0.translator(for: header, context) != nil
      }
        || FormatCatalogue.apps.contains { format in
          format.name == name
            && !format.claim([FileGlimpse(path: "f.csv", header: header, start: [])]).isEmpty
        }
    }
    #expect(isRead(columns))
    for column in columns {
      #expect(
        isRead(columns.filter { $0 != column }) == !required.contains(column),
        "\(name) without \(column)")
    }
  }

  @Test(arguments: [
    ignition, toggl, streaks, health, daylio, daylioYears, habitica, ticktick, todoist, loopMarks,
    loopNumbers,
  ])
  func `is accepted or refused by its value`(table: JudgedTable) throws { try table.check() }

  @Test(arguments: [taskwarrior, timewarrior, harsh, userData])
  func `is a part of a line, which is accepted or refused`(lines: JudgedLines) throws {
    try lines.check()
  }

  // MARK: Texts that many formats share

  private static func noDay(_ month: String, _ days: Int) -> String {
    "expected a day that exists (\(month) 2026 has \(days) days)"
  }

  private static let date =
    "expected a date such as 2026-06-22, 2026-06-22 21:30 or 22 Jun 2026"
  private static let order = "the order of day, month and year is not known; choose it with "
  private static let now = "expected a time that is not later than now (2026-07-01T00:00:01Z)"
  private static let numbers = "expected a number from -9000000000000 to 9000000000000"
  private static let key = "key \"1004 bytes\": expected 1 to 1000 bytes"

  private static func letters(_ count: Int) -> String { String(repeating: "é", count: count) }

  // MARK: Tables

  private static let ignition = JudgedTable(
    file: "ignition.csv",
    usual: [
      ("ID", "i#"), ("Title", "T#"), ("Category", "idea"), ("Intensity", ""), ("Points", ""),
      ("Created", "2026-05-02"), ("Updated", ""), ("Notes", ""), ("Tags", ""),
    ],
    rows: [
      .ok([:]), .ok(["ID": ""]), .ok(["ID": letters(500)]),
      .no(["ID": letters(502)], key),
      .no(["Title": ""], "Title \"\": expected a title that is not empty"),
      .no(["Title": " "], "Title \" \": expected a title that is not empty"),
      .ok(["Category": " Energy "]),
      .no(
        ["Category": ""],
        "Category \"\": expected decision, energy, idea, experiment, challenge"),
      .no(
        ["Category": "Mood"],
        "Category \"Mood\": expected decision, energy, idea, experiment, challenge"),
      .ok(["Intensity": " EXTREME"]), .ok(["Intensity": " "]),
      .no(["Intensity": "huge"], "Intensity \"huge\": expected low, medium, high, extreme"),
      .ok(["Points": "many"]), .no(["Created": ""], "Created \"\": \(date)"),
      .no(["Created": "2026-02-29"], "Created \"2026-02-29\": \(noDay("February", 28))"),
      .no(["Created": "02/05/2026"], "Created \"02/05/2026\": \(order)--dates dmy or --dates mdy"),
      .no(["Created": "13/05/2026"], "Created \"13/05/2026\": \(order)--dates dmy"),
      .no(["Created": "05/13/2026"], "Created \"05/13/2026\": \(order)--dates mdy"),
      .ok(["Created": "2026-07-01T00:00:01Z"]),
      .no(["Created": "2026-07-01T00:00:02Z"], "at \"2026-07-01T00:00:02Z\": \(now)"),
      .ok(["Tags": "| x ||"]),
    ])

  private static let toggl = JudgedTable(
    file: "toggl.csv",
    usual: [
      ("User", "Mia"), ("Email", "m@x.org"), ("Client", ""), ("Project", "P"), ("Task", ""),
      ("Description", "D"), ("Start date", "2026-06-01"), ("Start time", "10:00:00"),
      ("End date", ""), ("End time", ""), ("Duration", "01:00:00"), ("Tags", ""),
    ],
    rows: [
      .ok([:]), .ok(["Project": ""]), .ok(["Project": letters(100)]),
      .no(["Project": letters(101)], "Project \"101 characters\": expected 1 to 100 characters"),
      .no(["Start date": ""], "Start date \" 10:00:00\": \(date)"),
      .skip(["Start date": "", "Duration": ""], "an empty row"),
      .no(["Start date": "2026-06-31"], "Start date \"2026-06-31 10:00:00\": \(noDay("June", 30))"),
      .no(
        ["Start date": "01/06/2026"],
        "Start date \"01/06/2026 10:00:00\": \(order)--dates dmy or --dates mdy"),
      .ok(["Start time": ""]), .ok(["Start time": "23:59:59"]),
      .ok(["Start time": "24:00:00"]),
      .no(["Start time": "24:00:01"], "Start date \"2026-06-01 24:00:01\": \(date)"),
      .ok(["Duration": "0:00:00"]), .ok(["Duration": "1000000:59:59"]),
      .no(
        ["Duration": "1000001:00:00"],
        "Duration \"1000001:00:00\": expected a duration such as 01:30:00"),
      .no(["Duration": "0:60:00"], "Duration \"0:60:00\": expected a duration such as 01:30:00"),
      .no(["Duration": "0:00:60"], "Duration \"0:00:60\": expected a duration such as 01:30:00"),
      .no(["Duration": "90"], "Duration \"90\": expected a duration such as 01:30:00"),
      .skip(["Duration": "-1:00:00"], "an entry that is running"),
      .skip(["Duration": ""], "an entry that is running"),
      .ok(["Duration": "", "End date": "2026-06-01", "End time": "10:00:00"]),
      .no(
        ["Duration": "", "End date": "2026-06-01", "End time": "09:59:59"],
        "End date \"2026-06-01 09:59:59\": the entry ends before it starts"),
      .no(
        ["Duration": "", "End date": "2026-06-01", "End time": "noon"],
        "End date \"2026-06-01 noon\": \(date)"),
      .no(
        ["Start date": "2026-07-01", "Start time": "00:00:02"],
        "at \"2026-07-01T00:00:02Z\": \(now)"),
      .ok(["Tags": ", a,,"]),
    ])

  private static let streaksTypes =
    "expected a type such as completed_manually, missed_auto or skipped_auto"

  private static let streaks = JudgedTable(
    file: "streaks.csv",
    usual: [
      ("task_id", "s#"), ("title", "S#"), ("entry_type", "completed_manually"),
      ("entry_date", "20260601"), ("entry_timestamp", ""), ("quantity", ""), ("notes", ""),
    ],
    rows: [
      .ok([:]), .ok(["task_id": ""]), .no(["title": ""], "title \"\": expected a name"),
      .skip(["task_id": "", "title": "", "entry_type": ""], "an empty row"),
      // The first 100 characters are the name of the tracker.
      .ok(["title": letters(101)]), .ok(["entry_type": "MISSED_AUTO"]),
      .no(["entry_type": ""], "entry_type \"\": \(streaksTypes)"),
      .no(["entry_type": "done"], "entry_type \"done\": \(streaksTypes)"),
      .skip(["entry_type": "skipped_auto"], "a skipped day"),
      .skip(["entry_type": "timer_manually"], "a part of a task, which it did not complete"),
      .skip(
        ["entry_type": "completed_manually_partial"],
        "a part of a task, which it did not complete"),
      .ok(["entry_date": "2026-06-01"]), .ok(["entry_date": "20240229"]),
      .no(["entry_date": ""], "entry_date \"\": expected a day such as 20260925"),
      .no(["entry_date": "20260229"], "entry_date \"20260229\": expected a day such as 20260925"),
      .no(["entry_date": "2026061"], "entry_date \"2026061\": expected a day such as 20260925"),
      .ok(["entry_date": "20260701"]),
      // The tracker of a task would be created at the start of its first day; that of the first row exists.
      .no(["entry_date": "20260702"], "at \"2026-07-02T12:00:00Z\": \(now)"),
      .no(
        ["task_id": "s1", "title": "S1", "entry_date": "20260702"],
        "at \"2026-07-02T12:00:00Z\": \(now)"),
      .ok(["entry_timestamp": "soon"]), .ok(["quantity": "0"]),
      .ok(["quantity": "9000000000000"]),
      .no(["quantity": "9000000000001"], "quantity \"9000000000001\": expected a number"),
      .no(["quantity": "x"], "quantity \"x\": expected a number"),
    ])

  private static let health = JudgedTable(
    file: "health.csv",
    usual: [("health_type", "T#"), ("day", "2026-06-01"), ("value", "1"), ("unit", "")],
    rows: [
      .ok([:]), .no(["health_type": ""], "health_type \"\": expected a type"),
      .no(["day": ""], "day \"\": expected a day such as 2026-06-01"),
      .no(["day": "2026-06-31"], "day \"2026-06-31\": expected a day such as 2026-06-01"),
      .ok(["day": "2026-07-01"]),
      // The tracker of a type would be created at the start of its first day; that of the first row exists.
      .no(["day": "2026-07-02"], "at \"2026-07-02T12:00:00Z\": \(now)"),
      .no(
        ["health_type": "T1", "day": "2026-07-02"], "at \"2026-07-02T12:00:00Z\": \(now)"),
      .no(["value": ""], "value \"\": \(numbers)"), .ok(["value": "9000000000000"]),
      .no(["value": "9000000000001"], "value \"9000000000001\": \(numbers)"),
      .ok(["value": "1000000", "unit": "min"]), .ok(["value": "1000001", "unit": "min"]),
    ])

  private static let daylioTime = "expected a time such as 22:00 or 10:00 pm"

  private static let daylio = JudgedTable(
    file: "daylio.csv",
    usual: [
      ("full_date", "2026-06-01"), ("date", "June 1"), ("weekday", "Monday"), ("time", "10:00"),
      ("mood", "good"), ("activities", ""), ("note_title", ""), ("note", "N#"),
    ],
    rows: [
      .ok([:]), .no(["full_date": ""], "full_date \"\": \(date)"),
      .no(["full_date": "2026-02-29"], "full_date \"2026-02-29\": \(noDay("February", 28))"),
      .no(["full_date": "soon"], "full_date \"soon\": \(date)"), .ok(["date": "", "weekday": ""]),
      .ok(["time": ""]), .ok(["time": "23:59"]),
      .no(["time": "24:00"], "time \"24:00\": \(daylioTime)"),
      .no(["time": "10:60"], "time \"10:60\": \(daylioTime)"), .ok(["time": "12:59 pm"]),
      .no(["time": "13:00 pm"], "time \"13:00 pm\": \(daylioTime)"), .ok(["time": "1:00 am"]),
      .no(["time": "0:30 am"], "time \"0:30 am\": \(daylioTime)"),
      .no(["time": "noon"], "time \"noon\": \(daylioTime)"), .ok(["mood": "RAD"]),
      .no(["mood": ""], "mood \"\": expected a mood"),
      .no(
        ["mood": "Gut"],
        "mood \"Gut\": this mood is not known; --moods defines such names"),
      .no(["full_date": "2026-07-02"], "at \"2026-07-02T10:00:00Z\": \(now)"),
      .ok(["activities": " | walk | "]), .ok(["activities": " | "]),
    ])

  private static let daylioYears = JudgedTable(
    file: "daylio-years.csv",
    usual: [
      ("year", "2026"), ("date", "June 1"), ("weekday", "Monday"), ("time", "10:00"),
      ("mood", "good"), ("activities", ""), ("note", "N#"),
    ],
    rows: [
      .ok([:]), .no(["year": ""], "year \"\": expected a year such as 2026"),
      .no(["year": "999"], "year \"999\": expected a year such as 2026"), .ok(["year": "1000"]),
      .no(["year": "9999"], "at \"9999-06-01T10:00:00Z\": \(now)"),
      .no(["year": "10000"], "year \"10000\": expected a year such as 2026"),
      .no(
        ["date": ""], "date \"\": expected a day and a month, such as June 22"),
      .no(
        ["date": "June 31"],
        "date \"June 31\": expected a day and a month, such as June 22"),
      .no(["date": "1. Juno"], "date \"1. Juno\": expected a day and a month, such as June 22"),
      .ok(["date": "1 June"]), .ok(["date": "1 czerwca", "weekday": "poniedziałek"]),
      .ok(["date": "February 29", "year": "2024"]),
      .no(
        ["date": "February 29"],
        "date \"February 29\": expected a day and a month, such as June 22"),
    ])

  private static let habitica = JudgedTable(
    file: "habitica.csv",
    usual: [
      ("Task Name", "N#"), ("Task ID", "h#"), ("Task Type", "habit"),
      ("Date", "2026-06-01 10:00:00"), ("Value", "1"),
    ],
    rows: [
      .ok([:]), .no(["Task Name": ""], "Task Name \"\": expected a name"),
      .ok(["Task Name": letters(101)]), .no(["Task ID": ""], "Task ID \"\": expected an ID"),
      .ok(["Task Type": "DAILY"]),
      .no(["Task Type": ""], "Task Type \"\": expected habit, daily or todo"),
      .no(["Task Type": "Reward"], "Task Type \"Reward\": expected habit, daily or todo"),
      .ok(["Task Type": "todo", "Value": ""]), .no(["Date": ""], "Date \"\": \(date)"),
      .no(["Date": "Invalid date"], "Date \"Invalid date\": \(date)"),
      .no(["Date": "2026-06-31 10:00:00"], "Date \"2026-06-31 10:00:00\": \(noDay("June", 30))"),
      .no(["Date": "2026-07-01 00:00:02"], "at \"2026-07-01T00:00:02Z\": \(now)"),
      .no(["Value": ""], "Value \"\": \(numbers)"),
      .no(["Value": "NaN"], "Value \"NaN\": \(numbers)"),
      .ok(["Value": "9000000000000"]), .ok(["Value": "-9000000000000"]),
      .no(["Value": "9000000000001"], "Value \"9000000000001\": \(numbers)"),
      .ok(["Value": "1.23456789"]),
    ])

  private static let ticktickTime = "expected a time such as 2026-09-25T08:00:00+0000"

  private static let ticktick = JudgedTable(
    file: "ticktick.csv",
    usual: [
      ("List Name", "L"), ("Title", "N#"), ("Kind", ""), ("Content", ""), ("Is All Day", ""),
      ("Start Date", ""), ("Due Date", ""), ("Reminder", ""), ("Priority", "0"), ("Status", "0"),
      ("Created Time", "2026-06-01T08:00:00+0000"), ("Completed Time", ""), ("taskId", ""),
    ],
    rows: [
      .ok([:]), .no(["Title": ""], "Title \"\": expected a title"),
      .ok(["Title": "", "Content": "c"]), .ok(["Title": letters(201)]),
      .skip(["Kind": "note"], "a note, not a task"), .ok(["Kind": "TEXT"]),
      .no(["Status": ""], "Status \"\": expected -1, 0, 1, 2"),
      .no(["Status": "3"], "Status \"3\": expected -1, 0, 1, 2"),
      .skip(["Status": "-1"], "an abandoned task"),
      .ok(["Status": "1", "Completed Time": "2026-06-01T08:00:00+0000"]),
      .no(
        ["Status": "2", "Completed Time": "2026-06-01T07:59:59+0000", "Title": "Early"],
        "Title \"Early\": completed at 2026-06-01T07:59:59Z, before it was added at "
          + "2026-06-01T08:00:00Z"),
      .no(
        ["Status": "2"],
        "Completed Time \"\": expected a time, since the task was completed according to its status"
      ),
      .no(
        ["Status": "2", "Completed Time": "soon"], "Completed Time \"soon\": \(ticktickTime)"),
      // A reopened task may retain the time.
      .ok(["Completed Time": "soon"]), .ok(["Priority": "5"]), .ok(["Priority": "3"]),
      .ok(["Priority": "1"]), .ok(["Priority": ""]),
      .no(["Priority": "2"], "Priority \"2\": expected 0, 1, 3 or 5"),
      .no(["Priority": "-1"], "Priority \"-1\": expected 0, 1, 3 or 5"),
      .ok(["Created Time": ""]),
      .no(["Created Time": "yesterday"], "Created Time \"yesterday\": \(ticktickTime)"),
      .no(["Created Time": "2026-07-01T00:00:02+0000"], "at \"2026-07-01T00:00:02Z\": \(now)"),
      .no(["Start Date": "soon"], "Start Date \"soon\": \(ticktickTime)"),
      .no(["Due Date": "2026-06-31"], "Due Date \"2026-06-31\": \(ticktickTime)"),
      .ok(["Due Date": "9999-12-30"]), .ok(["Reminder": "soon"]), .ok(["Is All Day": "perhaps"]),
    ])

  private static let todoistNote =
    "TYPE \"note\": there is no task above this note; notes of a project cannot be imported"

  private static let todoist = JudgedTable(
    file: "todoist.csv",
    usual: [
      ("TYPE", "task"), ("CONTENT", "N#"), ("DESCRIPTION", ""), ("PRIORITY", "1"),
      ("INDENT", "1"), ("AUTHOR", ""), ("RESPONSIBLE", ""), ("DATE", ""), ("DATE_LANG", ""),
      ("TIMEZONE", ""),
    ],
    rows: [
      .no(["TYPE": "note"], todoistNote), .ok([:]), .ok(["TYPE": "Note"]),
      .no(["TYPE": ""], "TYPE \"\": expected task, section, note or meta"),
      .no(["TYPE": "idea"], "TYPE \"idea\": expected task, section, note or meta"),
      .skip(["TYPE": "meta"], "a setting of the project's view"),
      .skip(["TYPE": "section"], "a section, which the details of its tasks name"),
      .no(["TYPE": "note"], todoistNote), .no(["CONTENT": ""], "CONTENT \"\": expected a name"),
      .ok(["CONTENT": letters(201)]), .ok(["PRIORITY": ""]), .ok(["PRIORITY": "4"]),
      .no(["PRIORITY": "0"], "PRIORITY \"0\": expected 1, 2, 3 or 4"),
      .no(["PRIORITY": "5"], "PRIORITY \"5\": expected 1, 2, 3 or 4"), .ok(["INDENT": ""]),
      .ok(["INDENT": "2"]), .no(["INDENT": "0"], "INDENT \"0\": expected a number from 1 on"),
      .no(["INDENT": "x"], "INDENT \"x\": expected a number from 1 on"),
      .no(
        ["INDENT": "2"],
        "INDENT \"2\": it may be a subtask of the task on line 18, which is rejected; correct that "
          + "task"),
      .ok([:]), .ok(["DATE": "every! monday"]), .ok(["DATE": "2026-12-31"]),
    ])

  private static let loopMark =
    "expected YES_MANUAL, YES_AUTO, NO, SKIP, UNKNOWN, or a number from -1 to 3"

  private static let loopMarks = JudgedTable(
    file: "marks/Checkmarks.csv", usual: [("Date", "2026-05-0#"), ("Run", "YES_MANUAL")],
    rows: [
      .ok([:]), .ok(["Run": "2"]), .skip(["Run": "NO"], "nothing was done by hand on the day"),
      .skip(["Run": "YES_AUTO"], "nothing was done by hand on the day"),
      .skip(["Run": "SKIP"], "nothing was done by hand on the day"),
      .skip(["Run": "-1"], "nothing was done by hand on the day"),
      .no(["Run": "-2"], "Run \"-2\": \(loopMark)"),
      .no(["Run": "MAYBE"], "Run \"MAYBE\": \(loopMark)"),
      .skip(["Run": ""], "nothing was done by hand on the day"),
      .no(["Date": "2026-05-32"], "Date \"2026-05-32\": \(noDay("May", 31))"),
      .no(["Date": ""], "Date \"\": \(date)"),
      .no(["Date": "2026-07-02"], "at \"2026-07-02T12:00:00Z\": \(now)"),
    ])

  private static let loopNumber = "expected a whole number of thousandths, NO, SKIP or UNKNOWN"

  private static let loopNumbers = JudgedTable(
    file: "numbers/Checkmarks.csv", usual: [("Date", "2026-05-0#"), ("Water", "2500")],
    rows: [
      .ok([:]), .ok(["Water": "0"]), .ok(["Water": "NO"]),
      .skip(["Water": "UNKNOWN"], "nothing was done by hand on the day"),
      .ok(["Water": "9000000000000000"]),
      .no(["Water": "9000000000000001"], "Water \"9000000000000001\": \(loopNumber)"),
      .no(["Water": "-2"], "Water \"-2\": \(loopNumber)"),
      .no(["Water": "1.5"], "Water \"1.5\": \(loopNumber)"),
      .no(["Water": "YES_MANUAL"], "Water \"YES_MANUAL\": \(loopNumber)"),
    ])

  // MARK: Files that are no tables

  /// A task of Taskwarrior with other attributes; the last of several of a name counts.
  private static func task(_ number: Int, _ attributes: String) -> String {
    jsonObject(
      [
        #""uuid":"u\#(number)""#, #""description":"d""#, #""status":"pending""#,
        #""entry":"20260601T080000Z""#,
      ], attributes)
  }

  private static let taskwarriorTime = "expected a time such as 20260925T080000Z"

  private static let tasks: [(String, Verdict)] = [
    ("", .recorded), (#""uuid":"""#, .rejected("uuid \"\": expected a value")),
    (#""uuid":" ""#, .rejected("uuid \"\": expected a value")),
    (#""uuid":null"#, .rejected("uuid \"\": expected a value")),
    (#""uuid":["u"]"#, .rejected("uuid \"a list\": expected a text")), (#""uuid":7"#, .recorded),
    (#""description":"""#, .rejected("description \"\": expected a value")),
    (#""status":"""#, .rejected("status \"\": expected a value")),
    (
      #""status":"done""#,
      .rejected("status \"done\": expected pending, waiting, completed, deleted or recurring")
    ),
    (#""status":"waiting""#, .recorded),
    (#""status":"deleted""#, .skipped("a task that was deleted")),
    (
      #""status":"recurring""#,
      .skipped(
        "a template of tasks that recur as no task of Flint can: those made from it are imported")
    ),
    (#""entry":null"#, .rejected("entry \"\": expected the time it was added")),
    (#""entry":"soon""#, .rejected("entry \"soon\": \(taskwarriorTime)")),
    (#""entry":"20260631T080000Z""#, .rejected("entry \"20260631T080000Z\": \(taskwarriorTime)")),
    (#""entry":"20260701T000001Z""#, .recorded),
    (#""entry":"20260701T000002Z""#, .rejected("at \"2026-07-01T00:00:02Z\": \(now)")),
    (
      #""status":"completed""#,
      .rejected("end \"\": expected a time, since the task was completed")
    ),
    (
      #""status":"completed","end":"noon""#,
      .rejected("end \"noon\": \(taskwarriorTime)")
    ),
    (#""status":"completed","end":"20260601T080000Z""#, .recorded),
    (
      #""status":"completed","end":"20260601T075959Z""#,
      .rejected(
        "description \"d\": completed at 2026-06-01T07:59:59Z, before it was added at "
          + "2026-06-01T08:00:00Z")
    ),
    (#""priority":"H""#, .recorded), (#""priority":"""#, .recorded),
    (#""priority":"h""#, .rejected("priority \"h\": expected H, M or L")),
    (#""due":"tomorrow""#, .rejected("due \"tomorrow\": \(taskwarriorTime)")),
    (#""wait":7"#, .rejected("wait \"7\": \(taskwarriorTime)")),
    (#""scheduled":{}"#, .rejected("scheduled \"a table\": expected a text")),
    (#""until":"""#, .recorded), (#""recur":[]"#, .rejected("recur \"a list\": expected a text")),
    (#""annotations":{}"#, .rejected("annotations \"a table\": expected a list")),
    (
      #""annotations":[{}]"#,
      .rejected("annotations \"a table\": expected one with a description")
    ),
    (
      #""annotations":[{"description":"n","entry":"x"}]"#,
      .rejected("annotations \"x\": \(taskwarriorTime)")
    ),
    (#""annotations":[{"description":"n"}]"#, .recorded), (#""tags":"a""#, .recorded),
    (#""project":{}"#, .rejected("project \"a table\": expected a text")),
    (#""own":[1]"#, .recorded),
  ]

  private static let taskwarrior = JudgedLines(
    file: "taskwarrior.json",
    lines: tasks.enumerated().map { index, row in (task(index, row.0), row.1) })

  private static let intervals: [(String, Verdict)] = [
    (#""start":"20260601T080000Z","end":"20260601T090000Z""#, .recorded),
    (#""start":"20260601T080000Z""#, .skipped("an interval that is still running")),
    (#""start":"20260601T080001Z","end":null"#, .skipped("an interval that is still running")),
    (#""start":null"#, .rejected("start \"\": expected a time")),
    (#""start":"2026""#, .rejected("start \"2026\": \(taskwarriorTime)")),
    (#""start":["x"]"#, .rejected("start \"a list\": \(taskwarriorTime)")),
    (#""start":"20260602T080000Z","end":"20260602T080000Z""#, .recorded),
    (
      #""start":"20260603T080000Z","end":"20260603T075959Z""#,
      .rejected("end \"20260603T075959Z\": the interval ends before it starts")
    ),
    (
      #""start":"20260604T080000Z","end":"noon""#,
      .rejected("end \"noon\": \(taskwarriorTime)")
    ),
    (
      #""start":"20260605T080000Z","end":"20260605T080000Z","tags":[7]"#,
      .rejected("tags \"7\": expected a text")
    ),
    (
      #""start":"20260605T080000Z","end":"20260605T080000Z","tags":[""]"#,
      .rejected("tags \"\": expected tags that are not empty")
    ),
    (
      #""start":"20260701T000002Z","end":"20260701T000003Z""#,
      .rejected("at \"2026-07-01T00:00:02Z\": \(now)")
    ),
    // 2,147,483,647 minutes are more than 4,000 years.
    (
      #""start":"19000601T080000Z","end":"69000601T080000Z""#,
      .rejected("minutes \"2629746720\": expected minutes from 0 to 2147483647")
    ),
  ]

  private static let timewarrior = JudgedLines(
    file: "timewarrior.json",
    lines: lines("[", intervals.map { (#"{"id":1,\#($0.0)},"#, $0.1) }, "]"))

  private static let harshLine =
    "expected a line such as 2026-09-25 : Gym : y : a comment : 2.5"

  private static let harsh = JudgedLines(
    file: "log",
    lines: [
      ("2026-06-01 : Gym : y", .recorded), ("2026-06-02 : Gym : n :  : ", .recorded),
      ("2026-06-03 : Gym : y : a comment : ", .recorded),
      (
        "2026-06-31 : Gym : y",
        .rejected(
          "\"2026-06-31 : Gym : y\": expected a day that exists (June 2026 has 30 days)")
      ),
      ("2026-06-04 :  : y", .rejected("\"2026-06-04 :  : y\": \(harshLine)")),
      ("2026-06-04 : Gym : x", .rejected("\"2026-06-04 : Gym : x\": \(harshLine)")),
      ("2026-06-04 : Gym", .rejected("\"2026-06-04 : Gym\": \(harshLine)")),
      ("2026-06-04 : Run : y :  : many", .rejected("amount \"many\": expected a number")),
      ("2026-06-05 : Run : y :  : 9000000000000", .recorded),
      (
        "2026-06-06 : Run : y :  : 9000000000001",
        .rejected("amount \"9000000000001\": expected a number")
      ),
      // Only what was done has an amount.
      ("2026-06-07 : Gym : n :  : many", .recorded),
      (
        "2026-06-08 : Gym : s",
        .skipped("a skipped day, which is recorded only together with the file habits")
      ),
      ("# a comment", .skipped("a comment")),
      ("2026-06-09 : Gym : n", .skipped("an answer that a later one for the day replaces")),
      ("2026-06-09 : Gym : y", .recorded), ("2026-07-01 : Gym : y", .recorded),
      ("2026-07-02 : Gym : y", .rejected("at \"2026-07-02T12:00:00Z\": \(now)")),
    ])

  private static let habiticaTime = "expected a time such as 2026-09-25T08:00:00.000Z"

  private static let todos: [(String, Verdict)] = [
    ("", .recorded), (#""_id":"""#, .rejected("_id \"\": expected an ID")),
    (#""type":"reward""#, .skipped("a reward")),
    (#""type":"chore""#, .rejected("type \"chore\": expected habit, daily, todo or reward")),
    (#""type":null"#, .rejected("type \"\": expected habit, daily, todo or reward")),
    (#""text":"""#, .rejected("text \"\": expected 1 to 200 characters")),
    (#""createdAt":"""#, .rejected("createdAt \"\": expected the time it was added")),
    (#""createdAt":"soon""#, .rejected("createdAt \"soon\": \(habiticaTime)")),
    (#""createdAt":7"#, .rejected("createdAt \"7\": \(habiticaTime)")),
    (#""createdAt":"2026-07-01T00:00:02Z""#, .rejected("at \"2026-07-01T00:00:02Z\": \(now)")),
    (
      #""completed":true"#,
      .rejected("dateCompleted \"\": expected a time, since it was completed")
    ),
    (
      #""completed":true,"dateCompleted":"noon""#,
      .rejected("dateCompleted \"noon\": \(habiticaTime)")
    ),
    (#""completed":true,"dateCompleted":"2026-06-01T08:00:00Z""#, .recorded),
    (
      #""completed":true,"dateCompleted":"2026-06-01T07:59:59Z""#,
      .rejected(
        "text \"N\": completed at 2026-06-01T07:59:59Z, before it was added at "
          + "2026-06-01T08:00:00Z")
    ),
    (#""date":"someday""#, .rejected("date \"someday\": \(habiticaTime)")),
    (#""date":null"#, .recorded),
  ]

  private static let userData = JudgedLines(
    file: "userdata.json",
    lines: lines(
      #"{"achievements":{},"backer":{},"balance":0,"tasks":{"todos":["#,
      todos.enumerated().map { index, row in (todo(index, row.0), row.1) }, "]}}"))

  /// A to-do of Habitica with other members, and a comma after all but the last.
  private static func todo(_ number: Int, _ members: String) -> String {
    jsonObject(
      [
        #""_id":"t\#(number)""#, #""type":"todo""#, #""text":"N""#,
        #""createdAt":"2026-06-01T08:00:00.000Z""#,
      ], members) + (number == todos.count - 1 ? "" : ",")
  }

  /// Returns records between two lines that are none.
  private static func lines(
    _ first: String, _ records: [(String, Verdict)], _ last: String
  ) -> [(text: String, verdict: Verdict?)] {
    var lines: [(text: String, verdict: Verdict?)] = [(first, nil)]
    for (text, verdict) in records { lines.append((text, verdict)) }
    lines.append((last, nil))
    return lines
  }
}
