import ArgumentParser
import Lua
import Scripting

/// Talks Lua with whoever is at the terminal.
struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", _superCommandName: "flint",
    abstract: "Start an interactive Lua prompt; each entry is kept unless it fails.",
    discussion: """
      An expression shows what it comes to. An entry that is not whole goes on in
      the next line; Ctrl-C drops it, or stops what runs. Tab completes names,
      fields and what they accept. :help tells what there is, :undo takes back
      what the latest entry recorded.

      Without a terminal it reads standard input, without prompts, and ends with 1
      when an entry failed.

      Examples:
        flint repl
        flint repl --dry-run
        echo 'profile().streak' | flint repl
      """)

  @OptionGroup var options: ScriptOptions

  func run() throws {
    let job = ScriptJob(options: options, directory: ".", arguments: [])
    // What the editor has to read, of the terminal and of earlier conversations, it reads before the
    // process enters the sandbox.
    let input = ConsoleInput(LineEditor())
    try job.enterSandbox(["."] + options.libraries)
    let store = try job.openStore()
    let failures = try withScriptThread { () throws -> Int in
      try InterruptFlag.whileRunning { interrupt in
        let conversation = try Conversation(job, store, input, interrupt)
        try conversation.hold()
        return conversation.failures
      }
    }
    try StandardOutput.shared.flush()
    if failures > 0 && !input.isInteractive {
      throw CommandFailure(status: .failure, message: "")
    }
  }
}
