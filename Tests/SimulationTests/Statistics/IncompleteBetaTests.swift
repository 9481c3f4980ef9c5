import Testing
@testable import Chance

@Suite struct `Incomplete beta function` {
  // mpmath 1.3 at 50 digits: `betainc` for small a and b, the density integrated for large ones.
  static let values: [(x: Double, a: Double, b: Double, lower: Double, upper: Double)] = [
    (0.3, 0.5, 0.5, 0.36901011956554538, 0.63098988043445462),
    (1e-12, 0.5, 3, 1.87499999999875e-6, 0.999998125),
    (0.2, 2, 7, 0.49668352000000003, 0.50331647999999997),
    (0.9, 7, 2, 0.81310473000000007, 0.18689526999999993),
    (0.5, 29, 31, 0.60257817300856951, 0.39742182699143049),
    (5e-5, 29.5, 1e6, 0.99931363655462391, 0.00068636344537609347),
    (1e-9, 12, 15, 9.657699875192808e-102, 1),
    (1e-7, 35, 40, 1.5693907509304576e-224, 1),
    (0.4, 35, 40, 0.12291609803575121, 0.87708390196424879),
    (0.1, 35, 40, 2.9273698668981385e-16, 0.99999999999999971),
    (0.25, 1000, 3000, 0.50242798089209898, 0.49757201910790102),
    (0.22, 1000, 3000, 3.3365999980178797e-6, 0.99999666340000198),
    (0.28, 1000, 3000, 0.99999068291271533, 9.3170872846674427e-6),
    (0.5, 1e6, 1e6, 0.5, 0.5),
    (0.4985, 1e6, 1e6, 1.1044804636424807e-5, 0.99998895519536358),
    (1.1e-6, 1000, 1e9, 0.9989407983844178, 0.0010592016155821981),
    (2e-12, 1.5, 1e12, 0.73853587005142928, 0.26146412994857072),
    (4e-11, 20, 1e12, 0.99982369710237471, 0.00017630289762528989),
    (0.5, 5e11, 5e11, 0.5, 0.5),
    (0.499997, 5e11, 5e11, 9.86587645019535e-10, 0.99999999901341235),
    (0.0199999, 2e10, 9.8e11, 0.2375256080936972, 0.7624743919063028),
  ]

  @Test(arguments: values) func `both tails keep their precision`(
    x: Double, a: Double, b: Double, lower: Double, upper: Double
  ) {
    #expect(isClose(IncompleteBeta.lower(x, a, b), lower, within: 1e-12))
    #expect(isClose(IncompleteBeta.upper(x, a, b), upper, within: 1e-12))
  }

  @Test(
    arguments: [
      (0.5, 0.5), (0.5, 40), (3, 2), (29, 31), (40, 1e6), (1e6, 3), (1e12, 0.5), (4e5, 6e5),
    ], [1e-100, 1e-9, 0.025, 0.5, 0.75, 0.999])
  func `the inverse of the function returns its argument`(shape: (a: Double, b: Double), p: Double)
  {
    let x =
      p > 0.5
      ? IncompleteBeta.upperPoint(1 - p, shape.a, shape.b).x
      : IncompleteBeta.lowerPoint(p, shape.a, shape.b).x
    // Where x is near 1 its last digit is a large share of the distribution's width.
    let width =
      (shape.a * shape.b).squareRoot() / (shape.a + shape.b) / (shape.a + shape.b).squareRoot()
    #expect(
      isClose(
        IncompleteBeta.lower(x, shape.a, shape.b), p, within: 1e-11 + 1e-15 * x / width))
  }

  @Test func `ends and arguments out of range`() {
    #expect(IncompleteBeta.lower(0, 2, 3) == 0 && IncompleteBeta.upper(0, 2, 3) == 1)
    #expect(IncompleteBeta.lower(1, 2, 3) == 1 && IncompleteBeta.upper(1, 2, 3) == 0)
    #expect(IncompleteBeta.lower(-0.1, 2, 3).isNaN && IncompleteBeta.lower(0.5, 0, 3).isNaN)
    // Far out it underflows to 0 rather than to nonsense: 4·10⁻⁶⁰² by mpmath.
    #expect(IncompleteBeta.upper(0.999, 0.5, 200) == 0)
  }
}
