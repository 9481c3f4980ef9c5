import Confinement
import Foundation
import Testing

/// Attempts of native code that broke out of Lua or SQLite: `Sandbox/prober.c` makes them in the process of a
/// command, after it has entered the sandbox and opened the profile.
struct `Native code in the sandbox` {
  private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Sandbox/prober.c").path

  /// Returns a table of the attempts within a command, each after `held` or `reached`.
  private func probed(_ command: String) throws -> [String] {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      set -e; mkdir outside profile here
      PATH=$PATH:\(CCompiler.folder)
      clang -shared -fPIC -Wall -Wextra -Werror -o prober.so '\(Self.source)'
      clang -DVICTIM -o victim '\(Self.source)'
      echo hidden >outside/secret; chmod 600 outside/secret
      flint init --quiet --db profile/p.db; cp profile/p.db profile/other.db
      mkfifo input; ./victim <input >ids & exec 9>input
      while [ ! -s ids ]; do sleep 0.02; done
      cd here
      PROBE_VICTIM="$(cat ../ids)" PROBE_OUTSIDE=$PWD/../outside PROBE_PROFILE=$PWD/../profile \
        LD_PRELOAD=../prober.so \
          bash -c "exec 57</dev/null; exec flint \(command) --db ../profile/p.db"
      cat ../outside/secret; ls -a ../profile
      """, in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    return result.output.split(separator: "\n").map(String.init)
  }

  private static let reading = [
    "reached read another file", "reached list the root directory",
    "reached read another profile beside it", "reached write the profile",
    "reached read the environment",
  ]

  @Test(arguments: [
    ("eval 1", ["reached write the profile"]), ("spark Plan idea", reading), ("today", reading),
    ("export moods", reading), ("undo", reading), ("verify", reading),
  ])
  func `native code in the sandbox can change only the profile`(
    command: String, reached: [String]
  ) throws {
    guard SandboxStatus.available.landlock > 0 else { return }
    let table = try probed(command)
    #expect(table.count { $0.hasPrefix("held") || $0.hasPrefix("reached") } >= 140)
    #expect(table.filter { $0.hasPrefix("reached") } == reached)
    // The existing files are unchanged.
    #expect(
      table.suffix(while: { !$0.hasPrefix("held") && !$0.hasPrefix("reached") }) == [
        "hidden", ".", "..", "other.db", "p.db", "p.db-shm", "p.db-wal",
      ])
  }
}

extension Array {
  /// Returns the longest suffix all of whose elements satisfy a condition.
  fileprivate func suffix(while fits: (Element) -> Bool) -> [Element] {
    Array(reversed().prefix(while: fits).reversed())
  }
}

/// The C compiler that comes with Swift.
enum CCompiler {
  /// The directory of `clang`.
  static let folder: String = {
    let paths = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return paths.split(separator: ":").map(String.init)
      .first { FileManager.default.isExecutableFile(atPath: $0 + "/clang") } ?? "/usr/bin"
  }()
}

/// A kernel without part of the sandbox, simulated by `Sandbox/without-sandbox.c`.
struct `An incomplete sandbox` {
  private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Sandbox/without-sandbox.c").path

  private static let noFilter =
    "the system call filter could not be installed (Invalid argument); scripts are kept from processes "
    + "and the network only by Lua itself; see flint doctor\n"
  private static let noLandlock =
    "this kernel cannot restrict file access (no Landlock); scripts are kept from files only by Flint's "
    + "own checks; see flint doctor\n"

  private func run(_ lack: String, _ command: String) throws -> Shell.Result {
    let scratch = try Scratch()
    return try Shell.run(
      """
      PATH=$PATH:\(CCompiler.folder)
      clang -o without '\(Self.source)' && ./without \(lack) flint \(command)
      """, in: scratch.url)
  }

  @Test func `an incomplete sandbox prints a note unless --quiet is given`() throws {
    let filter = try run("WITHOUT_FILTER", "eval --scratch '1 + 1'")
    #expect(filter.status == 0)
    #expect(filter.output == "note: \(Self.noFilter)2\n")
    let landlock = try run("WITHOUT_LANDLOCK", "eval --scratch '1 + 1'")
    #expect(landlock.output == "note: \(Self.noLandlock)2\n")
    let both = try run("WITHOUT_BOTH", "rules check ignition --quiet")
    #expect(both.output == "note: \(Self.noLandlock)note: \(Self.noFilter)")
    let quiet = try run("WITHOUT_BOTH", "eval --quiet --scratch '1 + 1'")
    #expect(quiet.output == "2\n")
  }

  @Test func `an incomplete sandbox prints no note into a shell's completions`() throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      PATH=$PATH:\(CCompiler.folder)
      clang -o without '\(Self.source)' && flint init --zone UTC 2>log
      SAP_SHELL=bash ./without WITHOUT_BOTH flint ---completion sparks -- --category 1 0 ''
      """, in: scratch.url)
    #expect(result.output == "decision\nenergy\nidea\nexperiment\nchallenge\n")
  }

  @Test(arguments: [
    "eval --scratch --require-sandbox --quiet 1", "test --require-sandbox .",
    "simulate --require-sandbox --days 1 --players 1", "import --require-sandbox nowhere.csv",
    "report --require-sandbox", "merge --require-sandbox --dry-run a_test.lua",
    "audit log a_test.lua --require-sandbox --item-column name --rates a=1%",
    "replay --require-sandbox --rules everyday", "odds prize 1% --require-sandbox",
    "rules check --require-sandbox everyday",
  ])
  func `an incomplete sandbox is an error with --require-sandbox`(command: String) throws {
    for lack in ["WITHOUT_FILTER", "WITHOUT_LANDLOCK"] {
      let scratch = try Scratch()
      let result = try Shell.run(
        """
        PATH=$PATH:\(CCompiler.folder); touch a_test.lua
        clang -o without '\(Self.source)' && ./without \(lack) flint \(command)
        """, in: scratch.url)
      #expect(result.status == 1, "\(result.output)")
      #expect(result.output.hasPrefix("flint: --require-sandbox: "), "\(result.output)")
    }
  }

  @Test func `the sandbox is complete on this machine`() throws {
    guard SandboxStatus.available.landlock > 0 else { return }
    let scratch = try Scratch()
    let result = try Shell.run("flint eval --scratch --require-sandbox '1 + 1'", in: scratch.url)
    #expect(result.output == "2\n")
  }
}
