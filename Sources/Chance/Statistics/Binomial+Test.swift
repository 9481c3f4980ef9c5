internal import RealModule

extension Binomial {
  static func probability(_ successes: Int64, trials: Int64, chance: Double) -> Double {
    guard successes >= 0, successes <= trials else { return 0 }
    if chance <= 0 || chance >= 1 { return successes == (chance <= 0 ? 0 : trials) ? 1 : 0 }
    // A beta density: C(n, k)·p^k·q^(n − k) = p^(k + 1)·q^(n − k + 1)/B(k + 1, n − k + 1)/((n + 1)·p·q).
    let rest = 1 - chance
    return IncompleteBeta.density(
      chance, rest, Double(successes) + 1, Double(trials - successes) + 1)
      / (Double(trials) + 1) / chance / rest
  }

  /// Returns the p-value of the exact two-sided test: the probability of the numbers of successes that are at most
  /// as probable as the observed one. Numbers within 10⁻⁷ of its probability count as equally probable.
  package static func pValue(_ successes: Int64, trials: Int64, chance: Double) -> Double {
    guard trials > 0 else { return 1 }
    let bound = probability(successes, trials: trials, chance: chance) * (1 + 1e-7)
    let mean = Double(trials) * chance
    if Double(successes) == mean { return 1 }
    // Beyond the mode the probabilities fall: the other side begins with the first that is small enough.
    if Double(successes) < mean {
      let start = min(trials, max(successes + 1, Int64(mean.rounded(.up))))
      let other = (start...trials + 1).first(around: min(trials, Int64(2 * mean) - successes)) {
        $0 > trials || probability($0, trials: trials, chance: chance) <= bound
      }
      return min(
        1,
        cdf(successes, trials: trials, chance: chance)
          + survival(other - 1, trials: trials, chance: chance))
    }
    let end = max(0, min(successes - 1, Int64(mean.rounded(.down))))
    let other = (0...end + 1).first(around: max(0, Int64(2 * mean) - successes)) { number in
      let position = end - number
      return position < 0 || probability(position, trials: trials, chance: chance) <= bound
    }
    return min(
      1,
      survival(successes - 1, trials: trials, chance: chance)
        + cdf(end - other, trials: trials, chance: chance))
  }
}
