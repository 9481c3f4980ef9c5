import Foundation
import TestSupport
import FlintRules
import Testing
import Transfer

struct `Files to import` {
  private static let one = "at,title,category\n2026-03-01,One,idea\n"
  private static let two = "at,title,category\n2026-03-02,Two,idea\n"

  /// The files `one.csv` and `two.csv`, packed by `zip -X`.
  private static let zip = Data(
    base64Encoded: """
      UEsDBAoAAAAAAAAAIVxQqsRfJgAAACYAAAAHAAAAb25lLmNzdmF0LHRpdGxlLGNhdGVnb3J5CjIwMjYt
      MDMtMDEsT25lLGlkZWEKUEsDBAoAAAAAAAAAIVyzZTcvJgAAACYAAAAHAAAAdHdvLmNzdmF0LHRpdGxl
      LGNhdGVnb3J5CjIwMjYtMDMtMDIsVHdvLGlkZWEKUEsBAh4DCgAAAAAAAAAhXFCqxF8mAAAAJgAAAAcA
      AAAAAAAAAQAAAKSBAAAAAG9uZS5jc3ZQSwECHgMKAAAAAAAAACFcs2U3LyYAAAAmAAAABwAAAAAAAAAB
      AAAApIFLAAAAdHdvLmNzdlBLBQYAAAAAAgACAGoAAACWAAAAAAA=
      """, options: .ignoreUnknownCharacters)

  private func shell(_ command: String, _ scratch: ImportScratch) throws {
    let log = scratch.path(".log")
    var child = try ChildProcess(
      ["/bin/sh", "-c", command], directory: scratch.folder.path, output: log)
    let status = child.wait()
    try #require(status == 0, "\((try? scratch.text(".log")) ?? "")")
  }

  @Test func `may be a folder, a pattern or several`() throws {
    let scratch = try ImportScratch()
    try scratch.write("in/one.csv", Self.one)
    try scratch.write("in/deep/two.csv", Self.two)
    try scratch.write("in/.hidden.csv", "not,for,flint\n")
    #expect(try scratch.run("in").line == "2=2+0+0+0+0")
    let other = try ImportScratch()
    try other.write("one.csv", Self.one)
    try other.write("two.csv", Self.two)
    #expect(try other.run("*.csv").line == "2=2+0+0+0+0")
    #expect(try other.run("one.csv", "two.csv").line == "2=0+0+2+0+0")
    for (name, message) in [
      ("*.tsv", "no file matches"), ("none.csv", "No such file or directory"),
    ] {
      let failure = #expect(throws: InputFailure.self) { try other.run(name) }
      #expect(failure == InputFailure(other.path(name), message))
    }
  }

  @Test func `may be compressed`() throws {
    let scratch = try ImportScratch()
    try scratch.write("one.csv", Self.one)
    try scratch.write("two.csv", Self.two)
    try shell("gzip -k one.csv", scratch)
    try #require(Self.zip).write(to: scratch.folder.appendingPathComponent("both.zip"))
    #expect(try scratch.run("one.csv.gz").line == "1=1+0+0+0+0")
    let report = try scratch.run("both.zip")
    #expect(report.line == "2=1+0+1+0+0")
    #expect(report.sources[0].files == [scratch.path("both.zip") + ":one.csv"])
    // The hash is that of the content, compressed or not.
    #expect(try scratch.run("one.csv").sources[0].hashes == report.sources[0].hashes)
  }

  @Test func `may not be an empty zip file`() throws {
    let scratch = try ImportScratch()
    // The end of a directory without entries.
    let end = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
    try Data(end).write(to: scratch.folder.appendingPathComponent("empty.zip"))
    let failure = #expect(throws: InputFailure.self) { try scratch.run("empty.zip") }
    #expect(failure?.description == "\(scratch.path("empty.zip")): the zip file has no files")
    #expect(failure?.isUnreadable == false)
  }

  @Test func `of a zip file lie within it`() throws {
    let scratch = try ImportScratch()
    let (one, two) = (Array(Self.one.utf8), Array(Self.two.utf8))
    try Data(StoredZip.bytes([("../one.csv", one), ("f/./two.csv", two), (".x/y.csv", one)]))
      .write(to: scratch.folder.appendingPathComponent("some.zip"))
    let report = try scratch.run("some.zip")
    #expect(report.line == "1=1+0+0+0+0")
    let path = scratch.path("some.zip")
    #expect(report.sources.flatMap(\.files) == ["\(path):f/two.csv"])
    #expect(
      report.ignored.map { "\($0.file): \($0.reason)" } == [
        "\(path):../one.csv: its path leads out of the zip file"
      ])
    try Data(StoredZip.bytes([("../one.csv", one)]))
      .write(to: scratch.folder.appendingPathComponent("none.zip"))
    let failure = #expect(throws: InputFailure.self) { try scratch.run("none.zip") }
    let none = scratch.path("none.zip")
    #expect(
      failure?.description
        == "\(none): the zip file has no files that can be read; \(none):../one.csv: its path leads out "
        + "of the zip file")
  }

  @Test func `may be pipes, which cannot be read twice`() throws {
    let scratch = try ImportScratch()
    let rows = (0..<6000).map { "2026-03-01T10:00:00Z,s\($0),idea\n" }.joined()
    try scratch.write("rows.csv", "at,title,category\n" + rows)
    try shell("mkfifo pipe folder-pipe; mkdir f; mv folder-pipe f; cp rows.csv f", scratch)
    let log = scratch.path(".log")
    let writer = try ChildProcess(
      ["/bin/sh", "-c", "cat rows.csv > pipe"], directory: scratch.folder.path, output: log)
    #expect(try scratch.run("pipe").line == "6000=6000+0+0+0+0")
    _ = consume writer
    // No process writes to this one: pipes in a folder are not read.
    #expect(try scratch.run("f").line == "6000=0+0+6000+0+0")
  }

  @Test func `of no known format are an error if they are named, and reported in a folder`()
    throws
  {
    let scratch = try ImportScratch()
    try scratch.write("f/one.csv", Self.one)
    try scratch.write("f/x.csv", "when,what\n2026-03-01,One\n")
    let failure = #expect(throws: InputFailure.self) { try scratch.run("f/one.csv", "f/x.csv") }
    #expect(
      failure?.description
        == "\(scratch.path("f/x.csv")): no known format: its first record is \"when,what\"; fix the "
        + "header, or describe the file with a mapping (flint import --sniff FILE prints a draft for "
        + "--map)")
    #expect(failure?.isUnreadable == false)
    #expect(try scratch.sparks().isEmpty)
    let report = try scratch.run("f")
    #expect(report.line == "1=1+0+0+0+0")
    #expect(report.ignored.map(\.file) == [scratch.path("f/x.csv")])
  }

  @Test func `that are damaged are errors, and nothing is recorded`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "one.csv", Self.one + String(repeating: "2026-03-01,Many,idea\n", count: 5000))
    try shell("gzip -c one.csv | head -c 60 > cut.csv.gz", scratch)
    var zip = try #require(Self.zip)
    // An offset within the bytes of the first file.
    zip[zip.startIndex + 45] ^= 0x55
    try zip.write(to: scratch.folder.appendingPathComponent("one.zip"))
    for (name, message) in [
      ("cut.csv.gz", "the gzip file is cut off"),
      ("one.zip", "damaged in the zip file: its checksum does not match"),
    ] {
      let failure = #expect(throws: InputFailure.self) { try scratch.run(name) }
      #expect(failure?.message == message)
      #expect(failure?.isUnreadable == false, "\(name)")
    }
    #expect(try scratch.sparks().isEmpty)
  }

  @Test func `may be in other encodings, with other delimiters, and without a header`() throws {
    let scratch = try ImportScratch()
    try scratch.write("one.csv", "at;title;category\n2026-03-01;Grüße;idea\n")
    try shell(
      "iconv -f UTF-8 -t UTF-16 one.csv > sixteen.csv && iconv -f UTF-8 -t WINDOWS-1252 one.csv > w.csv",
      scratch)
    #expect(try scratch.run("sixteen.csv").line == "1=1+0+0+0+0")
    #expect(try scratch.run("w.csv") { $0.text.encoding = "windows-1252" }.line == "1=0+0+1+0+0")
    #expect(try scratch.sparks() == ["Grüße idea"])
    let failure = #expect(throws: InputFailure.self) {
      try scratch.run("w.csv") { $0.text.encoding = "klingon" }
    }
    #expect(failure?.message == "unknown encoding \"klingon\"")
    try scratch.write("bare.csv", "2026-03-01|Grüße|idea\n2026-03-02|More|idea\n")
    let bare = try scratch.run("bare.csv") { $0.text.columns = ["at", "title", "category"] }
    #expect(bare.line == "2=1+0+1+0+0")
    // Without an option, a file in another encoding is not read as UTF-8.
    let report = try scratch.run("w.csv")
    #expect(report.line == "1=0+0+0+1+0")
    #expect(report.rejects[0].problem.reason.contains("invalid UTF-8: byte 0xFC"))
  }

  @Test func `lose only the rows that are not in their encoding`() throws {
    let scratch = try ImportScratch()
    let bytes =
      Array("at,title,category\n2026-03-01,Gr".utf8) + [0xFC] + Array("n,idea\n2026-03-02,A".utf8)
      + [0x81] + Array(",idea\n2026-03-03,Two,idea\n".utf8)
    try Data(bytes).write(to: URL(fileURLWithPath: scratch.path("w.csv")))
    let report = try scratch.run("w.csv") { $0.text.encoding = "windows-1252" }
    #expect(report.line == "3=2+0+0+1+0")
    #expect(try scratch.sparks() == ["Grün idea", "Two idea"])
    // 18 bytes of header, 21 of the first row, "2026-03-02,A".
    #expect(
      report.rejects.map { "\($0.line) \($0.problem)" } == [
        "3 invalid windows-1252: a byte 0x81 at offset 51 that this encoding does not have (line 3, "
          + "column 13); fix the row, or give the encoding of the file with --encoding"
      ])

    // Of a file that is read whole, with a byte order mark before it: half a surrogate.
    let mood = { (day: Int, note: String) in "2026-03-0\(day),Sunday,good,,\(note)\n" }
    let text = "\u{FEFF}full_date,weekday,mood,activities,note\n" + mood(1, "ab") + mood(2, "c")
    var units = Array(text.utf16)
    units[units.firstIndex(of: 0x62) ?? 0] = 0xD800
    let words = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    try Data(words).write(to: URL(fileURLWithPath: scratch.path("u.csv")))
    try FileManager.default.removeItem(atPath: scratch.path("rejects.csv"))
    let moods = try scratch.run("u.csv")
    #expect(moods.line == "2=1+0+0+1+0")
    #expect(moods.rejects[0].problem.reason.contains("byte 0x00 at offset"))
  }

  @Test func `of no known format are rejected, with advice`() throws {
    let scratch = try ImportScratch()
    try scratch.write("x.csv", "when,what\n2026-03-01,One\n")
    let failure = #expect(throws: InputFailure.self) { try scratch.run("x.csv") }
    #expect(failure?.message.contains("no known format") == true)
    #expect(failure?.message.contains("--sniff") == true)
    try scratch.write("empty.csv", "")
    let empty = #expect(throws: InputFailure.self) { try scratch.run("empty.csv") }
    #expect(empty?.description == "\(scratch.path("empty.csv")): the file is empty")
  }

  @Test func `with invalid records lose only those`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "s.csv",
      "at,title,category\n2026-03-01,One,idea,too,many\n2026-03-02,Two,idea\n2026-03-03,\"Open,idea\n"
    )
    let report = try scratch.run("s.csv")
    #expect(report.line == "3=1+0+0+2+0")
    #expect(report.rejects.map(\.line) == [2, 4])
    #expect(report.rejects[1].problem.reason.contains("never closed"))
    #expect(try scratch.sparks() == ["Two idea"])
    // The excess fields are not lost.
    let wide = try scratch.text("rejects.csv").split(separator: "\n")[1]
    #expect(wide.hasPrefix("2026-03-01,One,idea,") && wide.hasSuffix(",too,many"))
    // Unchanged, the row is still too wide, and still complete.
    try FileManager.default.moveItem(
      atPath: scratch.path("rejects.csv"), toPath: scratch.path("again.csv"))
    #expect(try scratch.run("again.csv").line == "2=0+0+0+2+0")
    let again = try scratch.text("rejects.csv").split(separator: "\n")[1]
    #expect(again.hasPrefix("2026-03-01,One,idea,") && again.hasSuffix(",too,many"))
  }
}
