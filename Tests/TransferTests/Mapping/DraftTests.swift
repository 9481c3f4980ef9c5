import FlintRules
import Sessions
import Testing

@testable import Transfer

/// The mappings that are drafted for tables as people keep them.
struct `A draft` {
  private func draft(
    _ text: String, name: String = "a.csv", order: DateOrder? = nil
  ) throws -> SuggestedMapping {
    let scratch = try ImportScratch()
    let sniff = try FileSniff(scratch.write(name, text), ImportOptions())
    return try SuggestedMapping(sniff, order: order)
  }

  /// Reads the draft, as a mapping file is read, but for its functions.
  private func lua(_ text: String, name: String = "a.csv") throws -> String {
    try draft(text, name: name).lua
  }

  @Test func `has the day of three columns`() throws {
    let lua = try lua(
      "Year,Month,Day,Steps\n2026,4,1,6189\n2026,4,2,4435\n2026,4,13,7012\n")
    #expect(lua.contains("dates = \"%Y %m %d\","), "\(lua)")
    #expect(lua.contains("at = {\"Year\", \"Month\", \"Day\"},"), "\(lua)")
  }

  @Test func `of several measures lists a column each, with the units of their names`() throws {
    #expect(
      try lua(
        "Date,Sleep (h),Exercise (min),Max hold (s),Steps,Read\n"
          + "2026-10-20,7.5,30,75,9000,yes\n2026-10-21,6.5,,72,8000,no\n") == """
          return {
            kind = "entry",
            decimal = ".",
            columns = {
              at = "Date",
            },
            each = {
              Sleep = {minutes = {"Sleep (h)", unit = "hours"}},
              Exercise = {minutes = "Exercise (min)"},
              ["Max hold"] = {number = "Max hold (s)"},
              "Steps",
              Read = {done = "Read"},
            },
          }

          """)
  }

  @Test(arguments: [
    ("x,", "done"), ("✓,✗", "done"), ("oui,non", "done"), ("VERDADERO,FALSO", "done"),
    ("sì,no", "done"), ("ja,nein", "done"), ("1,0", "done"), ("2,0", "number"),
    ("1:30,0:45", "text"),
    ("1h 30m,45m", "minutes"), ("90 min,1.5h", "minutes"), ("★★★,★", "rating"),
  ])
  func `of a column a day has the field of its values`(cells: String, field: String) throws {
    let cells = cells.split(separator: ",", omittingEmptySubsequences: false)
    let lua = try lua(
      "Habit,2026-11-01,2026-11-02,2026-11-03,Total\nRead,\(cells[0]),\(cells[1]),\(cells[0]),2\n"
        + "Run,\(cells[1]),\(cells[0]),\(cells[0]),2\n")
    #expect(lua.contains("each = \"dates\","))
    #expect(lua.contains("tracker = \"Habit\","))
    #expect(lua.contains("-- not used: \"Total\""))
    let found =
      lua.contains("as = ") ? lua.firstMatch(of: /as = "(\w+)"/).map { String($0.1) } : nil
    #expect(found ?? "number" == (field == "text" ? "minutes" : field))
  }

  @Test func `of a mood and measures has events of two kinds`() throws {
    let draft = try draft(
      "Day,Mood,Coffee,Notes\n2026-10-20,1,2,a\n2026-10-21,5,3,\n2026-10-22,3,0,\n")
    #expect(
      draft.lua.contains(
        "{kind = \"mood\", columns = {mood = \"Mood\", note = \"Notes\"}, scale = {1, 5}},"))
    #expect(draft.lua.contains("      kind = \"entry\",\n      each = {\n        \"Coffee\",\n"))
    #expect(draft.checks.map(\.isBlocking) == [false])
  }

  @Test(arguments: [
    ("Stimmung", "sehr schlecht|schlecht|mittel|gut|sehr gut"),
    ("Ánimo", "fatal|mal|regular|bien|muy bien"),
    ("Umore", "pessimo|male|così così|bene|benissimo"),
    ("Humeur", "horrible|mauvais|moyen|bien|super"), ("Mood", "😢|🙁|😐|🙂|😄"),
    ("feeling", "awful|sad|okay|happy|amazing"),
  ])
  func `reads moods by words of five languages and by signs, the worst first`(
    name: String, words: String
  ) throws {
    let words = words.split(separator: "|").map(String.init)
    let rows = words.reversed().enumerated().map { "2026-10-0\($0 + 1),\($1)\n" }.joined()
    let moods = ["horrible", "bad", "average", "good", "great"]
    let expected = zip(words, moods).map { "[\"\($0)\"] = \"\($1)\"" }.joined(separator: ", ")
    #expect(try lua("Date,\(name)\n\(rows)").contains("  values = {mood = {\(expected)}},"))
  }

  @Test(
    arguments: [
      ("1|2|5", "scale = {1, 5}", false), ("3|8|9", "scale = {1, 10}", false),
      ("0|2|4", "scale = {0, 4}", false), ("0|3|5", "scale = {0, 5}", false),
      ("1|2|3", "scale = {1, 5}", true), ("1|4|6", "scale = {1, 6}", true),
      ("-2|0|2", "scale = {-2, 2}", false),
    ])
  func `asks for the scale of moods that their numbers do not tell`(
    numbers: String, scale: String, isBlocking: Bool
  ) throws {
    let rows = numbers.split(separator: "|").enumerated().map { "2026-10-0\($0 + 1),\($1)\n" }
    let draft = try draft("Date,Mood\n" + rows.joined())
    #expect(draft.lua.contains("  \(scale),"))
    #expect(draft.checks.first?.isBlocking == isBlocking)
    #expect(draft.checks.first?.line == scale)
  }

  @Test(arguments: [
    ("Habit,Date,Value\nRun,2026-10-20,5\nRead,2026-10-20,9\nRun,2026-10-21,6\n", "Habit"),
    ("Date,Exercise,Weight,Reps\n2026-10-20,Squat,80,5\n2026-10-20,Squat,80,5\n", "Exercise"),
    (
      "When,Question text,Answered yes\n2026-10-20,Tea?,true\n2026-10-20,Late?,false\n",
      "Question text"
    ),
    ("date,habit_name,progress,target\n2026-10-20,Run,4,5\n2026-10-20,Swim,1,5\n", "habit_name"),
    (
      "Start,End,Proyecto\n2026-10-20 9:00,2026-10-20 9:30,A\n2026-10-21 9:00,2026-10-21 9:30,A\n",
      "Proyecto"
    ),
  ])
  func `finds the column with the names of trackers`(text: String, name: String) throws {
    #expect(try lua(text).contains("    tracker = \"\(name)\",\n"))
  }

  @Test func `chooses the value of an entry among its details`() throws {
    let gym =
      "Date,Exercise,Sets,Reps,Weight\n2026-10-20,Squat,3,5,80 kg\n2026-10-20,Row,3,8,60 kg\n"
    #expect(try lua(gym).contains("number = {\"Weight\", unit = \"kg\"},"))
    let units =
      "Habit,Date,Value,Unit,Type\nRead,2026-10-20,15,min,Good\nTea,2026-10-20,2,cups,Good\n"
    #expect(try lua(units).contains("amount = {\"Value\", unit = {\"Unit\"}},"))
    let goal = "date,goal,lower bound,upper bound,actual\n2026-10-20,80,79,81,80.3\n"
    #expect(try lua(goal, name: "w.csv").contains("number = \"actual\","))
    let books =
      "Title,My Rating,Average Rating,Date Read,Date Added\nDune,4,4.2,2026-10-20,2026-10-01\n"
      + "Emma,0,4.0,,2026-10-02\n"
    let lua = try lua(books)
    #expect(lua.contains("at = \"Date Read\","))
    #expect(lua.contains("rating = \"My Rating\","))
    #expect(lua.contains("title = \"Title\","))
    #expect(lua.contains("empty = {\"0\"},"))
  }

  @Test func `takes the start for the time, and the time to the end for the minutes`() throws {
    let lua = try lua(
      "Start,End,Project,Date\n10/20/26 9:05 AM,10/20/26 10:17 AM,A,10/20/26\n"
        + "10/21/26 9:05 AM,10/21/26 9:34 AM,B,10/21/26\n10/22/26 9:05 AM,10/22/26 9:34 AM,A,10/22/26\n"
    )
    #expect(lua.contains("    at = \"Start\",\n"))
    #expect(lua.contains("    minutes = {from = \"Start\", to = \"End\"},\n"))
    let nights = try self.lua(
      "Night of,Went to bed,Got up,Awakenings\n2026-10-20,12:27 AM,8:11 AM,4\n"
        + "2026-10-21,11:06 PM,5:49 AM,2\n")
    #expect(nights.contains("    at = \"Night of\",\n"))
    #expect(
      nights.contains("    Sleep = {minutes = {from = \"Went to bed\", to = \"Got up\"}},\n"))
  }

  @Test func `names the texts that are no value, and leaves words of a text column`() throws {
    let lua = try lua(
      "Date,Weight,Steps\n2026-10-20,N/A,--\n2026-10-21,80.5,none\n2026-10-22,80,5000\n")
    #expect(lua.contains("  empty = {\"N/A\", \"--\", \"none\"},"))
    let texts = try self.lua("Date,Cramps\n2026-10-20,none\n2026-10-21,mild\n2026-10-22,none\n")
    #expect(!texts.contains("empty"))
  }

  @Test func `leaves out rows of totals, indices and columns without values`() throws {
    let lua = try lua(
      ",Date,Reps,,Comment\n0,2026-10-20,15,,\n1,2026-10-21,12,,\n2,2026-10-22,12,,\n,Total,39,,\n",
      name: "pushups.csv")
    #expect(lua.contains("  skip = function(row) return row[\"Date\"] == \"Total\" end,"))
    #expect(lua.contains("    number = \"Reps\",\n"))
    #expect(lua.contains("  -- not used: \"column 1\", \"column 4\"\n"))
  }

  @Test func `has the zone of each row, and the names of ids of a JSON file`() throws {
    let zones = "Time,Time zone,Pulse\n2026-10-20 09:00,UTC+01:00,60\n2026-10-21 09:00,UTC,61\n"
    #expect(try lua(zones).contains("  zone = {\"Time zone\"},"))
    let json = """
      {"habits": [{"id": "h1", "name": "Run"}, {"id": "h2", "name": "Read"}],
       "completions": [{"date": "2026-10-20", "habitId": "h1", "amount": 2},
       {"date": "2026-10-20", "habitId": "h2", "amount": 3},
       {"date": "2026-10-21", "habitId": "h1", "amount": 1}]}
      """
    #expect(
      try lua(json, name: "a.json").contains(
        "    tracker = {\"habitId\", lookup = {rows = \"$.habits[*]\", key = \"id\", value = \"name\"}},\n"
      ))
  }

  @Test func `reads a year of two digits at the end if the days are then near each other`() throws {
    let near = (20...28).map { "\($0)/10/26,\($0)\n" }.joined()
    #expect(try draft("Date,n\n" + near).lua.contains("dates = \"dmy\""))
    #expect(throws: FormatProblem.self) {
      try draft("Date,n\n01/05/2026,1\n02/05/2026,2\n03/05/2026,3\n04/05/2026,4\n05/05/2026,5\n")
    }
  }

  @Test func `says what is missing in days without a year`() throws {
    let problem = #expect(throws: FormatProblem.self) {
      try draft("Habit,1.11.,2.11.,3.11.\nRead,x,,x\n")
    }
    #expect(
      problem?.message
        == "the columns 1.11., 2.11., 3.11., … are named by days without a year; write it into the "
        + "header, as in 1.11.2026, and examine the file again")
  }

  @Test(
    arguments: [
      ("Sleep (h)", "Sleep", "h"), ("DISTANCE [KM]", "DISTANCE", "KM"),
      ("sleep_hours", "sleep", "hours"),
      ("Sleep hours", "Sleep", "hours"), ("Heart Rate [Min] (bpm)", "Heart Rate [Min]", "bpm"),
      ("Heart Rate [Avg]", "Heart Rate [Avg]", nil), ("Recovery score %", "Recovery score", "%"),
      ("Minutes asleep", "Minutes asleep", "Minutes"), ("average_hrv", "average hrv", nil),
      ("Weight(kg)", "Weight", "kg"), ("Water", "Water", nil), ("Minutes", "Minutes", "Minutes"),
    ] as [(String, String, String?)])
  func `takes the unit from the name of a column`(column: String, name: String, unit: String?) {
    let found = ColumnUnit(column)
    #expect(found.name == name)
    #expect(found.unit == unit)
  }
}
