import Foundation
import Testing

/// Help pages on a terminal of 80 columns.
struct `Help pages` {
  static let commands =
    [""] + Shell.commandNames + [
      "rules show", "rules check", "rules diff", "rules set", "rules import",
    ]

  /// Returns the text between the first paragraph of the overview and the usage.
  private func discussion(_ command: String, columns: Int) throws -> Substring {
    let scratch = try Scratch()
    let page = try Shell.run("COLUMNS=\(columns) flint \(command) --help", in: scratch.url).output
    let begin = try #require(page.firstRange(of: "\n\n")).upperBound
    let end = try #require(page.firstRange(of: "USAGE:")).lowerBound
    return page[min(begin, end)..<end]
  }

  @Test(arguments: commands)
  func `help texts fit in 80 columns without further wrapping`(command: String) throws {
    #expect(try discussion(command, columns: 80) == discussion(command, columns: 400))
  }
}
