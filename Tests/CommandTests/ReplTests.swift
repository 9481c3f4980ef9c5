import Foundation
import TestSupport
import Testing

/// `flint repl` on a terminal, and under attack.
struct `A conversation` {
  /// What came of a dialogue: see Terminal/converse.py.
  private func converse(
    _ dialogue: String, _ options: String, in folder: URL
  ) throws -> Shell.Result {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Terminal/converse.py")
    try dialogue.write(
      to: folder.appendingPathComponent("dialogue"), atomically: true, encoding: .utf8)
    return try Shell.run(
      "TERM=xterm python3 '\(script.path)' dialogue flint repl \(options)", in: folder)
  }

  @Test func `completes names, fields and what they accept`() throws {
    let scratch = try Scratch()
    // What is typed is whole only with what the tabs put in.
    let result = try converse(
      #"""
      < [1]>
      > spark.ad\t{ti\t"Read", cat\t"id\t"}.points\r
      < \r\n222\r\n
      < [2]>
      > spark.\t
      < update
      > \x03
      < [2]>
      > total = 40 + 2\r
      < [3]>
      > prin\t(tot\t)\r
      < \r\n42\r\n
      < [4]>
      > :he\tspark.rem\t\r
      < Removes a spark
      < [4]>
      > \x04
      """#, "--scratch --seed 7 --rules ignition --now 2026-03-01T10:00", in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func `drops an entry with Ctrl-C, and stops what runs, and goes on`() throws {
    let scratch = try Scratch()
    let result = try converse(
      #"""
      < [1]>
      > while true do\r
      < …>
      > \x03
      < [1]>
      > x = 1 print('on') while true do end\r
      < \r\non\r\n
      ! \x03
      < [1]:1: stopped: interrupted
      < [2]>
      > 1 +\r
      < …>
      > \t2\r
      < \r\n3\r\n
      < [3]>
      > x\r
      < \r\n1\r\n
      > \x04
      """#.replacing("…", with: "\\xe2\\x80\\xa6"), "--scratch", in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func `remembers its lines for the next one`() throws {
    let scratch = try Scratch()
    let first = try converse(
      "< [1]>\n> spark.count() + 5\\r\n< \\r\\n5\\r\\n\n< [2]>\n> :quit\\r\n",
      "--create --db p.db --quiet",
      in: scratch.url)
    #expect(first.status == 0, "\(first.output)")
    let history = scratch.url.path + ".home/.local/state/flint/history"
    let text = try String(contentsOfFile: history, encoding: .utf8)
    #expect(text.split(separator: "\n").dropFirst() == ["spark.count()\\040+\\0405", ":quit"])
    let attributes = try FileManager.default.attributesOfItem(atPath: history)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    // The arrow up, twice: behind :quit.
    let second = try converse(
      "< [1]>\n> \\x1b[A\\x1b[A\\r\n< \\r\\n5\\r\\n\n< [2]>\n> \\x04\n", "--db p.db --quiet",
      in: scratch.url)
    #expect(second.status == 0, "\(second.output)")
  }

  // MARK: Attacks

  /// Runs entries from a file.
  private func entries(_ text: String, _ options: [String] = []) throws -> (Int32, String) {
    let scratch = try Scratch()
    try text.write(
      to: scratch.url.appendingPathComponent("input"), atomically: true, encoding: .utf8)
    var child = try ChildProcess(
      [
        Shell.binary.path, "repl", "--scratch", "--now", "2026-03-01", "--time", "500ms",
        "--max-memory", "48MiB", "--max-output", "64KiB",
      ] + options, directory: scratch.url.path,
      environment: ["HOME": scratch.url.path + ".home", "TZ": "UTC", "LC_ALL": "C.UTF-8"],
      input: scratch.url.path + "/input", output: scratch.url.path + "/output")
    let status = child.wait()
    let output = try Data(contentsOf: scratch.url.appendingPathComponent("output"))
    #expect(output.count < 1 << 20)
    return (status, String(decoding: output, as: UTF8.self))
  }

  @Test(arguments: [
    ("setmetatable({}, {__tostring = function() while true do end end})", "time limit"),
    ("setmetatable({}, {__tostring = function() error('no') end})", "no"),
    ("setmetatable({}, {__tostring = function() return {} end})", "must return a string"),
    ("setmetatable({}, {__tostring = function() return ('x'):rep(1e9) end})", "memory limit"),
    ("setmetatable({}, {__name = setmetatable({}, {__tostring = print})})", "{}"),
    ("while true do pcall(error) end", "time limit"),
    ("local t = {} while true do t[#t + 1] = ('x'):rep(1e5) end", "memory limit"),
    ("while true do print(('x'):rep(1000)) end", "output limit"),
    ("('x'):rep(1e7)", "bytes)"),
    ("local t = {} for i = 1, 1e5 do t[i] = {i} end return t", "more lines"),
    ("'\\27[31m\\8\\0\\u{202e}'", "\\x1b[31m\\x08\\x00"),
    ("error('\\27[31m')", "[1]:1:"),
    ("local t = {} t[1] = t for i = 1, 100 do t = {t} end return t", "{…}"),
    ("coroutine.wrap(function() while true do end end)()", "time limit"),
    ("table.unpack({}, 1, 1e6)", "too many results"),
    ("string.rep", "function: "),
  ])
  func `goes on after an entry that attacks it`(entry: String, message: String) throws {
    let (_, output) = try entries(entry + "\n'still ' .. 'here'\n")
    #expect(output.contains(message), "\(output.prefix(2000))")
    #expect(output.hasSuffix("\"still here\"\n"), "\(output.suffix(2000))")
    #expect(!output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 0x202E })
  }

  @Test func `refuses words behind commands that take none, and reports refusals as errors`() throws
  {
    for command in [":undo 1", ":redo 5", ":undo last", ":reset x", ":quit now", ":q now"] {
      let (status, output) = try entries("spark.count()\n\(command)\n20 + 2\n")
      #expect(status == 1)
      let name = command.prefix { $0 != " " }
      #expect(output.contains("flint: \(name): expected nothing behind it, got "), "\(output)")
      #expect(output.hasSuffix("22\n"), "\(output)")
    }
    let scratch = try Scratch()
    let refused = try Shell.run(
      "echo 'task.complete(\"nope\")' | flint repl --scratch 2>/dev/null; echo $?", in: scratch.url)
    #expect(refused.output == "1\n")
  }

  @Test func `ends a dry run with what it would have changed`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db p.db --rules ignition
      echo 'spark.add{title = "Read", category = "idea"}.points' | flint repl --db p.db --dry-run
      echo '1' | flint repl --db p.db --dry-run
      """, in: scratch.url)
    #expect(result.output.contains("dry run, nothing was kept; it would have been:\n"))
    #expect(result.output.contains("sparks  "), "\(result.output)")
    #expect(result.output.hasSuffix("\n1\ndry run, nothing was kept\n"), "\(result.output)")
  }

  @Test func `takes a huge paste`() throws {
    // A statement a line, one of many lines, one that goes on for ever, one line of 2 MiB.
    let lines = (1...3000).map { "x\($0) = \($0)" }.joined(separator: "\n")
    let table = "t = {\n" + String(repeating: "  {1, 2, 3},\n", count: 5000) + "}\n\n"
    let (_, first) = try entries(lines + "\n" + table + "x3000, #t\n")
    #expect(first.hasSuffix("3000\n5000\n"), "\(first.suffix(1000))")
    let endless = "t = {\n" + String(repeating: "  {},\n", count: 200_000)
    let (status, second) = try entries(endless + "\n\n1 + 1\n")
    #expect(status == 1)
    #expect(second.contains("an entry may have 1 MiB at most"), "\(second.prefix(1000))")
    #expect(second.hasSuffix("2\n"), "\(second.suffix(1000))")
    let (_, third) = try entries("x = '" + String(repeating: "y", count: 2 << 20) + "'\n1 + 1\n")
    #expect(third.contains("an entry may have 1 MiB at most"), "\(third.prefix(1000))")
  }
}
