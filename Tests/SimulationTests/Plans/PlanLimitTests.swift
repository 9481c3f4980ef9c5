import FlintCalendar
import FlintRules
import Testing
@testable import Chance
@testable import Players

/// Plans on both sides of each limit, with the whole text of what is refused.
@Suite struct `A plan at its limits` {
  /// A change of a valid plan, and the error; `nil` for none.
  static let cases: [(change: @Sendable (inout Plan) throws -> Void, fault: String?)] = [
    ({ $0.players = 1 << 32 }, nil),
    (
      { $0.players = 1 << 32 + 1 },
      "players: expected a number from 1 to 4294967296, got 4294967297"
    ),
    ({ $0.players = 1 }, nil),
    ({ $0.horizon = .days(2_900_000) }, nil),
    (
      { $0.horizon = .days(2_900_001) }, "days: expected a number from 1 to 2900000, got 2900001"
    ),
    ({ $0.horizon = .sparks(0) }, "sparks: expected a number from 1 to 2147483648, got 0"),
    // At 100,000 sparks a day; three a day would last beyond the year 9999.
    (
      {
        $0.horizon = .sparks(2_147_483_649)
        $0.behaviour = .policy(Policy(sparks: [.constant(100_000)]))
      }, "sparks: expected a number from 1 to 2147483648, got 2147483649"
    ),
    (
      {
        $0.horizon = .sparks(2_147_483_648)
        $0.behaviour = .policy(Policy(sparks: [.constant(100_000)]))
      }, nil
    ),
    ({ $0.horizon = .sparks(1) }, nil),
    // 9999-12-31 has the number 2,932,896, and 0001-01-01 −719,162; the horizon is 365 days.
    ({ $0.start = CivilDay(number: 2_932_896 - 365) }, nil),
    (
      { $0.start = CivilDay(number: 2_932_896 - 364) },
      "start: the days from 9999-01-01 on leave the years 1 to 9999"
    ),
    ({ $0.start = CivilDay(number: -719_162 + 400) }, nil),
    (
      { $0.start = CivilDay(number: -719_162 + 399) },
      "start: the days from 0002-02-04 on leave the years 1 to 9999"
    ),
    (
      { $0.precision = 0 },
      "precision: expected a share between 0 and 1, such as 0.005, got 0.0"
    ),
    (
      { $0.precision = 1 },
      "precision: expected a share between 0 and 1, such as 0.005, got 1.0"
    ),
    ({ $0.precision = 0.999 }, nil),
    ({ $0.variants = [] }, "rules: expected at least one rulebook"),
    (
      { plan in
        let rulebook = plan.variants[0].rulebook
        plan.variants = (0...50).map { Plan.Variant(name: "\($0)", rulebook: rulebook) }
      }, "rules: expected at most 50 rulebooks, got 51"
    ),
    ({ $0.measures = [] }, "measure: expected something to measure"),
    (
      { $0.measures = try (1...200).map { try Measure(parsing: "points on day \($0)") } }, nil
    ),
    (
      { $0.measures = try (1...201).map { try Measure(parsing: "points on day \($0)") } },
      "measure: expected at most 200 measures, got 201"
    ),
    (
      { $0.measures = [try Measure(parsing: "points on day 365")] }, nil
    ),
    (
      { $0.measures = [try Measure(parsing: "days until mission:unstopable")] },
      #"measure[1]: rulebook ignition has no mission "unstopable" (did you mean "unstoppable"?)"#
    ),
    (
      { $0.measures = [try Measure(parsing: "days until achievement:zzz")] },
      #"measure[1]: rulebook ignition has no achievement "zzz""#
    ),
    (
      {
        $0.behaviour = .scripted(digest: "")
        $0.engine = .rolls
      }, "method: a scripted policy is played by the full rules; use rules"
    ),
    (
      { $0.behaviour = .policy(Policy(sparks: [.constant(100_001)])) },
      "sparks: 100001 is more than 100000 a day"
    ),
    ({ $0.behaviour = .policy(Policy(sparks: [.constant(100_000)])) }, nil),
    (
      {
        $0.behaviour = .policy(
          Policy(lapse: Policy.Lapse(leave: .percent(101), comeBack: .percent(10))))
      }, "lapse.leave: expected a chance from 0 to 1, got 1.01"
    ),
    (
      {
        $0.behaviour = .policy(
          Policy(lapse: Policy.Lapse(leave: .percent(10), comeBack: .percent(101))))
      }, "lapse.come_back: expected a chance from 0 to 1, got 1.01"
    ),
    (
      { $0.behaviour = .policy(Policy(hours: -1..<5)) },
      "hours: expected two hours from 0 to 24, the first before the second"
    ),
    ({ $0.behaviour = .policy(Policy(hours: 0..<24)) }, nil),
    (
      { $0.behaviour = .policy(Policy(intensities: [1, 0, 0, 1_000_000_001])) },
      "intensities: expected weights up to 1,000,000,000, not all 0"
    ),
    ({ $0.behaviour = .policy(Policy(intensities: [1, 0, 0, 1_000_000_000])) }, nil),
    (
      { $0.behaviour = .policy(Policy(intensities: [1, 2, 3])) },
      "intensities: expected 4 weights, as many as ignition lists, got 3"
    ),
  ]

  private static let valid: Result<Plan, any Error> = Result {
    var plan = Plan(name: "test")
    plan.variants = [Plan.Variant(name: "ignition", rulebook: try Rulebook.ignition())]
    plan.measures = [try Measure(parsing: "points")]
    plan.horizon = .days(365)
    return plan
  }

  @Test(arguments: cases.indices)
  func `is valid, and beyond them refused`(index: Int) throws {
    var plan = try Self.valid.get()
    try Self.cases[index].change(&plan)
    #expect(plan.faults().map(\.description) == (Self.cases[index].fault.map { [$0] } ?? []))
  }

  @Test(arguments: [
    "100001", "-1", "1.5", "many", "poisson:", "poisson:100000.5", "poisson:-1", "",
  ])
  func `has no such number of sparks a day`(text: String) {
    let error = #expect(throws: PlanProblem.self) { try DayCount(parsing: text) }
    #expect(
      error?.description
        == #"expected a whole number a day up to 100000, or poisson:MEAN, got "\#(text)""#)
  }

  @Test(arguments: ["0", "100000", "poisson:100000", "poisson:0.5"])
  func `has such numbers of sparks a day`(text: String) throws {
    #expect(try DayCount(parsing: text).description == text)
  }

  @Test(arguments: [
    (
      "rolls until first:legendary",
      "rolls are counted until a goal in a pool, as in \"rolls until character/featured\", got "
        + "\"rolls until first:legendary\""
    ),
    (
      "days until /featured",
      "expected a pool before /, as in character/featured, got \"/featured\""
    ),
    (
      "days until level:0", "expected a whole number from 1 up after level:, got \"level:0\""
    ),
    (
      "days until points:9007199254740993",
      "expected a whole number from 1 up after points:, got \"points:9007199254740993\""
    ),
  ])
  func `has no such measure`(text: String, problem: String) {
    let error = #expect(throws: PlanProblem.self) { try Measure(parsing: text) }
    #expect(error?.description == problem)
  }

  @Test func `has as many weights as there are categories`() {
    let error = #expect(throws: OddsError.self) { try CategoryMix(weights: [1]) }
    #expect(error?.description == "mix: expected 5 weights, got 1")
  }
}
