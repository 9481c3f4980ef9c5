import Testing

/// The verbs that other programs have for tasks, in front of which people write `task`.
struct `A verb of another program behind task` {
  private static func prepared() throws -> Scratch {
    let scratch = try Scratch()
    for command in ["init --seed 7 --zone UTC", "task Baz", "task 'Bought eggs'"] {
      #expect(try run(command, in: scratch).status == 0)
    }
    return scratch
  }

  private static func run(_ command: String, in scratch: borrowing Scratch) throws -> Shell.Result {
    try Shell.run("export FLINT_DB=p.db; flint \(command)", in: scratch.url)
  }

  @Test(arguments: [
    ("2 modify due:fri", "flint edit changes: flint edit 2 due:fri"),
    ("2 modify Buy bread", "flint edit changes: flint edit 2 'name=Buy bread'"),
    ("1 start", "flint start 1"), ("start 2", "flint start 2"), ("1,2 done", "flint done 1,2"),
    ("1-2 delete", "flint remove 1-2"), ("2 annotate foo", "flint edit TASK details=TEXT"),
    ("2 info", "flint log ID shows a task"), ("stop", "flint stop ends the work"),
    ("undo", "flint undo reverts"), ("next", "flint tasks lists tasks by urgency"),
    ("next +home", "flint tasks lists tasks by urgency"), ("overdue", "flint tasks --view overdue"),
    ("projects", "flint tasks --projects"), ("export", "flint export tasks"),
    ("export project:Work", "flint export tasks"), ("import x.json", "flint import FILE"),
    (
      "start baz",
      "\"baz\" names a task, and flint start begins the work on a task: flint start baz"
    ),
    ("log Bought eggs", "\"Bought eggs\" names a task"),
  ])
  func `is refused with the command that is meant`(words: String, answer: String) throws {
    let scratch = try Self.prepared()
    let before = try Self.run("log --format csv", in: scratch).output
    let result = try Self.run("task \(words)", in: scratch)
    #expect(result.status == 2 && result.output.contains(answer), "\(result.output)")
    #expect(result.output.contains(" -- ") || result.output.contains("after --"))
    #expect(try Self.run("log --format csv", in: scratch).output == before)
  }

  @Test(arguments: [
    "Export the photos", "Start a garden", "start the car", "log Sold eggs", "next steps",
    "2 pages",
    "3 next steps", "-- 2 modify", "-- stop", "add start baz", "'stop smoking'",
  ])
  func `is a part of the name where it can be one`(words: String) throws {
    let scratch = try Self.prepared()
    let result = try Self.run("task \(words)", in: scratch)
    let name = words.replacing("'", with: "").replacing(/^(-- |add )/, with: "")
    #expect(result.status == 0 && result.output.hasSuffix("added \(name)\n"), "\(result.output)")
  }
}
