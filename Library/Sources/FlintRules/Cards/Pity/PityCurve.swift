/// The rate of a rarity by roll in steps and ramps, over the denominator of the rates.
package struct PityCurve: Sendable {
  private struct Segment: BitwiseCopyable {
    var from: Int64
    /// Whether `start` is a weight; otherwise it is a gain over the base.
    var isAbsolute: Bool
    /// The weight or gain before the first step.
    var start: UInt64
    var step: UInt64
    var every: Int64
  }

  private let segments: [Segment]
  private let denominator: UInt64

  /// - Parameters:
  ///   - rates: the steps and ramps, by ascending rolls.
  ///   - weights: their rates and gains over the denominator.
  init(_ rates: [PityRate], weights: [UInt64], of denominator: UInt64) {
    self.denominator = denominator
    var segments: [Segment] = []
    for (rate, weight) in zip(rates, weights) {
      if rate.rate != nil {
        segments.append(
          Segment(from: rate.from, isAbsolute: true, start: weight, step: 0, every: 1))
        continue
      }
      let before = segments.last
      segments.append(
        Segment(
          from: rate.from, isAbsolute: before?.isAbsolute ?? false,
          start: before.map { Self.value($0, at: rate.from - 1, most: denominator) } ?? 0,
          step: weight, every: max(1, rate.every ?? 1)))
    }
    self.segments = segments
  }

  private static func value(_ segment: Segment, at coming: Int64, most: UInt64) -> UInt64 {
    guard segment.step > 0, coming >= segment.from else { return segment.start }
    let steps = UInt64((coming - segment.from) / segment.every) + 1
    let (gain, overflow) = segment.step.multipliedReportingOverflow(by: steps)
    return overflow ? most : min(most, segment.start + min(gain, most))
  }

  /// Returns the weight at the coming roll.
  ///
  /// - Parameter base: the weight before any pity.
  @inline(never)
  package func weight(_ base: UInt64, at coming: Int64) -> UInt64 {
    let next = segments.partitioningIndex { $0.from > coming }
    guard next > 0 else { return base }
    let segment = segments[next - 1]
    let value = Self.value(segment, at: coming, most: denominator)
    return segment.isAbsolute ? value : min(denominator, base + value)
  }

  /// Returns the first roll at which the rarity is certain; `Int64.max` if none is.
  func full(from base: UInt64) -> Int64 {
    for (index, segment) in segments.enumerated() {
      let start = segment.isAbsolute ? segment.start : min(denominator, base + segment.start)
      if start >= denominator { return segment.from }
      guard segment.step > 0 else { continue }
      let steps = (denominator - start + segment.step - 1) / segment.step
      let (rolls, overflow) = Int64(clamping: steps - 1).multipliedReportingOverflow(
        by: segment.every)
      let (full, isTooLarge) = segment.from.addingReportingOverflow(rolls)
      if !overflow, !isTooLarge, index + 1 == segments.count || full < segments[index + 1].from {
        return full
      }
    }
    return .max
  }

  /// The first roll of the first and of the last step or ramp.
  var onset: Int64 { segments.first?.from ?? .max }
  var last: Int64 { segments.last?.from ?? 0 }
}
