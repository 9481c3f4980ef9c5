import Design
import Lua
import FlintRules
import Sessions
import Views

/// `audit`: statistical tests of observed drops.
struct AuditModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "audit", "Statistical tests of observed drops against the expected rates.",
      functions: [counts, profile, draws, sequential, power])
  }

  static let share = HostType.number(0.000_000_001...0.999_999_999)
  static let options: [HostField] = [
    .optional("level", share, "The confidence level of intervals (default: 0.95)."),
    .optional("alpha", share, "The significance level of tests (default: 0.05)."),
    .optional(
      "power", share,
      "The power: the probability with which a test is to detect a real deviation (default: "
        + "0.8)."),
  ]

  static func options(
    _ call: borrowing HostCall
  ) -> (level: Double, power: AuditPower) {
    (
      call.optionalNumber("level") ?? 0.95,
      AuditPower(
        alpha: call.optionalNumber("alpha") ?? 0.05,
        power: call.optionalNumber("power") ?? 0.8)
    )
  }

  private var counts: HostFunction {
    HostFunction(
      "counts",
      "Tests counts against rates: chi-square, G, the exact multinomial test if the number of "
        + "outcomes is small enough, and intervals.",
      parameter: .table(
        "observed", "The counts, the rates and the options.",
        [
          HostField("counts", .any, "The counts: a list of how often each outcome was drawn."),
          HostField(
            "rates", .any,
            "The expected rates: a list of numbers or texts such as \"1/3\" or \"0.6%\". They "
              + "sum to 1, or as percentages to 100."),
          .optional(
            "labels", .stringList, "The names of the outcomes (default: \"1\", \"2\" …)."),
          .optional(
            "detect", .stringList,
            "The deviations to detect, for which the necessary number of draws is computed: "
              + "\"10%\" for a deviation of each rate by a tenth of itself, or the real rate "
              + "of an outcome, such as \"legendary=0.025\"."),
          .optional(
            "only", .stringList,
            "The outcomes to test, chosen before looking; all others are one (default: all)."),
        ] + Self.options),
      returns: HostResult(
        "audit", "table", "The result of the tests.", of: CountsAudit.self),
      example: """
        local a = audit.counts{counts = {6031, 2987, 779, 203}, rates = {60, 30, 8, 2},
          labels = {"common", "rare", "epic", "legendary"}}
        print(a.chi_square, a.df, a.p_value)
        for _, c in ipairs(a.intervals) do print(c.label, c.rate, c.wilson.low, c.wilson.high) end
        """
    ) { call throws(HostFailure) in
      let counts = try Self.integers(call, "counts")
      let rates = try Self.rates(call, "rates")
      let labels = try call.optionalStrings("labels")
      let deviations = try call.strings("detect")
      let only = try call.strings("only")
      let (level, power) = Self.options(call)
      do throws(AuditError) {
        let audit = try Audit(
          counts: counts, rates: AuditRates(rates), labels: labels, only: only, level: level,
          power: power)
        call.reply.row(try CountsAudit(audit, detecting: deviations, power, only: only))
      } catch {
        throw .argument(
          HostSlot(error.subject.rawValue), expected: error.expected, got: error.found)
      }
    }
  }

  private var profile: HostFunction {
    HostFunction(
      "profile",
      "Tests the drops of the profile up to now against the effective rates of their categories, "
        + "which include drop chance, demotion, seasons and pity. The tests of the categories "
        + "are combined. Without drops the code of the error is no_drops.",
      parameter: .optional("options", .table(Self.options), "The options of the tests."),
      returns: HostResult(
        "audit", "table?", "The result of the tests; nil and an error without drops.",
        of: ProfileAudit.self),
      example: """
        for day = 1, 9 do
          spark.add{title = "Ran", category = "energy", at = "2026-01-0" .. day .. "T08:00"}
        end
        local a = audit.profile{}
        print(a.draws, a.p_value, a.categories[1].category, a.cards.p_value)
        """
    ) { [context] call throws(HostFailure) in
      let (level, power) = Self.options(call)
      try context.viewing(call) { session throws(SessionError) in
        let tally = try session.reader.draws()
        guard let audit = ProfileAudit(tally, session.rulebook, level: level, power: power) else {
          return call.refuse("no_drops", "the profile has no drops yet: nothing to audit")
        }
        call.reply.row(audit)
      }
    }
  }

  private static func items(
    _ call: borrowing HostCall, _ slot: HostSlot, _ expected: String
  ) throws(HostFailure) -> [LuaValue] {
    let value = try call.value(slot)
    guard let items = value.items else {
      throw .argument(slot, expected: expected, got: value.typeName)
    }
    return items
  }

  private static func integers(
    _ call: borrowing HostCall, _ slot: HostSlot
  ) throws(HostFailure) -> [Int64] {
    let expected = "a list of whole numbers"
    var numbers: [Int64] = []
    for item in try items(call, slot, expected) {
      switch item {
      case .integer(let number): numbers.append(number)
      case .number(let number):
        guard let whole = Int64(exactly: number) else {
          throw .argument(slot, expected: expected, got: "\(number)")
        }
        numbers.append(whole)
      default: throw .argument(slot, expected: expected, got: "a list with another value")
      }
    }
    return numbers
  }

  private static func rates(
    _ call: borrowing HostCall, _ slot: HostSlot
  ) throws(HostFailure) -> [Fraction] {
    let expected = "a list of numbers or texts such as \"1/3\" or \"0.6%\""
    var rates: [Fraction] = []
    var numbers: [Double] = []
    for item in try items(call, slot, expected) {
      let rate: Fraction?
      let found: String
      switch item {
      case .integer(let number):
        numbers.append(Double(number))
        rate = UInt64(exactly: number).map { Fraction($0) }
        found = "\(number)"
      case .number(let number):
        numbers.append(number)
        rate = Fraction(shortestDecimalOf: number)
        found = "\(number)"
      case .string(let bytes):
        found = "\"\(String(decoding: bytes, as: UTF8.self))\""
        rate = Fraction(String(decoding: bytes, as: UTF8.self))
      default:
        rate = nil
        found = "a list with another value"
      }
      guard let rate else { throw .argument(slot, expected: expected, got: found) }
      rates.append(rate)
    }
    return numbers.count == rates.count ? adjustedToSum(rates, numbers) : rates
  }

  /// Returns rates whose sum differs from 1 or 100 by a rounding error with exactly that sum: rounded to
  /// twelve decimals, with the difference added to the greatest. Other rates are returned unchanged.
  private static func adjustedToSum(_ rates: [Fraction], _ numbers: [Double]) -> [Fraction] {
    let sum = numbers.reduce(0, +)
    guard let total = [1.0, 100.0].first(where: { abs(sum - $0) < $0 * 1e-9 }),
      (try? AuditRates(rates)) == nil
    else { return rates }
    let scale = 1e12
    var numerators = numbers.map { Int64(($0 * scale / total).rounded()) }
    guard let greatest = numerators.indices.max(by: { numerators[$0] < numerators[$1] }) else {
      return rates
    }
    numerators[greatest] += Int64(scale) - numerators.reduce(0, +)
    return numerators.allSatisfy { $0 >= 0 }
      ? numerators.compactMap { Fraction(UInt64($0), over: UInt64(scale)) } : rates
  }
}
