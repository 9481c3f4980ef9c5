import Foundation
import Testing

/// Scripts and files of a few kilobytes that need much memory are stopped at the limit with a message.
struct `A memory bomb` {
  /// Runs a command and samples its memory until it ends.
  ///
  /// - Returns: The status, the output, and the maximum memory in MiB.
  private func run(
    _ arguments: [String], in folder: URL, program: URL = Shell.binary,
    environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String, peak: Int) {
    var running = try Running(arguments, in: folder, program: program, environment: environment)
    var peak = 0
    while !running.hasEnded {
      peak = max(peak, running.peakMemory ?? 0)
      Thread.sleep(forTimeInterval: 0.005)
    }
    let (status, output) = running.end(SIGTERM)
    return (status, output, peak)
  }

  private func script(_ text: String, in scratch: borrowing Scratch) throws {
    try text.write(
      to: scratch.url.appendingPathComponent("s.lua"), atomically: true, encoding: .utf8)
  }

  private static let audit = """
    local n = tonumber(arg[1])
    local counts, rates = {}, {}
    for i = 1, n do counts[i] = 0 rates[i] = "1/" .. n end
    counts[1] = 1
    print(pcall(audit.counts, {counts = counts, rates = rates}))
    """

  @Test func `an audit of many outcomes does not need quadratic memory`() throws {
    let scratch = try Scratch()
    try script(Self.audit, in: scratch)
    let (status, output, peak) = try run(
      ["run", "--scratch", "--quiet", "--max-memory", "128MiB", "s.lua", "--", "8000"],
      in: scratch.url)
    #expect(status == 0, "\(output)")
    // 8000² doubles are 488 MiB.
    #expect(peak < 400, "\(peak) MiB")
  }

  @Test func `an audit of too many outcomes is refused`() throws {
    let scratch = try Scratch()
    try script(Self.audit, in: scratch)
    let (status, output, peak) = try run(
      ["run", "--scratch", "--quiet", "--max-memory", "16MiB", "s.lua", "--", "20000"],
      in: scratch.url)
    #expect(status == 0)
    #expect(
      output
        == "false\taudit.counts: field \"rates\": expected at most 10000, got 20000\n")
    #expect(peak < 160, "\(peak) MiB")
  }

  @Test func `a row of commas is a row error in csv.rows`() throws {
    let scratch = try Scratch()
    try script("for r in csv.rows('x.csv', {header = false, by = 'position'}) do end", in: scratch)
    _ = try Shell.run("head -c 8000000 /dev/zero | tr '\\0' ',' > x.csv", in: scratch.url)
    let (status, output, peak) = try run(
      ["run", "--scratch", "--quiet", "--max-memory", "16MiB", "s.lua"], in: scratch.url)
    #expect(status == 65)
    #expect(output.contains("x.csv: line 1, column 16385: more than 16384 fields"), "\(output)")
    // 8 million fields at 32 bytes are 244 MiB.
    #expect(peak < 160, "\(peak) MiB")
  }

  @Test func `a row of commas in a gzip file is a rejected row of an import`() throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      (echo at,title,category,intensity,notes,tags,estimated,actual,key
      head -c 8000000 /dev/zero | tr '\\0' ','; echo
      echo 2026-01-01T10:00Z,Read,idea,low,,,,,) | gzip > commas.csv.gz
      """, in: scratch.url)
    #expect(made.status == 0)
    let (status, output, peak) = try run(
      ["import", "--db", "p.db", "--zone", "UTC", "commas.csv.gz"], in: scratch.url)
    #expect(status == 65)
    #expect(
      output.contains(
        "commas.csv.gz:2: more than 16384 fields (line 2, column 16385); shorten it in the file itself, "
          + "since the rejects file does not contain the row"), "\(output)")
    #expect(output.contains("read 2 = added 1 "), "\(output)")
    #expect(peak < 160, "\(peak) MiB")
  }

  @Test func `an app's file with too many cells is refused`() throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      (echo full_date,date,weekday,time,mood,activities,note_title,note
      for i in $(seq 600); do head -c 16000 /dev/zero | tr '\\0' ','; echo; done) > daylio.csv
      """, in: scratch.url)
    #expect(made.status == 0)
    let (status, output, peak) = try run(
      ["import", "--db", "p.db", "--zone", "UTC", "--format", "daylio", "daylio.csv"],
      in: scratch.url)
    #expect(status == 65)
    // 524 rows of 16,001 cells and one of 8 are more than 8,388,608.
    #expect(output.contains("daylio.csv:526: the file has more than 8388608 fields"), "\(output)")
    #expect(peak < 400, "\(peak) MiB")
  }

  @Test func `a quest set with many nodes stops the script at the memory limit`() throws {
    let scratch = try Scratch()
    try script("quest.add('q.json')", in: scratch)
    let made = try Shell.run(
      """
      python3 -c "
      print('{\\"id\\":\\"q\\",\\"name\\":\\"q\\",\\"missions\\":[{\\"id\\":\\"m\\",\\"title\\":\\"m\\",\\"nodes\\":[',end='')
      print(','.join('{\\"id\\":%d,\\"orderIndex\\":%d,\\"title\\":\\"t\\"}'%(i,i) for i in range(300000)),end='')
      print(']}]}')" > q.json
      """, in: scratch.url)
    #expect(made.status == 0)
    let (status, output, peak) = try run(
      ["run", "--scratch", "--quiet", "--max-memory", "64MiB", "s.lua"], in: scratch.url)
    #expect(status == 126, "\(output)")
    #expect(peak < 128, "\(peak) MiB")
  }

  @Test func `a quest set with too many nodes is refused by the command`() throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      python3 -c "
      print('{\\"id\\":\\"q\\",\\"name\\":\\"q\\",\\"missions\\":[{\\"id\\":\\"m\\",\\"title\\":\\"m\\",\\"nodes\\":[',end='')
      print(','.join('{\\"id\\":%d,\\"orderIndex\\":%d,\\"title\\":\\"t\\"}'%(i,i) for i in range(100001)),end='')
      print(']}]}')" > q.json
      flint eval --quiet --scratch --max-memory 1GiB --allow-read q.json 'quest.add("q.json")'
      """, in: scratch.url)
    #expect(made.status == 65)
    #expect(made.output.contains("expected at most 100000 nodes, got 100001"), "\(made.output)")
  }

  /// The unchecked program has a switch that disables the count of the host's memory, as if a count were
  /// missing.
  @Test func `memory missing from the count is stopped by the watchdog of the process`() throws {
    let scratch = try Scratch()
    try script("pcall(fs.read, 'zeros') print('went on')", in: scratch)
    _ = try Shell.run("truncate -s 2G zeros", in: scratch.url)
    for options in [["run", "--scratch", "s.lua"], ["run", "--create", "--db", "p.db", "s.lua"]] {
      let (status, output, peak) = try run(
        options + ["--quiet", "--max-memory", "16MiB"], in: scratch.url, program: Shell.unchecked,
        environment: ["FLINT_TEST_UNLIMITED_MEMORY": "1"])
      #expect(status == 126)
      #expect(
        output
          == "flint: stopped: the memory limit was reached; nothing was kept since the last "
          + "checkpoint\n")
      // The memory at the start, twice 16 MiB, 128 MiB, and what was allocated between two checks.
      #expect(peak < 700, "\(peak) MiB")
    }
  }
}
