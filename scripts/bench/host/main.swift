import Glibc
import Lua

// host-bench ROUNDS [NAME]: the time of calls between a script and the host, net of the loop around them,
// in nanoseconds, as the median of the rounds; and a script with a time limit compared with one without.

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 5

final class Rows: HostIterator {
  private var left: Int64
  init(_ count: Int64) { left = count }

  func next(_ reply: borrowing HostReply) throws(HostFailure) -> Bool {
    guard left > 0 else { return false }
    left -= 1
    reply.integer(left)
    reply.number(1.5)
    reply.boolean(true)
    reply.string("Morning run")
    reply.constant("energy")
    return true
  }
}

/// Returns a module with typical host functions.
func makeModule() -> HostModule {
  let add = HostFunction(
    "add", "Adds.", parameters: [HostParameter("a", .integer()), HostParameter("b", .integer())]
  ) { (call: inout HostCall) throws(HostFailure) in
    call.reply.integer(call.integer(0) &+ call.integer(1))
  }
  let length = HostFunction("length", "Counts bytes.", parameters: [HostParameter("text", .string)])
  {
    (call: inout HostCall) throws(HostFailure) in
    call.reply.integer(try call.string(0).utf8.count)
  }
  let take = HostFunction(
    "take", "Takes a table.",
    parameters: [
      HostParameter(
        "it",
        .table([
          HostField("title", .string), HostField("category", .choice(["idea", "energy"])),
          HostField("minutes", .integer(0...1440)),
        ]))
    ]
  ) { (call: inout HostCall) throws(HostFailure) in
    call.reply.integer(call.integer(2) &+ Int64(call.choice(1) ?? 0))
  }
  let rows = HostFunction("rows", "Rows.", parameters: [HostParameter("count", .integer())]) {
    (call: inout HostCall) throws(HostFailure) in
    call.reply.iterator(Rows(call.integer(0)))
  }
  let refuse = HostFunction("refuse", "Refuses.") { (call: inout HostCall) throws(HostFailure) in
    call.refuse("no_token", "there is no roll token")
  }
  let fail = HostFunction("fail", "Raises.") { (_: inout HostCall) throws(HostFailure) in
    throw HostFailure.message("fail: that does not work")
  }
  return HostModule(
    "host", "For measuring.", functions: [add, length, take, rows, refuse, fail])
}

/// Returns the seconds of a run.
func seconds(_ code: String, limits: LuaLimits = LuaLimits(wallTime: nil, exitMessages: [:]))
  -> Double
{
  withScriptThread {
    do throws(LuaError) {
      let state = try LuaState(limits: limits, modules: [makeModule()])
      let start = ContinuousClock.now
      _ = try state.run(source: Array(code.utf8), chunkName: "=bench")
      return (ContinuousClock.now - start) / .seconds(1)
    } catch {
      print(error)
      exit(1)
    }
  }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

let prelude =
  "local add, length, take, rows, refuse, fail, pcall = "
  + "host.add, host.length, host.take, host.rows, host.refuse, host.fail, pcall "
let cases: [(name: String, count: Int, body: String)] = [
  ("two integers", 2_000_000, "for i = 1, N do local x = add(i, 2) end"),
  ("a short string", 2_000_000, "for i = 1, N do local x = length('Morning run') end"),
  (
    "a table of three fields", 1_000_000,
    "local t = {title = 'Morning run', category = 'energy', minutes = 30} "
      + "for i = 1, N do local x = take(t) end"
  ),
  ("an iterator's step of five values", 1_000_000, "for a, b, c, d, e in rows(N) do end"),
  ("a refusal as nil, error", 500_000, "for i = 1, N do local x, e = refuse() end"),
  ("an error raised and caught", 200_000, "for i = 1, N do local ok, e = pcall(fail) end"),
]
let only = CommandLine.arguments.dropFirst(2).first
for (name, count, body) in cases where only.map({ name.contains($0) }) ?? true {
  let head = "local N = \(count) " + prelude
  let times = (0..<rounds).map { _ in
    let net = seconds(head + body) - seconds(head + "for i = 1, N do end")
    return net / Double(count) * 1e9
  }
  print("\(name): \(median(times)) ns")
}

if only != nil { exit(0) }

// A script that computes without the host: arithmetic, strings, tables, calls.
let work = """
  local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
  local t = {}
  for i = 1, 300000 do t[i % 1000 + 1] = ("%d"):format(i) .. i end
  return fib(27) + #table.concat(t)
  """
var ratios: [Double] = []
for _ in 0..<(2 * rounds) {
  let without = seconds(work)
  let with = seconds(
    work, limits: LuaLimits(wallTime: .seconds(300), grace: .milliseconds(500), exitMessages: [:]))
  ratios.append(with / without)
}
print("with a time limit: \(median(ratios)) times")
