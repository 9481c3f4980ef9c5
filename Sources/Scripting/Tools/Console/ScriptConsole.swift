package import Lua
package import Sessions

/// An interactive Lua console: entries run one after the other in one state, each as a separate
/// unit of work on the profile.
package final class ScriptConsole {
  private let context: ScriptContext
  private let limits: LuaLimits
  private let directories: [String]
  private let write: (UnsafeRawBufferPointer) -> Void
  private var state: LuaState
  /// The reference of the functions that entries can call.
  package private(set) lazy var reference = Reference()
  /// The number of entries so far; each is a chunk with that number as its name.
  private var entries = 0

  /// The number of latest entries whose source is retained for messages.
  private static let maximumSources = 100

  /// The maximum length of an entry, in bytes.
  package static let longest = 1 << 20

  /// Creates a console on the current thread, which needs a stack of several megabytes.
  ///
  /// - Parameters:
  ///   - context: the profile, files and messages of the entries.
  ///   - limits: the limits of each entry; the memory limit applies to all of them together.
  ///   - directories: the directories that `require` searches.
  ///   - write: receives printed bytes.
  package init(
    context: ScriptContext, limits: LuaLimits, directories: [String],
    write: @escaping (UnsafeRawBufferPointer) -> Void
  ) throws(LuaError) {
    self.context = context
    self.limits = limits
    self.directories = directories
    self.write = write
    state = try Script.makeState(
      in: context, limits: limits, directories: directories, write: write)
  }

  package func reset() throws(LuaError) {
    state = try Script.makeState(
      in: context, limits: limits, directories: directories, write: write)
  }

  /// The name of the next entry in messages.
  package var name: String { "[\(entries + 1)]" }

  // MARK: Entries

  /// The completeness of an entry.
  package enum Extent {
    /// The entry continues on another line.
    case incomplete
    /// The entry can run: it is an expression, whose value is shown, or statements.
    case whole(isExpression: Bool)
  }

  /// Determines whether an entry continues on another line, by compiling it as `lua` does.
  ///
  /// - Throws: the error that stopped the compiler. An entry with a syntax error is whole.
  package func extent(of text: String) throws(LuaError) -> Extent {
    state.stopper.clear()
    defer { endEntry() }
    let asExpression = try state.compile(
      source: Array("return \(text)".utf8), chunkName: "=\(name)")
    guard let asExpression else { return .whole(isExpression: true) }
    guard let error = try state.compile(source: Self.statements(text), chunkName: "=\(name)") else {
      return .whole(isExpression: false)
    }
    let isIncomplete = error.message.hasSuffix("<eof>") || asExpression.message.hasSuffix("<eof>")
    return isIncomplete ? .incomplete : .whole(isExpression: false)
  }

  /// - Parameters:
  ///   - isExpression: whether its value is shown.
  ///   - outputs: the files that it writes.
  ///   - started: receives the stopper before anything runs.
  ///   - session: opens the session; called at most once, and not after the entry.
  /// - Returns: the values of the entry.
  package func run(
    _ text: String, isExpression: Bool, outputs: ScriptOutputs,
    started: (LuaStopper) -> Void = { _ in }, session: @escaping () throws -> Session
  ) throws(LuaError) -> [ShownResult] {
    context.begin(outputs: outputs, session: session)
    defer {
      endEntry()
      context.end()
    }
    entries += 1
    // Functions of very old entries have no excerpts in messages.
    state.forgetSource("[\(entries - Self.maximumSources)]")
    state.forgetOutput()
    started(state.stopper)
    context.profile.didOpen = { [weak state] session in
      let interruption = session.interruption
      state?.setInterruption(interruption.call, interruption.argument)
    }
    defer {
      context.profile.didOpen = nil
      state.setInterruption({ _ in }, nil)
    }
    do throws(LuaError) {
      let results = try state.show(
        source: isExpression ? Array("return \(text)".utf8) : Self.statements(text),
        chunkName: "=[\(entries)]", name: "(repl)")
      try state.disarm()
      return results
    } catch {
      var error = error
      if error.line == 1, error.chunk == "[\(entries)]" {
        error.sourceLine = text.split(separator: "\n", maxSplits: 1).first.map(String.init)
      }
      throw error.withNearestName()
    }
  }

  /// Returns the source of statements; the leading space keeps a first line with `#` from being
  /// skipped.
  private static func statements(_ text: String) -> [UInt8] { Array(" \(text)".utf8) }

  /// Ends the time limit and withdraws requests to stop, between entries.
  private func endEntry() {
    _ = try? state.disarm()
    state.stopper.clear()
  }

  package var inputError: InputError? { context.inputError }

  package func defines(_ name: String) -> Bool { state.names(of: []).contains(name) }

  // MARK: Completion

  package func completion(of text: String) -> Completion {
    Completion(of: text, in: reference) { [state] path in state.names(of: path) }
  }
}
