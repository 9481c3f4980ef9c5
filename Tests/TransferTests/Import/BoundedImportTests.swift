import Foundation
import FlintJSON
import FlintRules
import Testing

@testable import Transfer

@Suite struct `What an import costs` {
  @Test func `is bounded by the number of values of a record, which is refused alone`() throws {
    let scratch = try ImportScratch()
    let many = String(repeating: "1,", count: JSONValue.maximumCount)
    try scratch.write(
      "tasks.json",
      """
      {"uuid":"00000000-0000-0000-0000-000000000001","description":"a","entry":"20260601T000000Z","status":"pending","x":[\(many)1]}
      {"uuid":"00000000-0000-0000-0000-000000000002","description":"b","entry":"20260601T000000Z","status":"pending"}

      """)
    let report = try scratch.run("tasks.json")
    #expect(report.line == "2=1+0+0+1+0")
    #expect(report.rejects.first?.problem.reason.contains("it has too many values") == true)
  }

  @Test func `is bounded by the size of a record`() throws {
    let bytes = [UInt8](repeating: 0x20, count: JSONValue.maximumRecordSize) + [0x31]
    #expect(throws: JSONError.self) { try JSONValue(record: bytes) }
    #expect(try JSONValue(record: Array(bytes.dropFirst())) == .integer(1))
  }

  @Test(arguments: [0, 1, 2, 3, 4, 255, 256, 257])
  func `of a backup in base64 is one copy of it, equal to what Foundation decodes`(
    count: Int
  ) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 151 + 250) }
    let text = Data(bytes).base64EncodedString(options: .lineLength64Characters)
    #expect(DaylioBackup.decoded(base64: Array(text.utf8)) == bytes)
  }

  @Test(arguments: ["A", "AA", "AAA", "A===", "AA=A", "A?AA", "=AAA", "AAAA=", "AA==AA=="])
  func `of text that is not base64 is nothing`(text: String) {
    #expect(DaylioBackup.decoded(base64: Array(text.utf8)) == nil)
  }

  /// A creation out of the order of the fold has all of them folded again.
  @Test func `of new trackers is in proportion to their number`() throws {
    func seconds(_ count: Int) throws -> Duration {
      let scratch = try ImportScratch()
      let names = (0..<count).map { "h\($0)" }.joined(separator: ",")
      let marks = Array(repeating: "2", count: count).joined(separator: ",")
      try scratch.write("Checkmarks.csv", "Date,\(names)\n2026-01-02,\(marks)\n")
      let start = ContinuousClock.now
      let line = try scratch.run("Checkmarks.csv").line
      let duration = ContinuousClock.now - start
      #expect(line == "1=1+0+0+0+0")
      return duration
    }
    _ = try seconds(50)
    let (few, many) = (try seconds(300), try seconds(2400))
    #expect(many < few * 32, "\(few), \(many)")
  }
}
