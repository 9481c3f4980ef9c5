import ArgumentParser
import FlintCalendar
import Commands
import Confinement
import Foundation
import FlintJSON
import Lua
import FlintRules
import Scripting
import Sessions
import Storage

struct TestCommand: Subcommand {
  static let name = "test"
  static let configuration = CommandConfiguration.command(
    name, abstract: "Run the tests of scripts (files ending in _test.lua).",
    discussion: """
      A test file declares tests. Each test runs on a new profile in memory, with a
      clock that only the test changes. Tests are isolated from each other, and
      nothing is written to disk: files that fs.write and csv.writer write exist only
      within the test.

        test("a spark brings points", function(t)
          local s = spark.add{title = "Read", category = "idea"}
          t.ok(s.points > 0)
          t.eq(spark.count(), 1)
        end)

      The profile has seed 1 and zone UTC by default. flint api tests lists the
      available checks; t.run runs a script with arguments. The exit status is 1 if a
      test fails or no test was found.

      Examples:
        flint test
        flint test scripts --filter streak
        flint test --format junit > report.xml
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case tap
    case junit
  }

  @Argument(help: "A test file, or a directory to search for test files.", completion: .file())
  var path = "."

  @Option(help: ArgumentHelp("Run only tests whose names contain this text.", valueName: "text"))
  var filter: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The output format.", valueName: "text|tap|junit"))
  var format = Format.text

  @Option(
    help: ArgumentHelp(
      "The current time when a test begins (default: 2026-01-01T12:00).",
      valueName: "time"))
  var now: MomentArgument?

  @OptionGroup(title: "Profile of each test") var new: NewProfileOptions
  @OptionGroup(title: "Limits of each test") var limits: LimitOptions
  @OptionGroup(title: "Permissions") var permissions: PermissionOptions

  @OptionGroup var modules: LibraryOptions
  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let files = try testFiles()
    guard !files.isEmpty else {
      throw CommandFailure(.failure, "\(path): found no file whose name ends with _test.lua")
    }
    let folder = ScriptText.isDirectory(path) ? path : ScriptText.folder(of: path)
    try confine(folder)
    let definition = try new.definition
    var report = TestReport(format: format)
    let interrupted = try withScriptThread { () throws -> Bool in
      try InterruptFlag.whileRunning { interrupt in
        try MemoryWatch.whileScriptRuns(
          memory: limits.maxMemory.bytes, exitMessages: limits.limits.exitMessages[.memory]
        ) { _ in
          for file in files where !interrupt.isSet {
            try run(file, beneath: folder, definition, interrupt) { report.add($0, of: file) }
          }
          return interrupt.isSet
        }
      }
    }
    if interrupted { throw CommandFailure(.interrupted, "interrupted") }
    report.end()
    try StandardOutput.shared.flush()
    if report.count == 0 { throw CommandFailure(.failure, "no test was run") }
    if report.failures > 0 {
      // In the text format, the last line has reported it.
      throw CommandFailure(.failure, format == .text ? "" : report.summary)
    }
  }

  private func run(
    _ path: String, beneath folder: String, _ definition: RulebookDefinition,
    _ interrupt: InterruptFlag, _ report: (TestFile.Result) -> Void
  ) throws {
    let began = now ?? Timestamp("2026-01-01T12:00").map { MomentArgument($0) }
    var asked = new
    asked.seed = new.seed ?? 1
    asked.zone = new.zone ?? "UTC"
    let profile = try asked.profile(now: began, definition: definition)
    var grants = permissions
    if !FileGrants.isTooWide(folder) { grants.allowWrite.append(folder) }
    let test = TestFile(
      source: try ScriptText.read(path), path: path,
      libraries: [ScriptText.folder(of: path)] + modules.libraries, limits: limits.limits,
      maximumWritten: limits.maxWritten.bytes,
      files: grants.files(directory: folder, arguments: [], profile: nil)
    ) { body in
      struct Done: Error {}
      let store = try Store.inMemory(profile: profile, definition: definition.json.text())
      do {
        try store.session(SessionOptions(now: began?.expression, batchSource: path)) { session in
          try body(session)
          throw Done()
        }
      } catch is Done {}
    }
    try test.run(
      isWanted: { name in filter.map { name.contains($0) } ?? true },
      started: { interrupt.watch($0) }, report: report)
  }

  /// Enters the sandbox with what was granted.
  private func confine(_ folder: String) throws {
    var confinement = Confinement(
      permissions, directories: [folder] + modules.libraries, arguments: [], profile: nil,
      limits: limits)
    MemoryWatch.prepare()
    if !FileGrants.isTooWide(folder) { confinement.writing.append(folder) }
    if let rulebook = new.rulebook { confinement.reading.append(rulebook.name) }
    try Sandbox.enter(confinement)
  }

  /// Returns the paths of the test files, sorted.
  private func testFiles() throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(.storage, "\(path): no such file or directory")
    }
    guard ScriptText.isDirectory(path) else { return [path] }
    let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return
      found.filter {
        $0.hasSuffix("_test.lua") && !$0.split(separator: "/").contains { $0.first == "." }
      }
      .sorted().map { path == "." ? $0 : (path.hasSuffix("/") ? path : path + "/") + $0 }
      .filter { !ScriptText.isDirectory($0) }
  }
}
