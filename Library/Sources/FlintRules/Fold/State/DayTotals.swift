package import FlintCalendar

package struct DayTotals: Dated, Equatable, Sendable {
  package internal(set) var day: CivilDay
  /// The number of events that had an effect.
  package internal(set) var events: Int64 = 0
  package internal(set) var sparks: Int64 = 0
  /// Points by source.
  package internal(set) var ledger = ProfileState.Ledger()
  /// The number of cards received, including duplicates.
  package internal(set) var cards: Int64 = 0
  package internal(set) var duplicates: Int64 = 0
  package internal(set) var missions: Int64 = 0
  package internal(set) var overloads: Int64 = 0
  package internal(set) var subjects = SubjectCounts()

  package var points: Int64 { ledger.total }

  init(day: CivilDay) {
    self.day = day
  }

  /// The totals in a fixed order, for the cache format.
  var words: [Int64] {
    [events, sparks] + ledger.words + [cards, duplicates, missions, overloads] + subjects.words
  }

  init(from reader: inout StateReader) {
    day = reader.day()
    events = reader.word()
    sparks = reader.word()
    ledger = ProfileState.Ledger(from: &reader)
    cards = reader.word()
    duplicates = reader.word()
    missions = reader.word()
    overloads = reader.word()
    subjects = SubjectCounts(from: &reader)
  }
}

/// The totals of every civil day with at least one event, earliest first.
package struct DayHistory: Equatable, Sendable {
  package private(set) var days: [DayTotals] = []

  init() {}

  /// Removes every day, keeping the allocated memory.
  mutating func reset() { days.removeAll(keepingCapacity: true) }

  /// Returns the position of a day's totals, inserting empty ones if necessary.
  @inline(__always)
  mutating func position(of day: CivilDay) -> Int {
    if let last = days.last, last.day == day { return days.count - 1 }
    return find(day)
  }

  @inline(never)
  private mutating func find(_ day: CivilDay) -> Int {
    days.position(of: day, orInserting: DayTotals(day: day))
  }

  @inline(__always)
  mutating func update(_ position: Int, _ body: (inout DayTotals) -> Void) {
    body(&days[position])
  }

  /// Returns the totals of a day; `nil` when it has no events.
  package func totals(on day: CivilDay) -> DayTotals? { days.first(on: day) }

  /// Returns the totals of the days in a half-open range that have events.
  package func totals(from: CivilDay, before: CivilDay) -> ArraySlice<DayTotals> {
    days.elements(from: from, before: before)
  }

  /// Returns the points of the days in a half-open range.
  func points(from: CivilDay, before: CivilDay) -> Int64 {
    totals(from: from, before: before).reduce(0) { $0 &+ $1.points }
  }

  init(from reader: inout StateReader) {
    days = reader.list { DayTotals(from: &$0) }
    if !days.areInOrder { reader.fail() }
  }

  func encode(to writer: inout StateWriter) {
    writer.write(list: days) { writer, totals in
      writer.write(totals.day)
      for word in totals.words { writer.write(word) }
    }
  }
}
