internal import CLuaShims

/// What the C side calls into: bodies, iterators and the environment of one state.
@safe
final class HostBridge {
  // Invariant: set once by LuaState right after the context is opened, valid until it is closed,
  // which happens before the bridge goes away.
  var context: UnsafeMutablePointer<lh_context>
  let functions: [DeclaredFunction]
  /// The bodies alone, so that a call touches nothing else, each in a box: out of an array they would
  /// come by way of a thunk, and be retained for the call.
  private let bodies: [BodyBox]
  private let unretained: [Unmanaged<BodyBox>]

  private final class BodyBox {
    let body: HostFunction.Body
    init(_ body: @escaping HostFunction.Body) { self.body = body }
  }
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
  /// The function that was called last.
  private var called = 0

  private final class OpenIterator {
    let iterator: any HostIterator
    var footprint: Int
    let number: Int
    /// The function that it came from.
    let function: Int
    var steps = 0
    /// Whether it was told how far it is.
    var isTold = false

    init(_ iterator: any HostIterator, footprint: Int, number: Int, function: Int) {
      self.iterator = iterator
      self.footprint = footprint
      self.number = number
      self.function = function
    }
  }

  /// A function with the name that messages show.
  struct DeclaredFunction {
    let fullName: String
    let function: HostFunction
  }

  init(modules: [HostModule], environment: LuaEnvironment) {
    unsafe self.context = UnsafeMutablePointer(bitPattern: 16).unsafelyUnwrapped
    self.environment = environment
    bodies = modules.flatMap { module in module.functions.map { BodyBox($0.body) } }
    unsafe unretained = bodies.map { unsafe Unmanaged.passUnretained($0) }
    functions = modules.flatMap { module in
      module.functions.map {
        DeclaredFunction(
          fullName: module.name.isEmpty ? $0.name : "\(module.name).\($0.name)", function: $0)
      }
    }
  }

  // MARK: Calls

  func call(_ index: Int32) -> Int32 {
    called = Int(index)
    // Invariant: the boxes live as long as the bridge.
    return unsafe unretained[Int(index)]._withUnsafeGuaranteedRef { box in
      var call = HostCall(self)
      do throws(HostFailure) {
        try box.body(&call)
        return Int32(LH_DONE)
      } catch {
        return answer(error, function: Int(index))
      }
    }
  }

  /// Replies a failure; the reply written so far is dropped by writing over it.
  private func answer(_ failure: HostFailure, function index: Int?) -> Int32 {
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
      guard let index else { return raise("expected \(expected), got \(found)\(hint)") }
      let place = functions[index].place(slot: slot, isAliased: isAliased(slot))
      return raise("\(place)expected \(expected), got \(found)\(hint)")
    }
  }

  /// Whether what stands in a slot was given under its field's other name.
  private func isAliased(_ slot: Int) -> Bool {
    let aliased = unsafe context.pointee.aliased
    return slot < 64 && aliased & (1 << UInt64(slot)) != 0
  }

  private func raise(_ text: String) -> Int32 {
    unsafe lh_reply_rewind(context)
    HostReply(self).string(text)
    return Int32(LH_RAISE)
  }

  func mismatch(_ index: Int32) -> Int32 {
    let mismatch = unsafe context.pointee.mismatch
    return raise(describe(mismatch, of: functions[Int(index)]))
  }

  // MARK: Iterators

  func open(_ iterator: any HostIterator) -> Int32 {
    // Without enough memory the script is stopped when the call comes back; it is closed all the same.
    let footprint = iterator.footprint
    let isCharged = unsafe lh_charge_memory(context, footprint)
    openedIterators += 1
    let open = OpenIterator(
      iterator, footprint: isCharged ? footprint : 0, number: openedIterators, function: called)
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
      let isValue = try open.iterator.next(HostReply(self))
      let footprint = open.iterator.footprint
      if footprint != open.footprint { charge(open, footprint) }
      return isValue ? Int32(LH_DONE) : Int32(LH_END)
    } catch {
      return answer(error, function: nil)
    }
  }

  private func tell(_ open: OpenIterator) {
    guard var progress = open.iterator.progress else { return }
    if progress.name == nil { progress.name = functions[open.function].fullName }
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
      let reply = HostReply(self)
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
      call: { host, index in unsafe HostBridge.at(host) { $0.call(index) } },
      mismatch: { host, index in unsafe HostBridge.at(host) { $0.mismatch(index) } },
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

  @inline(__always)
  private static func at<R>(_ host: UnsafeMutableRawPointer?, _ body: (HostBridge) -> R) -> R {
    unsafe Unmanaged<HostBridge>.fromOpaque(host.unsafelyUnwrapped)._withUnsafeGuaranteedRef(body)
  }
}
