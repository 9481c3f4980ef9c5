import FlintCalendar

/// What becomes of the values of one day.
enum HealthMeasure {
  /// The values are added: in each hour those of the source with the largest sum.
  case sum
  /// The values of the source with the largest sum of the day are added.
  case sumOfDay
  case latest
  case mean
}

/// The values of one type and unit, by day.
///
/// Sources overlap: a phone and a watch count the same steps. Values are therefore summed by source
/// and hour, and the source with the largest sum of an hour counts for it.
struct HealthSums {
  /// The number of days whose sums are stored together.
  private static let chunkLength: Int32 = 32

  /// The sums of 32 days, each with 24 hours, by the index of the days and the source.
  private var sums: [Int32: [Int: [Double]]] = [:]
  /// The value, count and time of values that are not summed, by day.
  private var values: [Int32: (value: Double, count: Double, time: Int64)] = [:]
  private let measure: HealthMeasure
  /// The number of bytes that the sums occupy, about.
  private(set) var size = 0

  init(_ measure: HealthMeasure) { self.measure = measure }

  /// - Parameters:
  ///   - source: the index of its source.
  ///   - time: a number that is larger for later times, of values whose latest counts.
  mutating func add(_ value: Double, source: Int, day: CivilDay, hour: Int, time: Int64) {
    switch measure {
    case .sum, .sumOfDay:
      let chunk = day.number.quotientAndRemainder(dividingBy: Self.chunkLength)
      // Days before 1970 do not occur in such files, and would have negative remainders.
      guard chunk.remainder >= 0 else { return }
      let slot = Int(chunk.remainder) * 24 + (measure == .sum ? hour : 0)
      if sums[chunk.quotient]?[source] == nil {
        sums[chunk.quotient, default: [:]][source] = Array(
          repeating: 0, count: Int(Self.chunkLength) * 24)
        size += Int(Self.chunkLength) * 24 * MemoryLayout<Double>.stride
      }
      sums[chunk.quotient]?[source]?[slot] += value
    case .mean:
      if values[day.number] == nil { size += 64 }
      values[day.number, default: (0, 0, 0)].value += value
      values[day.number, default: (0, 0, 0)].count += 1
    case .latest:
      guard let known = values[day.number] else {
        size += 64
        values[day.number] = (value, 1, time)
        return
      }
      if time >= known.time { values[day.number] = (value, 1, time) }
    }
  }

  /// The value of each day, in the order of the days.
  var days: [(day: CivilDay, value: Double)] {
    switch measure {
    case .latest, .mean:
      return values.sorted { $0.key < $1.key }.map { day, value in
        (CivilDay(number: day), value.value / value.count)
      }
    case .sum, .sumOfDay:
      var days: [(day: CivilDay, value: Double)] = []
      for (chunk, sources) in sums.sorted(by: { $0.key < $1.key }) {
        let all = Array(sources.values)
        for day in 0..<Int(Self.chunkLength) {
          var sum = 0.0
          for slot in day * 24..<day * 24 + 24 { sum += all.map { $0[slot] }.max() ?? 0 }
          if sum != 0 {
            days.append((CivilDay(number: chunk * Self.chunkLength + Int32(day)), sum))
          }
        }
      }
      return days
    }
  }
}
