import FlintCalendar
@testable import FlintRules
import Testing

struct `The differences of two rulebooks` {
  private func differences(_ change: (inout RulebookDefinition) -> Void) -> [String] {
    var other = RulebookDefinition.ignition
    change(&other)
    return RulebookDefinition.ignition.differences(to: other).map(\.description)
  }

  @Test func `equal rulebooks have no differences`() {
    for definition in RulebookDefinition.bundled {
      #expect(definition.differences(to: definition) == [])
    }
  }

  @Test func `differences have a path, an old and a new value`() {
    #expect(
      differences {
        $0.id = "mine"
        $0.points.base[2] = 9
        $0.points.multipliers[1] = Fraction("4/3") ?? .zero
        $0.drops.chance = .percent(40)
        $0.drops.emptyCell = .none
        $0.fuelCapacity = 500
        $0.levels[1].title = "Second"
        $0.tasks.creditPoints = true
        $0.tasks.scores[3] = 1
      } == [
        "id: ignition → mine", "points.idea: 8 → 9", "multipliers.medium: 1.5 → 4/3",
        "drops.chance: 1 → 0.4", "drops.empty_cell: demote → none", "fuel.capacity: 1000 → 500",
        "levels[2].title: Apprentice Igniter → Second", "tasks.scores.P3: 2 → 1",
        "tasks.credit_points: false → true",
      ])
  }

  @Test func `paths contain the ids of entries`() {
    #expect(
      differences {
        $0.missions[1].target = 5
        $0.missions[0].metric = .sparks(category: .idea, minIntensity: nil, beforeHour: 9)
        $0.missions[0].season.before = CivilDay(year: 2027, month: 1, day: 1)
        $0.cards[1].rarity = .epic
      } == [
        "missions[morning-spark].filters.before_hour: 12 → 9",
        "missions[morning-spark].filters.category: added idea",
        "missions[morning-spark].before: added 2027-01-01", "missions[spark-streak].target: 3 → 5",
        "cards[decision-coin-toss].rarity: common → epic",
      ])
  }

  @Test func `added and removed entries are differences`() {
    #expect(
      differences {
        $0.missions.remove(at: 1)
        $0.missions.insert(
          MissionDefinition(
            id: "owl", title: "Owl", window: .day, metric: .tasks, target: 1, reward: 2,
            difficulty: .hard), at: 0)
        $0.levels.append(LevelDefinition(title: "More", threshold: 10_000))
        $0.drops.pity[3] = PityDefinition(hard: 90)
      } == [
        #"drops.pity.legendary: added {"soft_start":null,"soft_step":"0","hard":90}"#,
        #"levels[11]: added {"title":"More","threshold":10000}"#,
        #"missions[spark-streak]: removed {"id":"spark-streak","title":"Spark Streak","#
          + #""window":"day","metric":"sparks","filters":{},"target":3,"reward":100,"#
          + #""difficulty":"medium"}"#,
        #"missions[owl]: added {"id":"owl","title":"Owl","window":"day","metric":"tasks","#
          + #""filters":{},"target":1,"reward":2,"difficulty":"hard"}"#,
      ])
  }

  @Test func `only moved entries have a difference of position`() {
    #expect(
      differences { $0.missions.insert($0.missions.remove(at: 4), at: 0) }
        == ["missions[high-intensity].position: after energy-boost → first"])
    #expect(
      differences { $0.missions.append($0.missions.remove(at: 0)) }
        == ["missions[morning-spark].position: first → after mythical-ascent"])
    // Around a removed entry and an added one.
    #expect(
      differences {
        $0.missions.swapAt(0, 1)
        $0.missions.remove(at: 2)
        $0.missions[0].title = "S"
      }.map { $0.prefix { $0 != ":" } } == [
        "missions[spark-streak].title", "missions[idea-generator]",
        "missions[spark-streak].position",
      ])
  }

  @Test func `paths in ladders extend to the condition`() {
    var old = RulebookDefinition.ignition
    old.ladders = [
      LadderDefinition(
        id: "time", title: "Time",
        rungs: [
          RungDefinition(
            id: "time-1", title: "One",
            conditions: [.init(.days, atLeast: 1), .init(.consistency, atLeast: 500_000)])
        ])
    ]
    var new = old
    new.ladders[0].rungs[0].conditions[1].atLeast = 600_000
    new.ladders[0].rungs[0].conditions.append(.init(.journals, atLeast: 2))
    #expect(
      old.differences(to: new).map(\.description) == [
        "ladders[time].rungs[time-1].conditions[2].at_least: 0.5 → 0.6",
        #"ladders[time].rungs[time-1].conditions[3]: added {"metric":"journals","at_least":2}"#,
      ])
  }

  @Test func `names of one's own are compared in lists, and ends are called before`() throws {
    let old = RulebookDefinition.ignition
    let new = try readRulebook(
      """
      {"id": "own", "extends": "ignition", "currencies": {"gems": {}},
       "rarities": [{"id": "common", "rate": "60%", "duplicate": 10},
         {"id": "rare", "rate": "30%", "duplicate": 25},
         {"id": "epic", "rate": "7%", "duplicate": 50},
         {"id": "legendary", "rate": "2%", "duplicate": 100},
         {"id": "mythic", "rate": "1%", "duplicate": 500}],
       "pools": [{"id": "p", "before": "2026-03-01", "price": {"gems": 1}}]}
      """)
    let lines = old.differences(to: new).map(\.description)
    #expect(lines.contains("rarities[epic].rate: 0.08 → 0.07"))
    #expect(
      lines.contains(#"rarities[mythic]: added {"id":"mythic","rate":"0.01","duplicate":500}"#))
    #expect(!lines.contains { $0.hasPrefix("drops") || $0.hasPrefix("duplicates") })
    var later = new
    later.pools[0].season.before = day("2026-04-01")
    #expect(
      new.differences(to: later).map(\.description) == [
        "pools[p].before: 2026-03-01 → 2026-04-01"
      ])
  }

  @Test func `the bundled rulebooks differ as documented`() {
    let paths = RulebookDefinition.ignition.differences(to: .ignitionShipped).map(\.path)
    let ours: Set = ["id", "drops.chance", "drops.empty_cell"]
    #expect(ours.isSubset(of: paths))
    // Nine of ten thresholds; what else differs are cards.
    #expect(paths.count { $0.hasPrefix("levels[") } == 9)
    #expect(
      paths.allSatisfy {
        ours.contains($0) || $0.hasPrefix("levels[") || $0.hasPrefix("cards[")
      })
    // Decision and energy have a legendary card, with an id of its own, instead of their second
    // epic one.
    #expect(
      Set(paths.filter { $0.hasPrefix("cards[") }) == [
        "cards[decision-crown-of-choices]", "cards[decision-crown-of-choices-legendary]",
        "cards[energy-heart-of-the-furnace]", "cards[energy-heart-of-the-furnace-legendary]",
      ])
  }

  @Test func `differences are symmetric, and absent only between equal rulebooks`() {
    for number in 0..<60 as Range<UInt64> {
      let (old, new) = (RandomRulebook.rulebook(number), RandomRulebook.rulebook(number + 1))
      let there = old.differences(to: new)
      let back = new.differences(to: old)
      #expect(there != [])
      #expect(Set(there.map(\.path)) == Set(back.map(\.path)))
      #expect(Set(there.map(\.path)).count == there.count)
      #expect(
        Set(there)
          == Set(
            back.map { RulebookDefinition.Difference(path: $0.path, old: $0.new, new: $0.old) }))
      #expect(
        there.allSatisfy {
          !($0.old ?? "").utf8.elementsEqual(($0.new ?? "").utf8)
        })
    }
  }
}
