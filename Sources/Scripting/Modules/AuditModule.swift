import Lua
import Rules
import Sessions
import Simulation

/// `audit`: observed drops held against rates.
struct AuditModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "audit", "Observed drops, held against the rates they should have come from.",
      functions: [counts, profile])
  }

  private static let share = HostType.number(0.000_000_001...0.999_999_999)
  private static let options = [
    HostField("level", share, "The level of intervals; 0.95 if not given.", isOptional: true),
    HostField(
      "alpha", share, "How often a test may be alarmed by right rates; 0.05 if not given.",
      isOptional: true),
    HostField(
      "power", share, "How often a test is to see a deviation there is; 0.8 if not given.",
      isOptional: true),
  ]

  private static func options(
    _ call: borrowing HostCall, from slot: Int
  ) -> (level: Double, power: AuditPower) {
    (
      call.isPresent(slot) ? call.number(slot) : 0.95,
      AuditPower(
        alpha: call.isPresent(slot + 1) ? call.number(slot + 1) : 0.05,
        power: call.isPresent(slot + 2) ? call.number(slot + 2) : 0.8)
    )
  }

  private var counts: HostFunction {
    HostFunction(
      "counts",
      "Holds counts against rates: chi-square, G, the exact multinomial test where there are not "
        + "too many outcomes, and intervals.",
      parameters: [
        HostParameter(
          "observed",
          .table(
            [
              HostField("counts", .any, "A list: how often each was drawn."),
              HostField(
                "rates", .any,
                "A list: the rates they should have come from, as numbers or as text such as "
                  + "\"1/3\" or \"0.6%\". They sum to 1, or to 100: then they are percentages."),
              HostField(
                "labels", .stringList, "What each is called; \"1\", \"2\" … if not given.",
                isOptional: true),
              HostField(
                "detect", .stringList,
                "Deviations to be seen: \"10%\" for each rate off by a tenth of itself, or a rate, "
                  + "such as \"legendary=0.025\".", isOptional: true),
            ] + Self.options), "What was drawn, and from what.")
      ],
      returns: [
        HostResult(
          "audit", "table", "",
          fields: Self.test + [
            HostResult("level", "number", "That of the intervals."),
            HostResult("intervals", "table[]", "", fields: Self.cell),
            HostResult(
              "detect", "table[]?", "Draws that it takes, where that was asked.",
              fields: [
                HostResult("label", "string"),
                HostResult("expected_rate", "number", "The rate as it was said."),
                HostResult("rate", "number", "The rate as it is supposed to be in truth."),
                HostResult("draws", "integer?", "For the chi-square test; nil past 10^18."),
                HostResult(
                  "draws_alone", "integer?", "For a two-sided test of this rate alone."),
              ]),
          ])
      ],
      example: """
        local a = audit.counts{counts = {6031, 2987, 779, 203}, rates = {60, 30, 8, 2},
          labels = {"common", "rare", "epic", "legendary"}}
        print(a.chi_square, a.df, a.p_value)
        for _, c in ipairs(a.intervals) do print(c.label, c.rate, c.wilson.low, c.wilson.high) end
        """
    ) { call throws(HostFailure) in
      let counts = try Self.integers(call, 0)
      let rates = try Self.rates(call, 1)
      let labels = call.isPresent(2) ? try call.strings(2) : nil
      let deviations = try call.strings(3)
      let (level, power) = Self.options(call, from: 4)
      do throws(AuditError) {
        let audit = try Audit(
          counts: counts, rates: AuditRates(rates), labels: labels, level: level, power: power)
        var asked: [AuditDeviation] = []
        for text in deviations { asked.append(try AuditDeviation(text)) }
        let detections = try audit.detections(of: asked, power)
        call.reply.json(
          audit.json().adding(
            "detect", deviations.isEmpty ? nil : .array(detections.map(\.json))))
      } catch {
        let slots: [AuditError.Subject: Int] = [.counts: 0, .rates: 1, .labels: 2, .detect: 3]
        throw .argument(
          slots[error.subject] ?? 0, expected: error.expected, got: error.found)
      }
    }
  }

  private var profile: HostFunction {
    HostFunction(
      "profile",
      "Holds the real drops of the profile, up to now, against the effective rates of their "
        + "categories: drop chance, demotion, seasons and pity taken in. The tests of the "
        + "categories are added up. Without drops: nil and an error with the code no_drops.",
      parameters: [
        HostParameter("options", .table(Self.options), "How strict to be.", isOptional: true)
      ],
      returns: [
        HostResult(
          "audit", "table?", "",
          fields: Self.test + [
            HostResult("level", "number", "That of the intervals."),
            HostResult(
              "conditional", "boolean",
              "Whether draws of one category differed in their rates, so that each is held against "
                + "those it had at its place."),
            HostResult(
              "intervals", "table[]", "By rarity, over all categories.", fields: Self.cell),
            HostResult("rarities", "table", "The test of these.", fields: Self.test),
            HostResult(
              "categories", "table[]", "",
              fields: [HostResult("category", "string")] + Self.test + [
                HostResult("level", "number"),
                HostResult("intervals", "table[]", "By rarity.", fields: Self.cell),
              ]),
            HostResult(
              "cards", "table", "Cards, each as likely as the others of its cell.",
              fields: [
                HostResult("chi_square", "number"), HostResult("df", "integer"),
                HostResult("p_value", "number"),
                HostResult(
                  "cells", "table[]", "",
                  fields: [HostResult("category", "string"), HostResult("rarity", "string")]
                    + Self.test + [
                      HostResult("level", "number"),
                      HostResult("intervals", "table[]", "By card.", fields: Self.cell),
                    ]),
              ]),
          ]),
        HostResult("error", "table?", "Why there is none."),
      ],
      example: """
        for day = 1, 9 do
          spark.add{title = "Ran", category = "energy", at = "2026-01-0" .. day .. "T08:00"}
        end
        local a = audit.profile{}
        print(a.draws, a.p_value, a.categories[1].category, a.cards.p_value)
        """
    ) { [context] call throws(HostFailure) in
      let (level, power) = Self.options(call, from: 0)
      let session = try context.session()
      let tally: DrawTally
      do throws(SessionError) {
        tally = try session.draws()
      } catch {
        try call.answer(error, slots: [:])
        return
      }
      guard
        let audit = ProfileAudit(tally, session.rulebook, level: level, power: power)
      else {
        call.refuse("no_drops", "the profile has no drops yet: nothing to audit")
        return
      }
      call.reply.json(audit.json)
    }
  }

  private static let test = [
    HostResult("draws", "integer"), HostResult("chi_square", "number", "Pearson's statistic."),
    HostResult("df", "integer", "Its degrees of freedom."),
    HostResult(
      "p_value", "number", "The chance of such a deviation or a greater one when rates are right."),
    HostResult("g", "number?", "The likelihood-ratio statistic."),
    HostResult("g_p_value", "number?"),
    HostResult("exact_p_value", "number?", "Of the exact multinomial test."),
    HostResult("exact_reason", "string?", "Why it was not worked out."),
    HostResult("impossible", "string[]?", "What was drawn although its rate is 0."),
    HostResult("sparse", "string[]?", "Of what fewer than five were expected."),
  ]

  private static let ends = [HostResult("low", "number"), HostResult("high", "number")]

  private static let cell = [
    HostResult("label", "string"), HostResult("observed", "integer"),
    HostResult("expected", "number"), HostResult("rate", "number", "Observed over draws."),
    HostResult("expected_rate", "number", "The effective rate."),
    HostResult("nominal_rate", "number?", "Of a rarity: the rate as the drop table says it."),
    HostResult("ratio", "number?", "Observed over expected."),
    HostResult("residual", "number?", "The deviation in standard deviations."),
    HostResult(
      "wilson", "table",
      "Wilson's interval for the rate, for independent draws; under pity they are not.",
      fields: ends),
    HostResult("clopper_pearson", "table", "Clopper and Pearson's.", fields: ends),
    HostResult(
      "unseen", "table?", "Rates between which a deviation would probably not be seen.",
      fields: ends),
  ]

  private static func items(
    _ call: borrowing HostCall, _ slot: Int, _ expected: String
  ) throws(HostFailure) -> [LuaValue] {
    switch try call.value(slot) {
    case .array(let items): return items
    case .table(let entries) where entries.isEmpty: return []
    default: throw .argument(slot, expected: expected, got: "something else")
    }
  }

  private static func integers(
    _ call: borrowing HostCall, _ slot: Int
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
      default: throw .argument(slot, expected: expected, got: "something else in it")
      }
    }
    return numbers
  }

  private static func rates(
    _ call: borrowing HostCall, _ slot: Int
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
        found = "something else in it"
      }
      guard let rate else { throw .argument(slot, expected: expected, got: found) }
      rates.append(rate)
    }
    return numbers.count == rates.count ? mended(rates, numbers) : rates
  }

  /// Rates that were worked out in floating point miss their sum by a hair. These are taken to twelve
  /// places, and the greatest takes what is missing; all others stay as they are.
  private static func mended(_ rates: [Fraction], _ numbers: [Double]) -> [Fraction] {
    let sum = numbers.reduce(0, +)
    guard let total = [1.0, 100.0].first(where: { abs(sum - $0) < $0 * 1e-9 }),
      (try? AuditRates(rates)) == nil
    else { return rates }
    let places = 1e12
    var parts = numbers.map { Int64(($0 * places / total).rounded()) }
    guard let greatest = parts.indices.max(by: { parts[$0] < parts[$1] }) else { return rates }
    parts[greatest] += Int64(places) - parts.reduce(0, +)
    return parts.allSatisfy { $0 >= 0 }
      ? parts.compactMap { Fraction(UInt64($0), over: UInt64(places)) } : rates
  }
}
