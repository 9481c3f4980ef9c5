import Lua
import Testing

@Suite struct ArgumentReadingTests {
  @Test func `a call within a call keeps its arguments`() {
    let add = HostFunction(
      "add", "Adds.", parameters: [HostParameter("a", .integer()), HostParameter("b", .integer())]
    ) { call in call.reply.integer(call.integer(0) &+ call.integer(1)) }
    let around = HostFunction(
      "around", "Calls a function, and then describes its own arguments.",
      parameters: [HostParameter("f", .function), HostParameter("n", .integer())]
    ) { (call: inout HostCall) throws(HostFailure) in
      guard let function = try call.function(0) else { return }
      do throws(LuaError) {
        let inner = try function.call(.integer(call.integer(1) &* 10))
        call.reply.value(inner.first ?? .nil)
      } catch {
        throw .script(error)
      }
      call.reply.integer(call.integer(1))
    }
    let code = """
      local function f(n)
        local inner, own = host.around(function(m) return host.add(m, n) end, 7)
        return host.add(inner, own)
      end
      return host.around(f, 2)
      """
    // 7 * 10 + 20 = 90, and 90 + 7 = 97.
    let outcome = run(code, modules: [HostModule("host", "Nests.", functions: [add, around])])
    #expect(outcome.values == [.integer(97), .integer(2)])
  }

  @Test func `plain values of fields are read after their table`() {
    let module = HostModule(
      "host", "Reads fields.",
      functions: [
        HostFunction(
          "read", "Replies its fields.",
          parameters: [
            HostParameter(
              "it",
              .table([
                HostField("rate", .either(.string, .number())),
                HostField("count", .either(.string, .integer())),
                HostField("flag", .either(.string, .boolean)),
                HostField("absent", .either(.string, .number()), isOptional: true),
              ]))
          ]
        ) { (call: inout HostCall) throws(HostFailure) in
          for slot in 0..<4 { call.reply.value(try call.value(HostSlot(integerLiteral: slot))) }
        }
      ])
    let outcome = run("return host.read{flag = true, count = 3, rate = 2}", modules: [module])
    #expect(outcome.values == [.number(2), .integer(3), .boolean(true), .nil])
  }
}
