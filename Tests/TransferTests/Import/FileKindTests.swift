import Foundation
import FlintRules
import Testing

@testable import Transfer

/// Files that are no tables, each named as what it is, with what to do.
@Suite struct `A file that is no table` {
  private static let kinds: [(start: [UInt8], name: String)] = [
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an Excel workbook of before 2007 (.xls)"),
    (Array("<html><body><table>".utf8), "a web page (HTML)"),
    (Array("\n<!DOCTYPE HTML>".utf8), "a web page (HTML)"),
    (Array("PAR1\u{15}\u{4}".utf8), "a Parquet file"),
    (Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n".utf8), "a calendar (iCalendar)"),
    ([0x1F, 0x8B, 8, 0], "a gzip file within a gzip file"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "a compressed file"),
    ([0x28, 0xB5, 0x2F, 0xFD, 4], "a compressed file"),
    (Array("BZh91AY&SY\u{1}".utf8), "a compressed file"),
    (Array("%PDF-1.7".utf8), "a PDF document"), (Array("<?xml version=".utf8), "XML"),
    ([UInt8](repeating: 0, count: 64), "a binary file"),
  ]

  @Test(arguments: kinds.indices)
  func `is named as what it is`(index: Int) {
    #expect(FileKind(Self.kinds[index].start)?.name == Self.kinds[index].name)
  }

  @Test(arguments: ["PAR1,PAR2,date\n1,2,3\n", "PAR1\n1\n", "BZhang,date\n", "BZh9,date\n"])
  func `is not a table whose first column has such a name`(text: String) {
    #expect(FileKind(Array(text.utf8)) == nil)
  }

  @Test(arguments: [3, 5])
  func `is named with and without a mapping`(index: Int) throws {
    let scratch = try ImportScratch()
    let start = Self.kinds[index].start
    try Data(start).write(to: URL(fileURLWithPath: scratch.path("f")))
    let problem = try #require(FileKind(start)?.problem)
    if index == 3 {
      #expect(throws: InputFailure(scratch.path("f"), problem, isUnreadable: false)) {
        try scratch.run("f")
      }
    }
    let tree: MappingTree = [
      "kind": "spark", "columns": ["title": "t", "at": "d", "category": ["value": "idea"]],
    ]
    let mapping = try Mapping(reading: tree, name: "test.lua")
    if index == 3 {
      #expect(throws: InputFailure(scratch.path("f"), problem, isUnreadable: false)) {
        try scratch.run("f") { mapping.fill(&$0) }
      }
    }
  }

  @Test(arguments: [
    (["[Content_Types].xml", "_rels/.rels", "xl/workbook.xml"], "an Excel workbook (.xlsx)"),
    (["[Content_Types].xml", "word/document.xml"], "an Office document"),
    (
      ["mimetype", "content.xml", "META-INF/manifest.xml"],
      "an OpenDocument file, such as a spreadsheet (.ods)"
    ),
    (["one.csv", "xl/two.csv"], nil), (["mimetype"], nil), ([], nil),
  ])
  func `is named if it is a document in a zip file`(paths: [String], name: String?) {
    #expect(FileKind(zipped: paths)?.name == name)
  }

  @Test func `is a table with a space before its quotes`() throws {
    let scratch = try ImportScratch()
    // Where each delimiter has a space, it belongs to no field: see below.
    try scratch.write("q.csv", "\"date\",\"v\", \"n\"\n2026-01-01,345, \"a b\"\n")
    let failure = #expect(throws: InputFailure.self) { try scratch.run("q.csv") }
    #expect(
      failure?.message
        == "a space stands before the quotes in the header, so they are part of the names; have "
        + "the program that wrote the file leave out the spaces between a delimiter and a quote")
    let mapping: MappingTree = [
      "kind": "entry", "columns": ["tracker": ["value": "T"], "at": "date", "number": "v"],
    ]
    let mapped = #expect(throws: InputFailure.self) {
      try scratch.map(mapping, "\"date\",\"n\", \"v\"\n2026-01-01,x, 345\n")
    }
    #expect(mapped?.message.contains("\"v\", which the mapping names for number; a space") == true)
    // Quotes that are written twice are part of the name without any space.
    try scratch.write("w.csv", "date,\"\"\"v\"\"\"\n2026-01-01,345\n")
    let other = #expect(throws: InputFailure.self) { try scratch.run("w.csv") }
    #expect(other?.message.contains("a space stands") == false)
  }

  @Test func `is a table with a space after each delimiter`() throws {
    let scratch = try ImportScratch()
    let mapping: MappingTree = [
      "kind": "entry",
      "columns": ["tracker": ["value": "T"], "at": "date", "number": "v", "notes": "n"],
    ]
    let report = try scratch.map(
      mapping, "\"date\", \"v\", \"n\"\n2026-01-01, 345, \"a, b\"\n2026-01-02, \"5\", x\n")
    #expect(report.line == "2=2+0+0+0+0")
  }

  @Test(arguments: [2, 3, 4])
  func `is named instead of examined`(index: Int) throws {
    let scratch = try ImportScratch()
    let start = Self.kinds[index].start
    try Data(start).write(to: URL(fileURLWithPath: scratch.path("f")))
    #expect(
      throws: InputFailure(
        scratch.path("f"), try #require(FileKind(start)?.problem), isUnreadable: false)
    ) {
      _ = try FileSniff(scratch.path("f"), ImportOptions())
    }
  }

  @Test func `says nothing of columns that it lacks`() throws {
    let scratch = try ImportScratch()
    let tree: MappingTree = ["kind": "entry", "columns": ["tracker": "t", "at": "d", "number": 1]]
    let failure = #expect(throws: InputFailure.self) { try scratch.map(tree, ";;\n;;\n") }
    #expect(
      failure?.message.hasPrefix(
        "test.lua: there is no column \"t\", which the mapping names for tracker; the file has no "
          + "names of columns") == true)
  }

  @Test func `has moods named without effect`() throws {
    let scratch = try ImportScratch()
    try scratch.write("e.csv", "at,tracker,kind,value\n2026-03-01T10:00:00Z,W,measurement,1\n")
    let report = try scratch.run("e.csv") { $0.values.moods = ["gut": .good] }
    #expect(
      report.sources[0].notes == [
        "The names of moods that were given (--moods) have no effect on files of format entries."
      ])
  }
}
