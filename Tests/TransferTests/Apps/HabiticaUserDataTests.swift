import FlintCalendar
import FlintRules
import Testing

@testable import Transfer

@Suite struct `Habitica's user data` {
  private static let id = "5a0c1e2b-0001-4000-8000-00000000000"

  @Test func `becomes trackers with their days, and tasks`() throws {
    let reading = try read(
      HabiticaFormat(), try example("habitica-userdata.json"), try appContext())
    let id = Self.id
    #expect(
      reading.words == [
        "skipped: a mean of older days, which Habitica does not keep",
        "2026-06-01T08:30:00Z entry of Stretch: 2 key habitica/\(id)1/2026-06-01T10:30:00",
        "2026-06-02T08:30:00Z entry of Stretch: -1 notes 1 times up, 2 times down "
          + "key habitica/\(id)1/2026-06-02T10:30:00",
        "skipped: a day on which a habit was not scored",
        "rejected: date \"\"yesterday\"\": expected milliseconds since 1970",
        "2026-06-01T05:30:00Z entry of Make the bed: done "
          + "key habitica/\(id)2/2026-06-01T07:30:00",
        // Noted on 3 June at 04:00, for the day before.
        "~2026-06-02T12:00:00 entry of Make the bed: not done "
          + "key habitica/\(id)2/2026-06-03T04:00:00",
        "skipped: a day on which a daily was not due",
        #"2026-06-01T08:00:00Z task {"name":"Buy paint","details":"White\n[x] Brush\n[ ] Tape","#
          + #""due":"2026-06-10","tags":["home"]} key habitica/\#(id)4"#,
        #"2026-06-01T09:00:00Z task {"name":"Call the bank"} key habitica/\#(id)5 & "#
          + #"2026-06-02T10:00:00Z task.complete  key habitica/\#(id)5/completed"#,
        "skipped: a reward",
      ])
    #expect(
      reading.habits.map { "\($0.tracker.content.name): \($0.schedule?.description ?? "none")" }
        == [
          "Stretch: none", "Make the bed: on Mon, Tue, Wed, Thu, Fri",
          "Water plants: every 3 days",
        ])
    #expect(reading.habits[1].start?.description == "2026-01-02")
  }

  @Test func `keeps the due day of a to-do where days start later`() throws {
    let context = ReadingContext(
      zone: CivilZone(
        try CivilZone(name: "Europe/Berlin"), dayStart: try #require(DayStart("04:00"))),
      now: appNow)
    let reading = try read(HabiticaFormat(), try example("habitica-userdata.json"), context)
    #expect(reading.words.contains { $0.contains(#""due":"2026-06-10"#) }, "\(reading.words)")
  }

  @Test func `has a note about dailies with a repetition that Flint does not have`() throws {
    let daily = { (name: String, rule: String) in
      #"{"_id":"\#(name)","type":"daily","text":"\#(name)","history":[],\#(rule)}"#
    }
    let text =
      #"{"achievements":{},"backer":{},"balance":0,"tasks":{"habits":[{"_id":"h","type":"habit","#
      + #""text":"Any","history":[]}],"dailys":["#
      + [
        daily("Bins", #""everyX":3,"frequency":"daily""#),
        daily("Fortnight", #""everyX":2,"frequency":"weekly","repeat":{"m":true}"#),
        daily("Tax", #""everyX":1,"frequency":"yearly""#),
      ].joined(separator: ",") + "]}}"
    let reading = try read(HabiticaFormat(), text, path: "userdata.json", appContext())
    #expect(
      reading.notes == [
        "Dailies with a repetition that has no counterpart in Flint have no schedule: Fortnight, Tax."
      ])
  }

  @Test func `is imported again without a change, and rejected records from the rejects file`()
    throws
  {
    let scratch = try ImportScratch()
    let file = try #require(try example("habitica-userdata.json").first)
    try scratch.write("userdata.json", String(decoding: file.bytes, as: UTF8.self))
    #expect(try scratch.run("userdata.json").line == "11=6+0+0+1+4")
    let fixed = try scratch.text("rejects.csv").replacing(
      #"""yesterday"""#, with: "1780561800000")
    try scratch.write("fixed.csv", fixed)
    #expect(try scratch.run("fixed.csv").line == "1=1+0+0+0+0")
    #expect(
      try scratch.run("userdata.json") { $0.errors.onError = .skip }.line == "11=0+0+6+0+5")
  }

  @Test(arguments: [
    (#"{"achievements": {}, "purchased": {}, "balance": 0}"#, "it has no lists of tasks"),
    (
      #"{"achievements": {}, "purchased": {}, "tasks": {"habits": [{]}}"#,
      "expected a name in quotes"
    ),
  ])
  func `is refused when it is damaged or something else`(text: String, message: String) throws {
    let error = #expect(throws: FormatProblem.self) {
      try HabiticaFormat().read([appFile("habitica.json", text)], appContext())
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }
}
