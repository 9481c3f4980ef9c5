import FlintRules
import Testing

struct `A fraction` {
  @Test(
    arguments: [
      ("0", 0, 1), ("1", 1, 1), ("2", 2, 1), ("0.006", 3, 500), ("0.6", 3, 5), ("1.50", 3, 2),
      (".5", 1, 2), ("00.50", 1, 2), ("60%", 3, 5), ("0.6%", 3, 500), ("100%", 1, 1),
      ("12.5%", 1, 8), ("1/3", 1, 3), ("2/6", 1, 3), ("0/7", 0, 1), ("7/1", 7, 1), ("10/4", 5, 2),
      ("0.0000000000000001", 1, 10_000_000_000_000_000),
      ("99999999999999999", 99_999_999_999_999_999, 1),
      ("0.0000000000000002%", 1, 500_000_000_000_000_000),
      // As spreadsheets and programs print them.
      ("0.003801658303553139", 3_801_658_303_553_139, 1_000_000_000_000_000_000),
      ("0.3801658303553139%", 3_801_658_303_553_139, 1_000_000_000_000_000_000),
      ("0.5000000000000000000000000", 1, 2), ("1e-3", 1, 1000), ("6E-3", 3, 500),
      ("1.5e+2", 150, 1), ("2.5e1%", 1, 4), ("0e999", 0, 1),
      ("123456789012345678", 123_456_789_012_345_678, 1),
    ] as [(String, UInt64, UInt64)])
  func `is read exactly and reduced`(text: String, numerator: UInt64, denominator: UInt64) throws {
    let fraction = try #require(Fraction(text))
    #expect(fraction.numerator == numerator)
    #expect(fraction.denominator == denominator)
  }

  @Test(arguments: [
    "", "-1", "+1", "1e", "e3", "1e-", "1e1.5", "1e9999", "1e-20", "1e20", "0x1", "1/0", "1/", "/3",
    "1/2/3", "1.", ".", "%", ".%", "60%%",
    " 1", "1 ", "1,5", "1_000", "0.5/1", "1/2%", "nan", "inf", "½", "١", "1.2.3",
    "12345678901234567890123", "0.12345678901234567890123", "1/123456789012345678",
  ])
  func `is not read from anything else`(text: String) {
    #expect(Fraction(text) == nil)
  }

  @Test(arguments: [
    ("0", "0"), ("3", "3"), ("0.5", "0.5"), ("1/8", "0.125"), ("5/2", "2.5"), ("0.006", "0.006"),
    ("1/3", "1/3"), ("22/7", "22/7"), ("0.000000001", "0.000000001"),
    ("0.0000000001", "1/10000000000"), ("60%", "0.6"), ("1.05", "1.05"), ("10.010", "10.01"),
    ("99999999999999/2", "49999999999999.5"),
    ("99999999999999999/512", "99999999999999999/512"),
  ])
  func `is written as a short decimal or as a ratio`(text: String, written: String) throws {
    let fraction = try #require(Fraction(text))
    #expect(fraction.description == written)
    #expect(Fraction(written) == fraction)
  }

  @Test func `is equal to what it reduces to`() {
    #expect(Fraction(6, over: 8) == Fraction(3, over: 4))
    #expect(Fraction(0, over: 9) == .zero)
    #expect(Fraction(9, over: 9) == .one)
    #expect(Fraction(.max, over: .max) == .one)
    #expect(Fraction(1, over: 0) == nil)
    #expect(Fraction.percent(0) == .zero)
    #expect(Fraction.percent(100) == .one)
    #expect(Fraction.percent(40) == Fraction(2, over: 5))
    #expect(Fraction(3, over: 4)?.approximation == 0.75)
  }
}
