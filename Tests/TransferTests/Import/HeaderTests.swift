import Foundation
import Testing
import Transfer

/// The treatment of headers that differ from those of the known formats.
struct `Headers of imported files` {
  private static let row = "2026-03-01,One,idea\n"

  /// Returns the message of a rejected file, between its header and the advice.
  private func refusal(
    _ text: String
  ) throws -> String {
    let scratch = try ImportScratch()
    try scratch.write("x.csv", text)
    let failure = #expect(throws: InputFailure.self) { try scratch.run("x.csv") }
    let message = failure?.message ?? ""
    guard let start = message.range(of: "\"; nearest "),
      let end = message.range(of: "; fix the header")
    else { return message }
    return String(message[start.upperBound..<end.lowerBound])
  }

  @Test(
    arguments: [
      ("title,category", "is sparks: it has no column \"at\""),
      ("at,titel,category", "is sparks: \"titel\" should be \"title\""),
      (
        "At,Title,Category",
        "is sparks: \"At\" should be \"at\", \"Title\" should be \"title\", "
          + "\"Category\" should be \"category\""
      ),
      ("at,title,category,colour", "is sparks: \"colour\" is not one of its columns"),
      ("date,moood,value", "is moods: \"moood\" should be \"mood\""),
      (
        "full_date,date,weekday,time,mood,activities,note_title",
        "is daylio: it has no column \"note\""
      ),
      ("Task Name,Task ID,Task Type,Date", "is habitica: it has no column \"Value\""),
      ("TYPE,CONTENT,PRIORTY,INDENT", "is todoist: \"PRIORTY\" should be \"PRIORITY\""),
      ("ID,Title,Category,Intensity,Created", "is ignition: it has no column \"Points\""),
    ])
  func `that are similar to a format's are reported with the differences`(
    header: String, hint: String
  ) throws {
    #expect(try refusal(header + "\n" + Self.row) == hint)
  }

  @Test func `that are not similar to any are reported without a format`() throws {
    let message = try refusal("when,what\n2026-03-01,One\n")
    #expect(!message.contains("nearest"))
    // The files of Habitica and Loop have these columns, and others that are missing.
    #expect(try !refusal("Date,Value\n2026-03-01,1\n").contains("nearest"))
    #expect(message.contains("--sniff") && message.contains("--map"))
  }

  @Test func `may have spaces around names and columns at the end without one`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "s.csv", " at, title ,category,\n2026-03-01,One,idea,\n2026-03-02,Two,idea,x\n")
    let report = try scratch.run("s.csv")
    #expect(report.line == "2=1+0+0+1+0")
    // Text in unnamed columns is not lost.
    #expect(report.rejects.map(\.line) == [3])
    #expect(try scratch.text("rejects.csv").hasPrefix("at,title,category,reject_file,"))
    #expect(throws: InputFailure.self) { try scratch.run("s.csv") { $0.text.isStrict = true } }
  }

  @Test(arguments: ["", "\n\n", " \r\n\t\n"])
  func `are missing in an empty file`(text: String) throws {
    #expect(try refusal(text) == "the file is empty")
  }

  @Test func `are missing in a file with only delimiters`() throws {
    #expect(try refusal(",,\n,,\n") == "there is no text in the file, only delimiters")
  }

  @Test(
    arguments: [
      ("at,title,category", "2026-03-01,One,idea\n", "sparks"),
      (
        "ID,Title,Category,Intensity,Points,Created", "7,One,idea,high,30,2026-03-01T10:00:00Z\n",
        "ignition"
      ),
      ("TYPE,CONTENT,PRIORITY,INDENT", "task,Buy milk,1,1\n", "todoist"),
      ("full_date,weekday,mood,activities,note", "2026-03-01,Sunday,good,,\n", "daylio"),
      (
        "Task Name,Task ID,Task Type,Date,Value", "Run,1,habit,2026-03-01 10:00:00,1\n", "habitica"
      ),
    ])
  func `may be given as an option, for all formats of tables`(
    columns: String, row: String, format: String
  ) throws {
    let scratch = try ImportScratch()
    try scratch.write("x.csv", row)
    let report = try scratch.run("x.csv") {
      $0.text.columns = columns.split(separator: ",").map(String.init)
    }
    #expect(report.line == "1=1+0+0+0+0")
    #expect(report.sources.map(\.format) == [format])
  }

  @Test func `cannot be given for JSON`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "t.json",
      #"[{"uuid":"u","description":"d","status":"pending","entry":"20260301T080000Z"}]"#)
    let failure = #expect(throws: FormatProblem.self) {
      try scratch.run("t.json") { $0.text.columns = ["a"] }
    }
    #expect(
      failure?.message == "JSON has no columns: omit --no-header and --column-names")
  }

  @Test func `and rows of other apps' files are read strictly on request`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "d.csv",
      "full_date,weekday,mood,activities,note\n2026-03-01,Sunday,good\n2026-03-02,Monday,good,,x\"y\n"
    )
    #expect(try scratch.run("d.csv").line == "2=2+0+0+0+0")
    let strict = try scratch.run("d.csv") { $0.text.isStrict = true }
    #expect(strict.line == "2=0+0+0+2+0")
    #expect(strict.rejects[0].problem.reason == "3 fields, where the header has 5")
    #expect(strict.rejects[1].problem.reason.hasPrefix("a quote inside an unquoted field"))
    try scratch.write("e.csv", "full_date,weekday,mood,activities,note,note\n")
    let failure = #expect(throws: FormatProblem.self) {
      try scratch.run("e.csv") { $0.text.isStrict = true }
    }
    #expect(failure?.line == 1)
    #expect(failure?.message == "the header: field 6 repeats the name \"note\" of field 5")
  }
}
