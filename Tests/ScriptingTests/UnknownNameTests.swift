import Lua
import Testing

struct `An unknown name` {
  private static let setting = """
    quest.add('examples/data/quests/harbour.json')
    task.add{name = 'x', project = 'House'}
    tracker.add{name = 'Running'}

    """

  @Test(arguments: [
    (
      "quest.all_missions{set = 'harbor'}",
      "quest.all_missions: field \"set\": expected the id of a quest set (harbour), got "
        + "\"harbor\" (did you mean \"harbour\"?)"
    ),
    (
      "quest.all_nodes{set = 'nope'}",
      "quest.all_nodes: field \"set\": expected the id of a quest set (harbour), got \"nope\""
    ),
    (
      "quest.all_gates{set = 'nope'}",
      "quest.all_gates: field \"set\": expected the id of a quest set (harbour), got \"nope\""
    ),
    (
      "task.each{project = 'hose'}",
      "task.each: field \"project\": expected the name of a project (Inbox, House), got \"hose\" "
        + "(did you mean \"House\"?)"
    ),
    (
      "task.each{view = 'project'}",
      "task.each: field \"project\": expected a project for the view, got nothing"
    ),
    (
      "achievement.each{ladder = 'tme'}",
      "achievement.each: field \"ladder\": expected the id of a ladder (time, activity-streak, "
        + "journaling, consistency, self-care, sos, engagement, positive, gratitude, strength, "
        + "self-compassion, growth, steady, month-writer, balanced, fortnight-writer), got \"tme\" "
        + "(did you mean \"time\"?)"
    ),
    (
      "stats.series{metric = 'tasks', project = 'Hous'}",
      "stats.series: field \"project\": expected a project of the profile, got \"Hous\" "
        + "(did you mean \"House\"?)"
    ),
    (
      "stats.series{metric = 'entries', tracker = 'Runing'}",
      "stats.series: field \"tracker\": expected the name or id of a tracker of the profile, "
        + "got \"Runing\" (did you mean \"Running\"?)"
    ),
  ])
  func `is an error with a suggestion`(code: String, message: String) throws {
    let failure = try Playground().failure(Self.setting + code)
    #expect(failure == "script.lua:4: " + message)
  }

  @Test func `is an error of missions too, within the set that is given`() throws {
    let failure = try Playground().failure(
      Self.setting + "quest.all_nodes{mission = 'no-such-one'}")
    #expect(
      failure.hasPrefix(
        "script.lua:4: quest.all_nodes: field \"mission\": expected the id of a quest mission ("),
      "\(failure)")
    #expect(failure.hasSuffix("), got \"no-such-one\""), "\(failure)")
  }

  @Test func `of a tracker is reported with a suggestion`() throws {
    let code = Self.setting + "return select(2, tracker.add_entry('Runnin', {minutes = 1})).message"
    #expect(
      try Playground().run(code).values == [
        .text("there is no tracker \"Runnin\" (did you mean \"Running\"?)")
      ])
  }

  @Test(arguments: [
    (
      "os.exit(1)",
      "attempt to call a nil value (field 'exit') (return ends a script, fail(…) ends it with a "
        + "failure)"
    ),
    (
      "os.exit = print",
      "os.exit: os is read-only; os = setmetatable({}, {__index = os}) makes a table of your own"
    ),
    (
      "dofile('x')", "attempt to call a nil value (global 'dofile') (require loads another file)"
    ),
  ])
  func `of Lua's own is an error with what replaces it`(code: String, message: String) throws {
    #expect(try Playground().failure(code) == "script.lua:1: " + message)
  }

  @Test func `may be given to a table of the script's own in place of os`() throws {
    let code = """
      os = setmetatable({}, {__index = os})
      os.exit = function() return 'stays' end
      return os.exit(), os.time() > 0
      """
    #expect(try Playground().run(code).values == [.text("stays"), .boolean(true)])
  }

  @Test func `is an error only for ids: free text finds nothing`() throws {
    let code =
      Self.setting + """
        return #quest.all_nodes{text = 'nope'}, #quest.all_nodes{zone = 'nope'}, spark.count{tag = 'nope'}
        """
    #expect(try Playground().run(code).values == [.integer(0), .integer(0), .integer(0)])
  }
}
