import Foundation
import TestSupport
import Testing

/// Standard input as the file `-` of scripts.
struct `Standard input of a script` {
  private func run(_ commands: String, in scratch: borrowing Scratch) throws -> Shell.Result {
    try Shell.run(commands, in: scratch.url)
  }

  @Test(arguments: [
    ("return fs.read(\"-\")", "a,b\n1,x\n2,y\n\n"),
    ("for line in fs.lines(\"-\") do print(line) end", "a,b\n1,x\n2,y\n"),
    ("for row, line in csv.rows(\"-\") do print(line, row.a, row.b) end", "2\t1\tx\n3\t2\ty\n"),
    ("for line in io.lines() do io.write(line, \";\") end print()", "a,b;1,x;2,y;\n"),
    (
      "print(io.read(), io.read(\"l\"), io.stdin:read(), io.read(), io.read())",
      "a,b\t1,x\t2,y\tnil\tnil\n"
    ),
    ("print(#io.read(\"a\"), fs.exists(\"-\"))", "12\tfalse\n"),
  ])
  func `is read by each function that reads files`(code: String, output: String) throws {
    let scratch = try Scratch()
    let result = try run(
      "printf 'a,b\\n1,x\\n2,y\\n' | flint eval --scratch '\(code)'", in: scratch)
    #expect(result.output == output)
    #expect(result.status == 0)
  }

  @Test func `is imported, and loaded as a quest set`() throws {
    let scratch = try Scratch()
    let quests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../examples/data/quests/harbour.json").path
    let result = try run(
      """
      printf 'title,category,at\\none,idea,2026-03-01\\n' |
        flint eval --scratch --now 2026-03-02 'import.run{file = "-"}.total.added, spark.count()'
      flint eval --scratch 'quest.add("-").nodes > 1' <'\(quests)' 2>messages
      """, in: scratch)
    #expect(result.output == "1\t1\ntrue\n", "\(result.output)")
  }

  @Test func `is read once`() throws {
    let scratch = try Scratch()
    let result = try run(
      "echo x | flint eval --scratch 'fs.lines(\"-\")() .. fs.read(\"-\")'; echo $?", in: scratch)
    #expect(
      result.output.hasPrefix(
        "flint: (eval):1: fs.read: -: standard input can be read only once, and fs.lines has read it\n"
      ),
      "\(result.output)")
    #expect(result.output.hasSuffix("\n74\n"))
  }

  @Test(arguments: [
    ("echo 'fs.read(\"-\")' | flint run --scratch -", "standard input was the script itself"),
    ("echo 'fs.read(\"-\")' | flint eval --scratch -", "standard input was the script itself"),
    ("echo 'fs.read(\"-\")' | flint repl --scratch", "standard input has the entries"),
    ("flint test .", "a test has no standard input"),
    ("flint eval --scratch 'fs.list(\"-\")'", "-: no such file"),
    ("flint eval --scratch 'fs.write(\"-\", \"x\")'", "print writes to standard output"),
    ("flint eval --scratch 'fs.read(\"-\")' <.", "-: Is a directory"),
    ("flint eval --scratch 'fs.read(\"-\")' <&-", "-: Bad file descriptor"),
  ])
  func `is refused where it is none`(command: String, message: String) throws {
    let scratch = try Scratch()
    try "test(\"t\", function(t) fs.read(\"-\") end)".write(
      to: scratch.url.appendingPathComponent("a_test.lua"), atomically: true, encoding: .utf8)
    let result = try run(command, in: scratch)
    #expect(result.status != 0)
    #expect(result.output.contains(message), "\(result.output)")
  }

  @Test func `is streamed, line by line and row by row, in little memory`() throws {
    let scratch = try Scratch()
    let result = try run(
      """
      (echo first; while [ ! -e go ]; do sleep 0.02; done; echo second) |
        flint eval --scratch 'for line in fs.lines("-") do log.info(line .. " " .. (line == "first" and 1 or 2)) end' \
        2>log & P=$!
      for i in $(seq 1000); do grep -q first log 2>/dev/null && break; sleep 0.02; done
      grep -c second log; touch go; wait $P
      awk 'BEGIN { print "a"; r = sprintf("%100d", 0); for (i = 0; i < 600000; i++) print r }' |
        flint eval --scratch --max-memory 48MiB 'local n = 0 for _ in csv.rows("-", {by = "values"}) do n = n + 1 end
          return n'
      yes | flint eval --scratch --max-memory 48MiB 'fs.read("-")'; echo $?
      yes x | tr -d '\\n' | flint eval --scratch --max-memory 48MiB 'fs.lines("-")()'; echo $?
      """, in: scratch)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["0", "600000"], "\(result.output)")
    #expect(lines.filter { $0 == "126" }.count == 1, "\(result.output)")
    #expect(result.output.contains("fs.lines: -: has a line of more than 64 MiB"))
  }

  @Test(arguments: ["fs.read", "fs.lines", "csv.rows", "quest.add"])
  func `is never a file of the profile`(function: String) throws {
    let scratch = try Scratch()
    let result = try run(
      """
      flint init --quiet --db p.db --zone UTC
      flint eval --db p.db 'spark.count(); \(function)("-")' <p.db; echo $?
      flint eval --db p.db 'import.run{file = "-"}' <p.db; echo $?
      """, in: scratch)
    #expect(
      result.output.components(separatedBy: "-: belongs to the profile").count == 3,
      "\(result.output)")
    #expect(result.output.hasSuffix("\n74\n"))
  }

  @Test func `and the output make a filter of a script`() throws {
    let scratch = try Scratch()
    let result = try run(
      """
      printf '%s\\n' 'for line in io.lines(arg[1]) do io.stdout:write(line:upper(), "\\n") end
        io.stderr:write("done\\n")' >upper.lua
      echo one | flint run --scratch upper.lua 2>messages; cat messages
      echo two >file; flint run --scratch --quiet upper.lua -- file
      """, in: scratch)
    #expect(result.output == "ONE\nwarn: done\nTWO\n", "\(result.output)")
  }
}
