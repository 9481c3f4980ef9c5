import Foundation
import Testing

/// The numbers of docs/schemes.md, which other programs computed.
struct `The page of schemes` {
  private struct Question: CustomStringConvertible {
    var pool: String
    var options: String
    var answer: String
    var description: String { "\(pool) \(options)" }
  }

  private static func questions() throws -> [Question] {
    let page = try String(
      contentsOf: Shell.root.appendingPathComponent("docs/schemes.md"), encoding: .utf8)
    var pool = ""
    var questions: [Question] = []
    for line in page.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
      }
      guard cells.count == 6, cells[4].contains(where: \.isNumber) else { continue }
      if !cells[1].isEmpty { pool = cells[1] }
      questions.append(Question(pool: pool, options: cells[3], answer: cells[4]))
    }
    return questions
  }

  @Test func `has the answers of the program to every digit`() throws {
    let questions = try Self.questions()
    #expect(questions.count == 37)
    for question in questions {
      let options = question.options.split(separator: " ").map { "'\($0)'" }.joined(separator: " ")
      let result = try Shell.run(
        "flint odds pool \(question.pool) --rules examples/schemes/schemes.lua \(options) --format json",
        in: Shell.root)
      #expect(result.status == 0, "\(question): \(result.output)")
      let answer =
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      #expect((answer?["method"] as? String)?.contains("simul") == false, "\(question)")
      let isShare = question.answer.hasSuffix("%")
      let value =
        isShare
        ? ((answer?["at"] as? [[String: Any]])?.first?["probability"] as? Double).map { 100 * $0 }
        : answer?["mean"] as? Double
      let shown = value.map { String(format: "%.8f", $0) + (isShare ? " %" : "") }
      #expect(shown == question.answer, "\(question)")
    }
  }

  @Test func `has no scheme whose rates look wrong`() throws {
    let result = try Shell.run("flint rules check examples/schemes/schemes.lua", in: Shell.root)
    #expect(result.status == 0)
    #expect(!result.output.contains("Note:"), "\(result.output)")
  }
}
