import Foundation
import Testing

/// Help pages on a terminal of 80 columns.
struct `Help pages` {
  static let commands: [String] =
    [""] + [
      "run", "eval", "repl", "status", "sparks", "cards", "missions", "tasks", "quests", "moods",
      "journey",
      "achievements", "trackers", "stats", "due", "log", "undo", "redo", "merge", "init", "rules",
      "rules show", "rules check", "rules diff", "rules set", "replay", "verify", "backup",
      "export", "import", "odds", "api", "check", "test", "new", "doctor",
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
