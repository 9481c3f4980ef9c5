internal import CLuaShims

/// A Lua interpreter with limits and host modules. It belongs to the thread that created it.
@safe
public final class LuaState {
  // Invariant: opened in init, closed in deinit, used on one thread; the bridge outlives it.
  let context: UnsafeMutablePointer<lh_context>
  let bridge: HostBridge

  /// A handle to stop this state's scripts from elsewhere.
  public let stopper: LuaStopper

  /// Creates a state; fails if the memory limit is too small for the libraries.
  public init(
    limits: LuaLimits, modules: [HostModule] = [],
    environment: LuaEnvironment = unsafe LuaEnvironment()
  ) throws(LuaError) {
    bridge = HostBridge(modules: modules, environment: environment)
    var settings = lh_limits(
      wall_nanoseconds: limits.wallTime?.wholeNanoseconds ?? 0,
      instructions: limits.instructions.map { max($0, 1) } ?? 0,
      memory: max(limits.memory, 0),
      output: max(limits.output, 0),
      output_buffer: max(limits.outputBuffer, 0),
      grace_nanoseconds: limits.grace?.wholeNanoseconds ?? -1,
      failing_allocation: limits.failingAllocation ?? 0)
    var callbacks = HostBridge.callbacks()
    guard
      let opened = unsafe lh_open(
        &settings, &callbacks, Unmanaged.passUnretained(bridge).toOpaque())
    else {
      throw LuaError(.setup, "the memory limit is too small to start Lua")
    }
    unsafe context = opened
    unsafe bridge.context = opened
    stopper = unsafe LuaStopper(opened)
    guard unsafe lh_install(opened, bridge.signatures.declarations) else {
      throw LuaError(.setup, "the memory limit is too small to start Lua")
    }
    bridge.state = self
    for (reason, exit) in limits.exitMessages {
      let count = exit.message.utf8.count
      unsafe exit.message.withCString {
        unsafe lh_set_exit_message(context, reason.rawValue, $0, count, exit.status)
      }
    }
  }

  deinit {
    unsafe lh_close(context)
    bridge.closeIterators()
  }

  /// Sets a function that is called when a stop is due, so that host functions which wait for
  /// something return. It is called in a signal handler, every 50 ms until they return: it may set
  /// flags, and nothing else.
  public func setInterruption(
    _ call: @convention(c) (UnsafeMutableRawPointer?) -> Void, _ argument: UnsafeMutableRawPointer?
  ) {
    unsafe lh_set_interruption(context, call, argument)
  }

  // MARK: Running

  /// The maximum number of results to display.
  private static let maximumShown = 20

  /// Compiles and runs a script, and returns its results.
  ///
  /// - Parameters:
  ///   - source: Text; a first line that begins with `#` is skipped.
  ///   - chunkName: `@script.lua` for a file, `=stdin`, `=(eval)`; messages show it without the
  ///     mark.
  ///   - arguments: The arguments of the script, as `…` and, with `name` at 0, as the global `arg`.
  ///   - name: The value of `arg[0]`; the name of the chunk if nil.
  public func run(
    source: [UInt8], chunkName: String, arguments: [String] = [], name: String? = nil
  ) throws(LuaError) -> [LuaValue] {
    try finish(
      result(source: source, chunkName: chunkName, arguments: arguments, name: name))
  }

  /// Runs a script like ``run(source:chunkName:arguments:name:)``, and returns its results for
  /// display.
  public func show(
    source: [UInt8], chunkName: String, name: String? = nil
  ) throws(LuaError) -> [ShownResult] {
    let result = result(
      source: source, chunkName: chunkName, arguments: [], name: name, isDescribing: true)
    defer { unsafe lh_set_top(context, result.base) }
    try check(result)
    // One reader, so that the limit applies to all results together.
    var reader = unsafe ValueReader(context)
    reader.isShowing = true
    var shown: [ShownResult] = []
    for index in 0..<min(Int(result.count), Self.maximumShown) {
      let value = value(at: result.base + 1 + Int32(index), &reader)
      if result.described & (1 << UInt64(index)) != 0, case .string(let text) = value {
        shown.append(.text(text))
      } else {
        shown.append(.value(value))
      }
    }
    let hidden = Int(result.count) - shown.count
    return hidden > 0 ? shown + [.text(Array("… \(hidden) more results".utf8))] : shown
  }

  private func result(
    source: [UInt8], chunkName: String, arguments: [String], name: String?,
    isDescribing: Bool = false
  ) -> lh_result {
    let shown = LuaError.shownName(of: chunkName)
    bridge.sources[shown] = source
    bridge.fatal = nil
    return unsafe withTexts(arguments) { list in
      unsafe source.withUnsafeBytes { bytes in
        unsafe chunkName.withCString { chunk in
          unsafe (name ?? shown).withCString { scriptName in
            let text = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe lh_run(
              context, text ?? chunk, bytes.count, chunk, list.baseAddress, Int32(list.count),
              scriptName, isDescribing)
          }
        }
      }
    }
  }

  /// Passes texts to C, in one block.
  private func withTexts(
    _ texts: [String], _ body: (UnsafeBufferPointer<lh_text>) -> lh_result
  ) -> lh_result {
    var bytes: [UInt8] = []
    var ranges: [(start: Int, count: Int)] = []
    for text in texts {
      ranges.append((bytes.count, text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(0)
    return unsafe bytes.withUnsafeBytes { block in
      let start = unsafe block.baseAddress.unsafelyUnwrapped
      let list = unsafe ranges.map {
        unsafe lh_text(
          text: (start + $0.start).assumingMemoryBound(to: CChar.self), length: $0.count)
      }
      return unsafe list.withUnsafeBufferPointer { unsafe body($0) }
    }
  }

  /// Flushes the output, and returns the values of a result or throws its error.
  func finish(_ result: lh_result) throws(LuaError) -> [LuaValue] {
    defer { unsafe lh_set_top(context, result.base) }
    try check(result)
    return (0..<result.count).map { index in
      var reader = unsafe ValueReader(context)
      return value(at: result.base + 1 + index, &reader)
    }
  }

  /// Flushes the output, and throws the error of a result, if there is one.
  private func check(_ result: lh_result) throws(LuaError) {
    _ = unsafe lh_flush(context)
    var result = result
    if result.status == LH_OK, unsafe lh_stop_reason(context) != LH_RUNNING {
      result.status = Int32(LH_FAILED_STOPPED)
      result.stop = unsafe lh_stop_reason(context)
    }
    guard result.status == LH_OK else { throw error(from: result) }
  }

  /// Returns a copy of the value at a stack index, or the reason in parentheses if it cannot be
  /// copied.
  private func value(at index: Int32, _ reader: inout ValueReader) -> LuaValue {
    do throws(ValueReader.Failure) {
      return try reader.read(index)
    } catch {
      return .text("(\(error.found))")
    }
  }

  /// Returns the field names of a global, or of a field of one, without calling functions of the
  /// script; those of the globals for an empty path.
  public func names(of path: [String]) -> [String] {
    let result = unsafe withTexts(path) { list in
      unsafe lh_names(context, list.baseAddress, Int32(list.count))
    }
    defer { _ = try? disarm() }
    guard let values = try? finish(result) else { return [] }
    // Other names cannot be written after a dot.
    return values.compactMap(\.text).filter(LuaName.isValid).sorted()
  }

  /// Forgets the source of a chunk, by its name in messages: later errors have no excerpts of it.
  public func forgetSource(_ chunk: String) { bridge.sources[chunk] = nil }

  /// Charges bytes of a script's results that are going to be printed. If the limit is exceeded the
  /// state is stopped, which ``disarm()`` reports.
  public func chargeOutput(_ bytes: Int) { _ = unsafe lh_charge_output(context, bytes) }

  /// Resets the count of printed bytes for ``LuaLimits/output``.
  public func forgetOutput() { unsafe lh_forget_output(context) }

  /// Makes the next `require` run each module again. Their texts are neither read nor compiled
  /// again.
  public func forgetModules() { unsafe lh_forget_modules(context) }

  /// Discards the random numbers that the environment provided in advance: it provides others from now on.
  public func forgetRandom() { unsafe lh_forget_random(context) }

  // MARK: Afterwards

  /// Ends the time limit: no stop arrives any more, and the process is not ended. Must be called
  /// before a commit. Fails if a stop has arrived already.
  public func disarm() throws(LuaError) {
    unsafe lh_disarm(context)
    let reason = unsafe lh_stop_reason(context)
    guard reason == LH_RUNNING else {
      throw LuaError.stopped(StopReason(rawValue: reason) ?? .interrupt)
    }
  }

  /// The maximum number of bytes that Lua has allocated at a time.
  public var peakMemory: Int { unsafe lh_peak_memory(context) }

  /// The number of instructions so far, in slices of 1000; 0 without an instruction limit.
  public var instructionsUsed: UInt64 { unsafe lh_instructions(context) }
}

extension Duration {
  /// The number of nanoseconds, from 1 to 9·10¹⁸.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds < 9_000_000_000 else { return 9_000_000_000_000_000_000 }
    return max(1, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
