import CSV
import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

@testable import Transfer

@Suite struct `Flint's own formats` {
  private func context() throws -> ReadingContext {
    ReadingContext(
      zone: try CivilZone(name: "Europe/Rome"), now: Instant(milliseconds: 1_780_000_000_000))
  }

  /// Returns the results of translating the rows of a table.
  private func read(_ text: String) throws -> [Result<RowContent, RowProblem>] {
    var parser = CSVParser()
    let bytes = Array(text.utf8)
    var position = 0
    #expect(try parser.next(in: bytes.span.bytes, at: &position))
    let header = try parser.adoptHeader().names
    let format = try #require(
      OwnFormats.all.first { format in
        (try? context()).map { format.translator(for: header, $0) != nil } ?? false
      })
    var translator = try #require(format.translator(for: header, try context()))
    var results: [Result<RowContent, RowProblem>] = []
    while try parser.next(in: bytes.span.bytes, at: &position) {
      do throws(RowProblem) {
        results.append(.success(try translator.translate(parser.record)))
      } catch {
        results.append(.failure(error))
      }
    }
    return results
  }

  private func problems(_ text: String) throws -> [String] {
    try read(text).compactMap { result in
      if case .failure(let problem) = result { problem.description } else { nil }
    }
  }

  @Test func `are each recognised by their header, in any order of columns`() throws {
    for kind in ExportKind.allCases {
      let usual = kind.columnList.filter { $0.presence == .always }.map(\.name)
      for header in [usual, kind.columns, usual.reversed()] {
        let names = try OwnFormats.all.filter { try $0.translator(for: header, context()) != nil }
          .map(\.name)
        #expect(names == (kind.isDerived ? [] : [kind.rawValue]), "\(header)")
        #expect(OwnFormats.derivedKind(of: header) == (kind.isDerived ? kind : nil), "\(header)")
      }
      let other = usual + ["colour"]
      #expect(try OwnFormats.all.allSatisfy { try $0.translator(for: other, context()) == nil })
      // Not even a table that cannot be imported: it may be anything.
      #expect(OwnFormats.derivedKind(of: other) == nil, "\(kind)")
    }
  }

  @Test func `of version 0.2.0 are read without the origins of their events`() throws {
    let results = try read("at,title,category,origin\n2026-03-01,T,idea,\"{\"\"void\"\":true}\"\n")
    guard case .success(.event(.spark(let spark))) = results[0] else {
      Issue.record("a spark")
      return
    }
    #expect(spark.title == "T")
  }

  @Test func `describe every column in their guides`() {
    for format in OwnFormats.all {
      let kind = ExportKind(rawValue: format.name)
      #expect(Set(format.guide.columns.map(\.name)) == Set(kind?.columns ?? []), "\(format.name)")
      #expect(format.guide.columns.count == kind?.columns.count)
    }
  }

  @Test func `read sparks as a person writes them`() throws {
    let results = try read(
      """
      title,at,category,intensity,tags
      Ride,2026-03-01 09:30, Energy ,HIGH,bike|out side
      '=1,2026-03-01T09:30:00.5+02:00,idea,,

      """)
    guard case .success(.event(.spark(let ride))) = results[0],
      case .success(.event(.spark(let formula))) = results[1]
    else {
      Issue.record("two sparks")
      return
    }
    #expect(ride.title == "Ride")
    #expect(ride.category == .energy)
    #expect(ride.intensity == .high)
    #expect(ride.tags == ["bike", "out side"])
    #expect(ride.at == Timestamp("2026-03-01T09:30").map { .written($0) })
    #expect(ride.key == nil && ride.notes == nil)
    #expect(formula.title == "=1")
    #expect(formula.intensity == nil)
    #expect(formula.at == Timestamp("2026-03-01T09:30:00.5+02:00").map { .written($0) })
  }

  @Test(arguments: [(DateOrder.dmy, "2026-06-05"), (.mdy, "2026-05-06")])
  func `read dates in the order that is given`(order: DateOrder, day: String) throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", "title,category,at\nY,idea,05/06/2026\n")
    try scratch.write("m.csv", "date,mood,value\n05/06/2026,good,3\n")
    let report = try scratch.run("s.csv", "m.csv") { $0.values.dateOrder = order }
    #expect(report.line == "2=2+0+0+0+0")
    try scratch.session { session in
      let found = try session.reader.sparks(
        sequences: try session.reader.sparkSequences(SparkQuery())[...])
      #expect(found.map { session.zone.text($0.spark.at) } == ["\(day)T12:00:00Z"])
      let rated = try #require(CivilDay(day))
      #expect(try session.state().moods.rating(of: rated)?.mood == .good)
    }
  }

  @Test func `report the column of an error, and the expectation`() throws {
    let found = try problems(
      """
      at,title,category,estimated
      yesterday,T,idea,
      2026-03-01,,idea,
      2026-03-01,T,idee,
      2026-03-01,T,,
      2026-03-01,T,idea,ten

      """)
    #expect(
      found == [
        "at \"yesterday\": expected \(Timestamp.form)",
        "title: expected a title, got nothing",
        "category \"idee\": expected decision, energy, idea, experiment or challenge "
          + "(did you mean \"idea\"?)",
        "category: expected decision, energy, idea, experiment or challenge, got nothing",
        "estimated \"ten\": expected a whole number",
      ])
    #expect(
      try problems(
        "at,name,fields\n2026-03-01,Runs,far:length\n2026-03-01,Runs,far:number|wet:boolean\n")
        == ["fields \"far:length\": expected a name, a colon and text, number, boolean or day"])
    #expect(
      try problems("at,tracker,kind,value\n2026-03-01,Runs,rating,6\n2026-03-01,Runs,ratin,6\n")
        .last == "kind \"ratin\": expected session, measurement, log, checklist or rating "
        + "(did you mean \"rating\"?)")
  }

  @Test func `read a day with a mood as a rating, and skip one without`() throws {
    let results = try read("value,date,mood,note\n,2026-03-01,Good,'-ok\n,2026-03-02,missing,\n")
    guard case .success(.event(.action(let rating))) = results[0],
      case .success(.skipped(let reason)) = results[1]
    else {
      Issue.record("one rating, one day without")
      return
    }
    #expect(reason == "a day without a rating")
    #expect(rating.at == Timestamp("2026-03-01").map { .written($0) })
    #expect(
      try rating.action(References())
        == .mood(
          .record(
            try MoodContent(
              day: try #require(CivilDay("2026-03-01")), mood: .good, entryType: .imported,
              note: "-ok"))))
  }

  @Test func `read tasks without ids, and entries by the names of trackers`() throws {
    let results = try read(
      """
      name,added,completed,priority
      Paint,2026-03-01T08:00Z,2026-03-02T08:00Z,p0
      Call,2026-03-01T09:00Z,,

      """)
    guard case .success(.events(let paint)) = results[0],
      case .success(.event(.action(let call))) = results[1], paint.count == 2,
      case .action(let added) = paint[0], case .action(let completed) = paint[1]
    else {
      Issue.record("a task that is completed, and one that is not")
      return
    }
    #expect(added.reference != nil && added.reference != call.reference)
    var references = References()
    let id = EventID(high: 1, low: 2)
    references.note(added.reference ?? "", .taskAdd, id)
    #expect(try completed.action(references) == .task(.taskComplete(id)))
    let entries = try read("at,tracker,kind,value\n2026-03-01,Runs,measurement,\"2,5\"\n")
    guard case .success(.event(.entry(let entry))) = entries[0] else {
      Issue.record("an entry")
      return
    }
    #expect(entry.tracker == ImportedTracker(try TrackerContent(name: "Runs")))
    #expect(entry.kind == .measurement(try #require(DecimalNumber(millionths: 2_500_000))))
  }

  @Test func `read what was written for a spreadsheet`() throws {
    var random = RandomProfile(seed: 77)
    let store = try random.make(seed: 77, steps: 120, isCorrected: false)
    var files: [[UInt8]] = []
    try store.session(RandomProfile.options(isWriting: false)) { session in
      for kind in [ExportKind.trackers, .entries, .sparks] {
        var options = ExportOptions(kind)
        options.form.spreadsheet = SpreadsheetDialect(hasDecimalComma: true)
        var bytes: [UInt8] = []
        _ = try ExportJob(options).run(session) {
          $0.withUnsafeBufferPointer { bytes += Array($0) }
        }
        files.append(bytes)
      }
    }
    let copy = try Store.inMemory(profile: RandomProfile.profile(seed: 77))
    try copy.session(RandomProfile.options()) { session in
      var reader = TinyImport()
      try reader.read(files, into: session, delimiter: UInt8(ascii: ";"))
      #expect(reader.rejects == [])
    }
    // The tables have no schedules of habits: those are in the table of events.
    func trackers(_ store: Store) throws -> [(content: TrackerContent, totals: [ValueTotals])] {
      try store.session(RandomProfile.options(isWriting: false)) { session in
        try session.state().trackers.trackers.map {
          ($0.content, [$0.sessions, $0.measurements, $0.checklists, $0.ratings])
        }
      }
    }
    let (read, written) = (try trackers(copy), try trackers(store))
    #expect(read.map(\.content) == written.map(\.content))
    #expect(read.map(\.totals) == written.map(\.totals))
    #expect(read.count > 0)
  }
}
