import FlintCalendar

/// How often earning rules with a limit per day have paid on the civil days that are still open.
struct EarningState: Equatable, Sendable {
  private struct Count: Equatable {
    var day = OpenWindows.noTag
    var times: Int32 = 0
  }

  /// The payments, which are listed by limited rule, then by the slot of the day.
  private var counts: [Count] = []

  /// - Parameters:
  ///   - allowance: the position of the rule among the limited ones.
  ///   - rules: the number of limited rules.
  /// - Returns: `false`, without counting, if the rule has paid as often as it may.
  mutating func take(_ allowance: Int, of rules: Int, limit: Int64, on day: CivilDay) -> Bool {
    if counts.isEmpty {
      counts = Array(repeating: Count(), count: rules * OpenWindows.daySlots)
    }
    let index = index(allowance, day)
    if counts[index].day != day.number { counts[index] = Count(day: day.number) }
    if Int64(counts[index].times) >= limit { return false }
    counts[index].times += 1
    return true
  }

  /// Takes a payment of a day back, so that the rule can pay once more on it while it is open.
  mutating func giveBack(_ allowance: Int, on day: CivilDay) {
    if counts.isEmpty { return }
    let index = index(allowance, day)
    if counts[index].day == day.number { counts[index].times = max(0, counts[index].times - 1) }
  }

  private func index(_ allowance: Int, _ day: CivilDay) -> Int {
    allowance * OpenWindows.daySlots + OpenWindows.slot(of: day)
  }
}

extension EarningState {
  init(from reader: inout StateReader) {
    counts = reader.list { Count(day: $0.integer(), times: $0.integer()) }
  }

  func encode(to writer: inout StateWriter) {
    writer.write(list: counts) { writer, count in
      writer.write(count.day)
      writer.write(count.times)
    }
  }
}
