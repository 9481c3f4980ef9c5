import FlintCalendar
import Foundation
import FlintJSON
import Lua
import FlintRules
import Scripting
import Sessions
import Storage
import Testing

/// Runs scripts on a new profile in memory: seed 7, Europe/Rome, now 2026-03-01T12:00, `ignition`
/// unless a rulebook is given.
struct Playground {
  /// The output and log of a script, and its outcome.
  struct Result {
    var output = ""
    var log: [String] = []
    var values: [LuaValue] = []
    var error: LuaError?
  }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  let store: Store
  var limits = LuaLimits(wallTime: .seconds(60))
  var now: Timestamp?
  /// The directory that scripts may read, besides the checkout, and write.
  private let grants: (reading: [String], writing: [String])
  private let isRehearsal: Bool

  init(
    reading: String? = nil, writing: String? = nil, isRehearsal: Bool = false,
    rulebook: RulebookDefinition = .ignition
  ) throws {
    grants = ([reading].compactMap(\.self), [writing].compactMap(\.self))
    self.isRehearsal = isRehearsal
    now = Timestamp("2026-03-01T12:00")
    store = try Store.inMemory(
      profile: .new(
        seed: 7, zone: "Europe/Rome", rulebook: rulebook, now: Instant(milliseconds: 0)))
  }

  /// Runs a script; its work is committed unless it failed.
  func run(
    _ code: String, name: String = "script.lua", arguments: [String] = [],
    directory: String? = nil
  ) throws -> Result {
    try withScriptThread { () throws -> Result in
      var result = Result()
      let sink = Sink()
      let outputs = ScriptOutputs(isRehearsal: isRehearsal, most: 1 << 30)
      do {
        try store.sessionOnDemand(SessionOptions(now: now, batchSource: name)) { open in
          try withoutActuallyEscaping(open) { open in
            let context = ScriptContext(
              hasFixedClock: true,
              files: FileGrants(
                reading: [directory ?? Self.root.path] + grants.reading,
                writing: grants.writing),
              outputs: outputs,
              messages: ScriptContext.Messages(
                log: { level, line, fields in
                  sink.log.append(
                    "\(level.rawValue): \(line)\(fields.map { " \($0.text())" } ?? "")")
                },
                progress: { done, total, message in
                  sink.log.append("\(message) \(done)/\(total)")
                }),
              session: open)
            let script = Script(
              source: Array(code.utf8), chunkName: "@\(name)", name: name, arguments: arguments,
              moduleDirectory: directory ?? Self.root.path)
            result.values = try script.run(in: context, limits: limits) {
              sink.bytes.append(contentsOf: $0)
            }
            try outputs.prepare()
          }
        }
        try outputs.moveToTargets()
      } catch let error as LuaError {
        outputs.discard()
        result.error = error
      }
      result.output = String(decoding: sink.bytes, as: UTF8.self)
      result.log = sink.log
      return result
    }
  }

  private final class Sink {
    var bytes: [UInt8] = []
    var log: [String] = []
  }

  /// Returns the first value of an expression.
  func value(_ expression: String) throws -> LuaValue {
    let result = try run("return \(expression)")
    if let error = result.error { throw error }
    return result.values.first ?? .nil
  }

  /// Returns the message of the error that ends a script.
  func failure(_ code: String) throws -> String {
    try #require(try run(code).error).message
  }
}
