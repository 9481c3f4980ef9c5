import Commands
import Foundation
import Lua
import FlintRules
import Scripting
import Sessions
import Storage

/// An interactive session (REPL), from its first entry to its end.
final class Conversation {
  private let job: ScriptJob
  private let store: Store
  private let input: ConsoleInput
  private let messages: ScriptMessages
  private let console: ScriptConsole
  private let interrupt: InterruptFlag
  /// The number of entries that failed.
  private(set) var failures = 0
  private var hasNotedLocals = false
  /// The batches that this session recorded; other processes may record batches at the same time.
  private var own: Set<Int64> = []

  init(
    _ job: ScriptJob, _ store: Store, _ input: ConsoleInput, _ interrupt: InterruptFlag
  ) throws {
    let options = job.options
    self.job = job
    self.interrupt = interrupt
    self.store = store
    self.input = input
    messages = ScriptMessages(options.messages)
    var limits = options.luaLimits
    // Output to an interactive user is not buffered.
    if input.isInteractive { limits.outputBuffer = 0 }
    let context = job.context(ScriptOutputs(most: 0), messages) {
      throw SessionError.ended
    }
    do {
      console = try ScriptConsole(
        context: context, limits: limits, directories: ["."] + options.libraries
      ) { bytes in
        StandardOutput.shared.write(bytes)
        if limits.outputBuffer == 0 { try? StandardOutput.shared.flush() }
      }
    } catch {
      throw CommandFailure(scriptError: error, input: nil) ?? error
    }
  }

  /// Runs until the end of the input.
  func run() throws {
    if input.isInteractive && !job.options.messages.quiet {
      note(
        "Flint \(Version.number), Lua 5.4. \(job.options.dryRun ? "Nothing is saved. " : "")"
          + ":help shows the commands, Ctrl-D exits.")
    }
    while let entry = try nextEntry() {
      CommittedWork.begin()
      switch entry {
      case .command(let line): if try execute(line) { return }
      case .code(let text, let isExpression): run(text, isExpression: isExpression)
      }
      // While the console waits, the file may be copied or replaced.
      store.emptyLog()
      // The reader of the output has closed the pipe.
      if StandardOutput.shared.isClosed { return }
    }
    if input.isInteractive { note("") }
  }

  /// Whether a line is a command rather than Lua, where a label begins with two colons.
  private static func isCommand(_ line: String) -> Bool {
    line.hasPrefix(":") && !line.hasPrefix("::")
  }

  /// Returns the intended command for words that other consoles use: `help`, `exit` and `quit` are not
  /// Lua, unless a script has defined them.
  private func commandMeant(by line: String) -> String? {
    // Long lines cannot be such a word.
    guard line.utf8.count < 40 else { return nil }
    let word = line.trimmingCharacters(in: .whitespaces).replacing("()", with: "")
    guard ["help", "exit", "quit"].contains(word), !console.defines(word) else { return nil }
    return ":\(word)"
  }

  // MARK: Entries

  /// The number of compiled bytes after which an entry is compiled again only when it has grown by an
  /// eighth or by an empty line. Each new line compiles all lines before it once more.
  private static let mostCompiled = 64 << 20

  private enum Entry {
    case command(String)
    /// Lua code: an expression whose value is printed, or statements.
    case code(String, isExpression: Bool)
  }

  /// Reads lines until they form an entry; returns `nil` at the end.
  private func nextEntry() throws -> Entry? {
    var entry = ""
    var compiled = 0
    var latest = 0
    func drop() {
      entry = ""
      compiled = 0
      latest = 0
    }
    while true {
      if let editor = input.editor {
        editor.complete = { [console] text in console.completion(of: entry + text) }
      }
      let prompt =
        entry.isEmpty
        ? "\(console.name)> " : String(repeating: " ", count: console.name.count - 1) + "…> "
      // While a line is edited, Ctrl-C is a key; otherwise it ends the process.
      let read =
        input.isInteractive
        ? try input.read(prompt) : try interrupt.whileIdle { try input.read(prompt) }
      let line: String
      switch read {
      case .text(let text): line = text
      case .dropped:
        drop()
        continue
      case .end:
        if entry.isEmpty { return nil }
        // The compiler reports that the entry is incomplete.
        return .code(entry, isExpression: false)
      }
      input.remember(line)
      if entry.isEmpty {
        if line.allSatisfy(\.isWhitespace) { continue }
        if Self.isCommand(line) {
          return .command(line.trimmingCharacters(in: .whitespaces))
        }
        if let command = commandMeant(by: line) { return .command(command) }
      }
      entry += line
      guard entry.utf8.count <= ScriptConsole.longest else {
        fail(
          "an entry may have \(ScriptConsole.longest >> 20) MiB at most; put it into a file and "
            + "run that"
        )
        try skipRest(of: entry)
        drop()
        continue
      }
      let size = entry.utf8.count
      if compiled <= Self.mostCompiled || line.isEmpty || size - latest > latest / 8 {
        compiled += size
        latest = size
        if let extent = extent(of: entry) {
          if case .whole(let isExpression) = extent {
            return .code(entry, isExpression: isExpression)
          }
        } else {
          drop()
          continue
        }
      }
      entry += "\n"
    }
  }

  /// Skips the rest of an entry that was too long, which would be read as entries otherwise.
  private func skipRest(of entry: String) throws {
    if input.isInteractive { return }
    while case .text(let line) = try input.read(""), !line.isEmpty {}
  }

  private func extent(of entry: String) -> ScriptConsole.Extent? {
    do {
      return try console.extent(of: entry)
    } catch {
      show(error)
      return nil
    }
  }

  private func run(_ entry: String, isExpression: Bool) {
    let options = job.options
    let outputs = ScriptOutputs(
      isRehearsal: options.dryRun, most: options.limits.maxWritten.bytes)
    // Discards the files unless the entry is committed.
    interrupt.clear()
    var opened: Session?
    defer {
      interrupt.clear()
      outputs.discard()
      // An entry that failed may have committed something before, by checkpoint().
      own.formUnion(opened?.committedBatches ?? [])
    }
    do {
      let results = try store.sessionOnDemand(
        SessionOptions(now: options.profile.now?.expression, batchSource: "(repl)")
      ) { open in
        try withoutActuallyEscaping(open) { open in
          let results = try job.whileWatched { watch in
            try console.run(
              entry, isExpression: isExpression, outputs: outputs,
              started: { interrupt.watch($0) },
              session: {
                let session = try watch.map { try $0.excluding(open) } ?? open()
                opened = session
                return session
              })
          }
          // The commit follows, which must not be interrupted.
          interrupt.ignore()
          messages.end()
          try outputs.prepareForCommit()
          // The output has to be written before the commit.
          try StandardOutput.shared.flush()
          return results
        }
      }
      try outputs.placeAfterCommit()
      if !options.messages.quiet, let tally = opened?.tally { clockNotes(tally).forEach(note) }
      if !input.isInteractive, let refusal = Self.refusal(results) {
        show(CommandFailure(.failure, refusal))
      } else if !results.isEmpty {
        StandardOutput.shared.write(ShownValue.text(of: results, columns: input.columns) + "\n")
      }
      noteLocals(entry)
    } catch {
      messages.end()
      show(error)
    }
    try? StandardOutput.shared.flush()
  }

  /// Prints a note, once, that local variables are gone after their entry.
  private func noteLocals(_ entry: String) {
    guard input.isInteractive, !hasNotedLocals, entry.hasPrefix("local "), !entry.contains("\n")
    else { return }
    hasNotedLocals = true
    note("note: local variables exist only within their entry; omit \"local\" to define a global")
  }

  /// Returns the text of the refusal that two results are; `nil` if they are none.
  private static func refusal(_ results: [ShownResult]) -> String? {
    guard results.count == 2, results[0] == .value(.nil), case .text(let text) = results[1]
    else { return nil }
    return TerminalText.printable(String(decoding: text.prefix(4000), as: UTF8.self))
  }

  private func fail(_ text: String) {
    failures += 1
    note("flint: \(text)")
  }

  private func show(_ error: any Error) {
    if case .help(let text)? = (error as? LuaError)?.underlying as? ScriptEnd {
      return StandardOutput.shared.write(text)
    }
    failures += 1
    let failure =
      CommandFailure(scriptError: error, input: console.inputError) ?? error as? CommandFailure
      ?? CommandFailure(error) ?? CommandFailure(.storage, "\(error)")
    if job.options.messages.errorFormat == .json {
      if let json = failure.withJSON(of: error as? LuaError).json { return writeError(json: json) }
      return note(failure.message)
    }
    note("flint: \(failure.sayingWhatStayed.message)")
    // The Lua state may be inconsistent after a lack of memory.
    if let error = error as? LuaError, error.code == .stopped(.memory) {
      note("note: all definitions were cleared to free memory")
      reset()
    }
  }

  // MARK: Commands

  /// Executes a command, a line that begins with a colon.
  ///
  /// - Returns: Whether the command ends the session.
  private func execute(_ line: String) throws -> Bool {
    let words = line.split(separator: " ").map(String.init)
    let takesNothing =
      ConsoleHelp.commands.filter(\.given.isEmpty).map(\.name) + [":q", ":exit"]
    if words.count > 1, takesNothing.contains(words[0]) {
      fail(
        "\(words[0]): expected nothing behind it, got "
          + Suggestion.quoted(words.dropFirst().joined(separator: " ")))
      return false
    }
    switch words[0] {
    case ":quit", ":q", ":exit": return true
    case ":help", ":h", ":?":
      let name = words.dropFirst().joined(separator: " ")
      if let text = ConsoleHelp.text(
        for: name, columns: input.columns, in: console.reference)
      {
        StandardOutput.shared.write(text + "\n")
      } else {
        fail(ConsoleHelp.unknown(name, in: console.reference))
      }
    case ":undo":
      change("undid", "nothing to undo in this session; flint undo reverts earlier batches") {
        [own] in try $0.history.undoLatest(among: own)
      }
    case ":redo":
      change(
        "redid", "nothing to redo in this session; flint redo also redoes what other commands undid"
      ) {
        [own] in try $0.history.redoLatest(among: own)
      }
    case ":reset": reset()
    default:
      fail(
        "unknown command \(Suggestion.quoted(words[0]))"
          + Suggestion.hint(for: words[0], among: ConsoleHelp.commands.map(\.name)))
    }
    try StandardOutput.shared.flush()
    return false
  }

  private func change(
    _ verb: String, _ nothing: String, _ body: (Session) throws -> UndoReport?
  ) {
    do {
      let options = SessionOptions(
        now: job.options.profile.now?.expression, batchKind: "repl", batchSource: "(repl)")
      var opened: Session?
      defer { own.formUnion(opened?.committedBatches ?? []) }
      let text = try store.session(options) { session in
        opened = session
        let before = try session.reader.summary()
        guard let report = try body(session) else { return nothing }
        let changes = SummaryChanges(before: before, after: try session.reader.summary()).text
        return try report.text(verb, session) + (changes.isEmpty ? "" : "\n\(changes)")
      }
      StandardOutput.shared.write(text + "\n")
    } catch {
      show(error)
    }
  }

  private func reset() {
    do {
      try console.reset()
    } catch {
      show(error)
    }
  }
}
