import FlintRules
import Sessions
import Storage
import TestSupport
import Testing

@testable import Transfer

@Suite struct `Flint's own tables as JSON` {
  private static func text(
    _ kind: ExportKind, _ format: ExportFormat, _ store: Store
  ) throws -> String {
    try store.session(RandomProfile.options(isWriting: false)) { session in
      var options = ProfileExport.options(kind)
      options.form.format = format
      var bytes: [UInt8] = []
      _ = try ExportJob(options).run(session) { $0.withUnsafeBufferPointer { bytes += Array($0) } }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static func texts(_ format: ExportFormat, _ store: Store) throws -> [String] {
    try ProfileExport.kinds.map { try text($0, format, store) }
  }

  /// Imports all tables of a profile into another one.
  private static func read(
    _ format: ExportFormat, of store: Store, into scratch: ImportScratch
  ) throws -> ImportReport {
    for (kind, text) in zip(ProfileExport.kinds, try texts(format, store)) {
      try scratch.write("in/\(kind.rawValue).\(format.rawValue)", text)
    }
    return try scratch.run("in", now: RandomProfile.today)
  }

  @Test(arguments: [ExportFormat.json, .jsonl], cases(0..<4 as Range<UInt64>, quick: 1))
  func `are read as those as CSV`(format: ExportFormat, seed: UInt64) throws {
    var random = RandomProfile(seed: seed)
    let store = try random.make(seed: seed, steps: 90, isCorrected: false)
    let rulebook = try store.session(RandomProfile.options(isWriting: false)) { $0.rulebook }
    func copy(_ format: ExportFormat) throws -> (line: String, tables: [String]) {
      let scratch = try ImportScratch(seed: seed, zone: "Europe/Rome")
      try scratch.session { try $0.history.setRulebook(rulebook) }
      let report = try Self.read(format, of: store, into: scratch)
      return (report.line, try Self.texts(.csv, scratch.store))
    }
    let (csv, json) = (try copy(.csv), try copy(format))
    #expect(json.line == csv.line)
    #expect(json.tables == csv.tables)
  }

  @Test(arguments: [ExportFormat.json, .jsonl])
  func `give the same export from an empty profile`(format: ExportFormat) throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "tasks.csv",
      #"""
      name,details,priority,project,due,added,tags,every,key
      "'=Plan, ""big""",,P0,Work|Home,2026-07-03,2026-05-01T08:00:00Z,one|two words,week,k1
      Call,"two
      lines",P3,,,2026-05-01T09:00:00Z,,,k2

      """#)
    try scratch.write(
      "entries.csv",
      """
      at,tracker,kind,value,title
      2026-05-02T08:00:00Z,Weight,measurement,80.000001,'-x
      2026-05-03T08:00:00Z,Diary,log,true,
      2026-05-04T08:00:00Z,Check,checklist,true,

      """)
    try scratch.write(
      "sparks.csv",
      #"""
      at,title,category,tags
      2026-05-02T08:00:00.25Z,'+1,idea,a\|b|c

      """#)
    let report = try scratch.run("tasks.csv", "entries.csv", "sparks.csv")
    #expect(report.line == "6=6+0+0+0+0")
    let copy = try ImportScratch()
    #expect(try Self.read(format, of: scratch.store, into: copy).total.rejected == 0)
    #expect(try Self.texts(format, copy.store) == Self.texts(format, scratch.store))
    #expect(try copy.state() == scratch.state())
    try copy.write("t.json", try Self.text(.tasks, format, scratch.store))
    #expect(try copy.run("t.json") { $0.format = "tasks" }.line == "2=0+0+2+0+0")
  }

  @Test func `reject rows into a rejects file with the columns of the table`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "t.json",
      """
      [
        {"name":"A","added":"2026-06-01","priority":"P9","tags":["x","y"]},
        {"name":"B","added":"2026-06-01","priority":null,"tags":[]},
        {"name":"C","added":"2026-06-01","colour":"red"}
      ]

      """)
    // The columns are those of the rows at the beginning of the file.
    #expect(throws: InputFailure.self) { try scratch.run("t.json") }
    try scratch.write("t.json", try scratch.text("t.json").replacing(#","colour":"red""#, with: ""))
    #expect(try scratch.run("t.json").line == "3=2+0+0+1+0")
    let rejects = try scratch.text("rejects.csv")
    #expect(rejects.hasPrefix("name,added,priority,tags,reject_"))
    try scratch.write("fixed.csv", rejects.replacing("2026-06-01,P9,", with: "2026-06-01,P1,"))
    #expect(try scratch.run("fixed.csv").line == "1=1+0+0+0+0")
    let a = try #require(try scratch.state().tasks.tasks.first { $0.name == "A" })
    #expect(a.content.tags == ["x", "y"])
  }

  @Test func `reject a damaged line alone`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "t.jsonl",
      #"{"name":"A","added":"2026-06-01"}"# + "\n" + #"{"name":"B","added""# + "\n"
        + #"{"name":"C","added":"2026-06-01"}"# + "\n")
    let report = try scratch.run("t.jsonl")
    #expect(report.line == "3=2+0+0+1+0")
    #expect(
      report.rejects.first?.problem.reason.hasSuffix(
        "; correct it in the file itself, since the rejects file does not contain the row") ?? false
    )
  }

  @Test func `are refused if they are derived`() throws {
    let scratch = try ImportScratch()
    try scratch.write("cards.json", try Self.text(.cards, .json, scratch.store))
    let failure = #expect(throws: InputFailure.self) { try scratch.run("cards.json") }
    #expect(
      failure?.description.contains(
        "a table written by flint export cards is derived and cannot be imported") ?? false)
  }
}
