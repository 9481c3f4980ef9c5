import Confinement
import Foundation
import Testing

/// The kernel's sandbox around scripts, and what flint doctor reports of it.
struct `A confined script` {
  private static let hasLandlock = SandboxStatus.available.landlock > 0

  /// Runs code with Flint's own checks of files switched off, as after a break-out of Lua.
  private func unchecked(
    _ code: String, _ options: String = "--scratch", in directory: URL
  ) throws -> Shell.Result {
    try Shell.run(
      "FLINT_TEST_UNCHECKED_FILES=1 '\(Shell.unchecked.path)' eval \(options) '\(code)'",
      in: directory)
  }

  @Test(
    .enabled(if: hasLandlock, "this kernel has no Landlock"),
    arguments: [
      #"fs.read("HERE/outside/secret")"#, #"fs.read("outside/../outside/secret")"#,
      #"fs.read("inside/link")"#, #"fs.list("HERE/outside")"#,
      #"fs.lines("HERE/outside/secret")()"#,
      #"for row in csv.rows("HERE/outside/secret") do print(row) end"#,
      #"import.run{file = "HERE/outside/secret"}"#, #"fs.read("/etc/passwd")"#,
      #"fs.read("/proc/self/environ")"#, #"fs.write("HERE/outside/new", "x")"#,
      #"fs.write("HERE/outside/secret", "x")"#,
    ])
  func `reads and writes nothing that was not granted even without Flint's checks`(
    code: String
  ) throws {
    let scratch = try Scratch()
    _ = try Shell.run(
      "mkdir inside outside && echo hidden >outside/secret && ln -s ../outside/secret inside/link",
      in: scratch.url)
    let inside = scratch.url.appendingPathComponent("inside")
    let here = code.replacing("HERE", with: scratch.url.path)
      .replacing("\"outside", with: "\"../outside").replacing("inside/link", with: "link")
    let result = try unchecked(here, in: inside)
    #expect(result.status != 0)
    #expect(result.output.contains("Permission denied"), "\(result.output)")
    #expect(!result.output.contains("hidden"))
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/outside")
    #expect(left == ["secret"])
  }

  @Test(
    .enabled(if: hasLandlock, "this kernel has no Landlock"),
    arguments: ["", " --output plots/a.svg"])
  func `of a plan reads nothing that was not granted either`(plot: String) throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      mkdir plans plots outside; echo hidden >outside/secret; echo open >plans/open
      echo 'function day(player, today) error(fs.read(FILE)) end
      return {players = 2, days = 1}' >plan
      sed 's|FILE|"plans/open"|' plan >plans/inside.lua
      sed 's|FILE|"outside/secret"|' plan >plans/outside.lua
      """, in: scratch.url)
    #expect(made.output == "")
    let inside = try Shell.run(
      "FLINT_TEST_UNCHECKED_FILES=1 '\(Shell.unchecked.path)' simulate plans/inside.lua\(plot)",
      in: scratch.url)
    #expect(inside.output.contains("open"), "\(inside.output)")
    let outside = try Shell.run(
      "FLINT_TEST_UNCHECKED_FILES=1 '\(Shell.unchecked.path)' simulate plans/outside.lua\(plot)",
      in: scratch.url)
    #expect(outside.output.contains("Permission denied"), "\(outside.output)")
    #expect(!outside.output.contains("hidden"))
  }

  /// Whether a process is, by what the kernel tells of it: a filter of calls may have been there before.
  private func isSandboxed(_ status: String) -> Bool {
    status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2")
  }

  /// The command lines that run a file of Lua: here one that goes on until it is stopped.
  @Test(arguments: [
    "init --db new/n.db --rules LOOP", "init --dry-run --db n.db --rules LOOP",
    "import --db n.db --rules LOOP s.csv", "import --db p.db --map LOOP s.csv",
    "odds --goal complete --rules LOOP", "rules check LOOP", "rules diff --db p.db ignition LOOP",
    "rules set --db p.db LOOP", "replay --db p.db --rules LOOP", "simulate LOOP",
    "simulate --rules LOOP", "simulate LOOP --output a.svg", "simulate --rules LOOP --output -",
    "run --db p.db LOOP", "run --scratch LOOP", "run --scratch --rules LOOP sound.lua",
    "eval --db n.db --rules LOOP 1", "test test", "test --rules LOOP test",
    "repl --scratch --rules LOOP", "init --db n.db --rules current",
  ])
  func `is sandboxed by every command that runs it`(line: String) throws {
    let scratch = try Scratch()
    let made = try Shell.run(
      """
      flint init --quiet --db p.db; echo return 1 >sound.lua; echo 'time,title' >s.csv
      mkdir test; echo 'while true do end' | tee loop.lua current >test/loop_test.lua
      """, in: scratch.url)
    #expect(made.status == 0 && made.output.isEmpty)
    let words = line.split(separator: " ").map { $0 == "LOOP" ? "loop.lua" : String($0) }
    var running = try Running(words, in: scratch.url)
    var status = ""
    for _ in 0..<10_000 {
      status =
        (try? String(contentsOfFile: "/proc/\(running.id)/status", encoding: .utf8)) ?? status
      if isSandboxed(status) || running.hasEnded { break }
      usleep(1000)
    }
    #expect(isSandboxed(status), "\(status)\(running.output)")
    _ = running.end(SIGKILL)
  }

  @Test func `reads the zone of a profile that is there`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      flint init --quiet --db p.db --zone Europe/Rome; flint eval --quiet --db p.db 'spark.count()'
      echo 'while_ago,what\n2026-01-01 10:00,x' >odd.csv; echo 'return {id = "mine", extends = "ignition"}' >r.lua
      flint import --db p.db --sniff odd.csv >map.lua && flint replay --db p.db --rules r.lua >out \
        && flint rules diff --db p.db current r.lua >>out; echo $?
      """, in: scratch.url)
    #expect(result.output == "0\n0\n", "\(result.output)")
  }

  @Test func `never reads what takes the place of a file between the look and the opening`() throws
  {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      mkdir inside outside inside/real outside/real
      echo hidden >outside/secret; echo hidden >outside/real/file; echo plain >inside/plain
      echo plain >inside/real/file; cp inside/plain inside/flip; ln -s real inside/way
      # A file turns into a link out and back, and so does a directory on the way.
      (while [ ! -e stop ]; do
        ln -sf ../outside/secret inside/next && mv -fT inside/next inside/flip
        ln -sfn ../outside/real inside/next && mv -fT inside/next inside/way
        cp inside/plain inside/next && mv -fT inside/next inside/flip
        ln -sfn real inside/next && mv -fT inside/next inside/way
      done) 2>/dev/null &
      flint eval --scratch --allow-read inside '
        local read, refused = 0, 0
        for i = 1, 3000 do
          for _, path in ipairs{"inside/flip", "inside/way/file"} do
            local ok, text = pcall(fs.read, path)
            if ok and text then
              assert(text == "plain\\n", text)
              read = read + 1
            else
              refused = refused + 1
            end
          end
        end
        return read > 0, refused > 0'
      echo status $?; touch stop; wait
      """, in: scratch.url)
    #expect(result.output == "true\ttrue\nstatus 0\n", "\(result.output)")
  }

  @Test func `reads and writes what was granted, the profile included`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      mkdir data out lib && echo 'return 7' >lib/seven.lua && echo one >data/a.txt
      echo 'print(fs.read("data/a.txt"), require("seven")) fs.write("out/b.txt", "two")
        spark.add{title = "s", category = "idea"}' >lib/s.lua
      flint run --create --db own/p.db --allow-read data --allow-write out --quiet lib/s.lua
      cat out/b.txt; ls own; ls out; flint eval --db own/p.db 'spark.count()'
      """, in: scratch.url)
    #expect(
      result.output == "one\n\t7\ntwop.db\np.db-shm\np.db-wal\nb.txt\n1\n", "\(result.output)")
  }

  @Test func `doctor reports what the sandbox enforces`() throws {
    let scratch = try Scratch()
    let result = try Shell.run("flint doctor", in: scratch.url)
    #expect(result.status == (result.output.contains("MISSING") ? 1 : 0))
    #expect(result.output.prefixMatch(of: /flint \d+\.\d+\.\d+, Lua 5\.4\.\d/) != nil)
    if Self.hasLandlock {
      #expect(result.output.contains("enforced: files without permission, by Landlock"))
      #expect(result.output.contains("enforced: network, by a filter"))
      #expect(result.output.contains("enforced: modes and owners of files, by a filter"))
    }
    // Nothing that only whoever builds Flint could act on.
    #expect(!result.output.contains("warning"), "\(result.output)")
  }
}
