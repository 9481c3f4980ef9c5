import Foundation
import FlintJSON
import Testing

/// A profile from the time before `everyday`, and what that rulebook makes of it.
struct `Adopting everyday` {
  private static let options = "--db p.db --now 2026-03-01T12:00"

  /// A Sunday with tasks, a mood, a habit, an entry of a plain tracker and a page, and no spark.
  private static let day = """
    for _, priority in ipairs{"P0", "P1", "P2"} do
      task.complete(task.add{name = "Letter " .. priority, priority = priority}.id)
    end
    mood.add{mood = "good", day = "2026-03-01"}
    habit.add{name = "Stretch", schedule = {per = "day"}}
    habit.done("Stretch")
    tracker.add{name = "Weight"}
    tracker.add_entry("Weight", {number = 73})
    activity.add{kind = "journal", text = "A page."}
    """

  private static func profile() throws -> Scratch {
    let scratch = try Scratch()
    for command in [
      "flint init --quiet --db p.db --seed 7 --zone UTC --rules ignition --now 2026-03-01",
      "flint eval --quiet \(options) '\(day)'", "flint dump --quiet --db p.db before",
    ] {
      let result = try Shell.run(command, in: scratch.url)
      try #require(result.status == 0, "\(result.output)")
    }
    return scratch
  }

  private static func status(_ scratch: borrowing Scratch) throws -> JSONValue {
    let result = try Shell.run("flint status \(options) --format json", in: scratch.url)
    return try JSONValue(parsing: result.output)
  }

  @Test func `a dry run of rules set shows what would change, and changes nothing`() throws {
    let scratch = try Self.profile()
    let result = try Shell.run(
      "flint rules set everyday --dry-run \(Self.options)", in: scratch.url)
    #expect(result.status == 0)
    // 30 + 25 + 20 for the tasks, 15 for the mood, 15 for the habit's day, 5 for the entry, 20 for the page.
    #expect(result.output.contains(/from earning rules +0 +130 +\+130\n/), "\(result.output)")
    // One Thing Done, Checked In and A Habit Kept, 5 each, and as three of a day 20 for Grand Achiever; Off
    // the List, How Are You?, A Beginning, A First Page and First Card, 10 each. An epic card brings 80 more.
    let isEpic = result.output.contains("epic-hunter")
    let missions = isEpic ? 165 : 85
    #expect(try result.output.contains(Regex("from missions +0 +\(missions) ")), "\(result.output)")
    #expect(try result.output.contains(Regex("points +0 +\(130 + missions) ")), "\(result.output)")
    #expect(
      result.output.hasSuffix(
        "dry run, nothing was kept: the profile would be folded with everyday (before: ignition)\n"),
      "\(result.output)")
    let after = try Shell.run(
      "flint dump --quiet --db p.db after && diff -r before after", in: scratch.url)
    #expect(after.status == 0, "\(after.output)")
    let status = try Self.status(scratch)
    #expect(status["rulebook"] == .string("ignition"))
    #expect(status["points"]?["total"] == .integer(0))
  }

  @Test func `once set, it pays for the history, and undo restores the old rulebook`() throws {
    let scratch = try Self.profile()
    let set = try Shell.run("flint rules set everyday --quiet \(Self.options)", in: scratch.url)
    #expect((set.status, set.output) == (0, ""))
    let status = try Self.status(scratch)
    #expect(status["rulebook"] == .string("everyday"))
    #expect(status["points"]?["earned"] == .integer(130))
    #expect(status["cards"] == .integer(1))
    #expect(try Shell.run("flint undo --quiet \(Self.options)", in: scratch.url).status == 0)
    let undone = try Self.status(scratch)
    #expect(undone["rulebook"] == .string("ignition"))
    #expect(undone["points"]?["total"] == .integer(0))
  }
}
