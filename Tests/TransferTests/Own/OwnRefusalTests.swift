import Foundation
import FlintRules
import Testing

@testable import Transfer

/// What each column of Flint's own tables may be: absent, empty, wrong, at its limit and beyond.
struct `A column of Flint's own tables` {
  @Test(arguments: [
    ("sparks", ["at", "title", "category"]), ("rolls", ["at", "category"]),
    ("tasks", ["name", "added"]), ("moods", ["date", "mood"]),
    ("activities", ["at", "kind", "text"]), ("trackers", ["at", "name", "fields"]),
    ("entries", ["at", "kind", "value"]), ("quests", ["at", "kind", "set"]),
    ("events", ["at", "kind", "content"]),
  ])
  func `is required, or may be absent`(name: String, required: [String]) throws {
    let kind = try #require(ExportKind(rawValue: name))
    let format = try #require(OwnFormats.all.first { $0.name == name })
    let context = try appContext()
    for column in kind.columns {
      let others = kind.columns.filter { $0 != column }
      let isRead = format.translator(for: others, context) != nil
      #expect(isRead == !required.contains(column), "\(name) without \(column)")
    }
  }

  @Test func `of entries is that of the tracker's name or of its id`() throws {
    let format = try #require(OwnFormats.all.first { $0.name == "entries" })
    let usual = ["at", "kind", "value"]
    for (columns, isRead) in [([], false), (["tracker"], true), (["tracker_id"], true)] {
      #expect(try (format.translator(for: usual + columns, appContext()) != nil) == isRead)
    }
  }

  @Test(arguments: [sparks, rolls, moods, tasks, trackers, entries, activities, quests, events])
  func `is accepted or refused by its value`(table: JudgedTable) throws { try table.check() }

  // MARK: Texts that many tables share

  private static let time =
    "expected a timestamp such as 2026-03-01, 2026-03-01T09:30 or 2026-03-01T09:30:00+01:00"
  private static let day = "expected a day such as 2026-03-01"
  private static let noDay = "expected a day that exists (February 2026 has 28 days)"
  private static let noOrder = "the order of day, month and year is not known; choose it with"
  private static let span =
    "expected an instant from 0001-01-02T00:00:00Z to 9999-12-30T23:59:59.999Z"
  private static let now = "expected a time that is not later than now (2026-07-01T00:00:01Z)"
  private static let categories = "expected decision, energy, idea, experiment or challenge"
  private static let minutes = "expected minutes from 0 to 2147483647"
  private static let numbers = "expected a number from -9000000000000 to 9000000000000"
  private static let absentTask =
    "there is no task with that id in the preceding rows or in the profile; import its table "
    + "together with this one, or before it"
  private static let absentTracker = absentTask.replacing("no task", with: "no tracker")

  private static func letters(_ count: Int) -> String { String(repeating: "é", count: count) }

  // MARK: Tables

  private static let sparks = JudgedTable(
    file: "sparks.csv",
    usual: [
      ("at", "2026-03-01T10:00:00Z"), ("title", "T#"), ("category", "idea"), ("intensity", ""),
      ("notes", ""), ("tags", ""), ("estimated", ""), ("actual", ""), ("key", ""),
      ("id", ""), ("points", ""),
    ],
    rows: [
      .ok([:]), .no(["at": ""], "at \"\": \(time)"), .ok(["at": "2024-02-29"]),
      .no(["at": "2026-02-29"], "at \"2026-02-29\": \(noDay)"),
      .no(["at": "22/06/2026"], "at \"22/06/2026\": \(noOrder) --dates dmy"),
      .ok(["at": "22 Jun 2026 10:00"]), .ok(["at": "2026-W20-1"]),
      .ok(["at": " 2026-03-01 10:00 "]), .ok(["at": "2026-03-01T23:59"]),
      .ok(["at": "2026-03-01T24:00"]),
      .no(["at": "2026-03-01T24:01"], "at \"2026-03-01T24:01\": \(time)"),
      .ok(["at": "2026-03-01T23:59:60Z"]),
      .no(["at": "2026-03-01T23:58:60Z"], "at \"2026-03-01T23:58:60Z\": \(time)"),
      .ok(["at": "2026-03-01T10:00-18:00"]),
      .no(["at": "2026-03-01T10:00-18:01"], "at \"2026-03-01T10:00-18:01\": \(time)"),
      // One second ahead of the clock.
      .ok(["at": "2026-07-01T00:00:01Z"]),
      .no(["at": "2026-07-01T00:00:01.001Z"], "at \"2026-07-01T00:00:01.001Z\": \(now)"),
      .ok(["at": "0001-01-02T00:00Z"]),
      .no(
        ["at": "0001-01-01T23:59:59.999Z"],
        "at \"-62135510400001 ms\": expected an instant from 0001-01-02T00:00:00Z on"),
      .no(["title": ""], "title: expected a title, got nothing"),
      .no(["title": " "], "title \" \": expected a title that is not empty"),
      .no(["title": "'"], "title \"\": expected a title that is not empty"),
      .no(["category": ""], "category: \(categories), got nothing"),
      .ok(["category": " Energy "]),
      .no(["category": "idee"], "category \"idee\": \(categories) (did you mean \"idea\"?)"),
      .no(["category": "walk"], "category \"walk\": \(categories)"),
      .ok(["intensity": "EXTREME"]),
      .no(["intensity": "hot"], "intensity \"hot\": expected low, medium, high or extreme"),
      .ok(["notes": letters(5000)]), .ok(["tags": "a|b c"]),
      .no(["tags": "a||b"], "tags \"\": expected tags that are not empty"),
      .no(["tags": "a| "], "tags \" \": expected tags that are not empty"),
      .ok(["estimated": "0"]), .ok(["estimated": "2147483647"]),
      .no(["estimated": "2147483648"], "estimated \"2147483648\": \(minutes)"),
      .no(["estimated": "-1"], "estimated \"-1\": \(minutes)"),
      .no(["estimated": "1.5"], "estimated \"1.5\": expected a whole number"),
      .no(
        ["estimated": "9223372036854775808"],
        "estimated \"9223372036854775808\": expected a whole number"),
      .ok(["actual": "0"]), .ok(["actual": "2147483647"]),
      .no(["actual": "2147483648"], "actual \"2147483648\": \(minutes)"),
      .no(["actual": "-1"], "actual \"-1\": \(minutes)"),
      .no(["actual": "ten"], "actual \"ten\": expected a whole number"),
      // 500 letters of two bytes each.
      .ok(["key": letters(500)]),
      .no(["key": letters(500) + "x"], "key \"1001 bytes\": expected 1 to 1000 bytes"),
      .no(["key": "'"], "key \"0 bytes\": expected 1 to 1000 bytes"),
      // An id that is none is no id.
      .ok(["id": "x"]), .ok(["points": "many"]),
    ])

  private static let rolls = JudgedTable(
    file: "rolls.csv",
    usual: [("at", "2026-03-01T10:00:00Z"), ("category", "idea"), ("key", "k#")],
    rows: [
      .no(["at": ""], "at \"\": \(time)"),
      .no(["category": ""], "category: \(categories), got nothing"),
      .no(
        ["category": "chalenge"],
        "category \"chalenge\": \(categories) (did you mean \"challenge\"?)"),
      .no(["key": letters(501)], "key \"1002 bytes\": expected 1 to 1000 bytes"),
      // A new profile has one token. The first card brings 100 of 1,000 fuel.
      .ok(["category": "ENERGY"]),
      .no(
        ["at": "2026-03-02"],
        "no roll token; the next one needs 900 more fuel"),
    ])

  private static let moodNames =
    "expected horrible, bad, average, good, great, or a number from 0 to 4"

  private static let moods = JudgedTable(
    file: "moods.csv",
    usual: [
      ("date", "2026-03-01"), ("mood", "good"), ("value", ""), ("entry_type", ""),
      ("recorded_at", "2026-06-01T10:00Z"), ("note", "N#"), ("key", ""),
    ],
    rows: [
      .ok([:]), .no(["date": ""], "date: \(day), got nothing"),
      .no(["date": "2026-02-29"], "date \"2026-02-29\": \(noDay)"), .ok(["date": "0001-01-01"]),
      .no(["date": "0000-12-31"], "date \"0000-12-31\": \(day)"), .ok(["date": "2026-06-01"]),
      .no(
        ["date": "2026-06-02"],
        "the day lies in the future"),
      .no(["mood": ""], "mood: \(moodNames), got nothing"), .ok(["mood": "GREAT"]),
      .ok(["mood": "0"]), .ok(["mood": "4"]), .no(["mood": "5"], "mood \"5\": \(moodNames)"),
      .no(["mood": "-1"], "mood \"-1\": \(moodNames)"),
      .no(["mood": "god"], "mood \"god\": \(moodNames) (did you mean \"good\"?)"),
      .skip(["mood": "Missing"], "a day without a rating"),
      .no(["mood": "placeholder"], "mood \"placeholder\": \(moodNames)"),
      .ok(["entry_type": "List"]),
      .no(
        ["entry_type": "lst"],
        "entry_type \"lst\": expected header, list, filled_in_missing, import or script "
          + "(did you mean \"list\"?)"),
      .ok(["recorded_at": ""]), .no(["recorded_at": "noon"], "recorded_at \"noon\": \(time)"),
      .ok(["recorded_at": "2026-07-01T00:00:01Z"]),
      .no(["recorded_at": "2026-07-01T00:00:02Z"], "at \"2026-07-01T00:00:02Z\": \(now)"),
      .ok(["date": "2026-07-01", "recorded_at": ""]),
      .no(["date": "2026-07-02", "recorded_at": ""], "at \"2026-07-02T12:00:00Z\": \(now)"),
      .ok(["note": ""]), .ok(["value": "x"]),
      .no(["key": letters(501)], "key \"1002 bytes\": expected 1 to 1000 bytes"),
    ])

  private static let names = "expected 1 to 200 characters"
  private static let projects = "expected 1 to 100 characters"
  private static let changes =
    "expected complete, reopen, update, start, stop, project, project.rename or project.remove"

  private static let tasks = JudgedTable(
    file: "tasks.csv",
    usual: [
      ("id", "t#"), ("name", "N#"), ("details", ""), ("priority", ""), ("type", ""),
      ("project", ""), ("due", ""), ("reminder", ""), ("added", "2026-03-01T10:00Z"),
      ("completed", ""), ("key", ""), ("change", ""), ("at", ""), ("cleared", ""),
    ],
    rows: [
      .ok([:]), .no(["name": ""], "name: \(names), got nothing"),
      .no(["name": " "], "name \" \": \(names)"), .ok(["name": letters(200)]),
      .no(["name": letters(201)], "name \"201 characters\": \(names)"),
      .ok(["priority": "p0"]), .ok(["priority": "4"]),
      .no(["priority": "0"], "priority \"0\": expected P0, P1, P2, P3, or 1 to 4 for these"),
      .no(["priority": "5"], "priority \"5\": expected P0, P1, P2, P3, or 1 to 4 for these"),
      .ok(["type": "Evening"]), .ok(["type": "1"]),
      .no(
        ["type": "evning"],
        "type \"evning\": expected morning, evening, upcoming, inbox, or 1 to 4 for these "
          + "(did you mean \"evening\"?)"),
      .ok(["project": letters(100)]),
      .no(["project": letters(101)], "project \"101 characters\": \(projects)"),
      .ok(["due": "9999-12-31"]), .no(["due": "10000-01-01"], "due \"10000-01-01\": \(day)"),
      .no(["due": "tomorrow"], "due \"tomorrow\": \(day)"), .ok(["reminder": "2026-03-01T10:00"]),
      .no(["reminder": "later"], "reminder \"later\": \(time)"),
      .ok(["reminder": "9999-12-30T23:59:59.999Z"]),
      .no(["reminder": "9999-12-31T00:00Z"], "reminder \"253402214400000 ms\": \(span)"),
      .no(["added": ""], "added \"\": \(time)"), .ok(["added": "2026-07-01T00:00:01Z"]),
      .no(["added": "2026-07-01T00:00:02Z"], "at \"2026-07-01T00:00:02Z\": \(now)"),
      .ok(["completed": "2026-03-01T10:00Z"]),
      .no(["completed": "done"], "completed \"done\": \(time)"),
      .no(["key": letters(501)], "key \"1002 bytes\": expected 1 to 1000 bytes"),
      .no(["change": "completed"], "change \"completed\": \(changes) (did you mean \"complete\"?)"),
      .no(["change": "delete"], "change \"delete\": \(changes)"),
      .no(["change": "complete"], "at \"\": \(time)"),
      .no(
        ["change": "complete", "at": "2026-03-02", "id": ""],
        "id: expected the id of the changed task, got nothing"),
      .no(["change": "complete", "at": "2026-03-02", "id": "x"], "id \"x\": \(absentTask)"),
      .no(["change": "reopen", "at": "2026-03-02", "id": "x"], "id \"x\": \(absentTask)"),
      .no(["change": "update", "at": "2026-03-02", "id": "x"], "id \"x\": \(absentTask)"),
      .ok(["change": "complete", "at": "2026-03-02", "id": "t1"]),
      .ok(["change": "reopen", "at": "2026-03-03", "id": "t1"]),
      .no(["change": "reopen", "at": "2026-03-04", "id": "t1"], "the task is not completed"),
      .ok(["change": "update", "at": "2026-03-05", "id": "t1", "priority": "P1"]),
      .no(
        ["change": "update", "at": "2026-03-05", "id": "t1", "name": letters(201)],
        "name \"201 characters\": \(names)"),
      .no(["change": "project", "at": "2026-03-06"], "project: \(projects), got nothing"),
      .ok(["change": "project", "at": "2026-03-06", "project": "Home"]),
      .no(
        ["change": "project.rename", "at": "2026-03-07", "name": "House"],
        "project \"\": \(projects)"),
      .no(
        ["change": "project.rename", "at": "2026-03-07", "project": "Home", "name": ""],
        "name \"\": \(projects)"),
      .ok(["change": "project.rename", "at": "2026-03-07", "project": "Home", "name": "House"]),
      .no(
        ["change": "project.rename", "at": "2026-03-08", "project": "Home", "name": "Flat"],
        "there is no such project"),
      .no(
        ["change": "project.remove", "at": "2026-03-08", "project": "inbox"],
        "Inbox can be neither renamed nor removed"),
      .ok(["change": "project.remove", "at": "2026-03-08", "project": "House"]),
    ])

  private static let fields = "expected a name, a colon and text, number, boolean or day"

  private static let trackers = JudgedTable(
    file: "trackers.csv",
    usual: [
      ("id", "r#"), ("at", "2026-03-01T10:00Z"), ("name", "N#"), ("description", ""),
      ("category", ""), ("goal", ""), ("target", ""), ("fields", ""), ("key", ""),
      ("change", ""), ("remove_fields", ""), ("cleared", ""),
    ],
    rows: [
      .ok([:]), .no(["at": ""], "at \"\": \(time)"),
      .no(["name": ""], "name: \(projects), got nothing"),
      .no(["name": " "], "name \" \": \(projects)"), .ok(["name": letters(100)]),
      .no(["name": letters(101)], "name \"101 characters\": \(projects)"),
      .ok(["category": "Health"]),
      .no(
        ["category": "helth"],
        "category \"helth\": expected personal, work, health, finance, learning, hobbies or projects "
          + "(did you mean \"health\"?)"),
      .ok(["target": "9000000000000"]), .ok(["target": "-9000000000000"]), .ok(["target": "2,5"]),
      .ok(["target": "0.000001"]),
      .no(["target": "9000000000000.000001"], "target \"9000000000000.000001\": \(numbers)"),
      .no(
        ["target": "0.0000001"],
        "target \"0.0000001\": expected a number with at most 6 decimals"),
      .no(["target": "many"], "target \"many\": expected a number"),
      .ok(["fields": "a:b:text|n:number|w:boolean|d:day"]),
      .no(["fields": "far:length"], "fields \"far:length\": \(fields)"),
      .no(["fields": "far"], "fields \"far\": \(fields)"),
      .no(["fields": ":number"], "fields \"\": \(projects)"),
      .ok(["fields": letters(100) + ":text"]),
      .no(["fields": letters(101) + ":text"], "fields \"101 characters\": \(projects)"),
      .no(
        ["fields": "a:text|A:day"],
        "fields \"\"A\" twice\": expected names that differ by more than case"),
      .no(["key": letters(501)], "key \"1002 bytes\": expected 1 to 1000 bytes"),
      .no(["change": "delete"], "change \"delete\": expected update or nothing"),
      .no(["change": "Update"], "change \"Update\": expected update or nothing"),
      .no(
        ["change": "update", "id": ""], "id: expected the id of the changed tracker, got nothing"),
      .no(["change": "update", "id": "x"], "id \"x\": \(absentTracker)"),
      .ok(["change": "update", "id": "r1", "at": "2026-03-02", "fields": "a:text"]),
      .ok(["change": "update", "id": "r1", "at": "2026-03-03", "remove_fields": "a"]),
      .no(
        ["change": "update", "id": "r1", "at": "2026-03-03", "remove_fields": "a||b"],
        "fields \"\": \(projects)"),
      .no(
        ["change": "update", "id": "r1", "at": "2026-03-03", "name": letters(101)],
        "name \"101 characters\": \(projects)"),
      .ok(["change": "update", "id": "r1", "at": "2026-03-04", "cleared": "goal|target"]),
    ])

  private static let entryKinds = "expected session, measurement, log, checklist or rating"

  private static let entries = JudgedTable(
    file: "entries.csv",
    usual: [
      ("at", "2026-03-02T10:00Z"), ("tracker", "R#"), ("tracker_id", ""), ("kind", "measurement"),
      ("value", "1"), ("title", ""), ("notes", ""), ("tags", ""), ("values", ""), ("key", ""),
      ("minutes", ""),
    ],
    rows: [
      .ok([:]), .no(["at": "x"], "at \"x\": \(time)"),
      .no(["at": "2026-07-01T00:00:02Z"], "at \"2026-07-01T00:00:02Z\": \(now)"),
      .no(["tracker": ""], "tracker: expected a tracker's name, got nothing"),
      .ok(["tracker": letters(100)]),
      .no(["tracker": letters(101)], "tracker \"101 characters\": \(projects)"),
      .no(["tracker_id": "x"], "tracker_id \"x\": \(absentTracker)"),
      .no(["kind": ""], "kind: \(entryKinds), got nothing"),
      .no(["kind": "ratin"], "kind \"ratin\": \(entryKinds) (did you mean \"rating\"?)"),
      .no(["kind": "Rating"], "kind \"Rating\": \(entryKinds) (did you mean \"rating\"?)"),
      .ok(["kind": "session", "value": "0"]), .ok(["kind": "session", "value": "2147483647"]),
      .no(["kind": "session", "value": ""], "value: expected minutes, got nothing"),
      .no(["kind": "session", "value": "1.5"], "value \"1.5\": expected a whole number"),
      .no(["kind": "session", "value": "-1"], "minutes \"-1\": \(minutes)"),
      .no(["kind": "session", "value": "2147483648"], "minutes \"2147483648\": \(minutes)"),
      .ok(["value": "9000000000000"]), .ok(["value": "-9000000000000"]), .ok(["value": "1,5"]),
      .no(["value": "9000000000000.000001"], "value \"9000000000000.000001\": \(numbers)"),
      .no(["value": ""], "value: expected a number, got nothing"),
      .no(["value": "abc"], "value \"abc\": expected a number"),
      .no(["value": "1.1234567"], "value \"1.1234567\": expected a number with at most 6 decimals"),
      .ok(["kind": "log", "value": letters(5000)]),
      .no(["kind": "log", "value": ""], "value: expected a text, got nothing"),
      .no(["kind": "log", "value": " "], "text \" \": expected a text that is not empty"),
      .ok(["kind": "checklist", "value": "YES"]), .ok(["kind": "checklist", "value": "0"]),
      .no(["kind": "checklist", "value": ""], "value: expected true or false, got nothing"),
      .no(["kind": "checklist", "value": "2"], "value \"2\": expected true or false"),
      .ok(["kind": "rating", "value": "1"]), .ok(["kind": "rating", "value": "5"]),
      .no(["kind": "rating", "value": ""], "value: expected a rating from 1 to 5, got nothing"),
      .no(["kind": "rating", "value": "0"], "rating \"0\": expected a rating from 1 to 5"),
      .no(["kind": "rating", "value": "6"], "rating \"6\": expected a rating from 1 to 5"),
      .no(["kind": "rating", "value": "3.5"], "value \"3.5\": expected a whole number"),
      .ok(["minutes": "2147483647"]),
      .no(["minutes": "2147483648"], "minutes \"2147483648\": \(minutes)"),
      .no(["minutes": "x"], "minutes \"x\": expected a whole number"),
      .no(
        ["kind": "session", "minutes": "5"],
        "minutes \"5\": expected minutes given only once for a session"),
      .no(["tags": "a||b"], "tags \"\": expected tags that are not empty"),
      .ok(["values": "{}"]), .no(["values": "[]"], "values: expected a JSON object"),
      .no(
        ["values": #"{"a":null}"#],
        "values: expected a text, a number, true, false, {\"number\": …} or {\"day\": …} for \"a\""),
      .no(
        ["values": #"{"a":{"number":"x"}}"#],
        "values: expected a text, a number, true, false, {\"number\": …} or {\"day\": …} for \"a\""),
      .no(
        ["values": #"{"a":1}"#],
        "the entry does not fit the fields that the tracker has at that time"),
      .no(
        ["values": "{"], "values \"{\": expected a name in quotes, but the text ends"),
      .no(["key": letters(501)], "key \"1002 bytes\": expected 1 to 1000 bytes"),
    ])

  private static let activityKinds = "expected open, journal, sos or self_care"

  private static let activities = JudgedTable(
    file: "activities.csv",
    usual: [
      ("at", "2026-03-02T10:00Z"), ("kind", "journal"), ("text", "N#"), ("start", ""), ("key", ""),
    ],
    rows: [
      .ok([:]), .no(["at": "x"], "at \"x\": \(time)"),
      .no(["kind": ""], "kind: \(activityKinds), got nothing"), .ok(["kind": "Self_Care"]),
      .no(["kind": "jurnal"], "kind \"jurnal\": \(activityKinds) (did you mean \"journal\"?)"),
      .no(["text": ""], "text: expected a text that is not empty, got nothing"),
      .no(["text": " "], "text \" \": expected a text that is not empty"),
      .ok(["kind": "sos", "text": ""]), .ok(["kind": "open", "text": " "]),
      .no(
        ["kind": "journey"], "start: expected the day from which the journey counts, got nothing"),
      .no(["kind": "journey", "start": "soon"], "start \"soon\": \(day)"),
      .ok(["kind": "journey", "start": "2026-03-02"]),
      .no(
        ["kind": "journey", "start": "2026-03-03"],
        "the day lies in the future"),
      .no(["key": letters(501)], "key \"1002 bytes\": expected 1 to 1000 bytes"),
    ])

  private static let questKinds = "expected load, complete, reset, open_gate or set_level"
  private static let set = """
    {"id": "s", "name": "S", "missions": [{"id": "m", "title": "M", "nodes": [\
    {"id": "a", "orderIndex": 0, "title": "A", "dependencies": []}, \
    {"id": "b", "orderIndex": 1, "title": "B", "dependencies": ["a"]}], "gates": [\
    {"id": "hand", "type": "item", "afterNodeId": "b", "requirement": "a rope"}]}]}
    """

  private static let quests = JudgedTable(
    file: "quests.csv",
    usual: [
      ("at", "2026-03-02T10:00Z"), ("kind", "complete"), ("set", "s"), ("mission", ""),
      ("node", ""), ("gate", ""), ("level", ""), ("cascade", ""), ("definition", ""), ("key", ""),
    ],
    rows: [
      .ok(["kind": "load", "at": "2026-03-01", "definition": set]),
      .no(["at": "x", "node": "a"], "at \"x\": \(time)"),
      .no(["kind": ""], "kind: \(questKinds), got nothing"),
      .no(["kind": "compleet"], "kind \"compleet\": \(questKinds) (did you mean \"complete\"?)"),
      .no(["kind": "load"], "definition: expected the set as JSON, got nothing"),
      .no(
        ["kind": "load", "definition": "{"],
        "definition \"{\": expected a name in quotes, but the text ends"),
      .no(
        ["kind": "load", "definition": #"{"id": "t", "missions": []}"#],
        "definition: definition has 1 error and was not loaded:\n"
          + "  name (set \"t\"): missing; expected a text"
      ),
      .no(["set": "", "node": "a"], "set: expected a set's id, got nothing"),
      .no(["node": ""], "node: expected an id, got nothing"),
      .no(["node": "c"], "there is no such quest set, mission or node"),
      .no(["set": "t", "node": "a"], "there is no such quest set, mission or node"),
      .no(["node": "b", "at": "2026-03-01T12:00Z"], "the node is locked"),
      .ok(["node": "a"]), .ok(["node": "b", "at": "2026-03-03"]),
      .no(["node": "b", "at": "2026-03-04"], "the node is completed already"),
      .no(["kind": "open_gate"], "gate: expected an id, got nothing"),
      .no(["kind": "open_gate", "gate": "x"], "there is no such gate"),
      .ok(["kind": "open_gate", "gate": "hand"]),
      .ok(["kind": "set_level"]), .ok(["kind": "set_level", "level": "0"]),
      .no(["kind": "set_level", "level": "-1"], "level \"-1\": expected 0 or more"),
      .no(["kind": "set_level", "level": "x"], "level \"x\": expected a whole number"),
      .no(
        ["kind": "reset", "node": "a", "cascade": "maybe"],
        "cascade \"maybe\": expected true or false"),
      .no(
        ["kind": "reset", "node": "a", "at": "2026-03-04"],
        "completed nodes depend on it; ask for cascade to un-complete them too"),
      .ok(["kind": "reset", "node": "a", "at": "2026-03-05", "cascade": "true"]),
      .no(["kind": "reset", "node": "a", "at": "2026-03-06"], "the node is not completed"),
      .no(["kind": "reset", "set": "", "node": "a"], "set: expected a set's id, got nothing"),
      .ok(["kind": "reset", "mission": "m", "at": "2026-03-06"]),
      .ok(["kind": "reset", "at": "2026-03-07"]),
      .ok(["kind": "reset", "set": "", "at": "2026-03-08"]),
      .no(["node": "a", "key": letters(501)], "key \"1002 bytes\": expected 1 to 1000 bytes"),
    ])

  private static let eventKinds =
    "expected task, task.complete, task.reopen, task.update, task.start, task.stop, project, "
    + "project.rename, project.remove, quest.load, quest.complete, quest.reset, quest.open_gate, quest.set_level, "
    + "journey, activity, mood, mood.fill, tracker, tracker.update, tracker.entry, habit, "
    + "habit.skip, habit.pause, habit.resume, currency.grant, pool.roll, pool.exchange, "
    + "pool.choose or card.buy"

  private static let events = JudgedTable(
    file: "events.csv",
    usual: [
      ("at", "2026-03-02T10:00Z"), ("kind", "task"), ("content", #"{"name":"N#"}"#),
      ("key", ""), ("id", ""),
    ],
    rows: [
      .ok([:]), .no(["at": ""], "at \"\": \(time)"),
      .no(["kind": ""], "kind: expected a kind such as task.complete, got nothing"),
      .no(["kind": "spark"], "kind \"spark\": \(eventKinds)"),
      .no(["kind": "roll"], "kind \"roll\": \(eventKinds)"),
      .no(["kind": "taks"], "kind \"taks\": \(eventKinds) (did you mean \"task\"?)"),
      .no(["content": ""], "content: expected a JSON object, got nothing"),
      .no(
        ["content": "[]"],
        "content \"[]\": line 1, column 1: expected an object"),
      .no(
        ["content": "{}"],
        "content \"{}\": field \"name\": expected 1 to 200 characters, got nothing"),
      .ok(["content": #"{"name":"\#(letters(200))"}"#]),
      .ok(["kind": "mood.fill", "content": #"{"on":true}"#]),
      .no(["key": letters(501)], "key \"1002 bytes\": expected 1 to 1000 bytes"),
    ])
}
