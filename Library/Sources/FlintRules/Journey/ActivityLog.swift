import FlintCalendar

/// The active days, on which at least one event of the profile happened, and their activities.
struct ActivityLog: Equatable, Sendable {
  /// The cumulative counts of activities, except visits.
  struct Counts: Equatable, Sendable {
    var journals: Int64 = 0
    var sos: Int64 = 0
    var selfCare: Int64 = 0

    var sessions: Int64 { sos &+ selfCare }

    mutating func add(_ kind: ActivityKind) {
      switch kind {
      case .open: break
      case .journal: journals &+= 1
      case .sos: sos &+= 1
      case .selfCare: selfCare &+= 1
      }
    }
  }

  /// An active day.
  struct Entry: Dated, Equatable, Sendable {
    var day: CivilDay
    /// The length of the run of active days that ends on the day.
    var run: Int32
    /// The counts up to the end of the day.
    var counts: Counts
  }

  /// The active days, earliest first.
  private(set) var entries: [Entry] = []
  /// The number of the latest active day, cached beside the array for fast access.
  private(set) var latest = Int32.min
  private(set) var longestRun: Int32 = 0

  /// The counts up to the latest active day.
  @inline(__always)
  var totals: Counts { entries.last?.counts ?? Counts() }

  /// - Returns: whether the day was inactive before.
  mutating func add(_ day: CivilDay) -> Bool {
    if day.number > latest {
      let run = !entries.isEmpty && latest == day.number - 1 ? entries[entries.count - 1].run : 0
      entries.append(Entry(day: day, run: run + 1, counts: totals))
      latest = day.number
      longestRun = max(longestRun, run + 1)
      return true
    }
    // The event of a traveller: earlier by civil day than a previous one.
    let position = count(through: day)
    if position > 0 && entries[position - 1].day == day { return false }
    let counts = position > 0 ? entries[position - 1].counts : Counts()
    entries.insert(Entry(day: day, run: 0, counts: counts), at: position)
    measureRuns(from: position)
    return true
  }

  /// Recomputes the lengths of the runs from the day at a position to the end of its run.
  private mutating func measureRuns(from first: Int) {
    for position in first..<entries.count {
      let follows = position > 0 && entries[position - 1].day + 1 == entries[position].day
      if position > first && !follows { return }
      entries[position].run = follows ? entries[position - 1].run + 1 : 1
      longestRun = max(longestRun, entries[position].run)
    }
  }

  mutating func add(_ kind: ActivityKind, on day: CivilDay) {
    var position = entries.count
    while position > 0 && entries[position - 1].day >= day {
      position -= 1
      entries[position].counts.add(kind)
    }
  }

  /// Returns the number of active days up to the end of a day.
  func count(through day: CivilDay) -> Int {
    day.number >= latest ? entries.count : count(before: day + 1)
  }

  func count(before day: CivilDay) -> Int {
    // The day is nearly always one of the latest.
    day.number > latest ? entries.count : entries.firstPosition(from: day)
  }

  func counts(through day: CivilDay) -> Counts {
    let count = count(through: day)
    return count > 0 ? entries[count - 1].counts : Counts()
  }

  /// Returns the streak as of a day: the length of the run that ends on it or the day before, or 0.
  func streak(on day: CivilDay) -> Int32 {
    let count = count(through: day)
    guard count > 0, day - entries[count - 1].day <= 1 else { return 0 }
    return entries[count - 1].run
  }

  init() {}

  /// Removes every day, keeping the allocated memory.
  mutating func reset() {
    entries.removeAll(keepingCapacity: true)
    latest = .min
    longestRun = 0
  }

  func encode(to writer: inout StateWriter) {
    writer.write(list: entries) { writer, entry in
      writer.write(entry.day)
      writer.write(entry.counts.journals)
      writer.write(entry.counts.sos)
      writer.write(entry.counts.selfCare)
    }
  }

  init(from reader: inout StateReader) {
    entries = reader.list { reader in
      Entry(
        day: reader.day(), run: 0,
        counts: Counts(journals: reader.word(), sos: reader.word(), selfCare: reader.word()))
    }
    var before = Counts()
    for (position, entry) in entries.enumerated() {
      let follows = position > 0 && entries[position - 1].day - entry.day == -1
      if (position > 0 && entries[position - 1].day >= entry.day)
        || entry.counts.journals < before.journals || entry.counts.sos < before.sos
        || entry.counts.selfCare < before.selfCare
      {
        reader.fail()
        return
      }
      entries[position].run = follows ? entries[position - 1].run + 1 : 1
      longestRun = max(longestRun, entries[position].run)
      before = entry.counts
    }
    latest = entries.last?.day.number ?? .min
  }
}
