import Testing

@testable import Charts

struct `A scale of levels` {
  @Test func `of nothing has one level and shows any amount as the greatest`() {
    let scale = LevelScale([0, -3, .nan, .infinity])
    #expect(scale.bounds == [])
    #expect(scale.level(of: 0) == 0)
    #expect(scale.level(of: 5) == 4)
    #expect(scale.legend { "\($0)" }.map(\.text) == ["0"])
  }

  @Test func `of equal amounts is the darkest one`() {
    let scale = LevelScale([0, 3, 3, 3])
    #expect([0, 3].map { scale.level(of: $0) } == [0, 4])
    #expect(scale.legend { ChartLocale.english.text($0) }.map(\.text) == ["0", "3"])
    #expect(scale.legend { _ in "" }.map(\.paint) == [.level(0), .level(4)])
  }

  @Test func `of fewer amounts than levels has a level for each`() {
    let scale = LevelScale([5, 1, 1, 2, 5])
    #expect([0, 1, 2, 5].map { scale.level(of: $0) } == [0, 2, 3, 4])
    #expect(scale.legend { ChartLocale.english.text($0) }.map(\.text) == ["0", "1", "2", "5"])
    #expect(LevelScale([4, 3, 2, 1]).bounds == [1, 2, 3, 4])
  }

  /// Of the eight sorted amounts, quartiles begin at positions 0, 2, 4 and 6.
  @Test func `has quartiles of many amounts`() {
    let scale = LevelScale([8, 1, 7, 2, 6, 3, 5, 4])
    #expect(scale.bounds == [1, 3, 5, 7])
    #expect([1, 2, 3, 4, 5, 6, 7, 8].map { scale.level(of: $0) } == [1, 1, 2, 2, 3, 3, 4, 4])
    #expect(
      scale.legend { ChartLocale.english.text($0) }.map(\.text) == ["0", "1+", "3+", "5+", "7+"])
  }

  @Test func `is not spoilt by one huge amount`() {
    let scale = LevelScale([1, 2, 3, 4, 5, 6, 7, 1e12])
    #expect([1, 2, 3, 4, 5, 6, 7, 1e12].map { scale.level(of: $0) } == [1, 1, 2, 2, 3, 3, 4, 4])
  }

  /// All quartiles of these amounts are 1; those of the distinct ones 1, 2, 3, 4, 5 are 1, 2, 3, 4.
  @Test func `tells great amounts apart where most are equal`() {
    let scale = LevelScale(Array(repeating: 1, count: 100) + [2, 3, 4, 5])
    #expect([1, 2, 3, 4, 5].map { scale.level(of: $0) } == [1, 2, 3, 4, 4])
  }

  @Test func `has a level from 1 to 4 for each amount above 0, ascending, at random`() {
    var random = SplitMix(seed: 11)
    for round in 0..<300 {
      let count = Int(random.unit() * 40)
      let amounts = (0..<count).map { _ in
        round % 2 == 0 ? (random.unit() * 8).rounded() : random.unit() * random.power(-3...6)
      }
      let scale = LevelScale(amounts)
      for amount in amounts + [.leastNonzeroMagnitude, 1e300, .infinity] {
        let level = scale.level(of: amount)
        #expect(amount > 0 ? (1...4).contains(level) : level == 0, "\(amount) of \(amounts)")
      }
      #expect(scale.level(of: .nan) == 0)
      let levels = amounts.sorted().map { scale.level(of: $0) }
      #expect(levels == levels.sorted())
      if let greatest = amounts.max(), greatest > 0 { #expect(scale.level(of: greatest) == 4) }
      #expect(scale.legend { _ in "" }.count == scale.bounds.count + 1)
    }
  }
}
