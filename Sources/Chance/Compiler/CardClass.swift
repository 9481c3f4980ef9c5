/// A group of exchangeable cards: equal in every chance and for every goal.
package struct CardClass {
  var ids: Set<String> = []
  package var count = 0
  /// The number of copies up to which the owned ones are counted.
  var cap = 0
  /// The number of copies of each card in each box where the cards are counted one by one; empty where copies
  /// alone are.
  var units: [Int] = []
  /// The number of copies of all cards in each box where copies alone are counted, and the position of how many
  /// are left, before that of how many are drawn; −1 where the box has none.
  var boxes: [(copies: Int, digit: Int)] = []
  /// The number of copies of a card, where each counts as a card by itself: cards protected until all of them
  /// are owned in as many copies as are wanted. 1 otherwise.
  var copies = 1
  /// The position of the number of cards with no copy drawn from a box and none owned; −1 where the cards are
  /// not counted.
  package var digit = -1
  /// The position of the number of its cards that a slot of different cards has given, by combination; −1 where it does
  /// not matter.
  var given = -1

  /// The number of combinations of drawn and owned copies; 0 where copies alone are counted.
  var levels: Int { cap == 0 ? 0 : stride(of: units.count) }

  /// The distance between combinations that differ by a copy drawn from a box.
  func stride(of box: Int) -> Int {
    units[..<box].reduce(cap + 1) { product, units in
      let (next, overflow) = product.multipliedReportingOverflow(by: units + 1)
      return overflow ? .max : next
    }
  }

  /// Returns the number of copies drawn from a box in a combination.
  func drawn(from box: Int, at level: Int) -> Int { level / stride(of: box) % (units[box] + 1) }

  /// Returns the moves of positions of the state that put all copies drawn from a box back into it.
  func refills(of box: Int) -> [(from: Int, to: Int)] {
    if cap == 0 {
      let digit = boxes[box].digit
      return digit < 0 ? [] : [(digit + 1, digit)]
    }
    return (0..<levels).compactMap { level in
      let drawn = drawn(from: box, at: level)
      return drawn == 0 ? nil : (digit + level, digit + level - drawn * stride(of: box))
    }
  }
}
