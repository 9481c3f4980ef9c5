import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing
import Transfer

/// Above a few thousand rows, sparks are inserted in bulk, with the same result.
struct `An import of many sparks` {
  /// Returns the rows `from ..< until`, with or without keys, in the order of time or backwards.
  private static func file(
    _ range: Range<Int>, keyed: Bool, backwards: Bool = false, title: (Int) -> String = { "s\($0)" }
  ) -> String {
    var text = "at,title,category\(keyed ? ",key" : "")\n"
    let rows = backwards ? Array(range.reversed()) : Array(range)
    for row in rows {
      let minute = row * 7
      let day = minute / 1440 + 1
      let time =
        "\((minute % 1440) / 60 + 100)".dropFirst() + ":" + "\(minute % 60 + 100)".dropFirst()
      text += "2026-01-\(day < 10 ? "0" : "")\(day)T\(time):00Z,\(title(row)),"
      text += SparkCategory.ignitionNames[row % 5] + (keyed ? ",k\(row)" : "") + "\n"
    }
    return text
  }

  /// Returns the state of a profile that recorded the same rows one by one, without a file.
  private func expected(_ range: Range<Int>, keyed: Bool) throws -> ProfileState {
    let scratch = try ImportScratch()
    try scratch.session { session in
      for row in range {
        var draft = NewSpark(
          title: "s\(row)",
          category: SparkCategory.ignition[row % 5])
        draft.at = .instant(Instant(milliseconds: 1_767_225_600_000 + Int64(row) * 420_000))
        if keyed { draft.key = "k\(row)" }
        _ = try session.add(draft)
      }
    }
    return try scratch.state()
  }

  @Test(arguments: [true, false], [true, false])
  func
    `is equal to recording each row, adds nothing when repeated, and only new rows of a later export`(
      keyed: Bool, backwards: Bool
    ) throws
  {
    let scratch = try ImportScratch()
    try scratch.write("a.csv", Self.file(0..<5000, keyed: keyed, backwards: backwards))
    #expect(try scratch.run("a.csv").line == "5000=5000+0+0+0+0")
    #expect(try scratch.state() == expected(0..<5000, keyed: keyed))
    #expect(try scratch.run("a.csv").line == "5000=0+0+5000+0+0")
    try scratch.write("b.csv", Self.file(0..<6000, keyed: keyed, backwards: backwards))
    #expect(try scratch.run("b.csv").line == "6000=1000+0+5000+0+0")
    #expect(try scratch.state() == expected(0..<6000, keyed: keyed))
    let problems = try scratch.store.access { try $0.verification.fileProblems() }
    #expect(problems.isEmpty)
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [true, false])
  func `adds exactly the new rows of a file in which new and known ones alternate`(
    seed: UInt64, keyed: Bool
  ) throws {
    // A linear congruential generator (Knuth's MMIX).
    var state = seed
    func draw(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var rows = Array(0..<6000)
    for index in rows.indices.dropFirst() { rows.swapAt(index, draw(index + 1)) }
    let lines = Self.file(0..<6000, keyed: keyed).split(separator: "\n")
    let scratch = try ImportScratch()
    func write(_ name: String, _ rows: some Sequence<Int>) throws {
      try scratch.write(
        name,
        ([String(lines[0])] + rows.map { String(lines[$0 + 1]) }).joined(separator: "\n") + "\n")
    }
    try write("a.csv", rows[..<2000].sorted())
    #expect(try scratch.run("a.csv").line == "2000=2000+0+0+0+0")
    // Runs of known and of new rows, of 1 to 4000 rows.
    var (known, new, mixed) = (rows[..<2000], rows[2000...], [Int]())
    while !known.isEmpty || !new.isEmpty {
      let (some, more) = (known.prefix(1 << draw(11)), new.prefix(1 << draw(13)))
      (known, new) = (known.dropFirst(some.count), new.dropFirst(more.count))
      mixed += some + more
    }
    // Some rows twice: with a key nothing more, without one another spark.
    let repeated = 50
    mixed += mixed[..<repeated]
    let others = keyed ? 0 : repeated
    try write("b.csv", mixed)
    #expect(
      try scratch.run("b.csv").line
        == "6050=\(4000 + others)+0+\(2050 - others)+0+0")
    if keyed { #expect(try scratch.state() == expected(0..<6000, keyed: true)) }
    #expect(try scratch.run("b.csv").line == "6050=0+0+6050+0+0")
    let problems = try scratch.store.access { try $0.verification.fileProblems() }
    #expect(problems.isEmpty)
  }

  @Test func `recognizes the original of a corrected spark, thousands of new ones later`() throws {
    let scratch = try ImportScratch()
    try scratch.session { session in
      try session.bulk.begin(expecting: 10_000)
      let at = Instant(milliseconds: 1_767_225_600_000)
      var first = NewSpark(title: "first", category: .idea)
      first.at = .instant(at)
      let corrected = try session.add(first)
      _ = try session.updateSpark(id: corrected.id, SparkChange(["title": .text("edited")]))
      for number in 0...6000 {
        var new = NewSpark(title: number == 6000 ? "first" : "s\(number)", category: .idea)
        new.at = .instant(Instant(milliseconds: at.milliseconds + Int64(number % 6000) * 1000))
        let recorded = try session.add(new)
        // With the same content, another spark with an id of its own.
        #expect(recorded.id != corrected.id)
      }
    }
    let problems = try scratch.store.access { try $0.verification.fileProblems() }
    #expect(problems.isEmpty)
  }

  @Test func `counts equal rows, of one file and of several`() throws {
    let scratch = try ImportScratch()
    let once = Self.file(0..<3000, keyed: false)
    let body = once.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
    try scratch.write("twice.csv", once + body)
    #expect(try scratch.run("twice.csv").line == "6000=6000+0+0+0+0")
    #expect(try scratch.run("twice.csv").line == "6000=0+0+6000+0+0")
    try scratch.write("thrice.csv", once + body + body)
    #expect(try scratch.run("thrice.csv").line == "9000=3000+0+6000+0+0")
    #expect(try scratch.session { try $0.reader.sparkCount(SparkQuery()) } == 9000)
  }

  @Test func `counts adjacent equal rows, old ones and new ones`() throws {
    func pairs(_ count: Int) -> String {
      let lines = Self.file(0..<count, keyed: false).split(separator: "\n")
      return lines[0] + "\n" + lines.dropFirst().map { "\($0)\n\($0)\n" }.joined()
    }
    let scratch = try ImportScratch()
    try scratch.write("a.csv", pairs(2000))
    try scratch.write("b.csv", pairs(2500))
    // Twice the first 1,999 rows, once the next.
    try scratch.write(
      "cut.csv", pairs(2000).split(separator: "\n").dropLast().joined(separator: "\n") + "\n")
    #expect(try scratch.run("cut.csv").line == "3999=3999+0+0+0+0")
    #expect(try scratch.run("a.csv").line == "4000=1+0+3999+0+0")
    #expect(try scratch.run("b.csv").line == "5000=1000+0+4000+0+0")
    #expect(try scratch.session { try $0.reader.sparkCount(SparkQuery()) } == 5000)
  }

  @Test func `is undone in bulk like event by event`() throws {
    var states: [ProfileState] = []
    var sums: [[String]] = []
    for isLast in [false, true] {
      let scratch = try ImportScratch()
      try scratch.write("s.csv", Self.file(0..<3000, keyed: true))
      try scratch.write("more.csv", Self.file(2990..<3010, keyed: true))
      let batch = try scratch.run("s.csv").sources[0].batch
      try scratch.run("more.csv")
      try scratch.session { session in
        let ids = try session.reader.sparks(
          sequences: try session.reader.sparkSequences(SparkQuery())[..<2]
        )
        .map(\.id)
        try session.removeSpark(id: ids[0])
        _ = try session.updateSpark(id: ids[1], SparkChange(["title": .text("mine")]))
      }
      let report = try scratch.session {
        try $0.history.undo(batch: try #require(batch), isLast: isLast)
      }
      #expect(report.removed == 2999)
      #expect(try scratch.sparks().count == 10)
      states.append(try scratch.state())
      let problems = try scratch.session { try $0.reader.verify().problems }
      #expect(problems.isEmpty)
      let again = try scratch.session { try #require(try $0.history.redoLatest()) }
      sums.append(["\(again.restored)", "\(try scratch.sparks().count)"])
    }
    #expect(states[0] == states[1])
    #expect(sums[0] == sums[1])
  }

  @Test func `finds a duplicate key, immediately or much later`() throws {
    let scratch = try ImportScratch()
    let file = Self.file(0..<5000, keyed: true)
    let first = "2026-01-01T00:00:00Z,s0,decision,k0\n"
    let other = "2026-01-01T00:00:00Z,another,decision,k1\n"
    try scratch.write("s.csv", file + first + other)
    let report = try scratch.run("s.csv")
    #expect(report.line == "5002=5000+0+1+0+1")
    #expect(report.changed.map(\.line) == [5003])
    #expect(try scratch.state() == expected(0..<5000, keyed: true))
  }

  @Test func `restores removed sparks and retains changed ones`() throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", Self.file(0..<5000, keyed: true))
    try scratch.run("s.csv")
    try scratch.session { session in
      let ids = try session.reader.sparks(
        sequences: try session.reader.sparkSequences(SparkQuery())[..<2]
      ).map(
        \.id)
      try session.removeSpark(id: ids[0])
      _ = try session.updateSpark(id: ids[1], SparkChange(["title": .text("mine")]))
    }
    let report = try scratch.run("s.csv")
    #expect(report.line == "5000=1+0+4999+0+0")
    #expect(try scratch.sparks().prefix(3) == ["s0 decision", "mine energy", "s2 idea"])
  }

  @Test func `with intermediate commits is the same, and continues where it was interrupted`()
    throws
  {
    let scratch = try ImportScratch()
    try scratch.write("half.csv", Self.file(0..<2500, keyed: false))
    try scratch.write("s.csv", Self.file(0..<5000, keyed: false))
    try scratch.run("half.csv") { $0.commitEvery = 1000 }
    let report = try scratch.run("s.csv") { $0.commitEvery = 700 }
    #expect(report.line == "5000=2500+0+2500+0+0")
    #expect(try scratch.state() == expected(0..<5000, keyed: false))
    let batches = try scratch.session { try $0.history.batches() }
    #expect(batches.count == 2)
    try scratch.session { _ = try $0.history.undo(batch: batches[0].number) }
    #expect(try scratch.session { try $0.reader.sparkCount(SparkQuery()) } == 2500)
  }
}
