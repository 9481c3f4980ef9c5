import Foundation
import Testing

/// Numbers of the list that was shown last, and words that give the fields of a task.
struct `Tasks by number` {
  private static func folder(_ tasks: String...) throws -> Scratch {
    let scratch = try Scratch()
    for task in tasks {
      let added = try run("task \(task)", in: scratch)
      #expect(added.status == 0, "\(added.output)")
    }
    return scratch
  }

  private static func run(
    _ words: String, at time: String = "2026-06-22T09:00", in scratch: borrowing Scratch
  ) throws -> Shell.Result {
    let clock = words.hasPrefix("help") ? "" : " --db p.db --now \(time)"
    let create = words.hasPrefix("task ") ? " --create --seed 7 --zone UTC" : ""
    return try Shell.run("flint \(words)\(clock)\(create)", in: scratch.url)
  }

  private static func names(
    _ options: String = "", at time: String = "2026-06-22T09:00", in scratch: borrowing Scratch
  ) throws -> [String] {
    let list = try run("tasks \(options) --columns name --format csv", at: time, in: scratch)
    return list.output.split(separator: "\n").dropFirst().map(String.init)
  }

  /// Both lists are kept on one device.
  @Test func `are those of the list of the same profile`() throws {
    let scratch = try Self.folder("First pri:H", "Second")
    let other = "--db other.db --now 2026-06-22T09:00"
    let lists = try Shell.run(
      """
      flint task Other --create --seed 8 --zone UTC \(other) --quiet
      flint tasks --db p.db --now 2026-06-22T09:00 > /dev/null; flint tasks \(other) > /dev/null
      flint done 2 --db p.db --now 2026-06-22T09:00; flint done 2 \(other); flint done 1 \(other)
      """, in: scratch.url
    ).output
    #expect(lists.contains("completed Second") && lists.contains("completed Other"), "\(lists)")
    #expect(lists.contains("there is no task 2 in the list that was shown last"), "\(lists)")
  }

  @Test func `are those of the list that was shown, until another one is`() throws {
    let scratch = try Self.folder("Old due:2026-06-01", "Soon due:2026-06-23", "Later pri:L")
    #expect(try Self.names(in: scratch) == ["Old", "Soon", "Later"])
    let lines = try Self.run("tasks", in: scratch).output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("#  urgency") ?? false)
    #expect(
      lines.dropFirst().map { "\($0.prefix(1)) \($0.split(separator: " ").last ?? "")" } == [
        "1 Old", "2 Soon", "3 Later",
      ])
    // The numbers stay although the list would be shorter now.
    #expect(try Self.run("done 1", in: scratch).output.contains("completed Old"))
    #expect(try Self.run("done 2", in: scratch).output.contains("completed Soon"))
    let again = try Self.run("done 1", in: scratch)
    #expect(again.status == 1)
    #expect(again.output.contains("task \"Old\": the task is completed already"))
    // Neither another format nor another command gives numbers.
    _ = try Self.run("tasks --all --format json", in: scratch)
    #expect(try Self.run("edit 3 pri:H", in: scratch).output.contains("changed Later: P0"))
    _ = try Self.run("tasks", in: scratch)
    #expect(try Self.run("edit 1 +home", in: scratch).output.contains("changed Later: tags home"))
    #expect(try Self.run("remove 1", in: scratch).output.contains("removed: Later"))
    let gone = try Self.run("done 1", in: scratch)
    #expect(gone.output.contains("task 1 of the list that was shown last is removed"))
  }

  @Test func `may be several, and none is guessed`() throws {
    let scratch = try Self.folder("A pri:P0", "B pri:P1", "C", "D pri:P3", "2", "30\\ pages")
    _ = try Self.run("tasks", in: scratch)
    let both = try Self.run("done 2", in: scratch)
    #expect(both.status == 1)
    #expect(
      both.output.contains(
        "2 is the number of \"B\" in the list that was shown last, and the name"),
      "\(both.output)")
    #expect(try Self.run("habit add 3", in: scratch).status == 0)
    #expect(try Self.run("done 3", in: scratch).output.contains("the name of a habit or a tracker"))
    #expect(try Self.run("done 1,4-5,4", in: scratch).status == 0)
    #expect(try Self.names(in: scratch).count == 3)
    let beyond = try Self.run("done 5-9", in: scratch)
    #expect(
      beyond.output.contains("there is no task 7 in the list that was shown last, which has 6"))
    for command in ["done 7", "edit 7 pri:H", "start 7", "remove 7"] {
      let alone = try Self.run(command, in: scratch)
      #expect(alone.output.contains("there is no task 7 in the list that was shown last"))
    }
    // A greater number is the beginning of a name.
    #expect(try Self.run("done 30", in: scratch).output.contains("completed 30 pages"))
  }

  @Test func `are given by today, too, and none exist before a list`() throws {
    let scratch = try Self.folder("Buy\\ milk due:today", "Call due:tomorrow")
    #expect(try Self.run("done 1", in: scratch).output.contains("there is no task"))
    #expect(try Self.run("today", in: scratch).output.contains("1  Buy milk"))
    #expect(try Self.run("done 2", in: scratch).output.contains("completed Call"))
  }

  @Test(arguments: [
    ("Call Ada due:fri project:Work pri:H +phone +home", "P0,Work,2026-06-26,home|phone,,"),
    ("Pay --every month --due 2026-07-01", "P2,Inbox,2026-07-01,,month,"),
    ("Pay every:2w due:2026-07-01", "P2,Inbox,2026-07-01,,2 weeks,"),
    ("Renew wait:2026-06-30 proj:'Home office'", "P2,Home office,,,,2026-06-30"),
    ("'Call due:fri'", "P2,Inbox,,,,"), ("Read https://example.org/a:b", "P2,Inbox,,,,"),
  ])
  func `have the fields that words give`(words: String, fields: String) throws {
    let scratch = try Self.folder(words)
    let list = try Self.run(
      "tasks --all --format csv --columns priority,project,due,tags,every,wait", in: scratch)
    #expect(list.output.split(separator: "\n").last.map(String.init) == fields)
  }

  @Test func `of a week recur, wait and depend`() throws {
    let scratch = try Self.folder(
      "Water plants every:3d due:today", "Buy paint", "Paint after:paint", "Renew wait:fri")
    // What is due, the one that another waits for, and that one.
    #expect(try Self.names(in: scratch) == ["Water plants", "Buy paint", "Paint"])
    let blocked = try Self.run("done Paint", in: scratch)
    #expect(blocked.status == 1)
    #expect(blocked.output.contains("\"Paint\" comes after \"Buy paint\"; complete that first"))
    #expect(try Self.run("done water", in: scratch).output.contains("next due 2026-06-25"))
    let twice = try Self.run("done water", in: scratch)
    #expect(twice.status == 1)
    #expect(twice.output.contains("was completed today; it is due on 2026-06-25 again"))
    #expect(try Self.run("done buy", in: scratch).status == 0)
    #expect(try Self.run("done Paint", in: scratch).output.contains("completed Paint"))
    #expect(try Self.names(at: "2026-06-25T09:00", in: scratch) == ["Water plants"])
    #expect(try Self.names(at: "2026-06-26T09:00", in: scratch).contains("Renew"))
    // Work on a task becomes minutes of its project's tracker.
    #expect(try Self.run("start renew", at: "2026-06-26T09:00", in: scratch).status == 0)
    let stopped = try Self.run("done renew", at: "2026-06-26T10:30", in: scratch)
    #expect(stopped.output.contains("stopped Renew"), "\(stopped.output)")
    #expect(stopped.output.contains("entry in Inbox: 1 h 30 min, Renew"))
  }

  @Test func `are selected and sorted by what the list shows`() throws {
    let scratch = try Self.folder(
      "Pay due:2026-06-01", "Late due:2026-06-10", "Read wait:2026-07-01", "Move after:Pay", "Nap")
    for (options, names) in [
      ("--where status=overdue", ["Pay", "Late"]), ("--all --where status=waiting", ["Read"]),
      ("--where 'after~pay'", ["Move"]), ("--where 'status=after Pay'", ["Move"]),
      ("--where 'status!=overdue'", ["Nap", "Move"]), ("--where status=completed", []),
      ("--order after:desc", ["Move", "Pay", "Late", "Nap"]),
      ("--order status", ["Nap", "Move", "Pay", "Late"]),
    ] {
      #expect(try Self.names(options, in: scratch) == names, "\(options)")
    }
  }

  @Test func `are read from lines as from an inbox, and blocked or started ones are marked`() throws
  {
    let scratch = try Self.folder("Report")
    let lines = try Shell.run(
      """
      printf 'Rent due:2026-06-20 pri:H +home after:Report\\n-- Ask pri:H\\nTea project:"At home"\\n' |
        flint task - --db p.db --now 2026-06-22T09:00
      """, in: scratch.url)
    #expect(lines.status == 0, "\(lines.output)")
    let list = try Self.run("tasks --columns name,priority,project,tags --format csv", in: scratch)
    for row in ["Rent,P0,Inbox,home", "Ask pri:H,P2,Inbox,", "Tea,P2,At home,"] {
      #expect(list.output.contains("\(row)\n"), "\(list.output)")
    }
    let due = try Self.run("due --kind overdue", in: scratch)
    #expect(due.output.contains("2 days late, P0 in Inbox, after Report."), "\(due.output)")
    #expect(try Self.run("start report", in: scratch).status == 0)
    let today = try Self.run("today", in: scratch)
    #expect(today.output.contains("1  Rent · P0 · overdue since 2026-06-20 · after Report\n"))
    #expect(today.output.contains("Report · P2 · started\n"), "\(today.output)")
  }
}
