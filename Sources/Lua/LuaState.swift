internal import CLuaShims

/// A Lua interpreter with limits and host modules. It belongs to the thread that made it.
@safe
public final class LuaState {
  // Invariant: opened in init, closed in deinit, used on one thread; the bridge outlives it.
  let context: UnsafeMutablePointer<lh_context>
  let bridge: HostBridge

  /// A handle to stop this state's scripts from elsewhere.
  public let stopper: LuaStopper

  /// Makes a state; fails when the memory limit is too small to hold the libraries.
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
      sampling_nanoseconds: limits.sampling?.wholeNanoseconds ?? 0,
      by_interface: limits.readsByInterface,
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
    unsafe Signatures(context: opened).declare(modules, as: bridge.functions)
    guard unsafe lh_install(opened) else {
      throw LuaError(.setup, "the memory limit is too small to start Lua")
    }
    bridge.state = self
    for (reason, words) in limits.lastWords {
      let count = words.message.utf8.count
      unsafe words.message.withCString {
        unsafe lh_set_last_words(context, reason.rawValue, $0, count, words.status)
      }
    }
  }

  deinit {
    unsafe lh_close(context)
    bridge.closeIterators()
  }

  /// Sets what is called when a stop is due, so that host functions which wait for something else come
  /// back. It is called in a signal handler, every 50 ms until they do: it may set flags, and nothing
  /// more.
  public func setInterruption(
    _ call: @convention(c) (UnsafeMutableRawPointer?) -> Void, _ argument: UnsafeMutableRawPointer?
  ) {
    unsafe lh_set_interruption(context, call, argument)
  }

  // MARK: Running

  /// So many results are worth looking at.
  private static let mostShown = 20

  /// Compiles and runs a script, and returns what it returns.
  ///
  /// - Parameters:
  ///   - source: Text; a first line that begins with `#` is skipped.
  ///   - chunkName: `@script.lua` for a file, `=stdin`, `=(eval)`; messages show it without mark.
  ///   - arguments: Given to the script as `…` and, with `name` at 0, as the global `arg`.
  ///   - name: What `arg[0]` is; without one, the chunk's name.
  public func run(
    source: [UInt8], chunkName: String, arguments: [String] = [], name: String? = nil
  ) throws(LuaError) -> [LuaValue] {
    try finish(
      result(source: source, chunkName: chunkName, arguments: arguments, name: name))
  }

  /// The same, for results that are only to be looked at: see ``ShownResult``.
  public func show(
    source: [UInt8], chunkName: String, arguments: [String] = [], name: String? = nil
  ) throws(LuaError) -> [ShownResult] {
    let result = result(
      source: source, chunkName: chunkName, arguments: arguments, name: name, isDescribing: true)
    defer { unsafe lh_drop(context, result.base) }
    try check(result)
    // One allowance for all of them.
    var reader = unsafe ValueReader(context)
    reader.isShowing = true
    var shown: [ShownResult] = []
    for place in 0..<min(Int(result.count), Self.mostShown) {
      let value = value(at: result.base + 1 + Int32(place), &reader)
      if result.described & (1 << UInt64(place)) != 0, case .string(let text) = value {
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

  /// Lends texts to C, in one block.
  private func withTexts(
    _ texts: [String], _ body: (UnsafeBufferPointer<lh_text>) -> lh_result
  ) -> lh_result {
    var bytes: [UInt8] = []
    var places: [(start: Int, count: Int)] = []
    for text in texts {
      places.append((bytes.count, text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(0)
    return unsafe bytes.withUnsafeBytes { block in
      let start = unsafe block.baseAddress.unsafelyUnwrapped
      let list = unsafe places.map {
        unsafe lh_text(
          text: (start + $0.start).assumingMemoryBound(to: CChar.self), length: $0.count)
      }
      return unsafe list.withUnsafeBufferPointer { unsafe body($0) }
    }
  }

  /// Flushes output, and turns a result into values or an error.
  func finish(_ result: lh_result) throws(LuaError) -> [LuaValue] {
    defer { unsafe lh_drop(context, result.base) }
    try check(result)
    return (0..<result.count).map { place in
      var reader = unsafe ValueReader(context)
      return value(at: result.base + 1 + place, &reader)
    }
  }

  /// Flushes output, and throws what a result has of an error.
  private func check(_ result: lh_result) throws(LuaError) {
    _ = unsafe lh_flush(context)
    var result = result
    if result.status == LH_OK, unsafe lh_stop_reason(context) != LH_RUNNING {
      result.status = Int32(LH_FAILED_STOPPED)
      result.stop = unsafe lh_stop_reason(context)
    }
    guard result.status == LH_OK else { throw error(from: result) }
  }

  /// A copy of what lies on the stack; of what cannot be copied, what is in its way.
  private func value(at place: Int32, _ reader: inout ValueReader) -> LuaValue {
    do throws(ValueReader.Refusal) {
      return try reader.read(place)
    } catch {
      return .text("(\(error.found))")
    }
  }

  /// The names of the fields of a global, or of a field of one, without calling anything of the
  /// script's; those of the globals for an empty path.
  public func names(of path: [String]) -> [String] {
    let result = unsafe withTexts(path) { list in
      unsafe lh_names(context, list.baseAddress, Int32(list.count))
    }
    defer { _ = try? disarm() }
    guard let values = try? finish(result) else { return [] }
    // Others cannot be written behind a dot.
    return values.compactMap(\.text).filter(LuaName.isValid).sorted()
  }

  /// Forgets the text of a chunk, by its name in messages: they have no excerpts of it any more.
  public func forgetSource(_ chunk: String) { bridge.sources[chunk] = nil }

  /// Counts bytes that are going to be printed of what a script returned. What is too much stops the
  /// state: ``disarm()`` says so.
  public func chargeOutput(_ bytes: Int) { _ = unsafe lh_charge_output(context, bytes) }

  /// What was printed so far counts no longer towards ``LuaLimits/output``.
  public func forgetOutput() { unsafe lh_forget_output(context) }

  /// The modules that scripts required run again when they are required again. Their texts are neither read
  /// nor compiled anew.
  public func forgetModules() { unsafe lh_forget_modules(context) }

  // MARK: Afterwards

  /// Ends the watch over time: no stop arrives any more, and the process is not left. To be called
  /// before a commit. Fails when a stop has arrived already.
  public func disarm() throws(LuaError) {
    unsafe lh_disarm(context)
    let reason = unsafe lh_stop_reason(context)
    guard reason == LH_RUNNING else {
      throw LuaError.stopped(StopReason(rawValue: reason) ?? .interrupt)
    }
  }

  /// Whether the records of this Lua are those that are known, so that arguments are read where they lie.
  /// Where they are not, its interface is asked, and calls of host functions take about twice as long.
  public var readsArgumentsInPlace: Bool { unsafe lh_knows_arguments(context) }

  /// Where the scripts of this state have been so far, in ticks of ``LuaLimits/sampling``.
  public var foldedStacks: FoldedStacks { bridge.stacks }

  /// Writes out what has been printed.
  public func flushOutput() { _ = unsafe lh_flush(context) }

  /// The most bytes that Lua has held.
  public var peakMemory: Int { unsafe lh_peak_memory(context) }

  /// The bytes that Lua holds.
  public var usedMemory: Int { unsafe lh_used_memory(context) }

  /// Instructions counted so far, in slices of 1000; 0 without an instruction limit.
  public var instructionsUsed: UInt64 { unsafe lh_instructions(context) }

  /// Gives back bytes counted by ``HostCall/chargeMemory(_:)``.
  public func refundMemory(_ bytes: Int) { unsafe lh_refund_memory(context, bytes) }
}

extension Duration {
  /// Nanoseconds, clamped, at least 1.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds < 9_000_000_000 else { return 9_000_000_000_000_000_000 }
    return max(1, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
