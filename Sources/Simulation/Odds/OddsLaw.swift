/// The law of the number of sparks until a goal is reached.
public struct OddsLaw: Sendable {
  /// How it was worked out.
  public enum Method: Hashable, Sendable {
    /// Every roll alike: the product over the cards of a Poisson process, its integral for the
    /// moments, and Cauchy's integral for chances.
    case poisson
    /// A Markov chain over the pity counters and the cards that are there, with so many states.
    case chain(states: Int)
    /// One prize again and again, each time from the beginning: so many rolls at most for one.
    case renewal(longest: Int)

    /// The method in words.
    public var name: String {
      switch self {
      case .poisson: "poisson process"
      case .chain(let states): "markov chain of \(states) states"
      case .renewal(let longest): "renewal, at most \(longest) rolls for one"
      }
    }
  }

  let law: any ArrivalLaw
  /// How it was worked out.
  public let method: Method
  /// The expected number of sparks as a fraction `a/b`, where it is one of at most 40 digits.
  public let meanFraction: String?

  init(_ law: any ArrivalLaw, method: Method, exactMean: Ratio? = nil) {
    self.law = law
    self.method = method
    meanFraction = exactMean?.text
    boundedMean =
      exactMean.map { BoundedValue($0.approximation, error: BoundedValue.rounding) }
      ?? law.boundedMean
  }

  /// The expected number of sparks, with a bound of its error.
  public let boundedMean: BoundedValue
  /// The standard deviation of the number of sparks, with a bound of its error.
  public var boundedDeviation: BoundedValue { law.boundedDeviation }
  /// The expected number of sparks.
  public var mean: Double { boundedMean.value }
  /// The standard deviation of the number of sparks.
  public var standardDeviation: Double { law.standardDeviation }
  /// The fewest sparks that can do.
  public var least: Int64 { law.least }

  /// The least number of sparks that reach the goal with at least a chance.
  ///
  /// - Parameter probability: the chance, above 0 and below 1.
  public func quantile(_ probability: Double) -> Int64 { law.quantile(probability) }

  /// The chance that so many sparks reach the goal.
  public func probability(doneWithin sparks: Int64) -> Double {
    law.probability(doneWithin: sparks)
  }

  /// The chance that so many sparks reach the goal, with a bound of its error.
  public func chance(doneWithin sparks: Int64) -> BoundedValue {
    let chance = law.chance(doneWithin: sparks)
    return BoundedValue(chance.value.clampedToChance, error: chance.error)
  }
}
