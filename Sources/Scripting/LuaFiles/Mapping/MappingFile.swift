import Lua
import FlintRules
package import Transfer

/// A mapping file: a Lua file that returns a table.
///
/// It runs in a restricted state, like a rulebook file. The state exists as long as the mapping,
/// whose functions run in it.
package enum MappingFile {
  /// The memory for all functions together.
  private static let memory = 256 << 20
  /// The time for each call, unless another one is given.
  package static let wallTime = Duration.seconds(10)
  private static let grace = Duration.milliseconds(500)

  package static let limits =
    "a mapping's functions may use \(memory >> 20) MiB of memory, and "
    + "\(wallTime.components.seconds) seconds a call"

  /// Reads a mapping file. Must be called on the thread that is going to use the mapping, which
  /// needs a stack of several megabytes.
  ///
  /// - Parameter exitStatus: the exit status of the process when a function cannot be stopped in another
  ///   way; `nil` to wait for the function instead.
  /// - Throws: `LuaFileError` with all errors at once; `LuaError` if the file was stopped.
  package static func mapping(at path: String, exitStatus: Int32? = nil) throws -> Mapping {
    try mapping(of: try LuaFile.read(path), path: path, exitStatus: exitStatus)
  }

  /// - Parameters:
  ///   - path: the path in messages.
  ///   - wallTime: the time for each call.
  package static func mapping(
    of source: [UInt8], path: String, exitStatus: Int32? = nil, wallTime: Duration = Self.wallTime
  ) throws -> Mapping {
    let exit = exitStatus.map {
      LuaLimits.ExitMessage(
        "flint: \(path): stopped: \(StopReason.time.phrase); nothing was recorded\n", status: $0)
    }
    let limits = LuaLimits(
      wallTime: wallTime, memory: memory, output: 0, grace: grace,
      exitMessages: exit.map { [.time: $0] } ?? [:])
    let returned = ReturnedMapping()
    let receive = HostFunction(
      "mapping", "Receives the result of the file.", parameter: HostParameter("result", .any)
    ) { call throws(HostFailure) in
      (returned.value, returned.functions) = try call.valueWithFunctions("result")
    }
    let state: LuaState
    do throws(LuaError) {
      state = try LuaState(
        limits: limits, modules: [HostModule("", "", functions: [receive])],
        environment: LuaEnvironment(
          readModule: { _ in .source(source, chunkName: "@\(path)") }))
      _ = try state.run(source: Array(frame.utf8), chunkName: "=(frame)")
      try state.disarm()
    } catch {
      throw refusal(error, path: path)
    }
    return try mapping(returned, state, source, path: path)
  }

  private static func mapping(
    _ returned: ReturnedMapping, _ state: LuaState, _ source: [UInt8], path: String
  ) throws(LuaFileError) -> Mapping {
    switch returned.value {
    case .table where returned.value.functionIndex == nil, .array: break
    default:
      throw LuaFileError(
        path: path, problem: "expected the file to return a table; it should end with return {…}")
    }
    let functions = MappingFunctions(returned.functions, retaining: state)
    do throws(MappingError) {
      return try Mapping(
        reading: functions.tree(returned.value),
        name: path.split(separator: "/").last.map(String.init) ?? path)
    } catch {
      throw LuaFileError(path: path, error.faults, in: source)
    }
  }

  private static func refusal(_ error: LuaError, path: String) -> any Error {
    if case .stopped = error.code { return error }
    if error.code == .setup { return error }
    let isInFile = error.chunk == path
    return LuaFileError(
      path: path, line: isInFile ? error.line : nil,
      problem: error.detail + (isInFile ? error.excerpt.map { "\n" + $0 } ?? "" : ""))
  }

  private final class ReturnedMapping {
    var value = LuaValue.nil
    var functions: [LuaFunction] = []
  }

  private static let frame = """
    local file, receive = require, mapping
    mapping = nil
    \(BareState.removals("mapping"))
    local result = file("mapping")
    if result ~= true then receive(result) end
    """
}
