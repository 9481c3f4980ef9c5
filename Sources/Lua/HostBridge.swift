internal import CLuaShims

/// What the C side calls into: bodies, iterators and the environment of one state.
@safe
final class HostBridge {
  // Invariant: set once by LuaState right after the context is opened, valid until it is closed,
  // which happens before the bridge goes away.
  var context: UnsafeMutablePointer<lh_context>
  /// In the order in which they are declared to C, which hands them back when they are called.
  let functions: [DeclaredFunction]
  let environment: LuaEnvironment
  weak var state: LuaState?
  var fatal: (any Error)?
  /// Sources by the name shown in messages, for excerpts.
  var sources: [String: [UInt8]] = [:]
  /// Where the scripts have been, where that is looked at.
  private(set) var stacks = FoldedStacks()
  private var iterators: [OpenIterator?] = []
  private var freeIterators: [Int32] = []
  /// How many iterators have been opened.
  private var openedIterators = 0

  private final class OpenIterator {
    let iterator: any HostIterator
    var footprint: Int
    let number: Int
    /// The function that it came from.
    let name: String?
    var steps = 0
    /// Whether it was told how far it is.
    var isTold = false

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
      module.functions.map { DeclaredFunction($0, in: module.name) }
    }
  }

  // MARK: Calls

  /// Replies a failure; the reply written so far is dropped by writing over it.
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
      guard let function else { return raise("expected \(expected), got \(found)\(hint)") }
      let place = function.place(slot: slot, isAliased: isAliased(slot))
      return raise("\(place)expected \(expected), got \(found)\(hint)")
    }
  }

  /// Whether what stands in a slot was given under its field's other name.
  private func isAliased(_ slot: Int) -> Bool {
    let aliased = unsafe context.pointee.callback.pointee.aliased
    return slot < 64 && aliased & (1 << UInt64(slot)) != 0
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
    // Without enough memory the script is stopped when the call comes back; it is closed all the same.
    let footprint = iterator.footprint
    let isCharged = unsafe lh_charge_memory(context, footprint)
    openedIterators += 1
    let open = OpenIterator(
      iterator, footprint: isCharged ? footprint : 0, number: openedIterators,
      name: unsafe context.pointee.callback.pointee.function.map {
        unsafe DeclaredFunction.at($0) { $0.fullName }
      })
    if let place = freeIterators.popLast() {
      iterators[Int(place)] = open
      return place
    }
    iterators.append(open)
    return Int32(iterators.count - 1)
  }

  func step(_ place: Int32) -> Int32 {
    guard let open = iterators[Int(place)] else { return Int32(LH_END) }
    open.steps &+= 1
    // Slow ones soon, fast ones not often.
    if open.steps & 0xFF == 0 || open.steps & (open.steps - 1) == 0 { tell(open) }
    do throws(HostFailure) {
      let isValue = try open.iterator.next(unsafe HostReply(context))
      let footprint = open.iterator.footprint
      if footprint != open.footprint { charge(open, footprint) }
      return isValue ? Int32(LH_DONE) : Int32(LH_END)
    } catch {
      return answer(error, function: nil)
    }
  }

  private func tell(_ open: OpenIterator) {
    guard var progress = open.iterator.progress else { return }
    if progress.name == nil { progress.name = open.name }
    open.isTold = true
    environment.iterated(open.number, progress)
  }

  /// Counts what an iterator holds now instead of before. Without enough memory the script is stopped
  /// when the step comes back.
  private func charge(_ open: OpenIterator, _ footprint: Int) {
    if footprint > open.footprint {
      guard unsafe lh_charge_memory(context, footprint - open.footprint) else { return }
    } else {
      unsafe lh_refund_memory(context, open.footprint - footprint)
    }
    open.footprint = footprint
  }

  func close(_ place: Int32) {
    guard let open = iterators[Int(place)] else { return }
    iterators[Int(place)] = nil
    freeIterators.append(place)
    unsafe lh_refund_memory(context, open.footprint)
    if open.isTold { environment.iterated(open.number, nil) }
    open.iterator.close()
  }

  /// Closes what a failing reply left without an owner, when the state is gone.
  func closeIterators() {
    for open in iterators { open?.iterator.close() }
    iterators = []
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

// MARK: What C holds: functions without context, that find the bridge by its address

extension HostBridge {
  // Invariant: the state keeps the bridge alive while the context, which holds this address, lives.
  static func callbacks() -> lh_callbacks {
    unsafe lh_callbacks(
      call: { context, function in
        unsafe DeclaredFunction.at(function) { unsafe $0.call(context) }
      },
      mismatch: { context, function in
        unsafe DeclaredFunction.at(function) { unsafe HostBridge.of(context).mismatch($0) }
      },
      step: { host, place in unsafe HostBridge.at(host) { $0.step(place) } },
      close: { host, place in unsafe HostBridge.at(host) { $0.close(place) } },
      write: { host, bytes, count in
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        return unsafe HostBridge.at(host) { unsafe $0.environment.write(buffer) }
      },
      module: { host, name, length in
        let bytes = unsafe UnsafeRawBufferPointer(start: name, count: length)
        let text = unsafe String(decoding: bytes, as: UTF8.self)
        return unsafe HostBridge.at(host) { $0.module(text) }
      },
      random: { host in unsafe HostBridge.at(host) { $0.environment.random() } },
      seed: { host, count, first, second in
        let words = Array([first, second].prefix(Int(count)))
        unsafe HostBridge.at(host) { $0.environment.seedRandom(words) }
      },
      sample: { host, frames, length, ticks in
        let bytes = unsafe UnsafeRawBufferPointer(start: frames, count: length)
        let text = unsafe String(decoding: bytes, as: UTF8.self)
        unsafe HostBridge.at(host) { $0.stacks.add(text, ticks: ticks) }
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
