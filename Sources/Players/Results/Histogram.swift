import FlintRules

extension Estimate {
  /// A bin of a histogram: a range of values, both ends included.
  package struct Bin: Sendable, Equatable {
    package var from: Int64
    package var to: Int64
    /// The number of players with a value in the bin.
    package var count: Int64
  }

  /// The maximum number of bins.
  package static let mostBins = 40

  /// Returns the width of bins over a span of whole values: 1, 2 or 5 times a power of ten, the least that
  /// needs at most `mostBins` bins.
  ///
  /// - Parameter span: the greatest value less the least one, 0 or more.
  package static func binWidth(span: Int64) -> Int64 {
    var width: Int64 = 1
    var step = 0
    while span / width >= Int64(mostBins) - 1 {
      width = step % 3 == 1 ? width / 2 * 5 : width * 2
      step += 1
    }
    return width
  }

  package var histogram: [Bin] { tally.histogram }

  /// The greatest share of players by which a step of the distribution function stands for several.
  private static let mostMerged = 1.0 / 400

  /// The steps of the distribution function: values, with the number of players at or below each. Steps of few players
  /// are merged, so that the function is off by less than 1/400 between those that are left, and by nothing at them.
  package var steps: [(value: Int64, count: Int64)] {
    let most = Int64(Double(tally.players) * Self.mostMerged)
    var steps: [(value: Int64, count: Int64)] = []
    var merged: (value: Int64, count: Int64)?
    var below: Int64 = 0
    for bin in tally.bins.filled {
      below += bin.count
      let step = (value: min(bin.high, tally.greatest), count: below)
      if below - (steps.last?.count ?? 0) <= most {
        merged = step
      } else {
        steps += [merged, step].compactMap(\.self)
        merged = nil
      }
    }
    return steps + [merged].compactMap(\.self)
  }
}

extension Tally {
  /// The histogram of the values: up to forty bins of one width, 1, 2 or 5 times a power of ten, from the
  /// least value to the greatest. Where all values are a multiple apart that does not divide it, the width is a multiple
  /// of that, so that all bins have as many possible values.
  package var histogram: [Estimate.Bin] {
    guard count > 0 else { return [] }
    let span = greatest.subtractingReportingOverflow(least)
    if span.overflow { return [] }
    var width = Estimate.binWidth(span: span.partialValue)
    let distance = distance
    if width > 1, distance > 1, width % distance != 0 {
      width = distance * Estimate.binWidth(span: span.partialValue / distance)
    }
    let first = least.dividedDown(by: width)
    let last = greatest.dividedDown(by: width)
    var counts = [Int64](repeating: 0, count: Int(last - first) + 1)
    for bin in bins.filled {
      let low = min(max(bin.low, least), greatest)
      counts[Int(low.dividedDown(by: width) - first)] += bin.count
    }
    return counts.enumerated().map { index, count in
      // The first and the last bin may extend beyond the range of 64 bits.
      let (start, isBelow) = (first + Int64(index)).multipliedReportingOverflow(by: width)
      let from = isBelow ? .min : start
      let (end, isBeyond) = (start &+ (width - 1), from > .max - (width - 1))
      return Estimate.Bin(from: from, to: isBeyond ? .max : end, count: count)
    }
  }
}

extension Tally {
  /// The greatest number of which all values are a multiple apart; 1 where they are counted in wider bins.
  private var distance: Int64 {
    guard least > -Bins.exact, greatest < Bins.exact else { return 1 }
    return bins.filled.reduce(0) { greatestCommonDivisor($0, $1.low - least) }
  }
}

extension Int64 {
  fileprivate func dividedDown(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
