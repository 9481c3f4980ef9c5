import FlintCalendar
import Foundation
import Lua
import Scripting
import FlintRules
import Sessions
import Storage

/// A host on which scripts run while a fault is injected: a chosen allocation fails, the time limit is
/// reached, or arguments are random.
final class FaultyHost {
  private let store: Store
  private let folder: URL

  /// Creates a profile in memory with a few records.
  init() throws {
    store = try Store.inMemory(
      profile: .new(
        seed: 7, zone: "Europe/Rome", rulebook: .ignition, now: Instant(milliseconds: 0)))
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "flint-faults-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["march.csv", "books.csv"] {
      try "title,category,at\none,idea,2026-02-01\n".write(
        to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The examples of the reference, one for each host function.
  static var examples: [(function: String, code: String)] { Reference().examples }

  /// The outcome of a script.
  struct Ending: Equatable {
    /// The stop or error; `nil` if the script ended normally.
    var code: LuaError.Code?
    /// The message of the error.
    var message: String
    /// The number of records of the profile after rolling back; `nil` if the profile could not
    /// be read.
    var records: Int64?
    /// The file names in its directory afterwards.
    var names: [String]
  }

  /// Runs a script, and rolls back its work.
  ///
  /// - Parameter limits: the limits, possibly with an allocation that fails.
  func run(_ code: String, arguments: [String] = [], limits: LuaLimits) -> Ending {
    struct RollBack: Error {}
    return withScriptThread {
      var ending = Ending(code: nil, message: "", records: nil, names: [])
      let outputs = ScriptOutputs(isRehearsal: true, most: 1 << 30)
      do {
        try store.sessionOnDemand(
          SessionOptions(now: Timestamp("2026-03-01T12:00"), batchSource: "faults")
        ) { open in
          try withoutActuallyEscaping(open) { open in
            let context = ScriptContext(
              hasFixedClock: true,
              files: FileGrants(reading: [folder.path], writing: [folder.path]),
              outputs: outputs, messages: ScriptContext.Messages(), session: open)
            let script = Script(
              source: Array(code.utf8), chunkName: "=faults", name: "faults", arguments: arguments,
              moduleDirectory: folder.path)
            _ = try script.run(in: context, limits: limits) { _ in }
          }
          throw RollBack()
        }
      } catch let error as LuaError {
        ending.code = error.code
        ending.message = error.message
      } catch is RollBack {
      } catch {
        ending.message = "\(error)"
      }
      outputs.discard()
      ending.records = try? store.access { try Int64($0.profile.recordSum().count) }
      ending.names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
      return ending
    }
  }

  /// Runs an example while one allocation fails.
  ///
  /// - Returns: whether the example ended without that allocation, or a description of the defect.
  func example(_ code: String, failing allocation: UInt64) -> (isPast: Bool, fault: String?) {
    var limits = LuaLimits(wallTime: .seconds(60))
    limits.failingAllocation = allocation
    let ending = run(code, limits: limits)
    // The files and records that an example itself commits exist afterwards.
    if ending.records != 0, !code.contains("checkpoint()") {
      return (false, "\(ending.records ?? -1) records are left")
    }
    if ending.names != ["books.csv", "march.csv"] { return (false, "left: \(ending.names)") }
    switch ending.code {
    case .stopped(.memory): return (false, nil)
    case nil where ending.message.isEmpty: return (true, nil)
    // Some examples always end with an error.
    case .runtime: return (true, nil)
    default: return (false, "ended with \(ending.message)")
    }
  }

  /// Calls every function with random tuples of every kind of value.
  ///
  /// - Returns: a description of the defect, if there is one.
  func arguments(seed: UInt64, calls: Int) -> String? {
    let ending = run(
      RandomCalls.script, arguments: ["\(Int64(bitPattern: seed))", "\(calls)"],
      limits: LuaLimits(wallTime: .seconds(300), memory: 1 << 30))
    if ending.records != 0 { return "\(ending.records ?? -1) records are left" }
    return ending.code == .runtime && ending.message.hasSuffix("all calls came back")
      ? nil : "ended with \(ending.message)"
  }

  /// Reaches a random time limit within a long operation.
  ///
  /// - Returns: a description of the defect: a stop that was lost, or came too late.
  func expiry(seed: UInt64) -> String? {
    let loops = Self.loops
    let time = Duration.microseconds(20 + Int64((seed &* 0x9E37_79B9_7F4A_7C15) >> 52))
    let start = ContinuousClock.now
    let ending = run(
      loops[Int(seed % UInt64(loops.count))], limits: LuaLimits(wallTime: time))
    let taken = ContinuousClock.now - start
    if ending.code != .stopped(.time) { return "ended with \(ending.message)" }
    // A tolerant bound, since the machine runs other programs too.
    return taken > .seconds(5) ? "stopped after \(taken)" : nil
  }

  private static let loops = [
    "while true do end", "while true do pcall(error) end",
    "while true do coroutine.wrap(function() pcall(error) end)() end",
    "while true do ('a'):rep(1000):find('.-.-b') end", "while true do table.sort{3, 1, 2} end",
    "while true do spark.count() end", "while true do for _ in spark.each() do end end",
    "while true do for k in pairs(_G) do end end", "while true do pcall(spark.add, {}) end",
    "while true do json.decode('[1, {\"a\": 2}]') end", "table.move({}, 1, 1 << 50, 2)",
    "while true do load('return 1')() end", "while true do xpcall(error, function() end) end",
    "while true do spark.add{title = 'x', category = 'idea'} end",
    "while true do local x <close> = setmetatable({}, {__close = function() end}) end",
  ]
}
