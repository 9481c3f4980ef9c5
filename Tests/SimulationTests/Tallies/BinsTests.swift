import Testing
@testable import Players

@Suite struct `Bins of a tally` {
  /// Numbers around every power of two, where bins change their width.
  private static let numbers: [Int64] =
    (0..<63).flatMap { power in
      let number = Int64(1) << Int64(power)
      return [number - 1, number, number + 1, number + number / 3]
    } + [.max, .max - 1]

  @Test(arguments: numbers)
  func `contain every number between the ends of its bin, which is narrow`(number: Int64) {
    let index = Bins.index(of: number)
    let span = Bins.span(of: index)
    #expect(span.low <= number)
    #expect(number - span.low < span.width)
    // 1/65,536 of the number, and one number a bin as long as that is less than one.
    #expect(span.width == 1 || span.width <= number >> 16)
    #expect(number >= 131_072 || span.width == 1)
  }

  @Test func `follow one another without gaps`() {
    var next: Int64 = 0
    for index in 0..<400_000 {
      let span = Bins.span(of: index)
      #expect(span.low == next)
      next = span.low + span.width
    }
  }

  @Test func `count numbers below zero separately, in order`() {
    var bins = Bins()
    for number: Int64 in [3, -1, -5, -1, 0, .min] { bins.add(number) }
    let filled = bins.filled
    #expect(filled.map(\.count) == [1, 1, 2, 1, 1])
    #expect(filled.dropFirst().map(\.low) == [-5, -1, 0, 3])
    #expect(filled[0].low == .min || filled[0].high >= .min)
  }
}
