import FlintCalendar
import Foundation
import FlintRules
import Sessions
import Testing
import Transfer

struct `An examined file` {
  private func sniff(
    _ text: String, name: String = "a.csv", _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> FileSniff {
    let scratch = try ImportScratch()
    var options = ImportOptions()
    change(&options)
    return try FileSniff(try scratch.write(name, text), options)
  }

  @Test(arguments: [
    ("2026-04-01|2026-04-02", "date"), ("2026-04-01 10:00|2026-04-02", "date, with time"),
    ("2026-04-01T10:00:00+02:00|2026-04-02T10:00Z", "date, with time and offset"),
    ("13/04/2026|01/02/2026", "date, dmy"), ("04/13/2026|01/02/2026", "date, mdy"),
    ("01/02/2026|03/04/2026", "date"), ("Jun 2, 2026|3 May 2026", "date"),
    ("72,5|70", "number, decimal comma"), ("72.5|70", "number, decimal point"),
    ("1,234|2,345", "number, comma or point"), ("1,234.5|2", "number, decimal point"),
    ("1|2|3", "whole number"), ("1|0|1", "whole number"), ("yes|no", "yes or no"),
    ("08:00|10:30 pm", "time of day"), ("1775206800|1775206801", "seconds since 1970"),
    ("1775206800000|1775206800001", "milliseconds since 1970"),
    ("idea|Energy", "category by name"), ("low|high", "intensity by name"),
    ("good|great|good", "mood by name"), ("a|b|1", "text"), ("|", "nothing"),
    ("1|2|3|x", "whole number"), ("1|2|x|y", "text"),
  ])
  func `has a type for each column`(texts: String, expected: String) throws {
    let rows = texts.split(separator: "|", omittingEmptySubsequences: false)
      .map { "\"\($0)\",x" }.joined(separator: "\n")
    let sniff = try sniff("a,b\n\(rows)\n")
    #expect(sniff.columns.first?.description == expected)
  }

  @Test func `has a detected encoding, delimiter and header`() throws {
    let sniff = try sniff("a;b\n1;x\n2;\"y\n3;x\n")
    #expect(sniff.delimiter == UInt8(ascii: ";"))
    #expect(sniff.encoding == "UTF-8")
    #expect(sniff.hasHeader)
    #expect(sniff.records == 1)
    #expect(sniff.faulty?.count == 1)
    #expect(sniff.columns.map(\.name) == ["a", "b"])
    #expect(try !self.sniff("2026-01-01,12\n2026-01-02,13\n").hasHeader)
  }

  @Test(arguments: [
    ("Day;Note", true), ("31.12.2026;Note", false), ("12/31/2026;Note", false),
    ("31-12-26;Note", false), ("2026-12-31;Note", false), ("31 Dec 2026;Note", false),
    ("72.5;Note", false), ("1,234;Note", false), ("31.13.2026;Note", true), ("31.12.;Note", true),
  ])
  func `has no header if its first record has a date or a number in any order`(
    first: String, hasHeader: Bool
  ) throws {
    let sniff = try sniff("\(first)\nx;a\ny;b\n")
    #expect(sniff.hasHeader == hasHeader)
    #expect(sniff.columns.map(\.name).count == 2)
    #expect(sniff.records == (hasHeader ? 2 : 3))
  }

  @Test(arguments: [
    ("Habit,2026-11-01,2026-11-02\nRead,1,0\nRun,0,1\n", true),
    ("Habit,01/11/2026,02/11/2026\nRead,,yes\n", true),
    ("Read,2026-11-01,2026-11-02\nRun,2026-11-03,2026-11-04\n", false),
    ("Read,2026-11-01,3\nRun,5,4\n", false), ("2026-10-31,2026-11-01\nx,y\n", false),
  ])
  func `has a header of days where no row has a date below them`(
    text: String, hasHeader: Bool
  ) throws {
    #expect(try sniff(text).hasHeader == hasHeader)
  }

  @Test func `has counts of empty, distinct and exceptional values`() throws {
    let sniff = try sniff("n,t\n1,a\n2,a\n,b\n1,c\nx,d\n")
    #expect(sniff.columns[0].emptyCount == 1)
    #expect(sniff.columns[0].distinctCount == 3)
    #expect(sniff.columns[0].exception?.text == "x")
    #expect(sniff.columns[0].exception?.count == 1)
    #expect(sniff.columns[1].examples == ["a", "b", "c"])
  }

  @Test func `has no suggested mapping if several date orders fit`() throws {
    let sniff = try sniff("Date,Title\n03/04/2026,a\n05/06/2026,b\n")
    #expect {
      _ = try SuggestedMapping(sniff)
    } throws: { error in
      (error as? FormatProblem)?.message
        == "column \"Date\": \"03/04/2026\" is 2026-04-03 as dmy and 2026-03-04 as mdy; choose "
        + "one with --dates dmy or --dates mdy"
    }
    #expect(try SuggestedMapping(sniff, order: .mdy).lua.contains("dates = \"mdy\""))
  }

  @Test func `takes the date order from another column, and is refused with two orders`() throws {
    let decided = try sniff("Date,Due,Task\n03/04/2026,13/04/2026,a\n")
    #expect(try SuggestedMapping(decided).lua.contains("dates = \"dmy\""))
    let torn = try sniff("Date,Due,Task\n04/13/2026,13/04/2026,a\n")
    #expect {
      _ = try SuggestedMapping(torn)
    } throws: { error in
      (error as? FormatProblem)?.message
        == "column \"Due\": its dates are dmy, and those of column \"Date\" are mdy; choose the "
        + "right one with --dates"
    }
  }

  @Test func `has no suggested mapping without dates`() throws {
    let sniff = try sniff("a,b\nx,y\n")
    #expect {
      _ = try SuggestedMapping(sniff)
    } throws: { error in
      (error as? FormatProblem)?.message
        == "no column has dates, so no mapping can be suggested: an event needs a time; the "
        + "columns are a, b"
    }
  }

  @Test(arguments: [
    ("Date,Category,Title,Tags,ID\n2026-04-01,idea,a,x|y,1\n2026-04-02,energy,b,,2\n", "spark"),
    ("Task,Due,Completed,Priority\na,2026-04-01,,1\nb,,2026-04-01 10:00,2\n", "task"),
    ("day,mood,note\n2026-04-01,good,a\n2026-04-02,bad,\n", "mood"),
    ("Date,Mood\n2026-04-01,Prima\n2026-04-02,Naja\n", "mood"),
    ("Date,Weight\n2026-04-01,\"72,5\"\n", "entry"), ("Date,Minutes\n2026-04-01,30\n", "entry"),
    ("Date,Done\n2026-04-01,yes\n", "entry"), ("When,Words\n2026-04-01,some\n", "entry"),
    ("Stamp,v\n1775206800,3\n", "entry"), ("2026-04-01,3\n2026-04-02,4\n", "entry"),
    ("Day,Clock,v \"x\"\n2026-04-01,08:00,3\n", "entry"),
  ])
  func `has a suggested mapping of the kind that the columns indicate`(text: String, kind: String)
    throws
  {
    let suggestion = try SuggestedMapping(try sniff(text))
    #expect(suggestion.kind.rawValue == kind)
    #expect(suggestion.lua.hasPrefix("return {\n  kind = \"\(kind)\",\n"))
  }

  @Test func `is a table of at most 2,000 columns with names of at most 1,000 bytes`() throws {
    func problem(_ text: String) throws -> String? {
      do {
        _ = try sniff(text)
        return nil
      } catch let failure as InputFailure {
        #expect(!failure.isUnreadable)
        return failure.message
      }
    }
    func header(_ count: Int) -> String { (1...count).map { "c\($0)" }.joined(separator: ",") }
    #expect(try problem(header(2000) + "\n1\n") == nil)
    #expect(
      try problem(header(2001) + "\n1\n")
        == "its first record has 2001 fields, and the maximum is 2000 columns: this is not a table, or "
        + "its lines end in another way")
    let name = String(repeating: "é", count: 500)
    #expect(try problem("a,\(name)\n1,2\n") == nil)
    #expect(
      try problem("a,\(name)x\n1,2\n")
        == "its first record has a field of 1001 bytes, which is not the name of a column: this is not "
        + "a table, or it has another delimiter or an unclosed quote")
    let scratch = try ImportScratch()
    try scratch.write("f/a.csv", "a\n")
    try scratch.write("f/b.csv", "a\n")
    let failure = #expect(throws: InputFailure.self) {
      try FileSniff(scratch.path("f"), ImportOptions())
    }
    #expect(failure?.message == "expected one file on disk to examine")
  }

  @Test(arguments: [(30, "c29, c30"), (31, "c29, c30, …")])
  func `without dates names at most 30 columns`(count: Int, end: String) throws {
    let header = (1...count).map { "c\($0)" }.joined(separator: ",")
    let row = Array(repeating: "x", count: count).joined(separator: ",")
    let sniff = try sniff(header + "\n" + row + "\n")
    let problem = #expect(throws: FormatProblem.self) { try SuggestedMapping(sniff) }
    #expect(problem?.message.hasSuffix(", \(end)") == true)
  }

  @Test func `is recognised if its format is known`() throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", "at,title,category\n2026-04-01,a,idea\n")
    try scratch.write("x.csv", "a,b\n1,2\n")
    let zone = try CivilZone(name: "UTC")
    func known(_ name: String) throws -> String? {
      try FileSniff.knownFormat(
        scratch.path(name), ImportOptions(), zone: zone, now: Instant(milliseconds: 0))
    }
    #expect(try known("s.csv") == "sparks")
    #expect(try known("x.csv") == nil)
  }

  @Test func `has a preview of its first rows`() throws {
    let scratch = try ImportScratch()
    let path = try scratch.write(
      "a.csv",
      "Date,N,Who,L\n13.04.2026,\"72,5\",a,x;y\n,,,\n14.04.2026,abc,b,\n15.04.2026,1,skip,\n")
    let mapping = try Mapping(
      reading: [
        "kind": "entry", "dates": "dmy", "decimal": ",", "separator": ";", "id": "Who",
        "columns": [
          "tracker": ["value": "T"], "at": "Date", "number": "N", "tags": "L",
          "values": ["Name": "Who"],
        ],
        "skip": .of { row in .boolean(row["Who"] == "skip") },
      ], name: "m")
    let preview = try MappedPreview(
      path, mapping, ImportOptions(), zone: try CivilZone(name: "UTC"),
      now: Instant(milliseconds: 1_800_000_000_000))
    let lines = preview.rows.map { row in
      "\(row.line) "
        + (row.refusal ?? row.events.joined(separator: "; "))
    }
    #expect(
      lines == [
        "2 entry: tracker T, at 2026-04-13, number 72.5, tags x | y, Name a, key a",
        "3 skipped, an empty row", "4 rejected, N \"abc\": expected a number such as 1234,5",
        "5 skipped, the mapping skips it",
      ])
  }
}
