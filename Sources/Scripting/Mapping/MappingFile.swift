import Lua
import Rules
public import Transfer

/// A mapping as a user writes it: a Lua file that returns a table.
///
/// It runs in a bare state, as a rulebook file does, that is kept for as long as the mapping is: its
/// functions run there.
public enum MappingFile {
  /// What a mapping may use: its functions together, and the time for each call.
  private static let memory = 256 << 20
  private static let wallTime = Duration.seconds(10)
  private static let grace = Duration.milliseconds(500)

  /// What a mapping may use, in words.
  public static let limits =
    "a mapping's functions may use \(memory >> 20) MiB of memory, and "
    + "\(wallTime.components.seconds) seconds a call"

  /// Reads a mapping file. To be called on the thread that is going to use the mapping, which needs
  /// a stack of several megabytes.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - lastStatus: with what the process ends when a function can be stopped in no other way;
  ///     `nil` to wait for it instead.
  /// - Throws: `LuaFileError` with every fault at once; `LuaError` when the file had to be stopped.
  public static func mapping(at path: String, lastStatus: Int32? = nil) throws -> Mapping {
    try mapping(of: try LuaFile.read(path), path: path, lastStatus: lastStatus)
  }

  /// Reads the text of a mapping file.
  ///
  /// - Parameter path: what messages call it.
  public static func mapping(
    of source: [UInt8], path: String, lastStatus: Int32? = nil
  ) throws -> Mapping {
    let words = lastStatus.map {
      LuaLimits.LastWords(
        "flint: \(path): stopped: \(StopReason.time.phrase); nothing was recorded\n", status: $0)
    }
    let limits = LuaLimits(
      wallTime: wallTime, memory: memory, output: 0, grace: grace,
      lastWords: words.map { [.time: $0] } ?? [:])
    let taken = TakenMapping()
    let take = HostFunction(
      "mapping", "Takes what the file returned.", parameters: [HostParameter("result", .any)]
    ) { call throws(HostFailure) in
      (taken.value, taken.functions) = try call.valueKeepingFunctions(0)
    }
    let state: LuaState
    do throws(LuaError) {
      state = try LuaState(
        limits: limits, modules: [HostModule("", "", functions: [take])],
        environment: LuaEnvironment(
          readModule: { _ in .source(source, chunkName: "@\(path)") }))
      _ = try state.run(source: Array(frame.utf8), chunkName: "=(frame)")
      try state.disarm()
    } catch {
      throw refusal(error, path: path)
    }
    return try mapping(taken, state, source, path: path)
  }

  private static func mapping(
    _ taken: TakenMapping, _ state: LuaState, _ source: [UInt8], path: String
  ) throws(LuaFileError) -> Mapping {
    switch taken.value {
    case .table where taken.value.functionIndex == nil, .array: break
    default:
      throw LuaFileError(
        path: path, problem: "expected the file to return a table; it should end with return {…}")
    }
    let functions = MappingFunctions(taken.functions, keeping: state)
    do throws(MappingError) {
      return try Mapping(
        reading: functions.tree(taken.value),
        name: path.split(separator: "/").last.map(String.init) ?? path)
    } catch {
      let lines = SourceLines(source)
      throw LuaFileError(
        path: path,
        problems: error.faults.map {
          .init(line: lines.line(of: $0.keys), text: $0.description)
        }.sorted { ($0.line ?? .max) < ($1.line ?? .max) })
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

  /// What the file returned, on its way out of the state.
  private final class TakenMapping {
    var value = LuaValue.nil
    var functions: [LuaFunction] = []
  }

  private static let frame = """
    local file, take = require, mapping
    mapping = nil
    \(BareState.removals("mapping"))
    local result = file("mapping")
    if result ~= true then take(result) end
    """
}
