import Foundation
import Testing

/// Whole sessions through the built binary, compared to the letter.
struct `Golden sessions` {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".txt") }.sorted()

  @Test(arguments: names)
  func `print what they printed when they were recorded`(name: String) throws {
    let file = Self.folder.appendingPathComponent(name)
    let expected = ConsoleSession(try String(contentsOf: file, encoding: .utf8))
    let scratch = try Scratch()
    let played = try expected.played(in: scratch.url)
    if ProcessInfo.processInfo.environment["FLINT_RECORD"] == "1" {
      try played.text.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    for (actual, expected) in zip(played.steps, expected.steps) {
      #expect(actual.output == expected.output, "\(name): $ \(expected.command)")
    }
  }

  /// Beside a clone called `flint-test` lie the directories of tests, where the temporary directory is its parent.
  @Test func `replace whole components of paths`() {
    let text = "/w/flint-test/a /w/flint-test-1/b /w/flint-test: x\n/w/flint-test"
    #expect(
      ConsoleSession.replacing("/w/flint-test", with: "ROOT", in: text)
        == "ROOT/a /w/flint-test-1/b ROOT: x\nROOT")
  }

  @Test func `there are sessions`() {
    #expect(Self.names.count >= 8)
  }
}

/// Every example, against the output beside it.
struct `Examples` {
  static let folder = Shell.root.appendingPathComponent("examples")
  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".lua") }.sorted()

  @Test(arguments: names)
  func `print what they are said to print, twice`(name: String) throws {
    let expected = Self.folder.appendingPathComponent("expected/\(name.dropLast(4)).txt")
    let scratch = try Scratch()
    let command = "flint run --quiet '\(Self.folder.path)/\(name)'"
    let first = try Shell.run(command, in: scratch.url)
    #expect(first.status == 0)
    if ProcessInfo.processInfo.environment["FLINT_RECORD"] == "1" {
      try first.output.write(to: expected, atomically: true, encoding: .utf8)
    }
    #expect(first.output == (try String(contentsOf: expected, encoding: .utf8)))
    #expect(try Shell.run(command, in: scratch.url).output == first.output)
  }

  /// The plans, and those beside the rulebooks of worlds, by their paths in the folder.
  static let plans: [String] = ["plans", "worlds"].flatMap { name in
    ((try? FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent(name).path)) ?? [])
      .filter { name == "plans" || $0.hasSuffix("_plan.lua") }
      // What plans require, and the plan that makes a table of docs/rulebooks.md.
      .filter { !["person.lua", "everyday-months.lua"].contains($0) }.sorted()
      .map { "\(name)/\($0)" }
  }

  @Test(arguments: plans)
  func `of plans print what they are said to print, on any number of threads`(path: String) throws {
    let expected = Self.folder.appendingPathComponent("expected/\(path.dropLast(4)).txt")
    let scratch = try Scratch()
    let command = "flint simulate --quiet '\(Self.folder.path)/\(path)'"
    let first = try Shell.run(command + " --threads 1", in: scratch.url)
    #expect(first.status == 0)
    if ProcessInfo.processInfo.environment["FLINT_RECORD"] == "1" {
      try first.output.write(to: expected, atomically: true, encoding: .utf8)
    }
    #expect(first.output == (try String(contentsOf: expected, encoding: .utf8)))
    #expect(try Shell.run(command + " --threads 3", in: scratch.url).output == first.output)
  }

  @Test func `to keep have nothing that flint check finds, and pass their tests`() throws {
    let scripts = Self.folder.appendingPathComponent("scripts").path
    let scratch = try Scratch()
    let checked = try Shell.run(
      "cd '\(Self.folder.path)/..' && flint check --allow-write /tmp examples/scripts/*.lua",
      in: scratch.url)
    #expect((checked.status, checked.output) == (0, ""))
    let tested = try Shell.run("flint test '\(scripts)'", in: scratch.url)
    #expect(tested.status == 0, "\(tested.output)")
    let names = try FileManager.default.contentsOfDirectory(atPath: scripts)
    #expect(names.count { $0.hasSuffix(".lua") && !$0.hasSuffix("_test.lua") } == 10)
  }

  @Test func `of plans are eight, and one of each world`() { #expect(Self.plans.count == 13) }

  @Test func `use no profile of the user's`() throws {
    let scratch = try Scratch()
    for name in Self.names {
      _ = try Shell.run("flint run --quiet '\(Self.folder.path)/\(name)'", in: scratch.url)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == [])
  }
}

/// The README's sessions, and those of examples, run as a reader would run them.
struct `The README` {
  /// The pages with sessions.
  private static let pages =
    ["README.md", "examples/imports.md", "examples/scripts/README.md"]
    + Pages.docs.filter { Pages.text($0).contains("```console\n") }

  @Test(arguments: pages)
  func `shows sessions that print what it says, and so do examples and docs`(name: String) throws {
    let file = Shell.root.appendingPathComponent(name)
    let text = try String(contentsOf: file, encoding: .utf8)
    var parts = text.components(separatedBy: "```console\n")
    #expect(parts.count > 1)
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      at: scratch.url.appendingPathComponent("examples"),
      withDestinationURL: Shell.root.appendingPathComponent("examples"))
    for index in parts.indices.dropFirst() {
      var rest = parts[index].components(separatedBy: "```")
      var session = ConsoleSession(rest[0])
      let written = session.steps
      let (before, hour) = Self.directions(parts[index - 1])
      if let before { _ = try Shell.run(before, in: scratch.url) }
      // A reader types scripts/flint; the test has the built command on the path.
      for index in session.steps.indices {
        session.steps[index].command =
          session.steps[index].command.replacing("scripts/flint ", with: "flint ")
          + (hour.map { String(format: " --now %@:%02d", $0, index) } ?? "")
      }
      var played = try session.played(in: scratch.url)
      for (actual, expected) in zip(played.steps, written) {
        if ProcessInfo.processInfo.environment["FLINT_RECORD"] == "1" {
          break
        }
        #expect(actual.output == expected.output, "$ \(expected.command)")
      }
      for (index, step) in written.enumerated() { played.steps[index].command = step.command }
      rest[0] = played.text
      parts[index] = rest.joined(separator: "```")
    }
    if ProcessInfo.processInfo.environment["FLINT_RECORD"] == "1" {
      try parts.joined(separator: "```console\n").write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// Returns what a comment directly before a session says for the test alone: `<!-- COMMAND; hour HOUR -->`
  /// is a command that runs before, and the hour in which the commands of the session run, a minute each.
  private static func directions(_ text: String) -> (before: String?, hour: String?) {
    guard let match = text.firstMatch(of: /<!-- (.+); hour (\S+) -->\n$/) else { return (nil, nil) }
    return (String(match.1), String(match.2))
  }

  /// Returns the Lua blocks of a page: scripts, tests, and rulebooks and mappings, which return a
  /// table.
  private static func luaBlocks(_ page: String) -> [String] {
    Pages.text(page).components(separatedBy: "```lua\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  /// The files of the tutorial, which its sessions run.
  private static let job: [String] = {
    let folder = Shell.root.appendingPathComponent("examples/job")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".lua") }.sorted().compactMap {
      try? String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }
  }()

  @Test func `shows in the tutorial each file of its job`() {
    #expect(Self.job.count == 5)
    let blocks = Self.luaBlocks("docs/scripting.md")
    for file in Self.job { #expect(blocks.contains(file), "\(file)") }
  }

  @Test(
    arguments: ["README.md", "docs/rulebooks.md", "docs/scripting.md", "docs/imports.md"].flatMap {
      luaBlocks($0)
    }.filter { !job.contains($0) })
  func `shows Lua that runs`(script: String) throws {
    let scratch = try Scratch()
    for (link, target) in [("data", "examples/data"), ("examples", "examples")] {
      try FileManager.default.createSymbolicLink(
        at: scratch.url.appendingPathComponent(link),
        withDestinationURL: Shell.root.appendingPathComponent(target))
    }
    try script.write(
      to: scratch.url.appendingPathComponent("block.lua"), atomically: true, encoding: .utf8)
    let command =
      if script.contains("rows = \"$.workouts[*]\"") {
        """
        printf '%s' '{"workouts": [{"uuid": "1", "start": {"time": "2026-06-01T18:00:00Z"},' \\
          ' "duration": {"minutes": 45}, "plan": {"name": "Legs"}, "muscles": ["calf", "thigh"]}]}' > w.json
        flint import --quiet --db n.db --seed 1 --zone UTC --now 2026-07-01 --map block.lua w.json &&
          flint export entries --db n.db --columns tracker,value,title | grep -x Gym,45,Legs
        """
      } else if script.hasPrefix("return {\n  kind = ") {
        """
        printf '%s\\n' notebook '' 'Title;Day;Time;Until;Urgency;State;Book;No' \\
          'Call;05/06/2026;09:30;10/06/2026;urgent;done;A;1' > notebook.csv
        flint import --quiet --db n.db --seed 1 --zone UTC --now 2026-07-01 --map block.lua notebook.csv &&
          flint export tasks --db n.db --columns name,priority,due | grep -x Call,P0,2026-06-10
        """
      } else if script.contains("\n  events = {") {
        """
        printf '%s\\n' 'Date,Mood,Diary,Water,yoga?,Bedtime,Wake-up,weight' \\
          '2026-06-01,5,Fine,8,yes,23:30,07:00,70.5 kg' '2026-06-02,N/A,,,,,,--' > sheet.csv
        flint import --quiet --db n.db --seed 1 --zone UTC --now 2026-07-01 --map block.lua sheet.csv &&
          flint export entries --db n.db --columns tracker,value | grep -x Sleep,450
        """
      } else if script.hasPrefix("return ") {
        "flint rules check block.lua"
      } else if script.hasPrefix("test(") {
        "flint test block.lua"
      } else {
        "flint run --quiet --allow-read '\(Shell.root.path)' --allow-write . block.lua"
      }
    let result = try Shell.run(command, in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func `shows the first script as it is run`() throws {
    let readme = try String(
      contentsOf: Shell.root.appendingPathComponent("README.md"), encoding: .utf8)
    let first = try String(
      contentsOf: Shell.root.appendingPathComponent("examples/first.lua"), encoding: .utf8)
    let scripts = Self.luaBlocks("README.md")
    #expect(scripts.first == first)
    #expect(readme.contains("scripts/flint run examples/first.lua"))
    #expect(readme.contains("scripts/test"))
  }
}
