extension MissionPlan {
  /// A counter that an event moves.
  struct Move: BitwiseCopyable, Sendable {
    /// Position among all counters.
    var counter: Int32
    var index: Int32
    /// The milliseconds since 00:00 before which the event must be; a whole day when any will do.
    var before: Int32
    var window: Window
    /// Whether it counts the points that a spark earned, and not the spark.
    var isOfPoints = false

    init(counter: Int, index: Int, window: Window, before: Int32 = .max) {
      self.counter = Int32(counter)
      self.index = Int32(index)
      self.window = window
      self.before = before
    }
  }

  /// A mission that asks how high the streak or the level stands.
  struct Standing: BitwiseCopyable, Sendable {
    var mission: Int
    var gauge: Gauge
  }

  /// What the events of an era move: the counters of missions whose season it lies in.
  ///
  /// Small, since every event takes hold of its era's: the lists lie side by side elsewhere.
  struct Moves: BitwiseCopyable, Sendable {
    private let lists: FixedTable<FixedTable<Move>>
    /// Missions that ask how high the streak or the level stands, looked at on every event.
    let standing: FixedTable<Standing>

    /// Where the lists are.
    private enum List {
      /// Per category × intensity.
      static let sparks = 0
      /// Per category × rarity.
      static let cards = 20
      /// Per window.
      static let completions = 40
      static let sparkDays = 43
      static let categories = 44
      static let earned = 45
      static let total = 46
      static let overloads = 47
      static let tasks = 48
      static let taskScore = 49
      static let moods = 50
      static let activities = 51
      static let steps = 52
      static let entries = 53
      static let streak = 54
      static let level = 55
    }

    /// What a spark moves by category × intensity: by one, or by the points it earned. As many for
    /// each as for the one that has the most, so that going through them always takes the same
    /// steps. What fills up the shorter lists is before no time at all.
    @inline(__always)
    func sparkMoves(_ cell: Int) -> FixedTable<Move> { lists[List.sparks &+ cell] }

    /// Moves by one for a first copy, by category × rarity.
    @inline(__always)
    func cardMoves(_ cell: Int) -> FixedTable<Move> { lists[List.cards &+ cell] }

    /// Moves by one for a completion, by window of the mission completed.
    @inline(__always)
    func completionMoves(_ window: Window) -> FixedTable<Move> {
      lists[List.completions &+ Int(window.rawValue)]
    }

    @inline(__always) var sparkDayMoves: FixedTable<Move> { lists[List.sparkDays] }
    /// Pairs: a counter of distinct categories, and the one that holds the set seen.
    @inline(__always) var categoryMoves: FixedTable<Move> { lists[List.categories] }
    @inline(__always) var earnedMoves: FixedTable<Move> { lists[List.earned] }
    @inline(__always) var totalMoves: FixedTable<Move> { lists[List.total] }
    var overloadMoves: FixedTable<Move> { lists[List.overloads] }
    var taskMoves: FixedTable<Move> { lists[List.tasks] }
    var taskScoreMoves: FixedTable<Move> { lists[List.taskScore] }
    var moodMoves: FixedTable<Move> { lists[List.moods] }
    var activityMoves: FixedTable<Move> { lists[List.activities] }
    var stepMoves: FixedTable<Move> { lists[List.steps] }
    var entryMoves: FixedTable<Move> { lists[List.entries] }
    var streakGauges: FixedTable<Move> { lists[List.streak] }
    var levelGauges: FixedTable<Move> { lists[List.level] }

    /// Gathers what the events of some days move, all of which lie in the same seasons.
    init(
      _ missions: [MissionDefinition], _ counters: [MissionPlan.Counter], in days: Season,
      _ storage: TableStorage
    ) {
      let counting = counters.enumerated().filter { $1.season.encloses(days) }.map {
        number, counter in
        (counter, Move(counter: number, index: counter.index, window: counter.window))
      }
      func moves(_ matches: (Metric) -> Bool) -> [Move] {
        counting.filter { matches($0.0.metric) }.map(\.1)
      }
      var lists = Moves.sparkMoves(counting)
      lists += Category.allCases.flatMap { category in
        Rarity.allCases.map { rarity in
          moves {
            guard case .cards(let onlyCategory, let onlyRarity) = $0 else { return false }
            return (onlyCategory == nil || onlyCategory == category)
              && (onlyRarity == nil || onlyRarity == rarity)
          }
        }
      }
      lists += Window.allCases.map { window in
        moves {
          $0 == .missionsCompleted(window: nil) || $0 == .missionsCompleted(window: window)
        }
      }
      lists.append(moves { $0 == .sparkDays })
      lists.append(
        counting.flatMap { (counter, move) -> [Move] in
          let seen = counter.seen.map { Move(counter: -1, index: $0, window: move.window) }
          return seen.map { [move, $0] } ?? []
        })
      let metrics: [Metric] = [
        .earnedPoints, .totalPoints, .overloads, .tasks, .taskScore, .moods, .activities,
        .questSteps, .entries, .streak, .level,
      ]
      for metric in metrics { lists.append(moves { $0 == metric }) }
      self.lists = storage.table(lists.map { storage.table($0) })
      standing = storage.table(
        missions.enumerated().compactMap { index, mission in
          guard mission.season.encloses(days) else { return nil }
          return MissionPlan.Gauge(standing: mission).map { Standing(mission: index, gauge: $0) }
        })
    }

    /// What a spark moves, by category × intensity.
    private static func sparkMoves(_ counting: [(MissionPlan.Counter, Move)]) -> [[Move]] {
      let points = counting.compactMap { (counter, move) -> Move? in
        guard counter.metric == .earnedPoints || counter.metric == .totalPoints else { return nil }
        var move = move
        move.isOfPoints = true
        return move
      }
      let sparks = Category.allCases.flatMap { category in
        Intensity.allCases.map { intensity in
          counting.compactMap { (counter, move) -> Move? in
            guard case .sparks(let only, let least, let hour) = counter.metric,
              only == nil || only == category, least.map({ $0 <= intensity }) ?? true
            else { return nil }
            var move = move
            if let hour { move.before = Int32(hour) * 3_600_000 }
            return move
          }
        }
      }
      let width = sparks.map(\.count).max() ?? 0
      // Any counter of sparks will do to fill up with: nothing but sparks changes it.
      guard var filling = sparks.lazy.flatMap(\.self).first else {
        return sparks.map { $0 + points }
      }
      filling.before = 0
      return sparks.map { moves in
        moves + Array(repeating: filling, count: width - moves.count) + points
      }
    }
  }
}
