public import Lua
public import Sessions

/// A conversation with Lua: entries that are run one after the other in one state, each a unit of work
/// of its own on the profile.
public final class ScriptConsole {
  private let context: ScriptContext
  private let limits: LuaLimits
  private let directories: [String]
  private let write: (UnsafeRawBufferPointer) -> Void
  private var state: LuaState
  /// What entries can call.
  public private(set) lazy var reference = Reference()
  /// How many entries there were; each is a chunk of that number.
  private var entries = 0

  /// Of so many entries the text is kept, for messages.
  private static let mostSources = 100

  /// The longest entry, in bytes.
  public static let longest = 1 << 20

  /// Begins a conversation on the current thread, which needs a stack of several megabytes.
  ///
  /// - Parameters:
  ///   - context: what entries have to do with.
  ///   - limits: what each may use up; memory all of them together.
  ///   - directories: where `require` looks.
  ///   - write: where printed bytes go.
  public init(
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

  /// Forgets everything that was defined.
  public func reset() throws(LuaError) {
    state = try Script.makeState(
      in: context, limits: limits, directories: directories, write: write)
  }

  /// What the next entry is called in messages.
  public var name: String { "[\(entries + 1)]" }

  // MARK: Entries

  /// How much of an entry is there.
  public enum Extent {
    /// It goes on.
    case part
    /// It can be run: an expression, whose value is wanted, or statements.
    case whole(isExpression: Bool)
  }

  /// Finds out whether an entry goes on in another line, as `lua` does: the compiler says so.
  ///
  /// - Throws: what stopped the compiler. What does not compile is whole.
  public func extent(of text: String) throws(LuaError) -> Extent {
    state.stopper.clear()
    defer { rest() }
    let asExpression = try state.compile(
      source: Array("return \(text)".utf8), chunkName: "=\(name)")
    guard let asExpression else { return .whole(isExpression: true) }
    guard let fault = try state.compile(source: Self.statements(text), chunkName: "=\(name)") else {
      return .whole(isExpression: false)
    }
    let isPart = fault.message.hasSuffix("<eof>") || asExpression.message.hasSuffix("<eof>")
    return isPart ? .part : .whole(isExpression: false)
  }

  /// Runs an entry.
  ///
  /// - Parameters:
  ///   - text: what was entered.
  ///   - isExpression: whether its value is wanted.
  ///   - outputs: takes the files that it writes.
  ///   - started: takes what stops it.
  ///   - session: opens the session; called at most once, and not after the entry.
  /// - Returns: what it came to.
  public func run(
    _ text: String, isExpression: Bool, outputs: ScriptOutputs,
    started: (LuaStopper) -> Void = { _ in }, session: @escaping () throws -> Session
  ) throws(LuaError) -> [ShownResult] {
    context.begin(outputs: outputs, session: session)
    defer {
      rest()
      context.end()
    }
    entries += 1
    // Functions of entries long ago have no excerpts any more.
    state.forgetSource("[\(entries - Self.mostSources)]")
    state.forgetOutput()
    started(state.stopper)
    context.didOpen = { [weak state] session in
      let interruption = session.interruption
      state?.setInterruption(interruption.call, interruption.argument)
    }
    defer {
      context.didOpen = nil
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
      throw error.withHintOnUntil().withNearestName()
    }
  }

  /// Statements, among which nothing is a line for the shell: that would be passed over.
  private static func statements(_ text: String) -> [UInt8] { Array(" \(text)".utf8) }

  /// Between entries no clock goes on, and nothing is to be stopped.
  private func rest() {
    _ = try? state.disarm()
    state.stopper.clear()
  }

  /// What was last found wrong with an input file.
  public var inputError: InputError? { context.inputError }

  /// Whether an entry has defined a global of that name.
  public func defines(_ name: String) -> Bool { state.names(of: []).contains(name) }

  // MARK: Completion

  /// What may stand at the end of a text.
  public func completion(of text: String) -> Completion {
    Completion(of: text, in: reference) { [state] path in state.names(of: path) }
  }
}
