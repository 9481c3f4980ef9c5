import FlintCalendar
import FlintSchema
import Testing

@testable import FlintRules

struct `A card with a season` {
  private static let winter = Season(from: day("2026-12-01"), before: day("2027-01-01"))

  /// `ignition` with cards of December among the others, the first and the last of the list.
  private static let definition: RulebookDefinition = {
    var definition = RulebookDefinition.ignition
    // A mission's season divides the cards' as well.
    definition.missions = [
      MissionDefinition(
        id: "own", title: "Own", window: .life, metric: .overloads, target: 9, reward: 0,
        difficulty: .easy, season: Season(from: day("2026-12-20"), before: day("2029-01-01")))
    ]
    for (number, rarity) in [CardRarity.common, .epic, .legendary].enumerated() {
      definition.cards.insert(
        CardDefinition(
          id: "winter-\(number)", name: "Winter", category: .energy, rarity: rarity,
          season: winter), at: [0, 20, 52][number])
    }
    definition.cards[30].season = Season(before: winter.before)
    return definition
  }()

  /// Only the cards that can be drawn on a day, without their seasons.
  private static func cut(_ definition: RulebookDefinition, on day: CivilDay) -> RulebookDefinition
  {
    var cut = definition
    cut.cards = definition.cards.filter { $0.season.contains(day) }
    for index in cut.cards.indices { cut.cards[index].season = .always }
    return cut
  }

  private static let days = [
    "2020-02-29", "2026-11-30", "2026-12-01", "2026-12-24", "2026-12-31", "2027-01-01",
    "2030-01-01",
  ].map { day($0) }

  /// Draws on a day are those of a rulebook that has only the cards of that day.
  @Test(arguments: EmptyCell.allCases)
  func `is drawn on the days of its season only`(rule: EmptyCell) throws {
    var definition = Self.definition
    definition.drops.emptyCell = rule
    definition.drops.chance = .percent(90)
    definition.drops.pity[3] = PityDefinition(hard: 9)
    let rulebook = try Rulebook(definition)
    for day in Self.days {
      let plain = try Rulebook(Self.cut(definition, on: day))
      var drawn: Set<String> = []
      for identity in 0..<1000 as Range<UInt64> {
        let category = Int(identity % 5)
        let since = CardsSince([0, 0, 0, Int32(identity % 9)])
        let card = rulebook.drops.draw(
          seed: 4, identity: identity, category: category, since: since,
          era: rulebook.eras.era(of: day))
        let same = plain.drops.draw(
          seed: 4, identity: identity, category: category, since: since, era: 0)
        let id = card.card < 0 ? nil : definition.cards[card.card].id
        #expect(id == (same.card < 0 ? nil : plain.definition.cards[same.card].id))
        #expect(card.rarity == same.rarity)
        if let id { drawn.insert(id) }
      }
      let isWinter = Self.winter.contains(day)
      #expect(drawn.count { $0.hasPrefix("winter") } == (isWinter ? 3 : 0))
      #expect(drawn.contains(definition.cards[30].id) == (day < Self.days[5]))
    }
  }

  @Test func `is drawn by the fold on the event's civil day`() throws {
    let rulebook = try Rulebook(Self.definition)
    var profile = PlayedProfile(rulebook)
    var plays: [(day: CivilDay, card: Int)] = []
    for offset in [0, 14 * 3600, -12 * 3600] as [Int32] {
      for day in Self.days[1...5] {
        for _ in 0..<60 {
          let outcome = profile.spark(.energy, on: day, minute: 5, offset: offset)
          plays.append((day, try #require(outcome.draw.card)))
        }
      }
    }
    for (day, card) in plays {
      #expect(rulebook.definition.cards[card].season.contains(day))
    }
    #expect(plays.count { rulebook.definition.cards[$0.card].season == Self.winter } > 60)
  }

  @Test func `is the certain draw of an event on its day`() throws {
    let rulebook = try Rulebook(Self.definition)
    var differing = 0
    for identity in 1...300 as ClosedRange<UInt64> {
      // Ten to midnight UTC on the eve: already December in Paris.
      let at = CivilTime(day: day("2026-11-30"), milliseconds: 85_800_000).instant(offset: .zero)
      let cards = ([0, 3600] as [Int32]).map { offset -> Int? in
        let event = ProfileEvent(
          id: EventID(high: identity, low: 0), at: at, offset: UTCOffset(seconds: offset),
          action: .spark(.energy, .low))
        var state = rulebook.initialState()
        let card = rulebook.apply(event, to: &state, seed: 3).draw.card
        #expect(rulebook.certainDraw(of: event, seed: 3) == card)
        return card
      }
      if cards[0] != cards[1] { differing += 1 }
    }
    #expect(differing > 0)
  }

  /// Energy has no legendary card but in December; by hand: 8 % + 2 % = 10 % epic without one.
  @Test func `changes the effective rates of its days`() throws {
    let rulebook = try Rulebook(Self.definition)
    let plain = ["0.6", "0.3", "0.1", "0"].map { Fraction($0) }
    let winter = ["0.6", "0.3", "0.08", "0.02"].map { Fraction($0) }
    #expect(rulebook.rates(for: .energy).map(\.effective) == plain)
    for day in Self.days {
      #expect(
        rulebook.rates(for: .energy, on: day).map(\.effective)
          == (Self.winter.contains(day) ? winter : plain))
      #expect(rulebook.rates(for: .decision, on: day).map(\.effective) == plain)
    }
  }

  @Test func `counts for missions like other cards, and stays in the collection`() throws {
    var definition = Self.definition
    definition.drops.rates = [.zero, .zero, .zero, .one]
    definition.missions = [
      MissionDefinition(
        id: "own", title: "Own", window: .life,
        metric: .cards(category: .energy, rarity: .legendary),
        target: 1, reward: 0, difficulty: .easy)
    ]
    var profile = try PlayedProfile(definition)
    profile.spark(.energy, on: day("2026-11-30"))
    #expect(profile.completions(of: "own") == 0)
    profile.spark(.energy, on: day("2026-12-01"))
    #expect(profile.completions(of: "own") == 1)
    profile.spark(.energy, on: day("2027-01-01"))
    let owned = profile.rulebook.collection(in: profile.state, filter: CardFilter(owned: true))
    #expect(owned.contains { $0.definition.id == "winter-2" && $0.copies == 1 })
  }
}

struct `A rulebook with seasons is refused` {
  private static func season(_ from: String?, _ before: String?) -> Season {
    Season(from: from.map { day($0) }, before: before.map { day($0) })
  }

  private func faults(_ change: (inout RulebookDefinition) -> Void) -> [String] {
    var definition = RulebookDefinition.ignition
    change(&definition)
    return definition.faults().map(\.description)
  }

  private func mission(
    _ window: Window, _ metric: Metric, _ target: Int64, _ season: Season
  ) -> MissionDefinition {
    MissionDefinition(
      id: "own", title: "Own", window: window, metric: metric, target: target, reward: 0,
      difficulty: .easy, season: season)
  }

  @Test func `when a season ends before it begins, or has unrepresentable days`() {
    #expect(
      faults {
        $0.cards[4].season = Self.season("2026-12-01", "2026-12-01")
        $0.missions[1].season = Self.season("2026-12-01", "2026-11-30")
        $0.missions[2].season = Self.season("2026-12-01", "2026-12-02")
        $0.missions[3].season.before = CivilDay(number: .min)
        $0.cards[5].season.from = CivilDay(number: .max)
      } == [
        "missions[2].before: expected a day after from, 2026-12-01, got 2026-11-30",
        "missions[4].before: expected a day of the years 1 to 9999",
        "cards[5].before: expected a day after from, 2026-12-01, got 2026-12-01",
        "cards[6].from: expected a day of the years 1 to 9999",
      ])
    #expect(
      faults {
        $0.missions[1].season = Season(
          from: day("0001-01-01"), before: day("9999-12-31") + 1)
      } == [])
  }

  /// The five common decision cards in two overlapping seasons and a separate one.
  @Test func `when a cell has no card on some days, which the error names`() {
    func seasons(_ seasons: [(String?, String?)]) -> [String] {
      faults { definition in
        for index in 0..<5 {
          let (from, before) = seasons[index % seasons.count]
          definition.cards[index].season = Self.season(from, before)
        }
      }
    }
    func fault(_ days: String) -> String {
      "cards: a common decision card can be rolled \(days), but there is none of that or a lower "
        + "rarity; add one, or set drops.empty_cell to \"none\""
    }
    #expect(
      seasons([("2026-01-01", "2026-06-01"), ("2026-05-01", "2026-12-01"), ("2027-01-01", nil)])
        == [fault("before 2026-01-01"), fault("from 2026-12-01 to 2026-12-31")])
    #expect(
      seasons([(nil, "2026-06-01"), ("2026-05-01", "2026-12-01"), ("2026-12-02", "2027-01-01")])
        == [fault("on 2026-12-01"), fault("from 2027-01-01 on")])
    #expect(seasons([(nil, "2026-06-01"), ("2026-06-01", nil)]) == [])
    #expect(seasons([("2026-01-01", nil), (nil, nil)]) == [])
    // Any card of the category suffices when rarities are redrawn, and none when empty cells yield none.
    for rule in [EmptyCell.reroll, .none] {
      #expect(
        faults {
          $0.drops.emptyCell = rule
          for index in 0..<5 { $0.cards[index].season.from = day("2026-01-01") }
        } == [])
    }
  }

  /// 2026-12-03 is a Thursday.
  @Test(arguments: [
    (Window.life, Metric.sparkDays, "2026-12-03", "2026-12-13", 10),
    (.week, .sparkDays, "2026-12-03", "2026-12-13", 6),
    (.week, .sparkDays, "2026-12-03", "2026-12-10", 4),
    (.week, .sparkDays, "2026-12-03", "2026-12-22", 7),
    (.week, .sparkDays, "2026-12-03", "2026-12-05", 2),
  ])
  func `when a season is too short for a target`(
    window: Window, metric: Metric, from: String, before: String, most: Int
  ) {
    let season = Self.season(from, before)
    #expect(faults { $0.missions = [mission(window, metric, Int64(most), season)] } == [])
    #expect(
      faults { $0.missions = [mission(window, metric, Int64(most + 1), season)] } == [
        "missions[1].target: \(most + 1) can never be reached: \(metric.name) ends at \(most)"
      ])
    // Without an end on either side there is time.
    for open in [Self.season(from, nil), Self.season(nil, before)] {
      #expect(faults { $0.missions = [mission(window, metric, 7, open)] } == [])
    }
  }

  @Test func `when too few missions or cards share the season`() {
    // Ten days from a Thursday touch two weeks: 5 · 10 of days, 10 · 2 of weeks, 28 of a lifetime.
    let season = Self.season("2026-12-03", "2026-12-13")
    let all = Metric.missionsCompleted(window: nil)
    #expect(faults { $0.missions.append(mission(.life, all, 98, season)) } == [])
    #expect(
      faults { $0.missions.append(mission(.life, all, 99, season)) } == [
        "missions[44].target: 99 can never be reached: missions_completed ends at 98"
      ])
    // In one week: six days, 5 · 6 of days, and the 10 and the 28 once each.
    #expect(
      faults { $0.missions.append(mission(.week, all, 69, season)) } == [
        "missions[44].target: 69 can never be reached: missions_completed ends at 68"
      ])
    #expect(
      faults {
        for index in 0..<43 { $0.missions[index].season.before = season.from }
        $0.missions[7].season = .always
        $0.missions.append(mission(.life, all, 3, season))
      } == ["missions[44].target: 3 can never be reached: missions_completed ends at 2"])
    #expect(
      faults {
        for index in 0..<4 { $0.cards[index].season.before = season.from }
        $0.missions.append(mission(.life, .cards(category: .decision, rarity: .common), 2, season))
      } == ["missions[44].target: 2 can never be reached: cards ends at 1"])
  }

  @Test func `with more than a thousand days on which seasons begin or end`() {
    func faults(_ count: Int) -> [String] {
      self.faults { definition in
        definition.missions = (0..<count).map { number in
          var mission = self.mission(.life, .streak, 1, Season(from: day("2026-01-01") + number))
          mission.id = "m\(number)"
          return mission
        }
      }
    }
    #expect(faults(1000) == [])
    #expect(
      faults(1001) == ["seasons: expected at most 1000 days on which one begins or ends, got 1001"])
  }
}
