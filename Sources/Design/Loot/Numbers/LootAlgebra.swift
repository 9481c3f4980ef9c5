import Chance

/// Distributions of what an opening gives, as far as a question is about it, and how they combine: the distribution of
/// two independent gifts is the product, that of a choice between them the weighted sum.
///
/// In such an algebra a table is an expression: the product of its pools, each a power of a sum over its
/// entries. Probability generating functions are one, with counts as exponents; sets of things another. All
/// numbers are positive and nothing is subtracted, so that floating-point numbers keep their precision.
protocol LootAlgebra: Sendable {
  associatedtype Element: Sendable
  associatedtype Number: DistributionNumber
  /// The distribution of getting nothing.
  var one: Element { get }
  /// The distribution without any chance: the empty sum.
  var zero: Element { get }
  /// Returns the distribution of getting a number of one thing; `nil` if the question is not about it.
  func distribution(of thing: Int, _ count: AmountDistribution) -> Element?
  /// Returns the distribution of getting both.
  func product(_ left: Element, _ right: Element) -> Element
  /// Returns the sum of two distributions.
  func sum(_ left: Element, _ right: Element) -> Element
  /// Returns a distribution with all chances multiplied by a number.
  func scaled(_ element: Element, _ factor: Number) -> Element
  /// Returns the sum of all chances.
  func mass(_ element: Element) -> Number
  /// Returns a distribution with a greater error.
  func blurred(_ element: Element, by error: Double) -> Element
}

extension LootAlgebra {
  /// Returns the distribution of some independent repetitions.
  func power(_ element: Element, _ times: Int64) -> Element {
    var result: Element?
    var (base, rest) = (element, times)
    while rest > 0 {
      if rest & 1 == 1 { result = result.map { product($0, base) } ?? base }
      rest >>= 1
      if rest > 0 { base = product(base, base) }
    }
    return result ?? one
  }

  /// Returns the distribution of a random number of independent repetitions.
  func repeated(_ element: Element, _ times: AmountDistribution) -> Element {
    if let certain = times.certain { return power(element, certain) }
    // Horner's scheme, from the greatest number down to the least.
    var result = zero
    var position = times.most
    for share in times.shares.reversed() {
      while position > share.value {
        result = product(result, element)
        position -= 1
      }
      result = sum(result, scaled(one, Number(of: share.chance)))
    }
    return product(result, power(element, position))
  }

  /// Returns the distribution of something that only happens with a chance.
  func possible(_ element: Element, _ chance: ExactChance) -> Element {
    if chance == .one { return element }
    return sum(
      scaled(element, Number(of: chance)), scaled(one, Number(of: ExactChance(.one - chance.ratio)))
    )
  }
}

/// The algebra of the number of one thing: probability generating functions.
struct CountAlgebra<Number: DistributionNumber>: LootAlgebra {
  /// The chances of 0, 1, 2, … things, with a bound of their relative error.
  struct Element: Sendable {
    var chances: [Number]
    var error: Double
  }

  let thing: Int
  /// The number that stands for itself and everything above it; `nil` to tell all numbers apart.
  var limit: Int?

  package var one: Element { Element(chances: [.unity], error: 0) }
  var zero: Element { Element(chances: [], error: 0) }

  func distribution(of thing: Int, _ count: AmountDistribution) -> Element? {
    guard thing == self.thing else { return nil }
    let size = Int(limit.map { min(Int64($0), count.most) } ?? count.most) + 1
    var chances = [Number](repeating: .zero, count: size)
    for share in count.shares {
      let index = min(Int(share.value), size - 1)
      chances[index] = chances[index] + Number(of: share.chance)
    }
    return Element(chances: chances, error: 2 * Number.rounding)
  }

  func product(_ left: Element, _ right: Element) -> Element {
    guard left.chances.count >= right.chances.count else { return product(right, left) }
    guard !right.chances.isEmpty else { return zero }
    let size = left.chances.count + right.chances.count - 1
    let kept = limit.map { min(size, $0 + 1) } ?? size
    var chances = [Number](repeating: .zero, count: kept)
    for (index, factor) in right.chances.enumerated() where factor != .zero {
      for (position, chance) in left.chances.enumerated() where chance != .zero {
        let sum = min(index + position, kept - 1)
        chances[sum] = chances[sum] + factor * chance
      }
    }
    let terms = Double(limit == nil ? right.chances.count : size) + 1
    return Element(
      chances: chances, error: left.error + right.error + terms * Number.rounding)
  }

  func sum(_ left: Element, _ right: Element) -> Element {
    guard left.chances.count >= right.chances.count else { return sum(right, left) }
    var chances = left.chances
    for (index, chance) in right.chances.enumerated() { chances[index] = chances[index] + chance }
    return Element(chances: chances, error: max(left.error, right.error) + Number.rounding)
  }

  func scaled(_ element: Element, _ factor: Number) -> Element {
    Element(
      chances: element.chances.map { $0 * factor }, error: element.error + 2 * Number.rounding)
  }

  func mass(_ element: Element) -> Number { element.chances.reduce(.zero) { $0 + $1 } }

  func blurred(_ element: Element, by error: Double) -> Element {
    Element(chances: element.chances, error: element.error + error)
  }
}

/// The algebra of which of a few things an opening gives at least once.
struct SetAlgebra<Number: DistributionNumber>: LootAlgebra {
  /// The chance of each set, whose number has a binary digit for each thing, with a bound of their relative
  /// error.
  struct Element: Sendable {
    var chances: [Number]
    var error: Double
  }

  static var mostThings: Int { 8 }

  /// The position of each thing among the digits.
  let positions: [Int: Int]
  private let size: Int

  init(_ things: [Int]) {
    positions = Dictionary(uniqueKeysWithValues: things.enumerated().map { ($1, $0) })
    size = 1 << things.count
  }

  var whole: Int { size - 1 }

  package var one: Element {
    var chances = [Number](repeating: .zero, count: size)
    chances[0] = .unity
    return Element(chances: chances, error: 0)
  }

  var zero: Element { Element(chances: [Number](repeating: .zero, count: size), error: 0) }

  func distribution(of thing: Int, _ count: AmountDistribution) -> Element? {
    guard let position = positions[thing] else { return nil }
    var element = zero
    for share in count.shares {
      let set = share.value > 0 ? 1 << position : 0
      element.chances[set] = element.chances[set] + Number(of: share.chance)
    }
    element.error = Double(count.shares.count) * Number.rounding
    return element
  }

  func product(_ left: Element, _ right: Element) -> Element {
    var chances = [Number](repeating: .zero, count: size)
    for (set, factor) in right.chances.enumerated() where factor != .zero {
      for (other, chance) in left.chances.enumerated() where chance != .zero {
        chances[set | other] = chances[set | other] + factor * chance
      }
    }
    // A set is the union of at most 3ᵏ pairs.
    let terms = Double(size) * Double(size)
    return Element(
      chances: chances, error: left.error + right.error + min(terms, 6562) * Number.rounding)
  }

  func sum(_ left: Element, _ right: Element) -> Element {
    Element(
      chances: zip(left.chances, right.chances).map { $0 + $1 },
      error: max(left.error, right.error) + Number.rounding)
  }

  func scaled(_ element: Element, _ factor: Number) -> Element {
    Element(
      chances: element.chances.map { $0 * factor }, error: element.error + 2 * Number.rounding)
  }

  func mass(_ element: Element) -> Number { element.chances.reduce(.zero) { $0 + $1 } }

  func blurred(_ element: Element, by error: Double) -> Element {
    Element(chances: element.chances, error: element.error + error)
  }
}
