/// The active days, and what was done on them: those on which something of the profile happened.
struct ActivityLog: Equatable, Sendable {
  /// Activities of the kinds that count for more than the day.
  struct Counts: Equatable, Sendable {
    var journals: Int64 = 0
    var sos: Int64 = 0
    var selfCare: Int64 = 0

    /// Sos and self-care sessions.
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
  struct Entry: Equatable, Sendable {
    var day: CivilDay
    /// The length of the run of active days that ends on it.
    var run: Int32
    /// Everything up to the end of the day.
    var counts: Counts
  }

  /// The active days, earliest first.
  private(set) var entries: [Entry] = []
  /// The number of the latest of them, beside the array so that asking for it costs nothing.
  private(set) var latest = Int32.min
  /// The length of the longest run.
  private(set) var longestRun: Int32 = 0

  /// Everything so far.
  @inline(__always)
  var totals: Counts { entries.last?.counts ?? Counts() }

  /// Makes a day active.
  ///
  /// - Returns: whether it was not.
  mutating func add(_ day: CivilDay) -> Bool {
    if day.number > latest {
      let run = !entries.isEmpty && latest == day.number - 1 ? entries[entries.count - 1].run : 0
      entries.append(Entry(day: day, run: run + 1, counts: totals))
      latest = day.number
      longestRun = max(longestRun, run + 1)
      return true
    }
    // A traveller's event: older by civil day than one before it.
    let position = count(through: day)
    if position > 0 && entries[position - 1].day == day { return false }
    let counts = position > 0 ? entries[position - 1].counts : Counts()
    entries.insert(Entry(day: day, run: 0, counts: counts), at: position)
    measureRuns(from: position)
    return true
  }

  /// Measures the runs anew that end on the day at a position and on those that follow it closely.
  private mutating func measureRuns(from first: Int) {
    for position in first..<entries.count {
      let follows = position > 0 && entries[position - 1].day + 1 == entries[position].day
      if position > first && !follows { return }
      entries[position].run = follows ? entries[position - 1].run + 1 : 1
      longestRun = max(longestRun, entries[position].run)
    }
  }

  /// Counts an activity on a day that is active.
  mutating func count(_ kind: ActivityKind, on day: CivilDay) {
    var position = entries.count
    while position > 0 && entries[position - 1].day >= day {
      position -= 1
      entries[position].counts.add(kind)
    }
  }

  /// How many active days there are up to the end of a day.
  func count(through day: CivilDay) -> Int {
    day.number >= latest ? entries.count : count(before: day + 1)
  }

  /// How many active days there are before a day.
  func count(before day: CivilDay) -> Int {
    // Nearly always asked of one of the last days.
    if day.number > latest { return entries.count }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].day < day { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Everything up to the end of a day.
  func counts(through day: CivilDay) -> Counts {
    let count = count(through: day)
    return count > 0 ? entries[count - 1].counts : Counts()
  }

  /// The streak as of a day: the length of the run that ends on it or on the day before, else 0.
  func streak(on day: CivilDay) -> Int32 {
    let count = count(through: day)
    guard count > 0, day - entries[count - 1].day <= 1 else { return 0 }
    return entries[count - 1].run
  }

  init() {}

  /// Forgets every day, but not the memory for them.
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
