/// An exact mapping from words to outcomes: with whole weights over a denominator *d*, and *q* the whole
/// quotient of 2³² / *d*, outcome *i* is drawn by *q*·weight words, those after the words of the outcomes
/// before. After all of them come the words for "nothing", and from *q*·*d* on those that are rejected.
struct OutcomeTable: Sendable {
  /// The meaning of a word.
  enum Drawn: Equatable {
    case outcome(Int)
    case nothing
    case rejected
  }

  let weights: [UInt64]
  let denominator: UInt64

  /// - Returns: `nil` unless the denominator is from 1 to 2³², and the weights' sum is at most that.
  init?(weights: [UInt64], denominator: UInt64) {
    guard (1...1 << 32).contains(denominator) else { return nil }
    var sum: UInt64 = 0
    for weight in weights {
      guard weight <= denominator - sum else { return nil }
      sum += weight
    }
    self.weights = weights
    self.denominator = denominator
  }

  /// The number of words for a weight of 1.
  private var words: UInt64 { (1 << 32) / denominator }

  /// The weight of "nothing".
  var nothing: UInt64 { weights.reduce(denominator, -) }

  /// Returns the meaning of a word, by a search from the first outcome on: the definition of all faster
  /// ways.
  func drawn(by word: UInt32) -> Drawn {
    var end: UInt64 = 0
    for (outcome, weight) in weights.enumerated() {
      end += words * weight
      if word < end { return .outcome(outcome) }
    }
    return word < words * denominator ? .nothing : .rejected
  }

  /// The table without outcomes that are never drawn.
  struct Compact {
    /// The first word past each of the ranges: outcomes, "nothing" if it exists, rejected words.
    var ends: [UInt64] = []
    /// The outcome of each range but the last; `nil` for "nothing".
    var outcomes: [Int?] = []
  }

  /// The table without outcomes that are never drawn. The last range, of rejected words, exists even if
  /// it is empty.
  var compact: Compact {
    var compact = Compact()
    var end: UInt64 = 0
    for (outcome, weight) in weights.enumerated() where weight > 0 {
      end += words * weight
      compact.ends.append(end)
      compact.outcomes.append(outcome)
    }
    if nothing > 0 {
      compact.ends.append(words * denominator)
      compact.outcomes.append(nil)
    }
    compact.ends.append(1 << 32)
    return compact
  }
}
