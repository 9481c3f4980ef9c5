import Commands
import Sessions
import Views

/// A command that records events: one command line, or one line of several in a session.
protocol RecordingCommand: Subcommand {
  var options: RecordOptions { get }
  /// The command with its words, which `flint log --batches` shows.
  var line: [String] { get }
  /// Whether the command is about what was recorded before.
  var isAboutRecords: Bool { get }
  func record(in session: Session) throws -> [RecordedView]
}

extension RecordingCommand {
  var isAboutRecords: Bool { false }

  func run() throws { try recording(record) }

  /// Passes a session to a closure that records what the command says, commits, and prints the answer.
  func recording(_ body: (Session) throws -> [RecordedView]) throws {
    try options.recording(line, isAboutRecords: isAboutRecords, body)
  }
}
