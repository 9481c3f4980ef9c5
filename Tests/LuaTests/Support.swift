import Lua

/// The outcome of a script, with its output.
struct Outcome {
  /// The output as bytes.
  var bytes: [UInt8] = []
  var values: [LuaValue] = []
  var error: LuaError?
  var instructions: UInt64 = 0

  var printed: String { String(decoding: bytes, as: UTF8.self) }
  var message: String { error?.message ?? "no error" }
  var stop: StopReason? {
    if case .stopped(let reason) = error?.code { return reason }
    return nil
  }
}

/// Runs a script on a separate thread. The wall time limit guards against hangs.
func run(
  _ code: String, limits: LuaLimits = LuaLimits(wallTime: .seconds(60)),
  modules: [HostModule] = [], libraries: [String: String] = [:], arguments: [String] = [],
  name: String = "script.lua"
) -> Outcome {
  withScriptThread {
    var outcome = Outcome()
    var bytes: [UInt8] = []
    let environment = LuaEnvironment(
      write: {
        bytes.append(contentsOf: $0)
        return true
      },
      readModule: { name in
        guard let text = libraries[name] else { return .failure("no module \"\(name)\"") }
        return .source(Array(text.utf8), chunkName: "@\(name).lua")
      })
    do throws(LuaError) {
      let state = try LuaState(limits: limits, modules: modules, environment: environment)
      do throws(LuaError) {
        outcome.values = try state.run(
          source: Array(code.utf8), chunkName: "@" + name, arguments: arguments)
      } catch {
        outcome.error = error
      }
      outcome.instructions = state.instructionsUsed
    } catch {
      outcome.error = error
    }
    outcome.bytes = bytes
    return outcome
  }
}

/// The texts among the results of the script.
func texts(_ code: String, modules: [HostModule] = []) -> [String] {
  let outcome = run(code, modules: modules)
  if let error = outcome.error { return ["error: \(error.message)"] }
  return outcome.values.map { $0.text ?? "\($0)" }
}
