/// The missions compiled: which counters each kind of event moves, and which missions wait on
/// each counter, so that an event costs what it changes and not a look at every mission.
struct MissionPlan: Sendable {
  /// A metric within a kind of window; several missions may share one.
  struct Counter: Sendable {
    var metric: Metric
    var window: Window
    /// Position among the counters of that kind of window.
    var index: Int
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

  /// A counter that an event moves.
  struct Move: Sendable {
    /// Position among all counters.
    var counter: Int
    var window: Window
    var index: Int
    /// The local hour before which the event must be; 24 when any will do.
    var beforeHour: Int32 = 24
  }

  /// A mission as the scan needs it.
  struct Mission: Sendable {
    var window: Window
    var target: Int64
    var reward: Int64
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

  /// Moves by one for a spark, per category × intensity.
  let sparkMoves: [[Move]]
  let sparkDayMoves: [Move]
  /// Per counter of distinct categories: the counter, and the one that holds the set seen.
  let categoryMoves: [(count: Move, seen: Move)]
  let earnedMoves: [Move]
  let totalMoves: [Move]
  /// Moves by one for a completion, per window of the mission completed.
  let completionMoves: [[Move]]
  /// Moves by one for a first copy, per category × rarity.
  let cardMoves: [[Move]]
  let overloadMoves: [Move]
  let streakGauge: Move?
  let levelGauge: Move?
  /// Missions of days and weeks that ask how high the streak or the level stands, and those of a
  /// lifetime that ask for level 1: looked at on every event, since they can complete without
  /// anything having moved.
  let standing: [(mission: Int, gauge: Gauge)]
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
  init(_ definitions: [MissionDefinition]) {
    var builder = Builder()
    var standing: [(Int, Gauge)] = []
    for (index, mission) in definitions.enumerated() {
      switch (mission.metric, mission.window) {
      case (.streak, .day), (.streak, .week): standing.append((index, .streak))
      case (.level, .day), (.level, .week): standing.append((index, .level))
      // Nobody rises to level 1: it stands from the first event on.
      case (.level, .life) where mission.target <= 1: standing.append((index, .level))
      default: builder.wait(index, on: mission.metric, mission.window, target: mission.target)
      }
    }
    let seen = builder.counters.filter { $0.metric == .distinctCategories }
      .map { (count: builder.move($0), seen: builder.shadow(of: $0.window)) }
    let counters = builder.counters
    let moves = { (matches: (Metric) -> Bool) in
      counters.filter { matches($0.metric) }.map { builder.move($0) }
    }
    missions = definitions.map {
      Mission(window: $0.window, target: $0.target, reward: $0.reward)
    }
    words = max(1, (definitions.count + 63) / 64)
    categoryMoves = seen
    counts = builder.counts
    self.counters = counters
    self.standing = standing.map { (mission: $0.0, gauge: $0.1) }
    sparkMoves = Category.allCases.flatMap { category in
      Intensity.allCases.map { intensity in
        counters.compactMap { counter in
          guard case .sparks(let only, let least, let hour) = counter.metric,
            only == nil || only == category, least.map({ $0 <= intensity }) ?? true
          else { return nil }
          var move = builder.move(counter)
          move.beforeHour = Int32(hour ?? 24)
          return move
        }
      }
    }
    sparkDayMoves = moves { $0 == .sparkDays }
    earnedMoves = moves { $0 == .earnedPoints }
    totalMoves = moves { $0 == .totalPoints }
    overloadMoves = moves { $0 == .overloads }
    completionMoves = Window.allCases.map { window in
      moves {
        $0 == .missionsCompleted(window: nil) || $0 == .missionsCompleted(window: window)
      }
    }
    cardMoves = Category.allCases.flatMap { category in
      Rarity.allCases.map { rarity in
        moves {
          guard case .cards(let onlyCategory, let onlyRarity) = $0 else { return false }
          return (onlyCategory == nil || onlyCategory == category)
            && (onlyRarity == nil || onlyRarity == rarity)
        }
      }
    }
    streakGauge = moves { $0 == .streak }.first
    levelGauge = moves { $0 == .level }.first
    windowed = [Window.day, .week].map { window in
      counters.filter { $0.window == window }.flatMap { counter in
        counter.waiting.map { (mission: $0.mission, counter: counter.index) }
      }.sorted { $0.mission < $1.mission }
    }
  }

  /// Gathers counters, one for each (metric, window) that a mission waits on.
  private struct Builder {
    var counters: [Counter] = []
    var counts = [0, 0, 0]

    mutating func wait(_ mission: Int, on metric: Metric, _ window: Window, target: Int64) {
      let position =
        counters.firstIndex { $0.metric == metric && $0.window == window }
        ?? add(metric, window)
      counters[position].waiting.append(Waiting(mission: mission, target: target))
      counters[position].waiting.sort { ($0.target, $0.mission) < ($1.target, $1.mission) }
    }

    /// A counter that no mission waits on: it holds the set of categories seen in a window.
    mutating func shadow(of window: Window) -> Move {
      let index = counts[Int(window.rawValue)]
      counts[Int(window.rawValue)] += 1
      return Move(counter: -1, window: window, index: index)
    }

    func move(_ counter: Counter) -> Move {
      let position =
        counters.firstIndex { $0.metric == counter.metric && $0.window == counter.window } ?? 0
      return Move(counter: position, window: counter.window, index: counter.index)
    }

    private mutating func add(_ metric: Metric, _ window: Window) -> Int {
      let index = counts[Int(window.rawValue)]
      counts[Int(window.rawValue)] += 1
      counters.append(Counter(metric: metric, window: window, index: index))
      return counters.count - 1
    }
  }
}
