import FlintCalendar
import Chance
import FlintJSON
import Players
import FlintRules
import FlintSchema

/// The table of a plan while it is read. What depends on several fields is kept as it is written.
struct PlanTable: Sendable {
  var seed: Int64?
  var players: Int64?
  var start: CivilDay?
  var days: Int64?
  var sparks: Int64?
  var goal: Milestone?
  var atMost: Int64?
  var precision: Double?
  var engine: Plan.Engine?
  var sweep: Sweep?
  var retention: [Int64] = []
  /// The values of `rules`, `measure` and `policy`.
  var given: [String: JSONValue] = [:]

  static let table = TableSchema(
    blank: PlanTable(),
    [
      .given(
        "rules",
        """
        The id of a rulebook, the path of a rulebook file (relative to the directory of the plan), \
        or its table; or a list of them, which are compared on the same draws (default: \
        `ignition`).
        """),
      TableField("seed", \.seed, .whole, "The seed of all random draws (default: 1)."),
      TableField(
        "players", \.players, .whole,
        "The number of players (default: 10000); with `precision`, the maximum number."),
      TableField(
        "start", \.start, .day, "The first day of every player (default: 2024-01-01, a Monday)."),
      TableField(
        "days", \.days, .whole,
        """
        The horizon as a number of days per player (default: 365, unless another horizon is \
        given).
        """),
      TableField(
        "sparks", \.sparks, .whole, "The horizon as a number of sparks per player."),
      TableField(
        "goal", \.goal, .parsed("a goal such as \"first:legendary\"", Milestone.init(parsing:)),
        "The horizon as a goal to reach (see below).", isRequired: false),
      TableField(
        "at_most", \.atMost, .whole, "The maximum number of days to reach the goal."),
      .given(
        "measure",
        """
        The measures: a list of the forms below; a function of the player is given by name, \
        `NAME = function(player) … end`.
        """),
      TableField(
        "retention", \.retention, .list(of: .whole),
        """
        Days such as `{1, 7, 30}`, each measured as `retention.N`: the share of the players that \
        have an event on the day N days after their first one (default: none).
        """, isRequired: false),
      TableField(
        "precision", \.precision, .share,
        """
        The relative precision, such as `"0.5%"`: players are simulated until half the width of \
        the 95 % interval of every mean is at most that share of the mean; for a goal within \
        a horizon, of the restricted mean.
        """),
      TableField(
        "method", \.engine, .parsed("\"rules\" or \"rolls\"", Plan.Engine.init(parsing:)),
        """
        The method of simulation: `"rules"` applies the complete rules (default); `"rolls"` \
        draws only cards, for `sparks until` a goal among the cards and `rolls until` a goal in a \
        pool (`odds` has their exact distributions).
        """, isRequired: false),
      TableField(
        "sweep", \.sweep,
        .parsed(
          "a sweep such as \"rates.legendary=0.01..0.05/5\"",
          { text throws(PlanProblem) in
            try Sweep(parsing: text)
          }),
        """
        Values of one number of the rulebook or the policy, each simulated on the same draws: \
        `"rates.legendary=0.01..0.05/5"` for 5 equidistant values from 0.01 to 0.05, or \
        `"chance=0.1,0.2"` for a list. The plan must have only one rulebook; `--rules` \
        replaces rulebook and sweep. The number is any one of the rulebook, by its path, with ids or \
        positions of entries: `pity.RARITY.hard`, `cards.ID.weight`, `levels.3.threshold`, \
        `missions.ID.reward`, `pools.ID.featured.share`. Of `drops`, that word may be left out: \
        `rates.RARITY`; the other rates change in proportion. The numbers of `churn`, `energy` and `lapse` \
        are varied as `churn.daily`, `churn.after.1.times` or `energy.refill_minutes` in every policy that \
        has them (`churn.daily` in all where none has it), or in one as `segments.NAME.churn.daily`.
        """, isRequired: false),
      .given("policy", "The actions of players, as data; see below."),
      .given(
        "segments",
        """
        Parts of the players with policies of their own: a list of \
        `{name = "whale", share = 0.1, policy = {…}}`, without `policy` where `day` plays; see \
        below.
        """),
      .given(
        "day",
        "The actions of players, as a function; it may also be a global function with that name."),
    ])
}

extension Policy {
  static let table = TableSchema(
    blank: Policy.standard,
    [
      TableField(
        "sparks", \.sparks, .counts,
        """
        The sparks per day: a number, `{poisson = MEAN}`, or a list of seven of these, from \
        Monday to Sunday (default: 3).
        """, isRequired: false),
      TableField(
        "mix", \.mix, .mix,
        "The shares of the categories among sparks: weights by name (default: equal).",
        isRequired: false),
      TableField(
        "intensities", \.intensities, .intensities,
        "The shares of the intensities among sparks: weights by name (default: equal).",
        isRequired: false),
      TableField(
        "hours", \.hours, .hours,
        """
        The two hours of the day, 0 to 24, between which the sparks occur, evenly distributed \
        (default: `{8, 22}`).
        """, isRequired: false),
      TableField(
        "lapse", \.lapse, .table(Lapse.table),
        """
        The daily probabilities of leaving and of coming back: \
        `{leave = 0.05, come_back = 0.2}`.
        """),
      TableField(
        "churn", \.churn, .table(Churn.table),
        """
        The daily probability of leaving for good, and what multiplies it: \
        `{daily = "2%", after = {{without = "legendary", days = 30, times = 5}}}`; see below.
        """),
      TableField(
        "energy", \.energy, .table(Energy.table),
        """
        The energy that sparks cost, which refills over time: \
        `{max = 5, refill_minutes = 30, spark = 1}`. A player starts with the maximum; a spark for \
        which too little is left does not take place (default: none).
        """),
      TableField(
        "income", \.income, .amounts,
        """
        The amounts of currencies that each active day brings apart from the rules, such as \
        `{gems = 60}` (default: none).
        """, isRequired: false),
      TableField(
        "buys", \.buys, .list(of: .table(PurchasePolicy.table)),
        "The offers that the player buys: a list, see below (default: none).", isRequired: false),
      TableField(
        "pools", \.pools, .list(of: .table(PoolPolicy.table)),
        "The pools to roll in, in order of preference: a list, see below (default: none).",
        isRequired: false),
    ])
}

extension Policy.Lapse {
  static let table = TableSchema(
    blank: Policy.Lapse(leave: .zero, comeBack: .zero),
    [
      TableField("leave", \.leave, .probability, "The probability of leaving."),
      TableField("come_back", \.comeBack, .probability, "The probability of coming back."),
    ])
}

extension TableField where Record == PlanTable {
  /// A value that is kept as it is written.
  fileprivate static func given(_ name: String, _ summary: String) -> TableField {
    TableField(name, .asWritten, summary, get: { _ in nil }, set: { $0.given[name] = $1 })
  }
}

extension TableType {
  fileprivate static func parsed<Parsed: Sendable>(
    _ expectation: String, _ parse: @escaping @Sendable (String) throws(PlanProblem) -> Parsed
  ) -> TableType where Value == Parsed? {
    TableType(expectation, blank: nil) { value throws(TableProblem) in
      guard case .string(let text) = value else { return nil }
      do throws(PlanProblem) {
        return .some(try parse(text))
      } catch {
        throw TableProblem(error.problem)
      }
    }
  }
}

extension TableType where Value == Double {
  fileprivate static let share = TableType("a share such as 0.005 or \"0.5%\"", blank: 0) {
    value throws(TableProblem) in
    switch value {
    case .number(let number): number
    case .integer(let number): Double(number)
    case .string(let text): Fraction(text)?.approximation
    default: nil
    }
  }
}

extension TableType where Value == [DayCount] {
  /// The sparks of each day, or of the days of the week.
  fileprivate static let counts = TableType("a number of sparks", blank: []) {
    source, value, reader in
    guard case .array(let entries) = source else {
      value = [.constant(0)]
      return TableType<DayCount>.count.read(source, &value[0], &reader)
    }
    guard entries.count == 7 else {
      reader.fault("expected seven numbers, from Monday to Sunday, got \(entries.count)")
      return false
    }
    return TableType.list(of: .count).read(source, &value, &reader)
  }
}

extension TableType where Value == DayCount {
  fileprivate static let count = TableType(
    "a whole number a day up to \(DayCount.most), or {poisson = MEAN}", blank: .constant(0)
  ) { value throws(TableProblem) in
    if case .object(let members) = value, members.count == 1, let mean = value["poisson"],
      let fraction = try? TableType<Fraction>.exact(mean),
      fraction.approximation <= Double(DayCount.most)
    {
      return .poisson(fraction)
    }
    guard let number = value.wholeNumber, (0...DayCount.most).contains(number) else { return nil }
    return .constant(number)
  }
}

extension TableType where Value == CategoryMix {
  fileprivate static let mix = TableType("a table of weights", blank: .uniform) {
    source, value, reader in
    let names = reader.names(of: "categories") ?? SparkCategory.ignitionNames
    let categories = names.compactMap { SparkCategory(name: $0) }
    value = CategoryMix(uniform: categories)
    if source == .string("uniform") { return true }
    var weights: [UInt64] = []
    guard TableType<[UInt64]>.weights(of: names).read(source, &weights, &reader) else {
      return false
    }
    do throws(OddsError) {
      value = try CategoryMix(weights: weights, of: categories)
      return true
    } catch {
      reader.fault(error.problem)
      return false
    }
  }
}

extension TableType where Value == [UInt64] {
  fileprivate static let intensities = TableType(
    "a table of weights", blank: SparkIntensity.ignition.map { _ in 1 }
  ) { source, value, reader in
    let names = reader.names(of: "intensities") ?? SparkIntensity.ignitionNames
    return weights(of: names).read(source, &value, &reader)
  }

  /// Returns the type of weights by name; omitted names have the weight 0.
  fileprivate static func weights(of names: [String]) -> TableType {
    let fractions = TableType<[Fraction?]>.optionalValues(of: names, .fraction).allOrNothing()
    return TableType("a table of weights, such as {\(names[0]) = 3}", blank: []) {
      source, value, reader in
      var given = fractions.blank
      guard fractions.read(source, &given, &reader) else { return false }
      let most: UInt64 = 1_000_000_000
      let common = Fraction.overCommonDenominator(given.map { $0 ?? .zero }, most: most)
      guard let common else {
        reader.fault("the weights have too many digits; round them")
        return false
      }
      guard common.numerators.allSatisfy({ $0 <= most }) else {
        reader.fault("the weights are too large; give smaller ones")
        return false
      }
      value = common.numerators
      return true
    }
  }
}

extension TableType where Value == Range<Int> {
  fileprivate static let hours = TableType(
    "two hours from 0 to 24, such as {8, 22}", blank: 8..<22
  ) { value throws(TableProblem) in
    guard case .array(let ends) = value, ends.count == 2, let first = ends[0].wholeNumber,
      let last = ends[1].wholeNumber, 0 <= first, first < last, last <= 24
    else { return nil }
    return Int(first)..<Int(last)
  }
}

extension JSONValue {
  fileprivate var wholeNumber: Int64? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number)
    default: nil
    }
  }
}
