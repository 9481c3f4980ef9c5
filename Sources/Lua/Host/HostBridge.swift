internal import CLuaShims

/// The target of the callbacks from C: functions, iterators and the environment of one state.
@safe
final class HostBridge {
  // Invariant: set once by LuaState right after the context is opened, valid until it is closed,
  // which happens before the bridge goes away.
  var context: UnsafeMutablePointer<lh_context>
  /// The functions in the order of declaration. C passes their addresses back when they are called.
  let functions: [DeclaredFunction]
  let signatures: Signatures
  let environment: LuaEnvironment
  weak var state: LuaState?
  var fatal: (any Error)?
  /// The sources by the name shown in messages, for excerpts.
  var sources: [String: [UInt8]] = [:]
  private var iterators: [OpenIterator?] = []
  private var freeIterators: [Int32] = []
  /// The number of iterators opened so far.
  private var openedIterators = 0

  private final class OpenIterator {
    let iterator: any HostIterator
    var footprint: Int
    let number: Int
    /// The function that returned the iterator.
    let name: String?
    var steps = 0
    var hasReported = false

    init(_ iterator: any HostIterator, footprint: Int, number: Int, name: String?) {
      self.iterator = iterator
      self.footprint = footprint
      self.number = number
      self.name = name
    }
  }

  init(modules: [HostModule], environment: LuaEnvironment) {
    unsafe self.context = UnsafeMutablePointer(bitPattern: 16).unsafelyUnwrapped
    self.environment = environment
    functions = modules.flatMap { module in
      module.callable.map { DeclaredFunction($0, in: module) }
    }
    signatures = Signatures(modules, as: functions)
  }

  // MARK: Calls

  /// Replies a failure, which overwrites the reply written so far.
  func answer(_ failure: HostFailure, function: DeclaredFunction?) -> Int32 {
    switch failure.kind {
    case .message(let text): return raise(text)
    case .fatal(let error):
      fatal = error
      unsafe lh_set_stop(context, Int32(LH_STOP_FATAL))
      return Int32(LH_HALT)
    case .stopped: return Int32(LH_HALT)
    case .again(let text):
      _ = raise(text)
      return Int32(LH_RAISE_AGAIN)
    case .argument(let slot, let expected, let found, let hint):
      let problem = "expected \(expected), got \(found)\(hint)"
      if let location = function?.location(of: slot) { return raise(location + problem) }
      if case .name(let name) = slot.form { return raise("field \"\(name)\": " + problem) }
      return raise(problem)
    }
  }

  private func raise(_ text: String) -> Int32 {
    unsafe lh_reply_rewind(context)
    unsafe HostReply(context).string(text)
    return Int32(LH_RAISE)
  }

  func mismatch(_ function: DeclaredFunction) -> Int32 {
    raise(describe(unsafe context.pointee.mismatch, of: function))
  }

  // MARK: Iterators

  func open(_ iterator: any HostIterator) -> Int32 {
    // Without enough memory the script is stopped when the call returns; the iterator is closed all
    // the same.
    let footprint = iterator.footprint
    let isCharged = unsafe lh_charge_memory(context, footprint)
    openedIterators += 1
    let open = OpenIterator(
      iterator, footprint: isCharged ? footprint : 0, number: openedIterators,
      name: unsafe context.pointee.callback.pointee.function.map {
        unsafe DeclaredFunction.at($0) { $0.fullName }
      })
    if let index = freeIterators.popLast() {
      iterators[Int(index)] = open
      return index
    }
    iterators.append(open)
    return Int32(iterators.count - 1)
  }

  func step(_ index: Int32) -> Int32 {
    guard let open = iterators[Int(index)] else { return Int32(LH_END) }
    open.steps &+= 1
    // Reports slow iterators early, and fast ones rarely.
    if open.steps & 0xFF == 0 || open.steps & (open.steps - 1) == 0 { reportProgress(open) }
    do throws(HostFailure) {
      let isValue = try open.iterator.next(unsafe HostReply(context))
      let footprint = open.iterator.footprint
      if footprint != open.footprint { charge(open, footprint) }
      return isValue ? Int32(LH_DONE) : Int32(LH_END)
    } catch {
      return answer(error, function: nil)
    }
  }

  private func reportProgress(_ open: OpenIterator) {
    guard var progress = open.iterator.progress else { return }
    if progress.name == nil { progress.name = open.name }
    open.hasReported = true
    environment.iterated(open.number, progress)
  }

  /// Charges the present size of an iterator instead of the previous one. Without enough memory the
  /// script is stopped when the step returns.
  private func charge(_ open: OpenIterator, _ footprint: Int) {
    if footprint > open.footprint {
      guard unsafe lh_charge_memory(context, footprint - open.footprint) else { return }
    } else {
      unsafe lh_refund_memory(context, open.footprint - footprint)
    }
    open.footprint = footprint
  }

  func close(_ index: Int32) {
    guard let open = iterators[Int(index)] else { return }
    iterators[Int(index)] = nil
    freeIterators.append(index)
    unsafe lh_refund_memory(context, open.footprint)
    if open.hasReported { environment.iterated(open.number, nil) }
    open.iterator.close()
  }

  /// Closes the iterators that a failed reply left without an owner, after the state is closed.
  func closeIterators() {
    for open in iterators { open?.iterator.close() }
    iterators = []
  }

  // MARK: Rows

  /// The fields of the row that the function in progress reads.
  var fields: (any HostFields)?

  func field(_ name: UnsafeRawBufferPointer) -> Int32 {
    guard let fields else { return raise("the call with this row has ended") }
    let units = unsafe name.assumingMemoryBound(to: UInt8.self)
    guard let name = unsafe String(validating: units, as: UTF8.self) else {
      return raise("the name of a field that is not UTF-8")
    }
    do throws(HostFailure) {
      guard let key = try fields.key(of: name, unsafe HostReply(context)) else {
        return Int32(LH_DONE)
      }
      unsafe HostReply(context).string(key)
      return Int32(LH_END)
    } catch {
      return answer(error, function: nil)
    }
  }

  // MARK: The environment

  func module(_ name: String) -> Int32 {
    switch environment.readModule(name) {
    case .failure(let message): return raise("require: \(message)")
    case .source(let bytes, let chunkName):
      sources[LuaError.shownName(of: chunkName)] = bytes
      let reply = unsafe HostReply(context)
      reply.string(bytes.span)
      reply.string(chunkName)
      return Int32(LH_DONE)
    }
  }

  func caller() -> (chunk: String, line: Int)? {
    var source = [CChar](repeating: 0, count: 64)
    var line: Int32 = 0
    let found = unsafe source.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return false }
      return unsafe lh_caller(context, start, buffer.count, &line)
    }
    guard found else { return nil }
    let name = source.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return (String(decoding: name, as: UTF8.self), Int(line))
  }
}

// MARK: The callbacks for C: functions without context, which find the bridge by its address

extension HostBridge {
  // Invariant: the state retains the bridge while the context, which contains this address, exists.
  static func callbacks() -> lh_callbacks {
    unsafe lh_callbacks(
      call: { context, function in
        unsafe DeclaredFunction.at(function) { unsafe $0.call(context) }
      },
      mismatch: { context, function in
        unsafe DeclaredFunction.at(function) { unsafe HostBridge.of(context).mismatch($0) }
      },
      step: { host, index in unsafe HostBridge.at(host) { $0.step(index) } },
      close: { host, index in unsafe HostBridge.at(host) { $0.close(index) } },
      field: { host, name, length in
        let bytes = unsafe UnsafeRawBufferPointer(start: name, count: length)
        return unsafe HostBridge.at(host) { unsafe $0.field(bytes) }
      },
      write: { host, bytes, count in
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        return unsafe HostBridge.at(host) { unsafe $0.environment.write(buffer) }
      },
      module: { host, name, length in
        let bytes = unsafe UnsafeRawBufferPointer(start: name, count: length)
        let text = unsafe String(decoding: bytes, as: UTF8.self)
        return unsafe HostBridge.at(host) { $0.module(text) }
      },
      random: { host, words, count in
        let buffer = unsafe UnsafeMutableBufferPointer(start: words, count: count)
        unsafe HostBridge.at(host) { unsafe $0.environment.random(buffer) }
      },
      seed: { host, count, first, second in
        let numbers = Array([first, second].prefix(Int(count)))
        unsafe HostBridge.at(host) { $0.environment.seedRandom(numbers) }
      })
  }

  static func of(_ context: UnsafeMutablePointer<lh_context>) -> HostBridge {
    unsafe at(context.pointee.host) { $0 }
  }

  @inline(__always)
  private static func at<R>(_ host: UnsafeMutableRawPointer?, _ body: (HostBridge) -> R) -> R {
    unsafe Unmanaged<HostBridge>.fromOpaque(host.unsafelyUnwrapped)._withUnsafeGuaranteedRef(body)
  }
}
