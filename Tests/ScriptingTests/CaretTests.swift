import Lua
import Testing

struct `The caret` {
  /// The text that the caret marks in a script's last line.
  private func marked(_ line: String) throws -> String {
    let code = "tracker.add{name = 'Run', fields = {km = 'number'}}\n" + line
    let excerpt = try #require(try Playground().run(code).error?.excerpt)
    let lines = excerpt.split(separator: "\n").map { $0.dropFirst("  2 | ".count) }
    let mark = try #require(lines.last)
    let start = mark.prefix { $0 != "^" }.count
    return String(lines[0].dropFirst(start).prefix(mark.count - start))
  }

  @Test(arguments: [
    ("tracker.add_entry('Run', {rating = 6})", "rating"),
    ("tracker.add_entry('Run', {number = 'far'})", "'far'"),
    ("tracker.add_entry('Run', {number = 5, text = 'x'})", "text"),
    ("tracker.add_entry('Run', {minutes = 5, values = {km = true}})", "values"),
    ("tracker.add_entry('Run', {minute = 5})", "minute"),
    ("tracker.add_entry('Run')", "tracker.add_entry"),
    ("spark.add{spark = 1}", "spark"),
    ("task.add{name = 'x', task = 5, due = 'soon'}", "task"),
    ("task.add{name = 'x', due = 'soon'}", "'soon'"),
    ("task.add{name = 'task', priority = 9}", "priority"),
    ("local t = task.add; t{name = 'x', priority = 9}", "priority"),
    ("stats.series{metric = 'tasks', project = 5}", "project"),
    ("mood.add{mood = 9}", "mood"),
    ("local x = {until = 5}", "until"),
  ])
  func `marks what was given, not the name of the function`(line: String, word: String) throws {
    #expect(try marked(line) == word)
  }

  @Test func `marks a field with the same name as the function`() throws {
    // `spark` occurs in the line twice; the second is the unknown field.
    let error = try Playground().run("spark.add{spark = 1}").error
    #expect(
      error?.excerpt == """
          1 | spark.add{spark = 1}
            |           ^~~~~
        """)
  }
}
