import Lua
import Testing

/// Ids, first digits of ids, names and `last` in scripts.
struct `References in scripts` {
  @Test func `every function that takes an id takes its first digits, a name or last`() throws {
    let result = try Playground().run(
      """
      local s = spark.add{title = "Ran", category = "energy"}
      local t = task.add{name = "Buy milk"}
      local a = activity.add{kind = "sos"}
      local w = tracker.add{name = "Weight"}
      local e = tracker.add_entry("Weight", {number = 72})
      print(spark.get(s.id:sub(1, 6)).title, spark.get("last").title)
      print(spark.update("last", {title = "Ran 5 km"}).title)
      print(task.get("buy MILK").name, task.score("Buy milk"))
      print(task.update(t.id:sub(1, 8), {priority = "P0"}).priority)
      print(task.complete("Buy milk").score, task.reopen("last").score)
      print(activity.update(a.id:sub(1, 6), {text = "Called"}).text)
      print(tracker.get(w.id:sub(1, 6)).name, tracker.stats("last").entries)
      print(tracker.update_entry("last", {number = 71}).number)
      print(tracker.remove_entry("last"), activity.remove("last"))
      print(task.remove("Buy milk"), spark.remove(s.id:sub(1, 6)))
      for r in history.each{event = "last"} do print(r.what, r.kind) end
      """)
    #expect(result.error == nil)
    #expect(
      result.output == """
        Ran\tRan
        Ran 5 km
        Buy milk\t0
        P0
        7\t-7
        Called
        Weight\t1
        71
        true\ttrue
        true\ttrue
        add\ttask.reopen

        """)
  }

  @Test func `an unknown name is refused, and an abbreviated one too`() throws {
    let result = try Playground().run(
      """
      task.add{name = "Buy milk"}
      print(task.get("Buy"))
      local _, err = task.complete("Buy mlik")
      print(err.code, err)
      _, err = spark.remove("last")
      print(err.code, err)
      _, err = tracker.stats("Weigt")
      print(err.code, err)
      """)
    #expect(result.error == nil)
    #expect(
      result.output == """
        nil
        not_found\tthere is no task "Buy mlik" (did you mean "Buy milk"?)
        not_found\tthere is no spark yet, so that last names none
        not_found\tthere is no tracker "Weigt"

        """)
  }
}
