import Foundation
import Lua
import Testing

/// Samples of the stack of a script, taken by the timer.
struct `A script that is looked at` {
  /// Runs an endless script, sampled each millisecond, until its time limit.
  private func stacks(
    _ code: String, modules: [HostModule] = [], name: String = "busy.lua",
    time: Duration = .milliseconds(400), sampling: Duration? = .milliseconds(1)
  ) -> (stacks: FoldedStacks, outcome: Result<[LuaValue], LuaError>) {
    withScriptThread {
      var limits = LuaLimits(wallTime: time)
      limits.sampling = sampling
      do throws(LuaError) {
        let state = try LuaState(limits: limits, modules: modules)
        do throws(LuaError) {
          let values = try state.run(source: Array(code.utf8), chunkName: "@" + name)
          return (state.foldedStacks, .success(values))
        } catch {
          return (state.foldedStacks, .failure(error))
        }
      } catch {
        return (FoldedStacks(), .failure(error))
      }
    }
  }

  private func names(_ stacks: FoldedStacks) -> Set<String> {
    Set(
      stacks.text.split(separator: "\n").map {
        String($0[..<($0.lastIndex(of: " ") ?? $0.endIndex)])
      })
  }

  @Test func `has its stack sampled, from the outermost function to the innermost`() throws {
    let (stacks, outcome) = stacks(
      """
      local function inner() for i = 1, 1000 do end end
      local function outer() while true do inner() end end
      outer()
      """)
    guard case .failure(let error) = outcome else {
      Issue.record("it ended")
      return
    }
    #expect(error.code == .stopped(.time))
    let names = names(stacks)
    #expect(names.contains("busy.lua;outer (busy.lua:2);inner (busy.lua:1)"))
    #expect(
      names.isSubset(of: [
        "busy.lua", "busy.lua;outer (busy.lua:2)", "busy.lua;outer (busy.lua:2);inner (busy.lua:1)",
      ]))
    // One sample a millisecond until the time limit; missed ones count with the next.
    #expect(stacks.total <= 402)
    #expect(stacks.total > 40)
  }

  @Test func `is sampled inside of coroutines together with the functions that resumed them`() {
    let (stacks, _) = stacks(
      """
      local function work() while true do end end
      local inner = coroutine.wrap(function() work() end)
      local outer = coroutine.wrap(function() inner() end)
      outer()
      """)
    #expect(
      names(stacks).contains(
        "busy.lua;outer;function (busy.lua:3);inner;function (busy.lua:2);work (busy.lua:1)"))
  }

  @Test func `is sampled in host functions under their names`() {
    let sleep = HostFunction("sleep", "Takes its time.") {
      (_: inout HostCall) throws(HostFailure) in
      let start = ContinuousClock.now
      while ContinuousClock.now - start < .milliseconds(20) {}
    }
    let (stacks, _) = stacks(
      "local function nap() bed.sleep() end while true do nap() end",
      modules: [HostModule("bed", "For tests.", functions: [sleep])])
    // All missed samples count for the function that was running.
    let line = stacks.text.split(separator: "\n").first {
      $0.hasPrefix("busy.lua;nap (busy.lua:1);bed.sleep ")
    }
    let ticks = line.flatMap { UInt64($0.split(separator: " ").last ?? "") } ?? 0
    #expect(ticks * 10 > stacks.total * 9, "\(stacks.text)")
  }

  @Test func `has names without the separators of the format`() {
    let (stacks, _) = stacks("while true do end", name: "a;b\nc.lua")
    #expect(names(stacks) == ["a_b_c.lua"])
  }

  @Test func `may be nested deeply`() {
    let (stacks, outcome) = stacks(
      "local function down(n) if n > 0 then return 1 + down(n - 1) end while true do end end down(20000)"
    )
    guard case .failure(let error) = outcome else {
      Issue.record("it ended")
      return
    }
    #expect(error.code == .stopped(.time))
    #expect(names(stacks).contains { $0.hasPrefix("(deeper);down (busy.lua:1);") })
  }

  @Test func `is stopped by other limits while it is sampled`() {
    withScriptThread {
      var limits = LuaLimits(wallTime: .seconds(60))
      limits.sampling = .milliseconds(1)
      do throws(LuaError) {
        let state = try LuaState(limits: limits)
        let stopper = state.stopper
        let asking = Thread {
          Thread.sleep(forTimeInterval: 0.05)
          stopper.request()
        }
        asking.start()
        do throws(LuaError) {
          _ = try state.run(source: Array("while true do end".utf8), chunkName: "=loop")
          Issue.record("it ended")
        } catch {
          #expect(error.code == .stopped(.interrupt))
          #expect(state.foldedStacks.total > 0)
        }
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test func `is not sampled by default`() {
    let (stacks, _) = stacks("while true do end", time: .milliseconds(50), sampling: nil)
    #expect(stacks == FoldedStacks())
    #expect(stacks.text == "")
  }
}
