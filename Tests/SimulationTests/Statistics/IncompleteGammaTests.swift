import Testing
@testable import Chance

@Suite struct `Incomplete gamma functions` {
  // mpmath 1.3 at 50 digits: `gammainc` for small a, the density integrated for large a.
  static let values: [(a: Double, x: Double, lower: Double, upper: Double)] = [
    (0.5, 0.1, 0.34527915398142298, 0.65472084601857702),
    (0.5, 1.5, 0.9167354833364496, 0.083264516663550402),
    (0.5, 350.0, 1.0, 2.9902269751246203e-154),
    (1.5, 1e-10, 7.5225277801853992e-16, 0.99999999999999925),
    (1.5, 3.84, 0.94689053669251535, 0.053109463307484652),
    (5, 0.3, 1.578504054165996e-5, 0.99998421495945834),
    (5, 60.0, 1.0, 5.0600460658425739e-21),
    (12, 1e-8, 2.0876756795159579e-105, 1),
    (29.5, 10.0, 4.3980306684605986e-7, 0.99999956019693315),
    (29.5, 90.0, 0.99999999999996384, 3.6156804110975043e-14),
    (31, 31.0, 0.52388802018787423, 0.47611197981212577),
    (31, 5.0, 4.5177416939830655e-15, 0.99999999999999548),
    (31, 200.0, 1.0, 6.5838509905717985e-51),
    (100, 100.0, 0.51329879827914866, 0.48670120172085134),
    (100, 300.0, 1.0, 1.4110215102111522e-41),
    (10000, 9000.0, 2.073299202433928e-25, 1.0),
    (10000, 11000.0, 1.0, 1.6928531496469328e-22),
    (1e6, 1000000.0, 0.50013298076087259, 0.49986701923912741),
    (1e6, 1005000.0, 0.99999970125098599, 2.9874901401146349e-7),
    (1e9, 1000000000.0, 0.50000420522087006, 0.49999579477912994),
    (1e9, 999900000.0, 0.00078244613996278354, 0.99921755386003722),
    (1e9, 1000600000.0, 1.0, 1.5128936033418378e-80),
    (1e12, 1000000000000.0, 0.50000013298076013, 0.49999986701923987),
    (1e12, 1000005000000.0, 0.99999971333653416, 2.8666346583725959e-7),
  ]

  @Test(arguments: values) func `both tails keep their precision`(
    a: Double, x: Double, lower: Double, upper: Double
  ) {
    #expect(isClose(IncompleteGamma.tails(a, x)?.lower ?? .nan, lower, within: 1e-12))
    #expect(isClose(IncompleteGamma.upper(a, x), upper, within: 1e-12))
  }

  // mpmath 1.3: the root of log Q.
  @Test(arguments: [
    (0.5, 0.05, 1.9207294103470629),
    (0.5, 1e-30, 66.399946352507109),
    (0.5, 0.9999, 7.8539816750961051e-9),
    (1.5, 0.05, 3.9073639516255899),
    (3, 0.5, 2.6740603137235603),
    (50, 0.001, 74.724626389519356),
    (1e6, 0.025, 1001960.9109654504),
  ]) func `the inverse of the upper tail`(a: Double, tail: Double, x: Double) {
    #expect(isClose(IncompleteGamma.inverseUpper(a, tail), x, within: 1e-12))
  }

  @Test(arguments: [0.5, 1, 2.5, 29, 31, 1e4, 1e9], [1e-100, 1e-9, 0.02, 0.5, 0.7, 0.999])
  func `the inverse of the function returns its argument`(a: Double, p: Double) {
    // At a = 10⁹ the last digit of x is worth 10⁻¹¹ of a tail and more.
    #expect(
      isClose(IncompleteGamma.upper(a, IncompleteGamma.inverseUpper(a, p)), p, within: 1e-9))
  }

  @Test func `ends and arguments out of range`() {
    #expect(IncompleteGamma.tails(2, 0)?.lower == 0 && IncompleteGamma.upper(2, 0) == 1)
    #expect(IncompleteGamma.tails(2, .infinity)?.lower == 1)
    #expect(IncompleteGamma.upper(2, .infinity) == 0)
    #expect(IncompleteGamma.inverseUpper(2, 0) == .infinity)
    #expect(IncompleteGamma.inverseUpper(2, 1) == 0)
    #expect(IncompleteGamma.upper(0, 1).isNaN && IncompleteGamma.upper(2, -1).isNaN)
    #expect(IncompleteGamma.inverseUpper(2, 1.5).isNaN)
  }
}
