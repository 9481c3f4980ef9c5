import FlintCalendar

/// The progress of a mission with a general metric: what occurred in the windows that are still open.
struct EventProgress: Equatable, Sendable {
  /// What occurred on one day.
  struct Day: Dated, Equatable, Sendable {
    let day: CivilDay
    var amount: Int64 = 0
    /// The values that are distinguished, in order.
    var values: [String] = []
  }

  /// What occurred in one window.
  struct Tally: Equatable, Sendable {
    /// The first day; `nil` for a lifetime and for the one tally of a rolling window.
    var start: CivilDay?
    /// The count, the sum, or the number of days.
    var total: Int64 = 0
    /// The values that are distinguished, in order.
    var values: [String] = []
    /// The days, where their amounts matter.
    var days: [Day] = []
    var isCompleted = false
  }

  /// The latest windows in which anything occurred, earliest first.
  var tallies: [Tally] = []
  /// The first day that counts in a rolling window, after a completion.
  var first: CivilDay?

  /// Returns the position of the tally of a window, if it is kept.
  func position(of start: CivilDay?) -> Int? { tallies.lastIndex { $0.start == start } }

  /// Removes everything, keeping the allocated memory.
  mutating func reset() {
    tallies.removeAll(keepingCapacity: true)
    first = nil
  }
}

extension EventProgress {
  init(from reader: inout StateReader) {
    tallies = reader.list { reader in
      var tally = Tally(start: reader.optional { $0.day() })
      tally.total = reader.word()
      tally.values = reader.list { $0.text() }
      tally.days = reader.list { reader in
        Day(day: reader.day(), amount: reader.word(), values: reader.list { $0.text() })
      }
      if !tally.days.areInOrder { reader.fail() }
      tally.isCompleted = reader.flag()
      return tally
    }
    first = reader.optional { $0.day() }
  }

  func encode(to writer: inout StateWriter) {
    writer.write(list: tallies) { writer, tally in
      writer.write(tally.start) { $0.write($1) }
      writer.write(tally.total)
      writer.write(list: tally.values) { $0.write($1) }
      writer.write(list: tally.days) { writer, day in
        writer.write(day.day)
        writer.write(day.amount)
        writer.write(list: day.values) { $0.write($1) }
      }
      writer.write(tally.isCompleted)
    }
    writer.write(first) { $0.write($1) }
  }
}

extension Array<String> {
  /// Inserts a value into values in order, unless it is among them.
  mutating func insertInOrder(_ value: String) {
    let position = partitioningIndex { $0 >= value }
    if position == count || self[position] != value { insert(value, at: position) }
  }
}
