import Foundation
import Testing

/// Missions, cards and sparks as lists show them.
struct `Lists of a game` {
  private static let at = "--db p.db --now 2026-11-27T18:00"

  /// Runs commands on a profile whose rulebook has missions about sums of kilometres.
  private func run(_ commands: String) throws -> Shell.Result {
    let scratch = try Scratch()
    try """
    return {id = "own", extends = "everyday", missions = {
      {id = "km", title = "Five Kilometres", window = "week", event = "entry", tracker = "Run",
        sum = 5, of = "number", reward = 10, difficulty = "easy"},
      {id = "far", title = "Ten in a Month", window = "month", event = "entry", tracker = "Run",
        sum = 10, of = "number", reward = 10, difficulty = "easy"},
    }}
    """.write(
      to: scratch.url.appendingPathComponent("own.lua"), atomically: true, encoding: .utf8)
    return try Shell.run(
      """
      flint init --db p.db --rules own.lua --zone UTC --seed 7 --quiet
      \(commands.replacing("@", with: Self.at))
      """, in: scratch.url)
  }

  @Test func `the progress of a sum has its decimals in every view`() throws {
    let result = try run(
      """
      flint entry Run 4.9 --new --quiet @
      flint missions @ | grep '^Five K' | tr -s ' '
      flint missions @ --format json | grep -o '"id":"km".*"target":5'
      flint missions @ --format csv | grep -o '^km.*,in_progress'
      flint eval @ 'mission.get("km").progress, mission.get("far").progress'
      flint due @ --kind mission | grep -o '4.9 of 5: 0.1 of Run to go, worth 10 points'
      flint due @ --kind mission --format json | grep -A6 Five | grep missing
      flint report missions -o - @ | grep -o '4.9 / 5 '
      flint entry Run 0.1 --db p.db --now 2026-11-27T19:00 | grep -o 'mission Five Kilometres +10'
      flint eval --db p.db --now 2026-11-27T20:00 'mission.get("km").progress, mission.get("far").progress'
      """)
    #expect(
      result.output == """
        Five Kilometres week 4.9/5 in progress 10 easy 2026-11-29 0
        "id":"km","title":"Five Kilometres","window":"week","difficulty":"easy","progress":4.9,"target":5
        km,Five Kilometres,week,easy,4.900000,5,10,in_progress
        4.9\t4.9
        4.9 of 5: 0.1 of Run to go, worth 10 points
              "missing": 0.1
        4.9 / 5\u{20}
        mission Five Kilometres +10
        5\t5

        """, "\(result.output)")
  }

  @Test func `a window that closed keeps the decimals of its progress`() throws {
    let result = try run(
      """
      flint entry Run 4.9 --new --quiet --db p.db --now 2026-11-05T18:00
      for day in 12 19 26; do flint entry Run 0.5 --quiet --db p.db --now 2026-11-${day}T18:00; done
      flint missions @ --day 2026-11-05 | grep '^Five K' | tr -s ' ' | cut -d' ' -f4-5
      """)
    #expect(result.output == "4.9/5 expired\n", "\(result.output)")
  }

  @Test func `missions of a month and of rolling windows can be chosen`() throws {
    let result = try run(
      """
      flint missions --window month --format csv @ | cut -d, -f1,3
      flint missions --window rolling --format csv @ | cut -d, -f3 | sort -u
      flint eval @ 'local n = 0 for m in mission.each{window = "month"} do n = n + 1 end print(n)'
      """)
    #expect(
      result.output == """
        id,window
        month-in-colours,month
        far,month
        14 days
        window
        2

        """, "\(result.output)")
  }

  @Test func `a board has a column for each status`() throws {
    let result = try run(
      """
      flint entry Run 4.9 --new --quiet @
      flint missions --board --window month @ | sed 's/ *$//'
      flint missions --board --format json @ 2>&1 | head -1
      """)
    #expect(
      result.output == """
        in progress            available
        Ten in a Month 4.9/10  A Month in Colours 0/20
        flint: --board requires --format table

        """, "\(result.output)")
  }

  @Test func `cards are found by category and rarity, sparks ordered by points`() throws {
    let result = try run(
      """
      flint cards --search LEGEND --format csv @ | cut -d, -f4 | sort -u
      flint cards --search energy --format csv @ | wc -l | tr -d ' '
      flint spark Small idea low --quiet --db p.db --now 2026-11-27T10:00
      flint spark Great challenge extreme --quiet --db p.db --now 2026-11-27T09:00
      flint spark Middle energy --quiet --db p.db --now 2026-11-27T08:00
      flint sparks --order points:desc --format csv @ | cut -d, -f6,7
      """)
    // Ten of energy and one of each season, below the names of the columns.
    #expect(
      result.output == """
        legendary
        rarity
        15
        points,title
        62,Great
        22,Middle
        8,Small

        """, "\(result.output)")
  }

  @Test func `quests that were started are due, with their next step`() throws {
    let quests = Shell.root.appendingPathComponent("examples/data/quests/harbour.json").path
    let result = try run(
      """
      cp '\(quests)' h.json
      flint eval --allow-read h.json 'quest.add("h.json")' --quiet @ > /dev/null
      flint due --kind quest @
      flint done 'Ask the harbour master for a berth' --quiet @
      flint due --kind quest --format json @ | grep -E '"(id|title|urgency)"'
      flint due --kind quest @ | grep -o '1 of 3 steps, next Pay the mooring fee'
      """)
    #expect(
      result.output == """
        nothing due
              "id": "quest-harbour-harbour-1",
              "title": "A Berth for the Winter",
              "urgency": "low",
        1 of 3 steps, next Pay the mooring fee

        """, "\(result.output)")
  }

  @Test(arguments: [(0, 3), (3, 7), (29, 30), (30, 37), (36, 37), (37, 44), (44, 51)])
  func `a streak of activity always has a goal`(days: Int, goal: Int) throws {
    let result = try run(
      """
      flint eval @ 'for i = \(days) - 1, 0, -1 do
        activity.add{kind = "open", at = clock.add_days(clock.day(), -i)} end
        print(journey.get().streak, journey.get().streak_goal)'
      """)
    #expect(result.output == "\(days)\t\(goal)\n", "\(result.output)")
  }
}
