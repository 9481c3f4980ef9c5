import Foundation
import Testing

struct `Command lines that a profile keeps` {
  private func expect(_ commands: String, prints output: String, status: Int32 = 0) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      export FLINT_DB=p.db
      flint init --db p.db --seed 7 --zone UTC --quiet
      for h in 1 2 3; do flint spark $(echo $h | tr 123 abc) idea --now 2026-03-01T1$h:00 --quiet; done
      flint config alias.s "sparks --columns title --format csv" --quiet
      flint config alias.idea "spark --category idea --quiet" --quiet
      flint config list.two "sparks --columns title,category -n 2 -f csv" --quiet
      \(commands)
      """, in: scratch.url)
    #expect(result.output == output, "\(commands)")
    #expect(result.status == status, "\(commands): \(result.output)")
  }

  @Test(arguments: [
    ("flint s -n 1", "title\nc\n"),
    // What is typed comes before what is kept.
    ("flint s --format jsonl -n 1", "{\"title\":\"c\"}\n"),
    ("flint s --db p.db --columns title,category -n 1", "title,category\nc,idea\n"),
    ("flint idea d && flint s -n 1", "title\nd\n"),
    ("flint list two", "title,category\nc,idea\nb,idea\n"),
    ("flint list two -n 1", "title,category\nc,idea\n"),
    (
      "flint list two --format markdown -n 1",
      "| title | category |\n|:--|:--|\n| c | idea |\n"
    ),
  ])
  func `run in place of their names`(command: String, output: String) throws {
    try expect(command, prints: output)
  }

  @Test func `are listed, changed, undone and removed`() throws {
    try expect(
      "flint list; flint config alias.s; flint config list.two tasks --quiet; flint config list.two; "
        + "flint undo --quiet; flint config list.two; flint config --unset alias.s",
      prints: """
        name      value
        list.two  sparks --columns title,category -n 2 -f csv
        sparks --columns title --format csv
        tasks
        sparks --columns title,category -n 2 -f csv
        alias.s sparks --columns title --format csv → (none)

        """)
  }

  @Test(arguments: [
    ("flint idee x", "there is no command \"idee\" (did you mean \"idea\"?)", 2),
    ("flint list twos", "there is no list \"twos\"", 1),
    ("flint list tasks", "the command flint tasks lists them", 1),
    ("flint s --colums title", "alias.s is flint sparks --columns title --format csv", 2),
    ("flint config alias.x", "there is no alias \"x\"", 1),
    ("flint --db p.db s -n 1", "options follow the command: flint s --db p.db -n 1", 2),
    ("flint help s", "List sparks, newest first.", 0),
    ("flint help t", "there is no command \"t\"", 2),
  ])
  func `are named by errors`(command: String, text: String, status: Int32) throws {
    let scratch = try Scratch()
    let result = try Shell.run(
      """
      export FLINT_DB=p.db
      flint init --db p.db --seed 7 --zone UTC --quiet
      flint config alias.s "sparks --columns title --format csv" --quiet
      flint config alias.idea "spark --category idea" --quiet
      flint config list.two "sparks -n 2" --quiet
      \(command)
      """, in: scratch.url)
    #expect(result.status == status, "\(result.output)")
    #expect(result.output.contains(text), "\(result.output)")
  }

  /// A profile from elsewhere may contain any line.
  @Test(arguments: [
    "eval 1", "today --db other.db", "export sparks -o x", "w", "list two",
    "spark A idea --rules x.lua",
  ])
  func `from elsewhere run only what may be kept`(line: String) throws {
    let scratch = try Scratch()
    let options = "{\"alias.w\":\"\(line)\"}"
    let result = try Shell.run(
      """
      flint init --db p.db --seed 7 --zone UTC --quiet
      sqlite3 p.db "UPDATE profile SET options = '\(options.replacing("\"", with: "\\\""))'"
      flint w --db p.db
      """, in: scratch.url)
    #expect(result.status == 2, "\(result.output)")
    #expect(result.output.hasPrefix("flint: alias.w: "), "\(result.output)")
    #expect(result.output.contains("flint config --unset alias.w removes it"), "\(result.output)")
  }
}

/// An answer on a terminal of eight rows.
struct `The pager` {
  private func show(
    _ command: String, _ environment: String = "FLINT_PAGER='sed s/^/@/'"
  ) throws -> String {
    let scratch = try Scratch()
    let script = Shell.root.path + "/Tests/CommandTests/Terminal/converse.py"
    try "".write(
      to: scratch.url.appendingPathComponent("dialogue"), atomically: true, encoding: .utf8)
    try """
    stty rows 8 cols 80
    export TERM=xterm FLINT_DB=p.db \(environment)
    flint init --db p.db --seed 7 --zone UTC --quiet
    for n in a b; do flint spark $n idea --now 2026-03-01T10:00 --quiet; done
    \(command)
    """.write(to: scratch.url.appendingPathComponent("run"), atomically: true, encoding: .utf8)
    let result = try Shell.run("python3 '\(script)' dialogue sh run", in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    return result.output.replacing("\r\n", with: "\n")
  }

  private static let long = "flint status"

  @Test func `shows what exceeds the screen, and nothing else`() throws {
    let lines = try show(Self.long).split(separator: "\n")
    #expect(lines.count > 8)
    #expect(lines.allSatisfy { $0.hasPrefix("@") }, "\(lines)")
    let short = try show("flint sparks")
    #expect(short.hasPrefix("id"), "\(short)")
    #expect(!short.contains("@"), "\(short)")
  }

  @Test(arguments: [
    ("flint status --no-pager", "FLINT_PAGER='sed s/^/@/'"),
    ("flint --no-pager status", "PAGER='sed s/^/@/'"),
    (long, "FLINT_PAGER="), (long, "FLINT_PAGER=cat"), (long, "FLINT_PAGER=no-such-pager"),
    (long, "TERM=dumb PAGER='sed s/^/@/'"),
    ("flint config pager never --quiet; flint status", "PAGER='sed s/^/@/'"),
    ("flint status | cat", "FLINT_PAGER='sed s/^/@/'"),
    ("flint eval 'for i = 1, 20 do print(i) end'", "FLINT_PAGER='sed s/^/@/'"),
  ])
  func `is left out`(command: String, environment: String) throws {
    let output = try show(command, environment)
    #expect(output.split(separator: "\n").count > 8)
    #expect(!output.split(separator: "\n").contains { $0.hasPrefix("@") }, "\(output)")
  }

  @Test func `is that of the environment, before the setting of the profile`() throws {
    let output = try show("flint config pager never --quiet; flint status")
    #expect(output.hasPrefix("@"), "\(output)")
  }

  @Test func `may be left early, and shows the help and notes`() throws {
    #expect(try show("flint api; echo status $?", "FLINT_PAGER='head -2'").hasSuffix("status 0\n"))
    #expect(try show("flint help sparks").hasPrefix("@"))
    let many = "for n in c d e f g h i; do flint spark $n idea --now 2026-03-01T10:00 --quiet; done"
    let notes = try show("flint config limit 7 --quiet; \(many); flint sparks")
    #expect(notes.contains("@7 of 9 shown; --limit 0 shows all"), "\(notes)")
  }
}
