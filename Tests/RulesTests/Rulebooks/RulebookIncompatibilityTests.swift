import FlintCalendar
import FlintRules
import FlintSchema
import Testing

struct `A rulebook is incompatible with a profile's history` {
  private static let base: RulebookDefinition = {
    var definition = RulebookDefinition.ignition
    definition.ladders = [
      LadderDefinition(
        id: "time", title: "Time",
        rungs: [
          RungDefinition(id: "time-1", title: "One", conditions: [.init(.days, atLeast: 1)]),
          RungDefinition(
            id: "time-3", title: "Three",
            conditions: [.init(.days, atLeast: 3), .init(.journals, atLeast: 1)]),
        ]),
      LadderDefinition(
        id: "writing", title: "Writing",
        rungs: [
          RungDefinition(id: "writing-1", title: "W", conditions: [.init(.journals, atLeast: 2)])
        ]),
    ]
    return definition
  }()

  private func faults(
    cards: Set<String>? = nil, missions: Set<String>? = nil, rungs: Set<String>? = nil,
    _ change: (inout RulebookDefinition) -> Void
  ) -> [String] {
    var new = Self.base
    change(&new)
    return Self.base.incompatibilities(
      with: new, usedCards: cards ?? Set(Self.base.cards.map(\.id)),
      completedMissions: missions ?? Set(Self.base.missions.map(\.id)),
      unlockedRungs: rungs ?? Set(Self.base.ladders.flatMap(\.rungs).map(\.id))
    ).map(\.description)
  }

  @Test func `a changed card that the profile owns is incompatible`() {
    let change = { (definition: inout RulebookDefinition) in
      definition.cards[1].rarity = .epic
      definition.cards[2].category = .idea
    }
    #expect(
      faults(change) == [
        "cards[\"decision-coin-toss\"].rarity: the profile has drawn this card as \"common\"; it "
          + "may not become \"epic\": give the new card another id",
        "cards[\"decision-first-yes\"].category: the profile has drawn this card as \"decision\"; "
          + "it may not become \"idea\": give the new card another id",
      ])
    #expect(faults(cards: ["decision-first-yes"], change).count == 1)
    #expect(faults(cards: [], change) == [])
  }

  @Test func `a changed mission that the profile completed is incompatible`() {
    let change = { (definition: inout RulebookDefinition) in
      definition.missions[0].metric = .sparks(category: .idea, minIntensity: nil, beforeHour: 12)
      definition.missions[1].window = .week
      definition.missions[2].metric = .tasks
    }
    #expect(
      faults(change) == [
        "missions[\"morning-spark\"].metric: the profile has completed this mission as \"sparks "
          + "before_hour=12\"; it may not become \"sparks category=idea before_hour=12\": give the "
          + "new mission another id",
        "missions[\"spark-streak\"].window: the profile has completed this mission as \"day\"; it "
          + "may not become \"week\": give the new mission another id",
        "missions[\"idea-generator\"].metric: the profile has completed this mission as \"sparks "
          + "category=idea\"; it may not become \"tasks\": give the new mission another id",
      ])
    #expect(faults(missions: ["unstoppable"], change) == [])
  }

  @Test func `a changed rung that the profile unlocked is incompatible`() {
    let change = { (definition: inout RulebookDefinition) in
      definition.ladders[0].rungs[0].conditions[0].metric = .activeDays
      definition.ladders[1].rungs.append(definition.ladders[0].rungs.remove(at: 1))
    }
    #expect(
      faults(change) == [
        "ladders.time.rungs[\"time-1\"].conditions: the profile has unlocked this rung as \"days\"; "
          + "it may not become \"active_days\": give the new rung another id",
        "ladders.writing.rungs[\"time-3\"]: the profile has unlocked this rung as \"of ladder "
          + "time\"; it may not become \"of ladder writing\": give the new rung another id",
      ])
    #expect(faults(rungs: ["writing-1"], change) == [])
  }

  @Test func `a rung names each metric of its conditions once, in order`() {
    let change = { (definition: inout RulebookDefinition) in
      definition.ladders[0].rungs[1].conditions = [
        .init(.journals, atLeast: 1), .init(.activeDays, atLeast: 2), .init(.journals, atLeast: 9),
      ]
    }
    #expect(
      faults(change) == [
        "ladders.time.rungs[\"time-3\"].conditions: the profile has unlocked this rung as \"days and "
          + "journals\"; it may not become \"journals and active_days\": give the new rung another id"
      ])
    // The same metric once more is no other meaning.
    #expect(
      faults {
        $0.ladders[1].rungs[0].conditions.append(.init(.journals, atLeast: 7))
      } == [])
  }

  @Test func `changes of titles, targets and rewards are compatible`() {
    #expect(
      faults {
        $0.id = "mine"
        $0.points.base[0] = 1
        $0.drops.rates = [.one, .zero, .zero, .zero]
        $0.levels.removeLast()
        for index in $0.cards.indices { $0.cards[index].name = "N" }
        $0.cards[0].season.from = CivilDay(year: 2026, month: 1, day: 1)
        for index in $0.missions.indices {
          $0.missions[index].title = "T"
          $0.missions[index].target = 1
          $0.missions[index].reward = 1
          $0.missions[index].difficulty = .easy
          $0.missions[index].season.before = CivilDay(year: 2026, month: 1, day: 1)
        }
        $0.missions.reverse()
        $0.ladders[0].title = "T"
        $0.ladders[0].rungs[1].title = "T"
        $0.ladders[0].rungs[1].conditions.reverse()
        $0.ladders[0].rungs[1].conditions[0].atLeast = 9
        $0.ladders.reverse()
      } == [])
    // Removed and added entries are compatible too.
    #expect(
      faults {
        $0.cards.removeAll()
        $0.missions.removeAll()
        $0.ladders.removeAll()
      } == [])
    #expect(
      faults {
        $0.cards.append(
          CardDefinition(id: "new", name: "New", category: .idea, rarity: .rare))
      } == [])
    #expect(faults { _ in } == [])
  }
}
