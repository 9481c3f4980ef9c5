import FlintSchema
import TestSupport
import Testing

struct `A decimal number` {
  static let readings: [(text: String, millionths: Int64)] = [
    ("0", 0), ("-0", 0), ("-0.000", 0), ("0e99999999999999999999", 0), ("72", 72_000_000),
    ("+72", 72_000_000), ("007", 7_000_000), ("-0.5", -500_000), (".5", 500_000),
    ("5.", 5_000_000), (" 1.25\t", 1_250_000), ("0.000001", 1), ("-0.000001", -1),
    ("1.5000000000000", 1_500_000), ("1e3", 1_000_000_000), ("1E+3", 1_000_000_000),
    ("25e-1", 2_500_000), ("1e-6", 1), ("0.1e-5", 1), ("120000e-10", 12),
    ("9000000000000", 9_000_000_000_000_000_000),
    ("-9000000000000", -9_000_000_000_000_000_000),
    ("8999999999999.999999", 8_999_999_999_999_999_999), ("9e12", 9_000_000_000_000_000_000),
    ("0000000000000000000000000000001", 1_000_000),
  ]

  @Test func `a number is parsed exactly`() throws {
    for (text, millionths) in Self.readings {
      #expect(try DecimalNumber(reading: text, field: "n").millionths == millionths, "\(text)")
    }
  }

  @Test(arguments: [
    "", " ", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e5.0", "--1", "+-1", "1,5", "1 2", "1_000",
    "0x10", "nan", "inf", "1.2.3", "½", "１",
  ])
  func `any other text is no number`(text: String) {
    #expect(throws: FieldError(field: "n", expected: "a number", found: "\"\(text)\"")) {
      try DecimalNumber(reading: text, field: "n")
    }
  }

  @Test(arguments: [
    "0.0000001", "1.2345678", "1e-7", "123456.7890123e0", "1e-99999999999999999999",
  ])
  func `a number has at most six decimal places`(text: String) {
    #expect(
      throws: FieldError(
        field: "n", expected: "a number with at most 6 decimals", found: "\"\(text)\"")
    ) {
      try DecimalNumber(reading: text, field: "n")
    }
  }

  @Test(arguments: [
    "9000000000000.000001", "-9000000000000.000001", "9000000000001", "9223372036854.775808",
    "10000000000000", "1e13", "1e99999999999999999999", "99999999999999999999",
  ])
  func `a number out of range is refused`(text: String) {
    #expect(
      throws: FieldError(
        field: "n", expected: "a number from -9000000000000 to 9000000000000",
        found: "\"\(text)\"")
    ) {
      try DecimalNumber(reading: text, field: "n")
    }
  }

  @Test func `an error message truncates a long number`() {
    let error = #expect(throws: FieldError.self) {
      try DecimalNumber(reading: String(repeating: "9", count: 100), field: "n")
    }
    #expect(error?.found == "\"" + String(repeating: "9", count: 40) + "…\"")
  }

  @Test func `a number is created from a whole number`() throws {
    for whole in [0, 1, -1, 9_000_000_000_000, -9_000_000_000_000] as [Int64] {
      #expect(try DecimalNumber(whole, field: "n").millionths == whole * 1_000_000)
    }
    for whole in [9_000_000_000_001, -9_000_000_000_001, .max, .min] as [Int64] {
      #expect(
        throws: FieldError(
          field: "n", expected: "a number from -9000000000000 to 9000000000000",
          found: String(whole))
      ) {
        try DecimalNumber(whole, field: "n")
      }
    }
  }

  @Test func `a number is created from the shortest decimal of a floating-point number`() throws {
    let cases: [(Double, Int64)] = [
      (0.1, 100_000), (-0.0, 0), (72.5, 72_500_000), (1e-6, 1), (-123_456.789, -123_456_789_000),
      (9e12, 9_000_000_000_000_000_000), (1e12, 1_000_000_000_000_000_000),
      (0.000_123, 123),
    ]
    for (double, millionths) in cases {
      #expect(try DecimalNumber(double, field: "n").millionths == millionths)
    }
    for double in [.nan, .infinity, -.infinity, 1e13, -1e300, 1e-7, 0.1 + 0.2, 1.0 / 3] as [Double]
    {
      #expect(throws: FieldError.self) { try DecimalNumber(double, field: "n") }
    }
  }

  @Test func `a number is written with as few decimal places as possible, and read back`() throws {
    let cases: [(Int64, String)] = [
      (0, "0"), (72_000_000, "72"), (-500_000, "-0.5"), (1, "0.000001"), (-1, "-0.000001"),
      (100_010, "0.10001"), (9_000_000_000_000_000_000, "9000000000000"),
    ]
    for (millionths, text) in cases {
      #expect(DecimalNumber(millionths: millionths)?.description == text)
    }
    var random = SplitMix64(state: 5)
    for _ in 0..<500 {
      let digits = Int64.random(in: 0...18, using: &random)
      let size = (0..<digits).reduce(Int64(9)) { size, _ in size * 10 }
      let number = try #require(
        DecimalNumber(millionths: Int64.random(in: -size...size, using: &random)))
      #expect(try DecimalNumber(reading: number.description, field: "n") == number)
    }
    #expect(DecimalNumber(millionths: DecimalNumber.limit + 1) == nil)
    #expect(DecimalNumber(millionths: .min) == nil)
  }
}
