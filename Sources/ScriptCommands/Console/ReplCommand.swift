import ArgumentParser
import Commands
import Lua
import FlintRules
import Scripting
import Sessions
import Storage

/// Runs an interactive Lua prompt on a profile.
struct ReplCommand: Subcommand {
  static let name = "repl"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Start an interactive Lua prompt (REPL) on a profile.",
    discussion: """
      Each entry is a transaction: it is saved unless it fails. The value of an
      expression is printed. An incomplete entry continues on the next line. Ctrl-C
      discards the entry, or stops it while it runs. Tab completes names, fields and
      field values. :help shows the available commands; :undo reverts the latest
      entry.

      If standard input is not a terminal, entries are read without prompts, and the
      exit status is 1 if an entry failed or was refused.

      Examples:
        flint repl
        flint repl --dry-run
        echo 'profile().streak' | flint repl
      """)

  @OptionGroup var options: ScriptOptions

  func run() throws {
    var job = ScriptJob(options: options, directory: ".", arguments: [])
    job.input = ScriptInput(absent: "standard input has the entries; write the data into a file")
    // The editor reads the terminal's settings and the history before the process enters the sandbox.
    let input = ConsoleInput(LineEditor())
    job.hasHistory = input.isInteractive
    try job.enterSandbox(["."] + options.libraries)
    let store = try job.openStore()
    let before = options.dryRun && !options.messages.quiet ? try summary(store) : nil
    let failures = try withScriptThread { () throws -> Int in
      try InterruptFlag.whileRunning { interrupt in
        let conversation = try Conversation(job, store, input, interrupt)
        try conversation.run()
        return conversation.failures
      }
    }
    try StandardOutput.shared.flush()
    if let before {
      let changes = SummaryChanges(before: before, after: try summary(store)).text
      note(
        "dry run, nothing was kept" + (changes.isEmpty ? "" : "; it would have been:\n" + changes))
    }
    if failures > 0 && !input.isInteractive {
      throw CommandFailure(.failure, "")
    }
  }

  private func summary(_ store: Store) throws -> ProfileSummary {
    let session = SessionOptions(now: options.profile.now?.expression, isWriting: false)
    return try store.session(session) { try $0.reader.summary() }
  }
}
