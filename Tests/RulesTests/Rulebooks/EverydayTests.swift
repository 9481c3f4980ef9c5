import Calendar
import Rules
import Testing

struct `The rulebook everyday` {
  private let everyday = RulebookDefinition.everyday
  private let ignition = RulebookDefinition.ignition

  @Test func `changes of ignition only rewards, levels, and what it adds`() {
    var same = everyday
    same.id = ignition.id
    same.levels = ignition.levels
    same.earn = []
    same.missions = Array(everyday.missions.prefix(ignition.missions.count))
    for index in same.missions.indices {
      // Every reward is rescaled.
      #expect(same.missions[index].reward < ignition.missions[index].reward)
      same.missions[index].reward = ignition.missions[index].reward
    }
    #expect(same == ignition)
    #expect(everyday.levels.map(\.title) == ignition.levels.map(\.title))
  }

  @Test func `pays for every kind of event, and takes nothing away`() {
    #expect(Set(everyday.earn.map(\.selector.event)) == Set(OccurrenceKind.earning))
    #expect(everyday.earn.allSatisfy { $0.points > 0 && $0.perDay != nil })
    let events = Set(everyday.missions.compactMap { $0.events?.selector.event })
    #expect(events.isSuperset(of: [.taskComplete, .mood, .habitDone, .activity, .questNode]))
    #expect(everyday.missions.allSatisfy { $0.reward > 0 })
  }

  @Test func `can replace ignition in a profile with all cards and missions, and be replaced`() {
    let cards = Set(ignition.cards.map(\.id))
    let missions = Set(everyday.missions.map(\.id))
    let rungs = Set(ignition.ladders.flatMap(\.rungs).map(\.id))
    for (old, new) in [(ignition, everyday), (everyday, ignition)] {
      let faults = old.incompatibilities(
        with: new, usedCards: cards, completedMissions: missions, unlockedRungs: rungs)
      #expect(faults == [])
    }
  }
}
