import Foundation
import Lua
import Rules
import Scripting
import Sessions
import Storage

/// A conversation from its first entry to its end.
final class Conversation {
  private let job: ScriptJob
  private let store: Store
  private let input: ConsoleInput
  private let messages: ScriptMessages
  private let console: ScriptConsole
  private let interrupt: InterruptFlag
  /// How many entries failed.
  private(set) var failures = 0
  private var hasToldOfLocals = false
  /// The batches that the conversation recorded; others record at the same time.
  private var own: Set<Int64> = []

  init(
    _ job: ScriptJob, _ store: Store, _ input: ConsoleInput, _ interrupt: InterruptFlag
  ) throws {
    let options = job.options
    self.job = job
    self.interrupt = interrupt
    self.store = store
    self.input = input
    messages = ScriptMessages(
      isQuiet: options.quiet, level: options.logLevel, format: options.logFormat)
    var limits = options.limits.limits(lastWords: options.errorFormat)
    // Whoever waits sees at once what is printed.
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

  /// Goes on until its end.
  func hold() throws {
    if input.isInteractive && !job.options.quiet {
      note(
        "Flint \(Version.number), Lua 5.4. \(job.options.dryRun ? "Nothing is kept. " : "")"
          + ":help tells what there is, Ctrl-D ends.")
    }
    while let entry = try nextEntry() {
      switch entry {
      case .command(let line): if try obey(line) { return }
      case .code(let text, let isExpression): run(text, isExpression: isExpression)
      }
      // Nobody reads any more.
      if StandardOutput.shared.isClosed { return }
    }
    if input.isInteractive { note("") }
  }

  /// Whether a line is not Lua: there a label begins with two colons.
  private static func isCommand(_ line: String) -> Bool {
    line.hasPrefix(":") && !line.hasPrefix("::")
  }

  /// What somebody means who knows other consoles: `help`, `exit` and `quit` are no Lua, unless a script
  /// has defined them.
  private func commandMeant(by line: String) -> String? {
    // Long lines are not looked through.
    guard line.utf8.count < 40 else { return nil }
    let word = line.trimmingCharacters(in: .whitespaces).replacing("()", with: "")
    guard ["help", "exit", "quit"].contains(word), !console.defines(word) else { return nil }
    return ":\(word)"
  }

  // MARK: Entries

  /// Each line compiles all the lines before it once more. When so many bytes were compiled, an entry is
  /// compiled again only when it has grown by a part of itself, or by an empty line.
  private static let mostCompiled = 64 << 20

  private enum Entry {
    /// A line for the console itself.
    case command(String)
    /// Lua: an expression, whose value is wanted, or statements.
    case code(String, isExpression: Bool)
  }

  /// Reads lines until they make an entry; `nil` at the end.
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
      // While a line is edited, Ctrl-C is a key; where lines are only read, it ends.
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
        // What is missing is for the compiler to say.
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
          "an entry may have \(ScriptConsole.longest >> 20) MiB at most; put it into a file and run that"
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

  /// Passes over what belongs to an entry that was too long: else each of its lines would be one.
  private func skipRest(of entry: String) throws {
    if input.isInteractive { return }
    while case .text(let line) = try input.read(""), !line.isEmpty {}
  }

  private func extent(of entry: String) -> ScriptConsole.Extent? {
    do {
      return try console.extent(of: entry)
    } catch {
      tell(error)
      return nil
    }
  }

  private func run(_ entry: String, isExpression: Bool) {
    let options = job.options
    let outputs = ScriptOutputs(
      isRehearsal: options.dryRun, most: options.limits.maxWritten.bytes)
    // Whatever keeps the entry's work from being kept.
    interrupt.clear()
    var opened: Session?
    defer {
      interrupt.clear()
      outputs.discard()
      // An entry that failed may have kept something before, by checkpoint().
      own.formUnion(opened?.committedBatches ?? [])
    }
    do {
      let results = try store.sessionOnDemand(
        SessionOptions(now: options.profile.now, batchSource: "(repl)")
      ) { open in
        try withoutActuallyEscaping(open) { open in
          let results = try job.whileWatched { watch in
            try console.run(
              entry, isExpression: isExpression, outputs: outputs,
              started: { interrupt.watch($0) },
              session: {
                let session = try watch.map { try $0.passingOver(open) } ?? open()
                opened = session
                return session
              })
          }
          // What follows is the commit, which is not to be left half-way.
          interrupt.settle()
          messages.end()
          try outputs.prepareForCommit()
          // What was printed has to arrive before the profile says that it was.
          try StandardOutput.shared.flush()
          return results
        }
      }
      try outputs.placeAfterCommit()
      let text = ShownValue.text(of: results, columns: input.columns)
      if !results.isEmpty { StandardOutput.shared.write(text + "\n") }
      tellOfLocals(entry)
    } catch {
      messages.end()
      tell(error)
    }
    try? StandardOutput.shared.flush()
  }

  /// What `local` defines is gone with the entry, which surprises once.
  private func tellOfLocals(_ entry: String) {
    guard input.isInteractive, !hasToldOfLocals, entry.hasPrefix("local "), !entry.contains("\n")
    else { return }
    hasToldOfLocals = true
    note("note: locals end with their entry; without \"local\" the name stays")
  }

  private func fail(_ text: String) {
    failures += 1
    note("flint: \(text)")
  }

  private func tell(_ error: any Error) {
    failures += 1
    let failure =
      CommandFailure(scriptError: error, input: console.inputError) ?? error as? CommandFailure
      ?? CommandFailure(error) ?? CommandFailure(status: .storage, message: "\(error)")
    if case .help(let text)? = (error as? LuaError)?.underlying as? ScriptEnd {
      failures -= 1
      return StandardOutput.shared.write(text)
    }
    if job.options.errorFormat == .json {
      return note(failure.withJSON(of: error as? LuaError).json ?? failure.message)
    }
    note("flint: \(failure.message)")
    // What Lua's state is worth after that is not to be known.
    if let error = error as? LuaError, error.code == .stopped(.memory) {
      note("note: what was defined is forgotten, so that there is memory again")
      reset()
    }
  }

  // MARK: Commands

  /// Does what a line says that begins with a colon.
  ///
  /// - Returns: whether that ends the conversation.
  private func obey(_ line: String) throws -> Bool {
    let words = line.split(separator: " ").map(String.init)
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
      change("undid", "nothing to undo in this conversation; flint undo goes further back") {
        [own] in try $0.undoLatest(among: own)
      }
    case ":redo":
      change("redid", "nothing to redo in this conversation; flint redo redoes what others undid") {
        [own] in try $0.redoLatest(among: own)
      }
    case ":reset": reset()
    default:
      fail(
        "there is no command \(Suggestion.quoted(words[0]))"
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
        now: job.options.profile.now, batchKind: "repl", batchSource: "(repl)")
      var opened: Session?
      defer { own.formUnion(opened?.committedBatches ?? []) }
      let text = try store.session(options) { session in
        opened = session
        let before = try session.summary()
        guard let report = try body(session) else { return nothing }
        let changes = SummaryChanges(before: before, after: try session.summary()).text
        return try report.text(verb, session) + (changes.isEmpty ? "" : "\n\(changes)")
      }
      StandardOutput.shared.write(text + "\n")
    } catch {
      tell(error)
    }
  }

  private func reset() {
    do {
      try console.reset()
    } catch {
      tell(error)
    }
  }
}
