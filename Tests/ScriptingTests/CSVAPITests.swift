import Foundation
import Lua
import FlintRules
import Scripting
import Testing

/// A folder of one test's own; gone when the test is.
final class ScriptFolder {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("flint-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

struct `csv.rows` {
  private let folder: ScriptFolder

  init() throws { folder = try ScriptFolder() }

  /// Runs a script with the folder as `HERE`.
  private func run(_ code: String) throws -> Playground.Result {
    try Playground().run(
      code.replacing("HERE", with: folder.path), directory: folder.path)
  }

  private func output(_ code: String) throws -> String {
    let result = try run(code)
    if let error = result.error {
      return error.message.replacing(folder.path, with: "HERE")
    }
    return result.output
  }

  @Test func `returns rows as tables by name, as lists and as values`() throws {
    try folder.write("a.csv", "a,b\n1,x\n\n\"2\n2\",\n")
    #expect(
      try output("for row, line in csv.rows('HERE/a.csv') do print(line, row.a, row.b) end")
        == "2\t1\tx\n4\t2\n2\t\n")
    #expect(
      try output(
        "for row, line in csv.rows('HERE/a.csv', {by = 'position'}) do print(line, #row, row[1]) end"
      )
        == "2\t2\t1\n4\t2\t2\n2\n")
    #expect(
      try output(
        "for line, a, b in csv.rows('HERE/a.csv', {by = 'values'}) do print(line, a, b) end")
        == "2\t1\tx\n4\t2\n2\t\n")
  }

  @Test func `reads files without a header, and renames columns`() throws {
    try folder.write("a.csv", "1,x\n2,y\n")
    #expect(
      try output(
        "for row, line in csv.rows('HERE/a.csv', {header = false, columns = {'n', 's'}}) do "
          + "print(line, row.n, row.s) end") == "1\t1\tx\n2\t2\ty\n")
    #expect(
      try output("for row in csv.rows('HERE/a.csv', {columns = {'n', 's'}}) do print(row.s) end")
        == "y\n")
    #expect(
      try output(
        "for l, n in csv.rows('HERE/a.csv', {header = false, by = 'values'}) do print(l, n) end")
        == "1\t1\n2\t2\n")
    #expect(
      try output("csv.rows('HERE/a.csv', {header = false})")
        == "script.lua:1: csv.rows: argument 2 \"options\": field \"header\": expected columns "
        + "beside header = false, or by = \"position\", got neither")
    #expect(
      try output("for row in csv.rows('HERE/a.csv', {columns = {'n'}}) do end")
        == "script.lua:1: csv.rows: HERE/a.csv: expected 1 columns, as named in columns, got "
        + "2"
    )
    #expect(
      try output("csv.rows('HERE/a.csv', {columns = {'n', 'n'}})")
        == "script.lua:1: csv.rows: argument 2 \"options\": field \"columns\": expected different "
        + "names, got \"n\" twice")
  }

  @Test func `detects the delimiter and the encoding unless they are given`() throws {
    try folder.write("a.csv", "a;b\n1;2,5\n")
    try folder.write(
      "b.csv",
      [0xFF, 0xFE] + Array("a\tb\n1\tü\n".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    try folder.write("c.csv", Array("a,b\n1,".utf8) + [0xFC, 0x0A])
    #expect(try output("for r in csv.rows('HERE/a.csv') do print(r.b) end") == "2,5\n")
    #expect(
      try output(
        "for r in csv.rows('HERE/a.csv', {delimiter = ',', strict = false}) do print(r['a;b']) end"
      )
      .contains("found 2 fields, expected 1"))
    #expect(try output("for r in csv.rows('HERE/b.csv') do print(r.b) end") == "ü\n")
    #expect(
      try output("for r in csv.rows('HERE/c.csv', {encoding = 'windows-1252'}) do print(r.b) end")
        == "ü\n")
    #expect(
      try output("for r in csv.rows('HERE/c.csv') do end")
        == "script.lua:1: csv.rows: HERE/c.csv: line 2, column 3: invalid UTF-8: byte 0xFC at "
        + "offset 6")
    #expect(
      try output("csv.rows('HERE/c.csv', {encoding = 'x-none'})")
        == "script.lua:1: csv.rows: argument 2 \"options\": field \"encoding\": expected an "
        + "encoding in common use, such as UTF-8, UTF-16LE, windows-1252, ISO-8859-15, Shift_JIS or "
        + "GB18030, got \"x-none\"")
  }

  @Test func `treats CSV errors as errors, leniently, or passes them to a function`() throws {
    try folder.write("a.csv", "a,b\n1\n2,3,4\n5,\"6\n7,8\n")
    #expect(
      try output("for r in csv.rows('HERE/a.csv') do print(r.a) end")
        == "script.lua:1: csv.rows: HERE/a.csv: line 2, column 1: found 1 field, expected 2")
    #expect(
      try output(
        "for r in csv.rows('HERE/a.csv', {strict = false, on_error = function(e) "
          + "print(e.line, e.column, e.message) end}) do print(r.a, r.b) end")
        == "1\t\n3\t5\tfound 3 fields, expected 2\n"
        + "4\t3\tthe quote that opens here is never closed\n")
    #expect(
      try output(
        "for r in csv.rows('HERE/a.csv', {on_error = function(e) error('no ' .. e.line) end}) do end"
      )
        == "script.lua:1: no 2")
  }

  @Test func `supports leaving a loop early, and several loops over one file`() throws {
    try folder.write("a.csv", "a\n1\n2\n3\n")
    #expect(
      try output(
        "for a in csv.rows('HERE/a.csv') do for b in csv.rows('HERE/a.csv') do io = a.a .. b.a "
          + "if b.a == '2' then break end end print(io) end") == "12\n22\n32\n")
  }

  @Test func `reads files that are longer than any buffer`() throws {
    let long = String(repeating: "x", count: 200_000)
    try folder.write(
      "a.csv", "a,b\n" + (1...2000).map { "\($0),\($0 % 500 == 0 ? long : "y")\n" }.joined())
    #expect(
      try output(
        "local n, s = 0, 0 for l, a, b in csv.rows('HERE/a.csv', {by = 'values'}) do n = n + #b "
          + "s = s + l - a end print(n, s)") == "801996\t2000\n")
  }

  @Test func `reads an empty file as no rows`() throws {
    try folder.write("a.csv", "")
    #expect(try output("for r in csv.rows('HERE/a.csv') do print(1) end") == "")
  }
}

struct `csv.writer` {
  private let folder: ScriptFolder
  private let playground: Playground

  init() throws {
    folder = try ScriptFolder()
    playground = try Playground(writing: folder.path)
  }

  private func run(_ code: String) throws -> String {
    let result = try playground.run(code.replacing("HERE", with: folder.path))
    if let error = result.error { return error.message.replacing(folder.path, with: "HERE") }
    return result.output
  }

  @Test func `writes rows by name and by position, as csv.rows reads them`() throws {
    #expect(
      try run(
        """
        local w = csv.writer("HERE/a.csv", {"a", "b", "c"})
        w:write{a = 1, b = "x, \\"y\\"\\n", c = true}
        w:write{2.5, nil, "=z"}
        csv.write(w, {c = "last"})
        print(w:close(), w:close())
        """) == "3\t3\n")
    #expect(folder.text("a.csv") == "a,b,c\n1,\"x, \"\"y\"\"\n\",true\n2.5,,=z\n,,last\n")
    #expect(folder.names == ["a.csv"])
  }

  @Test func `guards against spreadsheet formulas if requested`() throws {
    #expect(
      try run(
        "local w = csv.writer('HERE/a.csv', {'a', 'b'}, {guard = true, delimiter = ';'}) "
          + "w:write{'=1', -1}") == "")
    #expect(folder.text("a.csv") == "a;b\n'=1;-1\n")
  }

  @Test func `refuses rows that do not match the columns`() throws {
    let head = "local w = csv.writer('HERE/a.csv', {'day', 'points'}) "
    for (row, message) in [
      ("{dya = 1}", "expected names of columns (day, points), got \"dya\" (did you mean \"day\"?)"),
      ("{1, 2, 3}", "expected a maximum of 2 fields, one for each column, got 3"),
      ("{day = {}}", "expected a text, a number or a boolean for \"day\", got table"),
      ("{day = '\\xff'}", "expected text in UTF-8 for \"day\", got invalid bytes"),
      ("1", "expected table, got number"),
    ] {
      #expect(
        try run(head + "w:write(\(row))")
          == "script.lua:1: csv.write: argument 2 \"row\": \(message)")
    }
    #expect(folder.names == [])
    #expect(
      try run("csv.writer('HERE/a.csv', {})")
        == "script.lua:1: csv.writer: argument 2 \"columns\": expected at least one column, got an "
        + "empty list")
    #expect(
      try run("csv.writer('HERE/a.csv', {'a', 'a'})")
        == "script.lua:1: csv.writer: argument 2 \"columns\": expected different names, got \"a\" "
        + "twice")
    #expect(
      try run("csv.write({id = 7}, {})").hasSuffix(
        "csv.write: expected a writer returned by csv.writer"))
    #expect(
      try run(head + "w:close() w:write{}").hasSuffix("csv.write: HERE/a.csv: the writer is closed")
    )
  }

  @Test func `leaves nothing when the script fails`() throws {
    #expect(
      try run("csv.writer('HERE/a.csv', {'a'}):write{1} error('no')") == "script.lua:1: no")
    #expect(folder.names == [])
  }

  @Test func `replaces an existing file only if requested, and then as a whole or not at all`()
    throws
  {
    try folder.write("a.csv", "old\n")
    #expect(
      try run("csv.writer('HERE/a.csv', {'a'})")
        == "script.lua:1: csv.writer: HERE/a.csv: exists already; set replace = true to overwrite it"
    )
    _ = try run("csv.writer('HERE/a.csv', {'a'}, {replace = true}) error('no')")
    #expect(folder.text("a.csv") == "old\n")
    #expect(try run("csv.writer('HERE/a.csv', {'a'}, {replace = true})") == "")
    #expect(folder.text("a.csv") == "a\n")
    #expect(
      try run("csv.writer('HERE/b.csv', {'a'}) csv.writer('HERE/b.csv', {'a'})")
        == "script.lua:1: csv.writer: HERE/b.csv: the script is writing this file already")
  }

  @Test func `writes only to allowed files`() throws {
    let message = "csv.writer: /tmp/flint-x.csv: writing is not allowed; allow it with "
    #expect(
      try run("csv.writer('/tmp/flint-x.csv', {'a'})")
        == "script.lua:1: \(message)--allow-write /tmp/flint-x.csv")
    #expect(
      try run("csv.writer('HERE/../x.csv', {'a'})").contains("writing is not allowed"))
    #expect(
      try run("csv.writer('HERE/no/x.csv', {'a'})")
        == "script.lua:1: csv.writer: HERE/no/x.csv: no such directory")
    #expect(
      try run("csv.writer('HERE/', {'a'})")
        == "script.lua:1: csv.writer: HERE/: no such directory")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/d", withIntermediateDirectories: false)
    #expect(
      try run("csv.writer('HERE/d', {'a'}, {replace = true})")
        == "script.lua:1: csv.writer: HERE/d: exists, and is not a regular file")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/l", withDestinationPath: "/etc")
    #expect(try run("csv.writer('HERE/l/x.csv', {'a'})").contains("writing is not allowed"))
    #expect(
      try Playground().run("csv.writer('x.csv', {'a'})").error?.message
        == "script.lua:1: csv.writer: x.csv: writing is not allowed; allow it with --allow-write "
        + "x.csv")
  }

  @Test func `writes nothing in a dry run`() throws {
    let rehearsal = try Playground(writing: folder.path, isRehearsal: true)
    let result = try rehearsal.run(
      "local w = csv.writer('\(folder.path)/a.csv', {'a'}) w:write{1} print(w:close())")
    #expect(result.output == "1\n")
    #expect(folder.names == [])
  }
}
