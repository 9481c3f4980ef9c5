/// The compiled missions: the counters that each kind of event changes, and the missions that
/// depend on each counter, so that the cost of an event depends on its changes and not on the
/// number of missions.
struct MissionPlan: Sendable {
  /// A metric within a kind of window and a season; several missions may share it.
  struct Counter: Sendable {
    var metric: Metric
    var window: Window
    var season: Season
    /// The position among the counters of that kind of window.
    var index: Int
    /// For distinct categories, the counter of the same kind of window that contains the set of
    /// categories seen.
    var seen: Int?
    /// The missions that depend on it, by ascending target, then in rulebook order.
    var waiting: [Waiting] = []
    var firstTarget: Int64 { waiting.first?.target ?? .max }
  }

  /// A mission that waits for a counter to reach its target.
  struct Waiting: BitwiseCopyable, Sendable {
    var mission: Int
    var target: Int64
  }

  struct Mission: BitwiseCopyable, Sendable {
    var reward: Int64
    var target: Int64
    var window: Window
    /// The position among the counters of its kind of window; `nil` for a gauge mission and for one
    /// with a general metric.
    var index: Int?
  }

  /// A mission of days or weeks, and its counter.
  struct Windowed: BitwiseCopyable, Sendable {
    var mission: Int
    var counter: Int
  }

  /// The range in `waiting` of the missions that wait on a counter, and its kind of window.
  struct Queue: BitwiseCopyable, Sendable {
    var first: Int
    var end: Int
    var window: Window
  }

  /// A current value that a gauge mission refers to.
  enum Gauge: BitwiseCopyable, Sendable {
    case streak
    case level
  }

  let missions: FixedTable<Mission>
  let counters: [Counter]
  /// The missions that wait on counters, counter by counter.
  let waiting: FixedTable<Waiting>
  /// The range of each counter in `waiting`.
  let queues: FixedTable<Queue>
  /// The number of 64-bit words that contain one bit per mission.
  let words: Int
  /// The moves of events, by era.
  let moves: FixedTable<Moves>
  /// Missions of days and their counters, examined when a window closes.
  let daily: FixedTable<Windowed>
  /// Missions of weeks, with their counters.
  let weekly: FixedTable<Windowed>
  /// The lowest targets of the counters of a day.
  let dailyTargets: FixedTable<Int64>
  /// The lowest targets of the counters of a week.
  let weeklyTargets: FixedTable<Int64>
  let lifetimeTargets: FixedTable<Int64>
  private let storage: TableStorage

  @inline(__always)
  func dayBase(slot: Int) -> Int { lifetimeTargets.endIndex &+ slot &* dailyTargets.endIndex }
  @inline(__always)
  func weekBase(slot: Int) -> Int {
    lifetimeTargets.endIndex &+ OpenWindows.daySlots &* dailyTargets.endIndex
      &+ slot &* weeklyTargets.endIndex
  }
  @inline(__always)
  func dayCompletedBase(slot: Int) -> Int { (1 &+ slot) &* words }
  @inline(__always)
  func weekCompletedBase(slot: Int) -> Int {
    (1 &+ OpenWindows.daySlots &+ slot) &* words
  }

  var totalCounters: Int {
    lifetimeTargets.count + OpenWindows.daySlots * dailyTargets.count
      + OpenWindows.weekSlots * weeklyTargets.count
  }
  var totalCompletedWords: Int {
    (1 + OpenWindows.daySlots + OpenWindows.weekSlots) * words
  }
}

extension MissionPlan {
  init(_ definition: RulebookDefinition, eras: Eras) {
    let definitions = definition.missions
    let storage = TableStorage()
    var layout = Layout()
    missions = storage.table(
      definitions.enumerated().map { index, mission in
        let isCounted = Gauge(of: mission) == nil && mission.events == nil
        return Mission(
          reward: mission.reward, target: mission.target, window: mission.window,
          index: isCounted ? layout.wait(index, on: mission) : nil)
      })
    let counters = layout.sortedCounters
    self.counters = counters
    let counts = layout.counts
    words = max(1, (definitions.count + 63) / 64)
    var waiting: [Waiting] = []
    queues = storage.table(
      counters.map { counter in
        waiting += counter.waiting
        return Queue(
          first: waiting.count - counter.waiting.count, end: waiting.count,
          window: counter.window)
      })
    self.waiting = storage.table(waiting)
    func windowed(_ window: Window) -> FixedTable<Windowed> {
      storage.table(
        counters.filter { $0.window == window }.flatMap { counter in
          counter.waiting.map { Windowed(mission: $0.mission, counter: counter.index) }
        }.sorted { $0.mission < $1.mission })
    }
    daily = windowed(.day)
    weekly = windowed(.week)
    func firstTargets(_ window: Window) -> FixedTable<Int64> {
      var targets = [Int64](repeating: .max, count: counts[Int(window.rawValue)])
      for counter in counters where counter.window == window {
        targets[counter.index] = counter.firstTarget
      }
      return storage.table(targets)
    }
    dailyTargets = firstTargets(.day)
    weeklyTargets = firstTargets(.week)
    lifetimeTargets = firstTargets(.life)
    var moves: [Moves] = []
    var before: [Bool]?
    for era in 0..<eras.count {
      let counting = definitions.map { eras.includes(era, in: $0.season) }
      // Where only the cards change, eras share their moves.
      if let same = moves.last, counting == before {
        moves.append(same)
      } else {
        moves.append(Moves(definition, counters, storage) { eras.includes(era, in: $0) })
      }
      before = counting
    }
    self.moves = storage.table(moves)
    self.storage = storage
  }

  /// The layout of the counters, one for each (metric, window, season) that a mission depends on.
  private struct Layout {
    private struct Key: Hashable {
      var metric: Metric
      var window: Window
      var season: Season
    }

    var counters: [Counter] = []
    var counts = [0, 0, 0]
    private var positions: [Key: Int] = [:]

    mutating func wait(_ number: Int, on mission: MissionDefinition) -> Int {
      let key = Key(metric: mission.metric, window: mission.window, season: mission.season)
      let position = positions[key] ?? add(key)
      counters[position].waiting.append(Waiting(mission: number, target: mission.target))
      return counters[position].index
    }

    private mutating func add(_ key: Key) -> Int {
      var counter = Counter(
        metric: key.metric, window: key.window, season: key.season, index: nextIndex(key.window))
      if key.metric == .distinctCategories { counter.seen = nextIndex(key.window) }
      counters.append(counter)
      positions[key] = counters.count - 1
      return counters.count - 1
    }

    private mutating func nextIndex(_ window: Window) -> Int {
      counts[Int(window.rawValue)] += 1
      return counts[Int(window.rawValue)] - 1
    }

    var sortedCounters: [Counter] {
      counters.map { counter in
        var counter = counter
        counter.waiting.sort { ($0.target, $0.mission) < ($1.target, $1.mission) }
        return counter
      }
    }
  }
}

extension MissionPlan.Gauge {
  /// Creates the gauge that a mission has to be compared with on every event, since it can complete
  /// without any change of a counter; `nil` when a counter is sufficient.
  ///
  /// For a lifetime a counter is sufficient, because streak and level rise from the bottom, except
  /// for level 1, which is reached from the first event on. At the beginning of a day, a week or a
  /// season both can be high already.
  init?(of mission: MissionDefinition) {
    let isCounted = mission.window == .life && mission.season == .always
    switch mission.metric.gauge {
    case .streak where !isCounted: self = .streak
    case .level where !isCounted || mission.target <= 1: self = .level
    case .streak, .level, nil: return nil
    }
  }
}
