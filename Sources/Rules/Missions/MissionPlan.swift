/// The missions compiled: which counters each kind of event moves, and which missions wait on
/// each counter, so that an event costs what it changes and not a look at every mission.
struct MissionPlan: Sendable {
  /// A metric within a kind of window and a season; several missions may share one.
  struct Counter: Sendable {
    var metric: Metric
    var window: Window
    var season: Season
    /// Position among the counters of that kind of window.
    var index: Int
    /// For distinct categories, the counter of the same kind of window that holds the set seen.
    var seen: Int?
    /// Missions that wait on it, by rising target, then in rulebook order.
    var waiting: [Waiting] = []
    /// The lowest target.
    var firstTarget: Int64 { waiting.first?.target ?? .max }
  }

  /// A mission that waits for a counter to reach its target.
  struct Waiting: Sendable {
    var mission: Int
    var target: Int64
  }

  /// A mission as the scan needs it.
  struct Mission: Sendable {
    var window: Window
    var target: Int64
    var reward: Int64
    /// Position among the counters of its kind of window; `nil` for a standing mission.
    var index: Int?
  }

  /// What a standing mission looks at.
  enum Gauge: Sendable {
    case streak
    case level
  }

  let missions: [Mission]
  let counters: [Counter]
  /// How many counters each kind of window has, by `Window.rawValue`.
  let counts: [Int]
  /// How many 64-bit words hold one bit a mission.
  let words: Int
  /// What events move, era by era.
  let moves: [Moves]
  /// Missions of days and of weeks, with their counters; what is looked at when a window closes.
  let windowed: [[(mission: Int, counter: Int)]]

  /// Where the counters of an event's lifetime, day and week begin.
  struct Bases {
    var day: Int
    var week: Int
    var dayCompleted: Int
    var weekCompleted: Int

    @inline(__always)
    func counter(_ window: Window, _ index: Int) -> Int {
      switch window {
      case .day: day + index
      case .week: week + index
      case .life: index
      }
    }

    @inline(__always)
    func completed(_ window: Window) -> Int {
      switch window {
      case .day: dayCompleted
      case .week: weekCompleted
      case .life: 0
      }
    }
  }

  /// The bases of the windows held in a slot of days and a slot of weeks.
  @inline(__always)
  func bases(daySlot: Int, weekSlot: Int) -> Bases {
    Bases(
      day: dayBase(slot: daySlot), week: weekBase(slot: weekSlot),
      dayCompleted: dayCompletedBase(slot: daySlot),
      weekCompleted: weekCompletedBase(slot: weekSlot))
  }

  /// Where a civil day is held while it is open.
  @inline(__always)
  static func slot(of day: CivilDay) -> Int {
    Int(day.number & Int32(ProfileState.daySlots - 1))
  }
  /// Where a civil week is held while it is open.
  @inline(__always)
  static func slot(of week: CivilWeek) -> Int {
    Int(week.number & Int32(ProfileState.weekSlots - 1))
  }

  @inline(__always)
  func dayBase(slot: Int) -> Int { counts[2] + slot * counts[0] }
  @inline(__always)
  func weekBase(slot: Int) -> Int {
    counts[2] + ProfileState.daySlots * counts[0] + slot * counts[1]
  }
  @inline(__always)
  func dayCompletedBase(slot: Int) -> Int { (1 + slot) * words }
  @inline(__always)
  func weekCompletedBase(slot: Int) -> Int { (1 + ProfileState.daySlots + slot) * words }

  var totalCounters: Int {
    counts[2] + ProfileState.daySlots * counts[0] + ProfileState.weekSlots * counts[1]
  }
  var totalCompletedWords: Int {
    (1 + ProfileState.daySlots + ProfileState.weekSlots) * words
  }
}

extension MissionPlan {
  init(_ definitions: [MissionDefinition], eras: Eras) {
    var layout = Layout()
    missions = definitions.enumerated().map { index, mission in
      let isStanding = Gauge(standing: mission) != nil
      return Mission(
        window: mission.window, target: mission.target, reward: mission.reward,
        index: isStanding ? nil : layout.wait(index, on: mission))
    }
    let counters = layout.sortedCounters
    self.counters = counters
    counts = layout.counts
    words = max(1, (definitions.count + 63) / 64)
    windowed = [Window.day, .week].map { window in
      counters.filter { $0.window == window }.flatMap { counter in
        counter.waiting.map { (mission: $0.mission, counter: counter.index) }
      }.sorted { $0.mission < $1.mission }
    }
    var moves: [Moves] = []
    var before: [Bool]?
    for era in 0..<eras.count {
      let days = eras.days(of: era)
      let counting = definitions.map { $0.season.encloses(days) }
      // Where only the cards change, eras share the storage of their moves.
      if let same = moves.last, counting == before {
        moves.append(same)
      } else {
        moves.append(Moves(definitions, counters, in: days))
      }
      before = counting
    }
    self.moves = moves
  }

  /// Gathers counters, one for each (metric, window, season) that a mission waits on.
  private struct Layout {
    private struct Key: Hashable {
      var metric: Metric
      var window: Window
      var season: Season
    }

    var counters: [Counter] = []
    var counts = [0, 0, 0]
    private var positions: [Key: Int] = [:]

    /// Lets a mission wait, and answers the index of its counter.
    mutating func wait(_ number: Int, on mission: MissionDefinition) -> Int {
      let key = Key(metric: mission.metric, window: mission.window, season: mission.season)
      let position = positions[key] ?? add(key)
      counters[position].waiting.append(Waiting(mission: number, target: mission.target))
      return counters[position].index
    }

    private mutating func add(_ key: Key) -> Int {
      var counter = Counter(
        metric: key.metric, window: key.window, season: key.season, index: place(key.window))
      if key.metric == .distinctCategories { counter.seen = place(key.window) }
      counters.append(counter)
      positions[key] = counters.count - 1
      return counters.count - 1
    }

    private mutating func place(_ window: Window) -> Int {
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
  /// What a mission looks at on every event, since it can complete without anything having moved;
  /// `nil` when a counter tells.
  ///
  /// A lifetime's streak and level rise from the bottom, so that a counter tells, but for level 1,
  /// which stands from the first event on. A day, a week or a season can begin with both high.
  init?(standing mission: MissionDefinition) {
    let isTold = mission.window == .life && mission.season == .always
    switch mission.metric {
    case .streak where !isTold: self = .streak
    case .level where !isTold || mission.target <= 1: self = .level
    default: return nil
    }
  }
}
