import Foundation
import Testing

/// Payments of a user's rulebook, and numbers of ranges, as a person sees them.
struct `Payments by rules of one's own` {
  private static func lines(
    _ rulebook: String, _ script: String, print expression: String
  ) throws -> String {
    let scratch = try Scratch()
    try "return {extends = 'ignition', id = 'own', \(rulebook)}".write(
      to: scratch.url.appendingPathComponent("own.lua"), atomically: true, encoding: .utf8)
    try (script + "\nprint(\(expression))").write(
      to: scratch.url.appendingPathComponent("script.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      """
      flint init --db p.db --seed 7 --zone UTC --rules own.lua --quiet
      flint run script.lua --db p.db --now 2026-03-10T12:00 --quiet
      """, in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
    return result.output
  }

  /// Three entries without a complete group of 5 minutes, then one of 50: 10 groups of 3 points, one card
  /// and the mission First Card with 100, although only one payment a day is allowed.
  @Test func `nothing is rolled or used up by an entry without a complete group`() throws {
    let output = try Self.lines(
      """
      earn = {{event = 'entry', points = 3, per = 5, of = 'minutes', roll = 'challenge',
        per_day = 1}}
      """,
      """
      tracker.add{name = 'Run', at = '2026-03-09T07:00'}
      local earned = {}
      for i, minutes in ipairs{0, 4, 0, 50} do
        local o = tracker.add_entry('Run', {kind = 'session', minutes = minutes,
          at = ('2026-03-09T%02d:30'):format(i + 6)})
        earned[i] = o.points
      end
      """, print: "table.concat(earned, ' '), profile().cards")
    #expect(output == "0 0 0 130\t1\n")
  }

  /// A spark of 2 March, then one of 1 March by its local day, 1.5 hours later: 5 gems for each day.
  @Test func `the first event of each civil day brings its currency, in any order of days`() throws
  {
    let output = try Self.lines(
      "currencies = {gems = {start = 0, per_day = 5}}",
      """
      local gems = {}
      for i, at in ipairs{'2026-03-02T08:00Z', '2026-03-01T23:30-11:00', '2026-03-01T23:40-11:00',
        '2026-03-02T12:00Z'} do
        spark.add{title = 's' .. i, category = 'idea', at = at}
        gems[i] = currency.get('gems').balance
      end
      """, print: "table.concat(gems, ' ')")
    #expect(output == "5 10 10 10\n")
  }
}

/// Ranges of `flint stats`; 2026-03-10 is a Tuesday.
struct `Statistics of a range that reaches into the future` {
  @Test(arguments: [
    ("week", "--since 2026-03-09 --before 2026-03-11"),
    ("month", "--since 2026-03-01 --before 2026-03-11"),
    ("2026", "--since 2026-01-01 --before 2026-03-11"),
  ])
  func `end today`(named: String, passed: String) throws {
    let scratch = try Scratch()
    try """
    for day = 1, 10 do
      spark.add{title = 'a', category = 'idea', at = ('2026-03-%02dT09:00'):format(day)}
    end
    """.write(
      to: scratch.url.appendingPathComponent("add.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      """
      flint run add.lua --create --db p.db --now 2026-03-10T12:00 --quiet 2> /dev/null
      flint stats --db p.db --now 2026-03-10T12:00 --on \(named) > a
      flint stats --db p.db --now 2026-03-10T12:00 \(passed) > b
      cmp a b && grep -c 'Trend' a
      flint stats --db p.db --now 2026-03-10T12:00 --on 'next week'
      """, in: scratch.url)
    #expect(
      result.output
        == "1\nflint: --on: expected a day that is not to come, got 2026-03-16\n",
      "\(result.output)")
  }
}
