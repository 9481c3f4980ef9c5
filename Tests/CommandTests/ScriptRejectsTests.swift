import Foundation
import Testing

/// The files of a script, including rejects files, belong to its transaction: they exist if and only if
/// its events are committed.
struct `Files of a script` {
  /// Runs a script in a folder with `in/b.csv`, which has one valid row and one that is rejected, and
  /// lists the files afterwards.
  private func run(
    _ script: String, _ options: String = "", in scratch: borrowing Scratch
  ) throws -> Shell.Result {
    try script.write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    return try Shell.run(
      """
      mkdir -p in; cat > in/b.csv <<'END'
      at,title,category,intensity,notes,tags,estimated,actual,key
      2026-01-01T10:00Z,good,idea,low,,,,,
      x,bad,z,,,,,,
      END
      timeout -s KILL 60 flint run --db p.db --zone UTC --quiet --allow-write in \(options) s.lua 2>err
      echo "status $?"; cat err; ls -A in
      flint sparks --db p.db --format csv --columns title 2>/dev/null || flint sparks --db p.db
      """, in: scratch.url)
  }

  private static let importing =
    "import.run{file = 'in/b.csv', format = 'sparks', rejects = 'in/r.csv'}"

  @Test func `no rejects file is left if the process exits early`() throws {
    let scratch = try Scratch()
    let result = try run(
      "\(Self.importing) sim.run{players = 1000000000, days = 3650}", "--time 1s", in: scratch)
    #expect(result.output.hasPrefix("status 124\n"), "\(result.output)")
    #expect(result.output.contains("\nb.csv\n"))
    #expect(!result.output.contains("\nr.csv\n"), "\(result.output)")
  }

  @Test func `no rejects file is left if the process is killed`() throws {
    let scratch = try Scratch()
    try "\(Self.importing) log.info('imported') while true do end".write(
      to: scratch.url.appendingPathComponent("loop.lua"), atomically: true, encoding: .utf8)
    _ = try run("", in: scratch)
    var running = try Running(
      [
        "run", "--db", "p.db", "--allow-write", "in", "--max-output", "1KiB",
        "loop.lua",
      ], in: scratch.url)
    running.waitForOutput()
    let hasEnded = running.hasEnded
    #expect(!hasEnded)
    _ = running.end(SIGKILL)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/in") == ["b.csv"])
  }

  @Test func `a rejects file stays after a checkpoint`() throws {
    let scratch = try Scratch()
    let result = try run("\(Self.importing) checkpoint() error('later')", in: scratch)
    #expect(result.output.hasPrefix("status 1\nflint: s.lua:1: later"), "\(result.output)")
    #expect(result.output.contains("\nb.csv\nr.csv\n"), "\(result.output)")
    #expect(result.output.contains("good"), "\(result.output)")
    let rejects = try String(contentsOfFile: scratch.url.path + "/in/r.csv", encoding: .utf8)
    #expect(rejects.contains("\nx,bad,z,,,,,,,in/b.csv,3,"), "\(rejects)")
  }

  @Test func `written files stay after a checkpoint, and later ones do not`()
    throws
  {
    let scratch = try Scratch()
    let result = try run(
      """
      local w = csv.writer('in/open.csv', {'x'})
      w:write{1}
      fs.write('in/a.txt', 'one')
      spark.add{title = 'kept', category = 'idea'}
      checkpoint()
      assert(fs.read('in/a.txt') == 'one')
      fs.write('in/a.txt', 'two')
      fs.write('in/late.txt', 'late')
      w:write{2}
      spark.add{title = 'lost', category = 'idea'}
      error('later')
      """, in: scratch)
    #expect(result.output.contains("\na.txt\nb.csv\n"), "\(result.output)")
    #expect(!result.output.contains("late.txt") && !result.output.contains("open.csv"))
    #expect(result.output.contains("kept") && !result.output.contains("lost"))
    #expect(
      try String(contentsOfFile: scratch.url.path + "/in/a.txt", encoding: .utf8) == "one")
  }

  @Test func `files can be overwritten and read after a checkpoint`() throws {
    let scratch = try Scratch()
    let result = try run(
      """
      fs.write('in/a.txt', 'one')
      checkpoint()
      fs.write('in/a.txt', 'two')
      assert(fs.read('in/a.txt') == 'two')
      print(pcall(csv.writer, 'in/a.txt', {'x'}))
      """, in: scratch)
    #expect(result.output.contains("status 0"), "\(result.output)")
    #expect(
      try String(contentsOfFile: scratch.url.path + "/in/a.txt", encoding: .utf8) == "two")
  }

  @Test func `a rejects file can be read before the commit`()
    throws
  {
    let scratch = try Scratch()
    let result = try run(
      """
      local report = \(Self.importing)
      assert(report.rejects_files[1]:match('in/r.csv$'), report.rejects_files[1])
      assert(fs.read('in/r.csv'):find('bad'))
      local ok, problem = pcall(import.run,
        {file = 'in/b.csv', format = 'sparks', rejects = 'in/r.csv'})
      fs.write('in/problem.txt', tostring(problem))
      """, in: scratch)
    #expect(result.output.contains("status 0"), "\(result.output)")
    #expect(
      try String(contentsOfFile: scratch.url.path + "/in/problem.txt", encoding: .utf8)
        .contains("in/r.csv: the script is writing this file already"))
  }

  @Test func `further rejects files need their own write permissions`() throws {
    let scratch = try Scratch()
    let script = """
      fs.write('in/c.csv', 'at,title,category\\nx,bad,z\\n')
      checkpoint()
      local report = import.run{
        files = {'in/b.csv', 'in/c.csv'}, format = 'sparks', rejects = 'r.csv'}
      print(table.concat(report.rejects_files, ' '))
      """
    let refused = try run(script, "--allow-write r.csv", in: scratch)
    #expect(
      refused.output.contains(
        "r-2.csv: rows of files with other columns are written there: writing is not allowed; allow it with "
          + "--allow-write r-2.csv"), "\(refused.output)")
    #expect(refused.output.contains("status 74"))
    try FileManager.default.removeItem(atPath: scratch.url.path + "/in")
    let granted = try run(script, "--allow-write r.csv --allow-write r-2.csv", in: scratch)
    #expect(granted.output.contains("status 0"), "\(granted.output)")
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
    #expect(names.contains("r.csv") && names.contains("r-2.csv"))
  }

  @Test func `the rejects file of a failed import is discarded`() throws {
    let scratch = try Scratch()
    let result = try run(
      """
      fs.write('in/c.csv', 'at,title,category,intensity,notes,tags,estimated,actual,key\\nx,bad,z,,,,,,\\n')
      checkpoint()
      local ok = pcall(import.run,
        {file = 'in/c.csv', format = 'sparks', rejects = 'in/r.csv', max_errors = 0})
      """, in: scratch)
    #expect(!result.output.contains("\nr.csv\n"), "\(result.output)")
  }
}

/// Files and encodings that a script may name.
struct `A file that a script imports` {
  private func run(_ script: String, in scratch: borrowing Scratch) throws -> Shell.Result {
    try script.write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    return try Shell.run(
      """
      h=at,title,category,intensity,notes,tags,estimated,actual,key
      printf '%s\\n2026-01-01T10:00Z,file,idea,low,,,,,\\n' $h > ./-
      printf '%s\\n2026-01-01T10:00Z,input,idea,low,,,,,\\n' $h |
        flint run --db p.db --zone UTC --quiet s.lua
      """, in: scratch.url)
  }

  @Test(arguments: [("-", "stdin\ninput\n"), ("./-", "./-\nfile\n")])
  func `the file - is standard input, and ./- a file`(file: String, output: String) throws {
    let scratch = try Scratch()
    let result = try run(
      """
      print(import.run{file = '\(file)', format = 'sparks'}.sources[1].files[1])
      for s in spark.each() do print(s.title) end
      """, in: scratch)
    #expect(result.output == output)
  }

  /// glibc loads a module for most encodings; a script must not choose it.
  @Test(arguments: ["ISO-2022-CN-EXT", "IBM1047", "UTF-7", "TSCII", "WCHAR_T", ""])
  func `scripts may name only built-in encodings`(encoding: String) throws {
    let scratch = try Scratch()
    for code in [
      "import.run{file = '-', format = 'sparks', encoding = '\(encoding)'}",
      "import.run{file = '-', map = {kind = 'spark', encoding = '\(encoding)', "
        + "columns = {title = 'title'}}}",
      "csv.rows('-', {encoding = '\(encoding)'})",
    ] {
      let result = try run("print(select(2, pcall(function() \(code) end)))", in: scratch)
      #expect(
        result.output.contains("encoding") && result.output.contains("got \"\(encoding)\""),
        "\(result.output)")
    }
  }

  @Test(arguments: ["utf-8", "UTF-16LE", "windows-1252", "ISO-8859-15", "shift_jis", "GB18030"])
  func `common encodings are available to scripts`(encoding: String) throws {
    let scratch = try Scratch()
    let result = try run(
      "for row in csv.rows('-', {encoding = '\(encoding)', header = false, by = 'position', "
        + "strict = false, on_error = function() end}) do end print('on')", in: scratch)
    // Invalid text is reported, but the encoding is accepted.
    #expect(result.output == "on\n" || result.output.contains("invalid"), "\(result.output)")
    #expect(!result.output.contains("expected"), "\(result.output)")
  }
}

/// Spreadsheets interpret column names like any other cell.
struct `A table with escaped formulas` {
  @Test func `column names are escaped`() throws {
    let scratch = try Scratch()
    try """
    for name, options in pairs{a = {guard = true}, b = {spreadsheet = true}, c = {}} do
      local w = csv.writer(name, {'=1+1', '@x', 'plain'}, options)
      w:write{['=1+1'] = '=2', plain = 'p'}
      w:close()
    end
    """.write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      "flint run --scratch --quiet --allow-write . s.lua; cat a; tail -c +4 b | tr -d '\\r'; cat c",
      in: scratch.url)
    #expect(
      result.output
        == "'=1+1,'@x,plain\n'=2,,p\n'=1+1,'@x,plain\n'=2,,p\n=1+1,@x,plain\n=2,,p\n")
  }
}
