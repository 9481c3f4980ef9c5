import Foundation
import Testing

/// What a name means, where several things have it or it has events.
struct `Names of things` {
  /// Runs commands in a new profile and returns what the last one printed, with its status.
  private static func last(_ commands: [String], in scratch: borrowing Scratch) throws
    -> Shell.Result
  {
    let setup = "export FLINT_DB=$PWD/p.db; flint init --quiet --seed 1 --zone UTC"
    let before = ([setup] + commands.dropLast()).joined(separator: " && ")
    let script = "{ \(before); } >/dev/null || exit 99\n" + (commands.last ?? "")
    try script.write(
      to: scratch.url.appendingPathComponent("s.sh"), atomically: true, encoding: .utf8)
    return try Shell.run("sh s.sh", in: scratch.url)
  }

  /// The example of the review: two tasks begin with the name of a habit.
  @Test(arguments: [
    ("Read", "completed Read · streak"), ("read", "completed Read · streak"),
    ("the", "completed"),
  ])
  func `the whole name wins over the beginnings of others`(text: String, answer: String) throws {
    let scratch = try Scratch()
    let result = try Self.last(
      [
        "flint habit add Read", "flint task \"Read the contract\"",
        "flint task \"Read the manual\"",
        "flint done \(text); flint habits --format csv | grep -c ,1,",
      ], in: scratch)
    if text == "the" {
      #expect(
        result.output.contains(
          "\"the\" names task \"Read the contract\" (")
          && !result.output.contains("habit \"Read\""),
        "\(result.output)")
      return
    }
    #expect(result.output.contains("Read"), "\(result.output)")
    #expect(!result.output.contains("names"), "\(result.output)")
    let tasks = try Shell.run(
      "flint tasks --db p.db --status completed --format json", in: scratch.url)
    #expect(tasks.output == "[]\n", "\(tasks.output)")
  }

  @Test func `what has one name is told apart by ids`() throws {
    let scratch = try Scratch()
    let result = try Self.last(
      ["flint habit add Read", "flint task Read", "flint done read"], in: scratch)
    #expect(result.status == 1)
    let match = result.output.firstMatch(
      of: /"read" names task "Read" \(([0-9a-f]{4,})\) and habit "Read" \(([0-9a-f]{4,})\);/)
    let ids = try #require(match, "\(result.output)")
    let done = try Shell.run(
      "flint done --db p.db \(ids.1) && flint done --db p.db \(ids.2)", in: scratch.url)
    #expect(done.status == 0, "\(done.output)")
  }

  private static let weight = [
    "flint entry weight 78.4 --new --on -5d", "flint entry weight 784",
    "flint entry Sweets 1 --new",
  ]

  @Test(arguments: [
    (
      "remove weight",
      "\"weight\" is a tracker with 2 entries; flint remove last weight removes its last "
        + "entry; flint remove weight --all all of it"
    ),
    (
      "remove wei",
      "\"weight\" is a tracker with 2 entries, which its whole name removes; flint remove last "
        + "weight removes its last entry; flint remove weight --all all of it"
    ),
    (
      "remove wei --all",
      "\"weight\" is a tracker with 2 entries, which its whole name removes; flint remove "
        + "last weight removes its last entry; flint remove weight --all all of it"
    ),
    (
      "undo sweets",
      "\"Sweets\" is a tracker with 1 entry; flint remove last Sweets removes its last entry; "
        + "flint undo Sweets --all all of it"
    ),
  ])
  func `a tracker with entries is removed only by its whole name and --all`(
    line: String, message: String
  ) throws {
    let scratch = try Scratch()
    let result = try Self.last(Self.weight + ["flint \(line)"], in: scratch)
    #expect(result.output == "flint: \(message)\n")
    #expect(result.status == 1)
    let entries = try Shell.run(
      "flint trackers --db p.db --entries --format csv | wc -l", in: scratch.url)
    #expect(entries.output == "4\n")
  }

  /// A task of priority P2 scores 3.
  @Test func `a completed task is opened again, and removed only by --all`() throws {
    let scratch = try Scratch()
    let removal = try Self.last(
      ["flint task 'Buy milk'", "flint done milk", "flint undo milk"], in: scratch)
    #expect(
      removal.output
        == "flint: \"Buy milk\" is a task with 1 completion, which its whole name removes; flint reopen "
        + "'Buy milk' takes back the last; flint undo 'Buy milk' --all all of it\n")
    #expect(removal.status == 1)
    func lines(_ command: String) throws -> [String] {
      try Shell.run("export FLINT_DB=$PWD/p.db; \(command)", in: scratch.url).output
        .split(separator: "\n").map(String.init)
    }
    let log = "flint log milk --columns what,text --format csv"
    #expect(try lines(log) == ["what,text", "add,completed Buy milk", "add,added Buy milk"])
    #expect(try lines("flint reopen milk").first?.contains("reopened Buy milk · score −3") ?? false)
    #expect(try lines("flint reopen milk").first?.contains("not completed") ?? false)
    #expect(
      try lines("flint tasks --columns name,status --format csv") == [
        "name,status", "Buy milk,open",
      ])
    #expect(try lines(log).count == 4)
    #expect(try lines("flint undo milk").first == "1 event removed")
    #expect(try lines("flint tasks --all --format csv").count == 1)
  }

  @Test func `the last entry of a tracker is the one that was recorded last`() throws {
    let scratch = try Scratch()
    let result = try Self.last(
      Self.weight + [
        "flint entry weight 99 --on -3d", "flint remove last WEI && flint remove last weight",
      ],
      in: scratch)
    #expect(result.status == 0, "\(result.output)")
    let entries = try Shell.run(
      "flint trackers --db p.db --name weight --entries --format csv", in: scratch.url
    ).output.split(separator: "\n")
    #expect(entries.count == 2 && entries[1].contains("78.4"), "\(entries)")
    let gone = try Shell.run("flint remove --db p.db weight --all", in: scratch.url)
    #expect(gone.status == 0 && gone.output.contains("removed: tracker weight"), "\(gone.output)")
  }

  private static let harbour = [
    "cp \(Shell.root.path)/examples/data/quests/harbour.json q.json",
    "flint eval --quiet --allow-read q.json 'project.add(\"House\") quest.add(\"q.json\")'",
    "flint task Roof --project House", "flint done --quiet 'Ask the harbour'",
  ]

  /// The name of the set is what its file calls it, beside its id.
  @Test(arguments: [
    ("remove harbour", 1, "quest set with 1 completed node; flint remove harbour --all all of it"),
    ("remove 'the old harbour' --all", 0, "removed: loaded The Old Harbour"),
    ("remove harb --all", 1, "which its whole name removes; flint remove harbour --all all of it"),
    ("remove HARBOUR --all", 0, "removed: loaded The Old Harbour"),
    ("undo harbour --all", 0, "removed: loaded The Old Harbour"),
    ("remove House", 1, "\"House\" is a project with 1 task; flint remove House --all all of it"),
    ("remove house --all", 0, "removed: project House"),
    ("undo House --all", 0, "removed: project House"),
    ("edit harbour at=yesterday", 0, "changed: "), ("edit house at=yesterday", 0, "changed: "),
  ])
  func `a project and a quest set have names`(line: String, status: Int32, answer: String) throws {
    let scratch = try Scratch()
    let result = try Self.last(Self.harbour + ["flint \(line)"], in: scratch)
    #expect(result.status == status && result.output.contains(answer), "\(result.output)")
  }

  /// Both events of each of the two creations are removed.
  @Test func `what was created again is removed as a whole`() throws {
    let scratch = try Scratch()
    let result = try Self.last(
      Self.harbour + [
        "sed -i 's/The Old/The New/' q.json",
        "flint eval --quiet --allow-read q.json 'quest.add(\"q.json\")'",
        "flint eval --quiet 'project.add(\"House\", nil, {at = \"2020-01-01\"})'",
        "for state in live removed; do flint log --format csv "
          + "| grep -E ',add,(quest.load|project),' | grep -c ,$state,; flint remove harbour house "
          + "--all --quiet; done",
      ], in: scratch)
    #expect(result.output.hasPrefix("4\n4\n"), "\(result.output)")
  }

  /// Neither at an earlier time, nor at the same instant in the order of ids.
  @Test func `what is completed is not completed at another time`() throws {
    let scratch = try Scratch()
    let result = try Self.last(
      [
        "flint task Bob --on -9d", "flint task Ann --on -9d", "flint done bob",
        "flint done bob --on yesterday; flint done ann bob --on yesterday; flint log --void",
      ], in: scratch)
    let answers = result.output
    #expect(
      answers.hasPrefix("flint: task \"Bob\": the task is completed already;"), "\(answers)")
    #expect(answers.contains("task \"Bob\": the task is completed already and was left out"))
    #expect(
      answers.contains("completed Ann") && answers.hasSuffix("no events without effect\n"),
      "\(answers)")
  }

  @Test func `nodes are not completed again at the same instant`() throws {
    let scratch = try Scratch()
    let nodes = (1...4).map {
      #"{"id": "n\#($0)", "orderIndex": \#($0), "title": "Step \#($0)"}"#
    }
    let file =
      #"{"id": "s", "name": "S", "missions": [{"id": "m", "title": "M", "nodes": ["#
      + nodes.joined(separator: ", ") + "]}]}"
    try file.write(
      to: scratch.url.appendingPathComponent("q.json"), atomically: true, encoding: .utf8)
    let now = "--now 2030-03-02T09:00"
    let result = try Self.last(
      [
        "flint eval --quiet --allow-read q.json \(now) 'quest.add(\"q.json\")'",
        "flint done n1 n2 n3 n4 \(now)",
        "for n in n1 n2 n3 n4; do flint done $n \(now); done; flint log --void \(now)",
      ], in: scratch)
    #expect(
      result.output.ranges(of: "the node is completed already").count == 4
        && result.output.hasSuffix("no events without effect\n"), "\(result.output)")
  }

  @Test func `a project and a quest set with events need --all too`() throws {
    let scratch = try Scratch()
    let result = try Self.last(
      [
        "cp \(Shell.root.path)/examples/data/quests/harbour.json q.json",
        "flint eval --quiet --allow-read q.json 'project.add(\"House\") quest.add(\"q.json\")'",
        "flint done --quiet 'Ask the harbour'",
        "flint task Roof --project House",
        "for kind in project quest.load; do flint remove $(flint log --kind $kind --format csv "
          + "| tail -1 | sed 's/.*,//'); done",
      ], in: scratch)
    #expect(result.output.contains("\"House\" is a project with 1 task; "), "\(result.output)")
    #expect(
      result.output.contains("\"harbour\" is a quest set with 1 completed node; "),
      "\(result.output)")
  }
}
