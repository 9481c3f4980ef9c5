import FlintCalendar
import FlintRules
import FlintSchema
import Testing

struct `The rulebook everyday` {
  private let everyday = RulebookDefinition.everyday
  private let ignition = RulebookDefinition.ignition

  @Test func `changes of ignition only rewards, levels, duplicates, and what it adds`() {
    var same = everyday
    same.id = ignition.id
    same.levels = ignition.levels
    same.earn = []
    same.points.duplicates = ignition.points.duplicates
    same.drops.perDay = nil
    (same.currencies, same.duplicateGrants, same.cardPrices, same.sets) = ([], [], [], [])
    same.cards = Array(everyday.cards.prefix(ignition.cards.count))
    for index in same.cards.indices { (same.cards[index].text, same.cards[index].set) = (nil, nil) }
    same.missions = Array(everyday.missions.prefix(ignition.missions.count))
    for index in same.missions.indices {
      // Every reward is rescaled.
      #expect(same.missions[index].reward < ignition.missions[index].reward)
      same.missions[index].reward = ignition.missions[index].reward
    }
    #expect(same == ignition)
    let titles = everyday.levels.map(\.title)
    #expect(Array(titles.prefix(ignition.levels.count)) == ignition.levels.map(\.title))
    #expect(Set(titles).count == titles.count && titles.count >= 30)
  }

  @Test func `has a sentence for each card, and sets of five`() throws {
    let texts = everyday.cards.compactMap(\.text)
    #expect(Set(texts).count == 70 && everyday.cards.count == 70)
    #expect(texts.allSatisfy { $0.count <= 70 && $0.last == "." })
    for set in everyday.sets {
      let cards = everyday.cards.filter { $0.set == set.id }
      #expect(cards.count == 5)
      #expect(Set(cards.map(\.season)).count == 1)
      #expect(everyday.missions.contains { $0.id == "set-\(set.id)" })
    }
  }

  @Test func `has five cards and three missions for each quarter of every year`() throws {
    for month in 1...12 {
      let day = try #require(CivilDay(year: 2027, month: month, day: 15))
      let cards = everyday.cards.filter { $0.season != .always && $0.season.contains(day) }
      #expect(cards.count == 5 && Set(cards.map(\.category)).count == 5)
      let missions = everyday.missions.filter { $0.season != .always && $0.season.contains(day) }
      #expect(missions.count == 3)
    }
  }

  @Test func `turns duplicates into embers, which buy cards of every rarity`() {
    // By name, as a rulebook stores them.
    let rarities = ["common", "epic", "legendary", "rare"]
    #expect(everyday.duplicateGrants.map(\.name) == rarities)
    #expect(everyday.cardPrices.map(\.name) == rarities)
    func embers(_ amounts: [NamedValue<[NamedValue<Int64>]>]) -> [Int64] {
      amounts.map { $0.value.count == 1 && $0.value[0].name == "embers" ? $0.value[0].value : 0 }
    }
    #expect(embers(everyday.duplicateGrants) == [1, 8, 20, 3])
    #expect(embers(everyday.cardPrices) == [60, 600, 1500, 200])
    #expect(everyday.currencies.map(\.id) == ["embers"])
  }

  @Test func `pays for every kind of event, and takes nothing away`() {
    #expect(Set(everyday.earn.map(\.selector.event)) == Set(OccurrenceKind.earning))
    #expect(everyday.earn.allSatisfy { $0.points > 0 && $0.perDay != nil })
    let events = Set(everyday.missions.compactMap { $0.events?.selector.event })
    #expect(events.isSuperset(of: [.taskComplete, .mood, .habitDone, .activity, .questNode]))
    #expect(everyday.missions.allSatisfy { $0.reward > 0 })
  }

  @Test func `can replace ignition in a profile with all cards and missions, and be replaced`() {
    let cards = Set(everyday.cards.map(\.id))
    let missions = Set(everyday.missions.map(\.id))
    let rungs = Set(ignition.ladders.flatMap(\.rungs).map(\.id))
    for (old, new) in [(ignition, everyday), (everyday, ignition)] {
      let faults = old.incompatibilities(
        with: new, usedCards: cards, completedMissions: missions, unlockedRungs: rungs)
      #expect(faults == [])
    }
  }
}
