import Foundation
import TestSupport
import Testing
import Transfer

/// Unreadable entries of a folder or an archive, and the reports about them.
struct `Skipped inputs of an import` {
  private static let header = "at,title,category\n"

  /// The files `./a.csv`, `../b.csv`, `c.csv.gz` and `.d.csv`, uncompressed.
  private static let paths = Data(
    base64Encoded: """
      UEsDBBQAAAAAAAAAIVwxxjkGJAAAACQAAAAHAAAALi9hLmNzdmF0LHRpdGxlLGNhdGVnb3J5CjIwMjYt
      MDMtMDEsQSxpZGVhClBLAwQUAAAAAAAAACFcaeBcDiQAAAAkAAAACAAAAC4uL2IuY3N2YXQsdGl0bGUs
      Y2F0ZWdvcnkKMjAyNi0wMy0wMixCLGlkZWEKUEsDBBQAAAAAAAAAIVxzPnEDNgAAADYAAAAIAAAAYy5j
      c3YuZ3ofiwgAAAAAAAIDSyzRKcksyUnVSU4sSU3PL6rkMjIwMtM1MAYiHWedzJTURC4Anv9QvyQAAABQ
      SwMEFAAAAAAAAAAhXIMW3IwBAAAAAQAAAAYAAAAuZC5jc3Z4UEsBAhQDFAAAAAAAAAAhXDHGOQYkAAAA
      JAAAAAcAAAAAAAAAAAAAAIABAAAAAC4vYS5jc3ZQSwECFAMUAAAAAAAAACFcaeBcDiQAAAAkAAAACAAA
      AAAAAAAAAAAAgAFJAAAALi4vYi5jc3ZQSwECFAMUAAAAAAAAACFccz5xAzYAAAA2AAAACAAAAAAAAAAA
      AAAAgAGTAAAAYy5jc3YuZ3pQSwECFAMUAAAAAAAAACFcgxbcjAEAAAABAAAABgAAAAAAAAAAAAAAgAHv
      AAAALmQuY3N2UEsFBgAAAAAEAAQA1QAAABQBAAAAAA==
      """, options: .ignoreUnknownCharacters)

  /// The file `l.csv`, compressed by LZMA.
  private static let lzma = Data(
    base64Encoded: """
      UEsDBD8AAgAOAAAAIVzxp+5nOAAAACQAAAAFAAAAbC5jc3YJBAUAXQAAgAAAMJ0BheHANqV6xb0PO8MB
      HoqBQxmtE929fNHPOTbmuEDA7mdFQcsj5Hv//DRkAFBLAQI/Az8AAgAOAAAAIVzxp+5nOAAAACQAAAAF
      AAAAAAAAAAAAAACAAQAAAABsLmNzdlBLBQYAAAAAAQABADMAAABbAAAAAAA=
      """, options: .ignoreUnknownCharacters)

  private func shell(_ command: String, _ scratch: ImportScratch) throws {
    let log = scratch.path(".log")
    var child = try ChildProcess(
      ["/bin/sh", "-c", command], directory: scratch.folder.path, output: log)
    let status = child.wait()
    try #require(status == 0, "\((try? scratch.text(".log")) ?? "")")
  }

  @Test(.slow) func `are reported: broken links, links to folders and pipes in a folder`() throws {
    let scratch = try ImportScratch()
    try scratch.write("f/deep/one.csv", Self.header + "2026-03-01,One,idea\n")
    try scratch.write("g/two.csv", Self.header + "2026-03-02,Two,idea\n")
    try shell(
      "cd f; ln -s nothing a.csv; ln -s ../g g; ln -s ../g/two.csv t.csv; mkfifo p", scratch)
    let report = try scratch.run("f")
    #expect(try scratch.sparks() == ["One idea", "Two idea"])
    #expect(
      report.ignored.map { "\($0.file.dropFirst(scratch.path("").count + 1)): \($0.reason)" } == [
        "f/a.csv: a link whose target does not exist: No such file or directory",
        "f/g: a link to a folder, which is not followed: give that folder itself",
        "f/p: a pipe, a device or a socket; of a folder only files are read",
      ])
  }

  @Test func `are reported: zip files in a folder`() throws {
    let scratch = try ImportScratch()
    try scratch.write("f/one.csv", Self.header + "2026-03-01,One,idea\n")
    try #require(Self.paths).write(to: URL(fileURLWithPath: scratch.path("f/p.zip")))
    let report = try scratch.run("f")
    #expect(report.line == "1=1+0+0+0+0")
    #expect(report.ignored.map(\.file) == [scratch.path("f/p.zip")])
    #expect(report.ignored.first?.reason.hasPrefix("a zip file, which is not unpacked") == true)
  }

  @Test func `are reported: unreachable entries of a folder`() throws {
    // Root can access everything, but no path may have more than 4095 bytes.
    let scratch = try ImportScratch()
    try scratch.write("f/one.csv", Self.header + "2026-03-01,One,idea\n")
    try shell(
      """
      cd f; name=$(printf '%0250d' 0)
      for level in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do mkdir $name && cd $name || exit 0; done
      """, scratch)
    let report = try scratch.run("f")
    try shell("rm -rf f", scratch)
    #expect(report.line == "1=1+0+0+0+0")
    #expect(report.ignored.map(\.reason) == ["cannot be reached: File name too long"])
  }

  @Test func `are an error if there are no other files`() throws {
    let scratch = try ImportScratch()
    try shell("mkdir f; ln -s nothing f/a.csv", scratch)
    let failure = #expect(throws: InputFailure.self) { try scratch.run("f") }
    #expect(
      failure?.message == "the folder has no files that can be read; \(scratch.path("f"))/a.csv: "
        + "a link whose target does not exist: No such file or directory")
  }

  @Test func `are reported: paths that lead out of a zip file; others are normalised`()
    throws
  {
    let scratch = try ImportScratch()
    try #require(Self.paths).write(to: URL(fileURLWithPath: scratch.path("p.zip")))
    let report = try scratch.run("p.zip")
    let zip = scratch.path("p.zip")
    #expect(report.sources.map(\.files) == [["\(zip):a.csv"], ["\(zip):c.csv.gz"]])
    #expect(try scratch.sparks() == ["A idea", "C idea"])
    #expect(report.ignored.map(\.file) == ["\(zip):../b.csv"])
    #expect(report.ignored.map(\.reason) == ["its path leads out of the zip file"])
  }

  @Test
  func `do not include a file of a zip file with an unsupported compression, which is an error`()
    throws
  {
    let scratch = try ImportScratch()
    try #require(Self.lzma).write(to: URL(fileURLWithPath: scratch.path("l.zip")))
    let failure = #expect(throws: InputFailure.self) { try scratch.run("l.zip") }
    #expect(
      failure.map { "\($0)" } == "\(scratch.path("l.zip")):l.csv: compressed by LZMA, which is not "
        + "supported; unpack the zip file first")
  }

  @Test func `include padding after a gzip file, and no other data`() throws {
    let scratch = try ImportScratch()
    try scratch.write("one.csv", Self.header + "2026-03-01,One,idea\n")
    try scratch.write("two.csv", "2026-03-02,Two,idea\n")
    try shell(
      """
      gzip -kn one.csv two.csv
      { cat one.csv.gz; head -c 600 /dev/zero; } > padded.csv.gz
      cat one.csv.gz two.csv.gz > both.csv.gz
      { cat one.csv.gz; printf garbage; } > more.csv.gz
      { cat one.csv.gz; head -c 9 two.csv.gz; } > cut.csv.gz
      stat -c %s one.csv.gz > size
      """, scratch)
    #expect(try scratch.run("padded.csv.gz").line == "1=1+0+0+0+0")
    #expect(try scratch.run("both.csv.gz").line == "2=1+0+1+0+0")
    let size = try #require(Int(try scratch.text("size").filter(\.isNumber)))
    let failure = #expect(throws: InputFailure.self) { try scratch.run("more.csv.gz") }
    #expect(
      failure?.message.hasPrefix(
        "other data follows the compressed data, from byte \(size + 1) on: ") == true)
    let cut = #expect(throws: InputFailure.self) { try scratch.run("cut.csv.gz") }
    #expect(cut?.message == "the gzip file is cut off")
  }
}
