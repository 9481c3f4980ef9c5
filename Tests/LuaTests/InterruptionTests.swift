import Lua
import Synchronization
import Testing

/// A host function that waits is interrupted when the script's time limit is reached.
@Suite struct `An interruption` {
  private final class Flag: Sendable {
    let calls = Atomic<Int>(0)
  }

  @Test func `makes a waiting host function return within the grace period`() throws {
    let flag = Flag()
    let wait = HostFunction("wait", "Waits to be interrupted.", example: "wait()") {
      (call: inout HostCall) throws(HostFailure) in
      while flag.calls.load(ordering: .relaxed) == 0 {}
      call.reply.boolean(true)
    }
    let code = withScriptThread { () -> LuaError.Code? in
      var limits = LuaLimits(wallTime: .milliseconds(30), grace: .seconds(60))
      // This would end the test run: the test checks that the grace period is not exceeded.
      limits.exitMessages = [.time: LuaLimits.ExitMessage("not interrupted\n", status: 99)]
      do throws(LuaError) {
        let state = try LuaState(
          limits: limits, modules: [HostModule("", "Globals.", functions: [wait])])
        let argument = Unmanaged.passUnretained(flag).toOpaque()
        state.setInterruption(
          {
            $0.map {
              _ = Unmanaged<Flag>.fromOpaque($0).takeUnretainedValue().calls.add(
                1, ordering: .relaxed)
            }
          }, argument)
        _ = try state.run(source: Array("wait() while true do end".utf8), chunkName: "=x")
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code == .stopped(.time))
    #expect(flag.calls.load(ordering: .relaxed) > 0)
  }

  @Test func `is not called before the time limit`() throws {
    let flag = Flag()
    withScriptThread {
      let state = try? LuaState(limits: LuaLimits(wallTime: .seconds(60)))
      let argument = Unmanaged.passUnretained(flag).toOpaque()
      state?.setInterruption(
        {
          $0.map {
            _ = Unmanaged<Flag>.fromOpaque($0).takeUnretainedValue().calls.add(
              1, ordering: .relaxed)
          }
        }, argument)
      _ = try? state?.run(source: Array("for i = 1, 1e6 do end".utf8), chunkName: "=x")
    }
    #expect(flag.calls.load(ordering: .relaxed) == 0)
  }
}
