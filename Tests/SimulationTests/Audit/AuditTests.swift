import FlintJSON
import FlintRules
import FlintSchema
import Testing
@testable import Design
@testable import Chance

@Suite struct `An audit of counts` {
  static func rates(_ texts: String...) throws -> AuditRates {
    try AuditRates(texts.map { try #require(Fraction($0)) })
  }

  // mpmath 1.3 at 30 digits: sums, and gammainc for the p-values.
  @Test func `chi-square and G with their p-values`() throws {
    let audit = try Audit(
      counts: [6031, 2987, 779, 203], rates: Self.rates("60", "30", "8", "2"))
    #expect(audit.draws == 10_000 && audit.df == 3)
    #expect(isClose(audit.chiSquare, 0.81275, within: 1e-13))
    #expect(isClose(audit.pValue, 0.84641503393488901, within: 1e-13))
    #expect(isClose(try #require(audit.g), 0.81722084738970075, within: 1e-12))
    #expect(isClose(try #require(audit.gPValue), 0.84534375459764721, within: 1e-13))
    #expect(
      audit.exact
        == .missing("there are 166766685001 outcomes to go through, more than 3000000"))
    #expect(audit.decisivePValue == audit.pValue && audit.sparse.isEmpty)
    #expect(audit.cells.map(\.label) == ["1", "2", "3", "4"])
  }

  /// (70 − 60)²/60 + (20 − 30)²/30 = 5, and exp(−5/2) with two degrees of freedom. A rate of 50 % instead of 60 has a
  /// w² of 0.1²/0.24, and λ is 9.6347 for two degrees, 7.8489 for one.
  @Test func `results have twelve digits, and detections where asked for`() throws {
    let audit = try Audit(counts: [70, 20, 10], rates: Self.rates("60", "30", "10"))
    let json = try CountsAudit(audit).json.text()
    #expect(json.hasPrefix(#"{"draws":100,"chi_square":5.0,"df":2,"p_value":0.0820849986239,"#))
    #expect(json.contains(#""label":"1","observed":70,"expected":60.0,"rate":0.7,"#))
    #expect(json.hasSuffix(#","detect":null,"only":null}"#), "\(json)")
    let asked = try CountsAudit(audit, detecting: ["1=50%"]).json.text()
    let detection =
      #"{"label":"1","expected_rate":0.6,"rate":0.5,"draws":232,"draws_alone":189}"#
    #expect(asked.hasSuffix(",\"detect\":[\(detection)],\"only\":null}"), "\(asked)")
  }

  @Test func `the fields of a cell`() throws {
    let audit = try Audit(
      counts: [6031, 2987, 779, 203], rates: Self.rates("60", "30", "8", "2"),
      labels: ["common", "rare", "epic", "legendary"])
    let cell = audit.cells[3]
    #expect(cell.label == "legendary" && cell.observed == 203)
    #expect(isClose(cell.expected, 200, within: 1e-15))
    #expect(isClose(cell.rate, 0.0203, within: 1e-15) && cell.expectedRate == 0.02)
    #expect(isClose(try #require(cell.ratio), 1.015, within: 1e-14))
    // 3/√(10000 · 0.02 · 0.98) = 3/14.
    #expect(isClose(try #require(cell.residual), 3.0 / 14, within: 1e-12))
    // As in the tests of intervals: mpmath.
    #expect(isClose(cell.wilson.low, 0.017714572967792835, within: 1e-12))
    #expect(isClose(cell.clopperPearson.high, 0.023257871693041027, within: 1e-12))
    // 0.02 ± √(λ/n · 0.02 · 0.98), λ for three degrees, 80 % and 5 %: mpmath.
    let unseen = try #require(cell.unseen)
    #expect(isClose(unseen.low, 0.01537733582783032, within: 1e-11))
    #expect(isClose(unseen.high, 0.02462266417216968, within: 1e-11))
  }

  // Python: every outcome in fractions.
  @Test(
    arguments: [
      ([3, 0, 1], ["1/2", "1/3", "1/6"], 7.0 / 18), ([2, 0], ["50", "50"], 0.5),
      ([5, 3, 2, 0], ["60", "30", "8", "2"], 17_863_909.0 / 39_062_500),
      ([4, 4, 4], ["1/3", "1/3", "1/3"], 1), ([20, 2], ["0.5", "0.5"], 127.0 / 1_048_576),
      ([0, 0, 0, 12], ["60%", "30%", "8%", "2%"], 4.096e-21),
      ([10, 2, 3, 1, 0], ["20", "20", "20", "20", "20"], 8_983_753.0 / 6_103_515_625),
    ] as [([Int64], [String], Double)])
  func `the exact multinomial test`(counts: [Int64], rates: [String], pValue: Double) throws {
    let audit = try Audit(
      counts: counts, rates: AuditRates(rates.map { try #require(Fraction($0)) }))
    guard case .value(let exact) = audit.exact else {
      Issue.record("no exact p-value: \(audit.exact)")
      return
    }
    #expect(isClose(exact, pValue, within: 1e-11))
    #expect(audit.decisivePValue == exact)
  }

  @Test func `a draw of a cell with rate 0 makes the rates impossible`() throws {
    let audit = try Audit(counts: [3, 0, 1], rates: Self.rates("1/2", "1/2", "0"))
    #expect(audit.chiSquare == .infinity && audit.pValue == 0 && audit.df == 1)
    #expect(audit.g == .infinity && audit.gPValue == 0 && audit.exact == .value(0))
    #expect(audit.impossible == ["3"])
    #expect(audit.cells[2].ratio == nil && audit.cells[2].residual == nil)
  }

  @Test func `a cell with rate 0 that was never drawn is ignored`() throws {
    let audit = try Audit(counts: [30, 20, 0], rates: Self.rates("1/2", "1/2", "0"))
    // 2 · 5²/25 = 2 with one degree of freedom: erfc(1).
    #expect(isClose(audit.chiSquare, 2, within: 1e-14) && audit.df == 1)
    #expect(isClose(audit.pValue, 0.15729920705028513, within: 1e-13))
    #expect(audit.impossible.isEmpty)
  }

  @Test func `a single possible cell cannot deviate`() throws {
    let audit = try Audit(counts: [7, 0], rates: Self.rates("1", "0"))
    #expect(audit.df == 0 && audit.pValue == 1 && audit.exact == .value(1))
    #expect(audit.cells[0].residual == nil && audit.cells[0].unseen == nil)
  }

  @Test func `cells with expected counts below five are listed`() throws {
    let audit = try Audit(counts: [90, 10, 0], rates: Self.rates("90", "5.1", "4.9"))
    #expect(audit.sparse == ["3"])
  }

  @Test func `a million million draws`() throws {
    let audit = try Audit(
      counts: [600_000_900_000, 399_999_100_000], rates: Self.rates("60", "40"))
    // (9·10⁵)²/(10¹² · 0.24) = 3.375; its tail with one degree of freedom is erfc(√1.6875): mpmath.
    #expect(isClose(audit.chiSquare, 3.375, within: 1e-12))
    #expect(isClose(audit.pValue, 0.0661925797221934358, within: 1e-11))
  }

  @Test func `the number of draws that detects a deviation`() throws {
    let audit = try Audit(
      counts: [6031, 2987, 779, 203], rates: Self.rates("60", "30", "8", "2"),
      labels: ["common", "rare", "epic", "legendary"])
    let found = try audit.detections(
      of: [AuditDeviation("10%"), AuditDeviation("legendary=2.5%")], AuditPower())
    #expect(found.map(\.label) == ["common", "rare", "epic", "legendary", "legendary"])
    // mpmath: λ/w² = 726.84, 2543.93, 12537.95, 53422.56 and 8547.61; with one degree 523.26,
    // 1831.40, 9026.19, 38459.42 and 6153.51.
    #expect(found.map(\.draws) == [727, 2544, 12_538, 53_423, 8548])
    #expect(found.map(\.drawsAlone) == [524, 1832, 9027, 38_460, 6154])
    #expect(isClose(found[0].rate, 0.66, within: 1e-15) && found[4].rate == 0.025)
  }

  @Test func `the number of draws returned has the requested power`() throws {
    // With that number of draws the deviation is at the end of the undetectable rates.
    let audit = try Audit(counts: [31_987, 21_436], rates: Self.rates("60", "40"))
    let unseen = try #require(audit.cells[0].unseen)
    let back = try audit.detections(
      of: [
        .absolute(
          label: "1",
          rate: try #require(Fraction(UInt64(unseen.high * 1e12), over: 1_000_000_000_000)))
      ], AuditPower())
    #expect(abs(try #require(back[0].draws) - 53_423) <= 1)
  }

  @Test(arguments: [
    (
      "x",
      "detect: expected a share such as 10%, or a cell and its rate such as legendary=0.025, got \"x\""
    ),
    (
      "0",
      "detect: expected a share such as 10%, or a cell and its rate such as legendary=0.025, got \"0\""
    ),
    (
      "=0.1",
      "detect: expected a share such as 10%, or a cell and its rate such as legendary=0.025, got \"=0.1\""
    ),
    ("3=0.1", "detect: expected 1, 2, got \"3\""),
    ("1=60%", "detect: expected a rate of 1 other than the promised one, got 0.6"),
  ]) func `invalid deviations are errors`(text: String, message: String) throws {
    let audit = try Audit(counts: [6, 4], rates: Self.rates("60", "40"))
    let error = #expect(throws: AuditError.self) {
      try audit.detections(of: [AuditDeviation(text)], AuditPower())
    }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    (
      ["60", "30", "8", "3"],
      "rates: expected a sum of exactly 1, or of 100 for percentages, got 101"
    ),
    (
      ["1/3", "1/3", "0.333"],
      "rates: expected a sum of exactly 1, or of 100 for percentages, got 2999/3000, about 0.9996666666666667"
    ),
    (["1"], "rates: expected at least two, got 1"), ([], "rates: expected at least two, got 0"),
  ]) func `rates that do not sum to 1 are errors`(texts: [String], message: String) throws {
    let error = #expect(throws: AuditError.self) {
      try AuditRates(texts.map { try #require(Fraction($0)) })
    }
    #expect(error?.description == message)
  }

  @Test func `percentages, proportions and fractions are the same rates`() throws {
    let percent = try Self.rates("60", "30", "8", "2")
    #expect(try Self.rates("0.6", "0.3", "0.08", "0.02") == percent)
    #expect(try Self.rates("3/5", "3/10", "8%", "1/50") == percent)
    // Thirds sum to 1 exactly, which decimals cannot.
    #expect(try Self.rates("1/3", "1/3", "1/3").rates.count == 3)
    #expect(try Self.rates("100/3", "100/3", "100/3") == Self.rates("1/3", "1/3", "1/3"))
  }

  @Test func `counts and labels of another length than the rates are errors`() throws {
    let rates = try Self.rates("60", "40")
    for (counts, labels, message) in [
      ([1], nil, "counts: expected 2, one for each rate, got 1"),
      ([1, -2], nil, "counts: expected whole numbers from 0, got -2"),
      ([0, 0], nil, "counts: expected at least one draw, got none"),
      ([.max, 1], nil, "counts: expected a sum of less than 2^63, got more"),
      ([1, 2], ["a"], "labels: expected 2, one for each rate, got 1"),
    ] as [([Int64], [String]?, String)] {
      let error = #expect(throws: AuditError.self) {
        try Audit(counts: counts, rates: rates, labels: labels)
      }
      #expect(error?.description == message)
    }
  }
}

@Suite struct `An audit of draws under several distributions` {
  private static let labels = ["a", "b", "c", "d"]

  // mpmath 1.3: the covariances summed, one cell left out, and solved.
  @Test func `compares counts with the sums of the chances of each draw`() {
    let audit = Audit(
      [
        Audit.Stratum(chances: [0.6, 0.3, 0.1, 0], counts: [62, 27, 11, 0]),
        Audit.Stratum(chances: [0.6, 0.3, 0.08, 0.02], counts: [130, 50, 15, 5]),
      ], labels: Self.labels)
    #expect(isClose(audit.chiSquare, 2.9294573643410853, within: 1e-10) && audit.df == 3)
    #expect(isClose(audit.pValue, 0.40262982883001633, within: 1e-10))
    #expect(audit.cells.map(\.observed) == [192, 77, 26, 5])
    #expect(
      zip(audit.cells, [180, 90, 26, 4.0]).allSatisfy { isClose($0.expected, $1, within: 1e-13) })
    #expect(audit.g == nil && audit.exact == .missing("draws differ in their rates"))
  }

  @Test func `counts only independent cells as degrees of freedom`() {
    // Two coins that share no side: two degrees of freedom, not three. 100/21 + 2.
    let audit = Audit(
      [
        Audit.Stratum(chances: [0.7, 0.3, 0, 0], counts: [60, 40, 0, 0]),
        Audit.Stratum(chances: [0, 0, 0.5, 0.5], counts: [0, 0, 30, 20]),
      ], labels: Self.labels)
    #expect(isClose(audit.chiSquare, 100.0 / 21 + 2, within: 1e-10) && audit.df == 2)
  }

  @Test func `with one distribution it is Pearson's test`() {
    let chances = [0.5, 0.25, 0.125, 0.125]
    let whole = Audit(
      [Audit.Stratum(chances: chances, counts: [60, 20, 9, 11])], labels: Self.labels)
    let strata = Audit(
      [
        Audit.Stratum(chances: chances, counts: [40, 10, 5, 5]),
        Audit.Stratum(chances: chances, counts: [20, 10, 4, 6]),
      ], labels: Self.labels)
    #expect(isClose(strata.chiSquare, whole.chiSquare, within: 1e-11) && strata.df == whole.df)
  }

  @Test
  func
    `a draw that its own distribution forbids is impossible, though another distribution allows it`()
  {
    let audit = Audit(
      [
        Audit.Stratum(chances: [1, 0], counts: [9, 1]),
        Audit.Stratum(chances: [0.5, 0.5], counts: [5, 5]),
      ], labels: ["a", "b"])
    #expect(audit.pValue == 0 && audit.exact == .value(0))
  }
}
