import FlintSchema
import Testing

@testable import FlintRules

struct `Errors in ladders` {
  private static func faults(_ ladders: [LadderDefinition]) -> [String] {
    var definition = RulebookDefinition.ignition
    definition.ladders = ladders
    return definition.faults().map(\.description)
  }

  private static func rung(_ id: String, _ conditions: [LadderCondition]) -> RungDefinition {
    RungDefinition(id: id, title: id, conditions: conditions)
  }

  @Test func `are none in the bundled ones`() {
    #expect(Self.faults(BundledLadders.all) == [])
    #expect(Self.faults([]) == [])
  }

  @Test func `are invalid ids, duplicate ids and empty titles`() {
    let faults = Self.faults([
      LadderDefinition(
        id: "Time", title: " ", rungs: [Self.rung("a", [LadderCondition(.days, atLeast: 1)])]),
      LadderDefinition(
        id: "b", title: "B", rungs: [Self.rung("a", [LadderCondition(.days, atLeast: 1)])]),
      LadderDefinition(
        id: "b", title: "B",
        rungs: [
          RungDefinition(
            id: "", title: "", conditions: [LadderCondition(.days, atLeast: 1)])
        ]),
    ])
    let identifier = "expected 1 to 100 lower-case letters, digits, \"-\" or \"_\", got"
    #expect(
      faults == [
        "ladders[1].id: \(identifier) \"Time\"",
        "ladders[1].title: expected a title, got nothing",
        "ladders[2].rungs[1].id: \"a\" is already the id of ladders[1].rungs[1]",
        "ladders[3].id: \"b\" is already the id of ladders[2]",
        "ladders[3].rungs[1].id: \(identifier) \"\"",
        "ladders[3].rungs[1].title: expected a title, got nothing",
      ])
  }

  @Test func `are ladders without rungs, and rungs without conditions`() {
    let faults = Self.faults([
      LadderDefinition(id: "a", title: "A", rungs: []),
      LadderDefinition(
        id: "b", title: "B",
        rungs: [Self.rung("c", []), Self.rung("d", [LadderCondition(.days, atLeast: 1)])]),
    ])
    #expect(
      faults == [
        "ladders[1].rungs: expected at least one rung, got none",
        "ladders[2].rungs[1].conditions: expected at least one condition, got none",
      ])
  }

  @Test func `are thresholds that are impossible or always reached`() {
    func faults(_ metric: LadderMetric, _ atLeast: Int64) -> [String] {
      Self.faults([LadderDefinition("a", metric, [atLeast])])
    }
    let path = "ladders[1].rungs[1].conditions[1].at_least:"
    for metric in LadderMetric.allCases {
      #expect(faults(metric, 1) == [])
      #expect(faults(metric, 1_000_000) == [])
      if metric.isScore {
        #expect(faults(metric, 0) == [])
        #expect(faults(metric, -1) == ["\(path) expected 0 to 1000000 millionths, got -1"])
        #expect(
          faults(metric, 1_000_001) == [
            "\(path) 1000001 can never be reached: no \(metric.name) exceeds 1000000 millionths"
          ])
      } else {
        #expect(faults(metric, 0) == ["\(path) expected 1 to 1000000, got 0"])
        #expect(faults(metric, 1_000_001) == ["\(path) expected 1 to 1000000, got 1000001"])
      }
    }
  }

  @Test func `are rungs that demand no more than the one below`() {
    #expect(
      Self.faults([LadderDefinition("a", .days, [3, 7, 5, 6])]) == [
        "ladders[1].rungs[3].conditions[1].at_least: thresholds must rise: 5 follows 7"
      ])
    func pair(_ low: [LadderCondition], _ high: [LadderCondition]) -> [String] {
      Self.faults([
        LadderDefinition(
          id: "a", title: "A", rungs: [Self.rung("low", low), Self.rung("high", high)])
      ])
    }
    let days = LadderCondition(.days, atLeast: 5)
    let journals = LadderCondition(.journals, atLeast: 5)
    let fewer = LadderCondition(.journals, atLeast: 4)
    let more = LadderCondition(.journals, atLeast: 6)
    let fault = ["ladders[1].rungs[2]: asks for no more than the rung below it"]
    #expect(pair([days, journals], [journals, days]) == fault)
    #expect(pair([days, journals], [fewer]) == fault)
    #expect(pair([days], [days, journals]) == [])
    #expect(pair([days, journals], [more]) == [])
    #expect(pair([days], [journals]) == [])
    #expect(pair([days, journals], [days, more]) == [])
  }

  @Test func `are duplicate metrics`() {
    let faults = Self.faults([
      LadderDefinition(
        id: "a", title: "A",
        rungs: [
          Self.rung(
            "b", [LadderCondition(.journals, atLeast: 1), LadderCondition(.journals, atLeast: 2)])
        ])
    ])
    #expect(faults == ["ladders[1].rungs[1].conditions[2].metric: \"journals\" is asked for twice"])
  }
}

struct `The bundled ladders` {
  /// Thresholds in the order of the ladders; scores in percent.
  static let table: [(String, LadderMetric, [Int64])] = [
    ("time", .days, [1, 3, 7, 14, 21, 30, 60, 90, 180, 365]),
    ("activity-streak", .activityStreak, [3, 7, 14, 30]),
    ("journaling", .journals, [1, 5, 10, 25, 50, 100]),
    ("consistency", .consistency, [50, 70, 85, 95]),
    ("self-care", .selfCare, [60, 80, 90]),
    ("sos", .sosSessions, [1, 3, 5, 10, 15]),
    ("engagement", .activeDays, [3, 7, 14, 30, 60]),
  ]

  static let combinations: [(String, [LadderCondition])] = [
    ("positive", [.init(.journals, atLeast: 5), .init(.consistency, atLeast: 600_000)]),
    ("gratitude", [.init(.journals, atLeast: 10), .init(.selfCare, atLeast: 700_000)]),
    ("strength", [.init(.days, atLeast: 14), .init(.stability, atLeast: 700_000)]),
    ("self-compassion", [.init(.journals, atLeast: 8), .init(.stability, atLeast: 600_000)]),
    ("growth", [.init(.activeDays, atLeast: 7), .init(.consistency, atLeast: 800_000)]),
    ("steady", [.init(.stability, atLeast: 800_000)]),
    ("month-writer", [.init(.days, atLeast: 30), .init(.journals, atLeast: 15)]),
    ("balanced", [.init(.consistency, atLeast: 800_000), .init(.selfCare, atLeast: 800_000)]),
    ("fortnight-writer", [.init(.activityStreak, atLeast: 14), .init(.journals, atLeast: 10)]),
  ]

  @Test func `match the table`() {
    let ladders = BundledLadders.all
    #expect(ladders.map(\.id) == Self.table.map(\.0) + Self.combinations.map(\.0))
    for (ladder, (id, metric, thresholds)) in zip(ladders, Self.table) {
      #expect(ladder.rungs.map(\.id) == thresholds.map { "\(id)-\($0)" })
      let scale: Int64 = metric.isScore ? 10_000 : 1
      #expect(
        ladder.rungs.map(\.conditions)
          == thresholds.map { [LadderCondition(metric, atLeast: $0 * scale)] })
    }
    for (ladder, (id, conditions)) in zip(ladders.dropFirst(7), Self.combinations) {
      #expect(ladder.rungs.map(\.id) == [id])
      #expect(ladder.rungs.map(\.conditions) == [conditions])
    }
  }

  @Test func `have distinct titles`() {
    let titles = BundledLadders.all.flatMap(\.rungs).map(\.title)
    #expect(Set(titles).count == titles.count)
  }

  @Test func `need a journey where they depend on days or scores`() {
    let free = BundledLadders.all.filter { !$0.needsJourney }.map(\.id)
    #expect(free == ["activity-streak", "journaling", "sos", "engagement", "fortnight-writer"])
  }
}
