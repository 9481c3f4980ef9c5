import Foundation
import FlintRules
import Sessions
import Testing
import Transfer

/// A program that changes the line ends of a file changes those in texts, too.
struct `Line ends in texts of Flint's own tables` {
  private static let sparks =
    "at,title,category,notes\n2026-01-05T10:00:00Z,x,energy,\"a\nb\"\n"
    + "2026-01-05T10:00:00Z,x,energy,\"a\nb\"\n"
  private static let moods =
    "entry_type,date,mood,recorded_at,note\n,2026-01-05,good,2026-01-05T10:00:00Z,\"a\nb\"\n"
  private static let entries =
    "at,tracker,kind,value,notes\n2026-01-05T10:00:00Z,Walk,session,30,\"a\nb\"\n"
  private static let tasks = "name,details,added\nLetter,\"a\nb\",2026-01-05T10:00:00Z\n"

  @Test(arguments: [sparks, moods, entries, tasks], [false, true])
  func `make no difference`(text: String, isWindowsFirst: Bool) throws {
    let scratch = try ImportScratch()
    let windows = text.replacing("\n", with: "\r\n")
    try scratch.write("1.csv", isWindowsFirst ? windows : text)
    try scratch.write("2.csv", isWindowsFirst ? text : windows)
    let count = text == Self.sparks ? 2 : 1
    #expect(try scratch.run("1.csv").line == "\(count)=\(count)+0+0+0+0")
    #expect(try scratch.run("2.csv").line == "\(count)=0+0+\(count)+0+0")
    #expect(try scratch.run("1.csv").line == "\(count)=0+0+\(count)+0+0")
  }

  @Test func `distinguish two rows of one file`() throws {
    let scratch = try ImportScratch()
    let header = "at,title,category,notes\n"
    let rows = ["a\nb", "a\r\nb"].map { "2026-01-05T10:00:00Z,x,energy,\"\($0)\"\n" }
    try scratch.write("1.csv", header + rows.joined())
    #expect(try scratch.run("1.csv").line == "2=2+0+0+0+0")
    #expect(try scratch.run("1.csv").line == "2=0+0+2+0+0")
    let lengths: [Int] = try scratch.session { session in
      let sparks = try session.reader.sparks(
        sequences: try session.reader.sparkSequences(SparkQuery())[...])
      return sparks.compactMap { $0.spark.notes?.utf8.count }.sorted()
    }
    #expect(lengths == [3, 4])
  }
}
